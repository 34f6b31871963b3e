"""Gin and Indian rummy as functions on hands: when a player may go out, and what the hands are then worth.

Drawing, turns and matches are the caller's; hands are in the layout of `rules.deck`.
"""

from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from bitdeck import _door, melds
from bitdeck._door import Cards, Masks
from bitdeck.errors import CardError
from bitdeck.melds import GIN, INDIAN, Combo, MeldRules

__all__ = [
    "GIN_SCORING",
    "GinScoring",
    "Showdown",
    "declaration",
    "knocks",
    "losing_points",
    "showdown",
]


# Gin


@dataclass(frozen=True)
class GinScoring:
    """What a round of gin is worth.

    Parameters
    ----------
    limit : int
        The most deadwood to knock with.
    gin, big_gin : int
        The bonus for no deadwood with ten cards, and with all eleven.
    undercut : int
        The bonus of a defender who has no more deadwood than the knocker.

    Examples
    --------
    >>> from bitdeck.games import rummy
    >>> rummy.GinScoring(limit=7)
    GinScoring(limit=7, gin=25, big_gin=31, undercut=25)
    """

    limit: int = 10
    gin: int = 25
    big_gin: int = 31
    undercut: int = 25

    def __post_init__(self) -> None:
        for name in ("limit", "gin", "big_gin", "undercut"):
            object.__setattr__(self, name, _door.number(getattr(self, name), name))


GIN_SCORING = GinScoring()
"""Knock with ten, 25 for gin, 31 for big gin, 25 for an undercut."""


class Showdown(NamedTuple):
    """How a round of gin ended.

    Attributes
    ----------
    kind : {"knock", "undercut", "gin", "big gin"}
        The defender wins an undercut, the knocker everything else.
    points : int
        What the winner scores.
    knocker, defender : Combo
        How they put their cards down; the defender's dump is what is left before laying off.
    layoffs : list of (int, int)
        Cards that the defender lays off, and onto which of the knocker's melds.
    deadwood : int
        The defender's points after that.

    Examples
    --------
    >>> from bitdeck.games import rummy
    >>> end = rummy.showdown("3C 4C 5C 9C 9D 9S KC KD KH TH", "6C 7C 8D 8S 8H QC QD QH AD 4S")
    >>> print(end.kind, end.points, end.defender, sep="; ")
    undercut; 30; {8♦ 8♥ 8♠} {Q♣ Q♦ Q♥} | A♦ 4♠ 6♣ 7♣ = 18
    """

    kind: Literal["knock", "undercut", "gin", "big gin"]
    points: int
    knocker: Combo
    defender: Combo
    layoffs: list[tuple[int, int]]
    deadwood: int


def knocks(hand: Cards, limit: int = 10, rules: MeldRules = GIN) -> dict[int, int]:
    """The discards after which a player may knock.

    Parameters
    ----------
    hand : int, str or Hand
        The hand after drawing.
    limit : int
        The most deadwood to knock with; 0 for going gin only.
    rules : MeldRules
        What a meld is, and what cards cost.

    Returns
    -------
    dict of int to int
        For each such card type (4 * rank + suit, 52 a joker) the deadwood that stays, least first, then by type. Big
        gin, with no discard, is `melds.deadwood(hand) == 0`.

    Examples
    --------
    >>> from bitdeck import melds
    >>> from bitdeck.games import rummy
    >>> found = rummy.knocks("3C 4C 5C 9C 9D 9S KC KD KH 2H QD")
    >>> [(melds.GIN.deck.card_name(card), points) for card, points in found.items()]
    [('Q♦', 2), ('2♥', 10)]
    """
    limit = _door.number(limit, "limit")
    after = melds.discards(_door.mask(hand, "hand", deck=rules.deck), rules)
    order = np.argsort(after, kind="stable")
    return {int(card): int(after[card]) for card in order[: int((after <= limit).sum())]}


def showdown(
    knocker: Cards,
    defender: Cards,
    scoring: GinScoring = GIN_SCORING,
    *,
    down: Combo | None = None,
    rules: MeldRules = GIN,
) -> Showdown:
    """What a round of gin is worth when a player knocks.

    The defender melds, and unless it is gin lays off onto the knocker's melds, so that as little as can be is left.

    Parameters
    ----------
    knocker, defender : int, str or Hand
        Their hands, after the knocker's discard; for big gin the knocker has discarded nothing.
    scoring : GinScoring
        The bonuses, and the most deadwood to knock with.
    down : Combo, optional
        How the knocker puts the cards down, when it is not `melds.best`: another combo may leave less to lay off.
    rules : MeldRules
        What a meld is, and what cards cost.

    Returns
    -------
    Showdown
        Who wins by what, and the cards as they lie.

    Raises
    ------
    ValueError
        When the knocker has more deadwood than `scoring` allows, still has to discard, or `down` is another hand's.
    CardError
        When a card is in both hands.

    Examples
    --------
    >>> from bitdeck import melds
    >>> from bitdeck.games import rummy
    >>> end = rummy.showdown("3C 4C 5C 9C 9D 9S KC KD KH 2H", "6C 7C 8D 8S 8H QC QD QH AD 5S")
    >>> end.kind, end.points, end.deadwood
    ('knock', 4, 6)
    >>> [melds.GIN.deck.card_name(card) for card, _ in end.layoffs]
    ['6♣', '7♣']
    """
    deck = rules.deck
    theirs = _door.mask(defender, "defender", deck=deck)
    own = _door.mask(knocker, "knocker", deck=deck)
    if own & theirs:
        raise CardError(f"{deck.format(own & theirs)} is in both hands; expected hands without a common card")
    laid = melds.best(own, rules) if down is None else _laid_down(down, own, rules)
    spare = own.bit_count() - theirs.bit_count()
    if spare not in (0, 1) or (spare and laid.dump):
        raise ValueError(
            f"knocker has {own.bit_count()} cards and defender {theirs.bit_count()}; "
            "expected as many, or one more when all of them are melded (big gin)"
        )
    if laid.deadwood > scoring.limit:
        raise ValueError(f"knocker has {laid.deadwood} points of deadwood; expected at most {scoring.limit} to knock")
    if laid.deadwood == 0:
        combo = melds.best(theirs, rules)
        bonus = scoring.big_gin if spare else scoring.gin
        return Showdown("big gin" if spare else "gin", combo.deadwood + bonus, laid, combo, [], combo.deadwood)
    combo, plays, left = _defended(theirs, laid, rules)
    if left <= laid.deadwood:
        return Showdown("undercut", laid.deadwood - left + scoring.undercut, laid, combo, plays, left)
    return Showdown("knock", left - laid.deadwood, laid, combo, plays, left)


