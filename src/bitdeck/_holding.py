"""A holding: what is known about how many of some cards some players have."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from bitdeck import _door
from bitdeck._door import Mask

__all__ = ["Holding", "Players", "player_set"]

MOST_VALUE = 2**16 - 1
Players = int | Iterable[int]


def player_set(players: Any, name: str) -> tuple[int, ...]:
    """One player, or several counted together, as an ascending tuple without repeats."""
    if type(players) is int or isinstance(players, str) or not isinstance(players, Iterable) or _single(players):
        return (_door.number(players, name),)
    found = tuple(sorted({_door.number(p, f"{name}[{i}]") for i, p in enumerate(players)}))
    if not found:
        raise ValueError(f"{name} is empty; expected a player or several")
    return found


def _single(players: Any) -> bool:
    """Whether an array is one number."""
    return getattr(players, "ndim", 1) == 0


@dataclass(frozen=True, slots=True)
class Holding:
    """The players together hold between `at_least` and `at_most` of `cards`; with `values` the bounds are on the sum.

    Parameters
    ----------
    players : int or tuple of int
        A player, or several counted together; the undealt pile is the player after the last. Kept as a tuple.
    cards : int
        Mask of the cards that count.
    at_least, at_most : int, optional
        Inclusive bounds; None for no upper bound.
    values : mapping of int to int, optional
        What each card counts (0 to 65535), such as high-card points; a card of `cards` without a value counts nothing,
        a value of another card is ignored. Kept as a tuple of (card, value), ascending.

    Raises
    ------
    TypeError
        For a bool, a float, text, or a sequence where one mask is meant.
    OverflowError
        For a negative mask, or one past 128 bits.
    ValueError
        For bounds that are negative or contradict each other, no players, a value out of range, or a card with two.

    Notes
    -----
    A holding compares, hashes and pickles by its fields.

    Examples
    --------
    >>> Holding(1, 0b1100, at_least=1)
    Holding(players=(1,), cards=12, at_least=1, at_most=None, values=None)
    >>> Holding((0, 2), 0b1100, 3, 5, values={2: 3, 3: 4}).values
    ((2, 3), (3, 4))
    """

    players: Players
    cards: Mask
    at_least: int = 0
    at_most: int | None = None
    values: Mapping[int, int] | Iterable[tuple[int, int]] | None = None
    _who: int = field(init=False, repr=False, compare=False)
    _terms: tuple[tuple[int, int], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        cards = _door.mask(self.cards, "cards")
        at_least = _door.number(self.at_least, "at_least")
        at_most = None if self.at_most is None else _door.number(self.at_most, "at_most")
        if at_most is not None and at_most < at_least:
            raise ValueError(f"at_least is {at_least} and at_most is {at_most}; expected at_least not above at_most")
        players = player_set(self.players, "players")
        values = None if self.values is None else _values(self.values)
        found = {"players": players, "cards": cards, "at_least": at_least, "at_most": at_most, "values": values}
        for name, value in found.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_who", sum(1 << p for p in players))
        object.__setattr__(self, "_terms", _terms(cards, values))

    def _within(self, cards: int, holders: int) -> tuple[int, tuple[tuple[int, int], ...], int, int] | None:
        """What the holding says in a space of these cards and holders (a mask), as kernels take it: players, (mask,
        value) terms and both bounds; None if it says nothing there."""
        terms = tuple([(mask & cards, value) for mask, value in self._terms if mask & cards])
        total = 0
        for mask, value in terms:
            total += value * mask.bit_count()
        most = total if self.at_most is None or self.at_most > total else self.at_most
        if not self.at_least and most == total:
            return None
        return self._who & holders, terms, min(self.at_least, total + 1), most


Holding.__module__ = "bitdeck.deals"  # where it is public


def _values(values: Any) -> tuple[tuple[int, int], ...]:
    if not isinstance(values, (Mapping, Iterable)) or isinstance(values, str):
        raise TypeError(f"values is {values!r:.60}; expected a mapping from card to value")
    pairs = values.items() if isinstance(values, Mapping) else [_pair(pair) for pair in values]
    found = sorted((_door.number(c, "card", 0, 127), _door.number(v, f"values[{c}]", 0, MOST_VALUE)) for c, v in pairs)
    for (card, value), (other, second) in pairwise(found):
        if card == other:
            raise ValueError(f"values has card {card} twice, worth {value} and {second}; expected each card once")
    return tuple(found)


def _pair(pair: Any) -> tuple[Any, Any]:
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise TypeError(f"values has {pair!r:.60}; expected a mapping, or pairs of card and value")
    return pair


def _terms(cards: int, values: tuple[tuple[int, int], ...] | None) -> tuple[tuple[int, int], ...]:
    """The cards that count as (mask, value), the highest value first."""
    if values is None:
        return ((cards, 1),) if cards else ()
    masks: dict[int, int] = {}
    for card, value in values:
        if value and cards >> card & 1:
            masks[value] = masks.get(value, 0) | 1 << card
    return tuple((masks[value], value) for value in sorted(masks, reverse=True))
