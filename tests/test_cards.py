"""Decks, card text and hands: every notation, every refusal with its position, and hands held against plain sets."""

import copy
import pickle
import random
from dataclasses import FrozenInstanceError
from html.parser import HTMLParser
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

import bitdeck
from bitdeck import (
    ACE_LOW,
    DAIFUGO,
    DOPPELKOPF,
    DOUBLE_ACE_LOW,
    EUCHRE,
    PINOCHLE,
    SKAT,
    STANDARD,
    CardError,
    Deck,
    Hand,
)

READY = [STANDARD, ACE_LOW, DOUBLE_ACE_LOW, DAIFUGO, SKAT, DOPPELKOPF, PINOCHLE, EUCHRE]
CUSTOM = [
    Deck("A23456789TJQK", jokers=2, copies=2, name="rummy"),
    Deck("9TA", "SHDC", jokers=1, copies=4),
    Deck("23456789TJQKAXYZ", name="to the brim"),
    Deck("7VN", "HSCD", copies=3, jokers=2),
]
DECKS = READY + CUSTOM
decks = pytest.mark.parametrize("deck", DECKS, ids=str)
properties = settings(max_examples=60, deadline=None, derandomize=True)


def cards_of(deck: Deck) -> list[int]:
    return [i for i in range(deck.full.bit_length()) if deck.full >> i & 1]


def hands_of(deck: Deck) -> st.SearchStrategy[int]:
    return st.sets(st.sampled_from(cards_of(deck))).map(lambda chosen: sum(1 << i for i in chosen))


decks_and_hands = st.sampled_from(DECKS).flatmap(lambda deck: st.tuples(st.just(deck), hands_of(deck)))

# Layout


@pytest.mark.parametrize(
    ("deck", "size", "words", "last"),
    [
        (STANDARD, 52, 1, "A♠"),
        (ACE_LOW, 52, 1, "K♠"),
        (DOUBLE_ACE_LOW, 104, 2, "K♠'"),
        (DAIFUGO, 53, 1, "JK"),
        (SKAT, 32, 1, "A♠"),
        (DOPPELKOPF, 48, 1, "A♠'"),
        (PINOCHLE, 48, 1, "A♠'"),
        (EUCHRE, 24, 1, "A♠"),
        (CUSTOM[0], 108, 2, "JK'''"),
        (CUSTOM[1], 52, 1, "JK'''"),
    ],
    ids=str,
)
def test_ready_made_decks(deck: Deck, size: int, words: int, last: str) -> None:
    assert (deck.size, deck.words, deck.full.bit_count()) == (size, words, size)
    assert deck.card_name(cards_of(deck)[-1]) == last


@decks
def test_a_card_is_bit_four_rank_plus_suit_of_its_copy(deck: Deck) -> None:
    start = 64 if deck.words > 1 else deck.cards_per_copy
    for c, (r, rank), (s, suit) in product(range(deck.copies), enumerate(deck.ranks), enumerate(deck.suits)):
        assert deck.index(rank + suit + "'" * c) == c * start + 4 * r + s
    for c, j in product(range(deck.copies), range(deck.jokers)):
        assert deck.index("JK" + "'" * (c * deck.jokers + j)) == c * start + 4 * len(deck.ranks) + j