def _laid_down(down: Any, hand: int, rules: MeldRules) -> Combo:
    if not isinstance(down, Combo):
        raise TypeError(f"down is {down!r:.60}; expected a Combo")
    if sum(down.melds) + down.dump != hand or down.rules != rules:
        raise ValueError(f"down is {down}; expected a combo of the knocker's hand {rules.deck.format(hand)}")
    return down


def _defended(hand: int, laid: Combo, rules: MeldRules) -> tuple[Combo, list[tuple[int, int]], int]:
    """A combo and lay-offs that leave the least, and how much that is."""
    least = melds.deadwood(hand, laid, rules)
    for combo in melds.combos(hand, rules=rules):
        plays = melds.layoffs(combo.dump, laid, rules) if combo.is_valid else []
        off = sum(rules.cost(card % 64) for card, _ in plays)
        if combo.deadwood - off == least:
            return combo, plays, least
    raise AssertionError("some combo leaves the least deadwood")


# Indian rummy


def declaration(hand: Cards, rules: MeldRules = INDIAN) -> Combo | None:
    """How the hand can be declared: all of its cards in melds, with the runs that the rules ask for.

    Parameters
    ----------
    hand : int, str or Hand
        The hand after the last discard; thirteen cards as a rule.
    rules : MeldRules
        What a meld is, the runs that are needed, and the deal's wild rank.

    Returns
    -------
    Combo or None
        Melds without a dump, as few as can be; None when the hand cannot be declared.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from bitdeck import melds
    >>> from bitdeck.games import rummy
    >>> print(rummy.declaration("3C 4C 5C 7H 8H JK 9C 9D 9S KC KD KH KS"))
    {3♣ 4♣ 5♣} {7♥ 8♥ JK as 9♥} {9♣ 9♦ 9♠} {K♣ K♦ K♥ K♠} | nothing = 0
    >>> rummy.declaration("3C 4C 6C 7H 8H JK 9C 9D 9S KC KD KH KS") is None
    True
    """
    held = _door.mask(hand, "hand", deck=rules.deck)
    found = melds.best(held, _each_counts(rules))
    if found.dump or not found.is_valid:
        return None
    return found._replace(rules=rules)


def _each_counts(rules: MeldRules) -> MeldRules:
    """The rules with a point for every card: nothing is left over exactly when there is no deadwood."""
    return replace(rules, points=(1,) * 13, joker_points=1)


@overload
def losing_points(hand: Cards, cap: int = 80, rules: MeldRules = INDIAN) -> int: ...  # type: ignore[overload-overlap]
@overload
def losing_points(hand: npt.ArrayLike, cap: int = 80, rules: MeldRules = INDIAN) -> npt.NDArray[np.int16]: ...
def losing_points(hand: Masks, cap: int = 80, rules: MeldRules = INDIAN) -> int | npt.NDArray[np.int16]:
    """What a hand costs its holder when somebody else has declared.

    Without the runs that the rules ask for every card counts, otherwise the cards outside the melds; never more than
    `cap`, which is also the price of a wrong declaration.

    Parameters
    ----------
    hand : int, str, Hand, or array_like of uint64 (n, 2)
        One hand, or a batch.
    cap : int
        The most a hand costs.
    rules : MeldRules
        What a meld is, the runs that are needed, and the deal's wild rank.

    Returns
    -------
    int or numpy.ndarray
        Points; int16 (n,) for a batch.

    Examples
    --------
    >>> from bitdeck.games import rummy
    >>> rummy.losing_points("3C 4C 5C 7H 8H JK 9C 9D 2S QC KD KH 6S")
    56
    >>> rummy.losing_points("3C 4C 6C 7H 8H 2D 9C 9D 9S KC KD KH KS")
    80
    """
    cap = _door.number(cap, "cap", most=melds.NEVER)
    points = melds.deadwood(hand, rules=rules)
    return min(points, cap) if isinstance(points, int) else np.minimum(points, np.int16(cap))
