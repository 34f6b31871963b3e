"""Melds: the right answers of the case file, the form of results, errors."""

import copy
import json
import pickle
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import bitdeck
from bitdeck import CardError, Hand, melds

CASES = json.loads((Path(__file__).parent / "cases" / "melds.json").read_text())
GIN, DOUBLE = melds.GIN, melds.DOUBLE_DECK
DECK = GIN.deck
EXAMPLE = "2H3H4H5H4H5H6H3C3C3D3D4D"


def names(mask, deck=DECK):
    return set(deck.format(mask, unicode=False).replace("'", "").split())


# The case file


@pytest.mark.parametrize("case", CASES["combos"], ids=lambda case: case["hand"])
def test_combos_cases(case):
    hand = DOUBLE.deck.parse(case["hand"])
    assert len(melds.islands(hand, DOUBLE)) == case["islands"]
    for mode in ("all", "maximal", "extended"):
        assert len(list(melds.combos(hand, mode, rules=DOUBLE))) == case[mode]
    assert melds.deadwood(hand, rules=DOUBLE) == melds.best(hand, DOUBLE).deadwood == case["best"]


def test_the_example_island():
    case = CASES["combos"][0]
    hand = DOUBLE.deck.parse(case["hand"])
    [island] = melds.analyze(hand, DOUBLE)
    assert names(island.checkpoints) == set(case["checkpoints"])
    assert {DECK.format(1 << kind, False): f"{flags:04b}" for kind, flags in island.flags.items()} == case["flags"]
    assert sum(island.copies.values()) == 12
    assert len(melds.candidates(hand, DOUBLE)) == case["candidate_melds"]
    found = [
        (combo.deadwood, sorted(tuple(sorted(names(meld, DOUBLE.deck))) for meld in combo.melds))
        for combo in melds.combos(hand, "maximal", rules=DOUBLE)
    ]
    expected = [
        (points, sorted(tuple(sorted(names(DECK.parse(meld)))) for meld in parts))
        for points, parts in case["maximal_combos"]
    ]
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize("case", CASES["deadwood"], ids=lambda case: case["hand"])
def test_deadwood_cases(case):
    rules = DOUBLE if case.get("pack") == "double" else GIN
    if case.get("with") == "one discard":
        assert melds.discards(case["hand"], rules).min() == case["best"]
    else:
        assert melds.deadwood(case["hand"], rules=rules) == case["best"]


@pytest.mark.parametrize("aces", ["low", "high", "both", "wrap"])
def test_candidates_of_the_full_pack(aces):
    rules = melds.MeldRules(aces=aces)
    found = melds.candidates(rules.deck.full, rules)
    assert len(found) == len(set(found)) == CASES["candidate_melds_full_pack"]["low" if aces == "high" else aces]
    assert sum(not meld.is_run for meld in found) == 65
    assert all(meld.is_pure for meld in found)


# What a run and a set is


@pytest.mark.parametrize(
    ("text", "aces"),
    [
        ("AH 2H 3H", "low both wrap"),
        ("QH KH AH", "high both wrap"),
        ("KH AH 2H", "wrap"),
        ("QH KH AH 2H", "wrap"),
        ("2H 3H 4H", "low high both wrap"),
    ],
)
def test_aces(text, aces):
    for rule in ("low", "high", "both", "wrap"):
        rules = melds.MeldRules(aces=rule)
        assert (melds.deadwood(text, rules=rules) == 0) == (rule in aces.split())


def test_a_run_of_thirteen_is_one_meld_and_none_is_longer():
    suit = sum(1 << 4 * rank for rank in range(13))
    for aces in ("low", "high", "both", "wrap"):
        rules = melds.MeldRules(copies=2, aces=aces, jokers=1)
        whole = [meld for meld in melds.candidates(suit | 1 << 64, rules) if meld.bit_count() >= 13]
        assert whole == [suit]
        whole = [meld for meld in melds.candidates(suit | 1 << 52, rules) if meld.bit_count() > 13]
        assert whole == []


def test_same_suit_sets():
    rules = melds.MeldRules(copies=2, same_suit_sets=True, max_set=6)
    assert melds.deadwood("3C 3H 3H", rules=rules) == 0
    assert melds.deadwood("3C 3C 3D 3D 3H", rules=rules) == 0
    assert melds.deadwood("3C 3C 3D 3D 3H", rules=melds.MeldRules(copies=2, same_suit_sets=True)) == 3
    assert len(melds.candidates("3C 3C 3D", rules)) == 1


