"""Melds counted: how many hands have no deadwood, by full enumeration and by combining melds."""

import json
from itertools import combinations
from math import comb, prod
from pathlib import Path

import numpy as np
import pytest

import bitdeck
from bitdeck import melds

CASES = json.loads((Path(__file__).parent / "cases" / "melds.json").read_text())
BOTH = melds.MeldRules(aces="both")
REFERENCE = bitdeck.implementation == "reference"


def subsets(cards, size):
    """All masks of `size` of the first `cards` cards, ascending."""
    if size == 0:
        return np.zeros(1, np.uint64)
    lower = subsets(cards - 1, size - 1)
    parts = [lower[: comb(top, size - 1)] | np.uint64(1 << top) for top in range(size - 1, cards)]
    return np.concatenate(parts)


def all_hands(size):
    """All hands of `size` cards, in parts by their highest card."""
    lower = subsets(51, size - 1)
    for top in range(size - 1, 52):
        yield lower[: comb(top, size - 1)] | np.uint64(1 << top)


def melds_of_size(size, aces="low"):
    """The melds of the pack as masks, listed here by hand."""
    line = [*range(13), 0] if aces == "both" else [*range(13)]
    runs = {
        sum(1 << 4 * rank + suit for rank in line[first : first + size])
        for suit in range(4)
        for first in range(len(line) - size + 1)
        if size <= 13
    }
    sets = {sum(1 << 4 * rank + suit for suit in suits) for rank in range(13) for suits in combinations(range(4), size)}
    return sorted(runs | sets if size < 5 else runs)


def melded_hands(size, aces="low"):
    """The hands of `size` cards that are melds altogether, by joining disjoint melds."""
    found = {0: {0}}
    for cards in range(3, size + 1):
        found[cards] = {
            rest | meld
            for length in range(3, cards + 1)
            for meld in melds_of_size(length, aces)
            for rest in found.get(cards - length, ())
            if not rest & meld
        }
    return found[size]


@pytest.mark.parametrize(
    "size", [3, 4, pytest.param(5, marks=pytest.mark.skipif(REFERENCE, reason="2.6 million hands"))]
)
def test_hands_without_deadwood(size):
    melded = np.array(sorted(melded_hands(size)), np.uint64)
    assert len(melded) == CASES["hands_without_deadwood"][str(size)]
    hands = list(all_hands(size))
    if REFERENCE:
        hands = [np.concatenate([melded, np.concatenate(hands)[:: 50 * size]])]
    gone = np.concatenate([part[melds.deadwood(part) == 0] for part in hands])
    assert np.array_equal(np.unique(gone), melded)


@pytest.mark.skipif(REFERENCE, reason="a quarter of a million hands")
@pytest.mark.parametrize("size", [3, 4])
def test_mean_least_deadwood(size):
    total = sum(int(melds.deadwood(part).sum()) for part in all_hands(size))
    assert round(total / comb(52, size), 6) == CASES["mean_least_deadwood"][str(size)]


@pytest.mark.parametrize("size", [6, 7])
def test_hands_of_six_and_seven_by_combining_melds(size):
    for aces, name in (("low", "hands_without_deadwood"), ("both", "hands_without_deadwood_ace_both")):
        melded = melded_hands(size, aces)
        expected = {key.rstrip("*"): count for key, count in CASES[name].items()}[str(size)]
        assert len(melded) == expected
        some = np.array(sorted(melded)[:: 40 if REFERENCE else 1], np.uint64)
        assert not melds.deadwood(some, rules=melds.GIN if aces == "low" else BOTH).any()


@pytest.mark.slow
@pytest.mark.skipif(REFERENCE, reason="a hundred million hands")
@pytest.mark.parametrize("size", [6, 7])
def test_hands_of_six_and_seven_by_full_enumeration(size):
    low = both = 0
    for part in all_hands(size):
        low += int((melds.deadwood(part) == 0).sum())
        both += int((melds.deadwood(part, rules=BOTH) == 0).sum())
    assert low == {key.rstrip("*"): count for key, count in CASES["hands_without_deadwood"].items()}[str(size)]
    assert both == CASES["hands_without_deadwood_ace_both"][str(size)]


@pytest.mark.slow
def test_gin_hands_of_ten_cards():
    melded = melded_hands(10)
    assert len(melded) == 136_694
    some = np.array(sorted(melded)[:: 500 if REFERENCE else 1], np.uint64)
    assert not melds.deadwood(some).any()


def double_melded(size):
    """Fully melded multisets of two packs, as sorted tuples of types."""
    kinds = {cards: [types(meld) for meld in melds_of_size(cards)] for cards in range(3, size + 1)}
    result = set()
    for parts in ([size], *([a, size - a] for a in range(3, size // 2 + 1))):
        pools = [kinds[part] for part in parts]
        pairs = ([meld] for meld in pools[0]) if len(pools) == 1 else ([a, b] for a in pools[0] for b in pools[1])
        for pair in pairs:
            hand = tuple(sorted(card for meld in pair for card in meld))
            if max(hand.count(card) for card in hand) <= 2:
                result.add(hand)
    return result


def types(mask):
    return tuple(card for card in range(52) if mask >> card & 1)


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_physical_hands_of_two_packs(size):
    melded = double_melded(size)
    ways = sum(prod(2 if hand.count(card) == 1 else 1 for card in set(hand)) for hand in melded)
    assert ways == CASES["double_pack_fully_melded_physical_hands"][str(size)]
    chosen = sorted(melded)[:: 60 if REFERENCE else 1]
    rows = np.zeros((len(chosen), 2), np.uint64)
    for i, hand in enumerate(chosen):
        for card in hand:
            word = 1 if int(rows[i, 0]) >> card & 1 else 0
            rows[i, word] |= np.uint64(1 << card)
    assert not melds.deadwood(rows, rules=melds.DOUBLE_DECK).any()


@pytest.mark.skipif(REFERENCE, reason="a million hands")
def test_small_hands_of_two_packs_by_full_enumeration():
    cards = [bit for bit in range(128) if melds.DOUBLE_DECK.deck.full >> bit & 1]
    rows = np.array(
        [(sum(1 << b for b in h if b < 64), sum(1 << b - 64 for b in h if b > 63)) for h in combinations(cards, 3)],
        np.uint64,
    )
    gone = (melds.deadwood(rows, rules=melds.DOUBLE_DECK) == 0).sum()
    assert gone == CASES["double_pack_fully_melded_physical_hands"]["3"]
