"""The public calls of matches and its games: every implementation gives the same."""

from typing import Any

import numpy as np
from hypothesis import strategies as st

from bitdeck import matches
from bitdeck.games.matching import MatchingGame, Scoring
from bitdeck.matches import SET, MatchDeck
from equivalence.harness import Case

DECKS = st.sampled_from(
    [SET, SET, SET, *(MatchDeck(p, v) for p, v in [(2, 3), (3, 3), (6, 3), (4, 2), (3, 4), (2, 5), (2, 6), (1, 7)])]
)
BAD = st.sampled_from(
    [None, 5, "0000 0001 0002", "0000 0000", "x", [1.5], [True], [81, 1], [3, 3], [[1, 2], [3]], [[0, -2]], [[1, 2, 1]]]
)


@st.composite
def questions(draw: st.DrawFn, most: int = 14, some: int | None = None) -> tuple[Any, MatchDeck]:
    """One layout or a batch, now and then with a fault, and its deck."""
    deck = draw(DECKS)
    if draw(st.integers(0, 9)) == 0:
        return draw(BAD), deck
    most = min(most if deck.values < 5 else 9, deck.size)
    k = draw(st.integers(0, most)) if some is None else deck.values - some
    rows = deck.sample(k, draw(st.integers(0, 40)), rng=draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 3))):
        if rows.size:
            at = draw(st.integers(0, len(rows) - 1)), draw(st.integers(0, k - 1))
            rows[at] = draw(st.sampled_from([-1, -1, -1, -1, -2, 0, deck.size - 1, deck.size]))
    shape = draw(st.sampled_from(["batch", "batch", "int64", "lists", "one", "one list", "one tuple"]))
    if shape.startswith("one") and len(rows):
        return {"one": rows[0], "one list": rows[0].tolist(), "one tuple": tuple(rows[0].tolist())}[shape], deck
    return {"int64": rows.astype(np.int64), "lists": rows.tolist()}.get(shape, rows), deck


small = st.sampled_from([MatchDeck(1, 3), MatchDeck(2, 3), MatchDeck(1, 5), MatchDeck(3, 2), MatchDeck(2, 4), SET])


@st.composite
def censuses(draw: st.DrawFn) -> tuple[int | None, MatchDeck]:
    deck = draw(small)
    few = {9: 9, 16: 4, 81: 2}.get(deck.size, 5)
    return draw(st.integers(-1, few) | st.just(100)), deck


@st.composite
def games(draw: st.DrawFn) -> tuple[Any, ...]:
    deck = draw(st.sampled_from([MatchDeck(2, 3), MatchDeck(3, 3), MatchDeck(2, 4), MatchDeck(3, 2), MatchDeck(1, 7)]))
    policy = draw(st.sampled_from(["first", "random", "random", "last"]))
    return draw(st.integers(-1, 6)), deck, draw(st.integers(0, 2**32)), policy


def sampled(deck: MatchDeck, k: int, n: int | None, seed: int) -> Any:
    return deck.sample(k, n, seed)


def drawn(deck: MatchDeck, seed: int) -> Any:
    layout = matches.Layout(deck.sample(min(deck.size, 7), rng=seed), deck)
    return str(layout), repr(layout), layout._repr_html_()


def played(mode: str, seed: int) -> Any:
    """A game by its hints, to the end."""
    game = MatchingGame(Scoring(mode), seed)
    while not game.over:
        for place in game.hint() or [None]:
            game.more() if place is None else game.choose(place)
    return list(game.log), game.score, str(game)


triples = st.integers(-1, 82)
CASES = [
    Case("matches.count", questions(), examples=200),
    Case("matches.has", questions(), examples=200),
    Case("matches.find", questions(), examples=200),
    Case("matches.find_all", questions(), examples=200),
    Case("matches.count", questions(most=30), "count of wide layouts", examples=30),
    Case("matches.find", questions(most=30), "find in wide layouts", examples=30),
    Case("matches.is_match", questions(some=0)),
    Case("matches.complete", questions(some=1), examples=100),
    Case("matches.third", st.tuples(triples, triples)),
    Case("matches.third", st.tuples(triples, st.lists(triples, max_size=4)), "third of many"),
    Case("matches.explain", questions(some=0)),
    Case("matches.count_matchless", censuses(), examples=25),
    Case("matches.match_distribution", censuses(), examples=25),
    Case("matches.simulate", games()),
    Case(
        "matches.simulate",
        st.tuples(st.integers(0, 2), st.just(SET), st.integers(0, 99), st.sampled_from(["first", "random"])),
        "simulate whole games of SET",
        examples=5,
    ),
    Case(
        "matches.simulate",
        st.tuples(st.just(1100), st.just(MatchDeck(1, 3)), st.integers(0, 9), st.sampled_from(["first", "random"])),
        "simulate: blocks",
        examples=2,
        keywords=st.fixed_dictionaries({"table": st.integers(0, 4), "more": st.integers(0, 4)}),
    ),
    Case(sampled, st.tuples(DECKS, st.integers(-1, 90), st.none() | st.integers(-1, 4), st.integers(0, 2**32))),
    Case(sampled, st.tuples(st.just(SET), st.just(3), st.just(2100), st.integers(0, 9)), "sample: blocks", examples=2),
    Case(drawn, st.tuples(DECKS, st.integers(0, 99)), examples=15),
    Case(played, st.tuples(st.sampled_from(["set", "pairs", "triples"]), st.integers(0, 99)), examples=5),
]
