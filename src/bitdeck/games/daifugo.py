"""A round of Daifugō for two to six players, and random playouts of it.

The plays and what beats what are those of `bitdeck.plays`; here stand turns, passing, tricks, what is in force, who
finishes when, and the exchange of cards between rounds.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from bitdeck import _door, _twin, plays
from bitdeck._door import Rng
from bitdeck.errors import CardError
from bitdeck.plays import UECDA, Play, PlayRules, Plays

__all__ = ["PASS", "Round", "exchange", "next_round", "playouts"]

_kernel = _twin.load("daifugo")

PASS = Play(0, 0)
_EIGHT, _JACK, _ALONE = 5, 8, 14


class Round:
    """A round as it stands: hands, turn, trick, what is in force, finishing places.

    Parameters
    ----------
    hands : sequence of int, text or Hand
        One hand a seat, 2 to 6 of them, with no card in two.
    rules : PlayRules
        The rules.
    leader : int
        The seat that leads first; it must hold cards.

    Attributes
    ----------
    hands : list of int
        What each seat holds now.
    turn : int
        The seat to move.
    field : Play
        What lies on the table; `PASS` (no cards) when the player in turn leads.
    owner : int
        The seat that laid it.
    passed : int
        The mask of seats that have passed in this trick.
    revolution, back : bool
        Whether the lasting order is turned over, and whether eleven-back turns it over for this trick.
    lock : int
        The mask of locked suits, 0 for none.
    number_lock : bool
        Whether the next rank is fixed.
    places : list of int
        The finishing place of each seat, 1 the first; 0 while it plays.

    Raises
    ------
    CardError
        When hands overlap.
    ValueError
        When there are too few or too many hands, or the leader has none.
    OverflowError
        When a hand has a card outside the pack.

    Notes
    -----
    Who has passed is out until the trick ends. The trick ends when nobody but the owner of the field is left in it,
    after an 8 with `eight_cut`, and when ♠3 beats a lone joker. Then the owner leads, or when he has finished the next
    seat with cards; locks and eleven-back are over, a revolution stays. Nobody passes on an empty field, unless
    `forbidden_finish` leaves him no lead; when that is so for every seat left, the round ends and they take the places
    left, in the order in which they passed. The last seat with cards takes the last place.

    Examples
    --------
    >>> from bitdeck.games.daifugo import PASS, Round
    >>> table = Round(["S3 S4 S5 DK", "C6 C7 D8 HA", "H9 HT D2"])
    >>> table.play(table.moves()[0])
    >>> print(table.field, "| seat", table.turn, "has", len(table.moves()), "moves")
    3♠ 4♠ 5♠ | seat 1 has 0 moves
    >>> table.play(PASS), table.play(PASS)
    (None, None)
    >>> table.turn, table.field == PASS
    (0, True)
    """

    __slots__ = (
        "back",
        "field",
        "hands",
        "lock",
        "number_lock",
        "owner",
        "passed",
        "places",
        "revolution",
        "rules",
        "turn",
    )

    def __init__(self, hands: Sequence[Any], rules: PlayRules = UECDA, leader: int = 0) -> None:
        if not 2 <= len(hands) <= 6:
            raise ValueError(f"hands has {len(hands)} hands; expected 2..6")
        bits = rules.deck.size
        self.hands = [_door.mask(hand, f"hands[{seat}]", bits, rules.deck) for seat, hand in enumerate(hands)]
        if sum(self.hands) != np.bitwise_or.reduce(self.hands):
            raise CardError("hands share cards; expected each card in one hand")
        self.rules = rules
        self.turn = self.owner = _door.number(leader, "leader", 0, len(hands) - 1)
        if not self.hands[leader]:
            raise ValueError(f"leader is seat {leader}, which holds no cards")
        self.field = PASS
        self.passed = self.lock = 0
        self.revolution = self.back = self.number_lock = False
        self.places = [0] * len(hands)

    @classmethod
    def deal(cls, players: int = 5, rules: PlayRules = UECDA, rng: Rng = None, leader: int = 0) -> "Round":
        """A round with the whole pack dealt at random, as evenly as it goes.

        Parameters
        ----------
        players : int
            2 to 6.
        rules : PlayRules
            The rules; they say what the pack is.
        rng : None, int, SeedSequence, BitGenerator or Generator
            The randomness.
        leader : int
            The seat that leads.

        Returns
        -------
        Round
            Before the first turn.

        Examples
        --------
        >>> from bitdeck.games.daifugo import Round
        >>> [hand.bit_count() for hand in Round.deal(5, rng=1).hands]
        [11, 11, 11, 10, 10]
        """
        number = _door.number(players, "players", 2, 6)
        order = np.random.default_rng(_door.seed_words(rng)).permutation(rules.deck.size).tolist()
        return cls([sum(1 << card for card in order[seat::number]) for seat in range(number)], rules, leader)

    @property
    def order(self) -> bool:
        """Whether the order in force is turned over, by revolution or by eleven-back (not by both)."""
        return self.revolution != self.back

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return all(self.places)

    @property
    def may_pass(self) -> bool:
        """Whether the player in turn may pass."""
        return not self.over and (bool(self.field) or not len(self.moves()))

    def copy(self) -> "Round":
        """A round that goes its own way from here."""
        other = Round.__new__(Round)
        for name in Round.__slots__:
            setattr(other, name, getattr(self, name))
        other.hands, other.places = self.hands[:], self.places[:]
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Round):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Round.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def moves(self) -> Plays:
        """The legal plays of the seat in turn, without the pass.

        Returns
        -------
        Plays
            In the order of `bitdeck.plays.leads`; none when the round is over.
        """
        return plays.moves(
            0 if self.over else self.hands[self.turn],
            self.field,
            self.rules,
            revolution=self.order,
            lock=self.lock,
            number_lock=self.number_lock,
        )

    def play(self, play: Play) -> None:
        """Make a move for the seat in turn.

        Parameters
        ----------
        play : Play
            One of `moves()`, or `PASS`.

        Raises
        ------
        CardError
            When the play is not legal; the round is as before.
        ValueError
            When the round is over, or the seat may not pass.
        """
        if self.over:
            raise ValueError("the round is over; expected no more moves")
        if play == PASS:
            if not self.may_pass:
                raise ValueError(f"seat {self.turn} leads; expected a play, not a pass")
            self.passed |= 1 << self.turn
            self._go_on(False)
        else:
            if play not in self.moves():
                raise CardError(
                    f"seat {self.turn} may not play {play} on {self.field if self.field else 'an empty field'}"
                )
            ends = self._lay(play)
            if len(self._holders()) <= 1:
                self._finish()
            else:
                self._go_on(ends)

    def _lay(self, play: Play) -> bool:
        """Put a play down; whether it ends the trick."""
        field, rules = self.field, self.rules
        if field:
            self._lock(play)
        group, run = rules.revolution_group, rules.revolution_run
        smallest = {plays.Kind.GROUP: group, plays.Kind.RUN: run}.get(play.kind or plays.Kind.SINGLE)
        if smallest is not None and play.size >= smallest:
            self.revolution = not self.revolution
        if rules.eleven_back and play.declares(_JACK):
            self.back = not self.back
        self.hands[self.turn] &= ~play.cards
        self.field, self.owner = play, self.turn
        if not self.hands[self.turn]:
            self.places[self.turn] = max(self.places) + 1
        return (rules.eight_cut and play.declares(_EIGHT)) or (bool(field) and field.rank == _ALONE)

    def _lock(self, play: Play) -> None:
        field, rules = self.field, self.rules
        if rules.suit_lock and play.suits == field.suits != 0:
            self.lock = play.suits
        if rules.number_lock and _ALONE not in (play.rank, field.rank):
            low, high = (play, field) if self.order else (field, play)
            self.number_lock |= low.rank + low.extent == high.rank

    def _go_on(self, ends: bool) -> None:
        """Hand the turn on, or clear the table."""
        able = [s for s in self._holders() if not self.passed >> s & 1 and (s != self.owner or not self.field)]
        if able and not ends:
            self.turn = able[0]
        elif not self.field:
            self._finish()
        else:
            self.turn = self.owner
            if not self.hands[self.owner]:
                self.turn = self._holders()[0]
            self.field, self.passed, self.lock, self.number_lock, self.back = PASS, 0, 0, False, False

    def _holders(self) -> list[int]:
        """The seats with cards, round the table from the one after `turn`."""
        seats = range(self.turn + 1, self.turn + 1 + len(self.hands))
        return [s % len(self.hands) for s in seats if self.hands[s % len(self.hands)]]

    def _finish(self) -> None:
        """Give the places that are left."""
        for seat in self._holders():
            self.places[seat] = max(self.places) + 1

    def __repr__(self) -> str:
        field = self.field if self.field else "nothing"
        return f"<Round: seat {self.turn} to move on {field}, hands of {[hand.bit_count() for hand in self.hands]}>"


def exchange(
    hands: Sequence[int], places: Sequence[int], give: "Callable[[int, int, int], int] | None" = None
) -> list[int]:
    """The exchange of cards between rounds.

    The last gives his two strongest cards to the first, the last but one his strongest to the second; these give as
    many cards of their choice back, from the hand with what they got. With two or three players the last gives the
    first one card.

    Parameters
    ----------
    hands : sequence of int
        The new hands.
    places : sequence of int
        The finishing places 1, 2, … of the round before, a seat each.
    give : callable (seat, hand, n) -> int, optional
        Chooses the mask of n cards of `hand` that `seat` gives back; default the n weakest.

    Returns
    -------
    list of int
        The hands after it.

    Raises
    ------
    ValueError
        When `places` is no ranking of the seats.
    CardError
        When `give` chooses other than n cards of the hand.

    Examples
    --------
    >>> from bitdeck import DAIFUGO
    >>> from bitdeck.games.daifugo import exchange
    >>> [DAIFUGO.format(hand) for hand in exchange([0b1111, 0b1111 << 48], [1, 2])]
    ['3♦ 3♥ 3♠ 2♠', '3♣ 2♣ 2♦ 2♥']
    """
    if sorted(places) != list(range(1, len(hands) + 1)):
        raise ValueError(f"places is {list(places)}; expected each of 1..{len(hands)} once")
    result = list(hands)
    for rank, n in ((1, 1),) if len(hands) < 4 else ((1, 2), (2, 1)):
        rich, poor = places.index(rank), places.index(len(hands) + 1 - rank)
        tribute = sum(plays.singles(result[poor])[:n])
        purse = result[rich] | tribute
        back = sum(plays.singles(purse)[-n:]) if give is None else _door.mask(give(rich, purse, n), "what was given")
        if back & ~purse or back.bit_count() != min(n, purse.bit_count()):
            raise CardError(f"seat {rich} gave {back:#x}; expected {n} cards of its hand")
        result[rich], result[poor] = purse & ~back, result[poor] & ~tribute | back
    return result


def next_round(last: Round, rng: Rng = None, give: "Callable[[int, int, int], int] | None" = None) -> Round:
    """The round after one that is over: dealt anew, cards exchanged by its places, its last player leading.

    Parameters
    ----------
    last : Round
        A round that is over.
    rng : None, int, SeedSequence, BitGenerator or Generator
        The randomness of the deal.
    give : callable (seat, hand, n) -> int, optional
        See `exchange`.

    Returns
    -------
    Round
        Before its first turn.

    Raises
    ------
    ValueError
        When the round is not over.

    Examples
    --------
    >>> from bitdeck.games.daifugo import Round, next_round
    >>> table = Round(["S3", "S4"])
    >>> table.play(table.moves()[0])
    >>> table.places, next_round(table, rng=1).turn
    ([1, 2], 1)
    """
    if not last.over:
        raise ValueError("the round is not over; expected finishing places for all")
    players = len(last.hands)
    dealt = Round.deal(players, last.rules, rng)
    return Round(exchange(dealt.hands, last.places, give), last.rules, last.places.index(players))


def playouts(
    state: Round, hands: npt.ArrayLike, rng: Rng = None
) -> "tuple[npt.NDArray[np.uint8], npt.NDArray[np.int32]]":
    """Play worlds to the end with uniformly random legal moves, the pass among them.

    Parameters
    ----------
    state : Round
        The start or the middle of a round. Only what everybody sees counts, not its hands but their sizes.
    hands : uint64 array (n, players)
        One world a row: what each seat holds now.
    rng : None, int, SeedSequence, BitGenerator or Generator
        The randomness.

    Returns
    -------
    places : uint8 array (n, players)
        The finishing place of each seat, 1 the first.
    lengths : int32 array (n,)
        Turns taken to the end, passes and forced moves counted.

    Raises
    ------
    CardError
        When a world gives a card twice.
    OverflowError
        When a world has a card outside the pack.
    ValueError
        When `hands` has the wrong shape, or hands of other sizes than the state.

    Notes
    -----
    A turn with more than one move draws one integer below the number of moves; moves are in the order of
    `bitdeck.plays.moves`, the pass last.

    Examples
    --------
    >>> from bitdeck.games.daifugo import Round, playouts
    >>> table = Round.deal(5, rng=1)
    >>> places, lengths = playouts(table, [table.hands] * 3, rng=2)
    >>> places.shape, sorted(places[0].tolist()), bool(lengths.min() > 20)
    ((3, 5), [1, 2, 3, 4, 5], True)
    """
    worlds = _worlds(state, hands)
    found = np.empty(worlds.shape, np.uint8)
    lengths = np.zeros(len(worlds), np.int32)
    if state.over:
        found[:] = state.places
        return found, lengths
    _kernel.playouts(
        worlds,
        state.turn,
        state.owner,
        state.field.meaning,
        state.passed,
        int(state.revolution),
        int(state.back),
        state.lock,
        int(state.number_lock),
        np.array(state.places, np.uint8),
        state.rules.code,
        _door.seed_words(rng),
        found,
        lengths,
    )
    return found, lengths


def _worlds(state: Round, hands: Any) -> npt.NDArray[np.uint64]:
    """The worlds checked: every seat holds as many cards as the state says, and no card twice."""
    if not isinstance(state, Round):
        raise TypeError(f"state is {state!r:.60}; expected a Round")
    players = len(state.hands)
    worlds = _door.array(hands, "hands", 64 * players, players)
    past = np.argwhere(worlds >> np.uint64(state.rules.deck.size))
    if len(past):
        row, seat = past[0].tolist()
        bit = int(worlds[row, seat]).bit_length() - 1
        raise OverflowError(f"hands[{row}, {seat}] has bit {bit}; expected bits 0..{state.rules.deck.size - 1}")
    sizes = [hand.bit_count() for hand in state.hands]
    wrong = np.argwhere(np.bitwise_count(worlds) != sizes)
    if len(wrong):
        row, seat = wrong[0].tolist()
        held = int(worlds[row, seat]).bit_count()
        raise ValueError(f"hands[{row}, {seat}] has {held} cards; expected {sizes[seat]} as in the state")
    together = np.bitwise_count(np.bitwise_or.reduce(worlds, axis=1)) if len(worlds) else np.empty(0, np.uint8)
    twice = np.flatnonzero(together != sum(sizes))
    if len(twice):
        raise CardError(f"hands[{twice[0]}] has a card in two hands; expected each card once")
    return worlds
