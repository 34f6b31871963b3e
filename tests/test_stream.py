"""The random stream: both twins draw the same words, and they are those of the published algorithms."""

import numpy as np
import pytest

from bitdeck import _twin

SEED = np.array([1, 2, 3, 2**64 - 1], np.uint64)


def drawn(implementation: str, block: int, n: int = 200) -> np.ndarray:
    out = np.empty(n, np.uint64)
    _twin.load("stream", implementation).words(SEED, block, out)
    return out


@pytest.mark.parametrize("implementation", _twin.available())
@pytest.mark.parametrize("block", [0, 1, 2**40])
def test_words_are_those_of_the_reference(implementation: str, block: int) -> None:
    assert np.array_equal(drawn(implementation, block), drawn("reference", block))


def test_xoshiro_follows_its_published_test_vector() -> None:
    """The first outputs of xoshiro256++ from state 1, 2, 3, 4, as in the `rand_xoshiro` crate's test."""
    from bitdeck.reference.stream import Stream

    stream = Stream(SEED, 0)
    stream.state = [1, 2, 3, 4]
    assert [stream.following() for _ in range(4)] == [41943041, 58720359, 3588806011781223, 3591011842654386]


def test_splitmix_follows_its_published_test_vector() -> None:
    """The first outputs of SplitMix64 from 1234567."""
    from bitdeck.reference.stream import _splitmix

    golden = 0x9E3779B97F4A7C15
    found = [_splitmix((1234567 + i * golden) % 2**64) for i in (1, 2)]
    assert found == [6457827717110365317, 3203168211198807973]


@pytest.mark.parametrize("implementation", _twin.available())
@pytest.mark.parametrize("bound", [1, 2, 3, 2**63 + 1, 2**64 - 1])
def test_integers_stay_below_their_bound_and_agree(implementation: str, bound: int) -> None:
    found, expected = np.empty(300, np.uint64), np.empty(300, np.uint64)
    _twin.load("stream", implementation).integers(SEED, 5, bound, found)
    _twin.load("stream", "reference").integers(SEED, 5, bound, expected)
    assert np.array_equal(found, expected)
    assert found.max() < bound


def test_integers_are_uniform() -> None:
    out = np.empty(90_000, np.uint64)
    _twin.load("stream").integers(SEED, 0, 9, out)
    counts = np.bincount(out.astype(int), minlength=9)
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 26.1, "chi-square of 8 degrees at 0.001"
