"""The packs and layouts of matching games: cards as text, words and pictures, and the way in for layouts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from re import Match
from re import compile as _pattern
from typing import Any, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from bitdeck import _door, _faces, _twin
from bitdeck._door import Array, Rng
from bitdeck.errors import CardError

__all__ = ["SET", "Layout", "Layouts", "MatchDeck", "Places", "check", "ints", "known", "layout", "let_in"]

Layouts: TypeAlias = "str | Sequence[Any] | npt.ArrayLike"
Places: TypeAlias = tuple[int, ...]

_kernel = _twin.load("matches")

MOST_CARDS = 1024
_CHUNK = _pattern(r"[^,;\n]+")
_TOKEN = _pattern(r"\S+")


@dataclass(frozen=True)
class MatchDeck:
    """A pack with one card for every choice of a value for each property.

    Parameters
    ----------
    properties : int
        1..8 properties, property 0 the most significant digit of a card.
    values : int
        2..7 values a property takes, and cards a match takes.

    Attributes
    ----------
    size : int
        Cards in the pack, `values ** properties`, at most 1,024.

    Raises
    ------
    ValueError, TypeError
        When a number is out of bounds or no integer, or the pack has more than 1,024 cards.

    Examples
    --------
    >>> deck = MatchDeck(3, 4)
    >>> deck.size, deck.parse("000 012"), deck.format([0, 6])
    (64, (0, 6), '000 012')
    """

    properties: int = 4
    values: int = 3

    def __post_init__(self) -> None:
        object.__setattr__(self, "properties", _door.number(self.properties, "properties", 1, 8))
        object.__setattr__(self, "values", _door.number(self.values, "values", 2, 7))
        if self.size > MOST_CARDS:
            raise ValueError(
                f"{self.values} values of {self.properties} properties make {self.size} cards; expected at most "
                f"{MOST_CARDS}"
            )

    @property
    def size(self) -> int:
        size: int = self.values**self.properties
        return size

    def parse(self, text: str) -> Places:
        """The cards that a text names, in its order, as a layout.

        Parameters
        ----------
        text : str
            Cards as digits (`0211`), `-` for an empty place, with spaces or commas between. Of `SET` also in words
            (`2 red striped ovals`), in any order, with commas between the cards.

        Returns
        -------
        tuple of int

        Raises
        ------
        CardError
            For a token that is no card, and a card named again.
        TypeError
            For anything but text.

        Examples
        --------
        >>> SET.parse("0000 0211 -")
        (0, 22, -1)
        >>> SET.parse("1 red solid diamond, 3 green striped ovals")
        (0, 68)
        """
        if not isinstance(text, str):
            raise TypeError(f"text is {text!r:.60}; expected a text of cards")
        named = [card for chunk in _CHUNK.finditer(text) for card in self._read(chunk)]
        seen: dict[int, Match[str]] = {}
        for card, found in named:
            if card >= 0 and card in seen:
                raise CardError(
                    f"text has {found.group()!r} at position {found.start()}, the card {self._text(card)} again; "
                    f"expected each card once, and this one stands at position {seen[card].start()}"
                )
            seen[card] = found
        return tuple(card for card, _ in named)

    def format(self, cards: int | Sequence[int] | Array, words: bool = False) -> str:
        """Cards as text that `parse` reads.

        Parameters
        ----------
        cards : int or sequence of int
            A card or a layout, -1 for an empty place.
        words : bool
            Say them in words; only of `SET`.

        Returns
        -------
        str

        Raises
        ------
        CardError
            For what is no card of the deck, or a card there twice.
        ValueError
            For words of a deck that has none.

        Examples
        --------
        >>> SET.format([0, 22, -1]), SET.format(22, words=True)
        ('0000 0211 -', '1 purple striped squiggle')
        """
        if words and self != SET:
            raise ValueError(f"{self} has no words for its cards; expected words=False")
        say = self._said if words else self._text
        if not isinstance(cards, (str, Sequence, np.ndarray)):
            return say(self._card(cards, "cards", least=-1))
        return (", " if words else " ").join(map(say, layout(cards, self)))

    def index(self, card: int | str) -> int:
        """The index of a card, given as index or text.

        Parameters
        ----------
        card : int or str

        Returns
        -------
        int

        Raises
        ------
        CardError
            For what is not one card of the deck.
        TypeError
            For what is neither an integer nor text.

        Examples
        --------
        >>> SET.index("0211"), SET.index("one purple striped squiggle")
        (22, 22)
        """
        if not isinstance(card, str):
            return self._card(card, "card")
        cards = self.parse(card)
        if len(cards) != 1 or cards[0] < 0:
            raise CardError(f"card is {card!r:.60}; expected one card")
        return cards[0]

    @overload
    def sample(self, k: int, n: None = None, rng: Rng = None) -> Places: ...
    @overload
    def sample(self, k: int, n: int, rng: Rng = None) -> Array: ...
    def sample(self, k: int, n: int | None = None, rng: Rng = None) -> Places | Array:
        """Random layouts: k different cards in random order, all such layouts equally likely.

        Parameters
        ----------
        k : int
            Cards in a layout, 0..size.
        n : int, optional
            Layouts; without it one layout.
        rng : None, int, SeedSequence, BitGenerator or Generator
            The source of randomness.

        Returns
        -------
        tuple of int, or int16 (n, k)

        Raises
        ------
        ValueError
            For more cards than the pack has, or a negative number.
        TypeError
            For what is no integer or no source of randomness.

        Notes
        -----
        A partial Fisher-Yates shuffle. Row i does not depend on n.

        Examples
        --------
        >>> SET.sample(12, 1000, rng=1).shape
        (1000, 12)
        >>> len(set(SET.sample(81)))
        81
        """
        k = _door.number(k, "k", 0, self.size)
        rows = 1 if n is None else _door.number(n, "n")
        out = np.empty((rows, k), np.int16)
        _kernel.sample(_door.seed_words(rng), self.size, out)
        return tuple(out[0].tolist()) if n is None else out

    def __str__(self) -> str:
        return "SET" if self == SET else repr(self)

    def _digits(self, card: int) -> Places:
        return tuple(card // self.values**i % self.values for i in reversed(range(self.properties)))

    def _text(self, card: int) -> str:
        return "".join(map(str, self._digits(card))) if card >= 0 else "-"

    def _said(self, card: int) -> str:
        return _faces.words(self._digits(card)) if card >= 0 else "-"

    def _card(self, card: Any, name: str, least: int = 0) -> int:
        value = _door.whole(card, name)
        if not least <= value < self.size:
            raise CardError(f"{name} is {value}, no card of {self}; expected 0..{self.size - 1}")
        return value

    def _read(self, chunk: Match[str]) -> Iterable[tuple[int, Match[str]]]:
        """The cards of a stretch of text without commas: so many cards in digits, or one in words."""
        tokens = list(_TOKEN.finditer(chunk.string, *chunk.span()))
        if self == SET and any(_faces.property_of(token.group()) for token in tokens):
            return [(self._spoken(tokens), tokens[0])]
        return [(self._spelt(token), token) for token in tokens]

    def _spelt(self, token: Match[str]) -> int:
        text = token.group()
        if text == "-":
            return -1
        if len(text) != self.properties or not set(text) <= set("0123456"[: self.values]):
            words = ", or words such as '2 red striped ovals'" if self == SET else ""
            raise CardError(
                f"text has {text!r:.60} at position {token.start()}; expected a card of {self}: "
                f"{self.properties} digits 0..{self.values - 1}{words}"
            )
        return int(text, self.values)

    def _spoken(self, tokens: list[Match[str]]) -> int:
        digits: dict[int, int] = {}
        for token in tokens:
            found = _faces.property_of(token.group())
            here = f"text has {token.group()!r:.60} at position {token.start()}"
            if found is None:
                raise CardError(f"{here}; expected a word for {', '.join(_faces.PROPERTIES)}, or a comma")
            if found[0] in digits:
                raise CardError(f"{here}; this card's {_faces.PROPERTIES[found[0]]} is named before")
            digits[found[0]] = found[1]
        for place, name in enumerate(_faces.PROPERTIES):
            if place not in digits:
                card = " ".join(token.group() for token in tokens)
                raise CardError(
                    f"text has {card!r:.60} at position {tokens[0].start()}, without {name}; expected one of "
                    f"{', '.join(_faces.NAMES[place])}"
                )
        return int("".join(str(digits[i]) for i in range(4)), 3)


SET = MatchDeck(4, 3)


class Layout(Sequence[int]):
    """Cards on a table, made to be looked at: an immutable sequence of card indices that prints and draws itself.

    Parameters
    ----------
    cards : str or sequence of int
        One layout, -1 for an empty place.
    deck : MatchDeck
        The deck.

    Attributes
    ----------
    deck : MatchDeck
        The deck.

    Raises
    ------
    CardError, TypeError
        As `count`.

    Examples
    --------
    >>> table = Layout("0000 0211 - 2222")
    >>> print(table)
    0: 1 red solid diamond        1: 1 purple striped squiggle  2: -
    3: 3 purple open ovals
    >>> table
    Layout('0000 0211 - 2222', MatchDeck(properties=4, values=3))
    >>> list(table), count(table)
    ([0, 22, -1, 80], 0)
    """

    __slots__ = ("_cards", "_deck")

    def __init__(self, cards: Layouts, deck: MatchDeck = SET) -> None:
        self._deck = known(deck)
        self._cards = tuple(layout(cards, deck))

    @property
    def deck(self) -> MatchDeck:
        return self._deck

    def __len__(self) -> int:
        return len(self._cards)

    def __getitem__(self, place: Any) -> Any:
        return self._cards[place]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        return self._cards == other._cards and self._deck == other._deck

    def __hash__(self) -> int:
        return hash((self._cards, self._deck))

    def __reduce__(self) -> tuple[Any, ...]:
        return Layout, (self._cards, self._deck)

    def __repr__(self) -> str:
        return f"Layout({self._deck.format(self._cards)!r}, {self._deck!r})"

    def __str__(self) -> str:
        deck = self._deck
        cells = [f"{i}: {deck._said(c) if deck == SET else deck._text(c)}" for i, c in enumerate(self._cards)]
        width = max(map(len, cells), default=0)
        lines = [cells[i : i + deck.values] for i in range(0, len(cells), deck.values)]
        return "\n".join("  ".join(cell.ljust(width) for cell in line).rstrip() for line in lines)

    def _repr_html_(self) -> str:
        """The cards drawn, for notebooks."""
        deck = self._deck
        pictures = [
            None if c < 0 else _faces.picture(deck._digits(c)) if deck == SET else _faces.plain_picture(deck._text(c))
            for c in self._cards
        ]
        return _faces.drawing(pictures, 2 * deck.values)


def known(deck: Any) -> MatchDeck:
    if not isinstance(deck, MatchDeck):
        raise TypeError(f"deck is {deck!r:.60}; expected a MatchDeck")
    return deck


def let_in(cards: Any, deck: Any) -> tuple[Array, bool]:
    """Layouts as int16 (n, k), and whether it is a single one."""
    known(deck)
    rows = np.array(deck.parse(cards), np.int16) if isinstance(cards, str) else ints(cards, "cards", deck)
    if rows.ndim == 0:
        raise TypeError(f"cards is {cards!r:.60}; expected a sequence of cards, or of layouts")
    if rows.ndim > 2:
        raise ValueError(f"cards has shape {rows.shape}; expected (k,) for one layout or (n, k) for a batch")
    if rows.dtype.kind != "i" or rows.dtype.itemsize > 2:
        _in_range(rows, deck)
    rows = np.ascontiguousarray(rows, np.int16)
    return (rows[None], True) if rows.ndim == 1 else (rows, False)


def layout(cards: Any, deck: Any) -> list[int]:
    """One layout, without fault."""
    rows, single = let_in(cards, deck)
    if not single:
        raise ValueError(f"cards has shape {rows.shape}; expected one layout")
    row = rows[0]
    again = np.ones(len(row), np.bool_)
    again[np.unique(row, return_index=True)[1]] = False
    wrong = np.flatnonzero((row < -1) | (row >= deck.size) | (again & (row >= 0)))
    check(int(wrong[0]) if len(wrong) else -1, rows, deck, single)
    return row.tolist()  # type: ignore[no-any-return]


def ints(values: Any, name: str, deck: MatchDeck | None = None) -> Array:
    """Integers of any shape as an array, never through float64; of a known deck, a card may be text."""
    if isinstance(values, Sequence) and not isinstance(values, (str, bytes, memoryview)):
        try:
            found = np.array(list(values), object) if len(values) else np.empty(0, np.int16)
        except ValueError:
            raise ValueError(f"{name} has rows of unequal length; expected one length") from None
        if found.dtype == object:
            return _exact(found, name, deck)
    else:
        try:
            found = np.asarray(values)
        except ValueError:
            raise ValueError(f"{name} has rows of unequal length; expected one length") from None
    if found.dtype.kind not in "iu":
        raise TypeError(f"{name} is {values!r:.60}; expected integers")
    return found


def _exact(found: Array, name: str, deck: MatchDeck | None) -> Array:
    if set(map(type, found.flat)) != {int}:
        for at in np.ndindex(found.shape):
            here = f"{name}[{', '.join(map(str, at))}]"
            value = found[at]
            if isinstance(value, (Sequence, np.ndarray)) and not isinstance(value, str):
                raise ValueError(f"{name} has rows of unequal length; expected one length")
            found[at] = deck.index(value) if deck and isinstance(value, str) else _door.whole(value, here)
    most = 2**62
    return np.clip(found, -most, most).astype(np.int64)


def _in_range(rows: Array, deck: MatchDeck) -> None:
    """Refuse the first number that is no card before it is cut to int16."""
    wrong = (rows >= deck.size) | ((rows < -1) if rows.dtype.kind == "i" else False)
    if wrong.any():
        at = np.argwhere(wrong)[0]
        raise _outside(int(rows[tuple(at)]), tuple(int(i) for i in at), deck)


def _outside(card: int, at: Places, deck: MatchDeck) -> CardError:
    where = ", ".join(map(str, at))
    return CardError(
        f"cards[{where}] is {card}, no card of {deck}; expected 0..{deck.size - 1}, or -1 for an empty place"
    )


def check(fault: int, rows: Array, deck: MatchDeck, single: bool) -> None:
    """Raise what a kernel's fault stands for."""
    if fault < 0:
        return
    row, place = divmod(fault, rows.shape[1])
    card = int(rows[row, place])
    start: Places = () if single else (row,)
    if not -1 <= card < deck.size:
        raise _outside(card, (*start, place), deck)
    first = int(np.flatnonzero(rows[row] == card)[0])
    names = [f"cards[{', '.join(map(str, (*start, i)))}]" for i in (place, first)]
    raise CardError(
        f"{names[0]} is {card} ({deck._text(card)}) again; expected each card once, and {names[1]} is {card}"
    )


MatchDeck.__module__ = Layout.__module__ = "bitdeck.matches"  # where they are public
