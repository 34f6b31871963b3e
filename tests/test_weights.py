"""Weighted spaces: exact proportions against fractions, and bars that are weights of zero."""

from fractions import Fraction

import numpy as np
import pytest

import bitdeck
from bitdeck.deals import DealSpace, Holding
from deal_worlds import brute, hands_of, make, share

SLOW = bitdeck.implementation == "reference"


def test_equal_weights_are_no_weights() -> None:
    plain = DealSpace(0xFF, (3, 3), barred=(1, 2))
    even = DealSpace(0xFF, (3, 3), barred=(1, 2), weights=np.full((3, 8), 0.7))
    assert np.allclose(even.probabilities(), plain.probabilities(), rtol=1e-14, atol=0)
    assert even.count() == plain.count()


def test_a_row_or_column_may_be_scaled() -> None:
    rng = np.random.default_rng(3)
    weights = rng.random((3, 9)) + 0.1
    sizes = (3, 3, 3)
    base = DealSpace(0x1FF, sizes, weights=weights).probabilities()
    for scale in (1e-200, 3.0, 1e200):
        scaled = weights * np.array([[1.0], [scale], [1.0]]) if scale == 3.0 else weights * scale
        assert np.allclose(DealSpace(0x1FF, sizes, weights=scaled).probabilities(), base, rtol=1e-12, atol=0)


def test_missing_undealt_row_weighs_one() -> None:
    weights = np.array([[1.0, 2.0, 3.0, 4.0]])
    with_row = DealSpace(0b1111, (2,), weights=np.vstack([weights, np.ones((1, 4))]))
    without = DealSpace(0b1111, (2,), weights=weights)
    assert np.array_equal(with_row.probabilities(), without.probabilities())
    np.testing.assert_allclose(without.probabilities()[0, 3], (4 + 8 + 12) / (2 + 3 + 4 + 6 + 8 + 12), rtol=1e-15)


def test_zero_weights_bar_in_every_answer() -> None:
    weights = np.ones((2, 6))
    weights[0, :2] = 0
    weighted, barred = DealSpace(0x3F, (3, 3), weights=weights), DealSpace(0x3F, (3, 3), barred=(3, 0))
    assert weighted.count() == barred.count() == 4
    assert list(weighted) == list(barred)
    assert weighted.possible == barred.possible
    assert weighted.certain == barred.certain
    assert np.allclose(weighted.probabilities(), barred.probabilities())
    assert not weighted.probabilities()[0, :2].any()


def test_far_apart_weights_stay_exact() -> None:
    world = {
        "cards": 0xFF,
        "sizes": (3, 3),
        "weights": [
            [10.0**-k for k in range(8)],
            [10.0 ** (3 * k % 7) for k in range(8)],
            [1, 1e-9, 1, 1e9, 1, 1, 5, 1],
        ],
        "holdings": (Holding((0, 1), 0b1111, 2, 3),),
    }
    deals, found = brute(world), make(world).probabilities()
    for card in range(8):
        for p in range(3):
            exact = share(deals, lambda deal, p=p, card=card: hands_of(world, deal)[p] >> card & 1)
            assert abs(Fraction(found[p, card]) - exact) <= exact / 10**12