def test_a_bigger_pack_has_a_word_for_each_copy() -> None:
    assert DOUBLE_ACE_LOW.full == (2**52 - 1) | (2**52 - 1) << 64
    assert DOPPELKOPF.full == 2**48 - 1
    assert DOUBLE_ACE_LOW.index("A♣'") == 64
    assert DOPPELKOPF.index("9♣'") == 24


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"ranks": ""}, ValueError, "ranks is empty"),
        ({"ranks": "2342"}, ValueError, "ranks has '2' again at position 3"),
        ({"ranks": "23C"}, ValueError, "ranks has 'C' at position 2"),
        ({"ranks": "1"}, ValueError, "ranks has '1' at position 0"),
        ({"ranks": "2 3"}, ValueError, "ranks has ' ' at position 1"),
        ({"ranks": "2a"}, ValueError, "ranks has 'a' at position 1"),
        ({"ranks": ["2", "3"]}, TypeError, "ranks is"),
        ({"ranks": "23", "suits": "CDH"}, ValueError, "suits is 'CDH'"),
        ({"ranks": "23", "suits": "CDHH"}, ValueError, "suits is 'CDHH'"),
        ({"ranks": "23", "suits": "cdhs"}, ValueError, "suits is 'cdhs'"),
        ({"ranks": "23", "suits": None}, TypeError, "suits is None"),
        ({"ranks": "23", "copies": 0}, ValueError, "copies is 0; expected an integer at least 1"),
        ({"ranks": "23", "copies": True}, TypeError, "copies is the bool True"),
        ({"ranks": "23", "jokers": -1}, ValueError, "jokers is -1; expected an integer at least 0"),
        ({"ranks": "23", "jokers": 1.0}, TypeError, "jokers is float 1.0"),
        ({"ranks": "23456789TJQKAXYZW"}, ValueError, "make 68 cards a copy"),
        ({"ranks": "23456789TJQKA", "jokers": 13}, ValueError, "make 65 cards a copy"),
        ({"ranks": "23", "name": None}, TypeError, "name is None"),
    ],
)
def test_deck_refuses(arguments: dict, error: type[Exception], says: str) -> None:
    with pytest.raises(error) as caught:
        Deck(**arguments)
    assert says in str(caught.value)


@decks
def test_decks_are_values(deck: Deck) -> None:
    for twin in (
        eval(repr(deck), {"Deck": Deck}),
        pickle.loads(pickle.dumps(deck)),
        copy.copy(deck),
        copy.deepcopy(deck),
    ):
        assert twin == deck
        assert hash(twin) == hash(deck)
        assert (twin.name, twin.full) == (deck.name, deck.full)
    with pytest.raises(FrozenInstanceError):
        deck.copies = 3  # type: ignore[misc]


def test_decks_are_equal_by_layout() -> None:
    assert Deck("23456789TJQKA") == STANDARD
    assert DOPPELKOPF == PINOCHLE
    others = [ACE_LOW, DAIFUGO, DOUBLE_ACE_LOW, SKAT, EUCHRE, Deck("23456789TJQKA", "SHDC"), DOPPELKOPF]
    assert len({STANDARD, *others}) == 8
    assert STANDARD != "STANDARD"
    assert (str(SKAT), str(Deck("23"))) == ("SKAT", repr(Deck("23")))


# Text


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        *((t, ["3H"]) for t in ("3H", "h3", "H3", "3h", "♥3", "3♥", "3♡", "3♥\ufe0f", "♥\ufe0f3")),
        *((t, ["TH"]) for t in ("10h", "Th", "10H", "tH", "h10", "HT", "♥10", "10♥")),
        ("11C 12D 13S 1C", ["JC", "QD", "KS", "AC"]),
        ("C11 D12 S13 C1", ["JC", "QD", "KS", "AC"]),
        ("11C12D13S1C", ["JC", "QD", "KS", "AC"]),
        ("C11D12S13C1", ["JC", "QD", "KS", "AC"]),
        ("2H3H4H5H10C11D", ["2H", "3H", "4H", "5H", "TC", "JD"]),
        ("S3S4S5", ["3S", "4S", "5S"]),
        ("SASKSQ", ["AS", "KS", "QS"]),
        ("2♥3♥♣4", None),
        ("2♥3♥ ♣4, ♠K♠Q", ["2H", "3H", "4C", "KS", "QS"]),
        ("3H,4H , 5H\t6H\n7H", ["3H", "4H", "5H", "6H", "7H"]),
        (",,3H,", ["3H"]),
        ("", []),
        ("  ", []),
    ],
)
def test_notations(text: str, cards: list[str] | None) -> None:
    if cards is None:
        with pytest.raises(CardError, match=r"'♣4' at position 4 in '2♥3♥♣4'; expected a rank"):
            STANDARD.parse(text)
    else:
        assert STANDARD.parse(text) == sum(1 << STANDARD.index(card) for card in cards)


