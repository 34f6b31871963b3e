"""Beliefs against the plain list of all worlds, filtered by each piece of evidence."""

import copy
import pickle
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitdeck
from bitdeck import CardError, InfeasibleDeal, bits
from bitdeck.deals import Beliefs, DealSpace

PACK = 0b1_1111_1111
SIZES = (3, 2, 2)
CLASSES = (0b1_1110_0000, 0b11100, 0b11)
PILE = 3


def worlds_of(hand: int) -> list[tuple[int, ...]]:
    """Every deal in which seat 0 has `hand`: a mask for each seat, the undealt pile last."""
    rest = [card for card in range(9) if not hand >> card & 1]
    found = []
    for one in combinations(rest, 2):
        for two in combinations([card for card in rest if card not in one], 2):
            hands = [bits.from_indices(cards) for cards in (one, two)]
            found.append((hand, *hands, PACK & ~hand & ~sum(hands)))
    return found


def now(mine: Beliefs) -> set[tuple[int, ...]]:
    """The worlds that beliefs allow, as `worlds_of` gives them."""
    rest = mine.unseen
    return {(mine.hand, *deal, rest & ~sum(deal)) for deal in mine.space()} if mine.space().count() else set()


class Oracle:
    """All worlds that fit, by doing to each what was done at the table."""

    def __init__(self, hand: int) -> None:
        self.worlds = set(worlds_of(hand))

    def keep(self, allowed) -> None:
        self.worlds = {world for world in self.worlds if allowed(world)}

    def played(self, seat: int, card: int, led: int | None) -> None:
        shown = next((mask for mask in CLASSES if led is not None and mask >> led & 1), 0)
        shown = 0 if shown >> card & 1 else shown
        self.keep(lambda world: world[seat] >> card & 1 and not world[seat] & shown)
        self.move(seat, None, 1 << card)

    def move(self, giver: int, taker: int | None, cards: int) -> None:
        moved = set()
        for world in self.worlds:
            hands = list(world)
            hands[giver] &= ~cards
            if taker is not None:
                hands[taker] |= cards
            moved.add(tuple(hands))
        self.worlds = moved

    def holds(self, seats: tuple[int, ...], cards: int, least: int, most: int | None) -> None:
        def allowed(world: tuple[int, ...]) -> bool:
            held = sum((world[seat] & cards).bit_count() for seat in seats)
            return held >= least and (most is None or held <= most)

        self.keep(allowed)

    def drew(self, seat: int, n: int) -> None:
        drawn = set()
        for world in self.worlds:
            for cards in combinations(bits.indices(world[PILE]), n):
                hands, mask = list(world), bits.from_indices(cards)
                hands[seat] |= mask
                hands[PILE] &= ~mask
                drawn.add(tuple(hands))
        self.worlds = drawn


CARD = st.integers(0, 8)
MASK = st.integers(0, PACK)
EVIDENCE = st.one_of(
    st.tuples(st.just("played"), st.integers(0, 2), CARD, st.none() | CARD),
    st.tuples(st.just("void"), st.integers(1, 3), MASK),
    st.tuples(
        st.just("holds"),
        st.sets(st.integers(0, 3), min_size=1, max_size=3).map(lambda s: tuple(sorted(s))),
        MASK,
        st.integers(0, 2),
        st.none() | st.integers(2, 3),
    ),
    st.tuples(st.just("passed"), st.integers(0, 3), st.integers(0, 3), MASK.map(lambda m: m & -m)),
)


def tell(mine: Beliefs, oracle: Oracle, evidence: tuple) -> None:
    """Give both the evidence; beliefs refuse it exactly when no world is left, and are then unchanged."""
    name, *rest = evidence
    after = copy.deepcopy(oracle)
    keywords = {}
    if name == "played":
        after.played(*rest)
    elif name == "void":
        after.holds((rest[0],), rest[1], 0, 0)
    elif name == "holds":
        after.holds(*rest)
    else:
        giver, taker, cards = rest
        if giver == taker or (giver == PILE and cards & ~mine.unseen & ~mine.hand):
            return  # no hand-over, and a card that was played may be taken up again
        after.keep(lambda world: not cards & ~world[giver])
        after.move(giver, taker, cards)
        keywords = {"exchange": False}
    before = now(mine)
    if after.worlds:
        getattr(mine, name)(*rest, **keywords)
        oracle.worlds = after.worlds
        assert now(mine) == oracle.worlds, evidence
    else:
        with pytest.raises(InfeasibleDeal):
            getattr(mine, name)(*rest, **keywords)
        assert now(mine) == before


