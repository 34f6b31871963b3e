"""How a hand splits into runs and sets, and what is left over: every combo, and the least deadwood, exact.

Every function takes `rules`, and a hand in the layout of `rules.deck`: bit 4 * rank + suit, ace low, jokers from bit 52
of each word, a word a pack; card text too. What a meld is stands in `MeldRules`.

A *combo* is a multiset of melds that the hand can form side by side, and the *dump*, the cards left over. Copies of a
card are interchangeable, and so are printed jokers: combos that differ only in them are one, and its melds take the
lowest copies. The *deadwood* is the points of the dump; when the rules ask for runs and they are not there, of all
cards.

Examples
--------
>>> from bitdeck import melds
>>> hand = melds.DOUBLE_DECK.deck.parse("2H3H4H5H4H5H6H3C3C3D3D4D")
>>> print(melds.best(hand, rules=melds.DOUBLE_DECK))
{2♥ 3♥ 4♥ 5♥} {4♥ 5♥ 6♥} | 3♣ 3♣ 3♦ 3♦ 4♦ = 16
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from bitdeck import _door, _twin
from bitdeck._door import Array, Cards, Masks
from bitdeck._melds import (
    DOUBLE_DECK,
    GIN,
    INDIAN,
    JOKER,
    KALUKI,
    RUMMIKUB,
    Best,
    Combo,
    Island,
    Meld,
    MeldRules,
    kernel_rules,
)
from bitdeck.errors import CardError

__all__ = [
    "DOUBLE_DECK",
    "GIN",
    "INDIAN",
    "KALUKI",
    "NEVER",
    "RUMMIKUB",
    "Best",
    "Combo",
    "Evaluation",
    "Island",
    "Meld",
    "MeldRules",
    "analyze",
    "best",
    "candidates",
    "combos",
    "deadwood",
    "discards",
    "draws",
    "islands",
    "layoffs",
]

_kernel = _twin.load("melds")

NEVER = 32767
"""What `discards` and `draws` say of a card that is not held, or of which no copy is left: more than any deadwood."""

_MODES = ("all", "maximal", "extended")
_MOST_KEPT = 4096


class _Kept(dict[int, Meld]):
    """Melds without jokers by their cards: to make them would take longer than to find the best combo."""

    def __missing__(self, cards: int) -> Meld:
        if len(self) >= _MOST_KEPT:
            self.clear()
        meld = self[cards] = Meld(cards)
        return meld


_pure = _Kept().__getitem__
_new = tuple.__new__


# The way in


def _prepared(rules: Any) -> Any:
    """The rules as the implementation in use keeps them."""
    try:
        return rules._prepared[_kernel]
    except (AttributeError, KeyError):
        if not isinstance(rules, MeldRules):
            raise TypeError(f"rules is {rules!r:.60}; expected a MeldRules") from None
        return kernel_rules(_kernel, rules)


def _hand(hand: Any, rules: MeldRules) -> int:
    """One hand of the rules' pack."""
    return _door.mask(hand, "hand", rules.full.bit_length(), rules.deck)


def _hands(hand: Any, rules: MeldRules) -> int | Array:
    """One hand as an int, or a batch as uint64 (n, words)."""
    if type(hand) is int and not hand & rules._outside:
        return hand
    held = _door.masks(hand, "hand", rules.full.bit_length(), rules.words, rules.deck)
    return held if isinstance(held, int) else _door.fits(held, rules.words)


def _row(hand: int, rules: MeldRules) -> Array:
    """A hand as a batch of one."""
    return _door.words_of(hand, rules.words).reshape(1, rules.words)


def _table(table: Any, rules: MeldRules) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    """Melds on the table, as the kernels take them."""
    if type(table) is tuple and not table:
        return []
    if isinstance(table, Combo):
        table = table.melds
    if isinstance(table, (str, bytes, MeldRules)) or not isinstance(table, Iterable):
        raise TypeError(f"table is {table!r:.60}; expected a sequence of melds, or a Combo")
    return [_table_meld(meld, f"table[{i}]", rules) for i, meld in enumerate(table)]


def _table_meld(meld: Any, name: str, rules: MeldRules) -> tuple[int, tuple[tuple[int, int], ...]]:
    cards = _door.mask(meld, name, rules.full.bit_length(), rules.deck)
    meant = _kernel.meaning(_prepared(rules), cards)
    if meant is None:
        raise CardError(f"{name} is {rules.deck.format(cards) or 'empty'}; expected a meld")
    if isinstance(meld, Meld):
        return cards, meld.standing
    return meant  # type: ignore[no-any-return]


