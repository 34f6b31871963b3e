"""Gin showdowns and Indian declarations."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from bitdeck import CardError, melds
from bitdeck.games import rummy

DECK = melds.GIN.deck
KNOCKER = "3C 4C 5C 9C 9D 9S KC KD KH 2H"


def names(plays):
    return [DECK.card_name(card) for card, _ in plays]


# Gin


def test_knocks_lists_discards_with_the_least_first():
    found = rummy.knocks(KNOCKER + " QD")
    assert {DECK.card_name(card): points for card, points in found.items()} == {"Q♦": 2, "2♥": 10}
    assert list(rummy.knocks(KNOCKER + " QD", limit=5).values()) == [2]
    assert rummy.knocks("2C 4D 6H 8S TC QD KH 3S 5C 7D 9H") == {}


def test_knocks_agrees_with_discarding():
    rng = np.random.default_rng(3)
    for _ in range(20):
        hand = sum(1 << int(card) for card in rng.choice(40, size=11, replace=False))
        after = {card: melds.deadwood(hand & ~(1 << card)) for card in range(52) if hand >> card & 1}
        expected = sorted(((points, card) for card, points in after.items() if points <= 30))
        assert [(points, card) for card, points in rummy.knocks(hand, 30).items()] == expected


def test_a_knock_wins_the_difference_after_laying_off():
    end = rummy.showdown(KNOCKER, "6C 7C 8D 8S 8H QC QD QH AD 5S")
    assert (end.kind, end.deadwood, end.points) == ("knock", 6, 4)
    assert names(end.layoffs) == ["6♣", "7♣"]
    assert sum(end.defender.melds) + end.defender.dump == DECK.parse("6C 7C 8D 8S 8H QC QD QH AD 5S")


def test_an_undercut_wins_the_bonus():
    end = rummy.showdown("3C 4C 5C 9C 9D 9S KC KD KH 7H", "6C 7C 8D 8S 8H QC QD QH AD 5S")
    assert (end.kind, end.deadwood, end.points) == ("undercut", 6, 26)
    equal = rummy.showdown("3C 4C 5C 9C 9D 9S KC KD KH 6H", "6C 7C 8D 8S 8H QC QD QH AD 5S")
    assert (equal.kind, equal.points) == ("undercut", 25)


def test_nothing_is_laid_off_on_gin():
    end = rummy.showdown("3C 4C 5C 9C 9D 9S KC KD KH KS", "6C 7C 8D 8S 8H QC QD QH AD 5S")
    assert (end.kind, end.points, end.layoffs) == ("gin", 13 + 6 + 25, [])
    tie = rummy.showdown("3C 4C 5C 9C 9D 9S KC KD KH KS", "6C 7C 8C 8D 8S 8H QC QD QH QS")
    assert (tie.kind, tie.points) == ("gin", 25)


def test_big_gin_melds_eleven():
    end = rummy.showdown("3C 4C 5C 6C 9C 9D 9S KC KD KH KS", "7H 7C 8D 8S 8H QC QD QH AD 5S")
    assert (end.kind, end.points) == ("big gin", 14 + 6 + 31)


def test_the_knocker_may_put_the_cards_down_another_way():
    hand = "5C 5D 5H 6H 7H 9C 9D 9S 2C 3D"
    ways = [combo for combo in melds.combos(hand, "maximal") if combo.deadwood <= 20]
    other = next(combo for combo in ways if combo != melds.best(hand))
    end = rummy.showdown(hand, "8H TC QD KS 2D 4S TH JC 6S 3H", rummy.GinScoring(limit=20), down=other)
    assert end.knocker == other
    with pytest.raises(ValueError, match="expected a combo of the knocker"):
        rummy.showdown(hand, "8H TC QD KS 2D 4S TH JC 6S 3H", down=melds.best("5C 5D 5H"))
    with pytest.raises(TypeError, match="down"):
        rummy.showdown(hand, 0, down=5)


def test_the_defender_leaves_the_least():
    rng = np.random.default_rng(4)
    ends = 0
    for _ in range(40):
        cards = [int(card) for card in rng.permutation(52)]
        knocker, defender = (sum(1 << card for card in part) for part in (cards[:7], cards[7:14]))
        end = rummy.showdown(knocker, defender, rummy.GinScoring(limit=200))
        assert end.deadwood == melds.deadwood(defender, end.knocker)
        off = sum(1 << card for card, _ in end.layoffs)
        assert off & ~end.defender.dump == 0
        left = sum(melds.GIN.cost(card) for card in range(52) if (end.defender.dump & ~off) >> card & 1)
        assert left == end.deadwood
        ends += end.kind == "undercut"
        difference = end.deadwood - end.knocker.deadwood
        assert end.points == (difference if end.kind == "knock" else 25 - difference)
    assert 0 < ends < 40


def test_who_may_not_knock():
    defender = "6C 7C 8D 8S 8H QC QD QH AD 5S"
    with pytest.raises(ValueError, match="32 points of deadwood; expected at most 10"):
        rummy.showdown("3C 4C 5C 9C 9D 9S KC KD TS 2H", defender)
    with pytest.raises(ValueError, match="11 cards and defender 10"):
        rummy.showdown(KNOCKER + " QS", defender)
    with pytest.raises(ValueError, match="9 cards and defender 10"):
        rummy.showdown("3C 4C 5C 9C 9D 9S KC KD KH", defender)
    with pytest.raises(CardError, match="6♣ is in both hands"):
        rummy.showdown(KNOCKER[:-2] + "6C", defender)
    with pytest.raises(ValueError, match="limit is -1"):
        rummy.GinScoring(limit=-1)


def test_a_showdown_is_a_value():
    end = rummy.showdown(KNOCKER, "6C 7C 8D 8S 8H QC QD QH AD 5S")
    assert pickle.loads(pickle.dumps(end)) == end


# Indian rummy


@pytest.mark.parametrize(
    ("hand", "declared"),
    [
        ("3C 4C 5C 7H 8H JK 9C 9D 9S KC KD KH KS", True),
        ("3C 4C JK 7H 8H JK 9C 9D 9S KC KD KH KS", False),
        ("3C 4C 5C 7H 7D 7S 9C 9D 9S KC KD KH KS", False),
        ("3C 4C 5C 6C 7H 8H 9H QH KH AH JC JD JS", True),
        ("3C 4C 5C 6C 7H 8H 9H QH KH AH JC JD 2S", False),
        ("KH AH 2H 5C 6C 7C 7H 8H 9H JC JD JS JH", False),
        ("3C 4C 5C 3C 4C 5C 3C' 9S 9D 9H", None),
    ],
)
def test_declarations(hand, declared):
    if declared is None:
        with pytest.raises(CardError):
            rummy.declaration(hand)
        return
    found = rummy.declaration(hand)
    assert (found is not None) == declared
    if found is not None:
        assert sum(found.melds) == melds.INDIAN.deck.parse(hand)
        assert found.is_valid
        assert found.rules == melds.INDIAN
        assert found.deadwood == found.dump == 0


def test_a_joker_left_over_is_no_declaration():
    two = "3C 4C 5C 6H 7H 8H JK"
    rules = replace(melds.INDIAN, max_jokers=0)
    assert melds.deadwood(two, rules=rules) == 0
    assert rummy.declaration(two, rules) is None
    assert rummy.declaration(two) is not None


def test_the_wild_rank_helps():
    hand = "3C 4C 5C 7H 8H 2D 9C 9D 9S KC KD KH KS"
    assert rummy.declaration(hand) is None
    assert rummy.declaration(hand, replace(melds.INDIAN, wild="2")) is not None


def test_losing_points():
    assert rummy.losing_points("3C 4C 5C 7H 8H JK 9C 9D 2S QC KD KH 6S") == 56
    assert rummy.losing_points("3C 4C 5C 7H 8H JK 9C 9D 2S QC KD KH 6S", cap=40) == 40
    assert rummy.losing_points("3C 4C 6C 7H 8H 2D 9C 9D 9S KC KD KH KS") == 80
    assert rummy.losing_points("3C 4C 2D") == 9
    assert rummy.losing_points("3C 4C 5C 7H 8H JK") == 0


def test_losing_points_of_a_batch():
    deck = melds.INDIAN.deck
    texts = ["3C 4C 5C 7H 8H JK 9C 9D 2S QC KD KH 6S", "3C 4C 6C 7H 8H 2D 9C 9D 9S KC KD KH KS", ""]
    found = rummy.losing_points(np.array([deck.pack(deck.parse(text)) for text in texts]))
    assert found.dtype == np.int16
    assert found.tolist() == [56, 80, 0]
    with pytest.raises(ValueError, match="cap is -1"):
        rummy.losing_points(0, cap=-1)
