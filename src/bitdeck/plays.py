"""Which card sets may I put on the table now? Plays of Daifugō, President and their kin, and following suit.

Cards are bit ``4 * rank + suit``, rank 0 the 3 .. rank 12 the 2, suits ♣♦♥♠ = 0..3; jokers are bits 52 and 53. What a
play is and what beats it stands in the notes of `leads` and `follows`; the rules are fields of `PlayRules`.
"""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from bitdeck import _door, _twin
from bitdeck._door import Array, Mask, Masks
from bitdeck._plays import BASIC, CLOSED, OPEN, PRESIDENT, UECDA, Kind, Play, PlayRules, Plays, unpacked
from bitdeck._plays_cards import (
    follow_suit,
    groups,
    is_group,
    is_run,
    lone_ranks,
    rank_counts,
    runs,
    singles,
    split,
    stronger,
)
from bitdeck._plays_door import columns, condition_of, held, length
from bitdeck.errors import CardError

__all__ = [
    "BASIC",
    "PRESIDENT",
    "UECDA",
    "Kind",
    "Play",
    "PlayRules",
    "Plays",
    "action_mask",
    "action_space",
    "beats",
    "classify",
    "counts",
    "follow_suit",
    "follows",
    "groups",
    "is_group",
    "is_run",
    "leads",
    "lone_ranks",
    "moves",
    "rank_counts",
    "runs",
    "singles",
    "split",
    "stronger",
]

_kernel = _twin.load("plays")


def leads(hand: Masks, rules: PlayRules = BASIC, *, revolution: bool | npt.ArrayLike = False) -> Plays:
    """Every play that a hand may lead with.

    Parameters
    ----------
    hand : int, text, Hand, or uint64 array (n,)
        The cards held; a batch gives a batch.
    rules : PlayRules
        The rules.
    revolution : bool or bool array (n,)
        Whether the order is turned over now (eleven-back included).

    Returns
    -------
    Plays
        Complete and without duplicates: runs, groups, singles; longer first; stronger first in the order now in force
        (jokers alone before all); then by mask, then by what the jokers stand for. In a batch one hand after the other,
        with `offsets`.

    Raises
    ------
    OverflowError
        When a hand has a card outside the pack, such as a joker the rules do not have.
    CardError
        When a text cannot be read.

    Notes
    -----
    A *single* is one card. A *group* is two or more cards of one rank; a joker stands for a missing suit of it and,
    with `quint`, joins all four without standing for a card. A *run* is at least `min_run` consecutive ranks of one
    suit, at least one of its cards natural. Jokers alone are a single or, two of them, a pair: rank 14, no suit, and
    nothing else.

    Two jokers in the hand are two different cards, so a play with either is listed; in a play with both, what they
    stand for is told once, not once for each way round.

    With ``joker_mode="cards"`` a card set stands where its first declaration would: the longest run reading first, then
    the strongest.

    Examples
    --------
    >>> from bitdeck import plays
    >>> print(plays.leads("S3 D3 S4 S5"))
    3♠ 4♠ 5♠
    3♦ 3♠
    5♠
    4♠
    3♦
    3♠
    >>> len(plays.leads(plays.UECDA.deck.full, plays.UECDA))
    569
    """
    return _plays(hand, OPEN, rules, revolution, 0, False)


