"""Evaluation: whatever comes and goes, it equals evaluating anew."""

from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import bitdeck
from bitdeck import CardError, melds

RULES = [
    melds.GIN,
    melds.DOUBLE_DECK,
    melds.MeldRules(aces="wrap"),
    melds.MeldRules(copies=2, same_suit_sets=True, max_set=6),
    melds.RUMMIKUB,
    melds.MeldRules(jokers=2, max_jokers=1, aces="both"),
    melds.MeldRules(jokers=2, min_natural=0),
    melds.MeldRules(wild=5, jokers=1),
    melds.INDIAN,
    replace(melds.INDIAN, wild=3),
    melds.MeldRules(min_runs=1),
]
MOST = 8 if bitdeck.implementation == "reference" else 13


class Player(RuleBasedStateMachine):
    """Draws and discards, mostly near what is held, so that islands join and split."""

    @initialize(rules=st.sampled_from(RULES), start=st.sets(st.integers(0, 51), max_size=5))
    def begin(self, rules, start):
        self.rules = rules
        self.hand = sum(1 << card for card in start)
        self.held = melds.Evaluation(self.hand, rules)

    @precondition(lambda self: self.hand.bit_count() < MOST)
    @rule(data=st.data())
    def draw(self, data):
        free = [bit for bit in range(128) if (self.rules.deck.full & ~self.hand) >> bit & 1]
        near = [
            bit
            for bit in free
            if bit % 64 > 51 or any(self.hand >> max(0, bit + step) & 1 for step in (-4, 4, 64, -64, 1))
        ]
        card = data.draw(st.sampled_from(near or free))
        self.held.add(card)
        self.hand |= 1 << card

    @precondition(lambda self: self.hand)
    @rule(data=st.data())
    def discard(self, data):
        card = data.draw(st.sampled_from([bit for bit in range(128) if self.hand >> bit & 1]))
        self.held.remove(card)
        self.hand &= ~(1 << card)

    @precondition(lambda self: self.hand)
    @rule(card=st.integers(0, 51))
    def refuse(self, card):
        with pytest.raises(CardError):
            (self.held.add if self.hand >> card & 1 else self.held.remove)(card)

    @invariant()
    def is_as_evaluated_anew(self):
        assert self.held.hand == self.hand
        assert self.held.deadwood == melds.deadwood(self.hand, rules=self.rules)
        assert self.held.best == melds.best(self.hand, self.rules)


class TestPlayer(Player.TestCase):
    settings = settings(max_examples=15 if MOST == 8 else 80, stateful_step_count=20, deadline=None, derandomize=True)


def test_a_card_touches_only_the_islands_it_joins(monkeypatch):
    held = melds.Evaluation("2H 3H 4H 9C 9D 9S KD")
    asked = []
    kernel = melds._kernel

    class Watched:
        def __getattr__(self, name):
            return getattr(kernel, name)

        def profile(self, rules, part, jokers):
            asked.append(part)
            return kernel.profile(rules, part, jokers)

    monkeypatch.setattr(melds, "_kernel", Watched())
    monkeypatch.setattr(melds, "kernel_rules", lambda _, rules: rules._prepared[kernel])
    held.add("5H")
    assert asked == [melds.GIN.deck.parse("2H 3H 4H 5H")]
    assert held.deadwood == 10


def test_copies():
    held = melds.Evaluation("7H", melds.DOUBLE_DECK)
    held.add("7H")
    with pytest.raises(CardError, match="7♥ is in the hand already"):
        held.add("7H")
    held.remove("7H'")
    with pytest.raises(CardError, match="7♥' is not in the hand"):
        held.remove("7H'")
    held.remove("7H")
    with pytest.raises(CardError, match="not in the hand: no cards"):
        held.remove("7H")
    assert held.hand == 0
    assert held.deadwood == 0
    held = melds.Evaluation(0, melds.RUMMIKUB)
    held.add("JK")
    held.add("JK")
    assert held.hand == melds.RUMMIKUB.deck.parse("JK JK")


def test_a_failed_call_changes_nothing():
    held = melds.Evaluation("7H 8H 9H")
    for wrong, error in (("XX", CardError), (99, CardError), (1.5, TypeError), ("7H 8H", CardError)):
        with pytest.raises(error):
            held.add(wrong)
    assert held.hand == melds.GIN.deck.parse("7H 8H 9H")
    assert held.deadwood == 0
    assert repr(held) == "<Evaluation of 7♥ 8♥ 9♥: 0>"