def _combo(found: tuple[Any, Any, int, int], rules: MeldRules) -> Combo:
    cards, jokers, dump, points = found
    melds = tuple(map(Meld, cards, jokers) if jokers else map(_pure, cards))
    return _new(Combo, (melds, dump, points, rules))  # what Combo(...) does, in half the time


# Melds and combos


def candidates(hand: Cards, rules: MeldRules = GIN) -> list[Meld]:
    """All melds that can be formed from the hand.

    Parameters
    ----------
    hand : int, str or Hand
        One hand.
    rules : MeldRules
        What a meld is.

    Returns
    -------
    list of Meld
        Masks of cards of the hand, each with what its jokers stand for, in canonical order.

    Examples
    --------
    >>> from bitdeck import melds
    >>> [melds.GIN.deck.format(meld) for meld in melds.candidates("5H 6H 7H 8H 8C 8S")]
    ['5♥ 6♥ 7♥', '6♥ 7♥ 8♥', '5♥ 6♥ 7♥ 8♥', '8♣ 8♥ 8♠']
    >>> len(melds.candidates("AC 2C 3C 4C"))
    3
    """
    made = _prepared(rules)
    return [Meld(cards, standing) for cards, standing in _kernel.candidates(made, _hand(hand, rules))]


def combos(
    hand: Cards,
    mode: Literal["all", "maximal", "extended"] = "all",
    limit: int | None = None,
    rules: MeldRules = GIN,
) -> Iterator[Combo]:
    """The combos of the hand, each once, one after another as they are asked for.

    Parameters
    ----------
    hand : int, str or Hand
        One hand.
    mode : {"all", "maximal", "extended"}
        Every combo, the empty one included; those from whose dump no meld can be formed; of these the ones that have no
        dump card that can be added to a meld (joker_mode "cards": so that the cards are a meld; "declared": and the
        meld's jokers still stand for what they did).
    limit : int, optional
        Stop after so many.
    rules : MeldRules
        What a meld is.

    Returns
    -------
    iterator of Combo
        Depth first: the empty combo, then by the first meld in canonical order, by the second, and so on. Combos that
        lack the runs the rules ask for are listed too; their deadwood counts every card, and `Combo.is_valid` is false.

    Raises
    ------
    ValueError
        For another mode.

    Examples
    --------
    >>> from bitdeck import melds
    >>> for combo in melds.combos("5H 6H 7H 7C 7S", mode="maximal"):
    ...     print(combo)
    {5♥ 6♥ 7♥} | 7♣ 7♠ = 14
    {7♣ 7♥ 7♠} | 5♥ 6♥ = 11
    """
    made = _prepared(rules)
    if mode not in _MODES:
        raise ValueError(f"mode is {mode!r}; expected one of {', '.join(_MODES)}")
    if limit is not None:
        limit = _door.number(limit, "limit")
    held = _hand(hand, rules)
    found = _kernel.combos(made, held, _MODES.index(mode))
    return islice(_checked(found, _points(held, rules), rules), limit)


def _points(hand: int, rules: MeldRules) -> int:
    """The points of all cards of a hand."""
    points: int = next(iter(_kernel.combos(_prepared(rules), hand, 0)))[3]
    return points


def _checked(found: Iterator[Any], points: int, rules: MeldRules) -> Iterator[Combo]:
    """Combos; those without the runs that the rules ask for count all points."""
    for each in found:
        combo = _combo(each, rules)
        yield combo if combo.is_valid else combo._replace(deadwood=points)


