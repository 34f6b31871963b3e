"""The benchmarks time equal answers, and the report says what was measured."""

from pathlib import Path

import pytest

import harness
from bitdeck import bits
from harness import Bench, Peer

BENCHES = harness.benches()


def case(rows: int = 1000, **targets: object) -> Bench:
    return Bench("lowest", "bits", rows, lambda n: lambda: bits.lowest([8] * n), **targets)  # type: ignore[arg-type]


@pytest.mark.parametrize("bench", BENCHES, ids=str)
def test_implementations_answer_a_case_alike(bench: Bench) -> None:
    rows = bench.rows_under("reference")
    results = []
    for implementation in harness.IMPLEMENTATIONS:
        with harness.using(implementation):
            results.append(bench.prepare(rows)())
    assert all(harness.same(results[0], result) for result in results)


def test_cases_have_names_of_their_own() -> None:
    assert len({str(bench) for bench in BENCHES}) == len(BENCHES)


def test_peers_name_cases_there_are_and_answer_alike() -> None:
    by_name = {str(bench): bench for bench in BENCHES}
    for cases in harness.peers()[0].values():
        for peer in cases:
            harness.check_peer(by_name[peer.bench], peer)
            assert peer.rows > 0


def test_a_case_whose_answers_differ_is_not_timed() -> None:
    calls = iter(range(10))
    bench = Bench("unsteady", "bits", 5, lambda rows: lambda: next(calls))
    if len(harness.IMPLEMENTATIONS) == 1:
        harness.check(bench)
        assert next(calls) == 1
    else:
        with pytest.raises(AssertionError, match="bits: unsteady"):
            harness.check(bench)
    with pytest.raises(AssertionError, match="the peer answers otherwise"):
        harness.check_peer(case(), Peer("bits: lowest", lambda rows: lambda: 4, lambda found: found))


def test_using_swaps_the_kernels_and_puts_them_back() -> None:
    before = bits._kernel
    with harness.using("reference"):
        assert bits._kernel.__name__ == "bitdeck.reference.bits"
    assert bits._kernel is before


def test_a_peer_that_is_not_installed_is_named(tmp_path: Path) -> None:
    (tmp_path / "absent_peer.py").write_text("import there_is_no_such_package\nPEERS = []\n")
    (tmp_path / "present.py").write_text("PEERS = []\n")
    assert harness.peers(tmp_path) == ({"present": []}, ["absent"])


def test_targets_are_judged_by_the_slowest_build(monkeypatch: pytest.MonkeyPatch) -> None:
    report = pytest.importorskip("report")
    monkeypatch.setattr(report, "COMPILED", ["compiled-v2", "compiled-v3"])
    bench = case(wanted_y={"compiled-v3": 10.0}, wanted_us=0.5, wanted_peers={"other": 20.0, "absent": 2.0})
    seconds = {"reference": 2e-5, "compiled-v2": 4e-7, "compiled-v3": 1e-7}
    result = report.Result(bench, 5e5, seconds, {"other": 8e-6})
    assert list(report.targets(result)) == [
        ("≥ 10 Y v3", True),
        ("≤ 0.5 µs", True),
        ("≥ 20 × other", True),
        ("≥ 100 × reference", False),
    ]
    assert "**missed**" in report.kernel_table([result])
    assert "80.0" in report.peer_table([result])


def test_the_report_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = pytest.importorskip("report")
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(harness, "benches", lambda: [case(rows=1)])
    monkeypatch.setattr(harness, "yardstick", lambda budget: 5e5)
    monkeypatch.setattr(harness, "seconds", lambda call, budget: call()[0] * 1e-6)
    monkeypatch.setattr(harness, "one_core", lambda: None)
    assert report.main(["--quick", "--only", "lowest", "--out", str(tmp_path)]) == 0
    written = (tmp_path / "RESULTS.md").read_text(encoding="utf-8")
    assert "| lowest" in written
    assert "0.50 to 0.50 million" in written
    assert (tmp_path / "results.svg").read_text(encoding="utf-8").startswith("<?xml")
    with pytest.raises(SystemExit):
        report.main(["--only", "no such case"])
