"""Numbers of layouts by their matches, every layout looked at. What each function means stands in
`kernels/census.pyi`."""

from itertools import combinations
from math import comb

from bitdeck.reference.matches import _is_match


def matchless(properties, values, most, progress=None):
    """Grow every layout without a match by cards above its highest, as long as no match arises."""
    size = values**properties
    found = [0] * (most + 1)
    layouts: list[tuple[int, ...]] = [()]
    for k in range(most + 1):
        found[k] = len(layouts)
        layouts = (
            []
            if k == most
            else [
                (*layout, card)
                for layout in layouts
                for card in range(layout[-1] + 1 if layout else 0, size)
                if not any(_is_match((*some, card), properties, values) for some in combinations(layout, values - 1))
            ]
        )
        if progress:
            progress((k + 1) / (most + 1))
    return tuple(found)


def distribution(properties, values, k, progress=None):
    size = values**properties
    matches = [set(m) for m in combinations(range(size), values) if _is_match(m, properties, values)]
    found = [0] * (len(matches) + 1)
    for i, layout in enumerate(combinations(range(size), k)):
        held = set(layout)
        found[sum(match <= held for match in matches)] += 1
        if progress and i % 1000 == 0:
            progress(i / comb(size, k))
    if progress:
        progress(1.0)
    while found and not found[-1]:
        found.pop()
    return tuple(found)
