"""Runs one public call under every implementation and holds the outcomes against each other.

A family joins by a module `cases_<family>.py` beside this one with a list `CASES` of `Case`: a dotted public name and a
hypothesis strategy of its arguments. Bad arguments belong in the strategies too: the exception's type and text count.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import reduce
from types import ModuleType
from typing import Any

import numpy as np
from hypothesis import strategies as st

import bitdeck
from bitdeck import _twin

IMPLEMENTATIONS = _twin.available()


@dataclass(frozen=True)
class Case:
    """A call to compare: `call` is a dotted name below bitdeck, or a function of the tests (`name` says what)."""

    call: Any
    arguments: st.SearchStrategy[tuple[Any, ...]]
    name: str = ""
    examples: int = 60
    keywords: st.SearchStrategy[dict[str, Any]] = field(default_factory=lambda: st.just({}))

    def __str__(self) -> str:
        return self.name or (self.call if isinstance(self.call, str) else self.call.__name__)

    def function(self) -> Any:
        return reduce(getattr, self.call.split("."), bitdeck) if isinstance(self.call, str) else self.call


@contextmanager
def using(implementation: str) -> Iterator[None]:
    """Point every wrapper at the twins of `implementation`, and back afterwards."""
    swapped: list[tuple[ModuleType, str, ModuleType]] = []
    wrappers = [m for n, m in list(sys.modules.items()) if n == "bitdeck" or n.startswith("bitdeck.")]
    for module in wrappers:
        if module is None or module.__name__.startswith(("bitdeck.kernels", "bitdeck.reference")):
            continue
        for name, value in list(vars(module).items()):
            if isinstance(value, ModuleType) and value.__name__.startswith(("bitdeck.kernels.", "bitdeck.reference.")):
                swapped.append((module, name, value))
    for module, name, value in swapped:
        setattr(module, name, _twin.load(value.__name__.rsplit(".", 1)[1].removesuffix("_v3"), implementation))
    try:
        yield
    finally:
        for module, name, value in swapped:
            setattr(module, name, value)


def outcome(function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """What a call gives: its value with iterators drawn out, or the type and text of what it raises."""
    try:
        value = function(*arguments, **keywords)
        return ("value", list(value) if isinstance(value, Iterator) else value)
    except Exception as error:
        return ("raised", type(error).__name__, str(error))


def same(a: Any, b: Any) -> bool:
    """Equality that looks at dtype and shape of arrays and into tuples, lists and dicts."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return (
            type(a) is type(b)
            and a.dtype == b.dtype
            and a.shape == b.shape
            and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
        )
    if isinstance(a, (tuple, list)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return type(a) is type(b) and a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    return type(a) is type(b) and bool(a == b)


def outcomes(case: Case, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> dict[str, Any]:
    found = {}
    for implementation in IMPLEMENTATIONS:
        with using(implementation):
            found[implementation] = outcome(case.function(), arguments, keywords)
    return found