@settings(max_examples=120 if bitdeck.implementation != "reference" else 15, deadline=None, derandomize=True)
@given(hand=st.sets(CARD, min_size=3, max_size=3), story=st.lists(EVIDENCE, max_size=8))
def test_beliefs_are_the_worlds_that_fit_the_evidence(hand: set[int], story: list[tuple]) -> None:
    mask = bits.from_indices(sorted(hand))
    mine, oracle = Beliefs(PACK, mask, SIZES, 0, classes=CLASSES), Oracle(mask)
    for evidence in story:
        tell(mine, oracle, evidence)
    assert now(mine) == oracle.worlds


@settings(max_examples=60 if bitdeck.implementation != "reference" else 8, deadline=None, derandomize=True)
@given(
    hand=st.sets(CARD, min_size=3, max_size=3),
    before=st.lists(EVIDENCE, max_size=4),
    seat=st.integers(1, 2),
    after=st.lists(EVIDENCE, max_size=3),
)
def test_no_world_is_lost_by_an_unseen_draw(hand: set[int], before: list, seat: int, after: list) -> None:
    mask = bits.from_indices(sorted(hand))
    mine, oracle = Beliefs(PACK, mask, SIZES, 0, classes=CLASSES), Oracle(mask)
    for evidence in before:
        tell(mine, oracle, evidence)
    if not mine.sizes[PILE]:
        return
    mine.drew(seat)
    oracle.drew(seat, 1)
    assert oracle.worlds <= now(mine)
    if not before:
        assert oracle.worlds == now(mine)
    for name, *rest in after:
        if name == "void":
            oracle.holds((rest[0],), rest[1], 0, 0)
            if not oracle.worlds:
                return
            mine.void(*rest)
            assert oracle.worlds <= now(mine)


def test_a_draw_may_bring_what_the_seat_lacked() -> None:
    mine = Beliefs(PACK, 0b111, SIZES, 0)
    mine.void(1, 0b11_1000)
    mine.drew(1)
    assert mine.sizes == (3, 3, 2, 1)
    assert all((hand & 0b11_1000).bit_count() <= 1 for hand, _ in mine.space())
    assert mine.space().possible[0] & 0b11_1000 == 0b11_1000


def test_an_exchange_leaves_the_sizes_as_they_were() -> None:
    hearts = Beliefs(bitdeck.STANDARD, "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", (13,) * 4, seat=0)
    hearts.passed(0, 1, "QC KC AC")
    assert hearts.sizes[:2] == (10, 16)
    hearts.passed(3, 0, "2H 3H 4H")
    assert hearts.sizes == (13, 13, 13, 13, 0)
    assert hearts.space().certain[0] == bitdeck.STANDARD.parse("QC KC AC")


def test_a_card_that_lay_face_up_may_be_taken_up() -> None:
    gin = Beliefs(bitdeck.ACE_LOW, "AC 2C 3C 4C 5C 6C 7C 8C 9C TC", (10, 10), seat=0)
    gin.drew(1)
    gin.played(1, "KH")
    gin.passed(2, 0, "KH")
    gin.played(0, "AC")
    assert gin.sizes == (10, 10, 31)
    gin.passed(2, 1, "AC")
    assert gin.space().certain[0] == bitdeck.ACE_LOW.parse("AC")
    assert gin.sizes == (10, 11, 31)


def test_an_upcard_stays_with_the_dealer_who_discards_out_of_sight() -> None:
    euchre = Beliefs(bitdeck.EUCHRE, "AC KC QC JC TC", (5, 5, 5, 5, 4), seat=0)
    euchre.passed(4, 3, "JH")
    assert euchre.sizes == (5, 5, 5, 5, 4, 0)
    assert euchre.space().certain[2] == bitdeck.EUCHRE.parse("JH")


