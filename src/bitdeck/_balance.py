"""Brings weights that are far apart close together, without changing any proportion between deals."""

from math import log2

import numpy as np

from bitdeck._door import Array

__all__ = ["alike", "balanced"]

_SAFE = 900  # powers of two that a product of doubles may fall below 1 without losing digits
_ROUNDS = 8
_LEAST = -(10**6)


def alike(weights: Array) -> bool:
    """Whether weights (holders, cards) are all above 0 and so near each other that `balanced` has nothing to do: a
    quick look, which most tables pass."""
    least = float(weights.min())
    return least > 0 and (log2(weights.max()) - log2(least)) * weights.shape[1] < _SAFE


def balanced(weights: Array, sizes: tuple[int, ...]) -> Array:
    """The weights (holders, cards), rows multiplied by powers of two: every deal's weight is then multiplied by one
    number, because every holder has a fixed number of cards. Weights whose products, one a card, stay in the range of
    doubles are given back as they are.

    The powers are those that make the rows and columns of the matrix add up to what they must hold (Sinkhorn and Knopp,
    "Concerning nonnegative matrices and doubly stochastic matrices", 1967), sought in logarithms, first roughly.
    """
    if _spread(weights) * weights.shape[1] < _SAFE:
        return weights
    weights = np.where(np.array(sizes)[:, None] > 0, weights, 0.0)
    cards = np.flatnonzero((weights > 0).any(axis=0))
    rows = np.flatnonzero((weights > 0).any(axis=1))
    with np.errstate(divide="ignore"):
        logs = np.log2(weights[np.ix_(rows, cards)])
    wanted = np.log2(np.array(sizes, float)[rows])
    found = np.zeros(len(rows))
    unit = max(1.0, _spread(weights))
    while True:
        for _ in range(_ROUNDS):
            moved = logs + found[:, None]
            moved -= _sums(moved, unit, 0)
            found += unit * wanted - _sums(moved, unit, 1)[:, 0]
        if unit == 1.0:
            break
        unit = max(1.0, unit / 4)
    powers = np.zeros(len(weights), np.int64)
    powers[rows] = np.rint(found)
    parts, places = np.frexp(weights)
    places = np.where(weights > 0, places + powers[:, None], _LEAST)
    result: Array = np.ldexp(parts, np.maximum(places - places.max(axis=0), -2000).astype(np.intc))
    return result


def _spread(weights: Array) -> float:
    """How many powers of two the least weight of a card is below its largest, for the card where they are most."""
    weights = weights[:, (weights > 0).any(axis=0)]
    least = np.where(weights > 0, weights, np.inf).min(axis=0)
    return float((np.log2(weights.max(axis=0)) - np.log2(least)).max(initial=0.0))


def _sums(logs: Array, unit: float, axis: int) -> Array:
    """Logarithms of the sums along an axis, in powers of two, as they are where `unit` powers count as one."""
    most = logs.max(axis=axis, keepdims=True)
    sums: Array = most + unit * np.log2(np.exp2((logs - most) / unit).sum(axis=axis, keepdims=True))
    return sums
