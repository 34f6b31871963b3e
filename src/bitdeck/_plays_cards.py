"""Plays by their natural cards alone, without rules: what hands are made of, and following suit."""

from typing import Any

import numpy as np
import numpy.typing as npt

from bitdeck import _door, _twin
from bitdeck._door import Mask, Masks
from bitdeck._plays_door import class_masks, columns, flag, flags, led_cards, length, plain, plain_many
from bitdeck.errors import CardError

__all__ = [
    "follow_suit",
    "groups",
    "is_group",
    "is_run",
    "lone_ranks",
    "rank_counts",
    "runs",
    "singles",
    "split",
    "stronger",
]

_kernel = _twin.load("plays")


def split(hand: Mask, *, revolution: bool = False) -> list[int]:
    """A hand taken apart into runs, groups and single cards to lead with: a simple heuristic.

    Parameters
    ----------
    hand : int, text or Hand
        The cards held.
    revolution : bool
        Whether the order is turned over now.

    Returns
    -------
    list of int
        Masks that together are the hand: runs, longest first; groups, strongest first; single cards, jokers first, then
        strongest first.

    Notes
    -----
    With more than four cards in hand the strongest rank (2, or 3 under revolution) takes no part in runs. A maximal run
    of three or more is kept unless every rank in it is held at least twice in the whole hand. Of the cards left, ranks
    with two or more are groups.

    Examples
    --------
    >>> from bitdeck import DAIFUGO, plays
    >>> [DAIFUGO.format(part) for part in plays.split("S3 D3 S4 D4 S5 D5 C5")]
    ['5♣ 5♦ 5♠', '4♦ 4♠', '3♦ 3♠']
    """
    return _kernel.split(plain(hand, "hand"), flag(revolution, "revolution"))  # type: ignore[no-any-return]


def runs(hand: Mask, length: int | None = None) -> list[int]:
    """The runs of one suit in a hand.

    Parameters
    ----------
    hand : int, text or Hand
        The cards held; jokers take no part.
    length : int, optional
        1 to 13: every window of that length. Without: the maximal runs of three cards or more.

    Returns
    -------
    list of int
        Maximal runs longest first, then higher first, then by mask; windows, which may overlap, ascending.

    Raises
    ------
    ValueError
        When `length` is out of bounds.

    Examples
    --------
    >>> from bitdeck import DAIFUGO, plays
    >>> [DAIFUGO.format(run) for run in plays.runs("S3 S4 S5 S6", 3)]
    ['3♠ 4♠ 5♠', '4♠ 5♠ 6♠']
    """
    wanted = 0 if length is None else _door.number(length, "length", 1, 13)
    return _kernel.runs(plain(hand, "hand"), wanted)  # type: ignore[no-any-return]


def groups(hand: Mask, min_size: int = 2) -> list[int]:
    """All cards of each rank that is held often enough.

    Parameters
    ----------
    hand : int, text or Hand
        The cards held; jokers take no part.
    min_size : int
        1 to 4.

    Returns
    -------
    list of int
        Masks, highest rank first.

    Raises
    ------
    ValueError
        When `min_size` is out of bounds.

    Examples
    --------
    >>> from bitdeck import plays
    >>> [f"{group:#x}" for group in plays.groups("S3 D3 S4 S5 C5")]
    ['0x900', '0xa']
    """
    return _kernel.groups(plain(hand, "hand"), _door.number(min_size, "min_size", 1, 4))  # type: ignore[no-any-return]


def singles(hand: Mask) -> list[int]:
    """Each card of a hand as a mask of its own, highest first, jokers before all.

    Parameters
    ----------
    hand : int, text or Hand
        The cards held.

    Returns
    -------
    list of int
        Masks of one bit, descending.

    Examples
    --------
    >>> from bitdeck import plays
    >>> plays.singles(0b1101)
    [8, 4, 1]
    """
    return _kernel.singles(plain(hand, "hand"))  # type: ignore[no-any-return]


def stronger(hand: Masks, field: Masks, revolution: bool | npt.ArrayLike = False) -> "int | npt.NDArray[np.uint64]":
    """The cards of a hand that are stronger than the whole field.

    Parameters
    ----------
    hand, field : int, text, Hand, or uint64 array (n,)
        Card sets.
    revolution : bool or bool array (n,)
        Whether the order is turned over now.

    Returns
    -------
    int or uint64 array (n,)
        The cards above the field's highest rank, under revolution those below its lowest; a joker is above every field
        without one. On an empty field the hand, in both orders.

    Examples
    --------
    >>> from bitdeck import DAIFUGO, plays
    >>> DAIFUGO.format(plays.stronger("S3 S5 S7", "D4 D5")), DAIFUGO.format(plays.stronger("S3 S5 S7", "D4 D5", True))
    ('7♠', '3♠')
    """
    rows = plain_many(hand, "hand"), plain_many(field, "field"), flags(revolution, "revolution")
    n = length(rows, ("hand", "field", "revolution"))
    if n is None:
        return _kernel.stronger_of(rows[0], rows[1], bool(rows[2]))  # type: ignore[no-any-return]
    out = np.empty(n, np.uint64)
    _kernel.stronger(*columns(rows), out)
    return out


