"""The subsets of a mask with k cards: in order, by rank, at random."""

from collections.abc import Iterator
from math import comb
from typing import Any

import numpy as np

from bitdeck import _door, _twin
from bitdeck._bits_door import (
    MOST_ROWS,
    WORD,
    Integers,
    as_rows,
    flat,
    let_in,
    objects,
    one_row,
    ranks_inside,
    whole_numbers,
    words_of,
)
from bitdeck._door import Array, Mask, Masks, Rng
from bitdeck.errors import CardError, TooComplex

__all__ = ["iter_subsets", "next_subset", "random_subset", "rank_subset", "subsets", "unrank_subset"]

_kernel = _twin.load("bits")

_CHUNK = 1024


def subsets(mask: Mask, k: int) -> Array:
    """All subsets of a mask with k cards, ascending.

    Parameters
    ----------
    mask : int
        One mask.
    k : int
        The number of cards, not negative.

    Returns
    -------
    uint64 (C(n, k),), or (C(n, k), 2) for a mask past 64 bits
        Ascending as integers. k = 0 gives one empty subset, k greater than the number of cards none.

    Raises
    ------
    TooComplex
        For more than 2**27 subsets, before memory is taken.
    TypeError, OverflowError, ValueError
        For what is not one mask, a negative k.

    Notes
    -----
    Gosper's hack (HAKMEM 175, 1972) steps through the patterns of k bits, each deposited into the mask.

    Examples
    --------
    >>> subsets(0b1011, 2).tolist()
    [3, 9, 10]
    """
    mask, k, count = _pool(mask, k)
    if count > MOST_ROWS:
        raise TooComplex(
            f"mask has {count} subsets of {k} of its {mask.bit_count()} cards; expected at most 2**27 = {MOST_ROWS}: "
            "iter_subsets gives them one at a time"
        )
    out = np.empty((count, words_of(mask)), np.uint64)
    if count:
        _kernel.subsets(mask, _first(mask, k), out)
    return flat(out)


def iter_subsets(mask: Mask, k: int) -> Iterator[int]:
    """The subsets of a mask with k cards one at a time, ascending, however many there are.

    Parameters
    ----------
    mask : int
        One mask.
    k : int
        The number of cards, not negative.

    Returns
    -------
    iterator of int
        As `subsets`, in constant memory.

    Raises
    ------
    TypeError, OverflowError, ValueError
        At the call, for what is not one mask, a negative k.

    Examples
    --------
    >>> list(iter_subsets(0b1011, 2))
    [3, 9, 10]
    """
    mask, k, count = _pool(mask, k)
    return _in_chunks(mask, _first(mask, k), count)


def next_subset(mask: Mask, subset: Mask) -> int | None:
    """The subset of a mask that follows, ascending, among those with as many cards.

    Parameters
    ----------
    mask, subset : int
        One mask each.

    Returns
    -------
    int or None
        None after the last.

    Raises
    ------
    CardError
        For a subset with a card that is not in the mask.
    TypeError, OverflowError
        For what is not one mask.

    Notes
    -----
    Gosper's hack (HAKMEM 175, 1972) within the mask.

    Examples
    --------
    >>> next_subset(0b1011, 0b0011), next_subset(0b1011, 0b1010)
    (9, None)
    """
    mask, subset = _door.mask(mask, "mask"), _door.mask(subset, "subset")
    _within(mask, subset, "subset")
    following: int = _kernel.next_subset(mask, subset)
    return None if following < 0 else following