def test_a_deuce_may_be_wild_and_itself():
    rules = melds.MeldRules(wild="2", max_jokers=1, joker_mode="declared")
    [natural] = [meld for meld in melds.candidates("AH 2H 3H", rules) if not meld.jokers]
    assert natural.is_run
    assert natural.is_pure
    meanings = {meld.jokers for meld in melds.candidates("AH 2H 3H", rules)}
    assert meanings == {()}, "on its own place it is natural, and nowhere else does it fit"
    assert {meld.jokers for meld in melds.candidates("3H 4H 2C", rules)} == {(DECK.index("2H"),), (DECK.index("5H"),)}


# Jokers


def test_a_joker_stands_on_the_highest_place():
    rules = melds.MeldRules(jokers=2, aces="both")
    for text, place in [
        ("7H 8H JK", "9H"),
        ("7H 9H JK", "8H"),
        ("QH KH JK", "AH"),
        ("AH KH JK", "QH"),
        ("AH 2H JK", "3H"),
        ("5C 5H JK", "5S"),
    ]:
        [meld] = [meld for meld in melds.candidates(text, rules) if meld.bit_count() == 3]
        assert meld.jokers == (rules.deck.index(place),), text


def test_declared_jokers_are_a_meld_for_each_meaning():
    rules = melds.MeldRules(jokers=1, joker_mode="declared")
    found = melds.candidates("7H 8H JK", rules)
    assert [meld.jokers for meld in found] == [(DECK.index("6H"),), (DECK.index("9H"),)]
    assert found[0] != found[1]
    assert found[0] == int(found[0]) == found[1]
    assert [combo.jokers for combo in melds.combos("7H 8H JK", "maximal", rules=rules)] == [
        ((DECK.index("6H"),),),
        ((DECK.index("9H"),),),
    ]


@pytest.mark.parametrize(
    ("pack", "points", "hand", "deadwood"),
    [
        ({"jokers": 1}, 251, "JK", 251),
        ({"jokers": 1}, 241, "JK KC", 251),
        ({"jokers": 2}, 126, "JK JK", 252),
        ({"jokers": 2}, 126, "JK JK KC", 0),
        ({"jokers": 1}, 32000, "JK 2C KC", 32012),
        ({"copies": 2, "jokers": 1}, 246, "JK JK", 492),
    ],
)
def test_a_joker_left_over_costs_its_points_however_dear(pack, points, hand, deadwood):
    rules = melds.MeldRules(**pack, joker_points=points)
    held = rules.deck.parse(hand)
    assert melds.deadwood(held, rules=rules) == melds.best(held, rules).deadwood == deadwood
    assert melds.deadwood(rules.deck.pack(held)[None] if rules.words > 1 else [held], rules=rules).tolist() == [
        deadwood
    ]


def test_jokers_of_a_meld_are_bounded():
    text = "7H 8H JK JK"
    assert melds.deadwood(text, rules=melds.MeldRules(jokers=2)) == 0
    assert melds.deadwood(text, rules=melds.MeldRules(jokers=2, max_jokers=1)) == 15
    assert melds.deadwood(text, rules=melds.MeldRules(jokers=2, min_natural=3)) == 45
    assert melds.deadwood("JK JK JK", rules=melds.MeldRules(jokers=3, min_natural=1)) == 45
    assert melds.deadwood("JK JK JK", rules=melds.MeldRules(jokers=3, min_natural=0)) == 0


def test_a_declaration_without_its_runs_counts_every_card():
    sets = "3C 3D 3H 9C 9D 9H KS"
    assert melds.deadwood(sets, rules=melds.INDIAN) == 46
    combo = melds.best(sets, melds.INDIAN)
    assert combo.melds == ()
    assert combo.dump.bit_count() == 7
    assert not combo.is_valid
    one_pure = "3H 4H 5H 9C TC JK 7S 7H 7C KD"
    assert melds.deadwood(one_pure, rules=melds.INDIAN) == 10
    no_pure = "3H 4H JK 9C TC JK KD"
    assert melds.deadwood(no_pure, rules=melds.INDIAN) == 36
    listed = list(melds.combos(no_pure, "maximal", rules=melds.INDIAN))
    assert listed
    assert all(combo.deadwood == 36 and not combo.is_valid for combo in listed)


def test_three_cards_that_can_be_a_run_are_one_when_runs_are_asked_for():
    rules = melds.MeldRules(jokers=2, min_runs=1)
    [meld] = melds.best("KH JK JK", rules).melds
    assert meld.is_run
    [meld] = melds.best("KH JK JK", melds.MeldRules(jokers=2)).melds
    assert not meld.is_run


