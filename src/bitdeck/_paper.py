"""What the command line writes on: `rich` where it is installed, plain lines and tab-separated tables elsewhere."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

__all__ = ["Paper", "paper"]

Row = Sequence[str]
Progress = Callable[[float], None]


class Paper(Protocol):
    """A place for headings, lines and tables."""

    def heading(self, text: str) -> None: ...

    def line(self, text: str = "") -> None: ...

    def table(self, columns: Row, rows: Iterable[Row]) -> None: ...

    def histogram(self, names: Row, numbers: Sequence[int]) -> None: ...

    def progress(self, name: str) -> AbstractContextManager[Progress]: ...


class _Plain:
    def heading(self, text: str) -> None:
        print(f"\n{text}")

    def line(self, text: str = "") -> None:
        print(text)

    def table(self, columns: Row, rows: Iterable[Row]) -> None:
        for row in (columns, *rows):
            print("\t".join(row))

    def histogram(self, names: Row, numbers: Sequence[int]) -> None:
        self.table(["", "number"], [[name, str(number)] for name, number in zip(names, numbers, strict=True)])

    @contextmanager
    def progress(self, name: str) -> Iterator[Progress]:
        yield lambda share: None


class _Rich:
    def __init__(self) -> None:
        from rich.console import Console

        self._console = Console(highlight=False)

    def heading(self, text: str) -> None:
        from rich.text import Text

        self._console.print()
        self._console.print(Text(text, style="bold"))

    def line(self, text: str = "") -> None:
        from rich.text import Text

        self._console.print(Text(text))

    def table(self, columns: Row, rows: Iterable[Row]) -> None:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        table = Table(box=box.SIMPLE)
        for place, column in enumerate(columns):
            table.add_column(column, justify="right" if place else "left")
        for row in rows:
            table.add_row(*(Text(cell, style="red" if set(cell) & set("♥♦") else "") for cell in row))
        self._console.print(table)

    def histogram(self, names: Row, numbers: Sequence[int]) -> None:
        from rich.bar import Bar
        from rich.table import Table

        table = Table(box=None, show_header=False)
        for name, number in zip(names, numbers, strict=True):
            table.add_row(name, str(number), Bar(max(numbers), 0, number, width=50))
        self._console.print(table)

    @contextmanager
    def progress(self, name: str) -> Iterator[Progress]:
        from rich.progress import Progress as Bars

        with Bars(console=self._console, transient=True) as bars:
            task = bars.add_task(name, total=1.0)
            yield lambda share: bars.update(task, completed=share)


def paper() -> Paper:
    """`rich` paper if `rich` is installed, else plain."""
    try:
        return _Rich()
    except ImportError:
        return _Plain()
