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
from bitdeck._plays_door import (
    class_masks,
    columns,
    condition_of,
    flag,
    flags,
    held,
    led_cards,
    length,
    plain,
    plain_many,
)
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


for _value in (Kind, Play, PlayRules, Plays):
    _value.__module__ = __name__
