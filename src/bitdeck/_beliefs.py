"""What one seat at the table knows of the other hands, kept up as cards are played, passed and drawn."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from bitdeck import _door
from bitdeck._door import Cards, Mask, Rng
from bitdeck._facts import Fact, indices, swapped
from bitdeck._holding import Holding, Players, player_set
from bitdeck._space import DealSpace
from bitdeck.cards import Deck
from bitdeck.errors import CardError, InfeasibleDeal

__all__ = ["Beliefs"]

MOST_SEATS = 8
_WITNESS_SEED = 0


class Beliefs:
    """What the player at `seat` knows of all other hands.

    Own cards and played cards are known; everything else is unseen, and lies with the other seats or undealt. Each
    method takes in one piece of evidence. `space` gives the deals that agree with all of it, `sample` random ones.

    Parameters
    ----------
    cards : Deck or int
        The pack, or the mask of its cards.
    hand : int, text or Hand
        The own hand as dealt.
    sizes : sequence of int
        How many cards each seat is dealt, the own seat included; 2 to 8 seats. A kitty is a seat that never plays, or
        stays undealt: the undealt pile is seat `len(sizes)` wherever a seat is named.
    seat : int
        The own seat.
    classes : sequence of int, optional
        Disjoint masks, each a suit for following, trumps one of them. By default the four suits of the layout (card
        `4 * rank + suit`); a joker belongs to none.

    Raises
    ------
    ValueError
        For a hand of another size than dealt, sizes that the pack cannot give, a seat that is not there, classes that
        overlap.
    CardError
        For a hand with cards that are not in the pack.
    InfeasibleDeal
        For evidence that contradicts what is known, at the call that contradicts; the beliefs stay as they were.

    Notes
    -----
    A holding is about the hand when it was learnt: each later play of a counted card lowers both of its bounds. A seat
    that followed suit is not thereby known to hold the suit now. One deal that agrees with everything is kept as a
    witness; evidence that it survives, or survives with a few swaps, needs no counting, and the rest is decided by
    `DealSpace`.

    Examples
    --------
    >>> import bitdeck
    >>> skat = Beliefs(bitdeck.SKAT, "JC JS AC TC KC AH TH 9D 8D 7D", (10, 10, 10, 2), seat=0)
    >>> skat.space().count()
    42678636
    >>> skat.played(1, "AS")
    >>> skat.played(2, "7H", led="AS")
    >>> skat.space().possible[1] & bitdeck.SKAT.parse("KS")
    0
    """

    __slots__ = (
        "_class_at",
        "_classes",
        "_deck",
        "_facts",
        "_known",
        "_lacks",
        "_own",
        "_pack",
        "_placed",
        "_seat",
        "_seats",
        "_shift",
        "_sizes",
        "_unseen",
        "_witness",
        "_words",
    )

    def __init__(
        self,
        cards: "Deck | Mask",
        hand: Cards,
        sizes: Iterable[int],
        seat: int,
        *,
        classes: Iterable[Mask] | None = None,
    ) -> None:
        deck = cards if isinstance(cards, Deck) else None
        self._deck = deck
        self._pack: int = deck.full if deck else _door.mask(cards, "cards")
        self._words = deck.words if deck else 2 if self._pack >> 64 else 1
        own = _door.mask(hand, "hand", 128, deck)
        if own & ~self._pack:
            raise CardError(f"hand has {self._say(own & ~self._pack)}, which the pack has not")
        dealt = [_door.number(size, f"sizes[{i}]") for i, size in enumerate(sizes)]
        if not 2 <= len(dealt) <= MOST_SEATS:
            raise ValueError(f"sizes has {len(dealt)} seats; expected 2 to {MOST_SEATS}")
        self._seats = len(dealt)
        self._seat = _door.number(seat, "seat", 0, self._seats - 1)
        if own.bit_count() != dealt[self._seat]:
            raise ValueError(f"hand has {own.bit_count()} cards; expected sizes[{self._seat}] = {dealt[self._seat]}")
        rest = self._pack.bit_count() - sum(dealt)
        if rest < 0:
            raise ValueError(f"sizes sum to {sum(dealt)}, more than the {self._pack.bit_count()} cards of the pack")
        self._classes = _read_classes(classes, deck, self._pack)
        self._class_at = tuple(next((mask for mask in self._classes if mask >> i & 1), 0) for i in range(128))
        self._own: int = own
        self._unseen: int = self._pack & ~own
        self._sizes = [*dealt, rest]
        self._lacks = [0] * (self._seats + 1)
        self._known = [0] * (self._seats + 1)
        self._placed = 0
        self._shift = [0] * (self._seats + 1)
        self._facts: tuple[Fact, ...] = ()
        self._witness = self._dealt_in_order()

    # What is known.

    @property
    def hand(self) -> int:
        """Mask of the own hand as it is now."""
        return self._own

    @property
    def unseen(self) -> int:
        """Mask of the cards that are neither in the own hand nor played."""
        return self._unseen

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds now; last the undealt pile."""
        return tuple(self._counts())

    @property
    def seat(self) -> int:
        """The own seat."""
        return self._seat

    @property
    def classes(self) -> tuple[int, ...]:
        """The suits for following."""
        return self._classes

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Beliefs):
            return NotImplemented
        kept = [name for name in Beliefs.__slots__ if name != "_witness"]
        return all(getattr(self, name) == getattr(other, name) for name in kept)

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self) -> "Beliefs":
        return self.copy()

    def __repr__(self) -> str:
        return f"<Beliefs of seat {self._seat}: sizes {self.sizes}, {self._unseen.bit_count()} cards unseen>"

    def copy(self) -> "Beliefs":
        """Beliefs of their own, equal now, for a search that plays on.

        Returns
        -------
        Beliefs

        Examples
        --------
        >>> import bitdeck
        >>> mine = Beliefs(bitdeck.EUCHRE, "JC JS AC KC 9H", (5, 5, 5, 5, 4), seat=0)
        >>> guess = mine.copy()
        >>> guess.played(0, "JC")
        >>> mine.hand.bit_count(), guess.hand.bit_count()
        (5, 4)
        """
        other = object.__new__(Beliefs)
        for name in Beliefs.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, list) else value)
        return other

    # Evidence.

    def played(self, seat: int, card: Cards, led: int | str | None = None) -> None:
        """A seat has played a card.

        Parameters
        ----------
        seat : int
            Who played, the own seat too.
        card : int or text
            The card's index, or its name; a name stands for a copy that the seat may hold.
        led : int or text, optional
            The card that was led to the trick. A card outside its class shows that the seat has none of the class.

        Raises
        ------
        InfeasibleDeal
            If the seat cannot hold the card, or could follow.
        CardError
            If the pack has no such card.
        ValueError
            If there is no such seat.

        Examples
        --------
        >>> import bitdeck
        >>> mine = Beliefs(bitdeck.EUCHRE, "JC JS AC KC 9H", (5, 5, 5, 5, 4), seat=0)
        >>> mine.played(0, "AC")
        >>> mine.played(1, "9D", led="AC")
        >>> mine.played(1, "9C")
        Traceback (most recent call last):
        ...
        bitdeck.errors.InfeasibleDeal: seat 1 plays 9♣, but is known to lack it
        """
        seat = self._read_seat(seat, self._seats - 1)
        index = self._read_card(card, seat)
        bit = 1 << index
        shown = 0 if led is None else self._class_at[self._read_card(led, seat)]
        if shown & bit:
            shown = 0
        if seat == self._seat:
            self._play_own(bit, shown)
            return
        if not self._unseen & bit or self._lacks[seat] & bit or self._known[seat] & shown:
            raise InfeasibleDeal(self._why_not(seat, bit, shown))
        if self._placed & bit and not self._known[seat] & bit:
            other = next(other for other, known in enumerate(self._known) if known & bit)
            raise InfeasibleDeal(f"seat {seat} plays {self._say(bit)}, but {self._named(other)} is known to hold it")
        if self._sizes[seat] + self._shift[seat] <= 0:
            raise InfeasibleDeal(f"seat {seat} plays {self._say(bit)}, but has no card left")
        deal = self._with_play(seat, bit, shown)
        if self._facts:
            self._facts = self._facts_after(seat, bit)
        self._unseen &= ~bit
        self._sizes[seat] -= 1
        if self._placed & bit:
            self._known[seat] &= ~bit
            self._placed &= ~bit
        if shown:
            self._lacks[seat] |= shown & self._unseen
        self._witness = deal

    def void(self, seat: int, cards: Cards) -> None:
        """A seat holds none of some cards now.

        Parameters
        ----------
        seat : int
            Which seat; `len(sizes)` is the undealt pile.
        cards : int, text or Hand
            Mask of the cards it lacks.

        Raises
        ------
        InfeasibleDeal
            If that contradicts what is known.

        Examples
        --------
        >>> import bitdeck
        >>> mine = Beliefs(bitdeck.EUCHRE, "JC JS AC KC 9H", (5, 5, 5, 5, 4), seat=0)
        >>> mine.void(2, "JH JD")
        >>> mine.space().possible[1] & bitdeck.EUCHRE.parse("JH JD")
        0
        """
        seat = self._read_seat(seat, self._seats)
        cards = self._read_cards(cards)
        if seat == self._seat:
            if self._own & cards:
                raise InfeasibleDeal(f"seat {seat} is said to lack {self._say(self._own & cards)}, but holds it")
            return
        lacks = self._lacks.copy()
        lacks[seat] |= cards & self._unseen
        self._learn(f"seat {seat} is said to lack {self._say(cards)}", lacks=lacks)

    def holds(
        self,
        seat: Players,
        cards: Cards,
        at_least: int = 0,
        at_most: int | None = None,
        values: Mapping[int, int] | None = None,
    ) -> None:
        """A seat, or several together, hold between `at_least` and `at_most` of some cards now.

        Parameters
        ----------
        seat : int or tuple of int
            Which seats; `len(sizes)` is the undealt pile.
        cards : int, text or Hand
            Mask of the cards that count. Cards that are already played count nothing.
        at_least, at_most : int, optional
            Inclusive bounds; None for no upper bound.
        values : mapping of int to int, optional
            What each card counts, for bounds on the sum.

        Raises
        ------
        InfeasibleDeal
            If that contradicts what is known.
        ValueError
            For bounds that contradict each other.

        Examples
        --------
        >>> import bitdeck
        >>> mine = Beliefs(bitdeck.EUCHRE, "JC JS AC KC 9H", (5, 5, 5, 5, 4), seat=0)
        >>> mine.holds(1, "JH JD", at_least=1)
        >>> mine.space().count() < Beliefs(bitdeck.EUCHRE, mine.hand, (5, 5, 5, 5, 4), seat=0).space().count()
        True
        """
        cards = self._read_cards(cards)
        told = Holding(seat, cards, at_least, at_most, values)
        who = sum(1 << self._read_seat(s, self._seats) for s in player_set(seat, "seat"))
        within = told._within(self._pack, who)
        fact = Fact(who, within[1] if within else (), told.at_least, told.at_most)
        if who >> self._seat & 1:
            mine = fact.value(self._own)
            fact = Fact(who & ~(1 << self._seat), fact.terms, max(0, fact.least - mine), fact.most)
            fact.most = None if fact.most is None else fact.most - mine
        self._learn(f"holding {self._say(cards)} as told", facts=(*self._facts, fact))

    def passed(self, giver: int, taker: int, cards: Cards, *, exchange: bool | None = None) -> None:
        """Known cards go from one seat to another.

        Parameters
        ----------
        giver, taker : int
            The seats, the own seat too; `len(sizes)` is the undealt pile.
        cards : int, text or Hand
            Mask of the cards. The undealt pile may also give cards that were played: a face-up card taken up.
        exchange : bool, optional
            Whether the cards are part of an exchange, after which every hand has its old size again. By default they
            are, but for the undealt pile. An exchange is over when the own seat has given as many cards as it got; what
            other seats still owe each other then, they are taken to have passed out of sight.

        Raises
        ------
        InfeasibleDeal
            If the giver cannot hold the cards.

        Notes
        -----
        Passing hearts takes two calls, what the own seat gives and what it gets. A Skat player takes up the kitty with
        one and puts down two cards with another.

        Examples
        --------
        >>> import bitdeck
        >>> mine = Beliefs(bitdeck.SKAT, "JC JS AC TC KC AH TH 9D 8D 7D", (10, 10, 10, 2), seat=0)
        >>> mine.passed(3, 0, "JH JD")
        >>> mine.passed(0, 3, "9D 8D")
        >>> mine.sizes, mine.space().certain[2] == bitdeck.SKAT.parse("9D 8D")
        ((10, 10, 10, 2, 0), True)
        """
        giver, taker = self._read_seat(giver, self._seats), self._read_seat(taker, self._seats)
        if giver == taker:
            raise ValueError(f"giver and taker are both {giver}; expected two seats")
        cards = self._read_cards(cards)
        new = self.copy()
        new._hand_over(giver, taker, cards)
        if exchange is None:
            exchange = self._seats not in (giver, taker)
        new._resize(giver, taker, cards.bit_count(), exchange)
        new._settle(f"{self._named(giver)} gives {self._say(cards)} to {self._named(taker)}")
        self._become(new)

    def drew(self, seat: int, n: int = 1) -> None:
        """A seat has drawn unseen cards from the undealt pile.

        Parameters
        ----------
        seat : int
            Who drew, another seat; what the own seat draws it sees: `passed(len(sizes), seat, card)`.
        n : int, optional
            How many cards.

        Raises
        ------
        InfeasibleDeal
            If the pile has fewer cards.
        ValueError
            For the own seat.

        Notes
        -----
        What the seat lacked it may now hold up to n of.

        Examples
        --------
        >>> import bitdeck
        >>> gin = Beliefs(bitdeck.ACE_LOW, "AC 2C 3C 4C 5C 6C 7C 8C 9C TC", (10, 10), seat=0)
        >>> gin.void(1, "KC KD KH KS")
        >>> gin.drew(1)
        >>> gin.space().distribution(0, bitdeck.ACE_LOW.parse("KC KD KH KS")).argmin()
        np.int64(2)
        """
        seat = self._read_seat(seat, self._seats - 1)
        n = _door.number(n, "n")
        if seat == self._seat:
            raise ValueError(
                f"seat {seat} is the own seat, which sees what it draws: passed({self._seats}, {seat}, card)"
            )
        new = self.copy()
        new._drift(self._seats, seat, n)
        new._sizes[self._seats] -= n
        new._sizes[seat] += n
        new._settle(f"seat {seat} draws {n}")
        self._become(new)

    # Worlds.

    def space(self) -> DealSpace:
        """The deals of the unseen cards to the other seats that agree with everything known.

        Returns
        -------
        DealSpace
            Its players are the other seats, ascending, the own seat left out; the undealt pile is last as always.

        Examples
        --------
        >>> import bitdeck
        >>> Beliefs(bitdeck.STANDARD, 2**13 - 1, (13, 13, 13, 13), seat=2).space().sizes
        (13, 13, 13)
        """
        return self._space(self._others())

    def sample(self, n: int | None = None, rng: Rng = None) -> Any:
        """Random worlds, each that agrees with everything known equally likely.

        Parameters
        ----------
        n : int, optional
            How many; without it one world is given as a tuple of int.
        rng : None, int, SeedSequence, BitGenerator or Generator, optional
            Source of randomness, as for `numpy.random.default_rng`.

        Returns
        -------
        tuple of int, or uint64 array of shape (n, seats) or (n, seats, words)
            The hands as they are now, in table order, the own one filled in.

        Examples
        --------
        >>> import bitdeck
        >>> mine = Beliefs(bitdeck.STANDARD, 2**13 - 1, (13, 13, 13, 13), seat=2)
        >>> mine.sample(4, rng=1).shape
        (4, 4)
        >>> mine.sample(rng=1)[2] == mine.hand
        True
        """
        drawn = self.space().sample(n, rng)
        if n is None:
            return (*drawn[: self._seat], self._own, *drawn[self._seat :])
        own = _door.words_of(self._own, self._words)
        column = np.broadcast_to(own, (len(drawn), 1, self._words)).reshape(len(drawn), 1, *drawn.shape[2:])
        return np.concatenate([drawn[:, : self._seat], column, drawn[:, self._seat :]], axis=1)

    def _others(self) -> list[int]:
        return [seat for seat in range(self._seats) if seat != self._seat]

    def _counts(self) -> list[int]:
        return [size + shift for size, shift in zip(self._sizes, self._shift, strict=True)]

    def _barred(self) -> list[int]:
        """For each seat and the undealt pile, what it cannot hold: what it lacks, and what is known to be elsewhere."""
        return [lacks | self._placed & ~known for lacks, known in zip(self._lacks, self._known, strict=True)]

    def _space(self, seats: Sequence[int]) -> DealSpace:
        """The deals with these seats as players; the own seat, where it is among them, gets nothing."""
        counts, barred = self._counts(), self._barred()
        counts[self._seat] = 0
        place = {seat: player for player, seat in enumerate([*seats, self._seats])}
        holdings = []
        for fact in self._facts:
            who = tuple(place[seat] for seat in range(self._seats + 1) if fact.who >> seat & 1)
            if who and (fact.least or fact.most is not None):
                holdings.append(fact.holding(self._unseen, who))
        return DealSpace(
            self._unseen,
            [counts[seat] for seat in seats],
            barred=[barred[seat] for seat in [*seats, self._seats]],
            holdings=holdings,
            words=self._words,
        )

    # The witness.

    def _dealt_in_order(self) -> list[int]:
        """Some deal of the unseen cards before anything is known."""
        left, deal = indices(self._unseen), []
        for seat, count in enumerate(self._sizes):
            count = 0 if seat == self._seat else count
            deal.append(sum(1 << card for card in left[:count]))
            left = left[count:]
        return deal

    def _agrees(self, deal: Sequence[int]) -> bool:
        counts = self._counts()
        counts[self._seat] = 0
        return (
            sum(deal) == self._unseen
            and all(hand.bit_count() == count for hand, count in zip(deal, counts, strict=True))
            and not any(hand & barred for hand, barred in zip(deal, self._barred(), strict=True))
            and all(fact.holds(deal) for fact in self._facts)
        )

    def _settle(self, what: str) -> None:
        """Keep the witness or find another; if there is none, `what` contradicts."""
        if self._agrees(self._witness):
            return
        if any(count < 0 for count in self._counts()):
            raise InfeasibleDeal(f"{what}, but there are not so many cards")
        if any(fact.impossible() for fact in self._facts):
            raise InfeasibleDeal(f"{what}, which the own hand or an earlier holding contradicts")
        try:
            deal = self._space(range(self._seats)).sample(rng=_WITNESS_SEED)
        except InfeasibleDeal as error:
            raise InfeasibleDeal(f"{what}, which contradicts what is known: {error}") from None
        self._witness = [*deal, self._unseen & ~sum(deal)]

    def _learn(self, what: str, lacks: list[int] | None = None, facts: tuple[Fact, ...] | None = None) -> None:
        new = self.copy()
        new._lacks = self._lacks if lacks is None else lacks
        new._facts = self._facts if facts is None else facts
        new._settle(what)
        self._become(new)

    def _become(self, other: "Beliefs") -> None:
        for name in Beliefs.__slots__:
            setattr(self, name, getattr(other, name))

    # Plays.

    def _play_own(self, bit: int, shown: int) -> None:
        if not self._own & bit:
            raise InfeasibleDeal(f"seat {self._seat} plays {self._say(bit)}, which the own hand has not")
        if self._own & shown:
            could = self._say(self._own & shown)
            raise InfeasibleDeal(
                f"seat {self._seat} plays {self._say(bit)}, but the own hand could follow with {could}"
            )
        self._own ^= bit
        self._sizes[self._seat] -= 1

    def _with_play(self, seat: int, bit: int, shown: int) -> list[int]:
        """A witness for what is known once the seat has played the card and shown that it cannot follow."""
        hand = self._witness[seat]
        if hand & bit and not hand & shown:
            deal = self._witness.copy()
        else:
            barred = (self._lacks, self._known, self._placed)
            deal = swapped(self._witness, seat, bit, shown, barred, self._facts) or self._found(seat, bit, shown)
        deal[seat] ^= bit
        return deal

    def _found(self, seat: int, bit: int, shown: int) -> list[int]:
        new = self.copy()
        new._lacks[seat] |= shown & self._unseen
        new._known[seat] |= bit
        new._placed |= bit
        off = f" and shows that it has none of {self._say(shown & self._unseen)}" if shown & self._unseen else ""
        new._settle(f"seat {seat} plays {self._say(bit)}{off}")
        return new._witness

    def _facts_after(self, seat: int, bit: int) -> tuple[Fact, ...]:
        found = []
        for fact in self._facts:
            value = fact.value(bit) if fact.who >> seat & 1 else 0
            found.append(fact.moved(-value, -value) if value else fact)
        return tuple(found)

    def _why_not(self, seat: int, bit: int, shown: int) -> str:
        card = self._say(bit)
        if self._own & bit:
            return f"seat {seat} plays {card}, but the own hand holds it"
        if not self._unseen & bit:
            return f"seat {seat} plays {card}, but it was played already"
        if self._lacks[seat] & bit:
            return f"seat {seat} plays {card}, but is known to lack it"
        return f"seat {seat} plays {card}, but is known to hold {self._say(self._known[seat] & shown)} to follow with"

    # Passing and drawing.

    def _hand_over(self, giver: int, taker: int, cards: int) -> None:
        up = cards & ~self._unseen & ~self._own if giver == self._seats else 0
        held = self._own if giver == self._seat else up | self._unseen & ~self._barred()[giver]
        if cards & ~held:
            raise InfeasibleDeal(f"{self._named(giver)} gives {self._say(cards & ~held)}, which it cannot hold")
        self._sizes[self._seats] += up.bit_count()  # a card that lies face up joins the pile, to be taken from there
        facts = []
        for fact in self._facts:
            leaves, comes = fact.who >> giver & 1, fact.who >> taker & 1
            value = fact.value(cards) * (comes - leaves) + fact.value(up) * leaves
            facts.append(fact.moved(value, value) if value else fact)
        self._facts = tuple(facts)
        self._known[giver] &= ~cards
        self._placed &= ~cards
        self._own &= ~cards
        self._unseen |= cards
        if taker == self._seat:
            self._own |= cards
            self._unseen &= ~cards
        else:
            self._known[taker] |= cards
            self._placed |= cards
            self._lacks[taker] &= ~cards

    def _resize(self, giver: int, taker: int, n: int, exchange: bool) -> None:
        changed = self._shift if exchange else self._sizes
        changed[giver] -= n
        changed[taker] += n
        if not exchange or self._shift[self._seat]:
            return
        for debtor, owed in enumerate(self._shift):
            for creditor, due in enumerate(self._shift):
                back = min(owed, -due)
                if back > 0:
                    self._drift(debtor, creditor, back, keeps=self._known[debtor])
                    owed -= back
                    self._shift[creditor] += back
        self._shift = [0] * (self._seats + 1)

    def _drift(self, giver: int, taker: int, n: int, keeps: int = 0) -> None:
        """`n` cards go unseen from giver to taker: what was known of both hands loosens. The giver `keeps` some."""
        facts = []
        for fact in self._facts:
            leaves, comes = fact.who >> giver & 1, fact.who >> taker & 1
            least = -n * fact.dearest() if leaves > comes else 0
            most = n * fact.dearest() if comes > leaves else 0
            facts.append(fact.moved(least, most) if least or most else fact)
        gone = self._known[giver] & ~keeps
        barred = self._barred()
        self._known[giver] &= keeps
        self._placed &= ~gone
        for seat in range(self._seats + 1):
            if seat not in (giver, taker):
                self._lacks[seat] |= gone
        gained = (barred[taker] & ~barred[giver] & ~keeps | gone) & self._unseen
        self._lacks[taker] &= ~gained
        if gained:
            facts.append(Fact(1 << taker, ((gained, 1),), 0, n))
        self._facts = tuple(facts)

    # Reading and saying.

    def _read_seat(self, seat: Any, most: int) -> int:
        return seat if type(seat) is int and 0 <= seat <= most else _door.number(seat, "seat", 0, most)

    def _read_cards(self, cards: Any) -> int:
        found = _door.mask(cards, "cards", 128, self._deck)
        if found & ~self._pack:
            raise CardError(f"cards has {self._say(found & ~self._pack)}, which the pack has not")
        return found

    def _read_card(self, card: Any, seat: int) -> int:
        """A card's index; a name without a copy stands for the lowest copy that the seat may hold."""
        if type(card) is int and 0 <= card < 128 and self._pack >> card & 1:
            return card
        if isinstance(card, str):
            if self._deck is None:
                raise TypeError(f"card is the text {card!r:.60}; expected an index: the pack is a mask, not a Deck")
            named = self._deck.index(card)
            if "'" in card:
                return named
            name = self._deck.card_name(named).rstrip("'")
            copies = [i for i in indices(self._pack) if self._deck.card_name(i).rstrip("'") == name]
            held = self._own if seat == self._seat else self._unseen & ~self._barred()[seat]
            return next((i for i in copies if held >> i & 1), named)
        index = _door.whole(card, "card")
        if not 0 <= index < 128 or not self._pack >> index & 1:
            raise CardError(f"card is {index}, which the pack has not")
        return index

    def _named(self, seat: int) -> str:
        return "the undealt pile" if seat == self._seats else f"seat {seat}"

    def _say(self, cards: int) -> str:
        if self._deck is not None and not cards & ~self._pack:
            return self._deck.format(cards) or "no card"
        found = indices(cards)
        return ("card " if len(found) == 1 else "cards ") + (", ".join(map(str, found)) or "none")


Beliefs.__module__ = "bitdeck.deals"  # where it is public


def _read_classes(classes: Iterable[Mask] | None, deck: Deck | None, pack: int) -> tuple[int, ...]:
    if classes is None:
        return tuple(sum(1 << i for i in indices(pack) if _suit(i, deck) == suit) for suit in range(4))
    found = tuple(_door.mask(mask, f"classes[{i}]", 128, deck) for i, mask in enumerate(classes))
    seen = 0
    for i, mask in enumerate(found):
        if mask & seen:
            raise ValueError(
                f"classes[{i}] shares cards {indices(mask & seen)} with an earlier class; expected disjoint masks"
            )
        seen |= mask
    return found


def _suit(card: int, deck: Deck | None) -> int:
    """The suit of a card, -1 for a joker; of a pack without a deck, by the layout."""
    return card % 4 if deck is None else "♣♦♥♠".find(deck.card_name(card).rstrip("'")[-1])
