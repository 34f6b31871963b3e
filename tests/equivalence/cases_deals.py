"""What deals registers: every method of a space, each in a small function, on small worlds and bad arguments."""

from typing import Any

import numpy as np
from hypothesis import strategies as st

from bitdeck import _space
from bitdeck.deals import DealSpace, Holding
from deal_worlds import make, spaces
from equivalence.harness import Case

SEED = st.integers(0, 2**32)
WORLD = spaces()


def count(world: dict[str, Any]) -> Any:
    return make(world).count()


def support(world: dict[str, Any]) -> Any:
    space = make(world)
    return space.possible, space.certain


def probabilities(world: dict[str, Any]) -> Any:
    return make(world).probabilities()


def distribution(world: dict[str, Any], players: Any, cards: Any) -> Any:
    return make(world).distribution(players, cards)


def sample(world: dict[str, Any], n: Any, rng: Any, method: str) -> Any:
    return make(world).sample(n, rng, method)


def sampler(world: dict[str, Any], numbers: list[Any], rng: Any) -> Any:
    draw = make(world).sampler(rng)
    return [draw(n) for n in numbers]


def enumeration(world: dict[str, Any]) -> Any:
    space = make(world)
    return space.deals(), list(space)


def unrank(world: dict[str, Any], i: Any) -> Any:
    return make(world).unrank(i)


def rank(world: dict[str, Any], place: int, change: int) -> Any:
    """The rank of a deal, and of a deal that another card has spoilt."""
    space = make(world)
    deal = space.unrank(place % max(1, space.count()))
    return space.rank(deal), space.rank((deal[0] ^ change, *deal[1:]))


def given_more(world: dict[str, Any], barred: Any, holding: Any) -> Any:
    space = make(world).given(barred, [Holding(*holding)])
    return space, space.count(), space.probabilities()


def pick(weights: tuple[int, ...], words: list[int]) -> Any:
    return _space._kernel.pick(weights, np.array(words, np.uint64))


def large(sizes: tuple[int, ...], barred: tuple[int, ...], values: dict[int, int], most: int, rng: int) -> Any:
    """A space of 39 cards with points known: count, a sample, the marginals."""
    space = DealSpace(2**39 - 1, sizes, barred=barred, holdings=[Holding(0, 2**39 - 1, 0, most, values)])
    return space.count(), space.sample(3, rng), space.probabilities()


def wide(barred: tuple[int, ...], rng: int, weighted: bool) -> Any:
    """A space of 100 cards in two words."""
    weights = 1 + np.arange(300.0).reshape(3, 100) % 2 if weighted else None
    space = DealSpace(2**100 - 1, (30, 30, 40), barred=barred, weights=weights)
    return (
        space.count(),
        space.possible,
        space.sample(2, rng),
        space.probabilities(),
        space.distribution(1, 2**70 - 2**50),
    )


places = st.one_of(st.integers(-2, 200), st.lists(st.integers(0, 12), max_size=4), st.sampled_from([True, 1.5, None]))
some_players = st.one_of(st.integers(-1, 4), st.lists(st.integers(0, 3), max_size=3).map(tuple), st.just(1.5))
some_cards = st.sampled_from([0, 1, 0b100111, 1 << 64 | 3, -1, 2**128, 1.5, [1]])
bars = st.integers(0, 2**39 - 1).map(lambda m: m & 0x1111)
blocks = st.sampled_from([0, 2**30 - 1, 2**70 - 2**50, 2**100 - 2**80])
CASES = [
    Case(count, st.tuples(WORLD)),
    Case(support, st.tuples(WORLD)),
    Case(probabilities, st.tuples(WORLD)),
    Case(distribution, st.tuples(WORLD, some_players, some_cards)),
    Case(
        sample,
        st.tuples(
            WORLD,
            st.one_of(st.none(), st.integers(-1, 30), st.just(True)),
            SEED,
            st.sampled_from(["uniform", "propagation", "other"]),
        ),
        examples=150,
    ),
    Case(sampler, st.tuples(WORLD, st.lists(st.one_of(st.none(), st.integers(-1, 5)), max_size=4), SEED)),
    Case(enumeration, st.tuples(spaces(most=6)), examples=40),
    Case(unrank, st.tuples(WORLD, places)),
    Case(rank, st.tuples(WORLD, st.integers(0, 500), st.sampled_from([0, 1, 2, 6, 1 << 64, 1 << 90]))),
    Case(
        given_more,
        st.tuples(
            WORLD,
            st.one_of(st.none(), st.lists(st.integers(0, 7), max_size=5)),
            st.tuples(some_players, some_cards, st.integers(0, 3)),
        ),
    ),
    Case(
        pick,
        st.tuples(
            st.lists(st.integers(1, 6), min_size=2, max_size=5).map(tuple),
            st.lists(st.sampled_from([0, 2**64 - 1, 2**64 // 3, 2**64 * 2 // 3, 2**63, 2**64 // 5, 7]), max_size=4),
        ),
        examples=200,
    ),
    Case(
        large,
        st.tuples(
            st.sampled_from([(13, 13, 13), (12, 12, 12), (10, 13)]),
            st.tuples(bars, bars),
            st.dictionaries(st.integers(0, 38), st.integers(0, 4), max_size=8),
            st.integers(3, 12),
            SEED,
        ).map(lambda a: (a[0], (*a[1], 0)[: len(a[0])], *a[2:])),
        examples=15,
    ),
    Case(wide, st.tuples(st.tuples(blocks, blocks, blocks), SEED, st.booleans()), examples=8),
]
