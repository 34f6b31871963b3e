"""Doppelkopf: the suits for following in every game, and what announcements tell about the hands.

Cards are those of `bitdeck.DOPPELKOPF`, 9JQKTA twice, 48 cards. Rules: Deutscher Doppelkopf-Verband,
"Turnier-Spielregeln".
"""

from typing import Literal

from bitdeck._door import Cards
from bitdeck.cards import DOPPELKOPF
from bitdeck.deals import Beliefs
from bitdeck.errors import InfeasibleDeal

__all__ = ["CLUB_QUEENS", "DECK", "GAMES", "Seat", "beliefs", "classes", "trumps"]

DECK = DOPPELKOPF
CLUB_QUEENS = DECK.parse("Q♣ Q♣")
GAMES = ("regular", "diamonds", "hearts", "spades", "clubs", "jacks", "queens", "aces")

Party = Literal["re", "kontra"]

_SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
_HANDS = (12, 12, 12, 12)


def _suit(sign: str) -> int:
    return DECK.parse(" ".join(f"{rank}{sign} {rank}{sign}" for rank in DECK.ranks))


def _rank(rank: str) -> int:
    return DECK.parse(" ".join(f"{rank}{sign} {rank}{sign}" for sign in _SUITS.values()))


def trumps(game: str = "regular") -> int:
    """The trumps of a game.

    Parameters
    ----------
    game : str
        One of `GAMES`: the regular game (which a diamond solo equals), a suit solo, a jack, queen or ace solo.

    Returns
    -------
    int
        Mask of the trumps. In the regular game and the suit solos they are both ten of hearts, all queens, all jacks,
        and the other cards of the trump suit; in an ace solo there are none.

    Raises
    ------
    ValueError
        For a game that is not among `GAMES`.

    Examples
    --------
    >>> trumps().bit_count(), trumps("hearts").bit_count(), trumps("aces")
    (26, 24, 0)
    """
    if game not in GAMES:
        raise ValueError(f"game is {game!r}; expected one of {', '.join(GAMES)}")
    if game == "aces":
        return 0
    if game in ("jacks", "queens"):
        return _rank(game[0].upper())
    suit = _SUITS["diamonds" if game == "regular" else game]
    return DECK.parse("T♥ T♥") | _rank("Q") | _rank("J") | _suit(suit)


def classes(game: str = "regular") -> tuple[int, ...]:
    """The suits for following in a game: trumps first, where there are any, then what is left of ♣, ♦, ♥ and ♠.

    Parameters
    ----------
    game : str
        One of `GAMES`.

    Returns
    -------
    tuple of int
        Disjoint masks that make up the pack.

    Raises
    ------
    ValueError
        For a game that is not among `GAMES`.

    Examples
    --------
    >>> [DECK.format(suit) for suit in classes()][2]
    '9♥ 9♥ K♥ K♥ A♥ A♥'
    """
    trump = trumps(game)
    found = (trump, *(_suit(sign) & ~trump for sign in _SUITS.values()))
    return tuple(mask for mask in found if mask)


def beliefs(hand: Cards, seat: int, game: str = "regular") -> Beliefs:
    """What a seat knows when the cards are dealt, twelve to each of four.

    Parameters
    ----------
    hand : int, text or Hand
        The own twelve cards.
    seat : int
        The own seat, 0 to 3.
    game : str
        One of `GAMES`.

    Returns
    -------
    Beliefs

    Raises
    ------
    ValueError
        For a hand of another size, or a game that is not among `GAMES`.

    Examples
    --------
    >>> beliefs("9♣ 9♣ K♣ K♣ 10♣ 10♣ A♣ A♣ 9♠ 9♠ K♠ K♠", seat=0).space().count()
    3384731762521200
    """
    return Beliefs(DECK, hand, _HANDS, seat, classes=classes(game))