def test_jokers_stand_anywhere() -> None:
    two = Deck("23456789TJQKA", jokers=2)
    both = two.parse("JK jk")
    assert both == 3 << 52
    three, jack = two.parse("3H"), two.parse("JH")
    assert two.parse("JK3HJK") == two.parse("♥3JKJK") == two.parse("jkjkh3") == both | three
    assert two.parse("JKJH") == two.parse("JHJK") == two.parse("HJJK") == 1 << 52 | jack
    assert two.parse("JK'") == 1 << 53


def test_a_card_named_again_is_its_next_copy() -> None:
    assert DOPPELKOPF.parse("9C 9C") == DOPPELKOPF.parse("9C'9C") == 1 | 1 << 24
    assert DOPPELKOPF.parse("9♣'") == DOPPELKOPF.parse("♣9′") == DOPPELKOPF.parse("9C’") == 1 << 24
    four = CUSTOM[1]
    assert four.parse("9S'' 9S 9S") == four.parse("9S 9S' S9''") == 1 | 1 << 13 | 1 << 26
    hand = "11C 3H 4H 11D 3D 5H 9D 2H 6H 3C 4H 3D 4D 5H 12D 3C"
    assert DOUBLE_ACE_LOW.parse(hand).bit_count() == 16
    assert DOUBLE_ACE_LOW.parse(hand.replace(" ", "")) == DOUBLE_ACE_LOW.parse(hand)


@pytest.mark.parametrize(
    ("deck", "text", "says"),
    [
        (STANDARD, "1x", "'1x' at position 0; expected a suit, one of C D H S ♣ ♦ ♥ ♠, at position 1"),
        (
            STANDARD,
            "Asx",
            "'x' at position 2 in 'Asx'; expected a rank, one of 2 3 4 5 6 7 8 9 T J Q K A, at position 2",
        ),
        (STANDARD, "3H  4", "'4' at position 4; expected a suit"),
        (STANDARD, "3 H", "'3' at position 0; expected a suit, one of C D H S ♣ ♦ ♥ ♠, at position 1"),
        (STANDARD, "S", "'S' at position 0; expected a rank, one of 2 3 4 5 6 7 8 9 T J Q K A, at position 1"),
        (STANDARD, "AH SASK?", "'?' at position 7 in 'SASK?'; expected a suit"),
        (STANDARD, "14H", "'14H' at position 0; expected a suit, one of C D H S ♣ ♦ ♥ ♠, at position 1"),
        (STANDARD, "0H", "'0H' at position 0; expected a rank"),
        (STANDARD, "3H3H", "'3H' at position 2 once too often; STANDARD has 1 of this card"),
        (STANDARD, "AS, ♠1", "'♠1' at position 4 once too often"),
        (DOPPELKOPF, "9H 9H TH H9", "'H9' at position 9 once too often; DOPPELKOPF has 2 of this card"),
        (DOPPELKOPF, "9H' 9H'", '"9H\'" at position 4 once too often'),
        (DAIFUGO, "JK JK", "'JK' at position 3 once too often; DAIFUGO has 1 of this card"),
        (STANDARD, "3H'", '"3H\'" at position 0; STANDARD has 1 of this card: expected at most 0 primes'),
        (DOPPELKOPF, "A♠ 9H''", "\"9H''\" at position 3; DOPPELKOPF has 2 of this card"),
        (STANDARD, "2H JK", "'JK' at position 3; STANDARD has no joker"),
        (SKAT, "7H 2H", "'2H' at position 3; SKAT has no such card: expected a rank of 7 8 9 J Q K T A"),
        (CUSTOM[3], "10H", "'10H' at position 0; Deck("),
        (STANDARD, "\u017f3", "'\u017f3' at position 0; expected a rank"),
    ],
    ids=str,
)
def test_text_that_means_nothing(deck: Deck, text: str, says: str) -> None:
    with pytest.raises(CardError) as caught:
        deck.parse(text)
    assert says in str(caught.value)


