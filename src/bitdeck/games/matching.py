"""A matching game for one player: choose cards that match, or ask for more, until no match is left.

`Scoring` says what matches and what it is worth; `MatchingGame` is the table, the stock and the score. Everything that
happens stands in the game's log, from which the same state can be played again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal, NamedTuple

from bitdeck import _door
from bitdeck._door import Rng
from bitdeck.cards import STANDARD
from bitdeck.errors import CardError
from bitdeck.matches import SET, Layout, MatchDeck, find, first_combination, is_match

__all__ = ["PAIRS", "SETS", "TRIPLES", "Event", "MatchingGame", "Scoring"]


@dataclass(frozen=True)
class Scoring:
    """What matches, what it is worth, and what mistakes cost.

    Parameters
    ----------
    mode : {"set", "pairs", "triples"}
        Cards of a `MatchDeck`, or two or three playing cards of `STANDARD`.
    deck : MatchDeck
        The pack of mode "set".
    bonus : int
        A match scores its points times this.
    mismatch : int
        The cost of choosing cards that do not match.
    turn : int
        The cost of turning a card up.
    missed : int
        Asking for more cards while there is a match costs the mismatch this many times.
    more : int
        How many cards are dealt to who asks for more.
    match : int
        The points of a match of mode "set".
    suit, rank : int
        The points of two playing cards of one suit, of one rank.

    Attributes
    ----------
    take : int
        How many cards are chosen for a match.
    size : int
        Cards in the pack.

    Raises
    ------
    ValueError, TypeError
        When an argument is out of bounds or of the wrong type.

    Examples
    --------
    >>> SETS.take, PAIRS.take, TRIPLES.take
    (3, 2, 3)
    >>> from bitdeck import STANDARD
    >>> TRIPLES.points([STANDARD.index(card) for card in ("AS", "AH", "5H")])
    5
    """

    mode: Literal["set", "pairs", "triples"] = "set"
    deck: MatchDeck = SET
    bonus: int = 4
    mismatch: int = 2
    turn: int = 1
    missed: int = 3
    more: int = 3
    match: int = 1
    suit: int = 1
    rank: int = 4

    def __post_init__(self) -> None:
        if self.mode not in ("set", "pairs", "triples"):
            raise ValueError(f"mode is {self.mode!r:.60}; expected 'set', 'pairs' or 'triples'")
        if not isinstance(self.deck, MatchDeck):
            raise TypeError(f"deck is {self.deck!r:.60}; expected a MatchDeck")
        for name in ("bonus", "mismatch", "turn", "missed", "more", "match", "suit", "rank"):
            _door.number(getattr(self, name), name, int(name in ("more", "match")))

    @property
    def take(self) -> int:
        return {"set": self.deck.values, "pairs": 2, "triples": 3}[self.mode]

    @property
    def size(self) -> int:
        return self.deck.size if self.mode == "set" else STANDARD.size

    def points(self, cards: Sequence[int]) -> int:
        """The points of cards chosen together, 0 when they do not match; their order does not matter.

        Parameters
        ----------
        cards : sequence of int
            `take` different cards. Three playing cards score over all their pairs.

        Returns
        -------
        int

        Raises
        ------
        ValueError
            For another number of cards.
        CardError
            For a card outside the pack, or there twice.
        TypeError
            For what is no integer.

        Examples
        --------
        >>> SETS.points([0, 1, 2]), SETS.points([0, 1, 3]), PAIRS.points([0, 4])
        (1, 0, 1)
        """
        held = self.checked(cards)
        if len(held) != self.take:
            raise ValueError(f"cards has {len(held)} cards; expected {self.take}")
        if self.mode == "set":
            return self.match if is_match(held, self.deck) else 0
        return sum(self._pair(a, b) for a, b in combinations(held, 2))

    def first(self, table: Sequence[int]) -> tuple[int, ...] | None:
        """The places of the first match on a table in lexicographic order, None when there is none.

        Parameters
        ----------
        table : sequence of int
            Cards, -1 for empty places.

        Returns
        -------
        tuple of int or None

        Examples
        --------
        >>> SETS.first([5, -1, 0, 1, 2]), TRIPLES.first([0, 5])
        ((2, 3, 4), None)
        """
        if self.mode == "set":
            return find(list(table), self.deck)  # type: ignore[return-value]
        return first_combination(table, self.take, self.points, lambda card: card >= 0)

    def checked(self, cards: Iterable[int]) -> tuple[int, ...]:
        """Cards as a tuple, each of the pack and there once.

        Parameters
        ----------
        cards : iterable of int

        Returns
        -------
        tuple of int

        Raises
        ------
        CardError
            For a card outside the pack, or there twice.
        TypeError
            For what is no integer.

        Examples
        --------
        >>> PAIRS.checked([51, 0])
        (51, 0)
        """
        held = tuple(_door.whole(card, f"cards[{i}]") for i, card in enumerate(cards))
        for place, card in enumerate(held):
            if not 0 <= card < self.size:
                raise CardError(f"cards[{place}] is {card}; expected 0..{self.size - 1}")
            if held.index(card) != place:
                name = self.name(card)
                raise CardError(
                    f"cards[{place}] is {name} again; expected each card once, and cards[{held.index(card)}] is {name}"
                )
        return held

    def name(self, card: int) -> str:
        """A card for people, `-` for an empty place.

        Parameters
        ----------
        card : int

        Returns
        -------
        str

        Examples
        --------
        >>> SETS.name(22), PAIRS.name(51), PAIRS.name(-1)
        ('1 purple striped squiggle', 'A♠', '-')
        """
        if card == -1:
            return "-"
        if self.mode == "set":
            return self.deck.format(card, words=self.deck == SET)
        return STANDARD.card_name(card)

    def _pair(self, a: int, b: int) -> int:
        return self.suit * (a % 4 == b % 4) + self.rank * (a // 4 == b // 4)


SETS = Scoring("set")
PAIRS = Scoring("pairs")
TRIPLES = Scoring("triples")


class Event(NamedTuple):
    """One thing that happened.

    Attributes
    ----------
    action : str
        "choose" or "more".
    place : int
        The place chosen, -1 for "more".
    outcome : str
        "up", "down" (a chosen card put back), "match", "mismatch", or "dealt".
    cards : tuple of int
        The cards it concerns: the one turned, those that match or not, those dealt.
    change : int
        By how much the score changed.

    Examples
    --------
    >>> MatchingGame(order=range(81)).choose(3)
    Event(action='choose', place=3, outcome='up', cards=(3,), change=-1)
    """

    action: str
    place: int
    outcome: str
    cards: tuple[int, ...]
    change: int


class MatchingGame:
    """The table, the stock and the score of one game.

    Places keep their numbers: a match leaves empty places (-1 in `table`), which the next cards dealt fill, the lowest
    first, before they make new places.

    Parameters
    ----------
    scoring : Scoring
        What matches, and the scores.
    rng : None, int, SeedSequence, BitGenerator or Generator
        Shuffles the pack.
    table : int
        Cards dealt at the start; fewer when there are not so many.
    order : iterable of int, optional
        The cards in the order they are dealt, in place of a shuffled pack.

    Attributes
    ----------
    scoring : Scoring
    order : tuple of int
        All cards, as dealt.
    table : tuple of int
        The cards by place, -1 where it is empty.
    stock : tuple of int
        The cards still to be dealt.
    chosen : tuple of int
        The places chosen, in the order they were.
    score : int
    log : tuple of Event
    over : bool
        Whether the stock is empty and no match is left.

    Raises
    ------
    CardError, ValueError, TypeError
        For an order with a card outside the pack or there twice; a table that is negative.

    Examples
    --------
    >>> game = MatchingGame(order=range(81))
    >>> game.hint()
    (0, 1, 2)
    >>> [game.choose(place).outcome for place in (0, 1, 2)], game.score
    (['up', 'up', 'match'], 1)
    >>> MatchingGame.replay(game.log, game.order) == game
    True
    """

    def __init__(
        self, scoring: Scoring = SETS, rng: Rng = None, *, table: int = 12, order: Iterable[int] | None = None
    ) -> None:
        if not isinstance(scoring, Scoring):
            raise TypeError(f"scoring is {scoring!r:.60}; expected a Scoring")
        self.scoring = scoring
        self.order = _shuffled(scoring, rng) if order is None else scoring.checked(order)
        self.start = min(_door.number(table, "table"), len(self.order))
        self.table: tuple[int, ...] = self.order[: self.start]
        self.stock: tuple[int, ...] = self.order[self.start :]
        self.chosen: tuple[int, ...] = ()
        self.score = 0
        self.log: tuple[Event, ...] = ()

    @classmethod
    def replay(
        cls, log: Iterable[Event], order: Iterable[int], scoring: Scoring = SETS, *, table: int = 12
    ) -> "MatchingGame":
        """Play a log again.

        Parameters
        ----------
        log : iterable of Event
            What happened.
        order : iterable of int
            The cards in the order they were dealt.
        scoring : Scoring
            The scoring of the game.
        table : int
            The cards dealt at its start.

        Returns
        -------
        MatchingGame
            In the same state.

        Raises
        ------
        ValueError
            For an event that does not happen so in this game.

        Examples
        --------
        >>> MatchingGame.replay([], range(81)).table
        (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
        """
        game = cls(scoring, 0, table=table, order=order)
        for i, event in enumerate(log):
            found = game.more() if event.action == "more" else game.choose(event.place)
            if found != event:
                raise ValueError(f"log[{i}] is {event}; expected {found}")
        return game

    @property
    def over(self) -> bool:
        return not self.stock and self.hint() is None

    def hint(self) -> tuple[int, ...] | None:
        """The places of the first match on the table, None when there is none.

        Returns
        -------
        tuple of int or None

        Examples
        --------
        >>> MatchingGame(PAIRS, table=3, order=[0, 5, 8, 1]).hint()
        (0, 2)
        """
        return self.scoring.first(self.table)

    def choose(self, place: int) -> Event:
        """Turn the card at a place up, or down again if it is up; the last of a match shows whether they match.

        A match leaves the table. Cards that do not match are all turned down.

        Parameters
        ----------
        place : int

        Returns
        -------
        Event

        Raises
        ------
        IndexError
            For a place that is not on the table.
        ValueError
            For an empty place, or when the game is over.
        TypeError
            For what is no integer.

        Examples
        --------
        >>> game = MatchingGame(PAIRS, order=[0, 5, 8, 1])
        >>> game.choose(0).outcome, game.choose(1).outcome, game.score
        ('up', 'mismatch', -4)
        """
        place = _door.whole(place, "place")
        if not 0 <= place < len(self.table):
            raise IndexError(f"place is {place}; expected 0..{len(self.table) - 1}")
        if self.table[place] == -1:
            raise ValueError(f"place {place} is empty; expected a place with a card")
        if self.over:
            raise ValueError("the game is over: the stock is empty and no match is left")
        if place in self.chosen:
            self.chosen = tuple(other for other in self.chosen if other != place)
            return self._logged("choose", place, "down", (self.table[place],), 0)
        chosen = (*self.chosen, place)
        if len(chosen) < self.scoring.take:
            self.chosen = chosen
            return self._logged("choose", place, "up", (self.table[place],), -self.scoring.turn)
        cards = tuple(self.table[other] for other in chosen)
        points = self.scoring.points(cards)
        self.chosen = ()
        if not points:
            return self._logged("choose", place, "mismatch", cards, -self.scoring.turn - self.scoring.mismatch)
        self.table = tuple(-1 if other in chosen else card for other, card in enumerate(self.table))
        return self._logged("choose", place, "match", cards, points * self.scoring.bonus - self.scoring.turn)

    def more(self) -> Event:
        """Deal more cards, as long as the stock lasts; it costs when there is a match on the table.

        With an empty stock nothing is dealt and nothing is charged.

        Returns
        -------
        Event

        Examples
        --------
        >>> game = MatchingGame(order=range(81))
        >>> game.more()
        Event(action='more', place=-1, outcome='dealt', cards=(12, 13, 14), change=-6)
        """
        missed = bool(self.stock) and self.hint() is not None
        dealt = self.stock[: self.scoring.more]
        self.stock = self.stock[len(dealt) :]
        empty = [place for place, card in enumerate(self.table) if card == -1]
        table = list(self.table)
        for place, card in zip(empty, dealt, strict=False):
            table[place] = card
        self.table = (*table, *dealt[len(empty) :])
        change = -self.scoring.missed * self.scoring.mismatch if missed else 0
        return self._logged("more", -1, "dealt", dealt, change)

    def __eq__(self, other: object) -> bool:
        return self._state() == other._state() if isinstance(other, MatchingGame) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return (
            f"<MatchingGame: {len(self.stock)} cards in stock, {self.table.count(-1)} empty places, score {self.score}>"
        )

    def __str__(self) -> str:
        cells = [
            f"{place}{'*' if place in self.chosen else ':'} {self.scoring.name(card)}"
            for place, card in enumerate(self.table)
        ]
        width = max(map(len, cells), default=0)
        lines = ["  ".join(cell.ljust(width) for cell in cells[i : i + 3]).rstrip() for i in range(0, len(cells), 3)]
        ending = ", game over" if self.over else ""
        return "\n".join([*lines, f"stock {len(self.stock)}, score {self.score}{ending}"])

    def _repr_html_(self) -> str:
        """The table drawn, where the cards can be drawn, and the score."""
        table = (
            Layout(self.table, self.scoring.deck)._repr_html_()
            if self.scoring.mode == "set"
            else " ".join(map(self.scoring.name, self.table))
        )
        return f"<div>{table}<p>stock {len(self.stock)}, score {self.score}{', game over' * self.over}</p></div>"

    def _logged(self, action: str, place: int, outcome: str, cards: tuple[int, ...], change: int) -> Event:
        event = Event(action, place, outcome, cards, change)
        self.score += change
        self.log = (*self.log, event)
        return event

    def _state(self) -> tuple[Any, ...]:
        return (self.scoring, self.order, self.start, self.table, self.stock, self.chosen, self.score, self.log)


def _shuffled(scoring: Scoring, rng: Rng) -> tuple[int, ...]:
    """The pack in random order; of playing cards, the order of cards 0..51 in a shuffled pack of 64."""
    pack = scoring.deck if scoring.mode == "set" else MatchDeck(6, 2)
    return tuple(card for card in pack.sample(pack.size, rng=rng) if card < scoring.size)
