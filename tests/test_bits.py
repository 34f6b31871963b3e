"""Masks and combinations against sets and itertools, over small worlds completely and at the ends of large ones."""

import doctest
import inspect
import itertools
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import bitdeck
from bitdeck import CardError, TooComplex, bits

REFERENCE = bitdeck.implementation == "reference"
WORD = 2**64 - 1
RANDOM = np.random.default_rng(20)
SINGLE = [1 << card for card in range(128)]
SEAM = [0, 1, WORD, WORD << 64, 2**128 - 1, 0b11 << 63, 1 << 63, 1 << 64, 1 << 127, 0b1001 << 62]
DRAWN = [
    int(a) & int(b) << s for a, b, s in zip(*RANDOM.integers(0, 2**64, (2, 40), np.uint64), range(40), strict=True)
]
WIDE = SEAM + SINGLE + [low | high << 64 for low, high in zip(DRAWN, reversed(DRAWN), strict=True)]
NARROW = [mask for mask in SEAM + SINGLE + DRAWN if mask <= WORD]
two_words = st.integers(0, 2**128 - 1) | st.integers(0, WORD) | st.sampled_from(SEAM)
fast = settings(max_examples=100, deadline=None, derandomize=True)


def held(mask: int) -> list[int]:
    """The cards of a mask, read off its binary digits."""
    return [i for i, digit in enumerate(reversed(f"{mask:b}")) if digit == "1"]


def mask_of(cards: Any) -> int:
    return sum({card: 2**card for card in cards}.values())


def wide(masks: list[int]) -> np.ndarray:
    return np.array([[mask & WORD, mask >> 64] for mask in masks], np.uint64).reshape(-1, 2)


def ints(batch: np.ndarray) -> list[int]:
    return batch.tolist() if batch.ndim == 1 else [int(low) | int(high) << 64 for low, high in batch]


def test_examples_run() -> None:
    found = doctest.testmod(bits)
    assert found.attempted > 30
    assert found.failed == 0


def test_the_public_names_are_those_that_are_documented() -> None:
    assert all(bits.__all__[i] < bits.__all__[i + 1] for i in range(len(bits.__all__) - 1))
    for name in bits.__all__:
        text = inspect.getdoc(getattr(bits, name)) or ""
        assert all(f"{part}\n---" in text for part in ("Parameters", "Returns", "Raises", "Examples")), name


# Counting and finding.

FINDERS = {
    "popcount": (lambda mask: len(held(mask)), np.uint8),
    "lowest": (lambda mask: min(held(mask), default=-1), np.int8),
    "highest": (lambda mask: max(held(mask), default=-1), np.int8),
    "highest_bit": (lambda mask: mask_of(held(mask)[-1:]), np.uint64),
}


@pytest.mark.parametrize("name", FINDERS)
def test_finders_agree_with_the_digits(name: str) -> None:
    expected, dtype = FINDERS[name]
    function = getattr(bits, name)
    right = [expected(mask) for mask in WIDE]
    assert [function(mask) for mask in WIDE] == right
    assert all(type(function(mask)) is int for mask in WIDE)
    for masks, batch in ((WIDE, wide(WIDE)), (NARROW, np.array(NARROW, np.uint64)), (WIDE, WIDE)):
        found = function(batch)
        assert found.dtype == dtype
        assert ints(found) == [expected(mask) for mask in masks]


@pytest.mark.parametrize("masks", [WIDE, NARROW, [0, 0], SINGLE[64:65]])
def test_indices_and_from_indices_are_inverse(masks: list[int]) -> None:
    batch = wide(masks) if max(masks) > WORD else np.array(masks, np.uint64)
    found = bits.indices(batch)
    widest = max(len(held(mask)) for mask in masks)
    assert found.dtype == np.int8
    assert found.shape == (len(masks), widest)
    assert found.tolist() == [held(mask) + [-1] * (widest - len(held(mask))) for mask in masks]
    assert np.array_equal(bits.from_indices(found, words=batch.ndim), batch)
    for mask in masks:
        assert bits.indices(mask) == tuple(held(mask))
        assert bits.from_indices(reversed(held(mask))) == mask


