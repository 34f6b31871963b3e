"""Reads what a space of deals is made of: sizes, bars, holdings, weights."""

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

import numpy as np

from bitdeck import _door
from bitdeck._balance import alike, balanced
from bitdeck._door import Array
from bitdeck._holding import Holding

__all__ = ["mask_of", "player_bits", "read_bars", "read_holdings", "read_sizes", "read_weights", "read_words", "scaled"]

MOST_PLAYERS = 8
MOST_CARDS = 2**128 - 1


def read_sizes(sizes: Any) -> tuple[int, ...]:
    try:
        found = tuple(sizes if isinstance(sizes, (tuple, list)) else _ordered(sizes))
    except TypeError:
        raise TypeError(f"sizes is {sizes!r:.60}; expected a number of cards for each player") from None
    for p, size in enumerate(found):
        if type(size) is not int or size < 0:
            found = tuple([_door.number(size, f"sizes[{p}]") for p, size in enumerate(found)])
            break
    if not 1 <= len(found) <= MOST_PLAYERS:
        raise ValueError(f"sizes names {len(found)} players; expected 1 to {MOST_PLAYERS}")
    return found


def _ordered(values: Any) -> Any:
    """What is not a set or a mapping, whose order says nothing of players."""
    if isinstance(values, (Set, Mapping)):
        raise TypeError
    return values


def read_bars(barred: Any, players: int, cards: int) -> tuple[int, ...]:
    """The bars within the cards, one for each player and the undealt pile."""
    if barred is None:
        return (0,) * (players + 1)
    if isinstance(barred, np.ndarray):
        words = barred.shape[-1] if barred.ndim == 2 else 1
        rows = _door.array(barred, "barred", 64 * words, words)
        found: Sequence[Any] = [_door.joined(row) for row in rows.reshape(len(rows), words)]
    elif isinstance(barred, (tuple, list)):
        found = barred
    elif isinstance(barred, Iterable) and not isinstance(barred, (str, Set, Mapping)):
        found = list(barred)
    else:
        raise TypeError(f"barred is {barred!r:.60}; expected a sequence of masks, one for each player")
    if not players <= len(found) <= players + 1:
        raise ValueError(f"barred has {len(found)} masks; expected {players}, or {players + 1} with the undealt pile")
    masks = tuple(
        [
            mask & cards if type(mask) is int and 0 <= mask <= MOST_CARDS else _bar(mask, p) & cards
            for p, mask in enumerate(found)
        ]
    )
    return masks if len(masks) > players else (*masks, 0)


def _bar(mask: Any, p: int) -> int:
    return _door.mask(mask, f"barred[{p}]")


def read_holdings(holdings: Any, players: int) -> tuple[Holding, ...]:
    if isinstance(holdings, Holding):
        raise TypeError("holdings is one Holding; expected a sequence of them")
    try:
        found = tuple(holdings)
    except TypeError:
        raise TypeError(f"holdings is {holdings!r:.60}; expected a sequence of Holding") from None
    for h, holding in enumerate(found):
        if not isinstance(holding, Holding):
            raise TypeError(f"holdings[{h}] is {holding!r:.60}; expected a Holding")
        if holding._who >> players + 1:
            player_bits(holding.players, f"holdings[{h}].players", players)
    return found


def player_bits(who: Any, name: str, players: int) -> int:
    """Players as a mask of holders."""
    if who[-1] > players:
        raise ValueError(f"{name} names player {who[-1]}; expected 0..{players - 1}, or {players} for the undealt pile")
    return sum(1 << p for p in who)


def read_words(words: Any, cards: int) -> int:
    needed = 2 if cards >> 64 else 1
    if words is None:
        return needed
    chosen = _door.number(words, "words", 1, 2)
    if chosen < needed:
        raise ValueError(f"words is {chosen}, and cards has bit {cards.bit_length() - 1}; expected {needed} words")
    return chosen


def read_weights(weights: Any, players: int, cards: int) -> Array:
    """The weights as a read-only float64 array of their own."""
    try:
        given = np.asarray(weights)
    except ValueError:
        raise ValueError("weights has rows of unequal length; expected one row a player, one column a card") from None
    if given.dtype.kind not in "uif":
        raise TypeError(f"weights is an array of {given.dtype}; expected real numbers")
    if given.ndim != 2 or not players <= len(given) <= players + 1 or given.shape[1] < cards.bit_length():
        raise ValueError(
            f"weights has shape {given.shape}; expected ({players}, m), or ({players + 1}, m) with the undealt pile, "
            f"m at least {cards.bit_length()}"
        )
    with np.errstate(over="ignore"):  # of long doubles; infinity is refused below
        found = np.array(given, np.float64, order="C")
    found += 0.0  # -0.0 becomes 0.0: equal spaces hash equal
    if not (np.isfinite(found) & (found >= 0)).all():
        p, card = np.argwhere(~(np.isfinite(found) & (found >= 0)))[0]
        raise ValueError(f"weights[{p}, {card}] is {found[p, card]}; expected a finite number, not negative")
    found.flags.writeable = False
    return found


def scaled(weights: Array, sizes: tuple[int, ...], barred: tuple[int, ...], cards: int) -> Array:
    """The weights as the table takes them, (holders, m): 0 where barred, and each card's divided by its largest, which
    changes no proportion between deals. What underflows in that is no bar: it becomes the least number above 0."""
    holders = len(sizes)
    width = max(1, cards.bit_length())
    found = np.ones((holders, width))
    found[: len(weights), : cards.bit_length()] = weights[:holders, : cards.bit_length()]
    for card in np.flatnonzero(weights.max(axis=0) == 0) if len(weights) >= holders and not found.all() else ():
        if cards >> int(card) & 1:
            raise ValueError(f"weights[:, {card}] are all zero; expected somebody who may hold card {card}")
    for p in range(holders):
        if barred[p]:
            found[p, _planes(barred[p], width)] = 0.0
    if alike(found):
        return np.asarray(found / found.max(axis=0))
    held = found > 0
    found = balanced(found, sizes)
    largest = found.max(axis=0)
    found = found / np.where(largest > 0, largest, 1.0)
    found[held & (found == 0)] = np.nextafter(0.0, 1.0)
    return found


def _planes(mask: int, width: int) -> Array:
    """A mask as bools, one a card."""
    planes = np.frombuffer(mask.to_bytes(16, "little"), np.uint8)
    return np.unpackbits(planes, bitorder="little")[:width].astype(bool)


def mask_of(planes: Array) -> int:
    return int.from_bytes(np.packbits(planes, bitorder="little").tobytes(), "little")
