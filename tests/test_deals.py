"""DealSpace against brute force over small spaces, published counts, and itself at both ends of the largest."""

import copy
import json
import pickle
from fractions import Fraction
from itertools import islice
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bitdeck
from bitdeck import _space
from bitdeck.deals import DealSpace, Holding
from bitdeck.errors import InfeasibleDeal, TooComplex
from deal_worlds import brute, cards_of, hands_of, make, mask_of, multinomial, share, spaces

CASES = json.loads((Path(__file__).parent / "cases" / "deals.json").read_text("utf-8"))
SLOW = bitdeck.implementation == "reference"
small = settings(
    max_examples=40 if SLOW else 150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


def named(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in cases]


def of_case(case: dict[str, Any]) -> DealSpace:
    barred = case.get("barred")
    return DealSpace(
        mask_of(case["cards"]),
        case["sizes"],
        barred=None if barred is None else [mask_of(mask) for mask in barred],
        holdings=[Holding(p, mask_of(cards), *bounds) for p, cards, *bounds in case.get("holdings", [])],
    )


# The case file.


@pytest.mark.parametrize("case", named(CASES["counts"]))
def test_counts_of_the_case_file(case: dict[str, Any]) -> None:
    space = of_case(case)
    assert space.count() == case["count"]
    if "of" in case:
        assert DealSpace(space.cards, space.sizes).count() == case["of"]
    for p, card, probability in case.get("probability", []):
        assert space.probabilities()[p, card] == float(Fraction(probability))
    if case["count"]:
        assert space.rank(space.sample(rng=1)) < case["count"]


def test_barred_everywhere_names_the_card() -> None:
    (case,) = [case for case in CASES["counts"] if case["count"] == 0]
    with pytest.raises(InfeasibleDeal, match=r"^nobody may hold card 0$"):
        of_case(case).sample()


def test_errors_of_the_case_file() -> None:
    lines = {case["name"]: case for case in CASES["errors"]}
    assert len(lines) == 3
    with pytest.raises(ValueError, match=r"sum to 4, more than the 3 cards"):
        of_case(lines["needs more than there is"])
    with pytest.raises(ValueError, match=r"sizes\[0\] is -1"):
        of_case(lines["negative size"])
    with pytest.raises(OverflowError, match="bit 128"):
        DealSpace(1 << 128, (1,))


def test_points_of_a_bridge_hand() -> None:
    """The published number of hands with 15 to 17 high-card points, and a share of samples near it."""
    (case,) = CASES["points"]
    values = {4 * rank + suit: points for rank, points in ((12, 4), (11, 3), (10, 2), (9, 1)) for suit in range(4)}
    held = Holding(0, mask_of(case["cards"]), 15, 17, values)
    space = DealSpace(mask_of(case["cards"]), case["sizes"])
    assert (space.given(holdings=[held]).count(), space.count()) == (case["count"], case["of"])
    hand = space.given(holdings=[held]).sample(rng=3)[0]
    assert 15 <= sum(v for c, v in values.items() if hand >> c & 1) <= 17


# Brute force.


@small
@given(spaces())
def test_counts_ranks_and_order_are_those_of_brute_force(world: dict[str, Any]) -> None:
    space, deals = make(world), list(brute(world))
    assert space.count() == len(deals)
    assert list(space) == deals
    table = space.deals()
    assert table.dtype == np.uint64
    assert table.shape == (len(deals), *(space.sample(0).shape[1:] if deals else table.shape[1:]))
    assert space.unrank(range(len(deals))).tolist() == table.tolist()
    assert space.rank(table).tolist() == list(range(len(deals)))
    for i in range(0, len(deals), max(1, len(deals) // 5)):
        assert space.unrank(i) == deals[i]
        assert space.rank(deals[i]) == i
    with pytest.raises(IndexError):
        space.unrank(len(deals))


@small
@given(spaces())
def test_possible_and_certain_are_those_of_brute_force(world: dict[str, Any]) -> None:
    space, deals = make(world), [hands_of(world, deal) for deal in brute(world)]
    players = len(world["sizes"])
    possible, certain = [0] * (players + 1), [world["cards"] if deals else 0] * (players + 1)
    for hands in deals:
        for p, hand in enumerate(hands):
            possible[p] |= hand
            certain[p] &= hand
    assert space.possible == tuple(possible)
    assert space.certain == tuple(certain)


@small
@given(spaces(), st.data())
def test_probabilities_and_distribution_are_those_of_brute_force(world: dict[str, Any], data: st.DataObject) -> None:
    space, deals = make(world), brute(world)
    players = data.draw(st.lists(st.integers(0, len(world["sizes"])), min_size=1, max_size=3, unique=True))
    counted = data.draw(st.sampled_from([world["cards"], world["cards"] & 0b100111 | 1 << 9, 1 << 127 | 1, 0]))
    if not deals:
        with pytest.raises(InfeasibleDeal):
            space.probabilities()
        with pytest.raises(InfeasibleDeal):
            space.distribution(tuple(players), counted)
        return
    found = space.probabilities()
    assert found.shape == (len(world["sizes"]) + 1, 64 * space.words)
    exact = np.zeros(found.shape)
    for card in cards_of(world["cards"]):
        for p in range(len(exact)):
            exact[p, card] = share(deals, lambda deal, p=p, card=card: hands_of(world, deal)[p] >> card & 1)
    if "weights" in world:
        np.testing.assert_allclose(found, exact, rtol=1e-12, atol=1e-300)
    else:
        assert np.array_equal(found, exact), "rounded once"

    def held(deal: tuple[int, ...]) -> int:
        return (sum(hands_of(world, deal)[p] for p in players) & counted).bit_count()

    shares = space.distribution(tuple(players), counted)
    expected = [float(share(deals, lambda deal, k=k: held(deal) == k)) for k in range(counted.bit_count() + 1)]
    np.testing.assert_allclose(shares, expected, rtol=1e-12, atol=1e-300)


@small
@given(spaces(), st.integers(0, 2**32))
def test_samples_are_deals_of_the_space(world: dict[str, Any], seed: int) -> None:
    space, deals = make(world), brute(world)
    if not deals:
        with pytest.raises(InfeasibleDeal):
            space.sample(rng=seed)
        with pytest.raises(InfeasibleDeal):
            space.sampler(rng=seed)
        return
    rows = space.sample(20, rng=seed)
    assert (space.rank(rows) < len(deals)).all()
    assert space.sample(rng=seed) == tuple(bitdeck._door.joined(np.atleast_1d(hand)) for hand in rows[0])


@small
@given(spaces(weighted=False), spaces(weighted=False, most=0), st.data())
def test_given_is_what_both_know(world: dict[str, Any], other: dict[str, Any], data: st.DataObject) -> None:
    bars = data.draw(st.lists(st.sampled_from([0, 1, 2, 3, 1 << 64]), min_size=4, max_size=4))[: len(world["sizes"])]
    held = tuple(h for h in other.get("holdings", ()) if h.players[-1] <= len(world["sizes"]))
    both = dict(world)
    old = [*world.get("barred", ()), *[0] * len(bars)][: len(world["sizes"]) + 1]
    old += [0] * (len(bars) - len(old))
    both["barred"] = tuple(mask | (bars[p] if p < len(bars) else 0) for p, mask in enumerate(old[: len(bars) + 1]))[
        : len(bars) + 1
    ]
    both["holdings"] = (*world.get("holdings", ()), *held)
    if len(world.get("barred", ())) <= len(bars):
        both["barred"] = both["barred"][: len(bars)]
    assert make(world).given(bars, held) == make(both)
    assert make(world).given(bars, held).count() == len(brute(both))


# Uniformity.

LOW = mask_of([0, 1])
UNIFORM = {
    "two players": {"cards": 0xFF, "sizes": (4, 4)},
    "three players, two voids": {"cards": 0x1FF, "sizes": (2, 3, 4), "barred": (0b111000000, 0b000111000, 0)},
    "five players": {"cards": 0b111111, "sizes": (1, 2, 1, 1, 1), "barred": (0, 0b11, 0, 0b100, 0)},
    "undealt": {"cards": 0xFF, "sizes": (2, 2), "barred": (0b11, 0b110)},
    "barred undealt": {"cards": 0xFF, "sizes": (2, 3), "barred": (0b11, 0b110, 0b11000000)},
    "a queen at least": {"cards": 0x7F, "sizes": (3, 2, 2), "holdings": (Holding(1, 0b11, 1),)},
    "joint holding": {
        "cards": 0x7F,
        "sizes": (2, 2, 2),
        "holdings": (Holding((0, 2), 0b1011, 2, 3),),
        "barred": (0, 4, 0),
    },
    "values": {"cards": 0xFF, "sizes": (4, 4), "holdings": (Holding(0, 0xFF, 5, 7, {0: 4, 1: 3, 2: 2, 5: 1, 6: 1}),)},
    "crossing holdings": {
        "cards": 0xFF,
        "sizes": (3, 3),
        "holdings": (Holding(0, 0b1111, 1, 2), Holding((1, 2), 0b111100, 2), Holding(2, 3, 0, 1)),
    },
    "weights": {
        "cards": 0x3F,
        "sizes": (2, 2, 2),
        "weights": [[1, 2, 1, 1, 3, 1], [1, 1, 0.5, 1, 1, 1], [2, 1, 1, 0.2, 1, 1]],
    },
    "weights, undealt, bars": {
        "cards": 0x7F,
        "sizes": (2, 3),
        "barred": (1, 0),
        "weights": [[1, 2, 1, 1, 3, 1, 1], [1, 1, 0.5, 1, 0, 1, 2], [1] * 6 + [3]],
    },
    "everything": {
        "cards": 0x7F,
        "sizes": (2, 1, 2),
        "barred": (1, 0, 0b110),
        "holdings": (Holding((0, 3), 0b11100, 1, 2), Holding(2, 0b1111, 2, None, {0: 2, 1: 1, 3: 1})),
        "weights": [[1, 2, 1, 1, 3, 1, 1], [1, 1, 0.5, 1, 0, 1, 2], [1, 1, 1, 1, 1, 1, 3]],
    },
    "two words": {"cards": mask_of([0, 5, 63, 64, 65, 100, 127]), "sizes": (3, 2, 2), "barred": (0, 1 << 64, 1)},
    "many of one group": {"cards": 2**15 - 1, "sizes": (1, 13), "barred": (2**12 - 1, 0)},
    "fourteen of fifteen": {"cards": 2**15 - 1, "sizes": (2, 13)},
}


def chi_square(world: dict[str, Any], n: int, seed: int) -> tuple[float, int]:
    """The statistic of n samples against the exact weights, and its degrees of freedom."""
    deals = brute(world)
    whole = sum(deals.values())
    rows = make(world).sample(n, rng=seed).reshape(n, -1)
    found, counts = np.unique(rows, axis=0, return_counts=True)
    space = make(world)
    width = space.words
    seen = {
        tuple(sum(int(w) << 64 * i for i, w in enumerate(row[p : p + width])) for p in range(0, len(row), width)): count
        for row, count in zip(found, counts.tolist(), strict=True)
    }
    assert seen.keys() <= deals.keys()
    expected = np.array([float(n * weight / whole) for weight in deals.values()])
    observed = np.array([seen.get(deal, 0) for deal in deals])
    return float(((observed - expected) ** 2 / expected).sum()), len(deals) - 1


def assert_fits(world: dict[str, Any], n: int, seed: int) -> None:
    from scipy.stats import chi2

    statistic, freedom = chi_square(world, n, seed)
    assert freedom > 0
    assert 1e-4 < chi2.sf(statistic, freedom) < 1 - 1e-4


@pytest.mark.parametrize("name", UNIFORM)
def test_samples_fit_the_exact_weights(name: str) -> None:
    assert_fits(UNIFORM[name], 4_000 if SLOW else 50_000, 20)


@pytest.mark.slow
@pytest.mark.skipif(SLOW, reason="a million samples take the compiled kernels")
@pytest.mark.parametrize("name", UNIFORM)
def test_a_million_samples_fit_the_exact_weights(name: str) -> None:
    assert_fits(UNIFORM[name], 1_000_000, 21)


# The random stream.

VOID = DealSpace(2**39 - 1, (13, 13, 13), barred=(2**9 - 1, 0, 0))


def test_first_rows_do_not_depend_on_n() -> None:
    many = VOID.sample(2100, rng=5)
    for n in (1, 10, 1024, 1025):
        assert np.array_equal(VOID.sample(n, rng=5), many[:n])
    assert not np.array_equal(many[:1024], many[1024:2048])


def test_a_sampler_continues_a_sample() -> None:
    many = VOID.sample(1030, rng=5)
    draw = VOID.sampler(rng=5)
    assert draw() == tuple(many[0].tolist())
    assert np.array_equal(draw(3), many[1:4])
    assert draw(0).shape == (0, 3)
    assert np.array_equal(draw(1020), many[4:1024])
    assert draw() == tuple(many[1024].tolist())
    assert np.array_equal(draw(5), many[1025:])


def test_a_generator_moves_on() -> None:
    rng = np.random.default_rng(8)
    assert VOID.sample(rng=rng) != VOID.sample(rng=rng)


def test_output_is_filled_and_given_back() -> None:
    out = np.zeros((7, 3), np.uint64)
    assert VOID.sample(7, rng=2, out=out) is out
    assert np.array_equal(out, VOID.sample(7, rng=2))
    wide = DealSpace(2**39 - 1, (13, 13, 13), barred=(2**9 - 1, 0, 0), words=2)
    rows = wide.sample(7, rng=2)
    assert rows.shape == (7, 3, 2)
    assert np.array_equal(rows[:, :, 0], out)
    assert not rows[:, :, 1].any()


def test_a_tie_is_settled_by_the_following_words() -> None:
    """A fraction that starts like a boundary belongs where its later digits fall."""

    third = 2**64 // 3
    one = np.array([third, third - 1, 5], np.uint64)
    assert _space._kernel.pick((1, 2), one) == (0, 2)
    assert _space._kernel.pick((1, 2), np.array([third, third, third + 1, 0], np.uint64)) == (1, 3)
    assert _space._kernel.pick((1, 2), np.array([third, third], np.uint64)) == (-1, 2)
    assert _space._kernel.pick((1, 1), np.array([2**63], np.uint64)) == (1, 1)
    assert _space._kernel.pick((1, 1), np.array([2**63 - 1], np.uint64)) == (0, 1)
    assert _space._kernel.pick((3, 1, 4), np.array([2**62 + 2**61 - 1, 0], np.uint64)) == (0, 1)


# The largest.


@pytest.mark.parametrize(
    ("cards", "sizes"),
    [
        (mask_of([*range(52), *range(64, 116)]), (26,) * 4),
        (2**128 - 1, (16,) * 8),
        (2**128 - 1, (16,) * 7),
        (2**64 - 1, (64,)),
    ],
)
def test_the_largest_spaces_at_both_ends(cards: int, sizes: tuple[int, ...]) -> None:
    space = DealSpace(cards, sizes)
    n = cards.bit_count()
    whole = factorial(n) // factorial(n - sum(sizes))
    for size in sizes:
        whole //= factorial(size)
    assert space.count() == whole
    first, last = space.unrank(0), space.unrank(whole - 1)
    assert first[0] == mask_of(cards_of(cards)[: sizes[0]])
    if sum(sizes) == n:
        assert last[0] == mask_of(cards_of(cards)[n - sizes[0] :])
    assert (space.rank(first), space.rank(last)) == (0, whole - 1)
    middle = whole // 3
    assert space.rank(space.unrank(middle)) == middle
    deal = space.sample(rng=4)
    assert [hand.bit_count() for hand in deal] == list(sizes)
    assert sum(deal) | cards == cards
    assert space.sample(3, rng=4).shape == ((3, len(sizes), 2) if cards >> 64 else (3, len(sizes)))


LENGTHS = ((4, 3, 3, 3), (5, 4, 3, 1), (1, 2, 4, 6), (3, 4, 3, 3))


def test_all_suit_lengths_of_a_bridge_deal() -> None:
    suits = [mask_of(range(suit, 52, 4)) for suit in range(4)]
    known = [Holding(p, suits[s], LENGTHS[p][s], LENGTHS[p][s]) for p in range(4) for s in range(4)]
    space = DealSpace(2**52 - 1, (13,) * 4, holdings=known)
    expected = 1
    for s in range(4):
        expected *= multinomial(13, *(LENGTHS[p][s] for p in range(4)))
    assert space.count() == expected
    for deal in space.sample(20, rng=1).tolist():
        assert [[(hand & suit).bit_count() for suit in suits] for hand in deal] == [list(row) for row in LENGTHS]
    assert space.distribution(1, suits[0]).tolist() == [0.0] * 5 + [1.0] + [0.0] * 8
    np.testing.assert_allclose(space.probabilities()[2, :4], [1 / 13, 2 / 13, 4 / 13, 6 / 13], rtol=1e-15)


def test_points_and_balanced_shape_with_three_free_hands() -> None:
    suits = [mask_of(range(suit, 52, 4)) for suit in range(4)]
    values = {4 * rank + suit: points for rank, points in ((12, 4), (11, 3), (10, 2), (9, 1)) for suit in range(4)}
    known = [Holding(0, 2**52 - 1, 15, 17, values), *(Holding(0, suit, 2, 5) for suit in suits)]
    space = DealSpace(2**52 - 1, (13,) * 4, holdings=known)
    one = DealSpace(2**52 - 1, (13,), holdings=known)
    assert space.count() == one.count() * multinomial(39, 13, 13, 13)
    for hand, *_ in space.sample(30, rng=1).tolist():
        assert 15 <= sum(v for c, v in values.items() if hand >> c & 1) <= 17
        assert all(2 <= (hand & suit).bit_count() <= 5 for suit in suits)


# Golden samples: they change only with a minor version, and the CHANGELOG says so.

GOLDEN = [
    ("bridge", DealSpace(2**52 - 1, (13,) * 4)),
    ("void", VOID),
    ("undealt", DealSpace(2**32 - 1, (10, 10), barred=(0b1111, 0, 0b11110000))),
    ("holdings", DealSpace(2**26 - 1, (13, 13), holdings=[Holding(1, 0b111111, 0, 3), Holding((0,), 0xFFF, 2)])),
    ("weights", DealSpace(0xFFF, (4, 4, 4), weights=1 + np.arange(36.0).reshape(3, 12) % 7)),
    ("two words", DealSpace(2**100 - 1, (25,) * 4, barred=(2**70 - 2**60, 0, 0, 0))),
]
PINNED: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "bridge": (
        (589416439676936, 282883863873313, 38088847954118, 3593210475866128),
        (848826200109288, 1390143525095937, 2262258260688914, 2371641476356),
    ),
    "void": ((158471591936, 317967655106, 73316566845), (104382344192, 430038844150, 15334625545)),
    "undealt": ((52250784, 2686584657), (808465584, 248381512)),
    "holdings": ((25525005, 41583858), (53222810, 13886053)),
    "weights": ((816, 2248, 1031), (2628, 305, 1162)),
    "two words": (
        (
            282560071335862076660630201741,
            963119807385710193941148749856,
            2075126245434233585673177618,
            19895595261222897309251076160,
        ),
        (
            358095340900208832728825727297,
            84182341455920875019778183328,
            10677581134117950439727105562,
            814695336737981743308372189188,
        ),
    ),
}
PINNED_PROPAGATION = [[21808, 231937, 8398], [173216, 66373, 22554]]


@pytest.mark.parametrize(("name", "space"), GOLDEN, ids=[name for name, _ in GOLDEN])
def test_golden_samples(name: str, space: DealSpace) -> None:
    draw = space.sampler(rng=2024)
    assert (draw(), draw()) == PINNED[name]


def test_golden_propagation() -> None:
    space = DealSpace(0x3FFFF, (6, 6, 6), barred=(0b111, 0b111000, 0), holdings=[Holding(1, 0x30000, 1)])
    assert space.sample(2, rng=2024, method="propagation").tolist() == PINNED_PROPAGATION


# Words.


def test_words_follow_the_highest_card_or_the_caller() -> None:
    assert DealSpace(1 << 63, (1,)).words == 1
    assert DealSpace(1 << 64, (1,)).words == 2
    wide = DealSpace(0b111, (1, 2), words=2)
    assert wide.deals().shape == (3, 2, 2)
    assert wide.deals()[:, :, 0].tolist() == DealSpace(0b111, (1, 2)).deals().tolist()
    assert wide.probabilities().shape == (3, 128)
    assert wide != DealSpace(0b111, (1, 2))
    assert wide.given().words == 2
    with pytest.raises(ValueError, match="words is 1, and cards has bit 64"):
        DealSpace(1 << 64, (1,), words=1)
    with pytest.raises(ValueError, match="words is 3"):
        DealSpace(1, (1,), words=3)


# Values of a space.

FULL = {
    "cards": 0x7F,
    "sizes": (2, 2),
    "barred": (0b1, 0b10, 0b100),
    "holdings": (Holding((0, 2), 0b11, 1),),
    "weights": np.arange(1.0, 22.0).reshape(3, 7),
}


def test_spaces_compare_hash_pickle_and_copy() -> None:
    space = make(FULL)
    for twin in (pickle.loads(pickle.dumps(space)), copy.copy(space), copy.deepcopy(space), make(FULL)):
        assert twin == space
        assert hash(twin) == hash(space)
        assert np.array_equal(twin.sample(5, rng=1), space.sample(5, rng=1))
    for key, other in (
        ("cards", 0x3F),
        ("sizes", (3, 1)),
        ("barred", (1, 0, 4)),
        ("holdings", ()),
        ("weights", None),
        ("weights", np.ones((3, 7))),
        ("words", 2),
    ):
        assert make({**FULL, key: other}) != space
    assert space != "space"


def test_a_space_says_what_it_is_and_does_not_change() -> None:
    plain = DealSpace(0b1011, [2, 1], barred=[8 | 64, 0])
    assert repr(plain) == "DealSpace(0xb, (2, 1), barred=(0x8, 0x0, 0x0))"
    assert eval(repr(plain)) == plain
    assert eval(repr(plain.given(holdings=[Holding(1, 2, 1)]))) == plain.given(holdings=[Holding(1, 2, 1)])
    assert "weights=<float64 array (3, 7)>" in repr(make(FULL))
    assert "words=2" in repr(DealSpace(1, (1,), words=2))
    assert (plain.cards, plain.sizes, plain.barred, plain.holdings, plain.undealt) == (11, (2, 1), (8, 0, 0), (), 0)
    for name in ("cards", "sizes", "barred", "holdings", "weights", "words", "other"):
        with pytest.raises(AttributeError):
            setattr(plain, name, 0)
    weights = make(FULL).weights
    assert weights is not None
    with pytest.raises(ValueError, match="read-only"):
        weights[0, 0] = 5


def test_weights_are_copied() -> None:
    given = np.ones((1, 2))
    space = DealSpace(0b11, (1,), weights=given)
    given[0, 0] = 0
    assert space.count() == 2
    assert given.flags.writeable


def test_hands_and_numpy_integers_come_in() -> None:
    deck = bitdeck.STANDARD
    hand = bitdeck.Hand(deck.parse("2H 3H 4H"), deck)
    assert DealSpace(hand, (1, 2)) == DealSpace(int(deck.parse("2H 3H 4H")), (1, 2))
    assert DealSpace(np.uint64(7), np.array([1, 2]), barred=np.array([1, 0], np.uint64)).count() == 2
    assert DealSpace(1 << 64 | 7, (1, 2), barred=np.array([[1, 1], [0, 0]], np.uint64)).barred == (1 << 64 | 1, 0, 0)


# Ranks come in and go out.


def test_ranks_of_arrays_and_sequences() -> None:
    space = DealSpace(0xFF, (4, 4))
    table = space.deals()
    assert space.rank(table[::-1]).tolist() == list(range(69, -1, -1))
    assert space.rank(table.astype(">u8")[:3]).dtype == np.uint64
    assert space.rank([(0b1111, 0b11110000), (0b11110000, 0b1111)]).tolist() == [0, 69]
    assert space.rank([0b1111, 0b11110000]) == 0
    assert space.rank(np.array([0b1111, 0b11110000])) == 0
    assert space.rank(np.empty((0, 2), np.uint64)).shape == (0,)
    assert space.unrank([69, 0]).tolist() == [[240, 15], [15, 240]]
    assert space.unrank(np.array([], np.int64)).shape == (0, 2)
    assert space.unrank(np.int64(69)) == (240, 15)
    wide = DealSpace(0xFF << 60, (4, 4))
    assert wide.rank(wide.deals()).tolist() == list(range(70))
    assert wide.rank(wide.deals()[7]) == 7
    assert wide.rank(wide.unrank(8)) == 8
    big = DealSpace(2**104 - 1, (26,) * 4)
    places = [0, big.count() - 1, 2**100]
    assert big.rank(big.unrank(places)).tolist() == places
    assert big.rank(big.unrank(places)).dtype == object


@pytest.mark.parametrize(
    "deal",
    [
        (0b1111, 0b11110001),
        (0b1111, 0b1111),
        (0b11111, 0b1110000),
        (0b1111, 0b1110000),
        (0b1111, 0b1111 << 5),
        (0b1110, 0b11110001),
    ],
)
def test_deals_outside_the_space_have_no_rank(deal: tuple[int, ...]) -> None:
    space = DealSpace(0xFF, (4, 4), barred=(0, 1))
    with pytest.raises(ValueError, match="which is not in the space"):
        space.rank(deal)
    with pytest.raises(ValueError, match=r"deal\[1\]"):
        space.rank(np.array([(0b1111, 0b11110000), deal], np.uint64))


def test_iteration_is_lazy() -> None:
    space = DealSpace(2**52 - 1, (13,) * 4)
    assert [space.rank(deal) for deal in islice(space, 5)] == [0, 1, 2, 3, 4]
    with pytest.raises(TooComplex, match="53644737765488792839237440000 deals"):
        space.deals()


# Empty spaces.


def reason(*arguments: Any, **keywords: Any) -> str:
    space = DealSpace(*arguments, **keywords)
    assert space.count() == 0
    assert set(space.possible) == set(space.certain) == {0}
    assert list(space) == []
    assert space.deals().shape[0] == 0
    with pytest.raises(IndexError, match="the space is empty"):
        space.unrank(0)
    with pytest.raises(InfeasibleDeal) as found:
        space.sample()
    for ask in (space.probabilities, space.sampler, lambda: space.distribution(0, 1), lambda: space.sample(4)):
        with pytest.raises(InfeasibleDeal) as again:
            ask()
        assert str(again.value) == str(found.value)
    if space.weights is None:
        with pytest.raises(InfeasibleDeal):
            space.sample(method="propagation")
    return str(found.value)


def test_reasons_name_the_smallest_conflict() -> None:
    assert reason(0b111, (1, 1, 1), barred=(1, 1, 1)) == "nobody may hold card 0"
    assert reason(0b11111, (2, 3), barred=(0, 0b111)) == "cards 0..2 can go only to player 0, who takes 2 cards"
    assert reason(0b1111, (2, 1, 1), barred=(0b1110, 0, 0)) == "player 0 takes 2 cards, but may hold only card 0"
    assert reason(0x3F, (1, 1, 4), barred=(0, 0, 0b100111)) == "player 2 takes 4 cards, but may hold only cards 3 and 4"
    assert reason(0x3F, (1, 1, 2, 2), barred=(0, 0, 0b111, 0b111)) == (
        "cards 0..2 can go only to players 0 and 1, who take 2 cards"
    )
    assert reason(0b111, (1,), barred=(0, 0b11)) == "cards 0 and 1 can go only to player 0, who takes 1 card"
    assert reason(0b111, (3,), barred=(1, 0)) == "nobody may hold card 0"
    assert reason(0b11111, (1, 1), barred=(0, 0, 0b11110)) == "the undealt pile takes 3 cards, but may hold only card 0"


def test_reasons_name_the_holdings_that_cannot_be_met() -> None:
    assert reason(0b1111, (2, 2), holdings=[Holding(0, 0b11, 1), Holding(1, 0b1100, 3)]) == (
        "no deal meets holdings[1], player 1: at least 3 of cards 2 and 3"
    )
    assert reason(0b1111, (2, 2), holdings=[Holding(0, 3, 0, 2), Holding(0, 0b11, 2), Holding(1, 0b1, 1)]) == (
        "no deal meets all of these: holdings[1], player 0: at least 2 of cards 0 and 1; "
        "holdings[2], player 1: at least 1 of card 0"
    )
    told = reason(0b1111, (2, 1), holdings=[Holding((0, 2), 15, 10, 11, {0: 3, 1: 3, 2: 3, 3: 3})])
    assert told == "no deal meets holdings[0], player 0 and the undealt pile: 10 to 11 in the values of cards 0..3"
    assert "at most 0 of card 9" in reason(1 << 9, (1,), holdings=[Holding(0, 1 << 9, 0, 0)])
    assert "holdings[0]" in reason(0b11, (1, 1), holdings=[Holding(2, 0b11, 1)])
    assert "at least 1 of card 5" in reason(0b11, (1, 1), holdings=[Holding(0, 0b100000, 1)])


def test_many_contradicting_holdings_are_reduced() -> None:
    pairs = [Holding(p, 1 << c, 0, 1) for p in range(2) for c in range(10)]
    three = [Holding(0, mask_of(range(2 * i, 2 * i + 2)), 2) for i in range(6)]
    told = reason(2**12 - 1, (11, 1), holdings=[*pairs, *three])
    assert told.startswith("no deal meets all of these")
    assert told.count("holdings[") == 6


def test_weights_that_bar_make_a_space_empty() -> None:
    assert reason(0b11, (1, 1), weights=[[0, 0], [1, 1]]) == "player 0 takes 1 card, but may hold no card at all"


# Refusals.


@pytest.mark.parametrize(
    ("error", "match", "arguments", "keywords"),
    [
        (TypeError, "sizes\\[1\\] is the bool True", (7, (1, True)), {}),
        (TypeError, "sizes\\[0\\] is float 1.5", (7, (1.5, 1)), {}),
        (TypeError, "sizes is 3", (7, 3), {}),
        (TypeError, "sizes\\[0\\] is str '1'", (7, "12"), {}),
        (ValueError, "sizes names 0 players", (7, ()), {}),
        (ValueError, "sizes names 9 players", (2**20, (1,) * 9), {}),
        (TypeError, "cards is float", (7.0, (1,)), {}),
        (TypeError, "bits.from_indices", ([1, 2], (1,)), {}),
        (TypeError, "no deck is known", ("2H", (1,)), {}),
        (OverflowError, "cards is -1", (-1, (1,)), {}),
        (TypeError, "barred is 3; expected a sequence", (7, (1, 1)), {"barred": 3}),
        (TypeError, "barred is 1.5", (7, (1, 1)), {"barred": 1.5}),
        (ValueError, "barred has 1 masks; expected 2, or 3", (7, (1, 1)), {"barred": (1,)}),
        (OverflowError, "barred\\[1\\] is -1", (7, (1, 1)), {"barred": (1, -1)}),
        (TypeError, "barred\\[0\\] is None", (7, (1, 1)), {"barred": (None, 0)}),
        (TypeError, "holdings is one Holding", (7, (1, 1)), {"holdings": Holding(0, 1)}),
        (TypeError, "holdings\\[0\\] is 5", (7, (1, 1)), {"holdings": [5]}),
        (TypeError, "holdings is 5", (7, (1, 1)), {"holdings": 5}),
        (ValueError, "holdings\\[0\\].players names player 3", (7, (1, 1)), {"holdings": [Holding((0, 3), 1)]}),
        (TypeError, "words is the bool", (7, (1, 1)), {"words": True}),
        (TypeError, "weights is an array of bool", (3, (1,)), {"weights": [[True, False]]}),
        (TypeError, "weights is an array of", (3, (1,)), {"weights": [["a", "b"]]}),
        (ValueError, "weights has shape \\(1, 1\\)", (3, (1,)), {"weights": [[1.0]]}),
        (ValueError, "weights has shape \\(3, 2\\)", (3, (1,)), {"weights": np.ones((3, 2))}),
        (ValueError, "weights has shape \\(2,\\)", (3, (1,)), {"weights": [1, 1]}),
        (ValueError, "weights\\[0, 1\\] is nan", (3, (1,)), {"weights": [[1, np.nan]]}),
        (ValueError, "weights\\[0, 1\\] is inf", (3, (1,)), {"weights": [[1, np.inf]]}),
        (ValueError, "weights\\[0, 0\\] is -2", (3, (1,)), {"weights": [[-2, 1]]}),
        (ValueError, "weights\\[:, 1\\] are all zero", (3, (1, 1)), {"weights": [[1, 0], [1, 0]]}),
    ],
)
def test_what_cannot_be_a_space_is_refused(error: Any, match: str, arguments: Any, keywords: Any) -> None:
    with pytest.raises(error, match=match):
        DealSpace(*arguments, **keywords)


def test_wrong_requests_are_refused() -> None:
    space = DealSpace(0xFF, (4, 4))
    for error, match, call in (
        (ValueError, "n is -1", lambda: space.sample(-1)),
        (TypeError, "n is the bool", lambda: space.sample(True)),
        (TypeError, "n is float", lambda: space.sample(2.0)),
        (ValueError, "method is 'exact'", lambda: space.sample(method="exact")),
        (ValueError, "out is given without n", lambda: space.sample(out=np.empty((1, 2), np.uint64))),
        (ValueError, "out has shape", lambda: space.sample(3, out=np.empty((2, 2), np.uint64))),
        (TypeError, "out is list", lambda: space.sample(3, out=[1])),
        (TypeError, "rng is", lambda: space.sample(rng="x")),
        (ValueError, "n is -2", lambda: space.sampler(rng=1)(-2)),
        (IndexError, "i is -1; expected a place in 0..69", lambda: space.unrank(-1)),
        (IndexError, "i\\[1\\] is 70", lambda: space.unrank([0, 70])),
        (TypeError, "i is the bool", lambda: space.unrank(True)),
        (TypeError, "i is float", lambda: space.unrank(1.0)),
        (TypeError, "array of float64", lambda: space.unrank(np.array([1.0]))),
        (ValueError, "i has shape", lambda: space.unrank(np.zeros((2, 2), int))),
        (ValueError, "deal has 3 hands", lambda: space.rank((1, 2, 3))),
        (ValueError, "deal has shape", lambda: space.rank(np.zeros((2, 3), np.uint64))),
        (TypeError, "deal is 5", lambda: space.rank(5)),
        (TypeError, "deal\\[0\\] is float", lambda: space.rank((1.5, 2))),
        (OverflowError, "deal\\[1\\] is -1", lambda: space.rank((1, -1))),
        (ValueError, "players names player 3", lambda: space.distribution(3, 1)),
        (ValueError, "players is empty", lambda: space.distribution((), 1)),
        (TypeError, "players", lambda: space.distribution(True, 1)),
        (ValueError, "barred has 3|barred has 4", lambda: space.given(barred=(0, 0, 0, 0))),
        (TypeError, "holdings\\[0\\]", lambda: space.given(holdings=[1])),
    ):
        with pytest.raises(error, match=match):
            call()
    assert space.count() == 70


def test_a_failed_call_changes_nothing() -> None:
    space = DealSpace(0xFF, (4, 4))
    rng = np.random.default_rng(1)
    before = rng.bit_generator.state
    out = np.full((3, 2), 9, np.uint64)
    for call in (
        lambda: space.sample(-1, rng=rng),
        lambda: space.sample(4, rng=rng, out=out),
        lambda: space.sample(3, rng="no", out=out),
        lambda: space.sample(3, rng=rng, out=out, method="best"),
        lambda: space.given(holdings=[Holding(0, 1, 1), Holding(1, 1, 1)]).sample(3, rng=rng, out=out),
        lambda: space.given(barred=(1, 1)).sampler(rng),
    ):
        with pytest.raises((ValueError, TypeError)):
            call()
    assert rng.bit_generator.state == before
    assert (out == 9).all()


@pytest.mark.skipif(SLOW, reason="the reference takes minutes to count 2**24 states")
def test_too_many_states_are_refused() -> None:
    """Eight players and 128 cards that all differ in their weights; without weights nothing tells them apart."""
    space = DealSpace(2**128 - 1, (16,) * 8, weights=np.random.default_rng(1).random((8, 128)))
    assert space.count() == multinomial(128, *(16,) * 8)
    for ask in (space.sample, space.probabilities, space.sampler):
        with pytest.raises(TooComplex, match=r"more than 16777216 states"):
            ask()


@pytest.mark.slow
@pytest.mark.skipif(SLOW, reason="the reference takes minutes to count 2**24 states")
def test_too_many_states_behind_bars_are_refused() -> None:
    """Eight players, each barred from cards of his own pattern."""
    barred = [mask_of([card for card in range(128) if card >> p & 1 and card % 3]) for p in range(7)]
    space = DealSpace(2**128 - 1, (16,) * 8, barred=(*barred, 0))
    with pytest.raises(TooComplex, match=r"more than 16777216 states"):
        space.count()


def test_players_are_counted_in_arrays_too() -> None:
    with pytest.raises(ValueError, match="sizes names 9 players"):
        DealSpace(2**18 - 1, np.full(9, 2))
    assert DealSpace(0b1111, np.array([2, 2])).count() == 6


def test_what_has_no_order_names_no_players() -> None:
    with pytest.raises(TypeError, match="sizes is"):
        DealSpace(0b11111, {3, 2})
    with pytest.raises(TypeError, match="barred is"):
        DealSpace(0b11111, (3, 2), barred={0: 3, 1: 0})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="barred is"):
        DealSpace(0b11111, (3, 2), barred=np.array(3))


def test_rank_of_no_deals_and_of_a_buffer() -> None:
    space = DealSpace(0b1111, (2, 2))
    assert space.rank([]).shape == (0,)
    assert space.rank(memoryview(space.deals())).tolist() == list(range(6))


def test_a_reason_blames_no_holding_that_only_takes_long_to_count() -> None:
    """Alone the values of forty cards need more states than the reason looks at; the two small holdings contradict."""
    values = {card: 37 * card**2 % 9973 + 1 for card in range(2, 42)}
    holdings = [Holding(0, mask_of("2..41"), 20000, 30000, values), Holding(0, 0b11, 2), Holding(1, 0b11, 1)]
    with pytest.raises(InfeasibleDeal, match=r"holdings\[1\].*holdings\[2\]") as told:
        DealSpace(2**42 - 1, (14, 14, 14), holdings=holdings).sample()
    assert "holdings[0]" not in str(told.value)


def test_limits_of_bars_are_exact() -> None:
    """Too many states are foreseen without counting them, but only where counting finds as many: a holding that tells
    nothing apart makes the table count."""
    rng = np.random.default_rng(8)
    refused = 0
    for _ in range(20 if SLOW else 200):
        players, cards = int(rng.integers(2, 7)), int(rng.integers(4, 10 if SLOW else 20))
        sizes = tuple(map(int, np.bincount(rng.integers(0, players, cards), minlength=players)))
        barred = tuple(int(mask) & int(rng.integers(2**cards)) for mask in rng.integers(2**cards, size=players))
        idle = ((2**players - 1, ((2**cards - 1, 1),), 0, cards),)
        for limit in 3 ** np.arange(2, 10):
            tables = [_space._kernel.Table(2**cards - 1, sizes, barred, h, limit=int(limit)) for h in ((), idle)]
            assert tables[0].states == tables[1].states
            refused += tables[0].states < 0
    assert refused


@pytest.mark.skipif(SLOW, reason="the reference takes seconds to count them")
def test_many_bars_are_refused_at_once() -> None:
    rng = np.random.default_rng(1)
    barred = [int.from_bytes(rng.bytes(13), "little") & int.from_bytes(rng.bytes(13), "little") for _ in range(8)]
    with pytest.raises(TooComplex, match=r"more than 16777216 states"):
        DealSpace(2**104 - 1, [13] * 8, barred=barred).count()
