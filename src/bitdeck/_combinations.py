"""The combinations of k of the numbers 0 .. n - 1 in lexicographic order: the next one, all, and their ranks."""

from collections.abc import Iterable
from math import comb
from typing import Any

import numpy as np

from bitdeck import _door, _twin
from bitdeck._bits_door import MOST_ROWS, ranks_inside
from bitdeck._door import Array
from bitdeck.errors import TooComplex

__all__ = ["combinations", "next_combination", "rank_combination", "unrank_combination"]

_kernel = _twin.load("bits")

MOST_ENTRIES = 2**32


def next_combination(indices: Iterable[int], n: int) -> tuple[int, ...] | None:
    """The combination that follows in lexicographic order.

    Parameters
    ----------
    indices : iterable of int
        Strictly ascending, in 0 .. n - 1.
    n : int
        The size of the pool.

    Returns
    -------
    tuple of int, or None after the last

    Raises
    ------
    TypeError, ValueError
        For an index that is not an integer, out of bounds or out of order; a negative n.

    Notes
    -----
    The last index that can be raised is raised, and what follows is renumbered (Knuth, TAOCP 7.2.1.3, Algorithm L).

    Examples
    --------
    >>> next_combination((0, 1, 4), 5), next_combination((2, 3, 4), 5)
    ((0, 2, 3), None)
    """
    n = _door.number(n, "n")
    return _kernel.next_combination(_combination(indices, n), n)  # type: ignore[no-any-return]


def combinations(n: int, k: int) -> Array:
    """All combinations of k of the indices 0 .. n - 1, in lexicographic order.

    Parameters
    ----------
    n : int
        The size of the pool, 0..65536.
    k : int
        The number of indices in each, not negative.

    Returns
    -------
    uint8 (C(n, k), k), uint16 for n above 256
        k = 0 gives one empty row, k greater than n none.

    Raises
    ------
    TooComplex
        For more than 2**27 rows or 2**32 indices, before memory is taken.
    TypeError, ValueError
        For an n or k that is not an integer, or out of bounds.

    Examples
    --------
    >>> combinations(4, 2).tolist()
    [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    """
    n, k = _door.number(n, "n", 0, 65536), _door.number(k, "k")
    count = comb(n, k)
    if count > MOST_ROWS:
        raise TooComplex(f"there are C({n}, {k}) > 2**27 combinations; expected at most {MOST_ROWS}")
    if count * k > MOST_ENTRIES:
        raise TooComplex(f"C({n}, {k}) combinations have {count * k} indices; expected at most 2**32 = {MOST_ENTRIES}")
    out = np.empty((count, k), np.uint16 if n > 256 else np.uint8)
    if out.size:
        (_kernel.combinations_wide if n > 256 else _kernel.combinations)(n, k, out)
    return out


def rank_combination(indices: Iterable[int], n: int) -> int:
    """The place of a combination in lexicographic order.

    Parameters
    ----------
    indices : iterable of int
        Strictly ascending, in 0 .. n - 1.
    n : int
        The size of the pool.

    Returns
    -------
    int
        From 0; exact, however large.

    Raises
    ------
    TypeError, ValueError
        For an index that is not an integer, out of bounds or out of order; a negative n.

    Notes
    -----
    The combinatorial number system, mirrored (Knuth, TAOCP 7.2.1.3).

    Examples
    --------
    >>> rank_combination((0, 2, 3), 4)
    2
    """
    n = _door.number(n, "n")
    return _kernel.rank_combination(_combination(indices, n), n)  # type: ignore[no-any-return]


def unrank_combination(n: int, k: int, i: int) -> tuple[int, ...]:
    """The i-th combination of k of the indices 0 .. n - 1 in lexicographic order.

    Parameters
    ----------
    n : int
        The size of the pool, not negative.
    k : int
        The number of indices, not negative.
    i : int
        The rank from 0.

    Returns
    -------
    tuple of int

    Raises
    ------
    IndexError
        For a rank outside 0 .. C(n, k) - 1; there is none when k is greater than n.
    TypeError, ValueError
        For an argument that is not an integer, a negative n or k.

    Examples
    --------
    >>> unrank_combination(4, 2, 2)
    (0, 3)
    """
    n, k, rank = _door.number(n, "n"), _door.number(k, "k"), _door.whole(i, "i")
    ranks_inside(rank, comb(n, k))
    return _kernel.unrank_combination(n, k, rank)  # type: ignore[no-any-return]


def _combination(indices: Any, n: int) -> tuple[int, ...]:
    if not isinstance(indices, Iterable):
        raise TypeError(f"indices is {type(indices).__name__} {indices!r:.60}; expected ascending integers")
    chosen = tuple(_door.whole(v, f"indices[{j}]") for j, v in enumerate(indices))
    least = 0
    for j, index in enumerate(chosen):
        if not least <= index < n:
            raise ValueError(f"indices[{j}] is {index}; expected an ascending index in {least}..{n - 1}")
        least = index + 1
    return chosen


for _function in (combinations, next_combination, rank_combination, unrank_combination):
    _function.__module__ = "bitdeck.bits"  # where they are public