def follows(
    hand: Masks,
    field: "Masks | Play | Plays",
    rules: PlayRules = BASIC,
    *,
    revolution: bool | npt.ArrayLike = False,
    lock: Masks = 0,
    number_lock: bool | npt.ArrayLike = False,
) -> Plays:
    """Every play of a hand that beats the field.

    Parameters
    ----------
    hand : int, text, Hand, or uint64 array (n,)
        The cards held.
    field : int, text, Hand, Play, uint64 array (n,), or Plays
        What lies on the table: a play, or card sets whose declarations agree in kind, rank and size. No cards, or the
        pass: nothing follows.
    rules : PlayRules
        The rules.
    revolution : bool or bool array (n,)
        Whether the order is turned over now (eleven-back included).
    lock : int or array (n,)
        The mask of locked suits, ♣♦♥♠ = bits 0..3; 0: none. Applied whether or not the rules have `suit_lock`.
    number_lock : bool or bool array (n,)
        Whether the next rank is fixed. Applied whether or not the rules have `number_lock`.

    Returns
    -------
    Plays
        In the order of `leads`. `hand`, `field`, `revolution`, `lock` and `number_lock` broadcast: each is one for
        all or has n rows.

    Raises
    ------
    CardError
        When a field is no legal play, or may mean several (`classify` lists them, and one of them can be given).
    OverflowError
        When a card is not in the pack, or a lock names a suit beyond the four.
    ValueError
        When batches have unequal lengths.

    Notes
    -----
    A play beats the field when it is of the same kind and size and stronger: its lowest declared rank above the field's
    highest, or under revolution its highest below the field's lowest. A lone joker beats any single, two jokers any
    pair, in both orders and under both locks; nothing but ♠3 (with `spade_three`) beats a lone joker, whatever lock and
    order. With `eight_cut` nothing follows a declared 8. A suit lock asks for exactly the locked suits as declared; a
    number lock for ranks that border on the field's (for a run: that begin right after it).

    Examples
    --------
    >>> from bitdeck import plays
    >>> print(plays.follows("S6 S7 S8 S9 D9 DT DJ", "S3 S4 S5"))
    9♦ T♦ J♦
    7♠ 8♠ 9♠
    6♠ 7♠ 8♠
    >>> len(plays.follows("S2 JK", "HA", plays.UECDA, lock=0b0100))
    1
    """
    below = _field(field, rules)
    return _plays(hand, below or CLOSED if type(below) is int else _closed(below), rules, revolution, lock, number_lock)


def moves(
    hand: Masks,
    field: "Masks | Play | Plays" = 0,
    rules: PlayRules = BASIC,
    *,
    revolution: bool | npt.ArrayLike = False,
    lock: Masks = 0,
    number_lock: bool | npt.ArrayLike = False,
) -> Plays:
    """The leads where the field is empty, the follows elsewhere.

    Parameters
    ----------
    hand, field, rules, revolution, lock, number_lock
        As in `follows`; locks do not touch leads.

    Returns
    -------
    Plays
        The plays, without the pass.

    Raises
    ------
    CardError, OverflowError, ValueError
        As in `follows`.

    Examples
    --------
    >>> from bitdeck import plays
    >>> plays.moves([0b1111, 0b1111 << 4], [0, 0b1]).offsets.tolist()
    [0, 15, 19]
    """
    return _plays(hand, _field(field, rules), rules, revolution, lock, number_lock)


def counts(
    hand: Masks,
    field: "Masks | Play | Plays" = 0,
    rules: PlayRules = BASIC,
    *,
    revolution: bool | npt.ArrayLike = False,
    lock: Masks = 0,
    number_lock: bool | npt.ArrayLike = False,
) -> "int | npt.NDArray[np.int64]":
    """How many plays `moves` would give, without building them.

    Parameters
    ----------
    hand, field, rules, revolution, lock, number_lock
        As in `moves`.

    Returns
    -------
    int or int64 array (n,)
        The numbers.

    Raises
    ------
    CardError, OverflowError, ValueError
        As in `follows`.

    Examples
    --------
    >>> from bitdeck import plays
    >>> plays.counts("S3 D3 H3 C3")
    15
    """
    rows, n = _rows(hand, _field(field, rules), rules, revolution, lock, number_lock)
    if n is None:
        return int(_kernel.count_of(*rows, rules.code))
    out = np.empty(n, np.int64)
    _kernel.counts(*rows, rules.code, out)
    return out


def classify(cards: Mask, rules: PlayRules = BASIC) -> Plays:
    """Every declaration that a card set may have as one play.

    Parameters
    ----------
    cards : int, text or Hand
        The card set.
    rules : PlayRules
        The rules; `joker_mode` and `forbidden_finish` play no part.

    Returns
    -------
    Plays
        In the order of `leads`, not under revolution; none when the cards are no play.

    Raises
    ------
    OverflowError
        When a card is not in the pack.

    Examples
    --------
    >>> from bitdeck import plays
    >>> print(plays.classify("C3 C4 JK", plays.UECDA))
    3♣ 4♣ 5♣=JK
    <3♣=JK 3♣ 4♣
    """
    return Plays(_kernel.meanings(held(cards, "cards", rules, one=True), rules.code), rules)