def rank_subset(mask: Mask, subset: Masks) -> int | Array:
    """The place of a subset among the subsets of a mask with as many cards, ascending.

    Parameters
    ----------
    mask : int
        One mask.
    subset : int or array_like
        One mask, or a batch (n,) or (n, 2), each a part of `mask`; the rows of a batch may differ in size.

    Returns
    -------
    int, or uint64 (n,)
        From 0. A mask of more than 67 cards has ranks past 64 bits: its batch is an object array of Python ints.

    Raises
    ------
    CardError
        For a subset with a card that is not in the mask.
    TypeError, OverflowError
        For what is not a mask.

    Notes
    -----
    The combinatorial number system (Lehmer 1964; Knuth, TAOCP 7.2.1.3): cards at places c1 < c2 < … of the mask have
    rank C(c1, 1) + C(c2, 2) + ….

    Examples
    --------
    >>> rank_subset(0b1011, 0b1010)
    2
    >>> rank_subset(0b1011, [3, 9, 10]).tolist()
    [0, 1, 2]
    """
    mask, value = _door.mask(mask, "mask"), let_in(subset, "subset")
    _within(mask, value, "subset")
    if isinstance(value, int):
        return _kernel.rank_subset_one(mask, value)  # type: ignore[no-any-return]
    n = mask.bit_count()
    if comb(n, n // 2) > WORD:
        return objects([_kernel.rank_subset_one(mask, _door.joined(row)) for row in as_rows(value)])
    out = np.empty(len(value), np.uint64)
    _kernel.rank_subset(mask, as_rows(value), out)
    return out


def unrank_subset(mask: Mask, k: int, i: Integers) -> int | Array:
    """The i-th subset of a mask with k cards, in the order of `subsets`.

    Parameters
    ----------
    mask : int
        One mask.
    k : int
        The number of cards, not negative.
    i : int or integer array_like (n,)
        Ranks from 0. Ranks past 64 bits come as a sequence of Python ints.

    Returns
    -------
    int, or uint64 (n,), or (n, 2) for a mask past 64 bits
        A batch for a batch of ranks.

    Raises
    ------
    IndexError
        For a rank outside 0 .. C(n, k) - 1; there is none when k is greater than the number of cards.
    TypeError, OverflowError, ValueError
        For what is not one mask, a rank that is not an integer, a negative k.

    Notes
    -----
    The combinatorial number system read greedily from the highest card (Knuth, TAOCP 7.2.1.3).

    Examples
    --------
    >>> unrank_subset(0b1011, 2, 1)
    9
    >>> unrank_subset(0b1011, 2, [2, 0]).tolist()
    [10, 3]
    """
    mask, k, count = _pool(mask, k)
    ranks = whole_numbers(i, "i")
    ranks_inside(ranks, count)
    if isinstance(ranks, int):
        return _kernel.unrank_subset_one(mask, k, ranks)  # type: ignore[no-any-return]
    words = words_of(mask)
    if count > WORD:
        found = [_kernel.unrank_subset_one(mask, k, int(rank)) for rank in ranks]
        return np.array([_door.words_of(v, words) for v in found], np.uint64).reshape(-1, words)
    out = np.empty((len(ranks), words), np.uint64)
    _kernel.unrank_subset(mask, k, ranks.astype(np.uint64), out)
    return flat(out)


def random_subset(mask: Mask, k: int, n: int | None = None, rng: Rng = None) -> int | Array:
    """Uniformly random subsets of a mask with k cards.

    Parameters
    ----------
    mask : int
        One mask.
    k : int
        The number of cards, at most as many as the mask has.
    n : int, optional
        How many subsets; one, as an int, by default.
    rng : None, int, SeedSequence, BitGenerator or Generator
        Randomness, as `numpy.random.default_rng` takes it.

    Returns
    -------
    int, or uint64 (n,), or (n, 2) for a mask past 64 bits
        One subset a row. The first rows do not depend on n.

    Raises
    ------
    ValueError
        For a k or n out of bounds.
    TypeError, OverflowError
        For what is not one mask, or no source of randomness.

    Notes
    -----
    Up to 64 cards, a bounded integer (Lemire 2019) ranks the subset: by how many of the 13 lowest cards it has, then by
    its other cards, ranked alike, then by which of the 13. Above, every card is in with a probability in eighths near
    k / n, then single random cards join or leave until there are k: uniform, because every step treats all cards
    alike. Rows 1024 * b … 1024 * b + 1023 come from block b of the stream.

    Examples
    --------
    >>> hands = random_subset(2**52 - 1, 13, n=1000, rng=1)
    >>> hands.shape, set(popcount(hands).tolist())
    ((1000,), {13})
    """
    mask = _door.mask(mask, "mask")
    k = _door.number(k, "k", 0, mask.bit_count())
    rows = 1 if n is None else _door.number(n, "n")
    out = np.empty((rows, words_of(mask)), np.uint64)
    _kernel.random_subset(_door.seed_words(rng), mask, k, out)
    return _door.joined(out[0]) if n is None else flat(out)


def _pool(mask: Any, k: Any) -> tuple[int, int, int]:
    """A mask, a number of cards, and how many subsets of it there are."""
    mask, k = _door.mask(mask, "mask"), _door.number(k, "k")
    return mask, k, comb(mask.bit_count(), k)


def _within(mask: int, subset: int | Array, name: str) -> None:
    """Refuse the first subset with a card that is not in the mask."""
    if isinstance(subset, int):
        if subset & ~mask:
            raise CardError(
                f"{name} has card {(subset & ~mask).bit_length() - 1}; expected cards of the mask {mask:#x}"
            )
        return
    rows = as_rows(subset)
    for r in np.flatnonzero((rows & ~one_row(mask, 2)[:, : rows.shape[1]]).any(axis=1))[:1]:
        _within(mask, _door.joined(rows[r]), f"{name}[{r}]")


def _first(mask: int, k: int) -> int:
    """The least subset with k cards, 0 when there is none."""
    return _kernel.unrank_subset_one(mask, k, 0) if k <= mask.bit_count() else 0


def _in_chunks(mask: int, first: int, count: int) -> Iterator[int]:
    """`count` subsets from `first` on, made by the kernel a thousand at a time."""
    while count:
        out = np.empty((min(count, _CHUNK), words_of(mask)), np.uint64)
        _kernel.subsets(mask, first, out)
        words = [column.tolist() for column in out.T]
        chunk = words[0] if len(words) == 1 else [low | high << 64 for low, high in zip(*words, strict=True)]
        yield from chunk
        count -= len(chunk)
        if count:
            first = _kernel.next_subset(mask, chunk[-1])


for _function in (iter_subsets, next_subset, random_subset, rank_subset, subsets, unrank_subset):
    _function.__module__ = "bitdeck.bits"  # where they are public
