"""Run every kernel against its reference twin, the yardstick and the installed peers, and write the report.

python benchmarks/report.py [--quick] [--only WORD] [--out FOLDER]
"""

import argparse
import contextlib
import datetime
import os
import platform
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from tabulate import tabulate

import bitdeck
import harness
from harness import IMPLEMENTATIONS, LEAST_GAIN, Bench, Peer

COMPILED = sorted(name for name in IMPLEMENTATIONS if name != "reference")


@dataclass
class Result:
    """The measured seconds a row of one case, by implementation and by peer, and Y beside them."""

    bench: Bench
    y: float
    seconds: dict[str, float] = field(default_factory=dict)
    peers: dict[str, float] = field(default_factory=dict)

    def in_y(self, name: str) -> float:
        return 1 / (self.seconds[name] * self.y)

    def gain(self, name: str) -> float:
        return self.seconds["reference"] / self.seconds[name]


def measure(bench: Bench, peers: dict[str, list[Peer]], y: float, budget: float) -> Result:
    harness.check(bench)
    result = Result(bench, y)
    for implementation in IMPLEMENTATIONS:
        rows = bench.rows_under(implementation)
        with harness.using(implementation):
            result.seconds[implementation] = harness.seconds(bench.prepare(rows), budget) / rows
    for name, cases in peers.items():
        for peer in cases:
            if peer.bench == str(bench):
                harness.check_peer(bench, peer)
                result.peers[name] = harness.seconds(peer.prepare(peer.rows), budget) / peer.rows
    return result


def targets(result: Result) -> Iterator[tuple[str, bool]]:
    """Each target of a case in words, and whether it was met."""
    bench = result.bench
    if isinstance(bench.wanted_y, Mapping):
        for name in COMPILED:
            if name in bench.wanted_y:
                wanted = bench.wanted_y[name]
                yield f"≥ {wanted:g} Y {name.removeprefix('compiled-')}", result.in_y(name) >= wanted
    elif bench.wanted_y is not None:
        yield f"≥ {bench.wanted_y:g} Y", all(result.in_y(name) >= bench.wanted_y for name in COMPILED)
    if bench.wanted_us is not None:
        yield f"≤ {bench.wanted_us:g} µs", all(result.seconds[name] * 1e6 <= bench.wanted_us for name in COMPILED)
    for peer, times in bench.wanted_peers.items():
        if peer in result.peers:
            met = all(result.peers[peer] >= times * result.seconds[name] for name in COMPILED)
            yield f"≥ {times:g} × {peer}", met
    if bench.rows > 1:
        yield f"≥ {LEAST_GAIN} × reference", all(result.gain(name) >= LEAST_GAIN for name in COMPILED)


def nanoseconds(seconds: float) -> str:
    return f"{seconds * 1e9:,.1f}" if seconds < 1e-7 else f"{seconds * 1e9:,.0f}"


def markdown(rows: Sequence[Sequence[Any]], headers: Sequence[str], words: int = 1) -> str:
    """A table whose first `words` columns and last column hold words, the others numbers."""
    align = ["left"] * words + ["right"] * (len(headers) - words - 1) + ["left"]
    return tabulate(rows, headers, tablefmt="github", colalign=align, disable_numparse=True) if rows else ""


def kernel_table(results: list[Result]) -> str:
    headers = ["case", "rows", "reference"]
    for name in COMPILED:
        headers += [name, "× reference", "Y"]
    rows = []
    for result in results:
        row = [result.bench.name, f"{result.bench.rows:,}", nanoseconds(result.seconds["reference"])]
        for name in COMPILED:
            row += [nanoseconds(result.seconds[name]), f"{result.gain(name):,.0f}", f"{result.in_y(name):,.2f}"]
        aims = "; ".join(f"{text} {'met' if met else '**missed**'}" for text, met in targets(result))
        rows.append([*row, aims])
    return markdown(rows, [*headers, "target"])


def peer_table(results: list[Result]) -> str:
    rows = [
        [str(result.bench), peer, nanoseconds(seconds), f"{seconds / min(result.seconds[n] for n in COMPILED):,.1f}"]
        for result in results
        for peer, seconds in result.peers.items()
    ]
    return markdown(rows, ["case", "peer", "ns a row", "bitdeck is × as fast"], words=2)


