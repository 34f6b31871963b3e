"""The command line: what each subcommand prints, with `rich` and without, and what it refuses."""

import builtins
import json
import subprocess
import sys

import pytest

import bitdeck
from bitdeck.cli import main


@pytest.fixture(params=["rich", "plain"])
def paper(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both kinds of paper; plain as where rich is not installed."""
    if request.param == "rich":
        pytest.importorskip("rich")
    else:
        real = builtins.__import__

        def without_rich(name: str, *rest: object, **more: object) -> object:
            if name.split(".")[0] == "rich":
                raise ImportError(name)
            return real(name, *rest, **more)

        monkeypatch.setattr(builtins, "__import__", without_rich)
    monkeypatch.setenv("COLUMNS", "160")
    return request.param


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def test_the_tour_shows_every_family(paper: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "tour")
    for text in ("deals fit", "may be led in 52 ways", "is one island", "2 sets, at"):
        assert text in out


def test_deal_prints_count_chances_and_deals(paper: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "deal", "--cards", "S H", "--sizes", "13,13", "--void", "0:AS", "--seed", "1", "-n", "2")
    assert "5,200,300 deals" in out
    assert "100.0%" in out
    assert out.count("A♠") >= 3


def test_deal_takes_holdings_and_points(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("deal", "--sizes", "13", "--points", "0:15-17", "-n", "1", "--json", "--seed", "3")
    found = json.loads(printed(capsys, *words))
    assert found["count"] == 64112827328
    points = {"A": 4, "K": 3, "Q": 2, "J": 1}
    assert 15 <= sum(points.get(card[0], 0) for card in found["deals"][0][0].split()) <= 17
    held = json.loads(printed(capsys, "deal", "--sizes", "13", "--holds", "0:S:=13", "-n", "0", "--json"))
    assert held["count"] == 1
    assert held["probabilities"]["A♠"] == [1.0, 0.0]


def test_deal_counts_the_two_voids_of_the_cases(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("deal", "--deck", "skat", "--cards", "7C 8C 9C 7D 8D 9D 7H 8H 9H", "--sizes", "2,3,4")
    found = json.loads(printed(capsys, *words, "--void", "0:7C 8C 9C", "--void", "1:7D 8D 9D", "--json"))
    assert found["count"] == 162


def test_plays_lists_leads_and_follows(paper: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "run" in printed(capsys, "plays", "S3 S4 S5 D5", "--rules", "basic")
    out = printed(capsys, "plays", "S6 S7 S8 S9 D9 DT DJ", "--field", "S3 S4 S5", "--rules", "basic")
    assert "3 plays follow" in out
    assert "6♠ 7♠ 8♠" in out
    found = json.loads(
        printed(capsys, "plays", "S3 S4 S5 S6", "--field", "H6 H7 H8", "--rules", "basic", "--revolution", "--json")
    )
    assert found["plays"] == ["3♠ 4♠ 5♠"]


def test_melds_shows_islands_combos_and_discard(paper: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "melds", "2H3H4H5H4H5H6H3C3C3D3D4D", "--rules", "double")
    assert "least deadwood 16" in out
    assert "3♥:0101" in out
    assert "Best discard" in out
    found = json.loads(printed(capsys, "melds", "6H QH QC 5H KD KH 7H KC 4H QD", "--json"))
    assert found["deadwood"] == 0


def test_sets_lists_the_matches_of_a_table(paper: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "sets", "0211", "1111", "2011", "0000")
    assert "1 set" in out
    found = json.loads(printed(capsys, "sets", "0211 1111 2011 0000", "--json"))
    assert found["sets"] == [[0, 1, 2]]


def test_sets_simulates_whole_games(paper: str, capsys: pytest.CaptureFixture[str]) -> None:
    games = 20 if bitdeck.implementation == "reference" else 200
    out = printed(capsys, "sets", "simulate", "-n", str(games), "--seed", "1")
    assert f"{games} games" in out
    found = json.loads(printed(capsys, "sets", "simulate", "-n", str(games), "--seed", "1", "--json"))
    assert sum(found["left"].values()) == games


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("deal", "--sizes", "13,x"), "--sizes '13,x'; expected numbers"),
        (("deal", "--sizes", "40,40"), "sizes sum to 80"),
        (("deal", "--sizes", "1", "--cards", "1x"), "1x"),
        (("deal", "--sizes", "1", "--void", "3:AS"), "void '3:AS' names player 3; expected 0..0"),
        (("deal", "--sizes", "1", "--void", "AS"), "'AS'; expected PLAYER:CARDS"),
        (("deal", "--sizes", "1", "--holds", "0:AS:many"), "bounds 'many'; expected such as 2"),
        (("deal", "--sizes", "1,1", "--cards", "AS KS", "--void", "0:AS", "--void", "1:AS"), "nobody may hold"),
        (("plays", "S3 S3"), "S3"),
        (("plays", "S4 S5", "--field", "S3 D4"), "field is 3♠ 4♦, no legal play"),
        (("melds", "2H 2H"), "2H"),
        (("sets", "0211 0211"), "0211"),
    ],
)
def test_what_makes_no_sense_is_refused(words: tuple[str, ...], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert text in capsys.readouterr().err


def test_the_module_runs_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bitdeck", "deal", "--sizes", "26", "-n", "0", "--json"], capture_output=True, text=True
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)["count"] == 495918532948104
