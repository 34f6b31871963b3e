"""The examples run, stay short, and say what is right."""

import importlib.util
import types
from collections import Counter
from itertools import combinations, permutations, product
from math import comb, prod
from pathlib import Path

import pytest

import bitdeck

FOLDER = Path(__file__).parents[1] / "examples"


def load(name: str) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def suit_points(length: int) -> Counter:
    """How many sets of `length` cards of one suit have how many high-card points."""
    found: Counter = Counter()
    for n in range(5):
        for honours in combinations((4, 3, 2, 1), n):
            if n <= length:
                found[sum(honours)] += comb(9, length - n)
    return found


def openings(low: int, high: int) -> int:
    """Balanced hands of so many points, suit by suit."""
    shapes = {shape for kind in ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)) for shape in permutations(kind)}
    total = 0
    for shape in shapes:
        for suits in product(*(suit_points(length).items() for length in shape)):
            total += prod(n for _, n in suits) * (low <= sum(points for points, _ in suits) <= high)
    return total


def test_bridge_openings_are_as_likely_as_counting_by_suits_says() -> None:
    exact, sampled = load("bridge_opening").main(["--deals", "20000"])
    assert exact == openings(15, 17) / comb(52, 13)
    assert sampled == pytest.approx(exact, abs=0.006)


def test_a_sure_winner_takes_more_tricks_than_the_lowest_card() -> None:
    found = load("trick_estimate").main(["--worlds", "12"])
    assert set(found) == {"T♣", "7♣", "9♦", "K♥", "8♥", "Q♠", "9♠", "7♠"}
    assert found["T♣"] >= found["7♣"]


@pytest.mark.parametrize(("name", "lines"), [("bridge_opening", 100), ("trick_estimate", 100), ("daifugo_player", 150)])
def test_examples_stay_short(name: str, lines: int) -> None:
    assert len((FOLDER / f"{name}.py").read_text(encoding="utf-8").splitlines()) < lines


@pytest.mark.skipif(bitdeck.implementation == "reference", reason="minutes of playouts; the next test plays some")
def test_the_daifugo_player_beats_a_random_one() -> None:
    assert load("daifugo_player").main(["--rounds", "10", "--worlds", "10"]) > 0.3


def test_the_daifugo_player_plays_alike_in_every_implementation() -> None:
    assert load("daifugo_player").main(["--rounds", "2", "--worlds", "3"]) == 1.5