class Seat:
    """One player's view of a game: beliefs, and which party each seat is known to belong to.

    Re are those who were dealt a club queen, kontra the others. When the holder of both is known, or each of two, the
    others follow from the beliefs.

    Parameters
    ----------
    hand : int, text or Hand
        The own twelve cards.
    seat : int
        The own seat, 0 to 3.
    game : str
        One of `GAMES`. The parties are those of the regular game.

    Examples
    --------
    >>> mine = Seat("Q♣ 9♣ K♣ K♣ 10♣ 10♣ A♣ A♣ 9♠ 9♠ K♠ K♠", seat=0)
    >>> mine.announced(2, "re")
    >>> mine.parties()
    ('re', 'kontra', 're', 'kontra')
    """

    __slots__ = ("_shown", "beliefs")

    def __init__(self, hand: Cards, seat: int, game: str = "regular") -> None:
        self.beliefs = beliefs(hand, seat, game)
        self._shown = [False] * 4
        self._shown[seat] = bool(self.beliefs.hand & CLUB_QUEENS)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Seat):
            return NotImplemented
        return self.beliefs == other.beliefs and self._shown == other._shown

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self) -> "Seat":
        other = object.__new__(Seat)
        other.beliefs, other._shown = self.beliefs.copy(), self._shown.copy()
        return other

    def played(self, seat: int, card: Cards, led: int | str | None = None) -> None:
        """A seat has played a card, as in `Beliefs.played`.

        Parameters
        ----------
        seat : int
            Who played.
        card : int or text
            The card.
        led : int or text, optional
            The card led to the trick.

        Raises
        ------
        InfeasibleDeal
            If that contradicts what is known.

        Examples
        --------
        >>> mine = Seat("9♣ 9♣ K♣ K♣ 10♣ 10♣ A♣ A♣ 9♠ 9♠ K♠ K♠", seat=0)
        >>> mine.played(1, "Q♣")
        >>> mine.parties()[1]
        're'
        """
        self.beliefs.played(seat, card, led)
        index = DECK.index(card)
        self._shown[seat] |= bool(CLUB_QUEENS >> index & 1)

    def announced(self, seat: int, party: Party) -> None:
        """A seat has announced re (it was dealt a club queen) or kontra (it was dealt none).

        Parameters
        ----------
        seat : int
            Who announced.
        party : {"re", "kontra"}
            What.

        Raises
        ------
        InfeasibleDeal
            If that contradicts what is known.
        ValueError
            For another party.

        Examples
        --------
        >>> mine = Seat("9♣ 9♣ K♣ K♣ 10♣ 10♣ A♣ A♣ 9♠ 9♠ K♠ K♠", seat=0)
        >>> mine.announced(1, "kontra")
        >>> mine.announced(2, "kontra")
        >>> mine.parties()
        ('kontra', 'kontra', 'kontra', 're')
        """
        if party == "re":
            if not self._shown[seat]:
                self.beliefs.holds(seat, CLUB_QUEENS, at_least=1)
        elif party == "kontra":
            if self._shown[seat]:
                raise InfeasibleDeal(f"seat {seat} announces kontra, but was dealt a club queen")
            self.beliefs.void(seat, CLUB_QUEENS)
        else:
            raise ValueError(f"party is {party!r}; expected 're' or 'kontra'")

    def parties(self) -> tuple[Party | None, ...]:
        """What party each seat is known to belong to.

        Returns
        -------
        tuple of 're', 'kontra' or None
            By seat; None where it is not known yet.

        Examples
        --------
        >>> Seat("Q♣ Q♣ K♣ K♣ 10♣ 10♣ A♣ A♣ 9♠ 9♠ K♠ K♠", seat=3).parties()
        ('kontra', 'kontra', 'kontra', 're')
        """
        return tuple(self._party(seat) for seat in range(4))

    def _party(self, seat: int) -> Party | None:
        if self._shown[seat]:
            return "re"
        if seat == self.beliefs.seat:
            return "kontra"
        space = self.beliefs.space()
        player = seat - (seat > self.beliefs.seat)
        held = space.distribution(player, CLUB_QUEENS & self.beliefs.unseen)
        if held[0] == 0.0:
            return "re"
        return "kontra" if held[0] == 1.0 else None
