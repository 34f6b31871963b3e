"""The melds family: hands that crowd together, under rules of every kind, in batches too, and what may not come in."""

import numpy as np
from hypothesis import strategies as st

from bitdeck import melds
from equivalence.harness import Case

RULES = [
    melds.GIN,
    melds.DOUBLE_DECK,
    melds.INDIAN,
    melds.RUMMIKUB,
    melds.KALUKI,
    melds.MeldRules(aces="high"),
    melds.MeldRules(aces="wrap", jokers=2, joker_mode="declared"),
    melds.MeldRules(copies=2, same_suit_sets=True, max_set=6),
    melds.MeldRules(copies=2, jokers=1, same_suit_sets=True, max_set=8, joker_mode="declared"),
    melds.MeldRules(copies=2, jokers=1, wild=6, aces="both"),
    melds.MeldRules(jokers=2, wild=2, max_jokers=1, min_natural=2, joker_points=1),
    melds.MeldRules(jokers=1, wild=12, joker_mode="declared", aces="wrap"),
    melds.MeldRules(jokers=2, min_natural=0),
    melds.MeldRules(min_run=2, min_set=2, max_set=3),
    melds.MeldRules(jokers=2, wild=5, min_runs=1, min_pure_runs=1, joker_mode="declared"),
    melds.MeldRules(copies=2, aces="high", min_runs=2),
    melds.MeldRules(jokers=1, aces="wrap", min_run=2, min_runs=2, min_pure_runs=1),
    melds.MeldRules(copies=2, points=(7, 0, 3, 9, 2, 8, 1, 5, 5, 4, 6, 0, 11)),
]


@st.composite
def hands(draw, rules, most):
    """A hand of few ranks, jokers and wild cards rarely more than two."""
    first, width = draw(st.integers(0, 12)), draw(st.integers(3, 6))
    suits = [draw(st.sampled_from([(1, 2), (0, 2, 3), (2,)])) for _ in range(width)]
    cells = [4 * ((first + i) % 13) + suit for i in range(width) for suit in suits[i]]
    cards = [64 * copy + kind for kind in cells for copy in range(rules.copies)]
    held = draw(st.sets(st.sampled_from(cards), max_size=most))
    held |= draw(st.sets(st.integers(0, 51), max_size=2))
    if rules.jokers:
        held |= draw(
            st.sets(
                st.sampled_from([64 * c + 52 + j for c in range(rules.copies) for j in range(rules.jokers)]), max_size=2
            )
        )
    wild = [card for card in held if card % 64 // 4 == rules.wild]
    return sum(1 << card for card in held.difference(sorted(wild)[2:]))


@st.composite
def one(draw, most=8, *more):
    rules = draw(st.sampled_from(RULES))
    return (draw(hands(rules, most)), *(draw(each) for each in more), rules)


@st.composite
def batch(draw, most=8):
    rules = draw(st.sampled_from(RULES))
    rows = [rules.deck.pack(draw(hands(rules, most))) for _ in range(draw(st.integers(0, 4)))]
    array = np.array(rows, np.uint64).reshape(-1, rules.words)
    return (array if rules.words > 1 else array[:, 0], rules)


bad = st.tuples(
    st.sampled_from(
        [-1, 1 << 52, 1 << 60, 1.5, None, True, "3H 3H", "1x", [1, -1], np.zeros((2, 3), "u8"), np.array([1.5])]
    ),
    st.sampled_from([melds.GIN, melds.RUMMIKUB, "gin"]),
)

TABLES = [
    "3C 4C 5C",
    "7H 7S 7C",
    "9D TD JD QD",
    "KC KD KH",
    "AS 2S 3S",
    "5H 6H 7H 8H",
    "QS KS AS",
    "3C 4C",
    "JK 7H 8H",
    "2C 2D JK",
]


@st.composite
def with_table(draw):
    rules = draw(st.sampled_from(RULES))
    table = draw(st.lists(st.sampled_from(TABLES), max_size=2, unique=True))
    on_table = sum(rules.deck.parse(text) for text in table if rules.jokers or "JK" not in text)
    return draw(hands(rules, 5)) & ~on_table, table, rules


def deadwood(hand, rules):
    return melds.deadwood(hand, rules=rules)


def combos(hand, mode, rules):
    return list(melds.combos(hand, mode, limit=300, rules=rules))


def evaluated(hand, rules):
    held = melds.Evaluation(0, rules)
    seen = []
    for card in range(128):
        if hand >> card & 1:
            held.add(card)
            seen.append(held.deadwood)
    return seen


CASES = [
    Case(deadwood, st.one_of(one(9), batch(9), bad), "melds.deadwood", examples=100),
    Case("melds.deadwood", with_table(), "melds.deadwood with a table"),
    Case("melds.candidates", st.one_of(one(9), bad), examples=150),
    Case(combos, one(7, st.sampled_from(["all", "maximal", "extended", "every"])), "melds.combos", examples=200),
    Case("melds.best", st.one_of(one(9), batch(8), bad), examples=120),
    Case("melds.discards", st.one_of(one(5), batch(5), bad)),
    Case("melds.draws", st.one_of(one(3), bad), examples=20),
    Case("melds.layoffs", with_table(), examples=200),
    Case("melds.islands", st.one_of(one(12), bad)),
    Case("melds.analyze", st.one_of(one(9), bad), examples=100),
    Case(evaluated, one(6), "melds.Evaluation"),
]
