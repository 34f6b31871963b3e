"""MeldRules: what is kept, what is refused, and that rules travel."""

import copy
import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from bitdeck import melds

READY = [melds.GIN, melds.DOUBLE_DECK, melds.INDIAN, melds.RUMMIKUB, melds.KALUKI]


@pytest.mark.parametrize("rules", READY)
def test_rules_are_values(rules):
    assert pickle.loads(pickle.dumps(rules)) == rules == copy.copy(rules) == copy.deepcopy(rules)
    assert hash(replace(rules)) == hash(rules)
    with pytest.raises(FrozenInstanceError):
        rules.min_run = 4
    assert eval(repr(rules), {"MeldRules": melds.MeldRules}) == rules


def test_rules_travel_after_use():
    rules = melds.MeldRules(min_run=4)
    assert melds.deadwood("2H 3H 4H", rules=rules) == 9
    assert melds.deadwood("2H 3H 4H", rules=pickle.loads(pickle.dumps(rules))) == 9


@pytest.mark.parametrize(
    ("rules", "words", "size"), [(melds.GIN, 1, 52), (melds.DOUBLE_DECK, 2, 104), (melds.RUMMIKUB, 2, 106)]
)
def test_the_deck_is_ace_low_with_a_word_a_pack(rules, words, size):
    deck = rules.deck
    assert (deck.words, deck.size, deck.jokers) == (words, size, rules.jokers)
    assert deck.index("AC") == 0
    assert deck.index("KS") == 51
    if rules.jokers:
        assert deck.parse("JK JK") == 1 << 52 | 1 << 64 + 52


def test_rummikub_and_indian_points():
    deck = melds.RUMMIKUB.deck
    assert melds.deadwood(deck.parse("KH JK"), rules=melds.RUMMIKUB) == 43
    assert melds.deadwood("AH KH 5C JK", rules=melds.INDIAN) == 25
    assert melds.deadwood("AH KH 5C 5D", rules=replace(melds.INDIAN, wild="5")) == 20
    assert melds.deadwood("AH JK", rules=melds.KALUKI) == 26


@pytest.mark.parametrize("wild", [9, "T", "10", "t"])
def test_the_wild_rank_is_kept_as_an_index(wild):
    assert melds.MeldRules(wild=wild).wild == 9


def test_a_list_of_points_is_kept_as_a_tuple():
    assert melds.MeldRules(points=[1] * 13).points == (1,) * 13


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"copies": 0}, "copies is 0"),
        ({"copies": 3}, "copies is 3"),
        ({"jokers": -1}, "jokers is -1"),
        ({"jokers": 13}, "jokers is 13"),
        ({"wild": 13}, "wild is 13"),
        ({"wild": "X"}, "wild is 'X'"),
        ({"wild": "5H"}, "wild is '5H'"),
        ({"min_run": 1}, "min_run is 1"),
        ({"min_run": 14}, "min_run is 14"),
        ({"min_set": 1}, "min_set is 1"),
        ({"min_set": 5, "max_set": 4}, "min_set is 5 and max_set 4"),
        ({"min_set": 4, "max_set": 3}, "min_set is 4 and max_set 3"),
        ({"max_set": 5}, "max_set is 5"),
        ({"max_set": 9, "same_suit_sets": True, "copies": 2}, "max_set is 9"),
        ({"max_set": 5, "same_suit_sets": True}, "max_set is 5"),
        ({"aces": "round"}, "aces is 'round'"),
        ({"aces": None}, "aces is None"),
        ({"joker_mode": "minimal"}, "joker_mode is 'minimal'"),
        ({"max_jokers": -1}, "max_jokers is -1"),
        ({"min_natural": 14}, "min_natural is 14"),
        ({"min_runs": 1, "min_pure_runs": 2}, "min_runs is 1 and min_pure_runs 2"),
        ({"min_runs": 18}, "18 runs"),
        ({"min_pure_runs": 5, "min_run": 10}, "min_pure_runs is 5"),
        ({"points": (1,) * 12}, "points has 12 numbers"),
        ({"points": (1,) * 12 + (-1,)}, r"points\[12\] is -1"),
        ({"joker_points": -1}, "joker_points is -1"),
        ({"points": (700,) * 13}, "36400 points"),
        ({"points": (0,) * 13, "jokers": 1, "joker_points": 32767}, "32767 points"),
    ],
)
def test_contradictions_are_value_errors(fields, text):
    with pytest.raises(ValueError, match=text):
        melds.MeldRules(**fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"copies": True},
        {"copies": 1.0},
        {"min_run": "3"},
        {"wild": 2.0},
        {"same_suit_sets": 1},
        {"points": 5},
        {"points": "A23456789TJQK"},
        {"points": (1.0,) * 13},
        {"max_jokers": 1.5},
    ],
)
def test_wrong_types_are_type_errors(fields):
    with pytest.raises(TypeError, match=next(iter(fields))):
        melds.MeldRules(**fields)


def test_the_most_points_a_pack_may_have():
    rules = melds.MeldRules(points=(0,) * 12 + (8191,), jokers=1, joker_points=2)
    assert melds.deadwood(rules.deck.parse("KC KD JK"), rules=replace(rules, max_jokers=0)) == 16384
