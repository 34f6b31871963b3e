"""Which bit is which card: decks, card text, and hands for people.

A `Deck` says which bit stands for which card, reads and writes card text, and brings other people's numberings into
its own. The working form of a hand is a plain int, or uint64 in arrays; `Hand` is that int with its deck, made to be
looked at.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from bitdeck import _door
from bitdeck._door import Array, Cards
from bitdeck.errors import CardError

__all__ = [
    "ACE_LOW",
    "DAIFUGO",
    "DOPPELKOPF",
    "DOUBLE_ACE_LOW",
    "EUCHRE",
    "PINOCHLE",
    "SKAT",
    "STANDARD",
    "Deck",
    "Hand",
]

_SIGN = dict(zip("CDHS", "♣♦♥♠", strict=True))
_LETTER = {sign: letter for letter, sign in _SIGN.items()} | dict(zip("♧♢♡♤", "CDHS", strict=True))
_ALIAS = {"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K"}
_COMMON = "23456789TJQKA"
_MAY_BE_RANK = "23456789ABEFGIJKLMNOPQRTUVWXYZ"
_SUITS_READ = "C D H S ♣ ♦ ♥ ♠"
_CHUNK = re.compile(r"[^\s,]+")
_JOKER = "JK"


class _Named(NamedTuple):
    """A card as the text names it: rank and suit letters (none for a joker), copy by primes or None, and its place."""

    rank: str
    suit: str
    copy: int | None
    token: str
    at: int


@dataclass(frozen=True)
class Deck:
    """A pack of cards and its layout: which bit of a mask stands for which card.

    Within one copy a card is bit ``4 * rank + suit``, ranks low to high and suits ♣♦♥♠; jokers follow the last rank. A
    pack that fits in 64 bits lives in one word, copy ``c`` starting at bit ``c * cards_per_copy``; in a bigger pack
    each copy has a word of its own and starts at bit ``64 * c``.

    Decks are immutable, hashable and picklable. Two decks are equal when they lay out the same cards the same way,
    whatever their names.

    Parameters
    ----------
    ranks : str
        One capital letter or digit 2..9 a rank, low to high, each once. C, D, H and S are suits; ten is T.
    suits : str
        The letters C, D, H, S in the order of the suits 0..3.
    jokers : int
        Jokers in each copy.
    copies : int
        How often each card is in the pack.
    name : str
        What messages call the deck.

    Attributes
    ----------
    cards_per_copy : int
        Cards in one copy, jokers included; at most 64.
    size : int
        Cards in the pack, all copies counted.
    words : int
        64-bit words that a mask takes.
    full : int
        The mask of the whole pack.

    Raises
    ------
    ValueError
        When ranks or suits are not as described, a copy has more than 64 cards, or a number is out of bounds.
    TypeError
        When an argument is of the wrong type.

    Examples
    --------
    >>> from bitdeck import STANDARD, Deck
    >>> hand = STANDARD.parse("2C 3C AS")
    >>> hand == 1 << 0 | 1 << 4 | 1 << 51
    True
    >>> STANDARD.format(hand)
    '2♣ 3♣ A♠'
    >>> piquet = Deck("789TJQKA", name="PIQUET")
    >>> piquet.size, piquet.words, piquet.full == 2**32 - 1
    (32, 1, True)
    """

    ranks: str
    suits: str = "CDHS"
    jokers: int = 0
    copies: int = 1
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for attribute in ("ranks", "suits", "name"):
            value = getattr(self, attribute)
            if not isinstance(value, str):
                raise TypeError(f"{attribute} is {value!r:.60}; expected a string")
        object.__setattr__(self, "jokers", _door.number(self.jokers, "jokers"))
        object.__setattr__(self, "copies", _door.number(self.copies, "copies", least=1))
        if not self.ranks:
            raise ValueError("ranks is empty; expected at least one rank")
        for at, rank in enumerate(self.ranks):
            if rank not in _MAY_BE_RANK:
                raise ValueError(
                    f"ranks has {rank!r} at position {at}; "
                    "expected digits 2..9 and capital letters other than C, D, H, S (ten is T)"
                )
            if rank in self.ranks[:at]:
                raise ValueError(f"ranks has {rank!r} again at position {at}; expected each rank once")
        if sorted(self.suits) != sorted("CDHS"):
            raise ValueError(f"suits is {self.suits!r}; expected the four letters C, D, H, S, each once, in any order")
        if self.cards_per_copy > 64:
            raise ValueError(
                f"ranks and jokers make {self.cards_per_copy} cards a copy "
                f"(4 times {len(self.ranks)} ranks, and {self.jokers} jokers); expected at most 64"
            )

    def __str__(self) -> str:
        return self.name or repr(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Deck, (self.ranks, self.suits, self.jokers, self.copies, self.name)

    @property
    def cards_per_copy(self) -> int:
        return 4 * len(self.ranks) + self.jokers

    @property
    def size(self) -> int:
        return self.cards_per_copy * self.copies

    @property
    def words(self) -> int:
        return 1 if self.size <= 64 else self.copies

    @cached_property
    def full(self) -> int:
        copy = (1 << self.cards_per_copy) - 1
        return sum(copy << self._stride * c for c in range(self.copies))

    def parse(self, text: str) -> int:
        """The hand that a text names.

        Cards may be written rank first or suit first (``3H``, ``h3``, ``3♥``, ``♥3``), ten as ``T`` or ``10``, jack,
        queen and king also as ``11``, ``12``, ``13``, the ace also as ``1``, a joker as ``JK``. Spaces and commas
        separate them, or they run together, then all rank first or all suit first. A card named again is its next free
        copy; a prime names copy 1 (``3♥'``), two primes copy 2. Jokers count as copies of one card.

        Parameters
        ----------
        text : str
            Any number of cards; none is the empty hand.

        Returns
        -------
        int
            The mask.

        Raises
        ------
        CardError
            When a part of the text is no card, no card of this deck, or a card named more often than the deck has it;
            the message names it and its position, counted from 0.

        Examples
        --------
        >>> from bitdeck import DOPPELKOPF, STANDARD
        >>> STANDARD.parse("2H3H4H10C11D") == STANDARD.parse("♥2 ♥3, h4 Tc jd")
        True
        >>> DOPPELKOPF.format(DOPPELKOPF.parse("HT HT QC'"))
        "Q♣' T♥ T♥"
        >>> STANDARD.parse("AS 1x")
        Traceback (most recent call last):
        bitdeck.errors.CardError: text has '1x' at position 3; expected a suit, one of C D H S ♣ ♦ ♥ ♠, at position 4
        """
        if not isinstance(text, str):
            raise TypeError(f"text is {text!r:.60}; expected a string of cards")
        hand = 0
        for named in self._read(text):
            hand |= 1 << self._place(named, hand)
        return hand

    def format(self, hand: Cards, unicode: bool = True) -> str:
        """The cards of a hand as text that `parse` reads back, by rank and then suit, jokers last.

        Parameters
        ----------
        hand : int, str or Hand
            One mask.
        unicode : bool
            Suits as ♣♦♥♠, otherwise as letters.

        Returns
        -------
        str
            Cards separated by spaces. A card whose lower copies are not all in the hand carries a prime for each.

        Raises
        ------
        OverflowError
            When the mask is negative or has a bit that is no card.

        Examples
        --------
        >>> from bitdeck import DOPPELKOPF
        >>> DOPPELKOPF.format(1 << 0 | 1 << 24 | 1 << 25)
        "9♣ 9♣ 9♦'"
        >>> DOPPELKOPF.format(1 << 0 | 1 << 24 | 1 << 25, unicode=False)
        "9C 9C 9D'"
        """
        held = self._within(hand)
        return " ".join(name for kind in range(4 * len(self.ranks) + 1) for name in self._names(held, kind, unicode))

    def index(self, card: Cards) -> int:
        """The index of one card.

        Parameters
        ----------
        card : str or int
            One card as text (copy 0 unless primed), or an index, which is checked and returned.

        Returns
        -------
        int
            The card's bit number.

        Raises
        ------
        CardError
            When the text is not one card, or the index is not one of this deck.

        Examples
        --------
        >>> from bitdeck import STANDARD
        >>> STANDARD.index("AS"), STANDARD.index(51)
        (51, 51)
        """
        if not isinstance(card, str):
            return self._checked(card, "card")
        named = list(self._read(card))
        if len(named) != 1:
            where = f", the second at position {named[1].at}" if named else ""
            raise CardError(f"card is {card!r:.60}, {len(named)} cards{where}; expected one card")
        return self._place(named[0], 0)

    def card_name(self, index: int) -> str:
        """The name of one card, as `format` writes it alone.

        Parameters
        ----------
        index : int
            A card's bit number.

        Returns
        -------
        str
            Such as ``3♥``, ``3♥'`` for copy 1, ``JK``.

        Raises
        ------
        CardError
            When the deck has no card of that index.

        Examples
        --------
        >>> from bitdeck import DAIFUGO
        >>> DAIFUGO.card_name(0), DAIFUGO.card_name(52)
        ('3♣', 'JK')
        """
        return self.format(1 << self._checked(index, "index"))

    def pack(self, hand: Cards) -> npt.NDArray[np.uint64]:
        """A hand as a row of words, the form that arrays of hands have.

        Parameters
        ----------
        hand : int, str or Hand
            One mask.

        Returns
        -------
        numpy.ndarray
            uint64, shape ``(words,)``, the word of copy 0 first.

        Raises
        ------
        OverflowError
            When the mask is negative or has a bit that is no card.

        Examples
        --------
        >>> from bitdeck import DOUBLE_ACE_LOW
        >>> DOUBLE_ACE_LOW.pack("AC AC 2C'")
        array([ 1, 17], dtype=uint64)
        """
        return _door.words_of(self._within(hand), self.words)

    def unpack(self, words: npt.ArrayLike) -> int:
        """The hand that a row of words stands for; the inverse of `pack`.

        Parameters
        ----------
        words : array_like of int
            Shape ``(words,)``.

        Returns
        -------
        int
            The mask.

        Raises
        ------
        ValueError
            When the shape is another one.
        OverflowError
            When a word is negative or has a bit that is no card.

        Examples
        --------
        >>> from bitdeck import DOUBLE_ACE_LOW
        >>> DOUBLE_ACE_LOW.format(DOUBLE_ACE_LOW.unpack([1, 17]))
        "A♣ A♣ 2♣'"
        """
        if np.ndim(words) == 0:
            raise TypeError(f"words is {words!r:.60}; expected {self.words} words, as pack returns them")
        row = _door.array(words, "words")
        if len(row) != self.words:
            raise ValueError(f"words has shape {row.shape}; expected ({self.words},)")
        return self._within(_door.joined(row), "words")

    def convert(self, hand: Cards, to: "Deck") -> int:
        """The same cards in another deck's layout.

        Parameters
        ----------
        hand : int, str or Hand
            One mask of this deck.
        to : Deck
            The deck to lay them out in. Copies stay what they are: a card of copy 1 is a card of copy 1 there.

        Returns
        -------
        int
            The mask in the layout of `to`.

        Raises
        ------
        CardError
            When `to` lacks one of the cards.

        Examples
        --------
        >>> from bitdeck import SKAT, STANDARD
        >>> STANDARD.format(SKAT.convert("TH KH 7C", STANDARD))
        '7♣ T♥ K♥'
        """
        if not isinstance(to, Deck):
            raise TypeError(f"to is {to!r:.60}; expected a Deck")
        converted = 0
        for index in _bits(self._within(hand)):
            kind, copy = self._kind(index)
            rank, suit = self._letters(kind)
            if (rank and rank not in to.ranks) or copy >= to._copies_of(rank):
                raise CardError(f"hand has {self.card_name(index)}; {to} has no such card")
            converted |= 1 << to._bit(rank, suit, copy)
        return converted

    def order(
        self, ranks: str | None = None, suits: str | None = None, major: Literal["suit", "rank"] = "suit"
    ) -> npt.NDArray[np.intp]:
        """Somebody else's numbering of these cards, as the table that `bits.permute` takes to bring it into this one.

        The other numbering is taken to count without gaps: all of copy 0, then all of copy 1, and so on; in each copy
        the suited cards first, then the jokers.

        Parameters
        ----------
        ranks, suits : str, optional
            The other's order, in this deck's letters; default this deck's own.
        major : {"suit", "rank"}
            Whether the other goes through the ranks of one suit after another (card = 13 * suit + rank, for thirteen
            ranks), or through the suits of one rank after another (card = 4 * rank + suit).

        Returns
        -------
        numpy.ndarray
            intp, shape ``(size,)``: entry i is the index here of the card that the other calls i.

        Raises
        ------
        ValueError
            When ranks or suits are not this deck's in some order, or major is something else.

        Examples
        --------
        >>> from bitdeck import STANDARD
        >>> theirs = STANDARD.order("A23456789TJQK", "SHDC")
        >>> [STANDARD.card_name(i) for i in theirs[[0, 1, 13, 51]]]
        ['A♠', '2♠', 'A♥', 'K♣']
        """
        by_rank = _arrangement(self.ranks, ranks, "ranks")
        by_suit = _arrangement(self.suits, suits, "suits")
        if major not in ("suit", "rank"):
            raise ValueError(f"major is {major!r}; expected 'suit' or 'rank'")
        grid = np.add.outer(4 * by_rank, by_suit)
        plain = (grid.T if major == "suit" else grid).ravel()
        copy = np.concatenate([plain, np.arange(len(plain), self.cards_per_copy)])
        starts = self._stride * np.arange(self.copies)
        table: npt.NDArray[np.intp] = np.add.outer(starts, copy).ravel().astype(np.intp)
        return table

    @property
    def _stride(self) -> int:
        """From a copy's first bit to the next copy's."""
        return self.cards_per_copy if self.words == 1 else 64

    @cached_property
    def _patterns(self) -> dict[str, re.Pattern[str]]:
        """How to read a card, or a part of one; other decks' ranks too, so as to say that they are missing here."""
        rank = f"(?P<rank>1[0-3]?|[{''.join(sorted({*_COMMON, *self.ranks}))}])"
        suit = "(?P<suit>[CDHS♣♦♥♠♧♢♡♤])[\ufe0e\ufe0f]?"
        primes = "(?P<primes>['’′]*)"
        texts = {
            "joker": _JOKER + primes,
            "rank": rank,
            "suit": suit,
            "rank first": rank + suit + primes,
            "suit first": suit + rank + primes,
        }
        return {name: re.compile(text, re.IGNORECASE | re.ASCII) for name, text in texts.items()}

    def _read(self, text: str) -> Iterator[_Named]:
        """The cards that a text names, in its order."""
        patterns = self._patterns
        for chunk in _CHUNK.finditer(text):
            at, end = chunk.span()
            way = ""
            while at < end:
                found = patterns["joker"].match(text, at, end)
                if found is None:
                    way = way or ("suit first" if patterns["suit"].match(text, at, end) else "rank first")
                    found = patterns[way].match(text, at, end)
                if found is None:
                    raise self._unread(text, at, chunk, way)
                parts = found.groupdict()
                rank = parts.get("rank", "").upper()
                suit = parts.get("suit", "").upper()
                copy = len(parts["primes"]) or None
                yield _Named(_ALIAS.get(rank, rank), _LETTER.get(suit, suit), copy, found.group(), at)
                at = found.end()

    def _unread(self, text: str, at: int, chunk: re.Match[str], way: str) -> CardError:
        """What to say of the text from `at` on, which is no card."""
        first, second = way.removesuffix(" first"), "rank" if way == "suit first" else "suit"
        found = self._patterns[first].match(text, at, chunk.end())
        missing, where = (second, found.end()) if found else (first, at)
        expected = f"a suit, one of {_SUITS_READ}" if missing == "suit" else f"a rank, one of {' '.join(self.ranks)}"
        within = f" in {chunk.group()!r:.60}" if at > chunk.start() else ""
        token = text[at : chunk.end()]
        return CardError(f"text has {token!r:.60} at position {at}{within}; expected {expected}, at position {where}")

    def _place(self, named: _Named, taken: int) -> int:
        """The index of a card named in a text whose cards so far are `taken`."""
        here = f"text has {named.token!r} at position {named.at}"
        if not named.rank and not self.jokers:
            raise CardError(f"{here}; {self} has no joker")
        if named.rank and named.rank not in self.ranks:
            raise CardError(f"{here}; {self} has no such card: expected a rank of {' '.join(self.ranks)}")
        copies = self._copies_of(named.rank)
        if named.copy is not None and named.copy >= copies:
            raise CardError(f"{here}; {self} has {copies} of this card: expected at most {copies - 1} primes")
        for copy in range(copies) if named.copy is None else [named.copy]:
            index = self._bit(named.rank, named.suit, copy)
            if not taken >> index & 1:
                return index
        before = f"all {copies} of it" if named.copy is None else "this copy of it"
        raise CardError(f"{here} once too often; {self} has {copies} of this card, and the text names {before} before")

    def _copies_of(self, rank: str) -> int:
        return self.copies if rank else self.copies * self.jokers

    def _bit(self, rank: str, suit: str, copy: int) -> int:
        """The index of a card of this deck; jokers are copies of one card."""
        if rank:
            return self._stride * copy + 4 * self.ranks.index(rank) + self.suits.index(suit)
        copy, joker = divmod(copy, self.jokers)
        return self._stride * copy + 4 * len(self.ranks) + joker

    def _kind(self, index: int) -> tuple[int, int]:
        """The kind of a card (4 * rank + suit, one kind for all jokers) and which copy of it the card is."""
        copy, place = divmod(index, self._stride)
        joker = 4 * len(self.ranks)
        return (place, copy) if place < joker else (joker, self.jokers * copy + place - joker)

    def _letters(self, kind: int) -> tuple[str, str]:
        """The letters of a kind's rank and suit, empty for jokers."""
        rank, suit = divmod(kind, 4)
        return (self.ranks[rank], self.suits[suit]) if rank < len(self.ranks) else ("", "")

    def _names(self, hand: int, kind: int, unicode: bool = True) -> Iterator[str]:
        """The names of the copies of one kind in a hand: plain while no lower copy is missing, then primed."""
        rank, suit = self._letters(kind)
        plain = rank + (_SIGN[suit] if unicode else suit) if rank else _JOKER
        gap = False
        for copy in range(self._copies_of(rank)):
            if hand >> self._bit(rank, suit, copy) & 1:
                yield plain + "'" * copy if gap else plain
            else:
                gap = True

    def _checked(self, index: Any, name: str) -> int:
        place = _door.whole(index, name)
        if place < 0 or not self.full >> place & 1:
            copy = f"{self._stride} times the copy, plus " if self.words > 1 else ""
            last = self.cards_per_copy - 1 if self.words > 1 else self.size - 1
            raise CardError(f"{name} is {place}, no card of {self}; expected {copy}0..{last}")
        return place

    def _within(self, hand: Any, name: str = "hand") -> int:
        """One mask of this deck."""
        return _door.mask(hand, name, self.full.bit_length(), self)


class Hand(Set[int]):
    """A hand with its deck: an immutable set of card indices that reads and draws itself.

    It iterates over the indices of its cards, ascending, and contains a card as an index or as text (copy 0 unless
    primed). ``|``, ``&``, ``-`` and ``^`` join hands of one deck, ``~`` is the rest of the pack, and ``<=``, ``<``,
    ``>=``, ``>`` compare by inclusion. A hand equals only a hand of the same deck with the same cards. ``int`` gives
    its mask, and every function that takes a mask takes it.

    Parameters
    ----------
    cards : int, str or Hand
        One mask, a text as `Deck.parse` reads it, or a hand of the same deck.
    deck : Deck
        The deck.

    Attributes
    ----------
    deck : Deck
        The deck.

    Raises
    ------
    CardError
        When the text cannot be read, or hands of different decks meet.
    OverflowError
        When the mask is negative or has a bit that is no card.
    TypeError
        For sequences: `bits.from_indices` makes a mask of card indices.

    Examples
    --------
    >>> from bitdeck import STANDARD, Hand
    >>> hand = Hand("3H 4H AS", STANDARD)
    >>> hand
    Hand('3♥ 4♥ A♠', STANDARD)
    >>> print(hand | Hand("2S", STANDARD))
    3♥ 4♥  2♠ A♠
    >>> "3♥" in hand, len(hand), list(hand), hex(int(hand))
    (True, 3, [6, 10, 51], '0x8000000000440')
    """

    __slots__ = ("_deck", "_mask")

    _deck: Deck
    _mask: int

    def __init__(self, cards: Cards, deck: Deck) -> None:
        if not isinstance(deck, Deck):
            raise TypeError(f"deck is {deck!r:.60}; expected a Deck")
        self._deck = deck
        self._mask = deck._within(cards, "cards")

    @property
    def deck(self) -> Deck:
        return self._deck

    def __int__(self) -> int:
        return self._mask

    __index__ = __int__

    def __bool__(self) -> bool:
        return self._mask != 0

    def __len__(self) -> int:
        return self._mask.bit_count()

    def __iter__(self) -> Iterator[int]:
        return _bits(self._mask)

    def __contains__(self, card: object) -> bool:
        if isinstance(card, str):
            return bool(self._mask >> self._deck.index(card) & 1)
        index = _door.whole(card, "card")
        return index >= 0 and bool(self._mask >> index & 1)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self._mask == other._mask and self._deck == other._deck

    def __hash__(self) -> int:
        return hash((self._mask, self._deck))

    def __le__(self, other: Set[Any]) -> bool:
        return not self._mask & ~_met(self, other) if isinstance(other, Hand) else NotImplemented

    def __lt__(self, other: Set[Any]) -> bool:
        return self <= other and self._mask != other._mask if isinstance(other, Hand) else NotImplemented

    def __ge__(self, other: Set[Any]) -> bool:
        return not ~self._mask & _met(self, other) if isinstance(other, Hand) else NotImplemented

    def __gt__(self, other: Set[Any]) -> bool:
        return self >= other and self._mask != other._mask if isinstance(other, Hand) else NotImplemented

    def __and__(self, other: Set[Any]) -> "Hand":
        return self._joined(other, int.__and__)

    def __or__(self, other: Set[Any]) -> "Hand":
        return self._joined(other, int.__or__)

    def __xor__(self, other: Set[Any]) -> "Hand":
        return self._joined(other, int.__xor__)

    def __sub__(self, other: Set[Any]) -> "Hand":
        return self._joined(other, lambda mine, theirs: mine & ~theirs)

    def __invert__(self) -> "Hand":
        return Hand(self._deck.full & ~self._mask, self._deck)

    def _refused(self, other: Any) -> Any:
        """A plain set has no deck: it does not become a hand by standing on the left."""
        return NotImplemented

    __rand__ = __ror__ = __rxor__ = __rsub__ = _refused

    def isdisjoint(self, other: Iterable[Any]) -> bool:
        """Whether no card is in both; `other` is a hand of the same deck, or cards as indices or texts.

        Examples
        --------
        >>> from bitdeck import STANDARD, Hand
        >>> Hand("3H 4H", STANDARD).isdisjoint(Hand("AS", STANDARD))
        True
        """
        if isinstance(other, Hand):
            return not self._mask & _met(self, other)
        return not any(card in self for card in other)

    def __str__(self) -> str:
        return "  ".join(" ".join(names) for _, names in self._by_suit())

    def __repr__(self) -> str:
        ready = _READY.get(self._deck.name) == self._deck
        return f"Hand({self._deck.format(self._mask)!r}, {self._deck.name if ready else repr(self._deck)})"

    def _repr_html_(self) -> str:
        """The hand for notebooks: by suit, the red suits red."""
        red = ' style="color: #c00"'
        suits = [
            f"<span{red if suit and suit in 'DH' else ''}>{escape(' '.join(names))}</span>"
            for suit, names in self._by_suit()
        ]
        return f'<span title="{escape(str(self._deck))}">{"&ensp;".join(suits)}</span>'

    def __reduce__(self) -> tuple[Any, ...]:
        return Hand, (self._mask, self._deck)

    def _by_suit(self) -> Iterator[tuple[str, list[str]]]:
        """The letter of each suit in the hand, with its cards' names, jokers last under no letter."""
        joker = 4 * len(self._deck.ranks)
        for suit in range(5):
            kinds = range(suit, joker, 4) if suit < 4 else [joker]
            held = [name for kind in kinds for name in self._deck._names(self._mask, kind)]
            if held:
                yield self._deck.suits[suit : suit + 1], held

    def _joined(self, other: Any, operation: Callable[[int, int], int]) -> "Hand":
        if not isinstance(other, Hand):
            return NotImplemented  # type: ignore[no-any-return]
        return Hand(operation(self._mask, _met(self, other)), self._deck)


def _met(mine: Hand, theirs: Hand) -> int:
    """The mask of a hand that meets another one of the same deck."""
    if mine._deck != theirs._deck:
        raise CardError(f"a hand of {mine._deck} meets a hand of {theirs._deck}; expected hands of one deck")
    return theirs._mask


def _bits(mask: int) -> Iterator[int]:
    """The indices of the bits that are set, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _arrangement(own: str, other: Any, name: str) -> Array:
    """Where each letter of somebody else's order stands in our own."""
    if other is None:
        other = own
    if not isinstance(other, str):
        raise TypeError(f"{name} is {other!r:.60}; expected a string of the letters {own}, in any order")
    if sorted(other) != sorted(own):
        raise ValueError(f"{name} is {other!r:.60}; expected the letters {own}, each once, in any order")
    return np.array([own.index(letter) for letter in other], np.intp)


STANDARD = Deck("23456789TJQKA", name="STANDARD")
ACE_LOW = Deck("A23456789TJQK", name="ACE_LOW")
DOUBLE_ACE_LOW = Deck("A23456789TJQK", copies=2, name="DOUBLE_ACE_LOW")
DAIFUGO = Deck("3456789TJQKA2", jokers=1, name="DAIFUGO")
SKAT = Deck("789JQKTA", name="SKAT")
DOPPELKOPF = Deck("9JQKTA", copies=2, name="DOPPELKOPF")
PINOCHLE = Deck("9JQKTA", copies=2, name="PINOCHLE")
EUCHRE = Deck("9TJQKA", name="EUCHRE")
_READY = {deck.name: deck for deck in (STANDARD, ACE_LOW, DOUBLE_ACE_LOW, DAIFUGO, SKAT, DOPPELKOPF, PINOCHLE, EUCHRE)}
