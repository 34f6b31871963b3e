"""The set of all deals that fit: counted, sampled, ranked."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, NoReturn, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from bitdeck import _conflict, _door, _given, _twin
from bitdeck._door import Array, Mask, Rng
from bitdeck._holding import Holding, Players, player_set
from bitdeck.errors import InfeasibleDeal, TooComplex

__all__ = ["DealSpace"]

_kernel = _twin.load("deals")
_procedure = _twin.load("propagation")

Deal: TypeAlias = tuple[int, ...]

MOST_BYTES = 2**27
_CHUNK = 256
_APART = "the weights are so far apart that no deal has one that a double can hold"
_SMALL = 2**14  # states of a space that is looked into only to say why another one is empty


class DealSpace:
    """All ways to give `sizes[p]` of `cards` to each player p, such that nobody holds a card barred from him and every
    holding is met.

    When the sizes sum to less than the cards, the rest stays undealt, and the undealt pile is player `len(sizes)`
    wherever a player is named. Physical cards are distinct, copies of one card too.

    Parameters
    ----------
    cards : int
        Mask of the cards to be dealt, at most 128 bits.
    sizes : sequence of int
        How many cards each player gets; 1 to 8 players.
    barred : sequence of int, optional
        For each player, and for the undealt pile if wanted, the mask of the cards he cannot hold. Bars of cards outside
        the space count nothing.
    holdings : sequence of Holding, optional
        What is known about how many of some cards some players hold.
    weights : array_like of float, shape (players, m) or (players + 1, m), optional
        Entry (p, c) is the weight of card c at player p, finite and non-negative, m past the highest card. Samples,
        probabilities and distributions are then proportional to the product of the weights of the cards at their
        holders; a weight of zero is a bar. Without a row of its own the undealt pile has weights 1.
    words : {1, 2}, optional
        How many 64-bit words a hand takes in arrays; by default what the highest card needs.

    Raises
    ------
    TypeError
        For a bool, a float, text, or a sequence where one mask is meant.
    OverflowError
        For a negative mask, or one past 128 bits.
    ValueError
        For sizes that are negative or sum to more than the cards, more than 8 players, a wrong number of bars, a player
        of a holding that is not there, and weights that are negative, not finite, or all zero for a card.

    Notes
    -----
    A dynamic program over groups of cards that nothing tells apart counts the completions of every vector of remaining
    needs and open holdings; samples and ranks walk it forward. Counting is exact. A space that needs more than 2**24
    states is `TooComplex` when it is first asked. A space with contradicting constraints is empty, not an error: it
    counts 0, and sampling it is an `InfeasibleDeal` that says why.

    A space does not change; it compares, hashes and pickles by what it was made of.

    Examples
    --------
    Two opponents hold six cards between them, and the first has shown that he is out of the lowest two:

    >>> space = DealSpace(0b111111, (3, 3), barred=(0b11, 0))
    >>> space.count()
    4
    >>> [tuple(map(bin, deal)) for deal in space][0]
    ('0b11100', '0b100011')
    >>> space.certain
    (0, 3, 0)
    """

    __slots__ = (
        "_barred",
        "_cards",
        "_exact",
        "_heavy",
        "_holders",
        "_holdings",
        "_players",
        "_scaled",
        "_single",
        "_sizes",
        "_support",
        "_table",
        "_weights",
        "_words",
    )

    def __init__(
        self,
        cards: Mask,
        sizes: Iterable[SupportsIndex],
        *,
        barred: Sequence[Mask] | Array | None = None,
        holdings: Iterable[Holding] = (),
        weights: npt.ArrayLike | None = None,
        words: int | None = None,
    ) -> None:
        cards = _door.mask(cards, "cards")
        self._cards: int = cards
        self._sizes = sizes = _given.read_sizes(sizes)
        self._players = players = len(sizes)
        rest = cards.bit_count() - sum(sizes)
        if rest < 0:
            raise ValueError(f"sizes sum to {sum(sizes)}, more than the {cards.bit_count()} cards")
        self._holders: tuple[int, ...] = (*sizes, rest) if rest else sizes
        self._barred = _given.read_bars(barred, players, cards)
        self._holdings = _given.read_holdings(holdings, players) if holdings else ()
        self._words = _given.read_words(words, cards)
        self._weights: Array | None = None
        self._scaled: Array | None = None
        if weights is not None:
            self._weights = _given.read_weights(weights, players, cards)
            self._scaled = _given.scaled(self._weights, self._holders, self._barred, cards)
        self._exact: Any = None
        self._heavy: Any = None
        self._single: Any = None
        self._table: Any = None
        self._support: tuple[Deal, Deal] | None = None

    # What it was made of.

    @property
    def cards(self) -> int:
        """Mask of the cards to be dealt."""
        return self._cards

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each player gets."""
        return self._sizes

    @property
    def undealt(self) -> int:
        """How many cards stay undealt."""
        return self._cards.bit_count() - sum(self._sizes)

    @property
    def barred(self) -> tuple[int, ...]:
        """For each player, and last the undealt pile, the cards of the space that he is barred from."""
        return self._barred

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """The holdings that every deal meets."""
        return self._holdings

    @property
    def weights(self) -> Array | None:
        """The weights as given: read-only float64, or None."""
        return self._weights

    @property
    def words(self) -> int:
        """How many 64-bit words a hand takes in arrays."""
        return self._words

    def _state(self) -> tuple[Any, ...]:
        return self._cards, self._sizes, self._barred, self._holdings, self._words

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DealSpace):
            return NotImplemented
        if self._state() != other._state() or (self._weights is None) != (other._weights is None):
            return False
        return self._weights is None or np.array_equal(self._weights, other._weights)  # type: ignore[arg-type]

    def __hash__(self) -> int:
        return hash((self._state(), None if self._weights is None else self._weights.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self._cards, self._sizes, self._barred, self._holdings, self._weights, self._words)

    def __repr__(self) -> str:
        parts = [f"{self._cards:#x}", f"{self._sizes}"]
        if any(self._barred):
            parts.append(f"barred=({', '.join(f'{mask:#x}' for mask in self._barred)})")
        if self._holdings:
            parts.append(f"holdings={self._holdings}")
        if self._weights is not None:
            parts.append(f"weights=<float64 array {self._weights.shape}>")
        if self._words != _given.read_words(None, self._cards):
            parts.append(f"words={self._words}")
        return f"DealSpace({', '.join(parts)})"

    # Tables, each made when it is first asked for.

    def _make(self, **kind: Any) -> Any:
        """A table of the space: exact, unless weights are among the arguments."""
        holders, barred, cards = self._holders, self._barred, self._cards
        terms: tuple[Any, ...] = ()
        if self._holdings:
            terms = self._terms(self._holdings)
        if self._scaled is not None:
            barred = self._closed()
        table = _kernel.Table(cards, holders, barred[: len(holders)], terms, self._players, **kind)
        if table.states < 0:
            raise TooComplex(
                f"{self!r} needs more than {_kernel.LIMIT} states; expected fewer cards that something tells "
                "apart, fewer players with bars of their own, or narrower holdings"
            )
        return table

    def _terms(self, holdings: Iterable[Holding]) -> tuple[Any, ...]:
        everyone = (1 << len(self._holders)) - 1
        found = [holding._within(self._cards, everyone) for holding in holdings]
        return tuple([terms for terms in found if terms is not None])

    def _closed(self) -> tuple[int, ...]:
        """The bars, zero weights among them."""
        scaled: Any = self._scaled
        return tuple(
            mask | self._cards & ~_given.mask_of(row) for mask, row in zip(self._barred, scaled > 0, strict=False)
        )

    def _counted(self) -> Any:
        """The exact table."""
        if self._exact is None:
            self._exact = self._make()
        return self._exact

    def _ranked(self) -> Any:
        """The table of single cards."""
        if self._single is None:
            self._single = self._make(single=True)
        return self._single

    def _sampled(self) -> Any:
        """The table that samples and probabilities come from; of a space that is not empty."""
        if self._table is None:
            table = self._counted()
            if not table.count:
                self._refuse()
            if self._scaled is not None:
                table = self._make(weights=self._scaled)
                if not table.count:
                    raise InfeasibleDeal(_APART)
            self._table = table
        return self._table

    def _refuse(self) -> NoReturn:
        barred = self._barred if self._scaled is None else self._closed()
        holders = self._holders

        def feasible(chosen: Sequence[int]) -> bool:
            terms = self._terms(self._holdings[h] for h in chosen)
            table = _kernel.Table(self._cards, holders, barred[: len(holders)], terms, self._players, limit=_SMALL)
            return table.states < 0 or bool(table.count)

        raise InfeasibleDeal(
            _conflict.reason(self._cards, holders, barred[: len(holders)], self._players, self._holdings, feasible)
        )

    # Counting.

    def count(self) -> int:
        """How many deals there are, exactly; 0 for an empty space.

        Returns
        -------
        int

        Raises
        ------
        TooComplex
            For more than 2**24 states, before they take memory.

        Examples
        --------
        >>> DealSpace(2**52 - 1, (13, 13, 13, 13)).count()
        53644737765488792839237440000
        """
        return self._counted().count  # type: ignore[no-any-return]

    @property
    def possible(self) -> tuple[int, ...]:
        """For each player, and last the undealt pile, the mask of the cards held in some deal; 0 in an empty space."""
        return self._held()[0]

    @property
    def certain(self) -> tuple[int, ...]:
        """For each player, and last the undealt pile, the mask of the cards held in every deal; 0 in an empty space."""
        return self._held()[1]

    def _held(self) -> tuple[Deal, Deal]:
        if self._support is None:
            missing = (0,) * (self._players + 1 - len(self._holders))
            possible, certain = self._counted().support()
            self._support = possible + missing, certain + missing
        return self._support

    def probabilities(self) -> npt.NDArray[np.float64]:
        """How likely each player holds each card.

        Returns
        -------
        float64 array, shape (players + 1, 64 * words)
            Row p, column c: the probability that player p holds card c; the last row is the undealt pile; 0 for cards
            outside the space. Without weights each number is an exact fraction, rounded once.

        Raises
        ------
        InfeasibleDeal
            For an empty space; it says why.
        TooComplex
            For more than 2**24 states.

        Examples
        --------
        >>> DealSpace(0b111, (1, 2), barred=(0b001, 0)).probabilities()[:2, :3]
        array([[0. , 0.5, 0.5],
               [1. , 0.5, 0.5]])
        """
        table = self._sampled()
        out = np.zeros((self._players + 1, 64 * self._words))
        table.marginals(out)
        if self._scaled is not None and np.isnan(out).any():
            raise InfeasibleDeal(_APART)
        return out

    def distribution(self, players: Players, cards: Mask) -> npt.NDArray[np.float64]:
        """How many of some cards some players hold together.

        Parameters
        ----------
        players : int or tuple of int
            A player, or several counted together; `len(sizes)` is the undealt pile.
        cards : int
            Mask of the cards to count.

        Returns
        -------
        float64 array, shape (popcount(cards) + 1,)
            Entry k: the probability that they hold exactly k of them.

        Raises
        ------
        InfeasibleDeal
            For an empty space; it says why.
        TooComplex
            For more than 2**24 states.

        Examples
        --------
        The suit of four with two opponents splits 2-2, 3-1 or 4-0:

        >>> DealSpace(2**26 - 1, (13, 13)).distribution(0, 0b1111).round(4)
        array([0.0478, 0.2487, 0.407 , 0.2487, 0.0478])
        """
        cards = _door.mask(cards, "cards")
        who = _given.player_bits(player_set(players, "players"), "players", self._players)
        who &= (1 << len(self._holders)) - 1
        self._sampled()
        weights = {} if self._scaled is None else {"weights": self._scaled}
        table = self._make(tracked=(who, cards), **weights)
        shares, whole = table.distribution(), table.count
        out = np.zeros(cards.bit_count() + 1)
        out[: len(shares)] = shares if weights else [deals / whole for deals in shares]
        return out

    # Sampling.

    def sample(
        self,
        n: int | None = None,
        rng: Rng = None,
        method: Literal["uniform", "propagation"] = "uniform",
        out: npt.NDArray[np.uint64] | None = None,
    ) -> Any:
        """Random deals: each deal equally likely, or, in a weighted space, in proportion to its weight.

        Parameters
        ----------
        n : int, optional
            How many deals; without it one deal is given as a tuple.
        rng : None, int, SeedSequence, BitGenerator or Generator, optional
            Source of randomness, as for `numpy.random.default_rng`. The first rows do not depend on n.
        method : {"uniform", "propagation"}
            "uniform" is exact. "propagation" gives each card to a random candidate and propagates what follows, as a
            Doppelkopf program did; it is *not* uniform, and here for comparison.
        out : uint64 array, optional
            Where the n deals go, C-contiguous, of the shape below.

        Returns
        -------
        tuple of int, or uint64 array of shape (n, players) or (n, players, words)
            A mask for each player.

        Raises
        ------
        InfeasibleDeal
            For an empty space; it says why.
        TooComplex
            For more than 2**24 states.
        ValueError
            For a negative n, an unknown method, an `out` of another shape or dtype, or propagation with weights.
        RuntimeError
            When propagation has run into a contradiction in 1,000 starts of one deal.

        Notes
        -----
        At every step of the table the number of cards a block of players takes is drawn with exact probability, then
        which cards, as a uniform subset.

        Examples
        --------
        >>> space = DealSpace(0b111111, (3, 3), barred=(0b11, 0))
        >>> [hand.bit_count() for hand in space.sample(rng=1)]
        [3, 3]
        >>> space.sample(1000, rng=1).shape
        (1000, 2)
        """
        if n is None and out is not None:
            raise ValueError("out is given without n; expected the number of deals too")
        if method != "uniform":
            return self._propagated(n, rng, method, out)
        if n is None:
            return (self._table or self._sampled()).one(_door.seed_words(rng))
        out, rows = self._rows(n, out)
        table = self._sampled()
        table.fill(_door.seed_words(rng), rows)
        return out

    def _propagated(self, n: int | None, rng: Rng, method: str, out: Array | None) -> Any:
        if method != "propagation":
            raise ValueError(f"method is {method!r}; expected 'uniform' or 'propagation'")
        if self._scaled is not None:
            raise ValueError("method is 'propagation', which knows no weights; expected 'uniform' in a weighted space")
        result, _ = self._rows(1 if n is None else n, out)
        found, rows = self._rows(len(result))
        self._sampled()
        space = self._cards, self._holders, self._barred[: len(self._holders)], self._terms(self._holdings)
        if (row := _procedure.fill(*space, _door.seed_words(rng), rows)) >= 0:
            raise RuntimeError(f"row {row}: propagation ran into a contradiction in {_procedure.STARTS} starts")
        if n is None:
            return tuple(map(_door.joined, rows[0]))
        result[...] = found
        return result

    def _rows(self, n: int, out: Array | None = None) -> tuple[Array, Array]:
        """An array for n deals as the caller sees it, and as kernels do, (n, players, words)."""
        shape = (_door.number(n, "n"), self._players, self._words)
        out = _door.output(out, shape[:2] if self._words == 1 else shape, np.uint64)
        return out, out.reshape(shape)

    def sampler(self, rng: Rng = None) -> Callable[..., Any]:
        """A source of random deals that keeps its stream.

        Parameters
        ----------
        rng : None, int, SeedSequence, BitGenerator or Generator, optional
            Source of randomness, drawn from once, here.

        Returns
        -------
        callable
            `draw()` gives the next deal as a tuple of masks, `draw(n)` the next n as an array; together they are the
            rows that `sample` gives for the same rng.

        Raises
        ------
        InfeasibleDeal
            For an empty space; it says why.
        TooComplex
            For more than 2**24 states.

        Examples
        --------
        >>> space = DealSpace(0b111111, (3, 3))
        >>> draw = space.sampler(rng=7)
        >>> [draw(), draw()] == [tuple(deal) for deal in space.sample(2, rng=7).tolist()]
        True
        """
        source = _kernel.Sampler(self._sampled(), _door.seed_words(rng))
        one, many, rows = source.one, source.many, self._rows

        def draw(n: int | None = None) -> Any:
            if n is None:
                return one()
            out, flat = rows(n)
            many(flat)
            return out

        return draw

    # Ranks.

    def unrank(self, i: Any) -> Any:
        """The deal at a place in the order of all deals.

        The order is lexicographic in the holder of each card, lowest card first, players 0, 1, ..., undealt last.
        Weights do not change it.

        Parameters
        ----------
        i : int, or array or sequence of int
            Places, 0 <= i < count().

        Returns
        -------
        tuple of int, or uint64 array of shape (n, players) or (n, players, words)

        Raises
        ------
        IndexError
            For a place outside 0 .. count() - 1.
        TooComplex
            For more than 2**24 states of single cards.

        Examples
        --------
        >>> DealSpace(0b1111, (2, 2)).unrank(5)
        (12, 3)
        """
        if type(i) is int or not _many(i):
            return self._ranked().unrank(self._place(i, "i"))
        places = [self._place(place, f"i[{at}]") for at, place in enumerate(_flat(i))]
        out, rows = self._rows(len(places))
        self._ranked().unranks(places, rows)
        return out

    def _place(self, value: Any, name: str) -> int:
        place = _door.whole(value, name)
        count = self._ranked().count
        if not 0 <= place < count:
            raise IndexError(
                f"{name} is {place}; expected a place in 0..{count - 1}"
                if count
                else f"{name} is {place}; the space is empty"
            )
        return place

    def rank(self, deal: Any) -> Any:
        """The place of a deal in the order of all deals: the inverse of `unrank`.

        Parameters
        ----------
        deal : sequence of int, or array
            One deal, a mask for each player, or several: an array of shape (n, players) or (n, players, words), or a
            sequence of deals.

        Returns
        -------
        int, or array of shape (n,)
            uint64 where every place fits, Python ints in an object array else.

        Raises
        ------
        ValueError
            For a deal that is not in the space.
        TooComplex
            For more than 2**24 states of single cards.

        Examples
        --------
        >>> DealSpace(0b1111, (2, 2)).rank((12, 3))
        5
        """
        table = self._ranked()
        deals = self._read_deals(deal)
        if isinstance(deals, tuple):
            place: int = table.rank(deals)
            if place < 0:
                raise ValueError(f"deal is {deals}, which is not in the space")
            return place
        places = table.ranks(deals)
        for row, place in enumerate(places):
            if place < 0:
                shown = tuple(map(_door.joined, deals[row]))
                raise ValueError(f"deal[{row}] is {shown}, which is not in the space")
        return np.array(places, np.uint64 if table.count <= 2**64 else object)

    def _read_deals(self, deal: Any) -> Deal | Array:
        """One deal as a tuple of masks, several as (n, players, words)."""
        players, words = self._players, self._words
        if isinstance(deal, memoryview):
            deal = np.asarray(deal)
        if isinstance(deal, np.ndarray) and deal.ndim == 2 + (words > 1):
            shape = (len(deal), players, words)
            if deal.shape[1:] != shape[1 : deal.ndim]:
                raise ValueError(f"deal has shape {deal.shape}; expected {shape[: deal.ndim]}")
            return _door.array(
                deal.reshape(len(deal) * players, *shape[2 : deal.ndim]), "deal", 64 * words, words
            ).reshape(shape)
        try:
            hands = list(deal)
        except TypeError:
            raise TypeError(f"deal is {deal!r:.60}; expected a mask for each of the {players} players") from None
        if not hands:
            return np.empty((0, players, words), np.uint64)
        if all(_many(hand) for hand in hands) and not (isinstance(deal, np.ndarray) and deal.ndim == 2):
            rows = [self._read_deals(hand) for hand in hands]
            flat = [hand for row in rows for hand in row]
            return _door.array(flat, "deal", 64 * words, words).reshape(len(rows), players, words)
        if len(hands) != players:
            raise ValueError(f"deal has {len(hands)} hands; expected one for each of the {players} players")
        if isinstance(deal, np.ndarray) and deal.ndim == 2:
            return tuple(map(_door.joined, _door.array(deal, "deal", 64 * words, words)))
        return tuple(_door.mask(hand, f"deal[{p}]") for p, hand in enumerate(hands))

    def __iter__(self) -> Iterator[Deal]:
        """Every deal once, in the order of `unrank`, as tuples of masks."""
        table = self._ranked()
        for first in range(0, table.count, _CHUNK):
            _, rows = self._rows(min(_CHUNK, table.count - first))
            table.deals(first, rows)
            if self._words == 1:
                yield from map(tuple, rows[:, :, 0].tolist())
            else:
                yield from (tuple(map(_door.joined, deal)) for deal in rows)

    def deals(self) -> npt.NDArray[np.uint64]:
        """Every deal once, in the order of `unrank`.

        Returns
        -------
        uint64 array, shape (count(), players) or (count(), players, words)

        Raises
        ------
        TooComplex
            When the array would take more than 2**27 bytes.

        Examples
        --------
        >>> DealSpace(0b111, (1, 2)).deals()
        array([[1, 6],
               [2, 5],
               [4, 3]], dtype=uint64)
        """
        count = self.count()
        if 8 * count * self._players * self._words > MOST_BYTES:
            raise TooComplex(f"{count} deals take more than {MOST_BYTES} bytes; iterate, or unrank some of them")
        out, rows = self._rows(count)
        self._ranked().deals(0, rows)
        return out

    # Knowing more.

    def given(self, barred: Sequence[Mask] | Array | None = None, holdings: Iterable[Holding] = ()) -> "DealSpace":
        """The deals of this space that also agree with further bars and holdings.

        Parameters
        ----------
        barred : sequence of int, optional
            For each player, and for the undealt pile if wanted, further cards he cannot hold.
        holdings : sequence of Holding, optional
            Further holdings.

        Returns
        -------
        DealSpace
            A new space, empty if nothing agrees.

        Raises
        ------
        TypeError, OverflowError, ValueError
            As for `DealSpace`.

        Examples
        --------
        >>> space = DealSpace(0b1111, (2, 2))
        >>> space.given(holdings=[Holding(0, 0b0011, at_least=1)]).count()
        5
        """
        more = _given.read_bars(barred, self._players, self._cards)
        bars = tuple([old | mask for old, mask in zip(self._barred, more, strict=True)])
        return DealSpace(
            self._cards,
            self._sizes,
            barred=bars,
            holdings=self._holdings + _given.read_holdings(holdings, self._players),
            weights=self._weights,
            words=self._words,
        )


DealSpace.__module__ = "bitdeck.deals"  # where it is public


def _rebuilt(cards: int, sizes: Deal, barred: Deal, holdings: Any, weights: Any, words: int) -> DealSpace:
    return DealSpace(cards, sizes, barred=barred, holdings=holdings, weights=weights, words=words)


def _many(value: Any) -> bool:
    """Whether a value is a sequence or an array with dimensions, not one number."""
    return (
        value.ndim > 0
        if isinstance(value, np.ndarray)
        else isinstance(value, (Sequence, memoryview)) and not isinstance(value, str)
    )


def _flat(places: Any) -> Any:
    if not isinstance(places, np.ndarray):
        return places
    if places.ndim != 1:
        raise ValueError(f"i has shape {places.shape}; expected (n,)")
    if places.dtype.kind not in "uiO":
        raise TypeError(f"i is an array of {places.dtype}; expected integers")
    return places.tolist()
