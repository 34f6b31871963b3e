"""Every registered public call gives the same result, or the same error, under every implementation."""

import importlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from equivalence.harness import IMPLEMENTATIONS, Case, outcomes, same

FAMILIES = sorted(p.stem for p in Path(__file__).parent.glob("cases_*.py"))
CASES = [
    pytest.param(case, id=f"{family.removeprefix('cases_')}-{case}")
    for family in FAMILIES
    for case in importlib.import_module(f"equivalence.{family}").CASES
]


@pytest.mark.parametrize("case", CASES)
def test_implementations_agree(case: Case) -> None:
    @settings(max_examples=case.examples, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(arguments=case.arguments, keywords=case.keywords)
    def agree(arguments: tuple, keywords: dict) -> None:
        found = outcomes(case, arguments, keywords)
        first = found[IMPLEMENTATIONS[0]]
        for implementation, other in found.items():
            where = f"{case}{arguments}{keywords}"
            assert same(first, other), f"{where}: {IMPLEMENTATIONS[0]} {first}, {implementation} {other}"

    agree()


def test_same_sees_differences_of_type_and_dtype() -> None:
    import numpy as np

    assert not same(1, True)
    assert not same(np.zeros(2, "u8"), np.zeros(2, "i8"))
    assert not same((1, 2), [1, 2])
    assert same({"a": [np.arange(3)]}, {"a": [np.arange(3)]})
