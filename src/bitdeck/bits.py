"""Masks and combinations: counting and finding cards in a hand, subsets and their ranks, the islands of a grid.

A mask is an `int` of at most 128 bits and answers with Python objects. A batch is an array or a sequence and answers
with arrays, one row a mask: uint64 of shape (n,) for masks of one word, (n, 2), low word first, for masks of two. A
sequence of ints takes one word when every mask fits in 64 bits, else two. Where two operands make a batch, a single
value (or a batch of one row) serves every row of the other.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import comb
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from bitdeck import _door, _twin
from bitdeck._door import Array, Mask, Masks, Rng
from bitdeck.errors import CardError, TooComplex

__all__ = [
    "combinations",
    "deposit",
    "extract",
    "flood",
    "from_bools",
    "from_indices",
    "highest",
    "highest_bit",
    "indices",
    "islands",
    "iter_subsets",
    "lowest",
    "next_combination",
    "next_subset",
    "permute",
    "popcount",
    "random_subset",
    "rank_combination",
    "rank_subset",
    "select",
    "subsets",
    "to_bools",
    "unrank_combination",
    "unrank_subset",
]

Integers: TypeAlias = "int | npt.ArrayLike | Sequence[int]"

_kernel = _twin.load("bits")

MOST_ROWS = 2**27
MOST_ENTRIES = 2**32
_WORD = 2**64
_CHUNK = 1024


def popcount(masks: Masks) -> int | Array:
    """How many cards a mask has.

    Parameters
    ----------
    masks : int or array_like
        One mask, or a batch (n,) or (n, 2).

    Returns
    -------
    int or uint8 (n,)
        The number of set bits, 0..128.

    Raises
    ------
    TypeError, OverflowError
        For what is not a mask, or has bits past 127.

    Notes
    -----
    `int.bit_count` and `numpy.bitwise_count`; uint8 wraps in arithmetic, so widen it before subtracting.

    Examples
    --------
    >>> popcount(0b1011)
    3
    >>> popcount([0b1011, 0]).tolist()
    [3, 0]
    """
    value = _let_in(masks, "masks")
    if isinstance(value, int):
        return value.bit_count()
    counts: Array = np.bitwise_count(value)
    return counts if counts.ndim == 1 else counts[:, 0] + counts[:, 1]


def lowest(masks: Masks) -> int | Array:
    """The index of the lowest card, -1 for an empty mask.

    Parameters
    ----------
    masks : int or array_like
        One mask, or a batch (n,) or (n, 2).

    Returns
    -------
    int or int8 (n,)
        -1..127.

    Raises
    ------
    TypeError, OverflowError
        For what is not a mask, or has bits past 127.

    Notes
    -----
    Bit scan forward: `mask & -mask` is the lowest set bit alone.

    Examples
    --------
    >>> lowest(0b1100), lowest(0), lowest([0b1100, 1 << 100]).tolist()
    (2, -1, [2, 100])
    """
    value = _let_in(masks, "masks")
    if isinstance(value, int):
        return (value & -value).bit_length() - 1
    out = np.empty(len(value), np.int8)
    _kernel.lowest(_rows(value), out)
    return out


def highest(masks: Masks) -> int | Array:
    """The index of the highest card, -1 for an empty mask.

    Parameters
    ----------
    masks : int or array_like
        One mask, or a batch (n,) or (n, 2).

    Returns
    -------
    int or int8 (n,)
        -1..127.

    Raises
    ------
    TypeError, OverflowError
        For what is not a mask, or has bits past 127.

    Notes
    -----
    Bit scan reverse.

    Examples
    --------
    >>> highest(0b1100), highest(0), highest([0b1100, 1 << 100]).tolist()
    (3, -1, [3, 100])
    """
    value = _let_in(masks, "masks")
    if isinstance(value, int):
        return value.bit_length() - 1
    out = np.empty(len(value), np.int8)
    _kernel.highest(_rows(value), out)
    return out


def highest_bit(masks: Masks) -> int | Array:
    """The highest card alone, as a mask; 0 for an empty mask.

    Parameters
    ----------
    masks : int or array_like
        One mask, or a batch (n,) or (n, 2).

    Returns
    -------
    int or uint64 (n,) or (n, 2)
        One set bit, or none.

    Raises
    ------
    TypeError, OverflowError
        For what is not a mask, or has bits past 127.

    Examples
    --------
    >>> highest_bit(0b1100), highest_bit(0), highest_bit([5, 0]).tolist()
    (8, 0, [4, 0])
    """
    value = _let_in(masks, "masks")
    if isinstance(value, int):
        return 1 << value.bit_length() - 1 if value else 0
    out = np.empty_like(value)
    _kernel.highest_bit(_rows(value), _rows(out))
    return out


def indices(mask: Masks) -> tuple[int, ...] | Array:
    """The cards of a mask, ascending.

    Parameters
    ----------
    mask : int or array_like
        One mask, or a batch (n,) or (n, 2).

    Returns
    -------
    tuple of int or int8 (n, widest)
        For a batch, as many columns as the fullest mask has cards, padded with -1.

    Raises
    ------
    TypeError, OverflowError
        For what is not a mask, or has bits past 127.

    See Also
    --------
    from_indices : the inverse, padding included.

    Examples
    --------
    >>> indices(0b1011)
    (0, 1, 3)
    >>> indices([0b1011, 0b100]).tolist()
    [[0, 1, 3], [2, -1, -1]]
    """
    value = _let_in(mask, "mask")
    if isinstance(value, int):
        return _kernel.indices_one(value)  # type: ignore[no-any-return]
    counts = popcount(value)
    out = np.empty((len(value), int(np.max(counts, initial=0))), np.int8)
    _kernel.indices(_rows(value), out)
    return out


def from_indices(ids: Iterable[Any], *, words: int | None = None) -> int | Array:
    """The mask that holds the cards `ids`.

    Parameters
    ----------
    ids : iterable of int, or integer array_like (n, k)
        Card indices 0..127 in any order, each once. Two-dimensional: one row a mask, -1 is padding.
    words : {1, 2}, optional
        The width of a batch's result, and 64 * words the bound on indices. By default one word when every index is
        below 64, else two.

    Returns
    -------
    int or uint64 (n,) or (n, 2)
        A batch for two-dimensional `ids`.

    Raises
    ------
    CardError
        For an index out of bounds or named twice.
    TypeError
        For an index that is not an integer (a bool is not one), or `ids` that is not iterable.
    ValueError
        For rows of unequal length, or more than two dimensions.

    Examples
    --------
    >>> from_indices([0, 1, 3])
    11
    >>> from_indices([[0, 1, 3], [2, -1, -1]]).tolist()
    [11, 4]
    >>> from_indices([4, 7, 4])
    Traceback (most recent call last):
    bitdeck.errors.CardError: ids[2] is 4 again; expected each card once, and ids[0] is 4
    """
    most = 128 if words is None else 64 * _door.number(words, "words", 1, 2)
    table = _id_table(ids)
    if isinstance(table, list):
        return _from_ids(table, "ids", most)
    here = table >= 0
    rows, columns = np.nonzero(here)
    cards = table[rows, columns]
    wide = most > 64 and (words == 2 or bool((cards >= 64).any()))
    planes = np.zeros((len(table), 128 if wide else 64), np.bool_)
    planes[rows, np.minimum(cards, planes.shape[1] - 1).astype(np.intp)] = True
    wrong = ((table < -1) | (table >= most)).any(axis=1) | (planes.sum(axis=1) != here.sum(axis=1))
    for r in np.flatnonzero(wrong)[:1]:
        _from_ids(table[r].tolist(), f"ids[{r}]", most, padded=True)
    return _planes_to_masks(planes)


def to_bools(masks: Masks, width: int) -> Array:
    """Masks as planes of bools, one column a card.

    Parameters
    ----------
    masks : int or array_like
        One mask, or a batch (n,) or (n, 2).
    width : int
        The number of columns, 0..128.

    Returns
    -------
    bool (width,) or (n, width)
        Column i says whether card i is in the mask.

    Raises
    ------
    OverflowError
        For a mask with a card at or past `width`.
    TypeError, ValueError
        For what is not a mask, a width out of bounds.

    Examples
    --------
    >>> to_bools(0b101, 4).tolist()
    [True, False, True, False]
    >>> to_bools([0b101, 0], 3).shape
    (2, 3)
    """
    width = _door.number(width, "width", 0, 128)
    value = _let_in(masks, "masks", width)
    rows = _rows(value) if not isinstance(value, int) else _row(value, 2)
    out = np.empty((len(rows), width), np.bool_)
    _kernel.to_bools(rows, out.view(np.uint8))
    return out[0] if isinstance(value, int) else out


def from_bools(planes: npt.ArrayLike) -> int | Array:
    """Masks from planes of bools: the inverse of `to_bools`.

    Parameters
    ----------
    planes : bool array_like (width,) or (n, width)
        At most 128 columns; column i says whether card i is in the mask.

    Returns
    -------
    int, or uint64 (n,) up to 64 columns, (n, 2) above

    Raises
    ------
    TypeError
        For anything but bools.
    ValueError
        For more than 128 columns, or another number of dimensions.

    Examples
    --------
    >>> from_bools([True, False, True])
    5
    >>> from_bools([[True, False], [False, True]]).tolist()
    [1, 2]
    """
    try:
        array = np.asarray(planes)
    except ValueError:
        raise ValueError("planes has rows of unequal length; expected one row a mask") from None
    if array.size == 0 and not isinstance(planes, np.ndarray):
        array = array.astype(np.bool_)
    if array.dtype != np.bool_:
        raise TypeError(f"planes is {type(planes).__name__} of {array.dtype}; expected bools")
    if array.ndim not in (1, 2) or array.shape[-1] > 128:
        raise ValueError(f"planes has shape {array.shape}; expected (width,) or (n, width), width at most 128")
    if array.ndim == 1:
        row = np.empty((1, 2), np.uint64)
        _kernel.from_bools(np.ascontiguousarray(array[None]).view(np.uint8), row)
        return _door.joined(row[0])
    return _planes_to_masks(array)


def permute(masks: Masks, table: Integers) -> int | Array:
    """Masks in another numbering of the cards: card i becomes card table[i].

    Parameters
    ----------
    masks : int or array_like
        One mask, or a batch (n,) or (n, 2).
    table : sequence of int
        At most 128 different indices 0..127, such as `Deck.order` gives.

    Returns
    -------
    int, or uint64 (n,) when every index of the table is below 64, else (n, 2)

    Raises
    ------
    OverflowError
        For a mask with a card past the end of the table.
    TypeError, ValueError
        For what is not a mask; for a table entry that is not an integer, out of bounds, or there twice.

    Examples
    --------
    >>> permute(0b011, [2, 0, 1])
    5
    >>> permute([0b011, 0b100], [2, 0, 1]).tolist()
    [5, 2]
    """
    places = _table(table)
    value = _let_in(masks, "masks", len(places))
    if isinstance(value, int):
        return _kernel.permute_one(value, places)  # type: ignore[no-any-return]
    out = np.empty((len(value), 1 + int(np.max(places, initial=0) >= 64)), np.uint64)
    _kernel.permute(_rows(value), places, out)
    return _flat(out)


def select(mask: Masks, i: Integers) -> int | Array:
    """The index of the i-th card of a mask, counted from 0 at the lowest.

    Parameters
    ----------
    mask : int or array_like
        One mask, or a batch (n,) or (n, 2).
    i : int or integer array_like (n,)

    Returns
    -------
    int or int8 (n,)
        A batch when either operand is one; -1 in rows where the mask has no such card.

    Raises
    ------
    IndexError
        For one mask and one place, when the mask has no such card. A negative place does not count from the end.
    TypeError, OverflowError
        For what is not a mask, or a place that is not an integer.
    ValueError
        For batches of unequal length.

    Notes
    -----
    Vigna, "Broadword implementation of rank/select queries" (2008); PDEP of one bit where the CPU has it.

    Examples
    --------
    >>> select(0b1011, 2)
    3
    >>> select(0b1011, [0, 1, 2, 3]).tolist()
    [0, 1, 3, -1]
    """
    value = _let_in(mask, "mask")
    places = _integers(i, "i")
    if isinstance(value, int) and isinstance(places, int):
        found: int = _kernel.select_one(value, places) if 0 <= places < 128 else -1
        if found < 0:
            raise IndexError(f"i is {places}; expected a place in 0..{value.bit_count() - 1} of the mask's cards")
        return found
    at = _longs(np.clip(places, -1, 128))
    rows = _rows(value) if not isinstance(value, int) else _row(value, 2)
    out = np.empty(_length(mask=_batch_length(value), i=_batch_length(places)), np.int8)
    _kernel.select(rows, at, out)
    return out


def deposit(values: Masks, masks: Masks) -> int | Array:
    """The j-th bit of a value put at the j-th card of a mask (PDEP).

    Parameters
    ----------
    values, masks : int or array_like
        One mask, or a batch (n,) or (n, 2). Bits of a value past the mask's number of cards are left out.

    Returns
    -------
    int or uint64 (n,) or (n, 2)
        A batch when either operand is one, as wide as the masks; a part of the mask.

    Raises
    ------
    TypeError, OverflowError
        For what is not a mask, or has bits past 127.
    ValueError
        For batches of unequal length.

    Notes
    -----
    Intel's parallel bit deposit; in hardware from x86-64-v3 on.

    Examples
    --------
    >>> bin(deposit(0b101, 0b11010))
    '0b10010'
    """
    return _spread(_kernel.deposit_one, _kernel.deposit, values, masks)


def extract(values: Masks, masks: Masks) -> int | Array:
    """The bits of a value at the cards of a mask, moved together at the low end (PEXT).

    Parameters
    ----------
    values, masks : int or array_like
        One mask, or a batch (n,) or (n, 2).

    Returns
    -------
    int or uint64 (n,) or (n, 2)
        A batch when either operand is one, as wide as the masks; bit j is the value's bit at the j-th card of the mask.

    Raises
    ------
    TypeError, OverflowError
        For what is not a mask, or has bits past 127.
    ValueError
        For batches of unequal length.

    Notes
    -----
    Intel's parallel bit extract; in hardware from x86-64-v3 on.

    Examples
    --------
    >>> bin(extract(0b10110, 0b11010))
    '0b101'
    """
    return _spread(_kernel.extract_one, _kernel.extract, values, masks)


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
    out = np.empty((count, _words(mask)), np.uint64)
    if count:
        _kernel.subsets(mask, _first(mask, k), out)
    return _flat(out)


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
    mask, value = _door.mask(mask, "mask"), _let_in(subset, "subset")
    _within(mask, value, "subset")
    if isinstance(value, int):
        return _kernel.rank_subset_one(mask, value)  # type: ignore[no-any-return]
    n = mask.bit_count()
    if comb(n, n // 2) > _WORD:
        return _objects([_kernel.rank_subset_one(mask, _door.joined(row)) for row in _rows(value)])
    out = np.empty(len(value), np.uint64)
    _kernel.rank_subset(mask, _rows(value), out)
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
    ranks = _integers(i, "i")
    _ranks_inside(ranks, count)
    if isinstance(ranks, int):
        return _kernel.unrank_subset_one(mask, k, ranks)  # type: ignore[no-any-return]
    words = _words(mask)
    if count > _WORD:
        found = [_kernel.unrank_subset_one(mask, k, int(rank)) for rank in ranks]
        return np.array([_door.words_of(v, words) for v in found], np.uint64).reshape(-1, words)
    out = np.empty((len(ranks), words), np.uint64)
    _kernel.unrank_subset(mask, k, ranks.astype(np.uint64), out)
    return _flat(out)


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
    out = np.empty((rows, _words(mask)), np.uint64)
    _kernel.random_subset(_door.seed_words(rng), mask, k, out)
    return _door.joined(out[0]) if n is None else _flat(out)


def flood(mask: Masks, card: Integers) -> int | Array:
    """The island of a card in the 4-suit grid: the cards that hang together with it.

    Parameters
    ----------
    mask : int or array_like
        One mask, or a batch (n,) or (n, 2).
    card : int or integer array_like (n,)
        Card indices 0..127.

    Returns
    -------
    int or uint64 (n,) or (n, 2)
        A batch when either operand is one; 0 where the card is not in the mask.

    Raises
    ------
    CardError
        For a card index out of bounds.
    TypeError, OverflowError
        For what is not a mask, or a card that is not an integer.
    ValueError
        For batches of unequal length.

    Notes
    -----
    A card is a cell of a grid: bit = 4 * rank + suit, ranks are columns and suits rows, sixteen ranks to a word. All
    cards of a rank hang together, and so do neighbouring ranks of a suit; the ends do not meet around the corner. The
    second word lies over the first as a second copy of the pack: an island holds both copies of its cells. A joker
    is a cell like any other, so leave jokers out of the mask. A flood fill by shifts of four bits.

    Examples
    --------
    >>> hand = from_indices([0, 4, 7, 20])
    >>> indices(flood(hand, 0)), indices(flood(hand, 20)), flood(hand, 1)
    ((0, 4, 7), (20,), 0)
    """
    value = _let_in(mask, "mask")
    cards = _integers(card, "card")
    _cards_inside(cards)
    if isinstance(value, int) and isinstance(cards, int):
        return _kernel.flood_one(value, cards)  # type: ignore[no-any-return]
    rows = _rows(value) if not isinstance(value, int) else _row(value, _words(value))
    out = np.empty((_length(mask=_batch_length(value), card=_batch_length(cards)), rows.shape[1]), np.uint64)
    _kernel.flood(rows, _longs(cards), out)
    return _flat(out)


def islands(mask: Masks) -> list[int] | tuple[Array, Array]:
    """The islands of the 4-suit grid: the parts of a hand that do not touch each other.

    Parameters
    ----------
    mask : int or array_like
        One mask, or a batch (n,) or (n, 2).

    Returns
    -------
    list of int
        The islands by lowest rank ascending, at most sixteen.
    (values, offsets) : uint64 (m,) or (m, 2), int64 (n + 1,)
        For a batch: the islands of row r are values[offsets[r]:offsets[r + 1]].

    Raises
    ------
    TypeError, OverflowError
        For what is not a mask, or has bits past 127.

    See Also
    --------
    flood : the island of one card, and what hangs together.

    Examples
    --------
    >>> islands(from_indices([0, 4, 7, 20]))
    [145, 1048576]
    >>> values, offsets = islands([0b1, 0, 0b1_0000_0000_0001])
    >>> values.tolist(), offsets.tolist()
    ([1, 1, 4096], [0, 1, 1, 3])
    """
    value = _let_in(mask, "mask")
    if isinstance(value, int):
        return list(_kernel.islands_one(value))
    rows = _rows(value)
    offsets = np.empty(len(rows) + 1, np.int64)
    _kernel.count_islands(rows, offsets)
    out = np.empty((int(offsets[-1]), rows.shape[1]), np.uint64)
    _kernel.islands(rows, offsets, out)
    return _flat(out), offsets


def next_combination(indices: Iterable[int], n: int) -> tuple[int, ...] | None:
    """The combination that follows in lexicographic order.

    Parameters
    ----------
    indices : iterable of int
        Strictly ascending, in 0 .. n - 1.
    n : int
        The size of the pool.

    Returns
    -------
    tuple of int, or None after the last

    Raises
    ------
    TypeError, ValueError
        For an index that is not an integer, out of bounds or out of order; a negative n.

    Notes
    -----
    The last index that can be raised is raised, and what follows is renumbered (Knuth, TAOCP 7.2.1.3, Algorithm L).

    Examples
    --------
    >>> next_combination((0, 1, 4), 5), next_combination((2, 3, 4), 5)
    ((0, 2, 3), None)
    """
    n = _door.number(n, "n")
    return _kernel.next_combination(_combination(indices, n), n)  # type: ignore[no-any-return]


def combinations(n: int, k: int) -> Array:
    """All combinations of k of the indices 0 .. n - 1, in lexicographic order.

    Parameters
    ----------
    n : int
        The size of the pool, 0..65536.
    k : int
        The number of indices in each, not negative.

    Returns
    -------
    uint8 (C(n, k), k), uint16 for n above 256
        k = 0 gives one empty row, k greater than n none.

    Raises
    ------
    TooComplex
        For more than 2**27 rows or 2**32 indices, before memory is taken.
    TypeError, ValueError
        For an n or k that is not an integer, or out of bounds.

    Examples
    --------
    >>> combinations(4, 2).tolist()
    [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    """
    n, k = _door.number(n, "n", 0, 65536), _door.number(k, "k")
    count = comb(n, k)
    if count > MOST_ROWS:
        raise TooComplex(f"there are C({n}, {k}) > 2**27 combinations; expected at most {MOST_ROWS}")
    if count * k > MOST_ENTRIES:
        raise TooComplex(f"C({n}, {k}) combinations have {count * k} indices; expected at most 2**32 = {MOST_ENTRIES}")
    out = np.empty((count, k), np.uint16 if n > 256 else np.uint8)
    if out.size:
        (_kernel.combinations_wide if n > 256 else _kernel.combinations)(n, k, out)
    return out


def rank_combination(indices: Iterable[int], n: int) -> int:
    """The place of a combination in lexicographic order.

    Parameters
    ----------
    indices : iterable of int
        Strictly ascending, in 0 .. n - 1.
    n : int
        The size of the pool.

    Returns
    -------
    int
        From 0; exact, however large.

    Raises
    ------
    TypeError, ValueError
        For an index that is not an integer, out of bounds or out of order; a negative n.

    Notes
    -----
    The combinatorial number system, mirrored (Knuth, TAOCP 7.2.1.3).

    Examples
    --------
    >>> rank_combination((0, 2, 3), 4)
    2
    """
    n = _door.number(n, "n")
    return _kernel.rank_combination(_combination(indices, n), n)  # type: ignore[no-any-return]


def unrank_combination(n: int, k: int, i: int) -> tuple[int, ...]:
    """The i-th combination of k of the indices 0 .. n - 1 in lexicographic order.

    Parameters
    ----------
    n : int
        The size of the pool, not negative.
    k : int
        The number of indices, not negative.
    i : int
        The rank from 0.

    Returns
    -------
    tuple of int

    Raises
    ------
    IndexError
        For a rank outside 0 .. C(n, k) - 1; there is none when k is greater than n.
    TypeError, ValueError
        For an argument that is not an integer, a negative n or k.

    Examples
    --------
    >>> unrank_combination(4, 2, 2)
    (0, 3)
    """
    n, k, rank = _door.number(n, "n"), _door.number(k, "k"), _door.whole(i, "i")
    _ranks_inside(rank, comb(n, k))
    return _kernel.unrank_combination(n, k, rank)  # type: ignore[no-any-return]


# Letting in.


def _let_in(value: Any, name: str, bits: int = 128) -> int | Array:
    """One mask as an int, or a batch as uint64 (n,) or (n, 2)."""
    if type(value) is int:
        return _door.mask(value, name, bits)
    if isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype.kind in "ui":
        return _door.array(value, name, min(bits, 64))
    found = _door.masks(value, name, bits, words=2)
    if isinstance(found, int) or np.ndim(value) > 1 or found[:, 1].any():
        return found
    return np.ascontiguousarray(found[:, 0])


def _integers(value: Any, name: str) -> int | Array:
    """One integer, or a batch of them as int64 (n,), object (n,) when they need more bits."""
    if type(value) is int:
        return value
    if isinstance(value, np.ndarray):
        rows = value
    elif isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        rows = np.array(value, np.int64) if set(map(type, value)) == {int} and _fits(value) else _objects(value)
    else:
        return _door.whole(value, name)
    if rows.ndim == 0:
        return _door.whole(value, name)
    if rows.ndim > 1:
        raise ValueError(f"{name} has shape {rows.shape}; expected (n,)")
    if rows.dtype.kind == "O":
        rows = _objects([_door.whole(v, f"{name}[{j}]") for j, v in enumerate(rows)])
    elif rows.dtype.kind not in "ui":
        raise TypeError(f"{name} is an array of {rows.dtype}; expected integers")
    elif rows.dtype.kind == "u" and rows.dtype.itemsize == 8 and (rows >> 63).any():
        rows = rows.astype(object)
    try:
        return np.ascontiguousarray(rows, np.int64)
    except OverflowError:
        return rows


def _fits(values: Sequence[int]) -> bool:
    return min(values) >= -(2**63) and max(values) < 2**63


def _objects(values: Sequence[Any]) -> Array:
    """Python objects as they are, as (n,)."""
    rows = np.empty(len(values), object)
    rows[:] = values
    return rows


def _id_table(ids: Any) -> list[Any] | Array:
    """Card indices: one row as a list, several as an integer array (n, k)."""
    if not isinstance(ids, np.ndarray):
        if not isinstance(ids, Iterable):
            raise TypeError(f"ids is {type(ids).__name__} {ids!r:.60}; expected an iterable of card indices")
        items = list(ids)
        if not items or isinstance(items[0], str) or not isinstance(items[0], (Sequence, np.ndarray)):
            return items
        ids = _table_of(items)
    if ids.ndim not in (1, 2):
        raise ValueError(f"ids has shape {ids.shape}; expected (k,) or (n, k)")
    if ids.dtype.kind == "O":
        flat = [_door.whole(v, f"ids[{', '.join(map(str, at))}]") for at, v in np.ndenumerate(ids)]
        ids = _objects(flat).reshape(ids.shape)
    elif ids.dtype.kind not in "ui":
        raise TypeError(f"ids is an array of {ids.dtype}; expected integers")
    return ids if ids.ndim == 2 else ids.tolist()  # type: ignore[no-any-return]


def _table_of(rows: list[Any]) -> Array:
    try:
        table = np.array(rows, object)
    except ValueError:
        table = _objects(rows)
    if table.ndim == 1:
        raise ValueError("ids has rows of unequal length; expected rows padded with -1")
    return table


def _from_ids(ids: list[Any], name: str, most: int, padded: bool = False) -> int:
    """The mask of one row of indices."""
    mask = 0
    for j, card in enumerate(ids):
        if type(card) is not int:
            card = _door.whole(card, f"{name}[{j}]")
        if padded and card == -1:
            continue
        if not 0 <= card < most:
            raise CardError(f"{name}[{j}] is {card}; expected a card index in 0..{most - 1}")
        if mask >> card & 1:
            raise CardError(
                f"{name}[{j}] is {card} again; expected each card once, and {name}[{ids.index(card)}] is {card}"
            )
        mask |= 1 << card
    return mask


def _table(table: Any) -> Array:
    """A permutation table as uint8 (m,)."""
    places = _integers(table, "table")
    if isinstance(places, int):
        raise TypeError(f"table is the integer {places}; expected a sequence of card indices")
    if len(places) > 128:
        raise ValueError(f"table has {len(places)} entries; expected at most 128")
    values = places.tolist()
    if values and (min(values) < 0 or max(values) > 127 or len(set(values)) < len(values)):
        _refuse_table(values)
    return places.astype(np.uint8)


def _refuse_table(values: list[int]) -> None:
    """Name the first entry that is out of bounds, or else the first that repeats another."""
    for j, card in enumerate(values):
        if not 0 <= card <= 127:
            raise ValueError(f"table[{j}] is {card}; expected a card index in 0..127")
    j, first = next((j, values.index(card)) for j, card in enumerate(values) if values.index(card) < j)
    raise ValueError(f"table[{j}] is {values[j]} again; expected different indices, and table[{first}] is {values[j]}")


def _pool(mask: Any, k: Any) -> tuple[int, int, int]:
    """A mask, a number of cards, and how many subsets of it there are."""
    mask, k = _door.mask(mask, "mask"), _door.number(k, "k")
    return mask, k, comb(mask.bit_count(), k)


def _combination(indices: Any, n: int) -> tuple[int, ...]:
    if not isinstance(indices, Iterable):
        raise TypeError(f"indices is {type(indices).__name__} {indices!r:.60}; expected ascending integers")
    chosen = tuple(_door.whole(v, f"indices[{j}]") for j, v in enumerate(indices))
    least = 0
    for j, index in enumerate(chosen):
        if not least <= index < n:
            raise ValueError(f"indices[{j}] is {index}; expected an ascending index in {least}..{n - 1}")
        least = index + 1
    return chosen


def _within(mask: int, subset: int | Array, name: str) -> None:
    """Refuse the first subset with a card that is not in the mask."""
    if isinstance(subset, int):
        if subset & ~mask:
            raise CardError(f"{name} has card {highest(subset & ~mask)}; expected cards of the mask {mask:#x}")
        return
    rows = _rows(subset)
    for r in np.flatnonzero((rows & ~_row(mask, 2)[:, : rows.shape[1]]).any(axis=1))[:1]:
        _within(mask, _door.joined(rows[r]), f"{name}[{r}]")


def _cards_inside(cards: int | Array) -> None:
    if isinstance(cards, int):
        if not 0 <= cards < 128:
            raise CardError(f"card is {cards}; expected a card index in 0..127")
        return
    for r in np.flatnonzero((cards < 0) | (cards > 127))[:1]:
        raise CardError(f"card[{r}] is {cards[r]}; expected a card index in 0..127")


def _ranks_inside(ranks: int | Array, count: int) -> None:
    bounds = f"a rank in 0..{count - 1}" if count else "none, for there is nothing to rank"
    if isinstance(ranks, int):
        if not 0 <= ranks < count:
            raise IndexError(f"i is {ranks}; expected {bounds}")
        return
    for r in np.flatnonzero((ranks < 0) | (ranks >= count))[:1]:
        raise IndexError(f"i[{r}] is {ranks[r]}; expected {bounds}")


# Shapes.


def _words(mask: int) -> int:
    return 2 if mask >= _WORD else 1


def _rows(masks: Array) -> Array:
    """A batch as the kernels take it, (n, words)."""
    return _door.fits(masks, masks.ndim)


def _row(mask: int, words: int) -> Array:
    """One mask as a batch of one row, (1, words), bits past the words left out."""
    return _door.words_of(mask & (1 << 64 * words) - 1, words).reshape(1, words)


def _flat(rows: Array) -> Array:
    """Rows of one word as (n,)."""
    return rows.reshape(len(rows)) if rows.shape[1] == 1 else rows


def _longs(values: Any) -> Array:
    return np.atleast_1d(np.asarray(values, np.int64))


def _batch_length(value: int | Array) -> int | None:
    return None if isinstance(value, int) else len(value)


def _length(**rows: int | None) -> int:
    """The number of rows that operands make together; None is a single value."""
    given = {name: n for name, n in rows.items() if n is not None}
    longer = {name: n for name, n in given.items() if n != 1} or given
    if len(set(longer.values())) > 1:
        counts = " and ".join(f"{name} has {n} rows" for name, n in longer.items())
        raise ValueError(f"{counts}; expected as many, or one")
    return next(iter(longer.values()))


def _spread(one: Any, many: Any, values: Any, masks: Any) -> int | Array:
    """Deposit or extract: both operands in the width of the masks."""
    value, mask = _let_in(values, "values"), _let_in(masks, "masks")
    if isinstance(value, int) and isinstance(mask, int):
        return one(value, mask)  # type: ignore[no-any-return]
    n = _length(values=_batch_length(value), masks=_batch_length(mask))
    mask_rows = _row(mask, _words(mask)) if isinstance(mask, int) else _rows(mask)
    words = mask_rows.shape[1]
    value_rows = _row(value, words) if isinstance(value, int) else _in_width(_rows(value), words)
    out = np.empty((n, words), np.uint64)
    many(value_rows, mask_rows, out)
    return _flat(out)


def _in_width(rows: Array, words: int) -> Array:
    """Rows with as many words: zeros added, or high words left out."""
    if rows.shape[1] == words:
        return rows
    if rows.shape[1] > words:
        return np.ascontiguousarray(rows[:, :words])
    return np.concatenate([rows, np.zeros_like(rows)], axis=1)


def _planes_to_masks(planes: Array) -> Array:
    out = np.empty((len(planes), 2 if planes.shape[1] > 64 else 1), np.uint64)
    _kernel.from_bools(np.ascontiguousarray(planes).view(np.uint8), out)
    return _flat(out)


def _first(mask: int, k: int) -> int:
    """The least subset with k cards, 0 when there is none."""
    return _kernel.unrank_subset_one(mask, k, 0) if k <= mask.bit_count() else 0


def _in_chunks(mask: int, first: int, count: int) -> Iterator[int]:
    """`count` subsets from `first` on, made by the kernel a thousand at a time."""
    while count:
        out = np.empty((min(count, _CHUNK), _words(mask)), np.uint64)
        _kernel.subsets(mask, first, out)
        words = [column.tolist() for column in out.T]
        chunk = words[0] if len(words) == 1 else [low | high << 64 for low, high in zip(*words, strict=True)]
        yield from chunk
        count -= len(chunk)
        if count:
            first = _kernel.next_subset(mask, chunk[-1])