@overload
def best(hand: Cards, rules: MeldRules = GIN) -> Combo: ...  # type: ignore[overload-overlap]
@overload
def best(hand: npt.ArrayLike, rules: MeldRules = GIN) -> Best: ...
def best(hand: Masks, rules: MeldRules = GIN) -> Combo | Best:
    """The combo with the least deadwood; of several the one with the fewest melds, then the first in canonical order.

    Parameters
    ----------
    hand : int, str, Hand, or array_like of uint64 (n,) or (n, 2)
        One hand, or a batch.
    rules : MeldRules
        What a meld is, and what cards cost.

    Returns
    -------
    Combo or Best
        For one hand a `Combo`: without melds when the rules ask for runs that the hand has not, or that save nothing.
        For a batch `Best`: melds uint64 (n, m) or (n, m, 2), zero-padded, dump uint64 (n,) or (n, 2), deadwood int16
        (n,).

    Examples
    --------
    >>> from bitdeck import melds
    >>> print(melds.best("6H QH QC 5H KD KH 7H KC 4H QD"))
    {4♥ 5♥ 6♥ 7♥} {Q♣ Q♦ Q♥} {K♣ K♦ K♥} | nothing = 0
    """
    made = _prepared(rules)
    held = _hands(hand, rules)
    if isinstance(held, int):
        return _combo(_kernel.best(made, held), rules)
    most = int(np.bitwise_count(held).sum(axis=1).max(initial=0)) // min(rules.min_run, rules.min_set)
    melds = np.zeros((len(held), most, rules.words), np.uint64)
    dump = np.empty((len(held), rules.words), np.uint64)
    points = np.empty(len(held), np.int16)
    melds = melds[:, : _kernel.best_batch(made, held, melds, dump, points)]
    if rules.words == 1:
        return Best(np.ascontiguousarray(melds[:, :, 0]), dump[:, 0], points)
    return Best(np.ascontiguousarray(melds), dump, points)


# Deadwood


@overload
def deadwood(  # type: ignore[overload-overlap]
    hand: Cards, table: Iterable[Any] = (), rules: MeldRules = GIN
) -> int: ...
@overload
def deadwood(
    hand: npt.ArrayLike, table: Iterable[Any] = (), rules: MeldRules = GIN, *, out: npt.NDArray[np.int16] | None = None
) -> npt.NDArray[np.int16]: ...
def deadwood(
    hand: Masks, table: Iterable[Any] = (), rules: MeldRules = GIN, *, out: npt.NDArray[np.int16] | None = None
) -> int | npt.NDArray[np.int16]:
    """The least points that can be left over.

    Parameters
    ----------
    hand : int, str, Hand, or array_like of uint64 (n,) or (n, 2)
        One hand, or a batch.
    table : sequence of Meld, int or str, or Combo
        Melds that cards may be laid off onto, as in `layoffs`; the hand's own melds and the lay-offs are chosen
        together. When the rules ask for runs, a hand without them lays nothing off.
    rules : MeldRules
        What a meld is, and what cards cost.
    out : numpy.ndarray, optional
        int16 (n,), for a batch only: takes the result.

    Returns
    -------
    int or numpy.ndarray
        Points; int16 (n,) for a batch.

    Raises
    ------
    CardError
        When something on the table is not a meld.

    Examples
    --------
    >>> from bitdeck import melds
    >>> melds.deadwood("JC 9D 8S 6D JS 8H TD 8D 7D JD")
    16
    >>> melds.deadwood("5H 6H KC", table=["7H 8H 9H"])
    10
    """
    made = _prepared(rules)
    held = _hands(hand, rules)
    onto = _table(table, rules)
    if isinstance(held, int):
        if out is not None:
            raise TypeError("out is given for one hand; expected a batch of hands")
        if not onto:
            return int(_kernel.deadwood_one(made, held))
        held = _row(held, rules)
        points = np.empty(1, np.int16)
        _kernel.deadwood_after(made, held, onto, points)
        return int(points[0])
    points = _door.output(out, (len(held),), np.int16)
    if onto:
        _kernel.deadwood_after(made, held, onto, points)
    else:
        _kernel.deadwood(made, held, points)
    return points


def discards(hand: Masks, rules: MeldRules = GIN, *, out: npt.NDArray[np.int16] | None = None) -> npt.NDArray[np.int16]:
    """The least deadwood after each discard.

    Parameters
    ----------
    hand : int, str, Hand, or array_like of uint64 (n,) or (n, 2)
        One hand, or a batch.
    rules : MeldRules
        What a meld is, and what cards cost.
    out : numpy.ndarray, optional
        int16 of the result's shape: takes the result.

    Returns
    -------
    numpy.ndarray
        int16 (52,), or (53,) if the pack has jokers; (n, …) for a batch. Entry 4 * rank + suit: the least deadwood when
        one card of that type is discarded, `NEVER` where none is held; entry 52: a printed joker.

    Examples
    --------
    >>> from bitdeck import melds
    >>> after = melds.discards("6S 3C 5C AD 3D 4D 5D 6D 4H 5H 6H")
    >>> int(after.min()), melds.GIN.deck.card_name(after.argmin())
    (9, '6♠')
    """
    return _per_type(_kernel.discards, hand, rules, out)


