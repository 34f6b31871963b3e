"""What the command line writes on: `rich` where it is installed, plain lines and tab-separated tables elsewhere."""

from collections.abc import Iterable, Sequence
from typing import Protocol

__all__ = ["Paper", "paper"]

Row = Sequence[str]


class Paper(Protocol):
    """A place for headings, lines and tables."""

    def heading(self, text: str) -> None: ...

    def line(self, text: str = "") -> None: ...

    def table(self, columns: Row, rows: Iterable[Row]) -> None: ...


class _Plain:
    def heading(self, text: str) -> None:
        print(f"\n{text}")

    def line(self, text: str = "") -> None:
        print(text)

    def table(self, columns: Row, rows: Iterable[Row]) -> None:
        for row in (columns, *rows):
            print("\t".join(row))


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


def paper() -> Paper:
    """`rich` paper if `rich` is installed, else plain."""
    try:
        return _Rich()
    except ImportError:
        return _Plain()
