"""Holding: a frozen value, let in through the door."""

import copy
import pickle
from math import comb
from typing import Any

import numpy as np
import pytest

from bitdeck.deals import DealSpace, Holding


def test_a_holding_keeps_what_it_was_given() -> None:
    held = Holding((2, 0, 2), 0b1011, 1, 3, {3: 2, 0: 1})
    assert (held.players, held.cards, held.at_least, held.at_most) == ((0, 2), 11, 1, 3)
    assert held.values == ((0, 1), (3, 2))
    assert Holding(1, 3) == Holding((1,), np.uint64(3), 0, None)
    assert Holding([1, 2], 3, values=((1, 1),)) == Holding((2, 1), 3, values={1: 1})
    assert Holding(np.int64(1), 3).players == (1,)


def test_holdings_compare_hash_pickle_copy_and_print() -> None:
    held = Holding((0, 1), 0b1011, 2, 3, {3: 2, 0: 1})
    for twin in (pickle.loads(pickle.dumps(held)), copy.copy(held), copy.deepcopy(held), eval(repr(held))):
        assert twin == held
        assert hash(twin) == hash(held)
        space = DealSpace(0b1111, (2, 1))
        assert space.given(holdings=[twin]).count() == space.given(holdings=[held]).count() == 9
    assert len({held, Holding((0, 1), 0b1011, 1, 3), Holding((0, 1), 0b1011, 1), Holding(0, 0b1011, 1)}) == 4


def test_a_holding_does_not_change() -> None:
    held = Holding(0, 1)
    for name in ("players", "cards", "at_least", "at_most", "values"):
        with pytest.raises(AttributeError):
            setattr(held, name, 1)
    assert held == Holding(0, 1)


@pytest.mark.parametrize(
    ("error", "match", "arguments"),
    [
        (TypeError, "cards is float", (0, 1.5)),
        (TypeError, "bits.from_indices", (0, [1])),
        (OverflowError, "cards is -1", (0, -1)),
        (OverflowError, "bit 128", (0, 1 << 128)),
        (TypeError, "players is the bool", (True, 1)),
        (TypeError, "players is float", (1.5, 1)),
        (TypeError, "players is None", (None, 1)),
        (TypeError, "players is str", ("0", 1)),
        (TypeError, r"players\[1\] is float", ((0, 1.5), 1)),
        (ValueError, "players is -1", (-1, 1)),
        (ValueError, r"players\[0\] is -1", ((-1,), 1)),
        (ValueError, "players is empty", ((), 1)),
        (ValueError, "at_least is -1", (0, 1, -1)),
        (TypeError, "at_least is None", (0, 1, None)),
        (ValueError, "at_most is -1", (0, 1, 0, -1)),
        (TypeError, "at_most is the bool", (0, 1, 0, True)),
        (ValueError, "at_least is 3 and at_most is 2", (0, 1, 3, 2)),
        (TypeError, "values is 5", (0, 1, 0, 1, 5)),
        (TypeError, "values is 'ab'", (0, 1, 0, 1, "ab")),
        (TypeError, "values has 1", (0, 1, 0, 1, [1])),
        (ValueError, "card is 128", (0, 1, 0, 1, {128: 1})),
        (ValueError, r"values\[0\] is -1", (0, 1, 0, 1, {0: -1})),
        (ValueError, r"values\[0\] is 65536", (0, 1, 0, 1, {0: 65536})),
        (TypeError, r"values\[0\] is float", (0, 1, 0, 1, {0: 1.5})),
    ],
)
def test_what_cannot_be_a_holding_is_refused(error: Any, match: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(error, match=match):
        Holding(*arguments)


def test_cards_outside_the_space_count_nothing() -> None:
    space = DealSpace(0b1111, (2, 2))
    assert space.given(holdings=[Holding(0, 0b11 | 1 << 90, 1)]).count() == 5
    assert space.given(holdings=[Holding(0, 1 << 90, 0, 5)]).count() == 6
    assert space.given(holdings=[Holding(0, 0b11, 0, 2**200)]).count() == 6
    assert space.given(holdings=[Holding(0, 0b11, 2**200)]).count() == 0


def test_values_count_only_on_the_cards_of_the_holding() -> None:
    space = DealSpace(0b1111, (2, 2))
    assert space.given(holdings=[Holding(0, 0b11, 2, None, {0: 1, 1: 1, 2: 9, 3: 9})]).count() == 1


def test_the_undealt_pile_is_a_player_of_a_holding() -> None:
    space = DealSpace(0b111111, (2, 2))
    assert space.given(holdings=[Holding(2, 0b11, 2)]).count() == 6
    assert space.given(holdings=[Holding((0, 2), 0b11, 2)]).count() == comb(4, 2) ** 2
    full = DealSpace(0b1111, (2, 2))
    assert full.given(holdings=[Holding((0, 2), 0b11, 2)]).count() == 1


def test_an_announcement_of_large_values() -> None:
    """Values near the bound: the sums of 128 of them stay exact."""
    values = dict.fromkeys(range(128), 65535)
    space = DealSpace(2**128 - 1, (64, 64), holdings=[Holding(0, 2**128 - 1, 64 * 65535, 64 * 65535, values)])
    assert space.count() == DealSpace(2**128 - 1, (64, 64)).count()
    assert space.given(holdings=[Holding(0, 2**128 - 1, 64 * 65535 + 1, None, values)]).count() == 0


def test_a_card_has_one_value() -> None:
    with pytest.raises(ValueError, match="values has card 0 twice, worth 1 and 2"):
        Holding(0, 0b11, 1, 3, values=[(0, 1), (0, 2)])


def test_a_player_may_be_an_array_of_no_dimensions() -> None:
    assert Holding(np.array(1), 0b11, 1) == Holding(1, 0b11, 1)  # type: ignore[arg-type]
