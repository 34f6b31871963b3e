"""The propagation procedure: valid deals, its exact distance from uniform, and its refusals."""

import json
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

import bitdeck
from bitdeck.deals import DealSpace, Holding
from bitdeck.errors import InfeasibleDeal
from bitdeck.reference import propagation
from deal_worlds import brute, make, mask_of, spaces

CASES = json.loads((Path(__file__).parent / "cases" / "deals.json").read_text("utf-8"))
SLOW = bitdeck.implementation == "reference"


class Script:
    """A stream whose choices are written down, so that every way through the procedure can be taken."""

    def __init__(self, choices: list[int]) -> None:
        self.choices, self.widths, self.share = choices, [], Fraction(1)

    def below(self, bound: int) -> int:
        self.widths.append(bound)
        self.share /= bound
        if len(self.widths) > len(self.choices):
            self.choices.append(0)
        return self.choices[len(self.widths) - 1]


def exact_shares(*space: Any) -> Counter:
    """How likely each deal is: the shares of all ways through one start of the procedure."""
    shares: Counter = Counter()
    choices: list[int] = []
    while True:
        script = Script(choices)
        try:
            shares[tuple(propagation._Deal(*space).run(script))] += script.share
        except propagation._Contradiction:
            shares[None] += script.share
        while choices and choices[-1] == script.widths[len(choices) - 1] - 1:
            choices.pop()
        if not choices:
            return shares
        choices[-1] += 1


def distance(shares: Counter, deals: int) -> Fraction:
    """Total variation between the deals of starts without contradiction and the uniform distribution."""
    fitting = {deal: share for deal, share in shares.items() if deal is not None}
    whole = sum(fitting.values())
    apart = sum(abs(share / whole - Fraction(1, deals)) for share in fitting.values())
    return (apart + Fraction(deals - len(fitting), deals)) / 2


@pytest.mark.parametrize(
    ("case", "published"),
    [
        (CASES["propagation_bias"][0], "exact_total_variation"),
        (CASES["propagation_bias"][1], "exact_total_variation_with_a_random_copy"),
    ],
    ids=lambda value: value["name"] if isinstance(value, dict) else "",
)
def test_distance_from_uniform_is_the_published_one(case: dict[str, Any], published: str) -> None:
    (count,) = [line for line in CASES["counts"] if line["name"] == case["name"]]
    barred = tuple(mask_of(mask) for mask in count.get("barred", [[]] * 3))
    held = [Holding(p, mask_of(cards), *bounds) for p, cards, *bounds in count.get("holdings", [])]
    cards = mask_of(count["cards"])
    terms = tuple(holding._within(cards, 0b111) for holding in held)
    found = distance(exact_shares(cards, tuple(count["sizes"]), barred, terms), count["count"])
    digits = len(str(case[published])) - 2
    assert round(float(found), digits) == case[published]


def test_samples_come_as_often_as_computed() -> None:
    from scipy.stats import chi2

    cards, sizes, barred = 0b1111111, (2, 2, 3), (0b11, 0b1100, 0)
    shares = exact_shares(cards, sizes, barred, ())
    n = 2_000 if SLOW else 50_000
    rows = DealSpace(cards, sizes, barred=barred).sample(n, rng=3, method="propagation")
    seen = Counter(map(tuple, rows.tolist()))
    fitting = {deal: share for deal, share in shares.items() if deal is not None}
    whole = sum(fitting.values())
    assert seen.keys() <= fitting.keys()
    expected = {deal: float(n * share / whole) for deal, share in fitting.items()}
    statistic = sum((seen[deal] - e) ** 2 / e for deal, e in expected.items())
    assert chi2.sf(statistic, len(expected) - 1) > 1e-4


@settings(max_examples=40 if SLOW else 150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(spaces(weighted=False))
def test_deals_are_never_wrong_or_short(world: dict[str, Any]) -> None:
    space, deals = make(world), brute(world)
    if not deals:
        with pytest.raises(InfeasibleDeal):
            space.sample(5, rng=1, method="propagation")
        return
    with suppress(RuntimeError):
        rows = space.sample(10, rng=1, method="propagation")
        assert (space.rank(rows) < len(deals)).all()


def test_one_deal_is_the_first_row_and_rows_do_not_depend_on_n() -> None:
    space = DealSpace(0x3FFFF, (6, 6, 6), barred=(0b111, 0b111000, 0))
    rows = space.sample(1030 if not SLOW else 30, rng=2, method="propagation")
    assert space.sample(rng=2, method="propagation") == tuple(rows[0].tolist())
    assert np.array_equal(space.sample(20, rng=2, method="propagation"), rows[:20])
    out = np.empty((20, 3), np.uint64)
    assert space.sample(20, rng=2, method="propagation", out=out) is out
    assert np.array_equal(out, rows[:20])


def test_weights_are_refused() -> None:
    space = DealSpace(0b11, (1, 1), weights=np.ones((2, 2)))
    with pytest.raises(ValueError, match="knows no weights"):
        space.sample(method="propagation")


def test_a_deal_that_is_never_found_is_given_up() -> None:
    """One set of eight of sixteen cards has the right sum: a start meets it once in thousands."""
    values = {card: 30_000 + 5 ** (card + 20) % 30_011 for card in range(16)}
    total = sum(values[card] for card in range(0, 16, 2))
    space = DealSpace(2**16 - 1, (8, 8), holdings=[Holding(0, 2**16 - 1, total, total, values)])
    assert space.count() == 1
    out = np.full((2, 2), 7, np.uint64)
    with pytest.raises(RuntimeError, match=r"row 0: propagation ran into a contradiction in 1000 starts"):
        space.sample(2, rng=1, method="propagation", out=out)
    assert (out == 7).all()
