"""plays: leads and follows of many hands, one hand from Python, masks of actions, rounds played out.

`python benchmarks/bench_plays.py` prints by how much the example's Daifugō player beats random ones.
"""

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import harness
from bitdeck import plays
from bitdeck.games import daifugo
from bitdeck.plays import BASIC, UECDA, Kind
from harness import Bench, Call

LEAD_ROWS, FOLLOW_ROWS = 4096, 16_384
JOKER = np.uint64(1) << np.uint64(52)


def hands(rows: int, joker: bool = True) -> np.ndarray:
    """Hands of eleven cards, the joker one of them or none."""
    order = np.argsort(np.random.default_rng(1).random((rows, 52)), axis=1).astype(np.uint64)
    cards = np.bitwise_or.reduce(np.uint64(1) << order[:, : 10 if joker else 11], axis=1)
    return cards | JOKER if joker else cards


def fields(rows: int, kind: Kind, size: int) -> plays.Plays:
    """A random field of one kind and size for every hand, no eight in it."""
    every = plays.leads(BASIC.deck.full, BASIC)
    eights = every.cards >> np.uint64(20) & np.uint64(15)
    open_ones = every.packed[(every.kind == kind) & (every.size == size) & (eights == 0)]
    return plays.Plays(open_ones[np.random.default_rng(2).integers(0, len(open_ones), rows)], UECDA)


def leading(joker: bool, rules: plays.PlayRules) -> Callable[[int], Call]:
    def prepare(rows: int) -> Call:
        held = hands(rows, joker)
        return lambda: plays.leads(held, rules)

    return prepare


def counting(rows: int) -> Call:
    held = hands(rows)
    return lambda: plays.counts(held, rules=UECDA)


def following(kind: Kind, size: int, **conditions: Any) -> Callable[[int], Call]:
    def prepare(rows: int) -> Call:
        held, lying = hands(rows), fields(rows, kind, size)
        return lambda: plays.follows(held, lying, UECDA, **conditions)

    return prepare


def masking(rows: int) -> Call:
    held, lying = hands(rows), fields(rows, Kind.SINGLE, 1)
    return lambda: plays.action_mask(held, lying, UECDA)


def one_lead(rows: int) -> Call:
    hand = int(hands(1)[0])
    return lambda: plays.leads(hand, UECDA)


def one_follow(rows: int) -> Call:
    hand, field = int(hands(1)[0]), plays.classify("C4 D4", UECDA)[0]
    return lambda: plays.follows(hand, field, UECDA)


def playing_out(rows: int) -> Call:
    """Another deal of the pack in every row."""
    table = daifugo.Round.deal(5, UECDA, rng=1)
    cards = np.uint64(1) << np.argsort(np.random.default_rng(3).random((rows, 53)), axis=1).astype(np.uint64)
    starts = np.cumsum([0] + [hand.bit_count() for hand in table.hands[:-1]])
    worlds = np.bitwise_or.reduceat(cards, starts, axis=1)
    return lambda: daifugo.playouts(table, worlds, rng=2)


LEADS, FOLLOWS = "plays, leads of 11 cards", "plays, follows of 11 cards with a joker"
BENCHES = [
    Bench("with a joker", LEADS, LEAD_ROWS, leading(True, UECDA), wanted_y=10),
    Bench("without a joker", LEADS, LEAD_ROWS, leading(False, BASIC)),
    Bench("counted", LEADS, LEAD_ROWS, counting),
    Bench("to a single", FOLLOWS, FOLLOW_ROWS, following(Kind.SINGLE, 1), wanted_y=25),
    Bench("to a pair", FOLLOWS, FOLLOW_ROWS, following(Kind.GROUP, 2), wanted_y=25),
    Bench("to a pair in locked suits", FOLLOWS, FOLLOW_ROWS, following(Kind.GROUP, 2, lock=0b0101)),
    Bench("to a triple", FOLLOWS, FOLLOW_ROWS, following(Kind.GROUP, 3), wanted_y=40),
    Bench("to a run of three", FOLLOWS, FOLLOW_ROWS, following(Kind.RUN, 3), wanted_y=40),
    Bench("to a run of three, revolution", FOLLOWS, FOLLOW_ROWS, following(Kind.RUN, 3, revolution=True), wanted_y=40),
    Bench("action mask", "plays", 1000, masking, reference_rows=20),
    Bench("leads", "plays, one hand from Python", 1, one_lead, wanted_us=3),
    Bench("follows", "plays, one hand from Python", 1, one_follow, wanted_us=2),
    Bench("random rounds of five", "daifugo", 1000, playing_out, wanted_y=0.08, reference_rows=5),
]
test_bench = harness.tests(BENCHES)


if __name__ == "__main__":
    example = Path(__file__).parents[1] / "examples" / "daifugo_player.py"
    runpy.run_path(str(example))["main"](["--rounds", "100"])
