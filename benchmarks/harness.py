"""What every benchmark shares: a case, the implementations it runs under, the yardstick, and how a call is timed.

A family adds a file `bench_<family>.py` with a list `BENCHES` and `test_bench = harness.tests(BENCHES)`. The same list
feeds pytest-benchmark (`python -m pytest benchmarks/bench_<family>.py`) and `report.py`. A peer adds a file
`peers/<peer>.py` that imports the other package at its top and has a list `PEERS`.
"""

import importlib.util
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from bitdeck import _twin

FOLDER = Path(__file__).parent
IMPLEMENTATIONS = _twin.available()
YARDSTICK_ROWS = 200_000
LEAST_GAIN = 100
clock = time.perf_counter if sys.platform == "win32" else time.thread_time

Call = Callable[[], Any]


@dataclass(frozen=True)
class Bench:
    """One case.

    `prepare(rows)` makes the arguments for a call of that many rows, which is not timed, and returns the call, which
    is. The targets: `wanted_y` (at least, in yardsticks; a number, or one for each implementation), `wanted_us` (at
    most, microseconds a row) and `wanted_peers` (times a peer's speed, by its name). A case of more than one row must
    also be 100 times as fast as its reference twin.
    """

    name: str
    group: str
    rows: int
    prepare: Callable[[int], Call]
    wanted_y: float | Mapping[str, float] | None = None
    wanted_us: float | None = None
    wanted_peers: Mapping[str, float] = field(default_factory=dict)
    reference_rows: int = 200

    def __str__(self) -> str:
        return f"{self.group}: {self.name}"

    def rows_under(self, implementation: str) -> int:
        """Rows of a timed call; the reference answers fewer, and only rates are compared."""
        return min(self.rows, self.reference_rows) if implementation == "reference" else self.rows


@dataclass(frozen=True)
class Peer:
    """Another package at the case `bench` ("group: name"); `answer` turns its result into ours, where that can be."""

    bench: str
    prepare: Callable[[int], Call]
    answer: Callable[[Any], Any] | None = None
    rows: int = 20_000


@contextmanager
def using(implementation: str) -> Iterator[None]:
    """Point every wrapper at the kernels of `implementation`, and back afterwards."""
    inner = ("bitdeck.kernels", "bitdeck.reference")
    swapped = [
        (module, attribute, value)
        for name, module in list(sys.modules.items())
        if name.split(".")[0] == "bitdeck" and not name.startswith(inner)
        for attribute, value in list(vars(module).items())
        if isinstance(value, ModuleType) and value.__name__.startswith(tuple(f"{room}." for room in inner))
    ]
    for module, attribute, value in swapped:
        kernel = value.__name__.rsplit(".", 1)[1].removesuffix("_v3")
        setattr(module, attribute, _twin.load(kernel, implementation))
    try:
        yield
    finally:
        for module, attribute, value in swapped:
            setattr(module, attribute, value)


def same(a: Any, b: Any) -> bool:
    """Whether two results are equal, arrays and containers of arrays included."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return bool(np.array_equal(a, b))
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


def check(bench: Bench) -> None:
    """All implementations answer a small call of `bench` alike."""
    rows = bench.rows_under("reference")
    results = {}
    for implementation in IMPLEMENTATIONS:
        with using(implementation):
            results[implementation] = bench.prepare(rows)()
    for implementation, result in results.items():
        if not same(results[IMPLEMENTATIONS[0]], result):
            raise AssertionError(f"{bench}: {implementation} and {IMPLEMENTATIONS[0]} differ in {rows} rows")


def check_peer(bench: Bench, peer: Peer) -> None:
    """A peer whose answer can be compared gives ours."""
    if peer.answer is not None:
        rows = bench.rows_under("reference")
        ours, theirs = bench.prepare(rows)(), peer.answer(peer.prepare(rows)())
        if not same(ours, theirs):
            raise AssertionError(f"{bench}: the peer answers otherwise in {rows} rows")


def seconds(call: Call, budget: float) -> float:
    """The median time of one call, of at least five measurements of a millisecond or more in about `budget` seconds.

    CPU time, where its clock is fine enough: what else the machine does then counts little.
    """
    begin = clock()
    call()
    once = clock() - begin
    loops = max(1, int(0.001 / max(once, 1e-9)))
    times: list[float] = []
    end = clock() + budget
    while len(times) < 5 or (clock() < end and len(times) < 1000):
        begin = clock()
        for _ in range(loops):
            call()
        times.append((clock() - begin) / loops)
    return statistics.median(times)


def yardstick(budget: float) -> float:
    """Y: rows a second of NumPy's `permuted` on packs of 52."""
    packs = np.tile(np.arange(52, dtype="u1"), (YARDSTICK_ROWS, 1))
    return YARDSTICK_ROWS / seconds(lambda: np.random.default_rng(0).permuted(packs, axis=1), budget)


def one_core() -> None:
    """Stay on one core, where the system lets us, so that the yardstick and the kernels see the same."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def load(path: Path) -> ModuleType:
    """The module in a file of the benchmarks."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def benches(folder: Path = FOLDER) -> list[Bench]:
    """The cases of all families."""
    return [bench for path in sorted(folder.glob("bench_*.py")) for bench in load(path).BENCHES]


def peers(folder: Path = FOLDER / "peers") -> tuple[dict[str, list[Peer]], list[str]]:
    """The installed peers with their cases, and the names of those that are not installed."""
    found: dict[str, list[Peer]] = {}
    missing = []
    for path in sorted(folder.glob("[!_]*.py")):
        name = path.stem.removesuffix("_peer")
        try:
            found[name] = load(path).PEERS
        except ModuleNotFoundError:
            missing.append(name)
    return found, missing


def tests(cases: list[Bench]) -> Callable[..., None]:
    """A pytest-benchmark test of all cases under all implementations, grouped by case."""
    import pytest

    @pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
    @pytest.mark.parametrize("bench", cases, ids=str)
    def test_bench(benchmark: Any, bench: Bench, implementation: str) -> None:
        check(bench)
        benchmark.group = str(bench)
        rows = bench.rows_under(implementation)
        benchmark.extra_info["rows"] = rows
        with using(implementation):
            assert benchmark(bench.prepare(rows)) is not None

    return test_bench
