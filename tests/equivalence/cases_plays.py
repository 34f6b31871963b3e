"""Every public call of `plays` and the playouts of Daifugō, bad arguments among them."""

from typing import Any

import numpy as np
from hypothesis import strategies as st

from bitdeck import plays
from bitdeck.games import daifugo
from equivalence.harness import Case
from plays_oracle import RULES, hands

MASK = st.one_of(
    st.integers(0, 2**54 - 1), st.integers(-1, 2**55), st.sampled_from(["S3 S4 S5", "S3 JK", "XX", None, 1.5])
)
FEW = st.sets(st.integers(0, 53), max_size=14).map(lambda cards: sum(1 << i for i in cards))
SEVERAL = st.lists(FEW, max_size=6)
MASKS = st.one_of(MASK, FEW, FEW, SEVERAL, SEVERAL)
FLAG = st.one_of(st.booleans(), st.booleans(), st.lists(st.booleans(), max_size=4))
LOCK = st.one_of(st.just(0), st.integers(-1, 16), st.lists(st.integers(0, 15), max_size=4))


@st.composite
def situations(draw: st.DrawFn) -> tuple[Any, ...]:
    """Hands, fields (masks, plays, empty ones), rules."""
    rules = draw(RULES)
    rows = draw(st.integers(1, 4))
    held = hands(rules.jokers, 14)
    hand = draw(st.one_of(held, st.lists(held, min_size=rows, max_size=rows), MASKS))
    source = plays.action_space(rules)
    at = draw(st.lists(st.integers(0, len(source) - 1), min_size=rows, max_size=rows))
    one, several = source[at[0]], plays.Plays(source.packed[at], rules)
    field = draw(st.sampled_from([one, one.cards, several, several.cards, one, several]))
    return hand, draw(st.one_of(st.just(field), st.just(field), st.just(field), MASKS)), rules


TURNED = st.fixed_dictionaries({}, optional={"revolution": FLAG})
FORCE = st.fixed_dictionaries({}, optional={"revolution": FLAG, "lock": LOCK, "number_lock": FLAG})


def packed(name: str) -> Any:
    def call(*arguments: Any, **keywords: Any) -> Any:
        found = getattr(plays, name)(*arguments, **keywords)
        return np.array(found.packed), found.offsets, [str(found[i]) for i in range(min(5, len(found)))]

    return Case(call, situations(), name=f"plays.{name}", keywords=FORCE, examples=150)


def led(hand: Any, rules: plays.PlayRules, revolution: Any) -> Any:
    return plays.leads(hand, rules, revolution=revolution)


def space(rules: plays.PlayRules) -> Any:
    return np.array(plays.leads(rules.deck.full, rules).packed)


def beaten(play: Any, field: Any, rules: plays.PlayRules, **force: Any) -> Any:
    """The plays of a hand, or the hand itself as a play, against a field."""
    return plays.beats(play, field, rules, **force)


@st.composite
def plays_and_fields(draw: st.DrawFn) -> tuple[Any, ...]:
    rules = draw(RULES)
    source = plays.action_space(rules)
    n = draw(st.integers(1, 4))
    rows = st.lists(st.integers(0, len(source) - 2), min_size=n, max_size=n)
    some, others = (plays.Plays(source.packed[draw(rows)], rules) for _ in range(2))
    play = draw(st.sampled_from([some, some[0], some[0].cards]))
    return play, draw(st.sampled_from([others, others[0], others[0].cards, 0])), rules


@st.composite
def tables(draw: st.DrawFn) -> tuple[Any, ...]:
    rules, players, seed = draw(RULES), draw(st.integers(2, 6)), draw(st.integers(0, 10**6))
    table = daifugo.Round.deal(players, rules, rng=seed)
    shorter = [hand & draw(st.sampled_from([2**54 - 1, 0x5555555555555, 0x3FFFFFFFF0])) for hand in table.hands]
    if not shorter[0]:
        shorter = table.hands
    return daifugo.Round(shorter, rules), [shorter] * draw(st.integers(0, 3)), seed


CASES = [
    packed("follows"),
    packed("moves"),
    Case(led, st.tuples(MASKS, RULES, FLAG), name="plays.leads", examples=150),
    Case(space, st.tuples(RULES), name="plays.leads of the full pack", examples=25),
    Case("plays.counts", situations(), keywords=FORCE, examples=100),
    Case("plays.action_mask", situations(), keywords=FORCE, examples=60),
    Case(beaten, plays_and_fields(), name="plays.beats", keywords=FORCE, examples=200),
    Case("plays.beats", st.tuples(MASK, MASKS, RULES), keywords=FORCE),
    Case("plays.classify", st.tuples(st.one_of(MASK, hands(2, 6)), RULES), examples=150),
    Case(
        "plays.split",
        st.tuples(st.one_of(MASK, FEW)),
        keywords=st.fixed_dictionaries({}, optional={"revolution": FLAG}),
    ),
    Case("plays.runs", st.tuples(st.one_of(MASK, FEW), st.one_of(st.none(), st.integers(0, 14)))),
    Case("plays.groups", st.tuples(st.one_of(MASK, FEW), st.integers(0, 5))),
    Case("plays.singles", st.tuples(st.one_of(MASK, FEW))),
    Case("plays.stronger", st.tuples(MASKS, MASKS, FLAG), examples=150),
    Case("plays.rank_counts", st.tuples(MASKS)),
    Case("plays.lone_ranks", st.tuples(MASKS)),
    Case("plays.is_run", st.tuples(st.one_of(MASKS, hands(2, 4)), st.integers(0, 14)), examples=150),
    Case("plays.is_group", st.tuples(st.one_of(MASKS, hands(2, 4)), st.integers(0, 5)), examples=150),
    Case(
        "plays.follow_suit",
        st.tuples(
            st.one_of(st.integers(0, 2**64 - 1), SEVERAL),
            st.one_of(st.none(), st.integers(-2, 64), st.lists(st.integers(-1, 63), max_size=4)),
            st.one_of(st.just([0xF << 4 * i for i in range(13)]), st.lists(st.integers(0, 2**64 - 1), max_size=3)),
        ),
        examples=150,
    ),
    Case("games.daifugo.playouts", tables(), examples=30),
]
