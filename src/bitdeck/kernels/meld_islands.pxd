"""Islands of the 4 x 13 grid, and what each of their cells can be in."""

from libc.stdint cimport uint64_t

from bitdeck.kernels.meld_lists cimport Melds, fits, spend
from bitdeck.kernels.meld_space cimport Space, bitdeck_lowest


cdef inline uint64_t grown(Space* space, uint64_t part, int reach) noexcept nogil:
    """The types next to these: all suits of their ranks, and ranks of their suits up to `reach` away."""
    cdef uint64_t around = part, next_one = part, bits = part
    cdef uint64_t aces = 15, kings = <uint64_t>15 << 48
    cdef int i, rank
    for i in range(reach):
        next_one = around | around << 4 | around >> 4
        if space.aces == 1:  # the ace does not touch the two
            next_one = around | (around & ~aces) << 4 | (around & ~(aces << 4)) >> 4
        if space.aces:
            next_one |= (around & kings) >> 48 | (around & aces) << 48
        around = next_one & (<uint64_t>0xFFFFFFFFFFFFF)
    while bits:
        rank = bitdeck_lowest(bits) >> 2
        around |= aces << (4 * rank)
        bits &= ~(aces << (4 * rank))
    return around


cdef inline list parts(Space* space, uint64_t land, int reach):
    """Cut the land into what is connected, by lowest type."""
    cdef uint64_t part, more
    found = []
    while land:
        part = land & (~land + 1)
        while True:
            more = grown(space, part, reach) & land
            if more == part:
                break
            part = more
        found.append(part)
        land &= ~part
    return found


cdef inline int flags_of(Melds* melds, uint64_t held, uint64_t pairs, uint64_t bit) noexcept nogil:
    cdef int flags = 0, i, k, first
    cdef uint64_t once, twice
    cdef int printed
    for i in range(melds.count):
        if not melds.items[i].card & bit:
            continue
        first = 1 if melds.items[i].run else 4
        flags |= first
        for k in range(i, melds.count):
            if flags & 2 * first or melds.items[k].run != melds.items[i].run or not melds.items[k].card & bit:
                continue
            once = held
            twice = pairs
            printed = 0
            spend(&melds.items[i], &once, &twice, &printed)
            if fits(&melds.items[k], once, twice, 0):
                flags |= 2 * first
    return flags


cdef inline tuple rows_of(uint64_t part):
    """(suit, first rank, last rank) of each stretch of land."""
    cdef int suit, rank, first
    found = []
    for suit in range(4):
        first = -1
        for rank in range(14):
            if rank < 13 and part >> (4 * rank + suit) & 1:
                if first < 0:
                    first = rank
            elif first >= 0:
                found.append((suit, first, rank - 1))
                first = -1
    return tuple(found)


cdef inline tuple columns_of(uint64_t part):
    """(rank, lowest suit, highest suit) of each rank with land."""
    cdef int rank, column
    found = []
    for rank in range(13):
        column = part >> (4 * rank) & 15
        if column:
            found.append((rank, bitdeck_lowest(column), column.bit_length() - 1))
    return tuple(found)