# Combos


def test_a_combo_prints_its_cards_dump_and_points():
    assert str(melds.best("5H 6H 7H KC")) == "{5♥ 6♥ 7♥} | K♣ = 10"
    assert str(melds.best("")) == "no melds | nothing = 0"
    assert str(melds.best("7H 8H JK", melds.RUMMIKUB)) == "{7♥ 8♥ JK as 9♥} | nothing = 0"


def test_values_pickle_and_copy():
    combo = melds.best("7H 8H JK 2C", melds.RUMMIKUB)
    [island] = melds.analyze("7H 8H")
    for value in (combo, *combo.melds, island, *melds.candidates("7H 8H JK", melds.RUMMIKUB)):
        for other in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert other == value
            assert type(other) is type(value)
    assert pickle.loads(pickle.dumps(combo)).jokers == combo.jokers == ((DECK.index("9H"),),)
    assert eval(repr(combo.melds[0]), {"Meld": melds.Meld}) == combo.melds[0]


def test_no_more_melds_are_kept_than_a_bound():
    kept = melds._Kept()
    for cards in range(5000):
        assert kept[cards] == cards
        assert type(kept[cards]) is melds.Meld
        assert kept[cards] is kept[cards]
        assert len(kept) <= 4096


def test_combos_come_depth_first_in_canonical_order():
    hand = DOUBLE.deck.parse(EXAMPLE)
    order = {meld: i for i, meld in enumerate(map(types_of, melds.candidates(hand, DOUBLE)))}
    places = [tuple(order[types_of(meld)] for meld in combo.melds) for combo in melds.combos(hand, rules=DOUBLE)]
    assert places[0] == ()
    assert places == sorted(places)
    assert all(list(chosen) == sorted(chosen) for chosen in places)


def types_of(meld):
    return (int(meld) | int(meld) >> 64) & (1 << 52) - 1


def test_the_same_meld_twice_takes_both_copies():
    combo = melds.best("7H 7H 8H 8H 9H 9H", DOUBLE)
    first, second = combo.melds
    assert first == DECK.parse("7H 8H 9H")
    assert second == int(first) << 64


def test_limit_and_laziness_on_hands_with_endless_combos():
    suits = sum(0b0110 << 4 * rank for rank in range(13))
    dense = suits | suits << 64
    half = suits & (1 << 28) - 1
    for hand in (dense, half | half << 64):
        for mode in ("all", "maximal", "extended"):
            if mode != "all" and bitdeck.implementation == "reference":
                continue
            assert len(list(melds.combos(hand, mode, limit=3, rules=DOUBLE))) == 3
    assert next(melds.combos(dense, rules=DOUBLE)).melds == ()
    assert list(melds.combos(dense, limit=0, rules=DOUBLE)) == []
    lazily = melds.combos("5H 6H 7H", limit=5)
    assert len(list(islice(lazily, 1))) == 1
    assert len(list(lazily)) == 1


# Batches


@pytest.mark.parametrize(
    "rules", [GIN, DOUBLE, melds.RUMMIKUB, melds.INDIAN], ids=["gin", "double", "rummikub", "indian"]
)
def test_a_batch_is_its_rows(rules):
    rng = np.random.default_rng(1)
    cards = [bit for bit in range(128) if rules.deck.full >> bit & 1]
    hands = [sum(1 << int(bit) for bit in rng.choice(cards, size=size, replace=False)) for size in (0, 4, 7, 8, 8, 9)]
    rows = np.array([rules.deck.pack(hand) for hand in hands])
    rows = rows[:, 0] if rules.words == 1 else rows
    found = melds.best(rows, rules)
    assert found.deadwood.dtype == np.int16
    assert found.melds.dtype == found.dump.dtype == np.uint64
    assert found.dump.shape == rows.shape
    assert found.melds.shape[2:] == rows.shape[1:]
    assert melds.deadwood(rows, rules=rules).tolist() == found.deadwood.tolist()
    for i, hand in enumerate(hands):
        combo = melds.best(hand, rules)
        assert rules.deck.unpack(np.atleast_1d(found.dump[i])) == combo.dump
        assert found.deadwood[i] == combo.deadwood
        row = [rules.deck.unpack(np.atleast_1d(meld)) for meld in found.melds[i]]
        assert row == [*combo.melds, *[0] * (len(row) - len(combo.melds))]
    assert found.melds.shape[1] == max(len(melds.best(hand, rules).melds) for hand in hands)
    small = rows[:2]
    assert np.array_equal(melds.discards(small, rules), [melds.discards(hand, rules) for hand in hands[:2]])
    if bitdeck.implementation != "reference":
        assert np.array_equal(melds.draws(small, rules), [melds.draws(hand, rules) for hand in hands[:2]])