def beats(
    play: "Mask | Play | Plays",
    field: "Masks | Play | Plays",
    rules: PlayRules = BASIC,
    *,
    revolution: bool | npt.ArrayLike = False,
    lock: Masks = 0,
    number_lock: bool | npt.ArrayLike = False,
) -> "bool | npt.NDArray[np.bool_]":
    """Whether a play beats a field.

    Parameters
    ----------
    play : int, text, Hand, Play, or Plays
        The play, or n of them. A card set beats when one of its declarations does.
    field, rules, revolution, lock, number_lock
        As in `follows`.

    Returns
    -------
    bool or bool array (n,)
        Never True on an empty field: there is nothing to beat.

    Raises
    ------
    CardError
        When `play` or a field is no legal play.
    OverflowError, ValueError
        As in `follows`.

    Examples
    --------
    >>> from bitdeck import plays
    >>> plays.beats("S4 D4", "S3 C3"), plays.beats("S4 D4", "S3 C3", revolution=True)
    (True, False)
    """
    below = _field(field, rules)
    condition = condition_of(revolution, lock, number_lock)
    if not isinstance(play, Plays):
        found = [play.meaning] if isinstance(play, Play) else _readings(play, rules)
        if isinstance(below, int) and isinstance(condition, int):
            return any(_kernel.beats_of(one, below, condition, rules.code) for one in found)
        results = [_beats_rows(np.array([one], np.uint64), below, condition, rules) for one in found]
        return np.logical_or.reduce(results)  # type: ignore[no-any-return]
    return _beats_rows(np.ascontiguousarray(play.packed[:, 1]), below, condition, rules)


def action_space(rules: PlayRules = BASIC) -> Plays:
    """Every play that any hand may make, in a fixed order, the pass last.

    Parameters
    ----------
    rules : PlayRules
        The rules.

    Returns
    -------
    Plays
        The leads of the full pack in the order of `leads`, declared ones with ``joker_mode="minimal"`` (what a joker
        may replace depends on the hand), and the pass: no cards, meaning 0.

    Examples
    --------
    >>> from bitdeck import plays
    >>> len(plays.action_space()), print(plays.action_space()[-1])
    pass
    (460, None)
    """
    return Plays(_actions(rules)[0], rules)


def action_mask(
    hands: Masks,
    fields: "Masks | Play | Plays | None" = None,
    rules: PlayRules = BASIC,
    *,
    revolution: bool | npt.ArrayLike = False,
    lock: Masks = 0,
    number_lock: bool | npt.ArrayLike = False,
    out: "npt.NDArray[np.bool_] | None" = None,
) -> "npt.NDArray[np.bool_]":
    """Which actions of `action_space` are legal moves.

    Parameters
    ----------
    hands, fields, rules, revolution, lock, number_lock
        As in `moves`; `fields=None`: all lead.
    out : bool array (n, actions), optional
        Where to write.

    Returns
    -------
    bool array (n, actions), or (actions,) for one hand
        The moves of each hand; the pass, in the last column, is legal where the field is not empty.

    Raises
    ------
    CardError, OverflowError, ValueError
        As in `follows`; ValueError also for an `out` that cannot take the result.

    Examples
    --------
    >>> from bitdeck import plays
    >>> legal = plays.action_mask("S3 D3")
    >>> print(*plays.action_space().packed[legal].tolist(), sep=", ")
    [10, 41490], [2, 8465], [8, 33041]
    """
    rows, n = _rows(hands, _field(0 if fields is None else fields, rules), rules, revolution, lock, number_lock)
    space, declared, places = _actions(rules)
    rows_of = columns(rows)
    found = _door.output(out, (len(space),) if n is None else (n, len(space)), np.bool_)
    _kernel.action_mask(*rows_of, rules.code, declared, places, found.reshape(-1, len(space)).view(np.uint8))
    return found


def _plays(hand: Any, field: Any, rules: PlayRules, revolution: Any, lock: Any, number_lock: Any) -> Plays:
    # One hand with nothing to convert goes straight to the kernel: most of a call is what Python does around it.
    if type(hand) is int and type(field) is int and type(rules) is PlayRules and 0 <= hand <= rules.full:
        condition = condition_of(revolution, lock, number_lock)
        if type(condition) is int:
            return Plays(_kernel.moves_of(hand, field, condition, rules.code), rules)
    rows, n = _rows(hand, field, rules, revolution, lock, number_lock)
    if n is None:
        return Plays(_kernel.moves_of(*rows, rules.code), rules)
    offsets = np.empty(n + 1, np.int64)
    return Plays(unpacked(_kernel.moves(*rows, rules.code, offsets)), rules, offsets)


