"""Melds against a third, card-by-card opinion, on random and dense hands under many rules."""

from dataclasses import replace

import numpy as np
import pytest

import bitdeck
import melds_oracle as oracle
from bitdeck import melds

PACE = 1 if bitdeck.implementation == "reference" else 3

RULES = {
    "gin": melds.GIN,
    "double": melds.DOUBLE_DECK,
    "high": melds.MeldRules(aces="high"),
    "both": melds.MeldRules(copies=2, aces="both"),
    "wrap": melds.MeldRules(aces="wrap"),
    "joker": melds.MeldRules(jokers=2),
    "joker high": melds.MeldRules(jokers=1, aces="high"),
    "joker both": melds.MeldRules(jokers=2, aces="both", max_jokers=1),
    "joker wrap": melds.MeldRules(copies=2, jokers=1, aces="wrap"),
    "wild": melds.MeldRules(wild=4),
    "wild ace": melds.MeldRules(copies=2, jokers=1, wild=0, aces="both"),
    "wild one": melds.MeldRules(jokers=1, wild=2, max_jokers=1, min_natural=2),
    "short": melds.MeldRules(min_run=2, min_set=2, max_set=2),
    "long": melds.MeldRules(min_run=5, min_set=4, jokers=2),
    "same suits": melds.MeldRules(copies=2, same_suit_sets=True, max_set=6),
    "same suits, jokers": melds.MeldRules(copies=2, jokers=1, same_suit_sets=True, max_set=8),
    "no naturals": melds.MeldRules(copies=2, jokers=2, min_natural=0),
    "indian": melds.INDIAN,
    "indian wild": replace(melds.INDIAN, wild=6),
    "pure only": melds.MeldRules(jokers=2, min_pure_runs=1, wild=3),
    "two runs": melds.MeldRules(min_runs=2, aces="both"),
    "rummikub": melds.RUMMIKUB,
    "kaluki": melds.KALUKI,
    "odd points": melds.MeldRules(jokers=2, wild=9, points=(7, 0, 3, 9, 2, 8, 1, 5, 5, 4, 6, 0, 11), joker_points=1),
}


def dense_hands(rules, size, count, seed):
    """Hands whose cards crowd into few ranks and suits, with up to two jokers."""
    rng = np.random.default_rng(seed)
    hands = []
    for _ in range(count):
        first, width = rng.integers(13), int(rng.integers(4, 8))
        suits = rng.choice(4, size=int(rng.integers(2, 4)), replace=False)
        ranks = [(first + i) % 13 for i in range(width)] if rng.random() < 0.7 else range(13)
        pool = [
            64 * copy + 4 * int(rank) + int(suit) for copy in range(rules.copies) for rank in ranks for suit in suits
        ]
        if rules.wild is not None:
            pool += [4 * rules.wild + suit for suit in range(4) if 4 * rules.wild + suit not in pool]
        jokers = [bit for bit in range(128) if rules.printed >> bit & 1]
        held = list(rng.permutation(jokers)[: rng.integers(3)])
        held += list(rng.permutation(pool)[: max(0, size - len(held))])
        hands.append(sum(1 << int(bit) for bit in held))
    return hands


def wild_cards(rules, hand):
    return sum(oracle.is_joker(rules, kind) for kind in oracle.types(hand))


@pytest.mark.parametrize("name", RULES)
def test_deadwood(name):
    rules = RULES[name]
    hands = [h for size in (3, 5, 7, 9, 10) for h in dense_hands(rules, size, 3 * PACE, size)]
    hands = [h for h in hands if wild_cards(rules, h) < (5 if h.bit_count() < 8 else 3)]
    expected = [oracle.deadwood(rules, oracle.types(hand)) for hand in hands]
    assert melds.deadwood(hands, rules=rules).tolist() == expected
    assert [melds.deadwood(hand, rules=rules) for hand in hands] == expected


@pytest.mark.parametrize("name", ["gin", "double", "both", "joker", "joker wrap", "same suits", "indian"])
def test_deadwood_of_twelve_cards(name):
    rules = RULES[name]
    hands = dense_hands(rules, 12, PACE, 12)
    assert [melds.deadwood(hand, rules=rules) for hand in hands] == [
        oracle.deadwood(rules, oracle.types(hand)) for hand in hands
    ]


@pytest.mark.parametrize("mode", ["all", "maximal", "extended"])
@pytest.mark.parametrize("joker_mode", ["cards", "declared"])
@pytest.mark.parametrize("name", RULES)
def test_combos_are_complete_and_each_is_there_once(name, joker_mode, mode):
    rules = replace(RULES[name], joker_mode=joker_mode)
    for hand in dense_hands(rules, 7, PACE, 1) + dense_hands(rules, 8, PACE, 2):
        if wild_cards(rules, hand) > 3:
            continue
        found = [key(combo, joker_mode) for combo in melds.combos(hand, mode, rules=rules)]
        assert len(found) == len(set(found))
        assert set(found) == oracle.combos(rules, oracle.types(hand), mode), rules.deck.format(hand)