@pytest.mark.parametrize("text", [None, 3, b"3H", ["3H"]])
def test_parse_takes_text_only(text: object) -> None:
    with pytest.raises(TypeError, match="expected a string of cards"):
        STANDARD.parse(text)  # type: ignore[arg-type]


@properties
@given(decks_and_hands, st.booleans(), st.randoms(use_true_random=False))
def test_format_and_parse_are_inverse(deck_hand: tuple[Deck, int], unicode: bool, order: random.Random) -> None:
    deck, hand = deck_hand
    text = deck.format(hand, unicode)
    assert deck.parse(text) == hand
    assert deck.parse(text.lower().replace(" ", "")) == hand
    assert unicode or text.isascii()
    names = text.split()
    order.shuffle(names)
    assert deck.parse(",".join(names)) == hand
    assert deck.parse(str(Hand(hand, deck))) == hand


@properties
@given(st.text("0123AKJTcdHS♣♥', JKx", max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    said, hand = "", -1
    try:
        hand = CUSTOM[0].parse(text)
    except CardError as error:
        said = str(error)
    assert "at position" in said if hand < 0 else hand & ~CUSTOM[0].full == 0


def test_format_primes_what_stands_alone() -> None:
    assert DOPPELKOPF.format(1 | 1 << 24 | 1 << 25) == "9♣ 9♣ 9♦'"
    assert DOPPELKOPF.format(1 | 1 << 24 | 1 << 25, unicode=False) == "9C 9C 9D'"
    four = CUSTOM[1]
    assert four.format(1 | 1 << 26 | 1 << 39) == "9♠ 9♠'' 9♠'''"
    assert four.format(1 << 13 | 1 << 12) == "9♠' JK"
    assert STANDARD.format(0) == ""
    assert STANDARD.format("10h,2c") == "2♣ T♥"


# Cards one by one


@decks
def test_card_names_are_inverse_to_index(deck: Deck) -> None:
    names = [deck.card_name(i) for i in cards_of(deck)]
    assert len(set(names)) == deck.size
    assert [deck.index(name) for name in names] == cards_of(deck)
    assert [deck.index(np.int64(i)) for i in cards_of(deck)] == cards_of(deck)


@pytest.mark.parametrize(
    ("card", "error", "says"),
    [
        (52, CardError, "card is 52, no card of DOUBLE_ACE_LOW; expected 64 times the copy, plus 0..51"),
        (63, CardError, "card is 63"),
        (116, CardError, "card is 116"),
        (-1, CardError, "card is -1"),
        ("", CardError, "card is '', 0 cards; expected one card"),
        ("3H 4H", CardError, "2 cards, the second at position 3; expected one card"),
        ("3x", CardError, "'3x' at position 0"),
        (1.0, TypeError, "card is float 1.0"),
        (True, TypeError, "card is the bool True"),
        (None, TypeError, "card is None"),
    ],
)
def test_index_refuses(card: object, error: type[Exception], says: str) -> None:
    with pytest.raises(error) as caught:
        DOUBLE_ACE_LOW.index(card)  # type: ignore[arg-type]
    assert says in str(caught.value)


def test_card_name_refuses() -> None:
    with pytest.raises(CardError, match=r"index is 52, no card of STANDARD; expected 0\.\.51"):
        STANDARD.card_name(52)
    with pytest.raises(CardError, match=r"index is 48, no card of DOPPELKOPF; expected 0\.\.47"):
        DOPPELKOPF.card_name(48)
    with pytest.raises(TypeError, match="index is str"):
        STANDARD.card_name("3H")  # type: ignore[arg-type]


# Words, other decks, other numberings


@properties
@given(decks_and_hands)
def test_pack_and_unpack_are_inverse(deck_hand: tuple[Deck, int]) -> None:
    deck, hand = deck_hand
    row = deck.pack(hand)
    assert (row.shape, row.dtype) == ((deck.words,), np.uint64)
    assert [int(w) for w in row] == [hand >> 64 * w & 2**64 - 1 for w in range(deck.words)]
    assert deck.unpack(row) == deck.unpack(row.tolist()) == deck.unpack(row.astype(">u8")) == hand


@pytest.mark.parametrize(
    ("words", "error", "says"),
    [
        ([1], ValueError, "words has shape (1,); expected (2,)"),
        ([], ValueError, "words has shape (0,); expected (2,)"),
        ([[1, 2]], ValueError, "words"),
        ([1 << 52, 0], OverflowError, "words has bit 52; expected bits 0..51 of each 64-bit word"),
        ([0, 1 << 52], OverflowError, "words has bit 116"),
        ([0, -1], OverflowError, "words[1] is -1"),
        (np.array([0, -1]), OverflowError, "words[1] is -1"),
        ([0.0, 1.0], TypeError, "words[0] is float 0.0"),
        (np.ones(2, bool), TypeError, "words is an array of bool"),
        (5, TypeError, "words is 5; expected 2 words"),
        (None, TypeError, "words is None"),
    ],
)
def test_unpack_refuses(words: object, error: type[Exception], says: str) -> None:
    with pytest.raises(error) as caught:
        DOUBLE_ACE_LOW.unpack(words)  # type: ignore[arg-type]
    assert says in str(caught.value)


def test_convert_keeps_the_cards() -> None:
    hand = SKAT.parse("7C TH KH AS")
    assert STANDARD.format(SKAT.convert(hand, STANDARD)) == "7♣ T♥ K♥ A♠"
    assert ACE_LOW.convert(STANDARD.convert("AS 2C", ACE_LOW), STANDARD) == STANDARD.parse("AS 2C")
    assert DOUBLE_ACE_LOW.format(DOPPELKOPF.convert("9H 9H QC'", DOUBLE_ACE_LOW)) == "9♥ 9♥ Q♣'"
    assert STANDARD.convert(STANDARD.full, Deck("AKQJT98765432", "SHDC")) == 2**52 - 1
    assert CUSTOM[0].convert("JK'''", CUSTOM[1]) == CUSTOM[1].parse("JK'''")


@pytest.mark.parametrize(
    ("deck", "hand", "to", "card"),
    [(STANDARD, "AS 2H", SKAT, "2♥"), (DOPPELKOPF, "9H 9H", STANDARD, "9♥'"), (DAIFUGO, "JK", STANDARD, "JK")],
    ids=str,
)
def test_convert_refuses_what_the_other_deck_lacks(deck: Deck, hand: str, to: Deck, card: str) -> None:
    with pytest.raises(CardError, match=f"hand has {card}; {to} has no such card"):
        deck.convert(hand, to)


@decks
def test_order_of_the_same_numbering_is_the_deck(deck: Deck) -> None:
    table = deck.order(major="rank")
    assert (table.dtype, table.tolist()) == (np.intp, cards_of(deck))
    assert sorted(deck.order(deck.ranks[::-1], "SDCH", major="suit").tolist()) == cards_of(deck)


@pytest.mark.parametrize("major", ["suit", "rank"])
def test_order_says_where_their_cards_stand_here(major: str) -> None:
    deck, ranks, suits = CUSTOM[0], "KQJT98765432A", "SHDC"
    table = deck.order(ranks, suits, major=major)  # type: ignore[arg-type]
    assert table.shape == (108,)
    for c, (r, rank), (s, suit) in product(range(2), enumerate(ranks), enumerate(suits)):
        theirs = 54 * c + (13 * s + r if major == "suit" else 4 * r + s)
        assert table[theirs] == deck.index(rank + suit + "'" * c)
    assert [deck.card_name(table[i]) for i in (52, 53, 106, 107)] == ["JK", "JK'", "JK''", "JK'''"]


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"ranks": "23"}, ValueError, "ranks is '23'; expected the letters 789JQKTA, each once"),
        ({"ranks": "789JQKTT"}, ValueError, "ranks is"),
        ({"ranks": list("789JQKTA")}, TypeError, "ranks is"),
        ({"suits": "CDH"}, ValueError, "suits is 'CDH'; expected the letters CDHS, each once"),
        ({"major": "card"}, ValueError, "major is 'card'; expected 'suit' or 'rank'"),
    ],
)
def test_order_refuses(arguments: dict, error: type[Exception], says: str) -> None:
    with pytest.raises(error) as caught:
        SKAT.order(**arguments)
    assert says in str(caught.value)


