"""deals: random deals under every kind of knowledge, set-up, one deal, ranks; and how far they are from uniform.

`python benchmarks/bench_deals.py` prints the distances of both methods from uniform.
"""

from collections.abc import Callable

import numpy as np

import harness
from bitdeck.deals import DealSpace, Holding
from harness import Bench, Call

ROWS = 20_000
SAMPLES = 200_000
PACK = 2**52 - 1


def mask_of(*cards: int) -> int:
    return sum(1 << card for card in cards)


SUITS = [mask_of(*range(suit, 52, 4)) for suit in range(4)]
POINTS = {4 * rank + suit: rank - 8 for rank in range(9, 13) for suit in range(4)}
LENGTHS = [[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]]
# Doppelkopf: two of each of these unseen; clubs, spades, and the two club queens.
UNSEEN = mask_of(0, 1, 2, 6, 7, 8, 9, 14, 15, 16, 17, 22, 23, 30, 31, 38, 44, 45)
CLUBS, SPADES, QUEENS = mask_of(14, 15, 16, 17), mask_of(6, 7, 8, 9), mask_of(44, 45)
VOIDS = (SPADES, CLUBS, 0)
ANNOUNCED = [Holding(0, QUEENS, at_least=1), Holding(2, mask_of(0, 1, 2, 30, 31, 38), at_least=1, at_most=3)]
RANDOM = np.random.default_rng(1).random((4, 104))


def bridge() -> DealSpace:
    return DealSpace(PACK, (13, 13, 13, 13))


def doppelkopf(**known: object) -> DealSpace:
    return DealSpace(UNSEEN, (6, 6, 6), **known)  # type: ignore[arg-type]


def one_void() -> DealSpace:
    """Own bridge hand known, an opponent void in the nine missing spades."""
    return DealSpace(2**39 - 1, (13, 13, 13), barred=(2**9 - 1, 0, 0))


def ten_cards() -> DealSpace:
    return DealSpace(2**10 - 1, (4, 3, 3), barred=(0b111, 0, 0))


def opening() -> DealSpace:
    """15 to 17 points and no suit shorter than two or longer than five in one hand."""
    shape = [Holding(0, suit, at_least=2, at_most=5) for suit in SUITS]
    return DealSpace(PACK, (13, 13, 13, 13), holdings=[*shape, Holding(0, PACK, 15, 17, values=POINTS)])


def all_lengths() -> DealSpace:
    holdings = [Holding(p, SUITS[s], LENGTHS[p][s], LENGTHS[p][s]) for p in range(4) for s in range(4)]
    return DealSpace(PACK, (13, 13, 13, 13), holdings=holdings)


def weighted() -> DealSpace:
    return DealSpace(2**39 - 1, (13, 13, 13), weights=RANDOM[:3, :39])


def two_packs() -> DealSpace:
    return DealSpace(2**104 - 1, (26, 26, 26, 26), weights=RANDOM)


def batch(space: Callable[[], DealSpace], method: str = "uniform") -> Callable[[int], Call]:
    def prepare(rows: int) -> Call:
        deals = space()
        deals.sample(rng=0, method=method)
        return lambda: deals.sample(rows, rng=2, method=method)

    return prepare


def first(space: Callable[[], DealSpace]) -> Callable[[int], Call]:
    """Set-up and one deal."""

    def prepare(rows: int) -> Call:
        rng = np.random.default_rng(3)
        return lambda: space().sample(rng=rng)

    return prepare


def single(rows: int) -> Call:
    deals, rng = one_void(), np.random.default_rng(4)
    deals.sample(rng=0)
    return lambda: deals.sample(rng=rng)


def draw(rows: int) -> Call:
    return one_void().sampler(5)


def marginals(rows: int) -> Call:
    def call() -> np.ndarray:
        return doppelkopf(barred=VOIDS).probabilities()

    return call


def rank(rows: int) -> Call:
    deals = doppelkopf(barred=VOIDS)
    drawn = deals.sample(rows, rng=6)
    deals.rank(drawn)
    return lambda: deals.rank(drawn)


V3, V2 = "compiled-v3", "compiled-v2"
BENCHES = [
    Bench("bridge, 4 x 13", "deals", ROWS, batch(bridge), wanted_y={V3: 20, V2: 12}, reference_rows=50),
    Bench("Doppelkopf, 18 unseen", "deals", ROWS, batch(doppelkopf), reference_rows=50),
    Bench("two voids", "deals", ROWS, batch(lambda: doppelkopf(barred=VOIDS)), wanted_y=10, reference_rows=50),
    Bench(
        "two voids, two holdings",
        "deals",
        ROWS,
        batch(lambda: doppelkopf(barred=VOIDS, holdings=ANNOUNCED)),
        wanted_y=6,
        reference_rows=50,
    ),
    Bench("39 cards, one void", "deals", ROWS, batch(one_void), wanted_y=7, reference_rows=50),
    Bench("15-17 points, balanced", "deals", ROWS, batch(opening), wanted_y=4, reference_rows=10),
    Bench("sixteen suit lengths", "deals", ROWS, batch(all_lengths), reference_rows=10),
    Bench("39 cards with weights", "deals", ROWS, batch(weighted), wanted_y=2, reference_rows=10),
    Bench("propagation, 18 cards", "deals", ROWS, batch(doppelkopf, "propagation"), wanted_y=1.5, reference_rows=20),
    Bench("ranks, two voids", "deals", 2000, rank, reference_rows=20),
    Bench("set-up and first deal, ten cards", "deals", 1, first(ten_cards), wanted_us=50),
    Bench("set-up and first deal, 39 cards", "deals", 1, first(one_void), wanted_us=500),
    Bench("set-up and first deal, weights", "deals", 1, first(weighted), wanted_us=1000),
    Bench("set-up and first deal, points", "deals", 1, first(opening)),
    Bench("set-up and probabilities", "deals", 1, marginals),
    Bench("sample() of one deal", "deals", 1, single, wanted_us=5),
    Bench("sampler draw()", "deals", 1, draw, wanted_us=1.5),
]

test_bench = harness.tests(BENCHES)


SMALL = {
    "two voids, nine cards": DealSpace(
        mask_of(6, 8, 10, 14, 16, 18, 30, 32, 34), (2, 3, 4), barred=(mask_of(30, 32, 34), mask_of(14, 16, 18), 0)
    ),
    "a club queen held, nine cards": DealSpace(
        mask_of(6, 7, 8, 9, 14, 15, 16, 44, 45), (3, 3, 3), holdings=[Holding(1, QUEENS, at_least=1)]
    ),
}


def distance(space: DealSpace, method: str) -> float:
    """Total variation between SAMPLES deals and uniform; chance alone makes it about sqrt(deals / (2 pi SAMPLES))."""
    ranks = np.asarray(space.rank(space.sample(SAMPLES, rng=7, method=method)), dtype=np.int64)
    shares = np.bincount(ranks, minlength=space.count()) / SAMPLES
    return float(np.abs(shares - 1 / space.count()).sum() / 2)


if __name__ == "__main__":
    for name, space in SMALL.items():
        for method in ("uniform", "propagation"):
            print(f"{name}: {method} {distance(space, method):.4f} from uniform in {SAMPLES:,} deals")