def draws(hand: Masks, rules: MeldRules = GIN, *, out: npt.NDArray[np.int16] | None = None) -> npt.NDArray[np.int16]:
    """The least deadwood after each draw and the best discard.

    Parameters
    ----------
    hand : int, str, Hand, or array_like of uint64 (n,) or (n, 2)
        One hand, or a batch.
    rules : MeldRules
        What a meld is, and what cards cost.
    out : numpy.ndarray, optional
        int16 of the result's shape: takes the result.

    Returns
    -------
    numpy.ndarray
        int16 (52,), or (53,) if the pack has jokers; (n, …) for a batch. Entry 4 * rank + suit: the least deadwood
        after a card of that type is drawn and a card discarded, be it the same; `NEVER` where the hand holds all
        copies; entry 52: a printed joker.

    Examples
    --------
    >>> from bitdeck import melds
    >>> after = melds.draws("4H 5H 9C 9D 9S TD JD")
    >>> [melds.GIN.deck.card_name(i) for i in (after <= 10).nonzero()[0]]
    ['3♥', '6♥', '9♥', 'Q♦']
    """
    return _per_type(_kernel.draws, hand, rules, out)


def _per_type(function: Any, hand: Any, rules: MeldRules, out: Any) -> npt.NDArray[np.int16]:
    """A row of one entry a card type for each hand."""
    made = _prepared(rules)
    held = _hands(hand, rules)
    columns = JOKER + (rules.jokers > 0)
    if isinstance(held, int):
        points = _door.output(out, (columns,), np.int16)
        function(made, _row(held, rules), points.reshape(1, columns))
    else:
        points = _door.output(out, (len(held), columns), np.int16)
        function(made, held, points)
    return points


def layoffs(hand: Cards, table: Iterable[Any], rules: MeldRules = GIN) -> list[tuple[int, int]]:
    """The cards of the hand to lay off onto melds on the table: the joint choice of most points.

    Parameters
    ----------
    hand : int, str or Hand
        The cards that may be laid off; melds of its own are not looked for (`deadwood` with a table does).
    table : sequence of Meld, int or str, or Combo
        The melds. The jokers of a `Meld` stand for what it says, those of a mask or text for what `MeldRules` says
        of a choice of cards; they stay.
    rules : MeldRules
        What a meld is, and what cards cost.

    Returns
    -------
    list of (int, int)
        Card index and position of the meld, in an order in which each card can be played.

    Raises
    ------
    CardError
        When something on the table is not a meld.

    Notes
    -----
    Of several choices of most points, the first table melds take as little as they can.

    Examples
    --------
    >>> from bitdeck import melds
    >>> deck = melds.GIN.deck
    >>> [(deck.card_name(card), meld) for card, meld in melds.layoffs("5H 6H KC", ["3C 3D 3S", "7H 8H 9H"])]
    [('6♥', 1), ('5♥', 1)]
    """
    made = _prepared(rules)
    held = _hand(hand, rules)
    plays: list[tuple[int, int]] = _kernel.layoffs(made, held, _table(table, rules))
    return plays


# Islands


def islands(hand: Cards, rules: MeldRules = GIN) -> list[int]:
    """The hand cut into parts that cannot meld with one another, jokers aside.

    Parameters
    ----------
    hand : int, str or Hand
        One hand.
    rules : MeldRules
        Its `aces` say whether the ace is a neighbour of the two, the king, or both.

    Returns
    -------
    list of int
        Masks of card types of one pack (copies merged, printed jokers left out), by their lowest card. Cards of a rank
        are connected, and neighbours in a suit.

    Examples
    --------
    >>> from bitdeck import melds
    >>> hand = melds.DOUBLE_DECK.deck.parse("11C 3H 4H 11D 3D 5H 9D 2H 6H 3C 4H 3D 4D 5H 12D 3C")
    >>> [melds.GIN.deck.format(island) for island in melds.islands(hand, melds.DOUBLE_DECK)]
    ['2♥ 3♣ 3♦ 3♥ 4♦ 4♥ 5♥ 6♥', '9♦', 'J♣ J♦ Q♦']
    """
    made = _prepared(rules)
    found: list[int] = _kernel.islands(made, _hand(hand, rules))
    return found


