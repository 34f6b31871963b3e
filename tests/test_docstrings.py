"""The examples in the docstrings run, and every public function and class has one."""

import doctest
import importlib
import inspect
import pkgutil
from enum import Enum
from types import ModuleType

import pytest

import bitdeck

BELOW = ("bitdeck.kernels", "bitdeck.reference")
ERRORS_AND_COMMANDS = ("bitdeck.errors", "bitdeck.cli")


def wrappers() -> list[str]:
    """The public modules: no kernels, no twins, nothing private."""
    found = [m.name for m in pkgutil.walk_packages(bitdeck.__path__, "bitdeck.") if not m.name.startswith(BELOW)]
    private = [name for name in found if any(part.startswith("_") for part in name.split("."))]
    return ["bitdeck", *(name for name in found if name not in private and name not in ERRORS_AND_COMMANDS)]


def documented(module: ModuleType) -> list[str]:
    """The functions and classes of `__all__` that are the module's own."""
    public = {name: getattr(module, name) for name in getattr(module, "__all__", ())}
    return [
        name
        for name, value in public.items()
        if getattr(value, "__module__", None) == module.__name__
        and (inspect.isroutine(value) or (inspect.isclass(value) and not issubclass(value, (Exception, Enum))))
    ]


def examples(value: object, name: str) -> int:
    return sum(len(test.examples) for test in doctest.DocTestFinder().find(value, name))


@pytest.mark.parametrize("name", wrappers())
def test_examples_run(name: str) -> None:
    module = importlib.import_module(name)
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    found = finder.find(module, name)
    for public in documented(module):
        if getattr(module, public).__doc__ and not any(test.name == f"{name}.{public}" for test in found):
            found += finder.find(getattr(module, public), f"{name}.{public}", globs=dict(vars(module)))
    assert [test.name for test in found if runner.run(test).failed] == []


@pytest.mark.parametrize("name", wrappers())
def test_every_public_name_has_an_example(name: str) -> None:
    module = importlib.import_module(name)
    assert [n for n in documented(module) if not examples(getattr(module, n), n)] == []


def test_modules_without_examples_would_be_seen() -> None:
    assert "bitdeck.cards" in wrappers()
    assert documented(bitdeck.cards) == ["Deck", "Hand"]
    assert examples(test_examples_run, "") == 0
    assert examples(bitdeck.Deck.parse, "parse") >= 3
