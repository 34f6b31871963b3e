"""How masks, batches, integers and tables of indices come in to `bits`, and in what shapes the kernels take them."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from bitdeck import _door
from bitdeck._door import Array
from bitdeck.errors import CardError

__all__ = [
    "MOST_ROWS",
    "WORD",
    "Integers",
    "as_rows",
    "batch_length",
    "common_length",
    "flat",
    "id_rows",
    "in_width_of_masks",
    "let_in",
    "longs",
    "mask_of_ids",
    "objects",
    "one_row",
    "permutation",
    "ranks_inside",
    "whole_numbers",
    "words_of",
]

Integers: TypeAlias = "int | npt.ArrayLike | Sequence[int]"

MOST_ROWS = 2**27
WORD = 2**64


def let_in(value: Any, name: str, bits: int = 128) -> int | Array:
    """One mask as an int, or a batch as uint64 (n,) or (n, 2)."""
    if type(value) is int:
        return _door.mask(value, name, bits)
    if isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype.kind in "ui":
        return _door.array(value, name, min(bits, 64))
    found = _door.masks(value, name, bits, words=2)
    if isinstance(found, int) or np.ndim(value) > 1 or found[:, 1].any():
        return found
    return np.ascontiguousarray(found[:, 0])


def whole_numbers(value: Any, name: str) -> int | Array:
    """One integer, or a batch of them as int64 (n,), object (n,) when they need more bits."""
    if type(value) is int:
        return value
    if isinstance(value, np.ndarray):
        rows = value
    elif isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        rows = np.array(value, np.int64) if set(map(type, value)) == {int} and _fits(value) else objects(value)
    else:
        return _door.whole(value, name)
    if rows.ndim == 0:
        return _door.whole(value, name)
    if rows.ndim > 1:
        raise ValueError(f"{name} has shape {rows.shape}; expected (n,)")
    if rows.dtype.kind == "O":
        rows = objects([_door.whole(v, f"{name}[{j}]") for j, v in enumerate(rows)])
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


def objects(values: Sequence[Any]) -> Array:
    """Python objects as they are, as (n,)."""
    rows = np.empty(len(values), object)
    rows[:] = values
    return rows


def id_rows(ids: Any) -> list[Any] | Array:
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
        ids = objects(flat).reshape(ids.shape)
    elif ids.dtype.kind not in "ui":
        raise TypeError(f"ids is an array of {ids.dtype}; expected integers")
    return ids if ids.ndim == 2 else ids.tolist()  # type: ignore[no-any-return]


def _table_of(rows: list[Any]) -> Array:
    try:
        table = np.array(rows, object)
    except ValueError:
        table = objects(rows)
    if table.ndim == 1:
        raise ValueError("ids has rows of unequal length; expected rows padded with -1")
    return table


def mask_of_ids(ids: list[Any], name: str, most: int, padded: bool = False) -> int:
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


def permutation(table: Any) -> Array:
    """A permutation table as uint8 (m,)."""
    places = whole_numbers(table, "table")
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


def ranks_inside(ranks: int | Array, count: int) -> None:
    bounds = f"a rank in 0..{count - 1}" if count else "none, for there is nothing to rank"
    if isinstance(ranks, int):
        if not 0 <= ranks < count:
            raise IndexError(f"i is {ranks}; expected {bounds}")
        return
    for r in np.flatnonzero((ranks < 0) | (ranks >= count))[:1]:
        raise IndexError(f"i[{r}] is {ranks[r]}; expected {bounds}")


def words_of(mask: int) -> int:
    return 2 if mask >= WORD else 1


def as_rows(masks: Array) -> Array:
    """A batch as the kernels take it, (n, words)."""
    return _door.fits(masks, masks.ndim)


def one_row(mask: int, words: int) -> Array:
    """One mask as a batch of one row, (1, words), bits past the words left out."""
    return _door.words_of(mask & (1 << 64 * words) - 1, words).reshape(1, words)


def flat(rows: Array) -> Array:
    """Rows of one word as (n,)."""
    return rows.reshape(len(rows)) if rows.shape[1] == 1 else rows


def longs(values: Any) -> Array:
    return np.atleast_1d(np.asarray(values, np.int64))


def batch_length(value: int | Array) -> int | None:
    return None if isinstance(value, int) else len(value)


def common_length(**rows: int | None) -> int:
    """The number of rows that operands make together; None is a single value."""
    given = {name: n for name, n in rows.items() if n is not None}
    longer = {name: n for name, n in given.items() if n != 1} or given
    if len(set(longer.values())) > 1:
        counts = " and ".join(f"{name} has {n} rows" for name, n in longer.items())
        raise ValueError(f"{counts}; expected as many, or one")
    return next(iter(longer.values()))


def in_width_of_masks(one: Any, many: Any, values: Any, masks: Any) -> int | Array:
    """Deposit or extract: both operands in the width of the masks."""
    value, mask = let_in(values, "values"), let_in(masks, "masks")
    if isinstance(value, int) and isinstance(mask, int):
        return one(value, mask)  # type: ignore[no-any-return]
    n = common_length(values=batch_length(value), masks=batch_length(mask))
    mask_rows = one_row(mask, words_of(mask)) if isinstance(mask, int) else as_rows(mask)
    words = mask_rows.shape[1]
    value_rows = one_row(value, words) if isinstance(value, int) else _in_width(as_rows(value), words)
    out = np.empty((n, words), np.uint64)
    many(value_rows, mask_rows, out)
    return flat(out)


def _in_width(rows: Array, words: int) -> Array:
    """Rows with as many words: zeros added, or high words left out."""
    if rows.shape[1] == words:
        return rows
    if rows.shape[1] > words:
        return np.ascontiguousarray(rows[:, :words])
    return np.concatenate([rows, np.zeros_like(rows)], axis=1)
