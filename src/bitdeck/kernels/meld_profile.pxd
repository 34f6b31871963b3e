"""Profiles: what each part of a hand can meld with so many jokers, runs and pure runs; and how parts add up."""

from libc.stdint cimport uint64_t

from bitdeck.kernels.meld_search cimport Search, begin_search, close_search, open_search, solve, wild_cards
from bitdeck.kernels.meld_space cimport SCALE, Space, bitdeck_popcount, take


cdef inline list melded(Space* space, uint64_t once, uint64_t twice, int jokers):
    """The profile's values, at least so many runs and pure runs, not yet where more are needed."""
    cdef uint64_t special = <uint64_t>15 << (4 * space.wild) if space.wild >= 0 else 0
    cdef Search search
    cdef int runs = space.min_runs + 1, pures = space.min_pure_runs + 1, total, j, n, r, p
    cdef uint64_t column = special & once, pairs = special & twice, chosen, chosen2, a, b, place
    cdef list values = [-1] * ((jokers + 1) * runs * pures)
    if not open_search(&search, space):
        close_search(&search)
        raise MemoryError
    begin_search(&search, jokers + wild_cards(space, once, twice), 0)
    try:
        for chosen, chosen2 in wild_choices(column, pairs):
            a = once
            b = twice
            take(&a, &b, chosen)
            take(&a, &b, chosen2)
            place = solve(&search, a, b)
            if search.failed:
                raise MemoryError
            for j in range(jokers + 1):
                for n in range(bitdeck_popcount(chosen) + bitdeck_popcount(chosen2) + 1):
                    for r in range(runs):
                        for p in range(pures):
                            total = search.values[place + ((j + n) * runs + r) * pures + p]
                            if total >= 0:
                                total = total // SCALE + (n * space.points[space.wild] if n else 0)
                                raise_to(values, j, r, p, runs, pures, total)
        return values
    finally:
        close_search(&search)


cdef inline void raise_to(list values, int j, int runs_made, int pures_made, int runs, int pures, int total):
    """What has more runs serves where fewer are asked for."""
    cdef int r, p, at
    for r in range(runs_made + 1):
        for p in range(pures_made + 1):
            at = (j * runs + r) * pures + p
            if <int>values[at] < total:
                values[at] = total


cdef inline list wild_choices(uint64_t column, uint64_t pairs):
    """Which wild cards are jokers: every pair of planes."""
    cdef uint64_t part = column, part2
    found = []
    while True:
        part2 = part & pairs
        while True:
            found.append((part, part2))
            if part2 == 0:
                break
            part2 = (part2 - 1) & part & pairs
        if part == 0:
            return found
        part = (part - 1) & column


cdef inline list combined(list a, tuple b, int jokers, int runs, int pures):
    """The profile of two parts together."""
    cdef int i, j, r, r2, n, p, left, right
    cdef list values = [-1] * len(a)
    for i in range(jokers + 1):
        for j in range(jokers + 1 - i):
            for r in range(runs * pures):
                for r2 in range(runs * pures):
                    left = a[i * runs * pures + r]
                    right = b[j * runs * pures + r2]
                    if left >= 0 and right >= 0:
                        n = min(r // pures + r2 // pures, runs - 1)
                        p = min(r % pures + r2 % pures, pures - 1)
                        raise_to(values, i + j, n, p, runs, pures, left + right)
    return values
