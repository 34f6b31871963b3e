"""Places of deals in the order of the holder of each card, lowest card first: a walk through a table of single cards.

The table counts for blocks of like holders; what a block may still get is split among its members in so many ways,
which `Walk` keeps.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from bitdeck.kernels.plan cimport CARDS, HOLDERS, Graph, choices, has
from bitdeck.kernels.wide cimport WIDE, add, add_product, divide_small, less, multiply, scale, subtract

cdef enum:
    NOWHERE = 0xFFFFFFFF


# A way through a table of single cards: where each holder and block stands.
cdef struct Walk:
    uint32_t state
    int sizes[HOLDERS]
    int needs[HOLDERS]
    uint64_t splits[WIDE]  # ways to split the blocks' needs among their members


cdef inline uint32_t given_to(const Graph* g, int card, uint32_t s, int block) noexcept nogil:
    """The state after the `card`-th card went to `block`; NOWHERE if nothing completes it."""
    cdef int i = g.group[card].step
    cdef uint32_t take
    cdef Py_ssize_t e, end
    if not g.group[card].blocks >> block & 1:
        return NOWHERE
    while True:
        take = g.step[i].block == block
        e = g.state[s].first
        end = g.state[s + 1].first
        while e < end and g.edge[e].take != (take if g.state[s].left else 0):
            e += 1
        if e == end:
            return NOWHERE
        s = g.edge[e].to
        if g.step[i].ends:
            return s
        i += 1


cdef inline void start_walk(const Graph* g, Walk* walk) noexcept nogil:
    """The walk before the first card."""
    cdef int p, b, left
    walk.state = 0
    memset(walk.splits, 0, sizeof(walk.splits))
    walk.splits[0] = 1
    for b in range(g.blocks):
        walk.needs[b] = g.needs[b]
        left = g.needs[b]
        for p in range(g.holders):
            if g.members[b] >> p & 1:
                times_choose(g, walk.splits, left, g.sizes[p])
                left -= g.sizes[p]
    for p in range(g.holders):
        walk.sizes[p] = g.sizes[p]


cdef inline void times_choose(const Graph* g, uint64_t* a, int n, int k) noexcept nogil:
    """a *= C(n, k)"""
    cdef uint64_t[WIDE] product
    cdef const uint64_t* factors = choices(g, n, k)
    memset(product, 0, sizeof(product))
    add_product(product, a, factors[0], WIDE)
    add_product(product + 1, a, factors[1], WIDE - 1)
    memcpy(a, product, sizeof(product))


cdef inline bint ways_with(const Graph* g, const Walk* walk, int card, int p, uint64_t* out) noexcept nogil:
    """The deals that go on from `walk` with the card at holder p; False if none."""
    cdef int b = g.block_of[p], w = g.words
    cdef uint32_t s
    cdef uint64_t[WIDE] ways
    if walk.sizes[p] == 0:
        return False
    s = given_to(g, card, walk.state, b)
    if s == NOWHERE:
        return False
    memset(ways, 0, sizeof(ways))
    memcpy(ways, g.ways + <Py_ssize_t>s * w, w * sizeof(uint64_t))
    multiply(out, walk.splits, ways, WIDE)
    scale(out, walk.sizes[p], WIDE)
    divide_small(out, walk.needs[b], WIDE)
    return True


cdef inline void give_card(const Graph* g, Walk* walk, int card, int p) noexcept nogil:
    cdef int b = g.block_of[p]
    walk.state = given_to(g, card, walk.state, b)
    scale(walk.splits, walk.sizes[p], WIDE)
    divide_small(walk.splits, walk.needs[b], WIDE)
    walk.sizes[p] -= 1
    walk.needs[b] -= 1


cdef inline bint find_rank(const Graph* g, const uint64_t* row, int players, int words, uint64_t* rank) noexcept nogil:
    """Place of a deal; False if it is not in the space."""
    cdef Walk walk
    cdef uint64_t[WIDE] ways
    cdef uint64_t[2] seen
    cdef uint64_t[2] hand
    cdef int[CARDS] holder
    cdef int i, p, c
    seen[0] = seen[1] = 0
    memset(rank, 0, WIDE * sizeof(uint64_t))
    for i in range(g.groups):
        holder[i] = g.holders - 1 if players < g.holders else -1
    for p in range(players):
        hand[0] = row[p * words]
        hand[1] = row[p * words + 1] if words > 1 else 0
        for i in range(2):
            if hand[i] & (seen[i] | ~g.cards[i]):
                return False
            seen[i] |= hand[i]
        for i in range(g.groups):
            if has(hand, g.group[i].card):
                holder[i] = p
    start_walk(g, &walk)
    for c in range(g.groups):
        if holder[c] < 0 or not ways_with(g, &walk, c, holder[c], ways):
            return False
        for p in range(holder[c]):
            if ways_with(g, &walk, c, p, ways):
                add(rank, ways, WIDE)
        give_card(g, &walk, c, holder[c])
    return True


cdef inline void find_deal(const Graph* g, uint64_t* rank, uint8_t* holder) noexcept nogil:
    """The holder of each card in the deal at a place, which is used up."""
    cdef Walk walk
    cdef uint64_t[WIDE] ways
    cdef int c, p
    start_walk(g, &walk)
    for c in range(g.groups):
        for p in range(g.holders):
            if ways_with(g, &walk, c, p, ways):
                if less(rank, ways, WIDE):
                    break
                subtract(rank, ways, WIDE)
        holder[c] = p
        give_card(g, &walk, c, p)


cdef inline void lay(const Graph* g, const uint8_t* holder, uint64_t* row, int players, int words) noexcept nogil:
    """The hands of a deal given by the holder of each card."""
    cdef int c, card
    memset(row, 0, players * words * sizeof(uint64_t))
    for c in range(g.groups):
        if holder[c] < players:
            card = g.group[c].card
            row[holder[c] * words + (card >> 6)] |= <uint64_t>1 << (card & 63)


cdef inline void run_through(
    const Graph* g, uint8_t* holder, uint64_t* rows, Py_ssize_t n, int players, int words
) noexcept nogil:
    """n deals in order, depth first, from the one that `holder` gives."""
    cdef uint32_t[CARDS + 1] state
    cdef int[HOLDERS] sizes
    cdef Py_ssize_t i
    cdef int c, p
    cdef uint32_t s
    memcpy(sizes, g.sizes, sizeof(sizes))
    state[0] = 0
    for c in range(g.groups):
        state[c + 1] = given_to(g, c, state[c], g.block_of[holder[c]])
        sizes[holder[c]] -= 1
    for i in range(n):
        lay(g, holder, rows + i * players * words, players, words)
        if i + 1 == n:
            return
        c = g.groups
        p = g.holders
        while p == g.holders:
            c -= 1
            p = holder[c]
            sizes[p] += 1
            p += 1
            while p < g.holders:
                if sizes[p]:
                    s = given_to(g, c, state[c], g.block_of[p])
                    if s != NOWHERE:
                        break
                p += 1
        while True:
            holder[c] = p
            sizes[p] -= 1
            state[c + 1] = s
            c += 1
            if c == g.groups:
                break
            for p in range(g.holders):
                if sizes[p]:
                    s = given_to(g, c, state[c], g.block_of[p])
                    if s != NOWHERE:
                        break
