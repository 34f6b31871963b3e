"""Matches: cards of which every property is all the same or all different. Is there one, which, how many?

A card is an index; its digits to the base of the values are its properties. Cards in a sequence are one layout, or
one table, and answer with Python objects; a two-dimensional array or a sequence of layouts is a batch (n, k) and
answers with arrays, one row a layout. -1 is an empty place. Matches are told by their places in the layout.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import comb, factorial, prod
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from bitdeck import _door, _faces, _twin
from bitdeck._door import Array, Rng
from bitdeck._layouts import SET, Layout, Layouts, MatchDeck, Places, check, ints, known, layout, let_in
from bitdeck.errors import TooComplex

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

Progress: TypeAlias = Callable[[float], object]

_kernel = _twin.load("matches")
_census = _twin.load("census")

MOST_BYTES = 2**27
MOST_WORK = 2**30
_BLOCK = 1024
_BLOCKS_A_STEP = 8


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
    rows, single = let_in(cards, deck)
    out = np.empty(len(rows), np.int32)
    check(_kernel.count(rows, deck.properties, deck.values, out), rows, deck, single)
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
    rows, single = let_in(cards, deck)
    out = np.empty(len(rows), np.bool_)
    check(_kernel.has(rows, deck.properties, deck.values, out.view(np.uint8)), rows, deck, single)
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
    rows, single = let_in(cards, deck)
    out = np.empty((len(rows), deck.values), np.int16)
    check(_kernel.find(rows, deck.properties, deck.values, out), rows, deck, single)
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
    rows, single = let_in(cards, deck)
    counts = np.empty(len(rows), np.int32)
    check(_kernel.count(rows, deck.properties, deck.values, counts), rows, deck, single)
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
    rows, single = let_in(cards, deck)
    out = np.empty(len(rows), np.bool_)
    check(_kernel.has(rows, deck.properties, deck.values, out.view(np.uint8)), rows, deck, single)
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
    rows, single = let_in(cards, deck)
    if deck.values == 2:
        raise ValueError("deck has two values, and any two of its cards match; expected three or more values")
    if rows.shape[1] != deck.values - 1:
        raise ValueError(f"cards has {rows.shape[1]} cards in a row; expected {deck.values - 1}, one less than a match")
    out = np.empty(len(rows), np.int16)
    check(_kernel.complete(rows, deck.properties, deck.values, out), rows, deck, single)
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
    if known(deck).values != 3:
        raise ValueError(f"deck has {deck.values} values; expected three, where two cards always fix the third")
    pair = [deck.index(card) if isinstance(card, str) else ints(card, name) for card, name in ((a, "a"), (b, "b"))]
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
    held = [card for card in layout(cards, deck) if card >= 0]
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
    most = known(deck).size if k is None else _door.number(k, "k")
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
    k = _door.number(k, "k", 0, known(deck).size)
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
    least = _door.number(table, "table", 1, 1024)
    threads = _door.number(threads, "threads", 1)
    rule = (known(deck).properties, deck.values, least, _door.number(more, "more", 1, 1024), policy == "random")
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