def processor() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def machine() -> str:
    rows = [
        ["processor", f"{processor()}, {os.cpu_count()} cores, one used"],
        ["system", f"{platform.system()} {platform.machine()}"],
        ["bitdeck", bitdeck.__version__],
        ["Python", f"{platform.python_implementation()} {platform.python_version()}, {platform.python_compiler()}"],
        ["NumPy", np.__version__],
    ]
    if hasattr(os, "getloadavg"):
        rows.append(["load at the end", f"{os.getloadavg()[0]:.1f} (1 is this report alone)"])
    return tabulate(rows, ["", ""], tablefmt="github", disable_numparse=True)


def text(results: list[Result], missing: list[str], quick: bool) -> str:
    groups = list(dict.fromkeys(result.bench.group for result in results))
    ys = [result.y for result in results]
    parts = [
        "# Benchmark results",
        f"Written by `python benchmarks/report.py{' --quick' if quick else ''}` on {datetime.date.today()}. Times are "
        "medians of CPU time in nanoseconds a row, called from Python through the public function. **Y** is the "
        "yardstick, rows a second of NumPy's `Generator.permuted` on packs of 52 in the same run on the same core: "
        f"{min(ys) / 1e6:.2f} to {max(ys) / 1e6:.2f} million here, each case against the one measured just before it. "
        "The reference twin answers fewer rows; rates are compared. Before timing, all implementations gave equal "
        "results.",
        "![Rates in yardsticks](results.svg)",
    ]
    for group in groups:
        parts += [f"## {group}", kernel_table([result for result in results if result.bench.group == group])]
    parts += ["## Peers", peer_table(results) or "None of the installed peers has one of these cases."]
    if missing:
        parts.append(f"Not installed: {', '.join(missing)}.")
    return "\n\n".join([*parts, "## Machine", machine()]) + "\n"


def chart(results: list[Result], path: Path) -> None:
    """Bars of the rates in Y, one group a case, on a logarithmic scale."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    matplotlib.rcParams["svg.hashsalt"] = "bitdeck"
    peers = list(dict.fromkeys(peer for result in results for peer in result.peers))
    series = [*IMPLEMENTATIONS, *peers]
    figure, axes = pyplot.subplots(figsize=(9, 1 + 0.14 * len(series) * len(results)), layout="constrained")
    height = 0.85 / len(series)
    for i, name in enumerate(series):
        known = [(at, {**r.seconds, **r.peers}.get(name), r.y) for at, r in enumerate(results)]
        drawn = [(at + i * height, 1 / (seconds * y)) for at, seconds, y in known if seconds]
        axes.barh([at for at, _ in drawn], [rate for _, rate in drawn], height, label=name, color=f"C{i}")
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_xlabel("rows a second, in yardsticks (Y)")
    axes.set_yticks([at + 0.4 for at in range(len(results))], [str(result.bench) for result in results])
    axes.invert_yaxis()
    axes.legend(loc="lower right")
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def progress(benches: list[Bench]) -> Iterator[Bench]:
    """The cases one after the other, with a bar where rich is installed, else a line each."""
    try:
        from rich.progress import track
    except ModuleNotFoundError:
        for i, bench in enumerate(benches, 1):
            print(f"[{i}/{len(benches)}] {bench}", file=sys.stderr, flush=True)
            yield bench
        return
    from rich.console import Console

    console = Console(stderr=True)
    for bench in track(benches, "benchmarks", console=console):
        console.print(str(bench))
        yield bench


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="report.py", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="measure each case for a tenth of the time")
    parser.add_argument("--only", metavar="WORD", default="", help='only cases with WORD in "group: name"')
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=harness.FOLDER, help="where to write")
    options = parser.parse_args(arguments)
    chosen = [bench for bench in harness.benches() if options.only in str(bench)]
    if not chosen:
        parser.error(f"no case has {options.only!r} in its name")
    peers, missing = harness.peers()
    budget = 0.05 if options.quick else 0.5
    harness.one_core()
    results = [measure(bench, peers, harness.yardstick(budget), budget) for bench in progress(chosen)]
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "RESULTS.md").write_text(text(results, missing, options.quick), encoding="utf-8")
    chart(results, options.out / "results.svg")
    missed = [f"{result.bench}: {aim}" for result in results for aim, met in targets(result) if not met]
    print(f"{options.out / 'RESULTS.md'}: {len(results)} cases, {len(missed)} targets missed", *missed, sep="\n  ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
