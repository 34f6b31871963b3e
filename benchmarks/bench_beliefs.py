"""beliefs: a whole game of Doppelkopf taken in from one seat, and a world in the middle of it."""

import random

import numpy as np

import harness
from bitdeck import bits
from bitdeck.deals import Beliefs
from bitdeck.games import doppelkopf
from harness import Bench, Call

Play = tuple[int, int, int | None]


def game(seed: int) -> tuple[int, list[Play]]:
    """The hand of seat 0, and a random game as (seat, card, card led)."""
    rng = random.Random(seed)
    cards = rng.sample(range(48), 48)
    hands = [bits.from_indices(cards[12 * seat : 12 * seat + 12]) for seat in range(4)]
    own, plays, leader = hands[0], [], 0
    for _ in range(12):
        led: int | None = None
        for seat in ((leader + step) % 4 for step in range(4)):
            suit = 0 if led is None else next(s for s in doppelkopf.classes() if s >> led & 1)
            card = rng.choice(bits.indices(hands[seat] & suit or hands[seat]))
            hands[seat] &= ~(1 << card)
            plays.append((seat, card, led))
            led = card if led is None else led
        leader = rng.randrange(4)
    return own, plays


def taken_in(own: int, plays: list[Play]) -> Beliefs:
    mine = doppelkopf.beliefs(own, 0)
    for seat, card, led in plays:
        mine.played(seat, card, led)
    return mine


def whole_game(rows: int) -> Call:
    """48 plays, one after another."""
    own, plays = game(1)
    start = doppelkopf.beliefs(own, 0)

    def call() -> int:
        mine = start.copy()
        for seat, card, led in plays:
            mine.played(seat, card, led)
        return mine.unseen

    return call


def middle(rows: int) -> Call:
    own, plays = game(2)
    mine, rng = taken_in(own, plays[:24]), np.random.default_rng(3)
    return lambda: mine.space().sample(rng=rng)


BENCHES = [
    Bench("the 48 plays of a game", "beliefs", 1, whole_game, wanted_us=48 * 5),
    Bench("space and one world, mid-game", "beliefs", 1, middle, wanted_us=200),
]

test_bench = harness.tests(BENCHES)