@pytest.mark.parametrize("taker", ["format", "pack", "Hand", "convert"])
@pytest.mark.parametrize(
    ("hand", "error", "says"),
    [
        (-1, OverflowError, "is -1; a mask is not negative: the cards outside a hand are deck.full & ~hand"),
        (1 << 52, OverflowError, "has bit 52; expected bits 0..51"),
        (1 << 116, OverflowError, "has bit 116"),
        (1.9, TypeError, "is float 1.9"),
        (None, TypeError, "is None"),
        (True, TypeError, "is the bool True"),
        ([1, 2], TypeError, "bits.from_indices"),
        (np.array([1, 2]), TypeError, "bits.from_indices"),
        (Hand(1, STANDARD), CardError, "is a hand of Deck("),
        ("3x", CardError, "'3x' at position 0"),
    ],
)
def test_one_mask_is_let_in_alike_everywhere(taker: str, hand: object, error: type[Exception], says: str) -> None:
    deck = DOUBLE_ACE_LOW
    call = {
        "format": deck.format,
        "pack": deck.pack,
        "Hand": lambda hand: Hand(hand, deck),
        "convert": lambda hand: deck.convert(hand, deck),
    }[taker]
    with pytest.raises(error) as caught:
        call(hand)  # type: ignore[operator]
    assert says in str(caught.value)


