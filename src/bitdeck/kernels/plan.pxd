"""How a space of deals is taken apart: blocks of like holders, groups of like cards, steps, and the keys of states.

The rules that fix the order of everything stand in `deals.pyi`.
"""

from libc.math cimport floor, frexp, ldexp, lgamma
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from bitdeck.kernels.bits cimport CHUNK, LARGEST, Shares, shares_of

cdef extern from "bitdeck.h" nogil:
    int bitdeck_popcount(uint64_t x)
    int bitdeck_lowest(uint64_t x)
    int bitdeck_highest(uint64_t x)

cdef enum:
    HOLDERS = 9
    CARDS = 128
    STATES = 16777216  # the most states a table may have

cdef enum Outcome:
    DONE
    TOO_COMPLEX
    NO_MEMORY


# What a holding counts; in a state only from its first to its last counting group.
cdef struct Tally:
    uint32_t holders
    uint32_t blocks
    int64_t least
    int64_t most
    bint saturates  # nothing can pass at_most: the sum is kept up to `most` = at_least
    bint tracked  # never closed: its last sum is the answer
    int cards
    int first
    int last
    int word  # of the key
    int shift
    uint64_t field


# A space as it comes in.
cdef struct Spec:
    int holders
    uint64_t cards[2]
    int sizes[HOLDERS]
    uint64_t barred[HOLDERS][2]
    int tallies
    Tally* tally
    int32_t* values  # tallies x 128
    double* weights  # holders x 128, scaled by `scale_weights`, or NULL
    bint single
    Py_ssize_t limit  # of states


cdef struct Group:
    uint64_t low
    uint64_t high
    uint32_t blocks
    int size
    int card  # the lowest
    int step  # the first


cdef struct Step:
    int group
    int block
    int last  # the block that takes what is left, or -1
    bint opens  # first and final step of its group
    bint ends
    uint32_t first  # state of its layer


cdef struct State:
    uint32_t first  # edge
    uint32_t left  # cards of the group not yet given to a block


cdef struct Edge:
    uint32_t to
    uint32_t take


cdef struct Split:
    int whole  # the holder with whom the cards of some members lie; he keeps those of the lower half
    int half  # the lowest member of the upper half, who gets the rest
    int size  # cards of the lower half
    int cards  # of both halves
    const Shares* shares  # for drawing the lower half from more than CHUNK cards of one word, else NULL


cdef struct Graph:
    int holders
    int blocks
    int groups
    int steps
    int tallies
    int keys  # words of a state's key while it is looked for
    int words  # words of a count
    bint dead
    Py_ssize_t limit
    uint64_t cards[2]
    int sizes[HOLDERS]
    int block_of[HOLDERS]
    int needs[HOLDERS]
    uint32_t members[HOLDERS]
    int first[HOLDERS]  # the lowest member of a block
    Split split[HOLDERS]
    int splits
    int shifts[HOLDERS]
    uint64_t fields[HOLDERS]
    Group* group
    Step* step
    Tally* tally
    int32_t* values  # tallies x groups
    double* weights  # groups x blocks, or NULL
    State* state
    Edge* edge
    uint64_t* ways  # completions, `words` a state
    double* mass  # completions of a weighted graph
    Py_ssize_t states
    Py_ssize_t edges
    Py_ssize_t state_room
    Py_ssize_t edge_room
    const uint64_t* choose
    const double* choose_float