def test_from_indices_takes_any_iterable_and_pads_anywhere() -> None:
    assert (
        bits.from_indices({3, 1}) == bits.from_indices(i for i in (1, 3)) == bits.from_indices(np.array([3, 1])) == 10
    )
    assert bits.from_indices([]) == bits.from_indices(np.empty(0, np.int64)) == 0
    assert bits.from_indices([(-1, 2), [1, -1]]).tolist() == [4, 2]
    assert bits.from_indices([[63], [-1]]).shape == (2,)
    assert bits.from_indices([[64], [-1]]).tolist() == [[0, 1], [0, 0]]
    assert bits.from_indices([[3], [-1]], words=2).tolist() == [[8, 0], [0, 0]]
    assert bits.from_indices(np.empty((0, 3), np.int8)).shape == (0,)


@pytest.mark.parametrize("width", [0, 1, 63, 64, 65, 127, 128])
def test_bools_and_masks_are_inverse(width: int) -> None:
    masks = [mask & (1 << width) - 1 for mask in WIDE]
    planes = bits.to_bools(wide(masks), width)
    assert planes.dtype == np.bool_
    assert planes.tolist() == [[card in set(held(mask)) for card in range(width)] for mask in masks]
    assert bits.from_bools(planes).shape == ((len(masks),) if width <= 64 else (len(masks), 2))
    assert ints(bits.from_bools(planes)) == masks
    assert ints(bits.from_bools(planes[:, ::-1][::2])) == [mask_of(width - 1 - c for c in held(m)) for m in masks[::2]]
    for mask in masks[:30]:
        plane = bits.to_bools(mask, width)
        assert plane.shape == (width,)
        assert bits.from_bools(plane) == mask


def test_planes_as_lists() -> None:
    assert bits.from_bools([]) == 0
    assert bits.from_bools([[True, False], [True, True]]).tolist() == [1, 3]


# Moving bits.


@pytest.mark.parametrize("size", [0, 5, 64, 100, 128])
def test_permute_moves_each_card(size: int) -> None:
    table = RANDOM.permutation(128)[:size]
    masks = [mask & (1 << size) - 1 for mask in WIDE]
    right = [mask_of(int(table[card]) for card in held(mask)) for mask in masks]
    assert [bits.permute(mask, table) for mask in masks] == right
    assert ints(bits.permute(wide(masks), table.tolist())) == right
    narrow = bits.permute(wide(masks), np.arange(min(size, 64)) if size <= 64 else np.arange(size))
    assert narrow.shape == ((len(masks),) if size <= 64 else (len(masks), 2))


def test_permute_there_and_back() -> None:
    table = RANDOM.permutation(128)
    there = bits.permute(wide(WIDE), table)
    assert np.array_equal(bits.permute(there, np.argsort(table)), wide(WIDE))


def test_select_finds_each_card() -> None:
    for mask in WIDE:
        cards = held(mask)
        assert [bits.select(mask, i) for i in range(len(cards))] == cards
        assert bits.select(mask, range(-1, len(cards) + 1)).tolist() == [-1, *cards, -1]
        for i in (-1, len(cards), 2**80):
            with pytest.raises(IndexError, match=f"i is {i}"):
                bits.select(mask, i)
    for i in (0, 1, 63):
        right = [held(mask)[i] if i < len(held(mask)) else -1 for mask in WIDE]
        assert bits.select(WIDE, i).tolist() == bits.select(wide(WIDE), [i] * len(WIDE)).tolist() == right
    assert bits.select([1, 2], [0, 2**80]).tolist() == [0, -1]
    assert bits.select([1, 2], np.array([0, WORD], np.uint64)).tolist() == [0, -1]


def test_deposit_and_extract_agree_with_lists() -> None:
    values = WIDE[::-1]

    def put(value: int, mask: int) -> int:
        return mask_of(card for j, card in enumerate(held(mask)) if value >> j & 1)

    def take(value: int, mask: int) -> int:
        return mask_of(j for j, card in enumerate(held(mask)) if value >> card & 1)

    for function, right in ((bits.deposit, put), (bits.extract, take)):
        expected = [right(value, mask) for value, mask in zip(values, WIDE, strict=True)]
        assert [function(value, mask) for value, mask in zip(values, WIDE, strict=True)] == expected
        assert ints(function(wide(values), wide(WIDE))) == expected
        assert ints(function(values[5], wide(WIDE))) == [right(values[5], mask) for mask in WIDE]
        assert ints(function(wide(values), WIDE[0b11])) == [right(value, WIDE[0b11]) for value in values]
        assert function(values, 0b1011).shape == (len(values),)
        assert ints(function(values, np.array([0b1011], np.uint64))) == [right(value, 0b1011) for value in values]
        assert ints(function([0b101, 0b11], wide([SEAM[5], SEAM[4]]))) == [right(0b101, SEAM[5]), right(0b11, SEAM[4])]


