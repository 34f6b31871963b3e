"""The signature agreement of the two twins of the census: exact numbers of layouts (sets of cards) by their matches.

Decks as in `matches.pyi`. `progress`, if given, is called now and then with the share of the work done, 0.0 .. 1.0, and
at the end with 1.0; what it raises ends the call.
"""

from collections.abc import Callable

# The numbers of sets of 0, 1, ..., most cards in which there is no match (entries past the largest such set are 0).
def matchless(
    properties: int, values: int, most: int, progress: Callable[[float], object] | None = None
) -> tuple[int, ...]: ...

# The numbers of sets of k cards with exactly 0, 1, 2, ... matches, up to the last that is not 0; () when k > size.
def distribution(
    properties: int, values: int, k: int, progress: Callable[[float], object] | None = None
) -> tuple[int, ...]: ...