@pytest.mark.parametrize("min_set", [2, 3, 4])
def test_long_batches_are_their_rows(min_set):
    rules = melds.MeldRules(min_set=min_set)
    rng = np.random.default_rng(min_set)
    rows = np.zeros(600, np.uint64)
    for i, size in enumerate(rng.integers(0, 13, 600)):
        rows[i] = sum(1 << int(card) for card in rng.choice(24 if i % 2 else 52, size, replace=False))
    single = [melds.deadwood(hand, rules=rules) for hand in rows.tolist()]
    assert melds.deadwood(rows, rules=rules).tolist() == single
    assert melds.best(rows[::3], rules).deadwood.tolist() == single[::3]


def test_empty_batches():
    for rules, empty in ((GIN, np.empty(0, "u8")), (DOUBLE, np.empty((0, 2), "u8"))):
        assert melds.deadwood(empty, rules=rules).shape == (0,)
        assert melds.discards(empty, rules).shape == melds.draws(empty, rules).shape == (0, 52)
        found = melds.best(empty, rules)
        assert found.melds.shape == (0, 0, *empty.shape[1:])
        assert found.dump.shape == empty.shape
    assert melds.draws([], melds.RUMMIKUB).shape == (0, 53)


def test_out():
    hands = [DECK.parse("5H 6H 7H"), DECK.parse("KC QD")]
    out = np.empty(2, np.int16)
    assert melds.deadwood(hands, out=out) is out
    assert out.tolist() == [0, 20]
    rows = np.empty((2, 52), np.int16)
    assert melds.discards(hands, out=rows) is rows
    assert rows.min(axis=1).tolist() == [11, 10]
    row = np.empty(52, np.int16)
    assert melds.discards(hands[0], out=row) is row
    assert row.min() == 11
    for wrong in (np.empty(3, np.int16), np.empty(2, np.int32), [0, 0]):
        with pytest.raises((ValueError, TypeError), match="out"):
            melds.deadwood(hands, out=wrong)
    with pytest.raises(TypeError, match="one hand"):
        melds.deadwood(hands[0], out=out)


def test_never_is_more_than_any_deadwood():
    after = melds.discards("5H 6H 7H 9C")
    assert melds.NEVER == 32767
    assert (after == melds.NEVER).sum() == 48
    assert after[DECK.index("9C")] == 0
    assert (melds.draws(0) == 0).all()
    if bitdeck.implementation != "reference":
        assert (melds.draws(DECK.full) == melds.NEVER).all()


def test_the_jokers_share_the_last_column():
    rules = melds.MeldRules(jokers=2)
    after = melds.discards("5H 6H 7H JK", rules)
    assert after.shape == (53,)
    assert after[52] == 0
    assert melds.draws("5H 6H JK", rules)[52] == 0
    assert melds.draws("JK JK", rules)[52] == melds.NEVER
    assert melds.discards("2C 2D 2H", melds.MeldRules(wild=1)).shape == (52,)


# Laying off


def test_laying_off_in_chains():
    plays = melds.layoffs("6H 5H 4H TD", ["7H 8H 9H"])
    assert plays == [(DECK.index("6H"), 0), (DECK.index("5H"), 0), (DECK.index("4H"), 0)]
    assert melds.deadwood("6H 5H 4H TD", ["7H 8H 9H"]) == 10


def test_a_card_goes_where_it_is_worth_most():
    assert melds.layoffs("7C 8C", ["7D 7H 7S", "9C TC JC"]) == [(DECK.index("8C"), 1), (DECK.index("7C"), 1)]
    assert melds.deadwood("7C 6C", ["7D 7H 7S", "8C 9C TC"]) == 0


def test_own_melds_and_layoffs_are_chosen_together():
    assert melds.deadwood("6H 6C 6D 5H", ["7H 8H 9H"]) == 5
    assert melds.deadwood("6H 6C 6D 5H 4H", ["7H 8H 9H"]) == 9
    assert melds.deadwood("6H 6C 6D 6S 5H 4H", ["7H 8H 9H"]) == 0


def test_a_joker_of_the_hand_goes_beside_one_like_it_on_the_table():
    plays = melds.layoffs("JK 5H", ["7H 8H JK"], melds.MeldRules(jokers=1))
    assert plays == [(52, 0), (DECK.index("5H"), 0)]


