"""The values that `plays` works with: rules, one play, many plays."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from enum import IntEnum
from functools import cache
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from bitdeck import _door
from bitdeck._door import Array
from bitdeck.cards import Deck

__all__ = ["BASIC", "PRESIDENT", "UECDA", "Kind", "Play", "PlayRules", "Plays"]

RANKS = "3456789TJQKA2"
JOKERS = 52, 53
ALONE = 14
OPEN, CLOSED = 0, 2**64 - 1
UNUSED, NO_CARD, LOW_END = -1, -2, -8
_MODES = ("cards", "declared", "minimal")
_FLAGS = {
    "virtual_ends": 6,
    "quint": 7,
    "eight_cut": 16,
    "suit_lock": 17,
    "spade_three": 18,
    "eleven_back": 19,
    "number_lock": 20,
    "forbidden_finish": 21,
}


@cache
def deck_of(jokers: int) -> Deck:
    """The pack of 52 cards in Daifugō's order with so many jokers."""
    return Deck(RANKS, jokers=jokers, name=("DAIFUGO without joker", "DAIFUGO", "DAIFUGO with two jokers")[jokers])


class Kind(IntEnum):
    """What sort of play it is."""

    SINGLE = 1
    GROUP = 2
    RUN = 3


@dataclass(frozen=True)
class PlayRules:
    """What may be played and what beats what.

    Parameters
    ----------
    jokers : int
        Wild cards in the pack, 0 to 2; they are bits 52 and 53.
    min_run : int or None
        The shortest run, 3 to 13 cards of one suit; None: there are no runs.
    virtual_ends : bool
        A joker may stand one below the 3 (rank −1) or one above the 2 (rank 13) in a run; two jokers at both.
    quint : bool
        A joker may join all four of a rank, and then stands for no card. With two jokers one of them may be the fourth.
    revolution_group, revolution_run : int or None
        The smallest group (2 to 6) and run (3 to 15) that turn the order over; None: none does.
    eight_cut : bool
        A play with a declared 8 ends the trick: it has no follows.
    suit_lock, eleven_back, number_lock : bool
        Two plays in a row with the same suits fix the suits; a play with a declared J turns the order over until the
        trick ends; two plays in a row on neighbouring ranks fix the next rank. These describe how a trick goes on, so
        `bitdeck.games.daifugo` keeps them; the functions here take what is in force as `lock`, `revolution` and
        `number_lock`.
    spade_three : bool
        ♠3 alone beats a lone joker.
    forbidden_finish : bool
        The last play of a hand may not contain a 2 (a 3 under revolution), an 8, or a joker. Cards count, not what
        jokers stand for.
    joker_mode : {"minimal", "declared", "cards"}
        How plays with jokers are told apart: ``"cards"`` each card set once, ``"declared"`` each (card set, what the
        jokers stand for) once, ``"minimal"`` the same but a joker never replaces a card that is in the hand.

    Attributes
    ----------
    deck : Deck
        The pack: rank-major, 3 low, 2 high, with these jokers.
    full : int
        The mask of the pack.
    code : int
        The rules as the one integer that kernels take.

    Raises
    ------
    ValueError
        When a number is out of bounds, or fields contradict: jokers' rights without jokers, virtual ends without runs.
    TypeError
        When a field is of the wrong type.

    Examples
    --------
    >>> from bitdeck.plays import BASIC, PlayRules
    >>> BASIC.deck.size, PlayRules(jokers=1, quint=True).deck.size
    (52, 53)
    >>> PlayRules(quint=True)
    Traceback (most recent call last):
    ValueError: quint needs a joker; jokers is 0
    """

    jokers: int = 0
    min_run: int | None = 3
    virtual_ends: bool = False
    quint: bool = False
    revolution_group: int | None = 4
    revolution_run: int | None = 5
    eight_cut: bool = False
    suit_lock: bool = False
    spade_three: bool = False
    eleven_back: bool = False
    number_lock: bool = False
    forbidden_finish: bool = False
    joker_mode: Literal["cards", "declared", "minimal"] = "minimal"
    code: int = field(init=False, repr=False, compare=False)
    full: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in _FLAGS:
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"{name} is {getattr(self, name)!r:.60}; expected True or False")
        self._number("jokers", 0, 2)
        for name, least, most in (("min_run", 3, 13), ("revolution_group", 2, 6), ("revolution_run", 3, 15)):
            if getattr(self, name) is not None:
                self._number(name, least, most)
        if self.joker_mode not in _MODES:
            raise ValueError(f"joker_mode is {self.joker_mode!r:.60}; expected one of {', '.join(map(repr, _MODES))}")
        for name in ("virtual_ends", "quint", "spade_three"):
            if getattr(self, name) and not self.jokers:
                raise ValueError(f"{name} needs a joker; jokers is 0")
        if self.virtual_ends and self.min_run is None:
            raise ValueError("virtual_ends needs runs; min_run is None")
        object.__setattr__(self, "code", self._code())
        object.__setattr__(self, "full", self.deck.full)

    def _number(self, name: str, least: int, most: int) -> None:
        object.__setattr__(self, name, _door.number(getattr(self, name), name, least, most))

    def _code(self) -> int:
        numbers = self.jokers | (self.min_run or 0) << 2
        numbers |= (self.revolution_group or 0) << 8 | (self.revolution_run or 0) << 12
        flags = sum(1 << bit for name, bit in _FLAGS.items() if getattr(self, name))
        return numbers | flags | _MODES.index(self.joker_mode) << 22

    @property
    def deck(self) -> Deck:
        return deck_of(self.jokers)

    def __repr__(self) -> str:
        told = (
            f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.init and getattr(self, f.name) != f.default
        )
        return f"PlayRules({', '.join(told)})"