def analyze(hand: Cards, rules: MeldRules = GIN) -> list[Island]:
    """The islands with what the depth-first search of a rummy player looks at: flags, checkpoints, rows, columns.

    Parameters
    ----------
    hand : int, str or Hand
        One hand.
    rules : MeldRules
        What a meld is; printed jokers are left out, and cards of the wild rank stand on their own places.

    Returns
    -------
    list of Island
        By their lowest card.

    Examples
    --------
    >>> from bitdeck import melds
    >>> [island] = melds.analyze("2H3H4H5H4H5H6H3C3C3D3D4D", melds.DOUBLE_DECK)
    >>> melds.GIN.deck.format(island.checkpoints), f"{island.flags[melds.GIN.deck.index('3H')]:04b}"
    ('3♥', '0101')
    >>> island.rows
    ((0, 2, 2), (1, 2, 3), (2, 1, 5))
    """
    made = _prepared(rules)
    return [_island(*parts) for parts in _kernel.analyze(made, _hand(hand, rules))]


def _island(cards: int, cells: Any, rows: Any, columns: Any) -> Island:
    copies = {kind: held for kind, held, _ in cells}
    flags = {kind: flag for kind, _, flag in cells}
    checkpoints = sum(1 << kind for kind, held, flag in cells if flag.bit_count() > held)
    return Island(cards, copies, flags, checkpoints, rows, columns)


# Evaluation


class Evaluation:
    """A hand that cards come to and leave, and its deadwood at every moment.

    It keeps a table for each part of the hand that melds alone; a card that comes or goes touches only the parts that
    it joins or splits. Printed jokers widen the parts; a card of the wild rank makes the hand one part.

    Parameters
    ----------
    hand : int, str or Hand
        The cards to begin with.
    rules : MeldRules
        What a meld is, and what cards cost.

    Examples
    --------
    >>> from bitdeck import melds
    >>> held = melds.Evaluation("4H 5H 9C 9D 9S KD")
    >>> held.deadwood
    19
    >>> held.add("6H")
    >>> held.deadwood
    10
    >>> held.remove("KD")
    >>> print(held.best)
    {4♥ 5♥ 6♥} {9♣ 9♦ 9♠} | nothing = 0
    """

    def __init__(self, hand: Cards, rules: MeldRules = GIN) -> None:
        _prepared(rules)
        self._rules = rules
        self._profiles: dict[tuple[int, int], tuple[int, ...]] = {}
        self._become(_hand(hand, rules))

    @property
    def hand(self) -> int:
        """The mask of the cards held."""
        return self._hand

    @property
    def rules(self) -> MeldRules:
        """The rules it evaluates by."""
        return self._rules

    @property
    def deadwood(self) -> int:
        """The least deadwood of the cards held."""
        return self._deadwood

    @property
    def best(self) -> Combo:
        """The best combo of the cards held."""
        return best(self._hand, self._rules)

    def add(self, card: Cards) -> None:
        """Take a card.

        Parameters
        ----------
        card : int or str
            Its index, or one card as text: then the first copy that is not held.

        Raises
        ------
        CardError
            When it is no card of the pack, or is held already.
        """
        bit = self._bit(card, held=False)
        self._become(self._hand | bit)

    def remove(self, card: Cards) -> None:
        """Give a card away.

        Parameters
        ----------
        card : int or str
            Its index, or one card as text: then the first copy that is held.

        Raises
        ------
        CardError
            When it is no card of the pack, or is not held.
        """
        bit = self._bit(card, held=True)
        self._become(self._hand & ~bit)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Evaluation):
            return NotImplemented
        return self._hand == other._hand and self._rules == other._rules

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Evaluation of {self._rules.deck.format(self._hand) or 'no cards'}: {self._deadwood}>"

    def _bit(self, card: Cards, held: bool) -> int:
        """The card as a mask of one bit, after checking that it is held, or is not."""
        deck = self._rules.deck
        first = 1 << deck.index(card)
        fits = self._hand if held else ~self._hand
        bits = self._rules.copies_of(first) & fits if isinstance(card, str) and "'" not in card else first & fits
        if not bits:
            state = "not in the hand" if held else "in the hand already"
            raise CardError(f"card {deck.format(first)} is {state}: {deck.format(self._hand) or 'no cards'}")
        return bits & -bits

    def _become(self, hand: int) -> None:
        """Look up the parts of the new hand, evaluate those that are new, and forget those that are gone."""
        made = _prepared(self._rules)
        jokers = (hand & self._rules.printed).bit_count()
        parts = [(part, jokers) for part in _kernel.components(made, hand) or [0]]
        profiles = {key: self._profiles.get(key) or _kernel.profile(made, *key) for key in parts}
        self._deadwood = int(_kernel.settle(made, hand, list(profiles.values())))
        self._hand, self._profiles = hand, profiles