def test_jokers_on_the_table_stay():
    rules = melds.MeldRules(jokers=2, joker_mode="declared")
    low, high = [meld for meld in melds.candidates("7H 8H JK", rules) if meld.bit_count() == 3]
    assert melds.layoffs("5H", [low], rules) == [(DECK.index("5H"), 0)]
    assert melds.layoffs("5H", [high], rules) == []
    assert melds.layoffs("TH", [rules.deck.parse("7H 8H JK")], rules) == [(DECK.index("TH"), 0)]
    assert [meld for _, meld in melds.layoffs("5H JK", [high], rules)] == [0, 0]


def test_a_combo_can_be_the_table():
    knocker = melds.best("7H 8H 9H 2C 2D 2S")
    assert len(melds.layoffs("TH 2H KC", knocker)) == 2
    assert melds.deadwood("TH 2H KC", knocker) == 10
    assert melds.deadwood([DECK.parse("TH 2H KC"), 0], knocker).tolist() == [10, 0]


# Islands


def test_islands_by_the_ace_rule():
    hand = "AH 2H KH"
    counts = {aces: len(melds.islands(hand, melds.MeldRules(aces=aces))) for aces in ("low", "high", "both", "wrap")}
    assert counts == {"low": 2, "high": 2, "both": 1, "wrap": 1}
    assert melds.islands("AH 2H KH") == [DECK.parse("AH 2H"), DECK.parse("KH")]


def test_islands_leave_jokers_out_and_merge_copies():
    deck = melds.RUMMIKUB.deck
    assert melds.islands(deck.parse("5H 5H JK JK"), melds.RUMMIKUB) == [DECK.parse("5H")]
    [island] = melds.analyze(deck.parse("5H 5H JK JK"), melds.RUMMIKUB)
    assert island.copies == {DECK.index("5H"): 2}
    assert island.columns == ((4, 2, 2),)
    assert melds.islands("") == melds.analyze("") == []


def test_flags_of_two_melds_at_the_same_time():
    [island] = melds.analyze("7C 7C 7D 7D 7H 7H", DOUBLE)
    assert set(island.flags.values()) == {0b1100}
    assert island.checkpoints == 0
    [island] = melds.analyze("7C 7D 7H 7S")
    assert set(island.flags.values()) == {0b0100}
    [island] = melds.analyze("5H 6H 7H 8H 9H 7C 7D")
    assert names(island.checkpoints) == {"7H"}


# What may not come in


def test_errors():
    with pytest.raises(OverflowError, match=r"deck\.full & ~hand"):
        melds.deadwood(-1)
    with pytest.raises(OverflowError, match="bit 52"):
        melds.deadwood(1 << 52)
    with pytest.raises(OverflowError, match=r"bit 60; expected bits 0\.\.51 of each"):
        melds.deadwood(1 << 60, rules=DOUBLE)
    with pytest.raises(OverflowError, match=r"hand\[1\] has bit 53"):
        melds.deadwood(np.array([[1, 1], [1 << 53, 1]], np.uint64), rules=DOUBLE)
    with pytest.raises(OverflowError):
        melds.deadwood(np.array([1 << 52], np.uint64))
    for wrong in (1.5, None, True, np.array([True])):
        with pytest.raises(TypeError):
            melds.deadwood(wrong)
    with pytest.raises(TypeError, match=r"bits\.from_indices"):
        melds.candidates([1, 2])
    with pytest.raises(CardError, match="once too often"):
        melds.deadwood("3H 3H")
    with pytest.raises(CardError, match="hand of"):
        melds.deadwood(Hand("3H", bitdeck.STANDARD))
    assert melds.deadwood(Hand("3H", DECK)) == 3
    with pytest.raises(TypeError, match="MeldRules"):
        melds.deadwood(0, rules="gin")
    with pytest.raises(TypeError, match="table"):
        melds.deadwood(0, GIN)
    with pytest.raises(TypeError, match="table"):
        melds.layoffs(0, "7H 8H 9H")
    with pytest.raises(CardError, match=r"table\[1\] is 7♥ 8♥; expected a meld"):
        melds.deadwood("3H", ["7C 8C 9C", "7H 8H"])
    with pytest.raises(ValueError, match="mode is 'every'"):
        melds.combos(0, "every")
    with pytest.raises(ValueError, match="limit is -1"):
        melds.combos(0, limit=-1)
    with pytest.raises(ValueError, match="shape"):
        melds.deadwood(np.zeros((2, 3), "u8"), rules=DOUBLE)
