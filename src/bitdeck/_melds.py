"""The values of the melds family: rules, melds, combos, islands."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from bitdeck import _door
from bitdeck.cards import Deck

__all__ = ["DOUBLE_DECK", "GIN", "INDIAN", "KALUKI", "RUMMIKUB", "Best", "Combo", "Island", "Meld", "MeldRules"]

RANKS = "A23456789TJQK"
ACES = ("low", "high", "both", "wrap")
JOKER_MODES = ("cards", "declared")
JOKER = 52
"""The type of a printed joker; the other types are 4 * rank + suit."""
PRINTED: int = (1 << 64) - (1 << JOKER)
"""The printed jokers of a word."""
MOST = 32_766
"""The most points a pack may have: answers are int16, and 32,767 is NEVER."""


@lru_cache(maxsize=64)
def _deck(copies: int, jokers: int) -> Deck:
    return Deck(RANKS, suits="CDHS", jokers=jokers, copies=copies)


@dataclass(frozen=True)
class MeldRules:
    """What a meld is, and what a card left over costs.

    Parameters
    ----------
    copies : int
        Packs in play, 1 or 2.
    jokers : int
        Printed jokers per pack, 0 to 12.
    wild : int or str, optional
        A rank whose cards are jokers too, as an index (ace 0 .. king 12) or as text ("5", "10", "T"); kept as the
        index. A wild card on its own place is natural.
    min_run : int
        The shortest run, 2 to 13. A run has at most 13 cards.
    min_set, max_set : int
        The smallest and the largest set; at least 2, at most 4, or 4 * `copies` under `same_suit_sets`.
    same_suit_sets : bool
        Whether a set may hold a card type as often as the pack does.
    aces : {"low", "high", "both", "wrap"}
        Below the two; above the king; either, but not across (Q K A and A 2 3, not K A 2); round the corner.
    max_jokers : int, optional
        The most jokers in a meld; None for no limit.
    min_natural : int
        The fewest natural cards of a meld; 0 allows melds of jokers alone.
    min_runs, min_pure_runs : int
        The fewest runs, and runs without a joker, of a valid declaration; without them every card of the hand counts.
    points : sequence of int
        What a card left over costs: 13 numbers, ace to king.
    joker_points : int
        What a printed joker or a card of the wild rank costs.
    joker_mode : {"cards", "declared"}
        Whether a choice of cards is one meld, its jokers on the highest places, or one for each meaning of the jokers.

    Raises
    ------
    ValueError
        For a number out of range, and for numbers that contradict each other.
    TypeError
        For what is not a number, text or bool where one is expected.

    Notes
    -----
    The deadwood does not depend on `joker_mode`; the melds that are listed do.

    *What a choice of cards means.* A card that can stand for itself does, so the meaning with the fewest jokers; then
    the one whose jokers stand highest: their places are compared, highest first, and in a run count on from the rank of
    its first card, so that an ace above the king is higher than the king. Where the rules ask for runs, a choice that
    can be a run is one.

    *The canonical order of melds*: by the types they show, read as a mask (the second of a type above all first ones),
    then by the types that their jokers stand for, read so, then by the types of their cards.

    A card of the wild rank costs what a joker costs.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from bitdeck import melds
    >>> replace(melds.INDIAN, wild="7").wild
    6
    >>> melds.MeldRules(min_set=4, max_set=3)
    Traceback (most recent call last):
        ...
    ValueError: min_set is 4 and max_set 3; expected min_set <= max_set
    """

    copies: int = 1
    jokers: int = 0
    wild: Any = None
    min_run: int = 3
    min_set: int = 3
    max_set: int = 4
    same_suit_sets: bool = False
    aces: Literal["low", "high", "both", "wrap"] = "low"
    max_jokers: int | None = None
    min_natural: int = 1
    min_runs: int = 0
    min_pure_runs: int = 0
    points: Sequence[int] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
    joker_points: int = 15
    joker_mode: Literal["cards", "declared"] = "cards"

    _prepared: ClassVar[dict[ModuleType, Any]]
    """The same rules as each implementation in use keeps them."""

    def __post_init__(self) -> None:
        bounds = {"copies": (1, 2), "jokers": (0, 12), "min_run": (2, 13), "min_set": (2, None), "max_set": (2, None)}
        for name in ("min_natural", "min_runs", "min_pure_runs", "joker_points"):
            bounds[name] = (0, None)
        for name, (least, most) in bounds.items():
            self._keep(name, _door.number(getattr(self, name), name, least, most))
        if self.max_jokers is not None:
            self._keep("max_jokers", _door.number(self.max_jokers, "max_jokers"))
        if not isinstance(self.same_suit_sets, bool):
            raise TypeError(f"same_suit_sets is {self.same_suit_sets!r}; expected True or False")
        for name, choices in (("aces", ACES), ("joker_mode", JOKER_MODES)):
            if getattr(self, name) not in choices:
                raise ValueError(f"{name} is {getattr(self, name)!r}; expected one of {', '.join(choices)}")
        self._keep("wild", _wild(self.wild))
        self._keep("points", _points(self.points))
        self._agree()
        self._keep("_prepared", {})

    def __reduce__(self) -> tuple[Any, ...]:
        return MeldRules, astuple(self)

    def _keep(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def _agree(self) -> None:
        """Refuse fields that contradict each other."""
        if self.min_set > self.max_set:
            raise ValueError(f"min_set is {self.min_set} and max_set {self.max_set}; expected min_set <= max_set")
        largest = 4 * self.copies if self.same_suit_sets else 4
        if self.max_set > largest:
            kind = f"{self.copies} copies of four suits" if self.same_suit_sets else "four suits, each once"
            raise ValueError(f"max_set is {self.max_set}; expected at most {largest}: a set is of {kind}")
        if self.min_natural > max(13, self.max_set):
            raise ValueError(f"min_natural is {self.min_natural}; no meld is larger than {max(13, self.max_set)} cards")
        if 0 < self.min_runs < self.min_pure_runs:
            raise ValueError(
                f"min_runs is {self.min_runs} and min_pure_runs {self.min_pure_runs}; a pure run is a run, "
                "expected min_runs >= min_pure_runs"
            )
        runs = max(self.min_runs, self.min_pure_runs)
        cards = self.copies * (52 + self.jokers)
        if runs * self.min_run > cards:
            raise ValueError(f"{runs} runs of at least {self.min_run} cards are asked for; the pack has {cards} cards")
        pure = 4 * self.copies * (13 // self.min_run)
        if self.min_pure_runs > pure:
            raise ValueError(f"min_pure_runs is {self.min_pure_runs}; the pack has room for {pure}")
        total = (
            sum(self.cost(4 * rank) * 4 * self.copies for rank in range(13))
            + self.joker_points * self.jokers * self.copies
        )
        if total > MOST:
            raise ValueError(f"the cards of the pack cost {total} points in all; expected at most {MOST}")

    @cached_property
    def deck(self) -> Deck:
        """The pack: bit 4 * rank + suit of each word, ace low, jokers from bit 52."""
        return _deck(self.copies, self.jokers)

    @property
    def words(self) -> int:
        """64-bit words of a hand: one a pack."""
        return self.copies

    @cached_property
    def full(self) -> int:
        """The mask of the whole pack."""
        return self.deck.full

    @cached_property
    def _outside(self) -> int:
        """Every bit that is no card of the pack; a negative mask has some of them too."""
        return ~self.full

    @property
    def printed(self) -> int:
        """The mask of the printed jokers."""
        return self.full & (PRINTED | PRINTED << 64)

    def copies_of(self, card: int) -> int:
        """The mask of all copies of a card, itself given as a mask; of all printed jokers when it is one."""
        if card & self.printed:
            return self.printed
        return (card | card << 64 | card >> 64) & self.full

    def cost(self, kind: int) -> int:
        """Points of a card of a type (4 * rank + suit, 52 a printed joker) that is left over."""
        is_joker = kind >= JOKER or kind // 4 == self.wild
        return self.joker_points if is_joker else self.points[kind // 4]


def kernel_rules(kernel: ModuleType, rules: MeldRules) -> Any:
    """The rules as an implementation keeps them, prepared once for equal rules."""
    made = rules._prepared.get(kernel)
    if made is None:
        made = rules._prepared[kernel] = _kernel_rules(kernel, rules)
    return made


@lru_cache(maxsize=32)
def _kernel_rules(kernel: ModuleType, rules: MeldRules) -> Any:
    return kernel.Rules(
        rules.copies,
        rules.jokers,
        -1 if rules.wild is None else rules.wild,
        rules.min_run,
        rules.min_set,
        rules.max_set,
        rules.same_suit_sets,
        ACES.index(rules.aces),
        -1 if rules.max_jokers is None else rules.max_jokers,
        rules.min_natural,
        rules.min_runs,
        rules.min_pure_runs,
        tuple(rules.cost(4 * rank) for rank in range(14)),
        rules.joker_mode == "declared",
    )


def _wild(value: Any) -> int | None:
    if value is None:
        return None
    if isinstance(value, str):
        text = value.upper().replace("10", "T")
        if len(text) != 1 or text not in RANKS:
            raise ValueError(f"wild is {value!r}; expected a rank: one of {' '.join(RANKS)}")
        return RANKS.index(text)
    return _door.number(value, "wild", 0, 12)


def _points(value: Any) -> tuple[int, ...]:
    if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
        raise TypeError(f"points is {value!r}; expected 13 integers, ace to king")
    points = tuple(_door.number(p, f"points[{i}]") for i, p in enumerate(value))
    if len(points) != 13:
        raise ValueError(f"points has {len(points)} numbers; expected 13, ace to king")
    return points


GIN = MeldRules()
"""One pack, aces low, runs and sets of three or more."""
DOUBLE_DECK = MeldRules(copies=2)
"""The rules of GIN with two packs."""
INDIAN = MeldRules(
    copies=2,
    jokers=1,
    aces="both",
    min_runs=2,
    min_pure_runs=1,
    points=(10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10),
    joker_points=0,
)
"""Indian rummy: two packs with a joker each, two runs, one of them pure; `replace(INDIAN, wild=…)` for a wild rank."""
RUMMIKUB = MeldRules(copies=2, jokers=1, points=tuple(range(1, 14)), joker_points=30)
"""Tiles 1 to 13 in four colours twice and two jokers; a tile costs its number, a joker 30."""
KALUKI = MeldRules(copies=2, jokers=2, aces="both", points=(11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10))
"""Kaluki: two packs with two jokers each, aces at either end of a run, 11 points an ace."""


class Meld(int):
    """The cards of a meld as a mask, and what its jokers stand for.

    A `Meld` is its mask, and works wherever a mask does. It equals a plain mask of the same cards, and another meld
    when their jokers stand for the same as well.

    Parameters
    ----------
    cards : int
        The mask.
    standing : tuple of (int, int)
        For each joker its card, and the type (4 * rank + suit) it stands for, by type.
    """

    standing: tuple[tuple[int, int], ...] = ()

    def __new__(cls, cards: int, standing: tuple[tuple[int, int], ...] = ()) -> "Meld":
        meld = int.__new__(cls, cards)
        if standing:
            meld.standing = standing
        return meld

    @property
    def jokers(self) -> tuple[int, ...]:
        """The card types (4 * rank + suit, ascending) that jokers stand for."""
        return tuple(kind for _, kind in self.standing)

    @property
    def shown(self) -> int:
        """The card types it shows, jokers by what they stand for, as a mask of one pack."""
        natural = int(self) & ~sum(1 << card for card, _ in self.standing)
        shown = (natural | natural >> 64) & (1 << JOKER) - 1
        for kind in self.jokers:
            shown |= 1 << kind
        return shown

    @property
    def is_run(self) -> bool:
        """Whether it is a run; otherwise it is a set."""
        shown = self.shown
        return (shown.bit_length() - 1) // 4 != ((shown & -shown).bit_length() - 1) // 4

    @property
    def is_pure(self) -> bool:
        """Whether it has no joker."""
        return not self.standing

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Meld):
            return int(self) == int(other) and self.jokers == other.jokers
        return int.__eq__(self, other) if isinstance(other, int) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return int.__hash__(self)

    def __repr__(self) -> str:
        return f"Meld({int(self):#x}{f', {self.standing}' if self.standing else ''})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Meld, (int(self), self.standing)


class Combo(NamedTuple):
    """Melds of a hand side by side, and what is left over.

    Attributes
    ----------
    melds : tuple of Meld
        Disjoint masks of cards of the hand, in canonical order.
    dump : int
        The mask of the cards left over.
    deadwood : int
        The points of the dump; of the whole hand when the rules ask for runs that are not there.
    rules : MeldRules
        The rules it was made by.
    """

    melds: tuple[Meld, ...]
    dump: int
    deadwood: int
    rules: MeldRules

    @property
    def jokers(self) -> tuple[tuple[int, ...], ...]:
        """For each meld the card types (4 * rank + suit) its jokers stand for."""
        return tuple(meld.jokers for meld in self.melds)

    @property
    def is_valid(self) -> bool:
        """Whether the runs that the rules ask for are there."""
        runs = [meld for meld in self.melds if meld.is_run]
        return len(runs) >= self.rules.min_runs and sum(meld.is_pure for meld in runs) >= self.rules.min_pure_runs

    def __str__(self) -> str:
        melds = " ".join(f"{{{self._named(meld)}}}" for meld in self.melds)
        return f"{melds or 'no melds'} | {self.rules.deck.format(self.dump) or 'nothing'} = {self.deadwood}"

    def _named(self, meld: Meld) -> str:
        deck = self.rules.deck
        cards = " ".join(deck.format(int(meld)).replace("'", "").split())
        return cards + (f" as {' '.join(map(deck.card_name, meld.jokers))}" if meld.jokers else "")


class Best(NamedTuple):
    """The best combo of each hand of a batch.

    Attributes
    ----------
    melds : numpy.ndarray
        uint64 (n, m), or (n, m, 2) for two packs: masks of the melds, zero where a hand has fewer.
    dump : numpy.ndarray
        uint64 (n,) or (n, 2): the cards left over.
    deadwood : numpy.ndarray
        int16 (n,).
    """

    melds: npt.NDArray[np.uint64]
    dump: npt.NDArray[np.uint64]
    deadwood: npt.NDArray[np.int16]


@dataclass(frozen=True)
class Island:
    """Cards that may meld with one another and with no others, jokers aside.

    Attributes
    ----------
    cards : int
        The card types, as a mask of one pack.
    copies : dict of int to int
        For each type how many of it are held.
    flags : dict of int to int
        For each type: 1 if it can be in a run, 2 in a second run at the same time, 4 in a set, 8 in a second set at the
        same time; without jokers.
    checkpoints : int
        The types with more flags than copies, as a mask: there a choice must be made.
    rows : tuple of (int, int, int)
        Suit, first rank and last rank of each stretch of neighbours in a suit, not around the corner.
    columns : tuple of (int, int, int)
        Each rank, with its first and last suit.
    """

    cards: int
    copies: dict[int, int]
    flags: dict[int, int]
    checkpoints: int
    rows: tuple[tuple[int, int, int], ...]
    columns: tuple[tuple[int, int, int], ...]
