"""The README's examples run and print what it shows."""

import doctest
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_examples_of_the_readme_run() -> None:
    found = doctest.testfile(str(README), module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS)
    assert found.attempted > 0
    assert found.failed == 0
