"""Drawing and discarding with one pack and no jokers: 42 cards, eleven discards each, in a few hundred look-ups.

For a given choice of sets the best discard of what is left is the one of greatest relief, lane by lane; discarding
out of a set is the
same as another choice of sets. A drawn card changes one lane, or it makes a set in its own column.
"""

from libc.stdint cimport int16_t, int32_t, uint64_t

from bitdeck.kernels.meld_lanes cimport Lanes, settled_ranks
from bitdeck.kernels.meld_space cimport RANKS, bitdeck_lanes, bitdeck_lowest

cdef enum:
    MOST_LEAVES = 64
    MANY = 1 << 24


cdef struct Leaf:
    uint64_t lanes
    int melds


cdef inline int list_leaves(Lanes* lanes, uint64_t hand, uint64_t ranks, Leaf* leaves) noexcept nogil:
    """What each choice of sets at these ranks leaves of the lanes; 0 when there are more than MOST_LEAVES."""
    cdef int count = 1, before, rank, column, i, k
    leaves[0].lanes = bitdeck_lanes(hand)
    leaves[0].melds = 0
    while ranks:
        rank = bitdeck_lowest(ranks) >> 2
        ranks &= ranks - 1
        column = lanes.base3[(hand >> (4 * rank)) & 15]
        before = count
        if before * (1 + lanes.plain[column]) > MOST_LEAVES:
            return 0
        for i in range(lanes.first[column], lanes.first[column] + lanes.plain[column]):
            for k in range(before):
                leaves[count].lanes = leaves[k].lanes & ~(lanes.choices[i].lanes << rank)
                leaves[count].melds = leaves[k].melds + lanes.choices[i].melds
                count += 1
    return count


cdef inline int relieved(Lanes* lanes, uint64_t t) noexcept nogil:
    """Least cost of four lanes after the best discard."""
    cdef int a = <int>(t & 0xffff), b = <int>((t >> 16) & 0xffff), c = <int>((t >> 32) & 0xffff), d = <int>(t >> 48)
    cdef int cost = lanes.single[a] + lanes.single[b] + lanes.single[c] + lanes.single[d]
    return cost - max(max(lanes.relief[a], lanes.relief[b]), max(lanes.relief[c], lanes.relief[d]))


cdef inline void draw_into_lanes(Lanes* lanes, Leaf* leaf, int32_t* least) noexcept nogil:
    """The drawn card stays out of the sets: only its own lane changes. Nobody asks what is said of the cards held."""
    cdef int suit, rank, lane, other, cost, base, relief
    cdef int value[4]
    cdef int gain[4]
    base = leaf.melds
    for suit in range(4):
        lane = <int>(leaf.lanes >> (16 * suit)) & 0xffff
        value[suit] = lanes.single[lane]
        gain[suit] = lanes.relief[lane]
        base += value[suit]
    for suit in range(4):
        lane = <int>(leaf.lanes >> (16 * suit)) & 0xffff
        relief = max(gain[suit ^ 1], max(gain[suit ^ 2], gain[suit ^ 3]))
        for rank in range(RANKS):
            other = lane | 1 << rank
            cost = base - value[suit] + lanes.single[other] - max(relief, lanes.relief[other])
            least[4 * rank + suit] = min(least[4 * rank + suit], cost)


cdef inline void draw_into_set(
    Lanes* lanes, uint64_t hand, Leaf* leaves, int count, int rank, int suit, int32_t* least
) noexcept nogil:
    """The drawn card joins a set of its rank; the leaves are those of the other ranks' sets."""
    cdef int column = lanes.base3[((hand >> (4 * rank)) & 15) | <uint64_t>1 << suit]
    cdef int i, k, cost
    cdef uint64_t drawn = <uint64_t>1 << (16 * suit)
    for i in range(lanes.first[column], lanes.first[column] + lanes.plain[column]):
        if not lanes.choices[i].lanes & drawn:
            continue
        for k in range(count):
            cost = leaves[k].melds + lanes.choices[i].melds
            cost += relieved(lanes, (leaves[k].lanes | drawn << rank) & ~(lanes.choices[i].lanes << rank))
            if cost < least[4 * rank + suit]:
                least[4 * rank + suit] = cost


cdef inline int draw_single(Lanes* lanes, uint64_t hand, int16_t* out, int16_t never) noexcept nogil:
    """out[type] for the 52 types; 0 when there are too many choices of sets."""
    cdef Leaf leaves[MOST_LEAVES]
    cdef int32_t least[52]
    cdef uint64_t settled = settled_ranks(lanes.space.min_set, hand)
    cdef uint64_t near = settled_ranks(lanes.space.min_set - 1, hand)
    cdef uint64_t absent, bit
    cdef int count = list_leaves(lanes, hand, settled, leaves), i, rank
    if count == 0:
        return 0
    for i in range(52):
        least[i] = MANY
    for i in range(count):
        draw_into_lanes(lanes, &leaves[i], least)
    while near:
        bit = near & (~near + 1)
        near ^= bit
        rank = bitdeck_lowest(bit) >> 2
        absent = ~(hand >> (4 * rank)) & 15
        if settled:
            count = list_leaves(lanes, hand, settled & ~bit, leaves)
        while absent:
            draw_into_set(lanes, hand, leaves, count, rank, bitdeck_lowest(absent), least)
            absent &= absent - 1
    for i in range(52):
        out[i] = never if hand >> i & 1 else <int16_t>(least[i] >> 6)
    return 1
