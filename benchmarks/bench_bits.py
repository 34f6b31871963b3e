"""bits: batches of masks, subsets, and one mask from Python."""

from collections.abc import Callable
from math import comb

import numpy as np

import harness
from bitdeck import bits
from harness import Bench, Call

ROWS = 100_000
PACK = 2**52 - 1
TWENTY = sum(1 << 3 * i for i in range(20))
ODD_TABLE = np.random.default_rng(5).permutation(52)


def grids(rows: int) -> np.ndarray:
    """Hands of a quarter of the pack, on average."""
    rng = np.random.default_rng(1)
    return rng.integers(0, 2**52, rows, np.uint64) & rng.integers(0, 2**52, rows, np.uint64)


def unary(function: str, *more: object) -> Callable[[int], Call]:
    def prepare(rows: int) -> Call:
        masks = grids(rows)
        return lambda: getattr(bits, function)(masks, *more)

    return prepare


def binary(function: str) -> Callable[[int], Call]:
    def prepare(rows: int) -> Call:
        values, masks = np.random.default_rng(2).integers(0, 2**52, rows, np.uint64), grids(rows)
        return lambda: getattr(bits, function)(values, masks)

    return prepare


def select(rows: int) -> Call:
    masks = grids(rows) | np.uint64(2**52)
    places = np.random.default_rng(3).integers(0, np.bitwise_count(masks))
    return lambda: bits.select(masks, places)


def flood(rows: int) -> Call:
    masks, cards = grids(rows), np.random.default_rng(3).integers(0, 52, rows)
    return lambda: bits.flood(masks, cards)


def from_bools(rows: int) -> Call:
    planes = np.random.default_rng(4).random((rows, 52)) < 0.25
    return lambda: bits.from_bools(planes)


def subsets(rows: int) -> Call:
    """All subsets of 10 of 20 bits, or of so few that there are about `rows`."""
    k = next(k for k in range(11) if comb(20, k) >= rows or k == 10)
    return lambda: bits.subsets(TWENTY, k)


def combinations(rows: int) -> Call:
    n = next(n for n in range(5, 53) if comb(n, 5) >= rows or n == 52)
    return lambda: bits.combinations(n, 5)


def random_subset(mask: int, k: int) -> Callable[[int], Call]:
    return lambda rows: lambda: bits.random_subset(mask, k, rows, rng=6)


def rank_subset(rows: int) -> Call:
    masks = bits.random_subset(PACK, 13, rows, rng=7)
    return lambda: bits.rank_subset(PACK, masks)


def unrank_subset(rows: int) -> Call:
    ranks = np.random.default_rng(8).integers(0, comb(52, 13), rows)
    return lambda: bits.unrank_subset(PACK, 13, ranks)


def one(function: str, *arguments: object) -> Callable[[int], Call]:
    return lambda rows: lambda: getattr(bits, function)(*arguments)


HAND = int(grids(1)[0])

BENCHES = [
    Bench("lowest", "bits", ROWS, unary("lowest")),
    Bench("highest_bit", "bits", ROWS, unary("highest_bit")),
    Bench("indices", "bits", ROWS, unary("indices")),
    Bench("to_bools", "bits", ROWS, unary("to_bools", 52)),
    Bench("from_bools", "bits", ROWS, from_bools),
    Bench("permute", "bits", ROWS, unary("permute", ODD_TABLE)),
    Bench("select", "bits", ROWS, select),
    Bench("deposit", "bits", ROWS, binary("deposit")),
    Bench("extract", "bits", ROWS, binary("extract")),
    Bench("flood", "bits", ROWS, flood),
    Bench("islands", "bits", ROWS, unary("islands"), wanted_y=8),
    Bench("subsets, 10 of 20", "bits", comb(20, 10), subsets, wanted_peers={"itertools": 20}, reference_rows=190),
    Bench("combinations, 5 of 52", "bits", comb(52, 5), combinations, reference_rows=252),
    Bench("random_subset, 26 of 52", "bits", ROWS, random_subset(PACK, 26)),
    Bench("random_subset, 5 of 13", "bits", ROWS, random_subset(0x1FFF, 5)),
    Bench("rank_subset, 13 of 52", "bits", ROWS, rank_subset),
    Bench("unrank_subset, 13 of 52", "bits", ROWS, unrank_subset),
    Bench("indices of one mask", "bits", 1, one("indices", HAND)),
    Bench("islands of one mask", "bits", 1, one("islands", HAND)),
    Bench("next_subset of one mask", "bits", 1, one("next_subset", PACK, 0x1FFF)),
]

test_bench = harness.tests(BENCHES)
