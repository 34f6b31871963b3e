"""The public calls of bits, one card or a million: every implementation gives the same."""

import numpy as np
from hypothesis import strategies as st

from equivalence.harness import Case

WORD = 2**64 - 1
# Masks with few, many, and no cards, about the seam of the words too.
one_word = st.integers(0, WORD) | st.integers(0, 63).map(lambda i: 1 << i) | st.sampled_from([0, WORD, 3 << 62])
two_words = one_word | st.builds(lambda low, high: low | high << 64, one_word, one_word)
small = st.integers(0, 2**7 - 1).map(lambda bits: bits * 0x10001 << 50)
bad_mask = st.sampled_from([-1, 2**128, 1.5, None, True, "3H", [1.5], [True], [-1], np.array([0.5])])


def rows(one: st.SearchStrategy, dtype: type = np.uint64) -> st.SearchStrategy:
    return st.lists(one, max_size=6).map(lambda values: np.array(values, dtype))


wide_rows = st.lists(st.tuples(one_word, one_word), max_size=6).map(lambda v: np.array(v, np.uint64).reshape(-1, 2))
mostly = two_words | rows(one_word) | wide_rows | st.lists(two_words, max_size=5)
masks = mostly | bad_mask
cards = st.integers(-1, 128)
places = cards | rows(cards, np.int64)
sizes = st.integers(-1, 11)
tables = st.permutations(range(64)) | st.permutations(range(128)) | st.lists(st.integers(-1, 130), max_size=4)
planes = st.integers(0, 128).flatmap(
    lambda width: st.lists(st.lists(st.booleans(), min_size=width, max_size=width), min_size=1, max_size=4)
)
below = st.integers(0, 9)
ascending = st.lists(below, unique=True).map(lambda values: tuple(sorted(values))) | st.lists(st.integers(-1, 12))


def of(*parts: st.SearchStrategy) -> st.SearchStrategy:
    return st.tuples(*parts)


@st.composite
def parts(draw: st.DrawFn, one: st.SearchStrategy) -> tuple:
    """A mask and a part of it, or a batch of parts, and now and then something that is none."""
    mask = draw(one)
    strange = draw(st.integers(0, 15)) == 0
    some = [draw(two_words) if strange else draw(two_words) & mask for _ in range(draw(st.integers(1, 4)))]
    return mask, draw(st.sampled_from([some[0], some]))


@st.composite
def chances(draw: st.DrawFn) -> tuple:
    mask = draw(two_words)
    k = draw(st.integers(0, mask.bit_count()) | st.sampled_from([-1, 129]))
    return mask, k, draw(st.none() | st.sampled_from([-1, 0, 1, 3])), draw(st.integers(0, 2**32))


@st.composite
def ranks(draw: st.DrawFn) -> tuple:
    mask = draw(two_words)
    rank = st.integers(-1, 60) | st.integers(0, 2**123)
    return mask, draw(st.integers(0, mask.bit_count() + 1)), draw(rank | st.lists(rank, max_size=3))


CASES = [
    Case("bits.popcount", of(masks)),
    Case("bits.lowest", of(masks)),
    Case("bits.highest", of(masks)),
    Case("bits.highest_bit", of(masks)),
    Case("bits.indices", of(masks)),
    Case("bits.from_indices", of(st.lists(cards, max_size=9) | st.lists(st.tuples(cards, cards), max_size=5))),
    Case("bits.to_bools", of(masks, st.sampled_from([0, 1, 63, 64, 65, 127, 128, 128, 128, 129]))),
    Case("bits.from_bools", of(planes | planes.map(lambda rows: rows[0]))),
    Case("bits.permute", of(masks, tables), examples=100),
    Case("bits.select", of(masks, places), examples=100),
    Case("bits.deposit", of(masks, masks), examples=100),
    Case("bits.extract", of(masks, masks), examples=100),
    Case("bits.subsets", of(small, sizes)),
    Case("bits.subsets", of(two_words, st.sampled_from([0, 1, 64, 127, 128])), name="subsets of many cards"),
    Case("bits.iter_subsets", of(small, sizes)),
    Case("bits.next_subset", parts(two_words)),
    Case("bits.rank_subset", parts(small | one_word), examples=100),
    Case("bits.rank_subset", parts(two_words), name="rank_subset past 64 bits"),
    Case("bits.unrank_subset", ranks(), examples=100),
    Case("bits.random_subset", chances(), examples=150),
    Case("bits.random_subset", of(st.just(2**52 - 1), st.just(26), st.just(2100), below), "random_subset: blocks", 2),
    Case("bits.flood", of(masks, places), examples=100),
    Case("bits.islands", of(masks), examples=100),
    Case("bits.next_combination", of(ascending, st.integers(-1, 12))),
    Case("bits.combinations", of(st.integers(-1, 10) | st.sampled_from([256, 257]), st.integers(-1, 2))),
    Case("bits.combinations", of(below, below), name="small combinations"),
    Case("bits.rank_combination", of(ascending, st.integers(-1, 12))),
    Case("bits.unrank_combination", of(st.integers(-1, 200), st.integers(-1, 100), st.integers(-1, 2**90))),
]
