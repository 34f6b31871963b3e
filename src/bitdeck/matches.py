"""Matches: cards of which every property is all the same or all different. Is there one, which, how many?

A card is an index; its digits to the base of the values are its properties. Cards in a sequence are one layout, or
one table, and answer with Python objects; a two-dimensional array or a sequence of layouts is a batch (n, k) and
answers with arrays, one row a layout. -1 is an empty place. Matches are told by their places in the layout.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial, prod
from re import Match
from re import compile as _pattern
from typing import Any, Literal, NamedTuple, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from bitdeck import _door, _faces, _twin
from bitdeck._door import Array, Rng
from bitdeck.errors import CardError, TooComplex

__all__ = [
    "SET",
    "Games",
    "Layout",
    "MatchDeck",
    "complete",
    "count",
    "count_matchless",
    "explain",
    "find",
    "find_all",
    "first_combination",
    "has",
    "is_match",
    "match_distribution",
    "simulate",
    "third",
]

Layouts: TypeAlias = "str | Sequence[Any] | npt.ArrayLike"
Places: TypeAlias = tuple[int, ...]
Progress: TypeAlias = Callable[[float], object]

_kernel = _twin.load("matches")
_census = _twin.load("census")

MOST_CARDS = 1024
MOST_BYTES = 2**27
MOST_WORK = 2**30
_BLOCK = 1024
_BLOCKS_A_STEP = 8
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
        return (", " if words else " ").join(map(say, _layout(cards, self)))

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
        self._deck = _known(deck)
        self._cards = tuple(_layout(cards, deck))

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


def count(cards: Layouts, deck: MatchDeck = SET) -> int | Array:
    """How many matches there are.

    Parameters
    ----------
    cards : sequence of int, array_like (n, k), or str
        One layout, or a batch; -1 is an empty place.
    deck : MatchDeck
        The deck.

    Returns
    -------
    int or int32 (n,)

    Raises
    ------
    CardError
        For a card outside the deck, or there twice in a layout.
    TypeError, ValueError
        For what is no integer; for rows of unequal length.

    Examples
    --------
    >>> count("0000 0001 0002 0010"), count([]), count([[0, 1, 2], [0, 1, 3]]).tolist()
    (1, 0, [1, 0])
    >>> count(range(81))
    1080
    """
    if (type(cards) is list or type(cards) is tuple) and type(deck) is MatchDeck:
        found: int = _kernel.count_one(cards, deck.properties, deck.values)
        if found >= 0:
            return found
    rows, single = _let_in(cards, deck)
    out = np.empty(len(rows), np.int32)
    _check(_kernel.count(rows, deck.properties, deck.values, out), rows, deck, single)
    return int(out[0]) if single else out


def has(cards: Layouts, deck: MatchDeck = SET) -> bool | Array:
    """Whether there is a match.

    Parameters
    ----------
    cards : sequence of int, array_like (n, k), or str
        One layout, or a batch; -1 is an empty place.
    deck : MatchDeck
        The deck.

    Returns
    -------
    bool or bool (n,)

    Raises
    ------
    CardError, TypeError, ValueError
        As `count`.

    Examples
    --------
    >>> has("0000 0001 0002"), has([[0, 1, 2], [0, 1, -1]]).tolist()
    (True, [True, False])
    """
    if (type(cards) is list or type(cards) is tuple) and type(deck) is MatchDeck:
        found = _kernel.has_one(cards, deck.properties, deck.values)
        if found >= 0:
            return found == 1  # type: ignore[no-any-return]
    rows, single = _let_in(cards, deck)
    out = np.empty(len(rows), np.bool_)
    _check(_kernel.has(rows, deck.properties, deck.values, out.view(np.uint8)), rows, deck, single)
    return bool(out[0]) if single else out


def find(cards: Layouts, deck: MatchDeck = SET) -> Places | Array | None:
    """The places of the lexicographically first match.

    Parameters
    ----------
    cards : sequence of int, array_like (n, k), or str
        One layout, or a batch; -1 is an empty place.
    deck : MatchDeck
        The deck.

    Returns
    -------
    tuple of int, None when there is no match, or int16 (n, values)
        Places ascending; in a batch -1 throughout where there is no match.

    Raises
    ------
    CardError, TypeError, ValueError
        As `count`.

    Examples
    --------
    >>> find("0012 0000 0001 0222 0002")
    (1, 2, 4)
    >>> find([[0, 1, 2], [0, 1, 3]]).tolist()
    [[0, 1, 2], [-1, -1, -1]]
    """
    if (type(cards) is list or type(cards) is tuple) and type(deck) is MatchDeck:
        found: Places | int | None = _kernel.find_one(cards, deck.properties, deck.values)
        if type(found) is not int:
            return found  # type: ignore[return-value]
    rows, single = _let_in(cards, deck)
    out = np.empty((len(rows), deck.values), np.int16)
    _check(_kernel.find(rows, deck.properties, deck.values, out), rows, deck, single)
    if single:
        return tuple(out[0].tolist()) if out[0, 0] >= 0 else None
    return out


def find_all(cards: Layouts, deck: MatchDeck = SET) -> list[Places] | tuple[Array, Array]:
    """The places of all matches, in lexicographic order.

    Parameters
    ----------
    cards : sequence of int, array_like (n, k), or str
        One layout, or a batch; -1 is an empty place.
    deck : MatchDeck
        The deck.

    Returns
    -------
    list of tuple of int, or a pair of int16 (total, values) and int64 (n + 1,)
        For a batch the places of all layouts' matches one after the other, and offsets: those of row r are
        `places[offsets[r] : offsets[r + 1]]`.

    Raises
    ------
    CardError, TypeError, ValueError
        As `count`.
    TooComplex
        When the places would take more than 2**27 bytes.

    Examples
    --------
    >>> find_all("0000 0001 0002 0010 0020")
    [(0, 1, 2), (0, 3, 4)]
    >>> places, offsets = find_all([[0, 1, 2], [0, 1, 3]])
    >>> places.tolist(), offsets.tolist()
    ([[0, 1, 2]], [0, 1, 1])
    """
    rows, single = _let_in(cards, deck)
    counts = np.empty(len(rows), np.int32)
    _check(_kernel.count(rows, deck.properties, deck.values, counts), rows, deck, single)
    offsets = np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))
    total = int(offsets[-1])
    if 2 * deck.values * total > MOST_BYTES:
        raise TooComplex(f"there are {total} matches; expected at most {MOST_BYTES // 2 // deck.values} in one call")
    if single:
        return _kernel.find_all_one(rows[0].tolist(), deck.properties, deck.values)  # type: ignore[no-any-return]
    out = np.empty((total, deck.values), np.int16)
    _kernel.find_all(rows, deck.properties, deck.values, offsets, out)
    return out, offsets


def is_match(cards: Layouts, deck: MatchDeck = SET) -> bool | Array:
    """Whether cards are a match: as many as there are values, with every property all equal or all different.

    Parameters
    ----------
    cards : sequence of int, array_like (n, k), or str
        One layout, or a batch. Another number of cards, or an empty place, is no match.
    deck : MatchDeck
        The deck.

    Returns
    -------
    bool or bool (n,)

    Raises
    ------
    CardError, TypeError, ValueError
        As `count`.

    Examples
    --------
    >>> is_match("0000 1111 2222"), is_match("0000 1111 2221"), is_match("0000 1111")
    (True, False, False)
    """
    rows, single = _let_in(cards, deck)
    out = np.empty(len(rows), np.bool_)
    _check(_kernel.has(rows, deck.properties, deck.values, out.view(np.uint8)), rows, deck, single)
    out &= rows.shape[1] == deck.values
    return bool(out[0]) if single else out


def complete(cards: Layouts, deck: MatchDeck = SET) -> int | Array | None:
    """The card that makes a match of all but one card of it.

    Parameters
    ----------
    cards : sequence of int, array_like (n, values - 1), or str
        The cards; with an empty place among them there is no answer.
    deck : MatchDeck
        A deck of three or more values. With four or more there is often no such card, and never more than one.

    Returns
    -------
    int, None when there is none, or int16 (n,)
        In a batch -1 where there is none.

    Raises
    ------
    CardError, TypeError
        As `count`.
    ValueError
        For another number of cards, and for a deck of two values: there any two cards match.

    Examples
    --------
    >>> SET.format(complete("0000 0211")), complete("000 001 012", MatchDeck(3, 4))
    ('0122', None)
    """
    rows, single = _let_in(cards, deck)
    if deck.values == 2:
        raise ValueError("deck has two values, and any two of its cards match; expected three or more values")
    if rows.shape[1] != deck.values - 1:
        raise ValueError(f"cards has {rows.shape[1]} cards in a row; expected {deck.values - 1}, one less than a match")
    out = np.empty(len(rows), np.int16)
    _check(_kernel.complete(rows, deck.properties, deck.values, out), rows, deck, single)
    if single:
        return int(out[0]) if out[0] >= 0 else None
    return out


def third(a: int | str | npt.ArrayLike, b: int | str | npt.ArrayLike, deck: MatchDeck = SET) -> int | Array:
    """The card that makes a match with two others, in a deck of three values.

    Parameters
    ----------
    a, b : int, str, or integer array_like
        Two different cards, or arrays of cards that broadcast to one shape (n,).
    deck : MatchDeck
        A deck of three values.

    Returns
    -------
    int or int16 (n,)

    Raises
    ------
    CardError, TypeError
        As `count`; for the same card twice.
    ValueError
        For a deck of other than three values, or arrays that do not broadcast to (n,).

    Notes
    -----
    Each digit of the three cards sums to 0 modulo 3: they are a line of the affine space over three elements.

    Examples
    --------
    >>> third(0, 1), SET.format(third("0000", "0211")), third(0, [1, 3, 9]).tolist()
    (2, '0122', [2, 6, 18])
    """
    if _known(deck).values != 3:
        raise ValueError(f"deck has {deck.values} values; expected three, where two cards always fix the third")
    pair = [deck.index(card) if isinstance(card, str) else _ints(card, name) for card, name in ((a, "a"), (b, "b"))]
    shape = np.broadcast_shapes(np.shape(pair[0]), np.shape(pair[1]))
    if len(shape) > 1:
        raise ValueError(f"a and b broadcast to shape {shape}; expected one card each, or (n,)")
    for card, name in zip(pair, "ab", strict=True):
        for value in np.ravel(card)[(np.ravel(card) < 0) | (np.ravel(card) >= deck.size)][:1]:
            deck._card(value, name)
    rows = np.stack([np.broadcast_to(card, shape or (1,)) for card in pair], axis=1)
    out: Any = complete(rows, deck)
    return out if shape else int(out[0])


def explain(cards: Layouts, deck: MatchDeck = SET) -> str:
    """Why cards are a match or not, for people.

    Parameters
    ----------
    cards : sequence of int, or str
        One layout.
    deck : MatchDeck
        The deck.

    Returns
    -------
    str
        The verdict, then a line for each property.

    Raises
    ------
    CardError, TypeError, ValueError
        As `count`.

    Examples
    --------
    >>> print(explain("0000 0111 0120"))
    no match
    number: all 1
    colour: red, green, green: neither all equal nor all different
    shading: all different: solid, striped, open
    shape: diamond, squiggle, diamond: neither all equal nor all different
    """
    held = [card for card in _layout(cards, deck) if card >= 0]
    if len(held) != deck.values:
        return f"no match\na match takes {deck.values} cards, here are {len(held)}"
    lines = ["a match" if is_match(held, deck) else "no match"]
    for i, column in enumerate(zip(*map(deck._digits, held), strict=True)):
        names = [_faces.NAMES[i][digit] if deck == SET else str(digit) for digit in column]
        title = _faces.PROPERTIES[i] if deck == SET else f"property {i}"
        listed = ", ".join(names)
        kinds = {1: f"all {names[0]}", deck.values: f"all different: {listed}"}
        lines.append(f"{title}: {kinds.get(len(set(column)), f'{listed}: neither all equal nor all different')}")
    return "\n".join(lines)


def first_combination(
    items: Iterable[Any], k: int, accept: Callable[[tuple[Any, ...]], Any], playable: Callable[[Any], Any] | None = None
) -> Places | None:
    """The places of the first combination of k items that `accept` takes: the general search, for any rule.

    Parameters
    ----------
    items : iterable
        Whatever lies on the table.
    k : int
        How many make a combination; 0 is the empty one.
    accept : callable
        Called with a tuple of k items; true for a match.
    playable : callable, optional
        Called once with each item; an item for which it is false is in no combination.

    Returns
    -------
    tuple of int, or None
        Places ascending, the lexicographically first; None when no combination is taken, as when there are fewer
        than k items.

    Raises
    ------
    ValueError, TypeError
        For a k that is negative or no integer.

    Examples
    --------
    >>> first_combination([5, 1, 4, 2, 3], 3, lambda three: sum(three) == 7)
    (1, 2, 3)
    >>> first_combination([5, 1, 4, 2, 3], 3, lambda three: sum(three) == 7, lambda item: item != 4) is None
    True
    """
    k = _door.number(k, "k")
    table = list(items)
    places = [place for place, item in enumerate(table) if playable is None or playable(item)]
    taken = (some for some in combinations(places, k) if accept(tuple(table[place] for place in some)))
    return next(taken, None)


def count_matchless(k: int | None, deck: MatchDeck = SET, progress: Progress | None = None) -> int | Places:
    """How many sets of k cards hold no match; exact.

    Parameters
    ----------
    k : int or None
        The number of cards; None for every number.
    deck : MatchDeck
        The deck.
    progress : callable, optional
        Called now and then with the share of the work that is done, 0.0..1.0.

    Returns
    -------
    int, or for None tuple of int
        For None the numbers for k = 0, 1, ... up to the largest set without a match.

    Raises
    ------
    TooComplex
        When the count would take far more than a minute.
    ValueError, TypeError
        For a k that is negative or no integer.

    Notes
    -----
    Sets without a match in a deck of three values are the caps of an affine space over three elements. Small sets are
    gathered into classes under the symmetries of the deck, a set of each class is extended in every way.

    Examples
    --------
    >>> count_matchless(None, MatchDeck(2, 3))
    (1, 9, 36, 72, 54)
    >>> count_matchless(3, SET)
    84240
    """
    most = _known(deck).size if k is None else _door.number(k, "k")
    if most > deck.size:
        return 0
    counts: Places
    if deck.values == 2:
        counts = (1, deck.size, *[0] * most)[: most + 1]
    else:
        if not (deck.values == 3 and deck.properties <= 4):
            _affordable(deck, range(most + 1))
        counts = _census.matchless(deck.properties, deck.values, most, progress)
    if k is not None:
        return counts[most]
    return counts[: max(i for i, number in enumerate(counts) if number) + 1]


def match_distribution(k: int, deck: MatchDeck = SET, progress: Progress | None = None) -> Places:
    """How many sets of k cards hold exactly 0, 1, 2, ... matches; exact.

    Parameters
    ----------
    k : int
        The number of cards, 0..size.
    deck : MatchDeck
        The deck.
    progress : callable, optional
        Called now and then with the share of the work that is done, 0.0..1.0.

    Returns
    -------
    tuple of int
        Up to the largest number of matches that occurs. They sum to the number of sets of k cards.

    Raises
    ------
    TooComplex
        When the count would take far more than a minute: for `SET` above 13 cards.
    ValueError, TypeError
        For a k that is out of bounds or no integer.

    Notes
    -----
    As `count_matchless`.

    Examples
    --------
    >>> match_distribution(5, MatchDeck(2, 3))
    (0, 72, 54)
    """
    k = _door.number(k, "k", 0, _known(deck).size)
    if deck.values == 2:
        return (*[0] * comb(k, 2), comb(deck.size, k))
    _affordable(deck, [k])
    return _census.distribution(deck.properties, deck.values, k, progress)  # type: ignore[no-any-return]


class Games(NamedTuple):
    """What `simulate` found.

    Attributes
    ----------
    extra : int16 (n,)
        How often more cards had to be dealt, in each game.
    largest : int16 (n,)
        The most cards that lay on the table.
    left : int16 (n,)
        The cards left on the table at the end.
    looked : int64 (size + 1,)
        How often a table of 0, 1, 2, ... cards was looked at, in all games together.
    without : int64 (size + 1,)
        How often it had no match.

    Examples
    --------
    >>> games = simulate(10, rng=1)
    >>> len(games.left), bool((games.looked >= games.without).all())
    (10, True)
    """

    extra: Array
    largest: Array
    left: Array
    looked: Array
    without: Array


def simulate(
    n: int,
    deck: MatchDeck = SET,
    rng: Rng = None,
    policy: Literal["first", "random"] = "first",
    *,
    table: int = 12,
    more: int = 3,
    threads: int = 1,
    progress: Progress | None = None,
) -> Games:
    """Whole games, from the first deal until the stock is empty and no match is left.

    Parameters
    ----------
    n : int
        Games.
    deck : MatchDeck
        The deck.
    rng : None, int, SeedSequence, BitGenerator or Generator
        The source of randomness.
    policy : {"first", "random"}
        Which match is taken: the lexicographically first, or each with the same chance.
    table : int
        Cards on the table as long as the stock lasts.
    more : int
        Cards dealt when there is no match.
    threads : int
        Threads to play on; the games do not depend on it.
    progress : callable, optional
        Called now and then with the share of the games played, 0.0..1.0.

    Returns
    -------
    Games

    Raises
    ------
    ValueError, TypeError
        For a number that is out of bounds or no integer; for another policy; for what is no source of randomness.

    Notes
    -----
    New cards go to the places of the match taken, the lowest first; places left free close up. The first games do not
    depend on n.

    Examples
    --------
    >>> games = simulate(100, rng=1)
    >>> sorted(set(games.left.tolist()) - {0, 6, 9, 12, 15, 18})
    []
    """
    n = _door.number(n, "n")
    if policy not in ("first", "random"):
        raise ValueError(f"policy is {policy!r:.60}; expected 'first' or 'random'")
    least = _door.number(table, "table", 1, MOST_CARDS)
    threads = _door.number(threads, "threads", 1)
    rule = (_known(deck).properties, deck.values, least, _door.number(more, "more", 1, MOST_CARDS), policy == "random")
    seed = _door.seed_words(rng)
    games = np.empty((n, 3), np.int16)

    def play(block: int) -> Array:
        seen = np.zeros((2, deck.size + 1), np.int64)
        some = games[_BLOCK * block : _BLOCK * (block + _BLOCKS_A_STEP)]
        _kernel.simulate(seed, block, *rule, some, seen[0], seen[1])
        return seen

    steps = range(0, -(-n // _BLOCK), _BLOCKS_A_STEP)
    seen = np.zeros((2, deck.size + 1), np.int64)
    with ThreadPoolExecutor(threads) as pool:
        for done, part in enumerate(pool.map(play, steps) if threads > 1 else map(play, steps), 1):
            seen += part
            if progress:
                progress(done / len(steps))
    return Games(*(games[:, i].copy() for i in range(3)), *seen)


def _known(deck: Any) -> MatchDeck:
    if not isinstance(deck, MatchDeck):
        raise TypeError(f"deck is {deck!r:.60}; expected a MatchDeck")
    return deck


def _let_in(cards: Any, deck: Any) -> tuple[Array, bool]:
    """Layouts as int16 (n, k), and whether it is a single one."""
    _known(deck)
    rows = np.array(deck.parse(cards), np.int16) if isinstance(cards, str) else _ints(cards, "cards", deck)
    if rows.ndim == 0:
        raise TypeError(f"cards is {cards!r:.60}; expected a sequence of cards, or of layouts")
    if rows.ndim > 2:
        raise ValueError(f"cards has shape {rows.shape}; expected (k,) for one layout or (n, k) for a batch")
    if rows.dtype.kind != "i" or rows.dtype.itemsize > 2:
        _in_range(rows, deck)
    rows = np.ascontiguousarray(rows, np.int16)
    return (rows[None], True) if rows.ndim == 1 else (rows, False)


def _layout(cards: Any, deck: Any) -> list[int]:
    """One layout, without fault."""
    rows, single = _let_in(cards, deck)
    if not single:
        raise ValueError(f"cards has shape {rows.shape}; expected one layout")
    row = rows[0]
    again = np.ones(len(row), np.bool_)
    again[np.unique(row, return_index=True)[1]] = False
    wrong = np.flatnonzero((row < -1) | (row >= deck.size) | (again & (row >= 0)))
    _check(int(wrong[0]) if len(wrong) else -1, rows, deck, single)
    return row.tolist()  # type: ignore[no-any-return]


def _ints(values: Any, name: str, deck: MatchDeck | None = None) -> Array:
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


def _check(fault: int, rows: Array, deck: MatchDeck, single: bool) -> None:
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


def _affordable(deck: MatchDeck, numbers: Iterable[int]) -> None:
    """Refuse a census whose work, layouts by the symmetries of the deck, is out of reach."""
    v, p = deck.values, deck.properties
    symmetries = v**p * prod(v**p - v**i for i in range(p)) if v == 3 else factorial(v) ** p * factorial(p)
    level = next((j for j in range(deck.size) if comb(deck.size, j + 1) > 64 * symmetries), deck.size)
    for k in numbers:
        work = comb(deck.size, k) * comb(k, min(k, level)) // symmetries
        if work > MOST_WORK:
            raise TooComplex(
                f"{k} of the {deck.size} cards of {deck} lie in {comb(deck.size, k):.1e} ways, too many to look at; "
                "expected fewer cards"
            )