# Hands


class HandAgainstSet(RuleBasedStateMachine):
    """A hand does what a set of card indices does."""

    deck = DOUBLE_ACE_LOW
    others = hands_of(DOUBLE_ACE_LOW)

    def __init__(self) -> None:
        super().__init__()
        self.hand = Hand(0, self.deck)
        self.model: frozenset[int] = frozenset()

    def other(self, mask: int) -> tuple[Hand, frozenset[int]]:
        return Hand(mask, self.deck), frozenset(i for i in cards_of(self.deck) if mask >> i & 1)

    @rule(mask=others, operation=st.sampled_from(["__or__", "__and__", "__sub__", "__xor__"]))
    def join(self, mask: int, operation: str) -> None:
        hand, model = self.other(mask)
        self.hand = getattr(self.hand, operation)(hand)
        self.model = getattr(self.model, operation)(model)

    @rule()
    def complement(self) -> None:
        self.hand = ~self.hand
        self.model = frozenset(cards_of(self.deck)) - self.model

    @rule(mask=others, part=st.booleans())
    def compare(self, mask: int, part: bool) -> None:
        hand, model = self.other(mask & int(self.hand) if part else mask)
        for name in ("__le__", "__lt__", "__ge__", "__gt__", "__eq__", "__ne__", "isdisjoint"):
            assert getattr(self.hand, name)(hand) == getattr(self.model, name)(model)
        assert self.hand.isdisjoint(model) == self.model.isdisjoint(model)
        if self.hand == hand:
            assert hash(self.hand) == hash(hand)

    @rule(card=st.integers(-2, 130))
    def contain(self, card: int) -> None:
        assert (card in self.hand) == (card in self.model)
        if card in cards_of(self.deck):
            assert (self.deck.card_name(card) in self.hand) == (card in self.model)

    @rule()
    def copy_and_pickle(self) -> None:
        for twin in (
            pickle.loads(pickle.dumps(self.hand)),
            copy.copy(self.hand),
            copy.deepcopy(self.hand),
            eval(repr(self.hand), vars(bitdeck)),
            Hand(self.hand, self.deck),
            Hand(str(self.hand), self.deck),
        ):
            assert twin == self.hand
            assert hash(twin) == hash(self.hand)

    @invariant()
    def same(self) -> None:
        assert isinstance(self.hand, Hand)
        assert list(self.hand) == sorted(self.model)
        assert len(self.hand) == len(self.model)
        assert bool(self.hand) == bool(self.model)
        assert int(self.hand) == sum(1 << i for i in self.model)