cdef inline const uint64_t* choices(const Graph* g, int n, int k) noexcept nogil:
    """C(n, k) in two words."""
    return g.choose + 2 * (n * (n + 1) // 2 + k)


cdef inline void release(Graph* g) noexcept nogil:
    free(g.group)
    free(g.step)
    free(g.tally)
    free(g.values)
    free(g.weights)
    free(g.state)
    free(g.edge)
    free(g.ways)
    free(g.mass)


cdef inline int width(int64_t most) noexcept nogil:
    return bitdeck_highest(<uint64_t>most) + 1 if most > 0 else 0


cdef inline bint has(const uint64_t* mask, int card) noexcept nogil:
    return mask[card >> 6] >> (card & 63) & 1


cdef inline int read_mask(object mask, uint64_t* out) except -1:
    """A Python integer as two words."""
    if mask <= 0xFFFFFFFFFFFFFFFF:
        out[0] = mask
        out[1] = 0
    else:
        out[0] = mask & 0xFFFFFFFFFFFFFFFF
        out[1] = mask >> 64
    return 0


cdef inline bint like_holders(const Spec* spec, int p, int q) noexcept nogil:
    cdef int i, c
    for i in range(2):
        if (spec.barred[p][i] ^ spec.barred[q][i]) & spec.cards[i]:
            return False
    for i in range(spec.tallies):
        if (spec.tally[i].holders >> p ^ spec.tally[i].holders >> q) & 1:
            return False
    if spec.weights != NULL:
        for c in range(CARDS):
            if has(spec.cards, c) and spec.weights[p * CARDS + c] != spec.weights[q * CARDS + c]:
                return False
    return True


cdef inline void lay_splits(Graph* g, const int* members, int n) noexcept nogil:
    """How a block's cards go to its members: halved, and each half halved again, which takes the fewest random words."""
    cdef int i, half = n // 2
    cdef Split* split = &g.split[g.splits]
    if n == 1:
        return
    split.whole = members[0]
    split.half = members[half]
    split.size = 0
    split.cards = 0
    for i in range(n):
        split.cards += g.sizes[members[i]]
        if i < half:
            split.size += g.sizes[members[i]]
    split.shares = NULL
    if CHUNK < split.cards <= LARGEST and 0 < split.size < split.cards:
        split.shares = shares_of(split.cards, split.size)
    g.splits += 1
    lay_splits(g, members, half)
    lay_splits(g, members + half, n - half)


cdef inline void form_blocks(Graph* g, const Spec* spec) noexcept nogil:
    cdef int p, q, b, n
    cdef int[HOLDERS] members
    for p in range(spec.holders):
        g.sizes[p] = spec.sizes[p]
        g.block_of[p] = g.blocks
        for q in range(p):
            if like_holders(spec, p, q):
                g.block_of[p] = g.block_of[q]
                break
        if g.block_of[p] == g.blocks:
            g.blocks += 1
        g.needs[g.block_of[p]] += spec.sizes[p]
        g.members[g.block_of[p]] |= <uint32_t>1 << p
    for b in range(g.blocks):
        n = 0
        for p in range(spec.holders):
            if g.block_of[p] == b:
                members[n] = p
                n += 1
        g.first[b] = members[0]
        lay_splits(g, members, n)


cdef inline bint like_cards(const Spec* spec, int c, int d) noexcept nogil:
    cdef int i
    for i in range(spec.tallies):
        if spec.values[i * CARDS + c] != spec.values[i * CARDS + d]:
            return False
    if spec.weights != NULL:
        for i in range(spec.holders):
            if spec.weights[i * CARDS + c] != spec.weights[i * CARDS + d]:
                return False
    return True


cdef inline bint comes_before(const Spec* spec, const int* order, const Group* a, const Group* b) noexcept nogil:
    """Whether group a belongs before b: the greater values first, holdings in `order`; then the lower card."""
    cdef int i
    cdef int32_t x, y
    for i in range(spec.tallies):
        x = spec.values[order[i] * CARDS + a.card]
        y = spec.values[order[i] * CARDS + b.card]
        if x != y:
            return x > y
    return a.card < b.card


cdef inline void sort_groups(Graph* g, const Spec* spec, int* order) noexcept nogil:
    cdef int i, j, k
    cdef Group group
    for i in range(spec.tallies):
        j = i
        while j and not spec.tally[i].tracked and spec.tally[order[j - 1]].cards > spec.tally[i].cards:
            order[j] = order[j - 1]
            j -= 1
        order[j] = i
    for i in range(1, g.groups):
        group = g.group[i]
        k = i
        while k and comes_before(spec, order, &group, &g.group[k - 1]):
            g.group[k] = g.group[k - 1]
            k -= 1
        g.group[k] = group


cdef inline void form_groups(Graph* g, const Spec* spec) noexcept nogil:
    """Cards, ascending, each into the group of its like or a new one."""
    cdef int c, i, p
    cdef uint32_t blocks
    for c in range(CARDS):
        if not has(spec.cards, c):
            continue
        blocks = 0
        for p in range(spec.holders):
            if not has(spec.barred[p], c):
                blocks |= <uint32_t>1 << g.block_of[p]
        i = g.groups
        if not spec.single:
            i = 0
            while i < g.groups and not (g.group[i].blocks == blocks and like_cards(spec, g.group[i].card, c)):
                i += 1
        if i == g.groups:
            g.groups += 1
            g.group[i].card = c
            g.group[i].blocks = blocks
            g.dead = g.dead or blocks == 0
        g.group[i].size += 1
        if c < 64:
            g.group[i].low |= <uint64_t>1 << c
        else:
            g.group[i].high |= <uint64_t>1 << (c - 64)


cdef inline void lay_keys(Graph* g) noexcept nogil:
    """Where each need and each open sum stands in a key; the low byte is what is left of the group."""
    cdef int b, i, bits, at = 8
    cdef Tally* tally
    for b in range(g.blocks):
        bits = width(g.needs[b])
        g.shifts[b] = at
        g.fields[b] = (<uint64_t>1 << bits) - 1
        at += bits
    g.keys = 1
    for i in range(g.tallies):
        tally = &g.tally[i]
        bits = width(tally.most)
        if at + bits > 64:
            g.keys += 1
            at = 0
        tally.word = g.keys - 1
        tally.shift = at if bits else 0
        tally.field = (<uint64_t>1 << bits) - 1
        at += bits


cdef inline void bound_tallies(Graph* g, const Spec* spec) noexcept nogil:
    """First and last counting group of each tally, and whether its at_most binds."""
    cdef int i, j, p
    cdef int64_t total
    cdef Tally* tally
    for i in range(g.tallies):
        tally = &g.tally[i]
        tally[0] = spec.tally[i]
        tally.first = tally.last = -1
        tally.blocks = 0
        total = 0
        for p in range(g.holders):
            if tally.holders >> p & 1:
                tally.blocks |= <uint32_t>1 << g.block_of[p]
        for j in range(g.groups):
            g.values[i * g.groups + j] = spec.values[i * CARDS + g.group[j].card]
            if g.values[i * g.groups + j]:
                if tally.first < 0:
                    tally.first = j
                tally.last = j
                total += <int64_t>g.values[i * g.groups + j] * g.group[j].size
        if tally.least > total or tally.least > tally.most:
            g.dead = True
        tally.saturates = not tally.tracked and tally.most >= total
        if tally.saturates:
            tally.most = tally.least if tally.least <= total else 0
        elif tally.most > total:
            tally.most = total


cdef inline void form_steps(Graph* g) noexcept nogil:
    cdef int i, left
    cdef uint32_t blocks
    cdef Step* step
    for i in range(g.groups):
        g.group[i].step = g.steps
        blocks = g.group[i].blocks
        left = bitdeck_popcount(blocks)
        while left:
            step = &g.step[g.steps]
            step.group = i
            step.block = bitdeck_lowest(blocks)
            blocks &= blocks - 1
            step.last = bitdeck_lowest(blocks) if left == 2 else -1
            step.opens = g.steps == g.group[i].step
            step.ends = left <= 2
            g.steps += 1
            left = 0 if left <= 2 else left - 1


cdef inline void scale_weights(Spec* spec, const double* weights, Py_ssize_t columns) noexcept nogil:
    """Take the columns of the space's cards in, each divided by the power of two of its largest."""
    cdef int c, p, exponent
    cdef double most
    for c in range(CARDS):
        if not has(spec.cards, c):
            continue
        most = 0.0
        for p in range(spec.holders):
            if weights[p * columns + c] > most:
                most = weights[p * columns + c]
        frexp(most, &exponent)
        for p in range(spec.holders):
            spec.weights[p * CARDS + c] = ldexp(weights[p * columns + c], -exponent)


cdef inline void take_weights(Graph* g, const Spec* spec) noexcept nogil:
    cdef int i, p
    for i in range(g.groups):
        for p in range(g.holders):
            g.weights[i * g.blocks + g.block_of[p]] = spec.weights[p * CARDS + g.group[i].card]


cdef inline int count_words(const Graph* g) noexcept nogil:
    """Words that hold the multinomial of cards over blocks, which no count passes."""
    cdef double bits = lgamma(1.0 + bitdeck_popcount(g.cards[0]) + bitdeck_popcount(g.cards[1]))
    cdef int b
    for b in range(g.blocks):
        bits -= lgamma(1.0 + g.needs[b])
    return <int>floor((bits / 0.6931471805599453 + 0.01) / 64) + 1


cdef inline Outcome plan(Graph* g, const Spec* spec) noexcept nogil:
    cdef int cards = bitdeck_popcount(spec.cards[0]) + bitdeck_popcount(spec.cards[1])
    cdef int* order = <int*>malloc((spec.tallies + 1) * sizeof(int))
    g.group = <Group*>calloc(cards + 1, sizeof(Group))
    if order == NULL or g.group == NULL:
        free(order)
        return NO_MEMORY
    g.holders = spec.holders
    g.limit = spec.limit
    g.tallies = spec.tallies
    g.cards[0] = spec.cards[0]
    g.cards[1] = spec.cards[1]
    form_blocks(g, spec)
    form_groups(g, spec)
    if not spec.single:
        sort_groups(g, spec, order)
    free(order)
    g.step = <Step*>malloc((g.groups * g.blocks + 1) * sizeof(Step))
    g.tally = <Tally*>malloc((g.tallies + 1) * sizeof(Tally))
    g.values = <int32_t*>malloc((g.tallies * g.groups + 1) * sizeof(int32_t))
    if spec.weights != NULL:
        g.weights = <double*>malloc((g.groups * g.blocks + 1) * sizeof(double))
        if g.weights == NULL:
            return NO_MEMORY
        take_weights(g, spec)
    if g.step == NULL or g.tally == NULL or g.values == NULL:
        return NO_MEMORY
    bound_tallies(g, spec)
    lay_keys(g)
    form_steps(g)
    g.words = count_words(g)
    return DONE
