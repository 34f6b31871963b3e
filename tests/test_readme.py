"""The README's examples run and print what it shows."""

import doctest
import re
from pathlib import Path

import pytest

import bitdeck

README = Path(__file__).parents[1] / "README.md"


@pytest.mark.skipif(bitdeck.implementation == "reference", reason="a hundred thousand hands take plain Python hours")
def test_examples_of_the_readme_run() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), flags=re.M | re.S)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", str(README), 0)
    found = doctest.DocTestRunner().run(test)
    assert found.attempted > 30
    assert found.failed == 0
