"""melds: the least deadwood of hands of one and two packs, with and without jokers; discards, draws, the best melds."""

from collections.abc import Callable
from itertools import cycle
from typing import Any

import numpy as np

import harness
from bitdeck import melds
from bitdeck.melds import DOUBLE_DECK, GIN, INDIAN, RUMMIKUB, MeldRules
from harness import Bench, Call

JOKERS = MeldRules(jokers=2)


def hands(rows: int, size: int, rules: MeldRules = GIN, jokers: int = 0) -> np.ndarray:
    """Random hands of so many cards and so many printed jokers besides, uint64 (rows,) or (rows, 2)."""
    rng = np.random.default_rng(size)
    pack = np.tile(np.arange(52 * rules.copies, dtype=np.uint64), (rows, 1))
    cards = rng.permuted(pack, axis=1)[:, :size]
    words = np.empty((rows, rules.copies), np.uint64)
    for copy in range(rules.copies):
        bits = np.where(cards // 52 == copy, np.uint64(1) << cards % np.uint64(52), np.uint64(0))
        words[:, copy] = np.bitwise_or.reduce(bits, axis=1)
        held = (jokers + rules.copies - 1 - copy) // rules.copies
        words[:, copy] |= np.uint64(((1 << held) - 1) << 52)
    return words if rules.copies > 1 else words[:, 0]


def batch(function: str, size: int, rules: MeldRules = GIN, jokers: int = 0) -> Callable[[int], Call]:
    def prepare(rows: int) -> Call:
        held = hands(rows, size, rules, jokers)
        return lambda: getattr(melds, function)(held, rules=rules)

    return prepare


def one_by_one(size: int) -> Callable[[int], Call]:
    """One hand from Python, another with every call."""

    def prepare(rows: int) -> Call:
        turns = cycle(hands(200, size).tolist())
        return lambda: melds.best(next(turns))

    return prepare


def laying_off(rows: int) -> Call:
    held = hands(rows, 10) & ~np.uint64(GIN.deck.parse("7H 8H 9H 4C 4D 4S"))
    table: list[Any] = ["7H 8H 9H", "4C 4D 4S"]
    return lambda: melds.deadwood(held, table)


BENCHES = [
    Bench(
        "10 cards",
        "deadwood",
        100_000,
        batch("deadwood", 10),
        wanted_y=70,
        wanted_peers={"openspiel": 100, "rlcard": 1000},
    ),
    Bench("14 cards", "deadwood", 100_000, batch("deadwood", 14)),
    Bench("14 of two packs", "deadwood", 50_000, batch("deadwood", 14, DOUBLE_DECK), wanted_y=6, reference_rows=50),
    Bench(
        "13 of two packs and a joker",
        "deadwood",
        10_000,
        batch("deadwood", 13, RUMMIKUB, 1),
        wanted_y=1,
        reference_rows=4,
    ),
    Bench(
        "12 of two packs and two jokers",
        "deadwood",
        5_000,
        batch("deadwood", 12, RUMMIKUB, 2),
        wanted_y=0.4,
        wanted_peers={"rummikub_solver": 1000},
        reference_rows=2,
    ),
    Bench("9 cards and a joker", "deadwood", 10_000, batch("deadwood", 9, JOKERS, 1), reference_rows=20),
    Bench("Indian, 13 cards", "deadwood", 1_000, batch("deadwood", 13, INDIAN), reference_rows=4),
    Bench("10 cards, with lay-offs", "deadwood", 5_000, laying_off, reference_rows=50),
    Bench("10 cards", "discards", 10_000, batch("discards", 10), reference_rows=20),
    Bench("10 cards", "draws", 10_000, batch("draws", 10), wanted_y=2.5, reference_rows=4),
    Bench("10 cards", "best", 10_000, batch("best", 10), reference_rows=50),
    Bench("one hand of 10", "best", 1, one_by_one(10), wanted_us=5),
]

test_bench = harness.tests(BENCHES)
