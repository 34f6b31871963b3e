"""Masks and combinations: counting and finding cards in a hand, subsets and their ranks, the islands of a grid.

A mask is an `int` of at most 128 bits and answers with Python objects. A batch is an array or a sequence and answers
with arrays, one row a mask: uint64 of shape (n,) for masks of one word, (n, 2), low word first, for masks of two. A
sequence of ints takes one word when every mask fits in 64 bits, else two. Where two operands make a batch, a single
value (or a batch of one row) serves every row of the other.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from bitdeck import _door, _twin
from bitdeck._bits_door import (
    Integers,
    as_rows,
    batch_length,
    common_length,
    flat,
    id_rows,
    in_width_of_masks,
    let_in,
    longs,
    mask_of_ids,
    one_row,
    permutation,
    whole_numbers,
    words_of,
)
from bitdeck._combinations import combinations, next_combination, rank_combination, unrank_combination
from bitdeck._door import Array, Masks
from bitdeck._subsets import iter_subsets, next_subset, random_subset, rank_subset, subsets, unrank_subset
from bitdeck.errors import CardError

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

_kernel = _twin.load("bits")


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
    value = let_in(masks, "masks")
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
    value = let_in(masks, "masks")
    if isinstance(value, int):
        return (value & -value).bit_length() - 1
    out = np.empty(len(value), np.int8)
    _kernel.lowest(as_rows(value), out)
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
    value = let_in(masks, "masks")
    if isinstance(value, int):
        return value.bit_length() - 1
    out = np.empty(len(value), np.int8)
    _kernel.highest(as_rows(value), out)
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
    value = let_in(masks, "masks")
    if isinstance(value, int):
        return 1 << value.bit_length() - 1 if value else 0
    out = np.empty_like(value)
    _kernel.highest_bit(as_rows(value), as_rows(out))
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
    value = let_in(mask, "mask")
    if isinstance(value, int):
        return _kernel.indices_one(value)  # type: ignore[no-any-return]
    counts = popcount(value)
    out = np.empty((len(value), int(np.max(counts, initial=0))), np.int8)
    _kernel.indices(as_rows(value), out)
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
    table = id_rows(ids)
    if isinstance(table, list):
        return mask_of_ids(table, "ids", most)
    here = table >= 0
    rows, columns = np.nonzero(here)
    cards = table[rows, columns]
    wide = most > 64 and (words == 2 or bool((cards >= 64).any()))
    planes = np.zeros((len(table), 128 if wide else 64), np.bool_)
    planes[rows, np.minimum(cards, planes.shape[1] - 1).astype(np.intp)] = True
    wrong = ((table < -1) | (table >= most)).any(axis=1) | (planes.sum(axis=1) != here.sum(axis=1))
    for r in np.flatnonzero(wrong)[:1]:
        mask_of_ids(table[r].tolist(), f"ids[{r}]", most, padded=True)
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
    value = let_in(masks, "masks", width)
    rows = as_rows(value) if not isinstance(value, int) else one_row(value, 2)
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
    places = permutation(table)
    value = let_in(masks, "masks", len(places))
    if isinstance(value, int):
        return _kernel.permute_one(value, places)  # type: ignore[no-any-return]
    out = np.empty((len(value), 1 + int(np.max(places, initial=0) >= 64)), np.uint64)
    _kernel.permute(as_rows(value), places, out)
    return flat(out)


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
    value = let_in(mask, "mask")
    places = whole_numbers(i, "i")
    if isinstance(value, int) and isinstance(places, int):
        found: int = _kernel.select_one(value, places) if 0 <= places < 128 else -1
        if found < 0:
            raise IndexError(f"i is {places}; expected a place in 0..{value.bit_count() - 1} of the mask's cards")
        return found
    at = longs(np.clip(places, -1, 128))
    rows = as_rows(value) if not isinstance(value, int) else one_row(value, 2)
    out = np.empty(common_length(mask=batch_length(value), i=batch_length(places)), np.int8)
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
    return in_width_of_masks(_kernel.deposit_one, _kernel.deposit, values, masks)


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
    return in_width_of_masks(_kernel.extract_one, _kernel.extract, values, masks)


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
    value = let_in(mask, "mask")
    cards = whole_numbers(card, "card")
    _cards_inside(cards)
    if isinstance(value, int) and isinstance(cards, int):
        return _kernel.flood_one(value, cards)  # type: ignore[no-any-return]
    rows = as_rows(value) if not isinstance(value, int) else one_row(value, words_of(value))
    out = np.empty((common_length(mask=batch_length(value), card=batch_length(cards)), rows.shape[1]), np.uint64)
    _kernel.flood(rows, longs(cards), out)
    return flat(out)


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
    value = let_in(mask, "mask")
    if isinstance(value, int):
        return list(_kernel.islands_one(value))
    rows = as_rows(value)
    offsets = np.empty(len(rows) + 1, np.int64)
    _kernel.count_islands(rows, offsets)
    out = np.empty((int(offsets[-1]), rows.shape[1]), np.uint64)
    _kernel.islands(rows, offsets, out)
    return flat(out), offsets


def _cards_inside(cards: int | Array) -> None:
    if isinstance(cards, int):
        if not 0 <= cards < 128:
            raise CardError(f"card is {cards}; expected a card index in 0..127")
        return
    for r in np.flatnonzero((cards < 0) | (cards > 127))[:1]:
        raise CardError(f"card[{r}] is {cards[r]}; expected a card index in 0..127")


def _planes_to_masks(planes: Array) -> Array:
    out = np.empty((len(planes), 2 if planes.shape[1] > 64 else 1), np.uint64)
    _kernel.from_bools(np.ascontiguousarray(planes).view(np.uint8), out)
    return flat(out)