@fast
@given(two_words, two_words)
def test_extract_undoes_deposit(value: int, mask: int) -> None:
    low = value & (1 << mask.bit_count()) - 1
    assert bits.extract(bits.deposit(value, mask), mask) == low
    assert bits.deposit(bits.extract(value, mask), mask) == value & mask


# Subsets.

SMALL = [0, 1 << 127, 0b1011011, 0b10011 << 62, 0b1111111 << 30, mask_of([0, 5, 63, 64, 70, 127])]


def brute(mask: int, k: int) -> list[int]:
    return sorted(map(mask_of, itertools.combinations(held(mask), k)))


@pytest.mark.parametrize("mask", SMALL)
@pytest.mark.parametrize("k", range(9))
def test_subsets_of_small_masks(mask: int, k: int) -> None:
    right = brute(mask, k)
    found = bits.subsets(mask, k)
    assert found.dtype == np.uint64
    assert found.shape == ((len(right), 2) if mask > WORD else (len(right),))
    assert ints(found) == list(bits.iter_subsets(mask, k)) == right
    for i, subset in enumerate(right):
        assert bits.rank_subset(mask, subset) == i
        assert bits.unrank_subset(mask, k, i) == subset
        assert bits.next_subset(mask, subset) == (right[i + 1] if i + 1 < len(right) else None)
    places = range(len(right))
    assert np.array_equal(bits.unrank_subset(mask, k, list(places)), found)
    assert bits.rank_subset(mask, found).tolist() == list(places)
    for i in (-1, len(right)):
        with pytest.raises(IndexError, match=f"^i is {i}; "):
            bits.unrank_subset(mask, k, i)
        with pytest.raises(IndexError, match=rf"^i\[0\] is {i}; "):
            bits.unrank_subset(mask, k, [i])