def test_names_stand_for_a_copy_that_the_seat_may_hold() -> None:
    mine = Beliefs(bitdeck.DOPPELKOPF, "9C KC KC TC TC AC AC 9S 9S KS KS TS", (12,) * 4, seat=0)
    mine.played(1, "9C")
    assert mine.unseen & bitdeck.DOPPELKOPF.parse("9C 9C") == 0
    mine.played(0, "9C")
    assert mine.hand & bitdeck.DOPPELKOPF.parse("9C 9C") == 0


@pytest.mark.parametrize(
    ("act", "text"),
    [
        (lambda b: b.played(1, 0), "seat 1 plays card 0, but the own hand holds it"),
        (lambda b: (b.played(1, 5), b.played(2, 5)), "seat 2 plays card 5, but it was played already"),
        (lambda b: (b.void(1, 0b100000), b.played(1, 5)), "seat 1 plays card 5, but is known to lack it"),
        (lambda b: (b.passed(0, 1, 1), b.played(2, 0)), "seat 2 plays card 0, but seat 1 is known to hold it"),
        (lambda b: b.played(0, 5), "seat 0 plays card 5, which the own hand has not"),
        (lambda b: b.played(0, 2, led=5), "seat 0 plays card 2, but the own hand could follow"),
        (lambda b: b.passed(1, 2, 1), "seat 1 gives card 0, which it cannot hold"),
        (lambda b: b.drew(1, 3), "there are not so many cards"),
        (lambda b: (b.holds(1, 0b11000, 2), b.holds(2, 0b11000, 1)), "contradicts what is known: no deal meets"),
        (lambda b: b.void(1, 0b1_1111_0000), "seat 1 is said to lack"),
    ],
)
def test_contradictions_say_what_contradicts_what(act, text: str) -> None:
    mine = Beliefs(PACK, 0b111, SIZES, 0, classes=(0b1_1110_0011, 0b01100, 0b10000))
    with pytest.raises(InfeasibleDeal, match=text):
        act(mine)


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda: Beliefs(PACK, 0b11, SIZES, 0), ValueError, r"hand has 2 cards; expected sizes\[0\] = 3"),
        (lambda: Beliefs(PACK, 0b111, (3, 8), 0), ValueError, "sizes sum to 11, more than the 9 cards"),
        (lambda: Beliefs(PACK, 0b111, SIZES, 3), ValueError, "seat is 3; expected an integer in 0..2"),
        (lambda: Beliefs(PACK, 1 << 20, SIZES, 0), CardError, "hand has card 20, which the pack has not"),
        (lambda: Beliefs(PACK, 0b111, SIZES, 0, classes=(0b11, 0b10)), ValueError, r"classes\[1\] shares cards"),
        (lambda: Beliefs(PACK, 0b111, (3,), 0), ValueError, "sizes has 1 seats"),
        (lambda: Beliefs(PACK, 0b111, SIZES, 0).played(1, 77), CardError, "card is 77, which the pack has not"),
        (lambda: Beliefs(PACK, 0b111, SIZES, 0).played(4, 5), ValueError, "seat is 4; expected an integer in 0..2"),
        (lambda: Beliefs(PACK, 0b111, SIZES, 0).passed(1, 1, 8), ValueError, "giver and taker are both 1"),
        (lambda: Beliefs(PACK, 0b111, SIZES, 0).drew(0), ValueError, "seat 0 is the own seat"),
        (lambda: Beliefs(PACK, 0b111, SIZES, 0).played(1, "3H"), TypeError, "expected an index"),
    ],
)
def test_what_makes_no_sense_is_refused(make, error: type, text: str) -> None:
    with pytest.raises(error, match=text):
        make()


def test_copies_and_pickles_are_equal_and_apart() -> None:
    mine = Beliefs(bitdeck.SKAT, "JC JS AC TC KC AH TH 9D 8D 7D", (10, 10, 10, 2), seat=0)
    mine.void(1, "JH JD")
    mine.holds((1, 2), "AS AD", 1)
    for other in (mine.copy(), copy.deepcopy(mine), pickle.loads(pickle.dumps(mine))):
        assert other.space() == mine.space()
        other.played(1, "AS")
        assert other.space() != mine.space()


def test_space_leaves_the_own_seat_out() -> None:
    mine = Beliefs(PACK, 0b111, (2, 3, 2), 1)
    assert mine.space() == DealSpace(PACK & ~0b111, (2, 2))
    assert [world[1] for world in mine.sample(5, rng=0).tolist()] == [0b111] * 5