BASIC = PlayRules()
UECDA = PlayRules(jokers=1, virtual_ends=True, quint=True, eight_cut=True, suit_lock=True, spade_three=True)
PRESIDENT = PlayRules(min_run=None, revolution_run=None)


def _stands_for(code: int) -> int:
    """What a joker's code in a meaning says, as `Play.joker` shows it."""
    if code < 2:
        return NO_CARD if code else UNUSED
    return code - 6 if code >= 6 else LOW_END + code - 2


_SHOWN = np.array([_stands_for(code) for code in range(64)], np.int8)


class Play:
    """One play: a card set with its meaning. Made by `Plays`, immutable, hashable; `str` draws its cards.

    Attributes
    ----------
    cards : int
        The mask of the cards laid down.
    kind : Kind
        Single, group or run; the pass has none (0).
    rank : int
        The lowest declared rank: 0 the 3 .. 12 the 2, −1 and 13 the virtual ends, 14 for jokers alone.
    size : int
        How many cards, jokers included.
    suits : int
        The mask of declared suits, ♣♦♥♠ = bits 0..3; 0 for jokers alone.
    joker : tuple of int
        What jokers 52 and 53 stand for: ``4 * rank + suit``, a suit of the low virtual end as −8 + suit (so that it
        differs from the following), −1 not in the play, −2 for no card (alone, or joining all four).
    meaning : int
        All of it but the cards, packed as the kernels do.

    Examples
    --------
    >>> from bitdeck import plays
    >>> print(plays.classify("C9 CT JK CQ", plays.UECDA)[0])
    9♣ T♣ J♣=JK Q♣
    """

    __slots__ = ("cards", "meaning")

    cards: int
    meaning: int

    def __init__(self, cards: int, meaning: int) -> None:
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "meaning", meaning)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a Play does not change: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Play, (self.cards, self.meaning)

    @property
    def kind(self) -> Kind | Literal[0]:
        return Kind(self.meaning & 3) if self.meaning & 3 else 0

    @property
    def rank(self) -> int:
        return (self.meaning >> 4 & 15) - 1

    @property
    def size(self) -> int:
        return self.meaning >> 8 & 15

    @property
    def suits(self) -> int:
        return self.meaning >> 12 & 15

    @property
    def joker(self) -> tuple[int, int]:
        return _stands_for(self.meaning >> 16 & 63), _stands_for(self.meaning >> 24 & 63)

    @property
    def extent(self) -> int:
        """How many ranks the play spans: its size for a run, else 1."""
        return self.size if self.kind == Kind.RUN else 1

    def declares(self, rank: int) -> bool:
        """Whether a card of that rank is in the play, held or stood for by a joker."""
        return self.kind != 0 and self.rank <= rank < self.rank + self.extent

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Play):
            return NotImplemented
        return (self.cards, self.meaning) == (other.cards, other.meaning)

    def __hash__(self) -> int:
        return hash((self.cards, self.meaning))

    def __len__(self) -> int:
        return self.size

    def __bool__(self) -> bool:
        return self.cards != 0

    def __str__(self) -> str:
        if not self.cards:
            return "pass"
        deck = deck_of(2)
        shown = [(i, deck.card_name(i)) for i in range(52) if self.cards >> i & 1]
        for joker in self.joker:
            if joker == NO_CARD:
                shown.append((JOKERS[0], "JK"))
            elif joker != UNUSED:
                shown.append((joker, f"{_end_name(joker) or deck.card_name(joker)}=JK"))
        return " ".join(name for _, name in sorted(shown))

    def __repr__(self) -> str:
        return f"<Play {self.kind.name.lower()}: {self}>" if self.kind else "<Play pass>"


def _end_name(joker: int) -> str:
    """A virtual end as ``<3♣`` or ``>2♣``; empty for a card."""
    if 0 <= joker < JOKERS[0]:
        return ""
    return ("<" if joker < 0 else ">") + deck_of(2).card_name(joker - LOW_END if joker < 0 else joker - 4)