def test_many_subsets_ascend_and_iterating_gives_the_same() -> None:
    mask = mask_of(range(0, 45, 3)) if REFERENCE else mask_of(range(0, 60, 3))
    n = mask.bit_count()
    found = bits.subsets(mask, n // 2)
    assert len(found) == comb(n, n // 2)
    assert (np.diff(found.astype(np.int64)) > 0).all()
    assert not (found & ~np.uint64(mask)).any()
    assert (bits.popcount(found) == n // 2).all()
    assert list(bits.iter_subsets(mask, n // 2)) == found.tolist()


def test_the_ends_of_the_largest_pool_are_exact() -> None:
    full, count = 2**128 - 1, comb(128, 64)
    first, last = WORD, WORD << 64
    assert bits.unrank_subset(full, 64, 0) == first
    assert bits.unrank_subset(full, 64, count - 1) == last
    assert bits.rank_subset(full, last) == count - 1
    assert bits.rank_subset(full, [first, last]).tolist() == [0, count - 1]
    assert ints(bits.unrank_subset(full, 64, [0, count - 1])) == [first, last]
    assert bits.next_subset(full, last) is None
    assert list(itertools.islice(bits.iter_subsets(full, 64), 3)) == [first, first + 2**63, first + 2**63 + 2**62]
    with pytest.raises(IndexError, match=str(count)):
        bits.unrank_subset(full, 64, count)


@pytest.mark.parametrize("n", [64, 67, 68])
def test_ranks_about_64_bits(n: int) -> None:
    mask, k = (1 << n) - 1 << (128 - n), n // 2
    count = comb(n, k)
    ranks = [0, 1, count // 2, count - 2, count - 1]
    found = bits.unrank_subset(mask, k, ranks)
    assert ints(found) == [bits.unrank_subset(mask, k, i) for i in ranks]
    back = bits.rank_subset(mask, found)
    assert back.dtype == (np.uint64 if n < 68 else object)
    assert back.tolist() == ranks


@fast
@given(st.data())
def test_rank_and_unrank_are_inverse(data: st.DataObject) -> None:
    mask = data.draw(two_words)
    k = data.draw(st.integers(0, mask.bit_count()))
    i = data.draw(st.integers(0, comb(mask.bit_count(), k) - 1))
    subset = bits.unrank_subset(mask, k, i)
    assert subset & ~mask == 0
    assert subset.bit_count() == k
    assert bits.rank_subset(mask, subset) == i
    following = bits.next_subset(mask, subset)
    assert following is None or bits.rank_subset(mask, following) == i + 1


def test_ranks_of_subsets_of_different_sizes() -> None:
    assert bits.rank_subset(0b1111, [0, 0b1000, 0b1100, 0b1111]).tolist() == [0, 3, 5, 0]


# Random subsets.


@pytest.mark.parametrize("n", [1, 5, 13, 14, 30, 64, 65, 100, 128])
def test_random_subsets_have_k_cards_of_the_mask(n: int) -> None:
    mask = mask_of(RANDOM.permutation(128)[:n].tolist())
    for k in sorted({0, 1, n // 3, n // 2, n - 1, n}):
        found = ints(bits.random_subset(mask, k, 40, rng=k))
        assert all(subset & ~mask == 0 and subset.bit_count() == k for subset in found)
        assert bits.random_subset(mask, k, rng=k) == found[0]


def test_first_rows_do_not_depend_on_n() -> None:
    for mask in (2**52 - 1, 2**104 - 1):
        many = bits.random_subset(mask, 13, 2050, rng=5)
        for n in (0, 1, 1023, 1024, 1025):
            assert np.array_equal(bits.random_subset(mask, 13, n, rng=5), many[:n])
        assert not np.array_equal(many[:1000], many[1024:2024])


@pytest.mark.parametrize(
    ("n", "k"),
    [(5, 2), (13, 1), (14, 2), (14, 12), (16, 3), (18, 2), (27, 25), (39, 2), (53, 2), (64, 2), (65, 2), (66, 64)],
)
def test_random_subsets_are_uniform(n: int, k: int) -> None:
    """Packs of one to five chunks, and more than 64 cards; the seam of the words lies within each."""
    mask = ((1 << n) - 1) << 58
    draws = 100 * comb(n, k) if REFERENCE is False else 12 * comb(n, k)
    ranks = bits.rank_subset(mask, bits.random_subset(mask, k, draws, rng=11))
    counts = np.bincount(ranks.astype(np.int64), minlength=comb(n, k))
    assert stats.chisquare(counts).pvalue > 1e-4


@pytest.mark.parametrize(("n", "k"), [(26, 13), (52, 26), (52, 13), (64, 32), *((72, 9 * e) for e in range(1, 8))])
def test_random_subsets_of_many_cards_are_uniform_where_one_looks(n: int, k: int) -> None:
    """What of six cards is in, on both sides of every seam of chunks and words; above 64 cards, for every eighth."""
    seen = (0, 12, 13, n // 2 + 1, n - 2, n - 1)
    found = bits.random_subset((1 << n) - 1, k, 4_000 if REFERENCE else 200_000, rng=13)
    patterns = bits.to_bools(found, n)[:, seen] @ (1 << np.arange(6))
    counts = np.bincount(patterns, minlength=64)
    ways = [comb(n - 6, k - x.bit_count()) / comb(n, k) for x in range(64)]
    assert stats.chisquare(counts, np.array(ways) * len(found)).pvalue > 1e-4


@pytest.mark.slow
@pytest.mark.parametrize(("n", "k"), [(14, k) for k in range(1, 14)])
def test_random_subsets_are_uniform_in_a_million(n: int, k: int) -> None:
    mask = ((1 << n) - 1) << 58
    ranks = bits.rank_subset(mask, bits.random_subset(mask, k, 20_000 if REFERENCE else 1_000_000, rng=12))
    counts = np.bincount(ranks.astype(np.int64), minlength=comb(n, k))
    assert stats.chisquare(counts).pvalue > 1e-4


# Rows 0, 1, 1023 and 1024 of seed 2026; they change with a minor version only, and the CHANGELOG says so.
GOLDEN: dict[tuple[int, int], list[int]] = {
    (2**52 - 1, 13): [0xA2A671800010, 0x242230E011042, 0x5018609091600, 0x310A025820418],
    (2**52 - 1, 26): [0xAB5C715D5E08A, 0xE14DEA7037C8A, 0x41EF0CC2F6635, 0xEB2F86F51B22],
    (0b1011011 << 60, 3): [0xB000000000000000, 0x1A000000000000000, 0x43000000000000000, 0x43000000000000000],
    ((2**26 - 1) << 51, 20): [
        0x1BFF8DB8000000000000,
        0xEDF7DB8000000000000,
        0x11FFFFA0000000000000,
        0xFF9F5B8000000000000,
    ],
    (2**104 - 1, 26): [
        0x164021801A22104034B524A00,
        0x141008740A003C100648690051,
        0x8723508900400804211032C2A0,
        0x16A0201E808930000020A96C01,
    ],
}


@pytest.mark.parametrize(("mask", "k"), GOLDEN)
def test_golden_samples(mask: int, k: int) -> None:
    found = ints(bits.random_subset(mask, k, 1026, rng=2026))
    assert [found[i] for i in (0, 1, 1023, 1024)] == GOLDEN[mask, k]


# Islands.


def joined_cells(mask: int) -> set[frozenset[int]]:
    """Islands by merging: every pair of cards that touch brings its islands together."""
    parts = [{card} for card in held(mask)]
    for a, b in itertools.combinations(held(mask), 2):
        (column, suit), (other, its) = divmod(a % 64, 4), divmod(b % 64, 4)
        if column == other or (suit == its and abs(column - other) == 1):
            together = [part for part in parts if a in part or b in part]
            parts = [part for part in parts if part not in together] + [set().union(*together)]
    return {frozenset(part) for part in parts}


def check_islands(masks: list[int], batch: np.ndarray) -> None:
    values, offsets = bits.islands(batch)
    assert offsets.dtype == np.int64
    for r, mask in enumerate(masks):
        right = sorted(joined_cells(mask), key=lambda cards: min(card % 64 // 4 for card in cards))
        found = bits.islands(mask)
        assert found == [mask_of(cards) for cards in right]
        assert ints(values[offsets[r] : offsets[r + 1]]) == found
    for card in (0, 5, 63, 64, 127):
        alone = [bits.flood(mask, card) for mask in masks]
        assert alone == [next((i for i in bits.islands(mask) if i >> card & 1), 0) for mask in masks]
        assert ints(bits.flood(batch, card)) == alone


def test_islands_of_every_grid_of_three_ranks() -> None:
    masks = list(range(0, 2**12, 7 if REFERENCE else 1))
    check_islands(masks, np.array(masks, np.uint64))


def test_islands_of_large_grids() -> None:
    sparse = [a & b for a, b in itertools.pairwise(DRAWN)]
    narrow = [*DRAWN, *sparse, 1 | 1 << 60, WORD, *SINGLE[:64], 0]
    check_islands(narrow, np.array(narrow, np.uint64))
    double = [a | b << 64 for a, b in itertools.pairwise([0, *sparse])]
    check_islands([*double, *SINGLE], wide([*double, *SINGLE]))


def test_flood_of_a_batch_of_cards() -> None:
    hand = mask_of([0, 4, 7, 20])
    assert bits.flood(hand, [0, 20, 1, 127]).tolist() == [mask_of([0, 4, 7]), 1 << 20, 0, 0]
    assert bits.flood([hand, 1 << 5], [20, 5]).tolist() == [1 << 20, 1 << 5]
    assert bits.flood([hand], 100).tolist() == [0]


def test_the_ends_of_the_grid_do_not_meet() -> None:
    ace_to_king = mask_of([0, 48])
    assert bits.islands(ace_to_king) == [1, 1 << 48]
    assert bits.islands(mask_of([0, 60])) == [1, 1 << 60]


# Combinations.


@pytest.mark.parametrize("n", range(8))
@pytest.mark.parametrize("k", range(9))
def test_combinations_of_small_pools(n: int, k: int) -> None:
    right = list(itertools.combinations(range(n), k))
    found = bits.combinations(n, k)
    assert found.dtype == np.uint8
    assert found.shape == (len(right), k)
    assert list(map(tuple, found.tolist())) == right
    for i, row in enumerate(right):
        assert bits.rank_combination(row, n) == i
        assert bits.unrank_combination(n, k, i) == row
        assert bits.next_combination(row, n) == (right[i + 1] if i + 1 < len(right) else None)
    for i in (-1, len(right)):
        with pytest.raises(IndexError, match=f"i is {i}"):
            bits.unrank_combination(n, k, i)


@pytest.mark.parametrize(
    ("n", "k", "dtype"), [(256, 1, np.uint8), (256, 2, np.uint8), (257, 1, np.uint16), (257, 2, np.uint16)]
)
def test_combinations_widen_above_256(n: int, k: int, dtype: type) -> None:
    found = bits.combinations(n, k)
    assert found.dtype == dtype
    assert list(map(tuple, found.tolist())) == list(itertools.combinations(range(n), k))


def test_the_widest_combinations() -> None:
    assert bits.combinations(65536, 1)[:, 0].tolist() == list(range(65536))
    assert bits.combinations(300, 300).tolist() == [list(range(300))]
    assert bits.combinations(3, 2**40).shape == (0, 2**40)


@fast
@given(st.data())
def test_combination_ranks_are_inverse(data: st.DataObject) -> None:
    n = data.draw(st.integers(0, 150))
    k = data.draw(st.integers(0, n))
    i = data.draw(st.integers(0, comb(n, k) - 1))
    row = bits.unrank_combination(n, k, i)
    assert list(row) == sorted(set(row))
    assert bits.rank_combination(row, n) == i
    following = bits.next_combination(row, n)
    assert following is None if i + 1 == comb(n, k) else bits.rank_combination(following, n) == i + 1


# What is refused.

REFUSED: list[tuple[str, tuple[Any, ...], type[Exception], str]] = [
    ("popcount", ([[1, 2, 3]],), ValueError, r"masks has shape \(1, 3\)"),
    ("popcount", ([1, 2**128],), OverflowError, r"masks\[1\] has bit 128"),
    ("popcount", ("3H",), TypeError, "no deck is known"),
    ("from_indices", (5,), TypeError, "ids is int 5"),
    ("from_indices", (None,), TypeError, "ids is NoneType None"),
    ("from_indices", ([True],), TypeError, r"ids\[0\] is the bool True"),
    ("from_indices", ([1.0],), TypeError, r"ids\[0\] is float 1.0"),
    ("from_indices", (np.array([1.0]),), TypeError, "ids is an array of float64"),
    ("from_indices", (np.array([True]),), TypeError, "ids is an array of bool"),
    ("from_indices", ("12",), TypeError, r"ids\[0\] is str '1'"),
    ("from_indices", ([0, 128],), CardError, r"ids\[1\] is 128; expected a card index in 0\.\.127"),
    ("from_indices", ([-1],), CardError, r"ids\[0\] is -1"),
    ("from_indices", ([4, 7, 4],), CardError, r"ids\[2\] is 4 again; .* ids\[0\] is 4"),
    ("from_indices", ([[1, 2], [3, 3]],), CardError, r"ids\[1\]\[1\] is 3 again"),
    ("from_indices", ([[1, 2], [3, -2]],), CardError, r"ids\[1\]\[1\] is -2"),
    ("from_indices", ([[1, 2], [2**70, -1]],), CardError, r"ids\[1\]\[0\] is 1180591620717411303424"),
    ("from_indices", ([[1, 2], [3]],), ValueError, "rows of unequal length"),
    ("from_indices", ([[[1]]],), ValueError, r"ids has shape \(1, 1, 1\)"),
    ("to_bools", (0b100, 2), OverflowError, "masks has bit 2; expected bits 0..1"),
    ("to_bools", ([0, 0b100], 2), OverflowError, r"masks\[1\] has bit 2"),
    ("to_bools", (wide([0, 1 << 70]), 70), OverflowError, r"masks\[1\] has bit 70"),
    ("to_bools", (1, 129), ValueError, "width is 129; expected an integer in 0..128"),
    ("from_bools", ([0, 1],), TypeError, "expected bools"),
    ("from_bools", (None,), TypeError, "planes is NoneType"),
    ("from_bools", (np.zeros(129, bool),), ValueError, r"planes has shape \(129,\)"),
    ("from_bools", (np.zeros((1, 1, 1), bool),), ValueError, r"planes has shape \(1, 1, 1\)"),
    ("from_bools", ([[True], [True, False]],), ValueError, "rows of unequal length"),
    ("permute", (1, 3), TypeError, "table is the integer 3"),
    ("permute", (1, [0.5]), TypeError, r"table\[0\] is float 0.5"),
    ("permute", (1, [0, 200]), ValueError, r"table\[1\] is 200; expected a card index in 0\.\.127"),
    ("permute", (1, [5, 6, 5]), ValueError, r"table\[2\] is 5 again; .* table\[0\] is 5"),
    ("permute", (1, [0] * 129), ValueError, "table has 129 entries"),
    ("permute", (0b100, [1, 0]), OverflowError, "masks has bit 2; expected bits 0..1"),
    ("permute", ([0, 0b100], [1, 0]), OverflowError, r"masks\[1\] has bit 2"),
    ("select", ([1, 2], [0, 0, 0]), ValueError, "mask has 2 rows and i has 3 rows"),
    ("select", (1, 0.0), TypeError, "i is float 0.0"),
    ("select", (1, np.array([0.0])), TypeError, "i is an array of float64"),
    ("select", (1, [[0]]), TypeError, r"i\[0\] is list"),
    ("select", (1, np.zeros((1, 1), int)), ValueError, r"i has shape \(1, 1\)"),
    ("deposit", ([1, 2], [1, 2, 3]), ValueError, "values has 2 rows and masks has 3 rows"),
    ("subsets", (1, -1), ValueError, "k is -1; expected an integer at least 0"),
    ("subsets", ([1, 2], 1), TypeError, "bits.from_indices"),
    ("subsets", (2**128 - 1, 64), TooComplex, r"2\*\*27"),
    ("subsets", (2**30 - 1, 15), TooComplex, "mask has 155117520 subsets of 15 of its 30 cards"),
    ("iter_subsets", (1, -1), ValueError, "k is -1"),
    ("iter_subsets", (-1, 1), OverflowError, "not negative"),
    ("next_subset", (0b101, 0b110), CardError, "subset has card 1; expected cards of the mask 0x5"),
    ("rank_subset", (0b101, 0b110), CardError, "subset has card 1"),
    ("rank_subset", (0b101, [1, 1 << 100]), CardError, r"subset\[1\] has card 100"),
    ("unrank_subset", (0b101, 3, 0), IndexError, "i is 0; expected none"),
    ("unrank_subset", (0b101, 1, "0"), TypeError, "i is str '0'"),
    ("random_subset", (0b101, 3), ValueError, "k is 3; expected an integer in 0..2"),
    ("random_subset", (0b101, 1, -1), ValueError, "n is -1"),
    ("random_subset", (0b101, 1, 2.0), TypeError, "n is float 2.0"),
    ("random_subset", (0b101, 1, 2, "seed"), TypeError, "rng is str 'seed'"),
    ("flood", (1, 128), CardError, "card is 128; expected a card index in 0..127"),
    ("flood", ([1, 2], [0, -1]), CardError, r"card\[1\] is -1"),
    ("flood", (1, None), TypeError, "card is None"),
    ("next_combination", (3, 5), TypeError, "indices is int 3"),
    ("next_combination", ((0, 5), 5), ValueError, r"indices\[1\] is 5; expected an ascending index in 1\.\.4"),
    ("next_combination", ((1, 1), 5), ValueError, r"indices\[1\] is 1"),
    ("rank_combination", ((1, 0), 5), ValueError, r"indices\[1\] is 0"),
    ("rank_combination", ((True,), 5), TypeError, r"indices\[0\] is the bool"),
    ("combinations", (65537, 1), ValueError, "n is 65537"),
    ("combinations", (40, 20), TooComplex, r"C\(40, 20\)"),
    ("combinations", (5, -1), ValueError, "k is -1"),
    ("unrank_combination", (3, 4, 0), IndexError, "i is 0; expected none"),
    ("unrank_combination", (-3, 1, 0), ValueError, "n is -3"),
]


@pytest.mark.parametrize(("name", "arguments", "error", "text"), REFUSED)
def test_refusals_name_what_is_wrong(name: str, arguments: tuple, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text) as caught:
        getattr(bits, name)(*arguments)
    assert caught.type is error


def test_words_bound_the_indices() -> None:
    with pytest.raises(CardError, match=r"ids\[0\]\[0\] is 64; expected a card index in 0\.\.63"):
        bits.from_indices([[64]], words=1)
    with pytest.raises(ValueError, match="words is 3"):
        bits.from_indices([[1]], words=3)


def test_big_endian_integers_past_63_bits_do_not_wrap() -> None:
    with pytest.raises(CardError, match=r"card\[0\] is 18446744073709551615"):
        bits.flood(3, np.array([2**64 - 1], ">u8"))


def test_a_buffer_of_no_dimensions_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="masks is"):
        bits.popcount(memoryview(np.array(5, np.uint64)))