TestHandAgainstSet = HandAgainstSet.TestCase
TestHandAgainstSet.settings = settings(max_examples=25, stateful_step_count=20, deadline=None, derandomize=True)


def test_hands_of_different_decks_do_not_mix() -> None:
    mine, theirs = Hand(1, STANDARD), Hand(1, ACE_LOW)
    assert mine != theirs
    for operation in ("__or__", "__and__", "__sub__", "__xor__", "__le__", "__lt__", "__ge__", "__gt__", "isdisjoint"):
        with pytest.raises(CardError, match="a hand of STANDARD meets a hand of ACE_LOW; expected hands of one deck"):
            getattr(mine, operation)(theirs)
    assert Hand(1, DOPPELKOPF) == Hand(1, PINOCHLE)


def test_a_plain_set_is_no_hand() -> None:
    hand = Hand(1, STANDARD)
    assert hand != {0}
    assert hand != 1
    for operation in (
        lambda: hand | {0},
        lambda: {0} | hand,
        lambda: hand & frozenset({0}),
        lambda: {0} - hand,
        lambda: {0} ^ hand,
        lambda: {0} & hand,
        lambda: hand <= {0},
        lambda: hand < {0},
        lambda: {0} <= hand,
        lambda: {0} < hand,
    ):
        with pytest.raises(TypeError, match=r"not supported|unsupported operand"):
            operation()
    assert not hand.isdisjoint({0})


def test_a_hand_cannot_be_changed() -> None:
    hand = Hand("3H", STANDARD)
    for attribute in ("deck", "cards"):
        with pytest.raises(AttributeError):
            setattr(hand, attribute, 1)
    assert hand.deck is STANDARD
    with pytest.raises(TypeError, match="deck is 'STANDARD'; expected a Deck"):
        Hand("3H", "STANDARD")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("card", "held"), [("3H", True), ("♥3", True), ("3S", False), (6, True), (np.int8(6), True), (7, False)]
)
def test_a_hand_contains_texts_and_indices(card: object, held: bool) -> None:
    assert (card in Hand("3H", STANDARD)) is held


@pytest.mark.parametrize(
    ("card", "error"), [("3x", CardError), ("3H 3S", CardError), (None, TypeError), (6.0, TypeError)]
)
def test_asking_for_no_card_is_an_error(card: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        assert card in Hand("3H", STANDARD)


def test_a_hand_draws_itself() -> None:
    hand = Hand("JK 4S AC 3H 2H 3S", DAIFUGO)
    assert str(hand) == "A♣  3♥ 2♥  3♠ 4♠  JK"
    assert repr(hand) == "Hand('3♥ 3♠ 4♠ A♣ 2♥ JK', DAIFUGO)"
    assert str(Hand(0, DAIFUGO)) == ""
    custom = Hand("9S JK", CUSTOM[1])
    assert repr(custom) == f"Hand('9♠ JK', {CUSTOM[1]!r})"
    assert eval(repr(custom), {"Hand": Hand, "Deck": Deck}) == custom
    false_name = Hand("9S", Deck("9TA", name="STANDARD"))
    assert eval(repr(false_name), vars(bitdeck)) == false_name


class Html(HTMLParser):
    """Collects texts, and which of them are red."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[dict[str, str | None]] = []
        self.titles: list[str | None] = []
        self.texts: list[tuple[str, bool]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(dict(attrs))
        self.titles += [value for name, value in attrs if name == "title"]

    def handle_endtag(self, tag: str) -> None:
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((data, "style" in self.open[-1]))


def test_a_hand_in_a_notebook_is_escaped_and_coloured() -> None:
    deck = Deck("9TA", copies=2, jokers=1, name='<b title="x">&')
    html = Html(Hand("9C 9D TD' AH 9S JK", deck)._repr_html_())
    assert html.texts == [("9♣", False), ("9♦ T♦'", True), ("A♥", True), ("9♠", False), ("JK", False)]
    assert html.titles == ['<b title="x">&']
    assert html.open == []