class Plays:
    """Many plays in one packed array: of one hand, or of many hands one after the other.

    It iterates as masks, and ``plays[i]`` is a `Play` that prints itself (a slice is again `Plays`). Fields are decoded
    when they are asked for.

    Attributes
    ----------
    packed : numpy.ndarray
        uint64 ``(n, 2)``, read-only: the cards, and the meaning as `kernels/plays.pyi` lays it out.
    cards : numpy.ndarray
        uint64 ``(n,)``, masks.
    kind, size, suits : numpy.ndarray
        uint8 ``(n,)``.
    rank : numpy.ndarray
        int8 ``(n,)``, the lowest declared rank, −1 .. 13; 14 for jokers alone.
    joker : numpy.ndarray
        int8 ``(n, jokers)``, see `Play.joker`.
    offsets : numpy.ndarray or None
        int64 ``(hands + 1,)`` in a batch: hand i has the plays ``offsets[i]`` to ``offsets[i + 1] - 1``.
    rules : PlayRules
        The rules they were made by.

    Examples
    --------
    >>> from bitdeck import plays
    >>> found = plays.leads("S3 D3 S4 S5")
    >>> print(found)
    3♠ 4♠ 5♠
    3♦ 3♠
    5♠
    4♠
    3♦
    3♠
    >>> found.size.tolist()
    [3, 2, 1, 1, 1, 1]
    """

    __slots__ = ("_packed", "offsets", "rules")

    def __init__(self, packed: bytes | Array, rules: PlayRules, offsets: npt.NDArray[np.int64] | None = None) -> None:
        self._packed = packed
        self.rules = rules
        self.offsets = offsets

    @property
    def packed(self) -> npt.NDArray[np.uint64]:
        if not isinstance(self._packed, np.ndarray):
            self._packed = unpacked(self._packed)
        return self._packed

    @property
    def cards(self) -> npt.NDArray[np.uint64]:
        return self.packed[:, 0]

    def _bits(self, at: int, width: int) -> Array:
        return self.packed[:, 1] >> np.uint64(at) & np.uint64(2**width - 1)

    @property
    def kind(self) -> npt.NDArray[np.uint8]:
        return self._bits(0, 2).astype(np.uint8)

    @property
    def rank(self) -> npt.NDArray[np.int8]:
        return self._bits(4, 4).astype(np.int8) - np.int8(1)

    @property
    def size(self) -> npt.NDArray[np.uint8]:
        return self._bits(8, 4).astype(np.uint8)

    @property
    def suits(self) -> npt.NDArray[np.uint8]:
        return self._bits(12, 4).astype(np.uint8)

    @property
    def joker(self) -> npt.NDArray[np.int8]:
        columns = [_SHOWN[self._bits(16 + 8 * j, 6).astype(np.intp)] for j in range(self.rules.jokers)]
        return np.stack(columns, axis=1) if columns else np.empty((len(self), 0), np.int8)

    def row(self, i: int) -> "Plays":
        """The plays of hand `i` of a batch."""
        if self.offsets is None:
            raise ValueError("these are the plays of one hand; expected those of a batch")
        if not 0 <= i < len(self.offsets) - 1:
            raise IndexError(f"hand {i} of {len(self.offsets) - 1}")
        return self[int(self.offsets[i]) : int(self.offsets[i + 1])]

    def __len__(self) -> int:
        return len(self._packed) // (1 if isinstance(self._packed, np.ndarray) else 16)

    def __iter__(self) -> Iterator[int]:
        return iter(self.cards.tolist())

    def __contains__(self, item: object) -> bool:
        if isinstance(item, Play):
            return bool((self.packed == np.array([item.cards, item.meaning], np.uint64)).all(axis=1).any())
        return item in self.cards.tolist()

    @overload
    def __getitem__(self, at: slice) -> "Plays": ...
    @overload
    def __getitem__(self, at: int) -> Play: ...
    def __getitem__(self, at: int | slice) -> "Play | Plays":
        if isinstance(at, slice):
            return Plays(self.packed[at], self.rules)
        cards, meaning = self.packed[at].tolist()
        return Play(cards, meaning)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Plays):
            return NotImplemented
        return (
            self.rules == other.rules
            and np.array_equal(self.packed, other.packed)
            and (self.offsets is None) == (other.offsets is None)
            and np.array_equal(self._ends(), other._ends())
        )

    __hash__ = None  # type: ignore[assignment]

    def _ends(self) -> npt.NDArray[np.int64]:
        return np.empty(0, np.int64) if self.offsets is None else self.offsets

    def __str__(self) -> str:
        return "\n".join(str(self[i]) for i in range(len(self)))

    def __repr__(self) -> str:
        of = f" of {len(self.offsets) - 1} hands" if self.offsets is not None else ""
        return f"<Plays: {len(self)}{of}>"


def unpacked(buffer: Any) -> npt.NDArray[np.uint64]:
    """The pairs in what a kernel gives back, as a read-only array."""
    if isinstance(buffer, np.ndarray):
        pairs = buffer
    else:
        pairs = np.frombuffer(buffer, np.uint64) if memoryview(buffer).nbytes else np.empty(0, np.uint64)
    pairs = pairs.reshape(-1, 2)
    pairs.flags.writeable = False
    return pairs