def _rows(hand: Any, field: Any, rules: PlayRules, revolution: Any, lock: Any, number_lock: Any) -> Any:
    """Hand, field and condition as three ints and None, or as three columns of one or n rows and n."""
    rows = (held(hand, "hand", rules), field, condition_of(revolution, lock, number_lock))
    if type(rows[0]) is int and type(field) is int and type(rows[2]) is int:
        return rows, None
    n = length(rows, ("hand", "field", "revolution, lock or number_lock"))
    return columns(rows), n


def _field(field: Any, rules: PlayRules) -> Any:
    """The field as the kernels take it: a meaning or an array of them."""
    if type(field) is Play:
        if type(rules) is not PlayRules or field.cards > rules.full:
            held(field.cards, "field", rules)
        return field.meaning
    if type(field) is Plays:
        if type(rules) is not PlayRules or field.rules.jokers > rules.jokers:
            held(field.cards, "field", rules)
        return np.ascontiguousarray(field.packed[:, 1])
    cards = held(field, "field", rules)
    if type(cards) is int:
        meaning = _kernel.field_of(cards, rules.code)
        if meaning < 0:
            raise _unclear(cards, "field", rules)
        return meaning
    out = np.empty(len(cards), np.uint64)
    bad = _kernel.fields_of(cards, rules.code, out)
    if bad >= 0:
        raise _unclear(int(cards[bad]), f"field[{bad}]", rules)
    return out


def _closed(field: Array) -> Array:
    """Nothing follows on an empty field."""
    if field.all():
        return field
    return np.where(field == OPEN, np.uint64(CLOSED), field)


def _unclear(cards: int, name: str, rules: PlayRules) -> CardError:
    found = Plays(_kernel.meanings(cards, rules.code), rules)
    shown = rules.deck.format(cards)
    if not len(found):
        return CardError(f"{name} is {shown}, no legal play; expected a single, a group or a run")
    return CardError(f"{name} is {shown}, which may mean {len(found)} plays; give one of plays.classify")


def _readings(cards: Any, rules: PlayRules) -> list[int]:
    """The meanings that a card set may have as a play; a CardError when it has none."""
    mask = held(cards, "play", rules, one=True)
    found = unpacked(_kernel.meanings(mask, rules.code))
    if not len(found):
        raise CardError(f"play is {rules.deck.format(mask) or 'no cards'}; expected a single, a group or a run")
    return found[:, 1].tolist()  # type: ignore[no-any-return]


def _beats_rows(plays: Array, field: Any, condition: Any, rules: PlayRules) -> "npt.NDArray[np.bool_]":
    n = length((plays, field, condition), ("play", "field", "revolution, lock or number_lock"))
    out = np.empty(n or 0, np.uint8)
    _kernel.beats(*columns((plays, field, condition)), rules.code, out)
    return out.view(np.bool_)


@lru_cache(maxsize=64)
def _actions(rules: PlayRules) -> tuple[Array, Array, Array]:
    """The action space, all declared plays, and the column of each of these in the space."""
    modes = 3 << 22 | 1 << 21
    declared = unpacked(_kernel.moves_of(rules.deck.full, OPEN, 0, rules.code & ~modes | 1 << 22))
    plays = declared
    if rules.joker_mode == "cards":
        plays = unpacked(_kernel.moves_of(rules.deck.full, OPEN, 0, rules.code & ~modes))
    column = {cards: i for i, cards in enumerate(plays[:, 0].tolist())}
    told_apart = rules.joker_mode != "cards"
    places = np.arange(len(plays)) if told_apart else [column[cards] for cards in declared[:, 0].tolist()]
    space = np.concatenate([plays, np.zeros((1, 2), np.uint64)])
    return unpacked(space), declared, np.asarray(places, np.int32)


for _value in (Kind, Play, PlayRules, Plays):
    _value.__module__ = __name__