def key(combo, joker_mode):
    """A combo as the oracle writes it."""
    melded = []
    for meld in combo.melds:
        cards = oracle.types(int(meld))
        standing = sum(1 << card for card, _ in meld.standing)
        places = tuple(sorted(oracle.types(int(meld) & ~standing) + meld.jokers))
        assert places in oracle.readings(combo.rules, cards), "a meld shows what its cards can show"
        melded.append((cards, places if joker_mode == "declared" else ()))
    return tuple(sorted(melded))


@pytest.mark.parametrize("name", RULES)
def test_combos_hold_the_hand_and_cost_what_is_left(name):
    rules = RULES[name]
    for hand in dense_hands(rules, 8, 2, 3):
        for combo in melds.combos(hand, rules=rules, limit=200):
            assert sum(combo.melds) + combo.dump == hand
            assert sum(meld.bit_count() for meld in combo.melds) + combo.dump.bit_count() == hand.bit_count()
            counted = combo.dump if combo.is_valid else hand
            assert combo.deadwood == oracle.cost(rules, oracle.types(counted))


@pytest.mark.parametrize("name", RULES)
def test_best_is_the_first_of_fewest_melds_and_least_deadwood(name):
    rules = RULES[name]
    for hand in dense_hands(rules, 8, PACE, 4) + dense_hands(rules, 5, PACE, 5):
        if wild_cards(rules, hand) > 3:
            continue
        ranked = min(melds.combos(hand, rules=rules), key=lambda combo: (combo.deadwood, len(combo.melds)))
        assert melds.best(hand, rules=rules) == ranked
        assert melds.deadwood(hand, rules=rules) == ranked.deadwood


@pytest.mark.parametrize("name", RULES)
def test_discards_and_draws_are_the_deadwood_after_them(name):
    rules = RULES[name]
    deck = rules.deck
    hands = dense_hands(rules, 5, 1, 6) if PACE > 1 else dense_hands(rules, 3, 1, 6)
    hands += [0, deck.full] * (PACE > 1 and rules is melds.GIN)
    for hand in hands:
        columns = 52 + (rules.jokers > 0)
        after = melds.discards(hand, rules=rules)
        assert after.shape == (columns,)
        assert after.dtype == np.int16
        for kind in range(columns):
            bits = [b for b in range(128) if hand >> b & 1 and min(b % 64, 52) == kind]
            expected = melds.deadwood(hand & ~(1 << bits[0]), rules=rules) if bits else melds.NEVER
            assert after[kind] == expected
        drawn = melds.draws(hand, rules=rules)
        for kind in range(columns):
            bits = [b for b in range(128) if (deck.full & ~hand) >> b & 1 and min(b % 64, 52) == kind]
            expected = melds.discards(hand | 1 << bits[0], rules=rules).min() if bits else melds.NEVER
            assert drawn[kind] == expected


TABLE = ["3C 4C 5C", "7H 7S 7C", "9D TD JD QD", "KC KD KH KS", "AS 2S 3S"]


@pytest.mark.parametrize(
    "name", ["gin", "double", "high", "both", "wrap", "joker both", "wild", "wild one", "same suits", "indian"]
)
def test_laying_off(name):
    rules = RULES[name]
    rng = np.random.default_rng(7)
    for hand in dense_hands(rules, 5, PACE, 8):
        chosen = [rules.deck.parse(TABLE[i]) for i in rng.permutation(5)[:2]]
        chosen = [cards for cards in chosen if oracle.readings(rules, oracle.types(cards))]
        table = [(oracle.types(cards), 0) for cards in chosen]
        choices = list(oracle.laid_choices(rules, oracle.types(hand), table))
        plays = melds.layoffs(hand, chosen, rules=rules)
        laid = sum(1 << card for card, _ in plays)
        assert laid & ~hand == 0
        assert laid.bit_count() == len(plays)
        assert oracle.cost(rules, oracle.types(laid)) == max(points for points, _ in choices)
        for i in range(len(plays)):
            for at, (places, jokers) in enumerate(table):
                so_far = tuple(min(card % 64, 52) for card, where in plays[: i + 1] if where == at)
                assert oracle.can_join(rules, places, jokers, so_far), "each play is possible when its turn comes"
        everything = oracle.cost(rules, oracle.types(hand))
        least = min(valid_deadwood(rules, left, everything) for left in {left for _, left in choices})
        assert melds.deadwood(hand, chosen, rules=rules) == least


def valid_deadwood(rules, left, everything):
    """The deadwood beside lay-offs; without the runs that are asked for nothing is laid off."""
    if not rules.min_runs and not rules.min_pure_runs:
        return oracle.deadwood(rules, left)
    free = replace(rules, min_runs=0, min_pure_runs=0)
    found = [
        oracle.cost(rules, dump_of(left, combo))
        for combo in oracle.combos(free, left, "all")
        if enough_runs(rules, combo)
    ]
    return min(found, default=everything)


def dump_of(hand, combo):
    return tuple(oracle.subtract(hand, [card for cards, _ in combo for card in cards]))


def enough_runs(rules, combo):
    best = [max(oracle.kinds(rules, cards)) for cards, _ in combo]
    return sum(run for run, _ in best) >= rules.min_runs and sum(pure for _, pure in best) >= rules.min_pure_runs
