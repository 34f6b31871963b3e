"""How hands, flags, locks and led cards come in to `plays`: one for all, or one a row."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from bitdeck import _door
from bitdeck._door import Array
from bitdeck._plays import JOKERS, PlayRules, deck_of
from bitdeck.cards import Hand
from bitdeck.errors import CardError

__all__ = [
    "class_masks",
    "columns",
    "condition_of",
    "flag",
    "flags",
    "held",
    "led_cards",
    "length",
    "plain",
    "plain_many",
]

_BITS = JOKERS[-1] + 1


def columns(rows: Any) -> list[Array]:
    """Hand, field and condition as columns for a batch kernel."""
    kinds = (np.uint64, np.uint64, np.uint8)
    return [
        np.array([row], dtype) if type(row) is int else np.ascontiguousarray(np.atleast_1d(row), dtype)
        for row, dtype in zip(rows, kinds, strict=True)
    ]


def length(rows: Sequence[Any], names: Sequence[str]) -> int | None:
    """How many rows columns have together, one row serving for all; None when all are single values."""
    found = {name: len(row) for row, name in zip(rows, names, strict=True) if isinstance(row, np.ndarray)}
    if not found:
        return None
    lengths = set(found.values()) - {1} or {1}
    if len(lengths) > 1:
        told = ", ".join(f"{name} {n}" for name, n in found.items())
        raise ValueError(f"rows do not match: {told}; expected equal numbers, or one")
    return lengths.pop()


def held(value: Any, name: str, rules: PlayRules, one: bool = False) -> Any:
    """Card sets of the rules' pack; `one` refuses more than one."""
    if type(rules) is not PlayRules:
        raise TypeError(f"rules is {rules!r:.60}; expected PlayRules")
    if type(value) is int and 0 <= value <= rules.full:
        return value
    let_in = _door.mask if one else _door.masks
    try:
        return let_in(_unwrapped(value), name, rules.full.bit_length(), deck=rules.deck)
    except OverflowError as error:
        raise OverflowError(f"{error} (these rules have jokers={rules.jokers})") from None


def _unwrapped(value: Any) -> Any:
    """A `Hand` of a Daifugō pack with any number of jokers as its mask; anything else as it is."""
    return int(value) if isinstance(value, Hand) and value.deck in map(deck_of, range(3)) else value


def plain(value: Any, name: str) -> int:
    """One mask for the helpers, which know no rules."""
    return _door.mask(_unwrapped(value), name, _BITS, deck=deck_of(2))


def plain_many(value: Any, name: str) -> Any:
    return _door.masks(_unwrapped(value), name, _BITS, deck=deck_of(2))


def flags(value: Any, name: str) -> Any:
    """A truth value as 0 or 1, an array or sequence of them as uint8."""
    if value is False or value is True:
        return int(value)
    rows = np.asarray(value)
    if rows.dtype == np.bool_ and rows.ndim < 2:
        return rows.astype(np.uint8) if rows.ndim else int(rows)
    if rows.size == 0 and rows.ndim == 1:
        return np.empty(0, np.uint8)
    raise TypeError(f"{name} is {value!r:.60}; expected True, False, or one of them a row")


def flag(value: Any, name: str) -> bool:
    """One truth value."""
    found = flags(value, name)
    if not isinstance(found, int):
        raise TypeError(f"{name} is {value!r:.60}; expected True or False")
    return found == 1


def condition_of(revolution: Any, lock: Any, number_lock: Any) -> Any:
    """What is in force, as one int or as uint8 rows."""
    if (revolution is False or revolution is True) and number_lock is False and type(lock) is int and 0 <= lock < 16:
        return revolution | lock << 4
    rows = flags(revolution, "revolution"), flags(number_lock, "number_lock"), _lock(lock)
    n = length(rows, ("revolution", "number_lock", "lock"))
    if n is None:
        return rows[0] | rows[1] << 1 | rows[2] << 4
    wide = [np.atleast_1d(np.asarray(row, np.uint8)) for row in rows]
    return np.broadcast_to(wide[0] | wide[1] << 1 | wide[2] << 4, n)


def _lock(lock: Any) -> Any:
    try:
        return _door.masks(lock, "lock", 4)
    except OverflowError as error:
        raise OverflowError(f"{error}: a lock is a mask of the suits ♣♦♥♠") from None


def class_masks(classes: Any) -> Array:
    sets = _door.masks(classes, "classes")
    if isinstance(sets, int):
        raise TypeError(f"classes is {classes!r:.60}; expected a sequence of masks")
    union = 0
    for i, members in enumerate(sets.tolist()):
        if union & members:
            raise CardError(f"classes[{i}] shares cards with one before it; expected disjoint masks")
        union |= members
    return sets


def led_cards(led: Any) -> Any:
    if led is None:
        return -1
    rows = np.asarray(led)
    if rows.ndim == 0:
        return _door.number(led, "led", -1, 63)
    if rows.dtype.kind not in "ui" and rows.size:
        raise TypeError(f"led is an array of {rows.dtype}; expected card indices")
    wrong = np.flatnonzero((rows < -1) | (rows > 63))
    if rows.ndim != 1 or len(wrong):
        raise ValueError(f"led is {led!r:.60}; expected card indices -1 .. 63, one a row")
    return rows.astype(np.int64)
