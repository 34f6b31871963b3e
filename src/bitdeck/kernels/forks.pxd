"""Random deals of a weighted space in which no two cards and no two holders are alike: nothing but forks on a road.

At a fork one card goes to a block or it does not, and one random word decides. No branch of the walk depends on
chance, and several deals are walked side by side, so that one does not wait for another's words and tables.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memmove, memset

from bitdeck.kernels.graph cimport Powers, factor, raise_weights
from bitdeck.kernels.plan cimport CARDS, HOLDERS, Edge, Graph, Step
from bitdeck.kernels.stream cimport Stream, following, start

cdef enum:
    LANES = 4  # deals that are walked side by side
    AHEAD = 256  # words that are drawn at a time, beyond those of one deal
    NOBODY = 2 * HOLDERS  # place of what no block takes


# `to` and `threshold`: to[0] for a word below it, and the card goes to `other`; else to[1] and `block`.
cdef struct Fork:
    uint64_t threshold
    uint32_t to[2]
    uint8_t card  # within its word
    uint8_t block  # 2 * block + word of the card
    uint8_t other
    uint8_t draws  # 0 if there is but one way, which every word takes


# One of the deals that are walked side by side.
cdef struct Lane:
    Stream stream
    uint32_t at  # fork
    const uint64_t* word  # the next one
    const uint64_t* end
    uint64_t held[NOBODY + 1]
    uint64_t words[CARDS * (HOLDERS - 1) + AHEAD]


cdef inline bint forked(const Graph* g) noexcept nogil:
    """Whether a graph is nothing but forks."""
    cdef int i
    for i in range(g.groups):
        if g.group[i].size > 1:
            return False
    return g.weights != NULL and g.splits == 0


cdef inline bint idle(const Graph* g, const Step* step, Py_ssize_t s) noexcept nogil:
    """Whether nothing is given in a state: its card is gone, or passed on to later blocks for sure."""
    cdef const Edge* edge = &g.edge[g.state[s].first]
    return g.state[s].left == 0 or (g.state[s + 1].first == g.state[s].first + 1 and edge.take == 0 and step.last < 0)


cdef inline void lay_fork(
    const Graph* g, Fork* fork, const uint32_t* place, const Powers* powers, int i, Py_ssize_t s
) noexcept nogil:
    """The fork of state s in step i."""
    cdef const Step* step = &g.step[i]
    cdef const Edge* edge = &g.edge[g.state[s].first]
    cdef int card = g.group[step.group].card, word = card >> 6
    cdef double stay, total, share
    fork.card = card & 63
    fork.block = <uint8_t>(2 * step.block + word)
    fork.other = <uint8_t>(2 * step.last + word if step.last >= 0 else NOBODY)
    fork.draws = g.state[s + 1].first - g.state[s].first > 1
    fork.to[0] = fork.to[1] = place[edge.to]
    fork.threshold = 0
    if fork.draws:
        fork.to[1] = place[edge[1].to]
        stay = factor(g, step, powers, 1, 0) * g.mass[edge.to]
        total = stay + factor(g, step, powers, 1, 1) * g.mass[edge[1].to]
        share = stay / total
        fork.threshold = <uint64_t>(share * 18446744073709551616.0) if share < 1.0 else ~<uint64_t>0
    elif edge.take == 0:
        fork.block = fork.other


cdef inline uint32_t place_forks(const Graph* g, uint32_t* place) noexcept nogil:
    """The place of every state's fork, counted from the end of the road: an idle state's is that of the next. The
    place of the first."""
    cdef Py_ssize_t s
    cdef uint32_t last = 0
    cdef int i
    for s in range(g.step[g.steps].first, g.states):
        place[s] = 0
    for i in range(g.steps - 1, -1, -1):
        for s in range(<Py_ssize_t>g.step[i + 1].first - 1, <Py_ssize_t>g.step[i].first - 1, -1):
            if idle(g, &g.step[i], s):
                place[s] = place[g.edge[g.state[s].first].to]
            else:
                last += 1
                place[s] = last
    return place[0]


cdef inline Fork* lay_forks(const Graph* g, uint32_t* first) noexcept nogil:
    """All forks, and the place of the first; NULL without memory. At the end of the road, at 0, stands one that leads
    to itself."""
    cdef Powers powers
    cdef Py_ssize_t s
    cdef int i
    cdef uint32_t* place = <uint32_t*>malloc(g.states * sizeof(uint32_t))
    cdef Fork* fork = NULL
    if place != NULL:
        first[0] = place_forks(g, place)
        fork = <Fork*>malloc((first[0] + 1) * sizeof(Fork))
    if fork != NULL:
        memset(fork, 0, sizeof(Fork))
        fork.block = fork.other = NOBODY
        for i in range(g.steps):
            raise_weights(g, &g.step[i], &powers)
            for s in range(g.step[i].first, g.step[i + 1].first):
                if not idle(g, &g.step[i], s):
                    lay_fork(g, &fork[place[s]], place, &powers, i, s)
    free(place)
    return fork


cdef inline uint32_t take_fork(const Fork* fork, uint64_t word, uint64_t* held) noexcept nogil:
    """The way a word leads, and its card to the block that gets it. No branch depends on the word."""
    cdef uint64_t card = <uint64_t>1 << fork.card, passed = <uint64_t>0 - (word < fork.threshold)
    held[fork.block] |= card & ~passed
    held[fork.other] |= card & passed
    return fork.to[1] ^ ((fork.to[0] ^ fork.to[1]) & <uint32_t>passed)


cdef inline void lay_hands(const Graph* g, const uint64_t* held, uint64_t* row, int players, int words) noexcept nogil:
    cdef int p, i
    for p in range(players):
        for i in range(words):
            row[p * words + i] = held[2 * g.block_of[p] + i]


cdef inline void deal_fork(
    const Graph* g, const Fork* fork, uint32_t at, Stream* stream, uint64_t* row, int players, int words
) noexcept nogil:
    """One deal along the road from fork `at`."""
    cdef uint64_t[NOBODY + 1] held
    cdef uint64_t word = 0
    memset(held, 0, sizeof(held))
    while at:
        if fork[at].draws:
            word = following(stream)
        at = take_fork(&fork[at], word, held)
    lay_hands(g, held, row, players, words)


cdef inline void draw_ahead(Lane* lane, Py_ssize_t steps) noexcept nogil:
    """At least as many random words as a deal may take."""
    cdef Py_ssize_t rest = lane.end - lane.word, i
    cdef Stream stream = lane.stream
    if rest >= steps:
        return
    memmove(lane.words, lane.word, rest * sizeof(uint64_t))
    for i in range(rest, steps + AHEAD):
        lane.words[i] = following(&stream)
    lane.stream = stream
    lane.word = lane.words
    lane.end = lane.words + steps + AHEAD


cdef inline void walk_forks(const Fork* fork, uint32_t first, Lane* lane, int lanes) noexcept nogil:
    """What each block holds in a deal of each lane."""
    cdef uint32_t busy = first
    cdef const Fork* here
    cdef int i
    for i in range(lanes):
        lane[i].at = first
    while busy:
        busy = 0
        for i in range(lanes):
            here = &fork[lane[i].at]
            lane[i].at = take_fork(here, lane[i].word[0], lane[i].held)
            lane[i].word += here.draws
            busy |= lane[i].at


cdef inline void deal_forks(
    const Graph* g,
    const Fork* fork,
    uint32_t first,
    const uint64_t* seed,
    uint64_t* out,
    Py_ssize_t rows,
    int players,
    int words,
) noexcept nogil:
    """Random deals into out (rows, players, words), each 1,024 rows from a stream of their own."""
    cdef Lane[LANES] lane
    cdef Py_ssize_t begin = 0, row
    cdef int lanes, i
    while begin < rows:
        lanes = 1 if rows - begin <= 1024 else LANES
        for i in range(lanes):
            lane[i].stream = start(seed, (begin >> 10) + i)
            lane[i].word = lane[i].end = lane[i].words
        for row in range(begin, begin + 1024):
            if row == rows:
                break
            for i in range(lanes):
                draw_ahead(&lane[i], g.steps)
                memset(lane[i].held, 0, 2 * g.blocks * sizeof(uint64_t))
            walk_forks(fork, first, lane, lanes)
            for i in range(lanes):
                if row + i * 1024 < rows:
                    lay_hands(g, lane[i].held, out + (row + i * 1024) * players * words, players, words)
        begin += lanes * 1024