def test_4_times_26_of_104_cards_with_weights() -> None:
    """Two packs, each card with a place of its own likelihood (a quarter of it under the reference)."""
    packs = range(8) if SLOW else range(52)
    cards = sum(1 << c for c in packs) | sum(1 << 64 + c for c in packs)
    n = cards.bit_count()
    weights = np.random.default_rng(5).random((4, 128))
    space = DealSpace(cards, (n // 4,) * 4, weights=weights)
    found = space.probabilities()
    places = [c for c in range(128) if cards >> c & 1]
    np.testing.assert_allclose(found[:4, places].sum(axis=0), 1, rtol=1e-12)
    np.testing.assert_allclose(found[:4].sum(axis=1), n // 4, rtol=1e-12)
    rows = space.sample(200, rng=1)
    assert (np.bitwise_count(rows).sum(axis=2) == n // 4).all()
    held = (rows[:, :, 0, None] >> np.arange(8, dtype=np.uint64) & np.uint64(1)).mean(axis=0)
    assert np.abs(held - found[:4, :8]).max() < 0.15


def test_weights_without_a_double_say_so() -> None:
    weights = np.ones((2, 128))
    weights[0, :64], weights[1, 64:] = 1e-300, 1e-300
    space = DealSpace(2**128 - 1, (64, 64), weights=weights)
    assert space.count() > 0
    assert np.isfinite(space.probabilities()).all()
    pinned = space.given(holdings=[Holding(0, 2**64 - 1, 64)])
    assert pinned.count() == 1
    with pytest.raises(bitdeck.InfeasibleDeal, match="so far apart"):
        pinned.sample()


def test_weights_may_be_as_far_apart_as_doubles_are() -> None:
    """A row a hundred powers of ten below the others says nothing: every deal takes as many cards from it."""
    far = DealSpace(0b11, (1, 1), weights=[[1e300, 1e300], [1e-300, 1e-300]])
    assert far.count() == 2
    assert np.array_equal(far.probabilities()[:2, :2], np.full((2, 2), 0.5))
    like = DealSpace(2**20 - 1, (10, 10), weights=[[1.0] * 20, [1e-40] * 20])
    np.testing.assert_allclose(like.probabilities()[:2, :20], 0.5, rtol=1e-14)
    assert len(set(like.sample(50, rng=1)[:, 0].tolist())) > 45


def test_weights_far_apart_against_brute_force() -> None:
    rng = np.random.default_rng(4)
    ways = (
        lambda n: np.exp2(rng.uniform(-1000, 1000, (3, n))),
        lambda n: np.exp2(rng.uniform(-1000, 1000, (3, 1)) + rng.uniform(-5, 5, (3, n))),
        lambda n: np.maximum(rng.choice([0.0, 5e-324, 1e-300, 1.0, 1e300, 1.7e308], size=(3, n)), [[5e-324], [0], [0]]),
    )
    for turn in range(30):
        n = 2 + turn % 5
        sizes = tuple(np.bincount(rng.integers(0, 3, n), minlength=3).tolist())
        space = {"cards": 2**n - 1, "sizes": sizes, "weights": ways[turn % 3](n)}
        deals = brute(space)
        found = make(space)
        assert found.count() == len(deals)
        exact = [[share(deals, lambda d, p=p, c=c: d[p] >> c & 1) if deals else 0 for c in range(n)] for p in range(3)]
        if deals:
            np.testing.assert_allclose(found.probabilities()[:3, :n], np.array(exact, float), rtol=1e-12, atol=1e-300)


def test_a_zero_below_zero_is_zero() -> None:
    one, other = (DealSpace(0b11, (1, 1), weights=[[zero, 1.0], [1.0, 1.0]]) for zero in (0.0, -0.0))
    assert one == other
    assert hash(one) == hash(other)


def test_ragged_weights_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="weights has rows of unequal length"):
        DealSpace(0b11, (1, 1), weights=[[1.0, 1.0], [1.0]])  # type: ignore[list-item]


@pytest.mark.parametrize("shift", [0, 60])
@pytest.mark.parametrize("rows", [1, 1024, 1025, 5000])
def test_rows_side_by_side_are_those_of_a_sampler(shift: int, rows: int) -> None:
    """Blocks of 1,024 rows are walked together, one deal of a sampler alone."""
    rows = min(rows, 40) if SLOW else rows
    weights = np.random.default_rng(9).random((4, 11 + shift))
    weights[0, 3 + shift] = weights[2, 7 + shift] = 0.0
    space = DealSpace((2**11 - 1) << shift, (3, 4, 2), weights=weights)
    sampler = space.sampler(5)
    hands = [sampler() for _ in range(rows)]
    drawn = space.sample(rows, rng=5)
    words = drawn.reshape(rows, 3, -1).astype(object)
    assert [
        tuple(sum(word << 64 * i for i, word in enumerate(hand)) for hand in row) for row in words.tolist()
    ] == hands


def test_weights_whose_products_lose_digits_round_alike() -> None:
    """Products below the least normal double: every implementation loses the same digits."""
    weights = [[5e-324, 5e-324, 0.5, 1e-310, 0.5], [0.5, 1e308, 1e308, 1e308, 1e308], [1e308, 0.5, 0.5, 1e308, 5e-324]]
    assert DealSpace(0b11111, (0, 2, 3), weights=weights).sample(4, rng=3).tolist() == [
        [0, 18, 13],
        [0, 20, 11],
        [0, 18, 13],
        [0, 18, 13],
    ]
    assert DealSpace(3, (1, 1), weights=[[1e-310, 5e-324], [0.5, 1e308]]).probabilities()[0, 1] == 2.57e-322