def rank_counts(hand: Masks) -> "int | npt.NDArray[np.uint64]":
    """How often each rank is held, in quantity-position form.

    Parameters
    ----------
    hand : int, text, Hand, or uint64 array (n,)
        The cards held; jokers take no part.

    Returns
    -------
    int or uint64 array (n,)
        Bit ``4 * rank + k - 1`` for each rank held k > 0 times.

    Examples
    --------
    >>> from bitdeck import plays
    >>> f"{plays.rank_counts(0b1110_0000_1000):#b}"
    '0b10000000001'
    """
    return _mapped(hand, "hand", _kernel.rank_counts_of, _kernel.rank_counts, np.uint64)  # type: ignore[no-any-return]


def lone_ranks(hand: Masks) -> "int | npt.NDArray[np.uint64]":
    """The ranks held exactly once.

    Parameters
    ----------
    hand : int, text, Hand, or uint64 array (n,)
        The cards held; jokers take no part.

    Returns
    -------
    int or uint64 array (n,)
        Bit ``4 * rank`` for each such rank, whatever the suit.

    Examples
    --------
    >>> from bitdeck import plays
    >>> f"{plays.lone_ranks(0b1110_0000_1000):#b}"
    '0b1'
    """
    return _mapped(hand, "hand", _kernel.lone_ranks_of, _kernel.lone_ranks, np.uint64)  # type: ignore[no-any-return]


def is_run(cards: Masks, min_length: int = 3) -> "bool | npt.NDArray[np.bool_]":
    """Whether cards are a run of one suit and nothing else; jokers are no part of one here.

    Parameters
    ----------
    cards : int, text, Hand, or uint64 array (n,)
        Card sets.
    min_length : int
        1 to 13.

    Returns
    -------
    bool or bool array (n,)
        The answer.

    Examples
    --------
    >>> from bitdeck import plays
    >>> plays.is_run("S3 S4 S5"), plays.is_run("S3 S4 S5 D5")
    (True, False)
    """
    return _tested(cards, _door.number(min_length, "min_length", 1, 13), _kernel.is_run_of, _kernel.is_run)  # type: ignore[no-any-return]


def is_group(cards: Masks, min_size: int = 2) -> "bool | npt.NDArray[np.bool_]":
    """Whether cards are of one rank and nothing else; jokers are no part of one here.

    Parameters
    ----------
    cards : int, text, Hand, or uint64 array (n,)
        Card sets.
    min_size : int
        1 to 4.

    Returns
    -------
    bool or bool array (n,)
        The answer.

    Examples
    --------
    >>> from bitdeck import plays
    >>> plays.is_group("S3 D3"), plays.is_group("S3 D3 S4")
    (True, False)
    """
    return _tested(cards, _door.number(min_size, "min_size", 1, 4), _kernel.is_group_of, _kernel.is_group)  # type: ignore[no-any-return]


def follow_suit(
    hand: Masks, led: "int | npt.ArrayLike | None", classes: npt.ArrayLike
) -> "int | npt.NDArray[np.uint64]":
    """The cards a hand may play to a trick where suit must be followed.

    Parameters
    ----------
    hand : int or uint64 array (n,)
        The cards held, of any deck that fits in 64 bits.
    led : int, int array (n,), or None
        The index of the card that was led; −1 or None: none was.
    classes : sequence of int
        Disjoint masks, each a suit for following; trumps are one of them.

    Returns
    -------
    int or uint64 array (n,)
        The cards of the led card's class if there are any, else the hand.

    Raises
    ------
    CardError
        When classes overlap, or `led` is in none of them.

    Examples
    --------
    >>> from bitdeck import SKAT, plays
    >>> suits = [SKAT.parse("7C 8C 9C"), SKAT.parse("7D 8D 9D")]
    >>> SKAT.format(plays.follow_suit(SKAT.parse("8C 8D 9D"), SKAT.index("7D"), suits))
    '8♦ 9♦'
    """
    sets = class_masks(classes)
    hands, index = _door.masks(hand, "hand"), led_cards(led)
    n = length((hands, index), ("hand", "led"))
    if n is None:
        allowed = _kernel.follow_suit_of(hands, index, sets)
        if allowed < 0:
            raise CardError(f"led is card {index}; expected a card of one of the classes")
        return allowed  # type: ignore[no-any-return]
    out = np.empty(n, np.uint64)
    hands, index = (column if isinstance(column, np.ndarray) else np.array([column]) for column in (hands, index))
    bad = _kernel.follow_suit(hands.astype(np.uint64), index.astype(np.int64), sets, out)
    if bad >= 0:
        at = bad if len(index) > 1 else 0
        raise CardError(f"led[{at}] is card {index[at]}; expected a card of one of the classes")
    return out


def _mapped(hand: Any, name: str, one: Any, many: Any, dtype: Any) -> Any:
    hands = plain_many(hand, name)
    if not isinstance(hands, np.ndarray):
        return one(hands)
    out = np.empty(len(hands), dtype)
    many(hands, out)
    return out


def _tested(cards: Any, least: int, one: Any, many: Any) -> Any:
    sets = plain_many(cards, "cards")
    if not isinstance(sets, np.ndarray):
        return one(sets, least)
    out = np.empty(len(sets), np.uint8)
    many(sets, least, out)
    return out.view(np.bool_)


for _function in (follow_suit, groups, is_group, is_run, lone_ranks, rank_counts, runs, singles, split, stronger):
    _function.__module__ = "bitdeck.plays"  # where they are public
