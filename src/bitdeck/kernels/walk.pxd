"""Random deals: a walk through the graph by thresholds, and random subsets of the groups.

A `Route` is the graph laid out for walking: the choices of a state side by side, each with the threshold where it ends
and the place of the choices that follow; states in which the whole group is given are passed over.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from bitdeck.kernels.bits cimport Mask128, deposit64, draw_listed64, draw_pattern64, draw_subset64, draw_subset128
from bitdeck.kernels.forks cimport Fork, deal_fork, deal_forks, forked, lay_forks
from bitdeck.kernels.graph cimport Powers, factor, raise_weights
from bitdeck.kernels.plan cimport CARDS, HOLDERS, Edge, Graph, Split, choices
from bitdeck.kernels.stream cimport Stream, following, start
from bitdeck.kernels.wide cimport WIDE, add_product, is_zero, next_digit

cdef enum:
    SPREAD = 128  # patterns of seven bits


cdef struct Choice:
    uint64_t threshold
    uint32_t to  # place of the first choice of the state that follows
    uint16_t step
    uint8_t take
    uint8_t count  # choices of this state


cdef struct Move:
    uint64_t low
    uint64_t high
    int block
    int last  # HOLDERS, a place that is not read, if no block takes what is left
    bint opens
    bint single  # a group of one card
    int size
    const uint64_t* spread  # where `lay_spread` put the group's patterns, or NULL


cdef struct Route:
    const Graph* graph  # NULL before the route is laid
    Choice* choice
    Move* move
    Fork* fork  # instead of choices and moves, if the graph is nothing but forks
    uint32_t first  # fork
    uint64_t* spreads
    bint paired  # a group is given in one step: to a block, and the rest to another
    bint exact


cdef inline void add_choice(const Graph* g, Py_ssize_t s, Py_ssize_t e, uint64_t* sum) noexcept nogil:
    """sum += the ways of edge e of state s"""
    cdef const uint64_t* factors = choices(g, g.state[s].left, g.edge[e].take)
    cdef const uint64_t* to = g.ways + <Py_ssize_t>g.edge[e].to * g.words
    add_product(sum, to, factors[0], g.words)
    if factors[1] and g.words > 1:
        add_product(sum + 1, to, factors[1], g.words - 1)


cdef inline void thresholds_exact(Route* route, Py_ssize_t s) noexcept nogil:
    """For every choice of a state but the last, the first 64 binary places of where it ends."""
    cdef const Graph* g = route.graph
    cdef Py_ssize_t e
    cdef int w = g.words
    cdef uint64_t[WIDE] sum
    cdef uint64_t[WIDE] rest
    memset(sum, 0, w * sizeof(uint64_t))
    for e in range(g.state[s].first, <Py_ssize_t>g.state[s + 1].first - 1):
        add_choice(g, s, e, sum)
        memcpy(rest, sum, w * sizeof(uint64_t))
        route.choice[e].threshold = next_digit(rest, g.ways + s * w, w)


cdef inline void thresholds_weighted(Route* route, int step, const Powers* powers, Py_ssize_t s) noexcept nogil:
    cdef const Graph* g = route.graph
    cdef Py_ssize_t e, first = g.state[s].first, end = g.state[s + 1].first
    cdef double total = 0.0, sum = 0.0, place
    for e in range(first, end):
        total += factor(g, &g.step[step], powers, g.state[s].left, g.edge[e].take) * g.mass[g.edge[e].to]
    for e in range(first, end - 1):
        sum += factor(g, &g.step[step], powers, g.state[s].left, g.edge[e].take) * g.mass[g.edge[e].to]
        place = sum / total
        route.choice[e].threshold = <uint64_t>(place * 18446744073709551616.0) if place < 1.0 else ~<uint64_t>0


cdef inline uint32_t passing(const Graph* g, Py_ssize_t s) noexcept nogil:
    """The first edge of state s, or of the next one in which a card is left to give."""
    while s < g.step[g.steps].first and g.state[s].left == 0:
        s = g.edge[g.state[s].first].to
    return g.state[s].first


cdef inline void lay_spread(uint64_t* spread, uint64_t mask) noexcept nogil:
    """Where seven bits go that are deposited at the lowest seven cards of mask, and then where at the next seven."""
    cdef int half, i, j
    for half in range(2):
        spread[0] = 0
        for i in range(7):
            for j in range(1 << i):
                spread[(1 << i) + j] = spread[j] | (mask & (~mask + 1))
            mask &= mask - 1
        spread += SPREAD


cdef inline bint lay_spreads(Route* route) noexcept nogil:
    """A spread for every group of few cards; False without memory."""
    cdef Move* move
    cdef int i
    route.spreads = <uint64_t*>malloc((route.graph.steps + 1) * 2 * SPREAD * sizeof(uint64_t))
    if route.spreads == NULL:
        return False
    for i in range(route.graph.steps):
        move = &route.move[i]
        if 1 < move.size <= 13:
            move.spread = route.spreads + i * 2 * SPREAD
            lay_spread(route.spreads + i * 2 * SPREAD, move.low)
    return True


cdef inline void lay_moves(Route* route) noexcept nogil:
    cdef const Graph* g = route.graph
    cdef int i
    route.paired = g.cards[1] == 0
    for i in range(g.steps):
        route.paired = route.paired and g.step[i].opens and g.step[i].ends
        route.move[i].size = g.group[g.step[i].group].size
        route.move[i].low = g.group[g.step[i].group].low
        route.move[i].high = g.group[g.step[i].group].high
        route.move[i].block = g.step[i].block
        route.move[i].last = g.step[i].last if g.step[i].last >= 0 else HOLDERS
        route.move[i].opens = g.step[i].opens
        route.move[i].single = g.group[g.step[i].group].size == 1
        route.move[i].spread = NULL


cdef inline bint lay_route(Route* route, const Graph* g) noexcept nogil:
    """The route of a graph that has deals; False without memory."""
    cdef Powers powers
    cdef Py_ssize_t s, e, end
    cdef int i
    route.graph = g
    route.exact = g.weights == NULL
    if forked(g):
        route.fork = lay_forks(g, &route.first)
        return route.fork != NULL
    route.choice = <Choice*>malloc((g.edges + 1) * sizeof(Choice))
    route.move = <Move*>malloc((g.steps + 1) * sizeof(Move))
    if route.choice == NULL or route.move == NULL:
        return False
    lay_moves(route)
    if route.paired and not lay_spreads(route):
        return False
    for i in range(g.steps):
        if not route.exact:
            raise_weights(g, &g.step[i], &powers)
        for s in range(g.step[i].first, g.step[i + 1].first):
            end = g.state[s + 1].first
            for e in range(g.state[s].first, end):
                route.choice[e].to = passing(g, g.edge[e].to)
                route.choice[e].step = <uint16_t>i
                route.choice[e].take = <uint8_t>g.edge[e].take
                route.choice[e].count = <uint8_t>(end - g.state[s].first)
                route.choice[e].threshold = ~<uint64_t>0
            if end - g.state[s].first < 2:
                continue
            if route.exact:
                thresholds_exact(route, s)
            else:
                thresholds_weighted(route, i, &powers, s)
    memset(&route.choice[g.edges], 0, sizeof(Choice))
    route.choice[g.edges].step = <uint16_t>g.steps
    return True


cdef inline void release_route(Route* route) noexcept nogil:
    free(route.choice)
    free(route.move)
    free(route.fork)
    free(route.spreads)
    memset(route, 0, sizeof(Route))


cdef inline Py_ssize_t settle(
    const uint64_t* sums,
    const uint64_t* total,
    Py_ssize_t ends,
    int w,
    Stream* stream,
    const uint64_t* words,
    Py_ssize_t given,
    Py_ssize_t* used,
) noexcept nogil:
    """Which choice a binary fraction falls on: `sums` holds in turn where each of the first `ends` choices ends.

    Reads `words` while some are given, then the stream (without one: -1). A boundary whose places so far are those of
    the fraction lies at or below it if all its further places are 0; otherwise the next places decide.
    """
    cdef uint64_t[CARDS * WIDE] rest
    cdef uint64_t word, digit
    cdef Py_ssize_t low = 0, high = ends, i
    memcpy(rest, sums, ends * w * sizeof(uint64_t))
    while low < high:
        if used[0] < given:
            word = words[used[0]]
        elif stream != NULL:
            word = following(stream)
        else:
            return -1
        used[0] += 1
        i = low
        while i < high:
            digit = next_digit(rest + i * w, total, w)
            if digit < word or (digit == word and is_zero(rest + i * w, w)):
                low = i + 1
            elif digit > word:
                high = i
            i += 1
    return low


cdef inline Py_ssize_t state_of(const Graph* g, Py_ssize_t e) noexcept nogil:
    """The state that edge e leaves."""
    cdef Py_ssize_t low = 0, high = g.states, middle
    while high - low > 1:
        middle = (low + high) // 2
        if g.state[middle].first <= e:
            low = middle
        else:
            high = middle
    return low


cdef inline Py_ssize_t choose_tied(const Route* route, Py_ssize_t first, uint64_t word, Stream* stream) noexcept nogil:
    """The choice that a fraction falls on whose first word meets a threshold."""
    cdef const Graph* g = route.graph
    cdef Stream own = stream[0]  # a caller's may then stay in registers
    cdef uint64_t[CARDS * WIDE] sums
    cdef uint64_t[WIDE] sum
    cdef Py_ssize_t s = state_of(g, first), ends = route.choice[first].count - 1, e, used = 0
    memset(sum, 0, g.words * sizeof(uint64_t))
    for e in range(ends):
        add_choice(g, s, first + e, sum)
        memcpy(sums + e * g.words, sum, g.words * sizeof(uint64_t))
    first += settle(sums, g.ways + s * g.words, ends, g.words, &own, &word, 1, &used)
    stream[0] = own
    return first


cdef inline Py_ssize_t choose(const Route* route, Py_ssize_t first, Stream* stream) noexcept nogil:
    """A random choice of the state whose first choice stands at `first`."""
    cdef const Choice* choice = &route.choice[first]
    cdef Py_ssize_t e = 0, i, last = choice.count - 1
    cdef uint64_t word
    if last == 0:
        return first
    word = following(stream)
    if last == 1:
        e = word >= choice.threshold
        if word == choice.threshold and route.exact:
            return choose_tied(route, first, word, stream)
        return first + e
    for i in range(last):
        e += word >= choice[i].threshold
    if e and word == choice[e - 1].threshold and route.exact:
        return choose_tied(route, first, word, stream)
    return first + e


cdef inline uint64_t choose_single(const Route* route, Py_ssize_t* e, Stream* stream) noexcept nogil:
    """The random choice of a state with one card to give, and on to the next state: all ones if the block takes the
    card, else 0. No branch depends on chance."""
    cdef const Choice* choice = &route.choice[e[0]]
    cdef uint64_t word, taken
    if choice.count == 1:
        e[0] = choice.to
        return <uint64_t>0 - choice.take
    word = following(stream)
    if word == choice.threshold and route.exact:
        choice = &route.choice[choose_tied(route, e[0], word, stream)]
        e[0] = choice.to
        return <uint64_t>0 - choice.take
    taken = <uint64_t>0 - (word >= choice.threshold)
    e[0] = choice.to ^ ((choice.to ^ choice[1].to) & <uint32_t>taken)
    return taken


cdef inline void hold64(const Route* route, Stream* stream, uint64_t* held) noexcept nogil:
    """What each block holds in a random deal of cards of one word."""
    cdef uint64_t rest = 0, part
    cdef Py_ssize_t e = 0
    cdef int end = route.graph.steps
    cdef const Move* move
    while route.choice[e].step != end:
        move = &route.move[route.choice[e].step]
        if move.single:
            part = move.low & choose_single(route, &e, stream)
            held[move.block] |= part
            held[move.last] |= part ^ move.low
            continue
        if move.opens:
            rest = move.low
        e = choose(route, e, stream)
        part = draw_subset64(stream, rest, route.choice[e].take)
        held[move.block] |= part
        rest ^= part
        held[move.last] |= rest
        e = route.choice[e].to


cdef inline uint64_t draw_group(const Move* move, Stream* stream, int take) noexcept nogil:
    """draw_subset64 of all the cards of a group."""
    cdef uint64_t pattern
    cdef Stream own
    if take == 0 or take == move.size:
        return move.low if take else 0
    if move.spread == NULL:
        own = stream[0]
        pattern = draw_subset64(&own, move.low, take)
        stream[0] = own
        return pattern
    pattern = draw_listed64(stream, move.size, take)
    return move.spread[pattern & (SPREAD - 1)] | move.spread[SPREAD + (pattern >> 7)]


cdef inline void hold_pairs64(const Route* route, Stream* stream, uint64_t* held) noexcept nogil:
    """hold64 where every group is given in one step."""
    cdef Stream own = stream[0]
    cdef uint64_t part
    cdef Py_ssize_t e = 0
    cdef int i
    cdef const Move* move
    for i in range(route.graph.steps):
        move = &route.move[i]
        if move.single:
            part = move.low & choose_single(route, &e, &own)
        else:
            e = choose(route, e, &own)
            part = draw_group(move, &own, route.choice[e].take)
            e = route.choice[e].to
        held[move.block] |= part
        held[move.last] |= part ^ move.low
    stream[0] = own


cdef inline void split64(const Graph* g, Stream* stream, uint64_t* hands) noexcept nogil:
    """What each block holds among its members."""
    cdef const Split* split
    cdef uint64_t part, whole
    cdef int i
    for i in range(g.splits):
        split = &g.split[i]
        whole = hands[split.whole]
        if split.shares != NULL:
            part = deposit64(draw_pattern64(stream, split.shares, split.cards, split.size), whole)
        else:
            part = draw_subset64(stream, whole, split.size)
        hands[split.half] = whole ^ part
        hands[split.whole] = part


cdef inline void deal64(const Route* route, Stream* stream, uint64_t* row, int players, int words) noexcept nogil:
    """One random deal of cards that lie in one word into row (players, words)."""
    cdef const Graph* g = route.graph
    cdef uint64_t[HOLDERS + 1] held
    cdef uint64_t[HOLDERS] hands
    cdef int b, p
    if g.blocks == 1:
        hands[0] = g.cards[0]
    else:
        memset(held, 0, sizeof(held))
        if route.paired:
            hold_pairs64(route, stream, held)
        else:
            hold64(route, stream, held)
        for b in range(g.blocks):
            hands[g.first[b]] = held[b]
    split64(g, stream, hands)
    for p in range(players):
        row[p * words] = hands[p]
        if words > 1:
            row[p * words + 1] = 0


cdef inline void hold128(const Route* route, Stream* stream, Mask128* held) noexcept nogil:
    """hold64 for cards in two words."""
    cdef Mask128 rest, part
    cdef Py_ssize_t e = 0
    cdef int end = route.graph.steps
    cdef uint64_t taken
    cdef const Move* move
    rest.low = rest.high = 0
    while route.choice[e].step != end:
        move = &route.move[route.choice[e].step]
        if move.opens:
            rest.low = move.low
            rest.high = move.high
        e = choose(route, e, stream)
        if move.single:
            taken = <uint64_t>0 - route.choice[e].take
            part.low = rest.low & taken
            part.high = rest.high & taken
        else:
            part = draw_subset128(stream, rest, route.choice[e].take)
        held[move.block].low |= part.low
        held[move.block].high |= part.high
        rest.low ^= part.low
        rest.high ^= part.high
        held[move.last].low |= rest.low
        held[move.last].high |= rest.high
        e = route.choice[e].to


cdef inline void deal128(const Route* route, Stream* stream, uint64_t* row, int players, int words) noexcept nogil:
    """deal64 for cards in two words."""
    cdef const Graph* g = route.graph
    cdef Mask128[HOLDERS + 1] held
    cdef Mask128[HOLDERS] hands
    cdef Mask128 part
    cdef const Split* split
    cdef int b, p, i
    memset(held, 0, sizeof(held))
    hold128(route, stream, held)
    for b in range(g.blocks):
        hands[g.first[b]] = held[b]
    for i in range(g.splits):
        split = &g.split[i]
        part = draw_subset128(stream, hands[split.whole], split.size)
        hands[split.half].low = hands[split.whole].low ^ part.low
        hands[split.half].high = hands[split.whole].high ^ part.high
        hands[split.whole] = part
    for p in range(players):
        row[p * words] = hands[p].low
        row[p * words + 1] = hands[p].high


cdef inline void deal(const Route* route, Stream* stream, uint64_t* row, int players, int words) noexcept nogil:
    if route.fork != NULL:
        deal_fork(route.graph, route.fork, route.first, stream, row, players, words)
    elif route.graph.cards[1]:
        deal128(route, stream, row, players, words)
    else:
        deal64(route, stream, row, players, words)


cdef inline void deal_rows(
    const Route* route, Stream* stream, uint64_t* out, Py_ssize_t rows, int players, int words
) noexcept nogil:
    """Random deals into out (rows, players, words), all from the stream."""
    cdef Py_ssize_t i
    cdef uint64_t[HOLDERS] hands
    cdef Stream own = stream[0]  # which a compiler can hold in registers
    if route.graph.blocks == 1 and words == 1 and not route.graph.cards[1]:
        for i in range(rows):
            hands[0] = route.graph.cards[0]
            split64(route.graph, &own, hands)
            memcpy(out + i * players, hands, players * sizeof(uint64_t))
        stream[0] = own
    else:
        for i in range(rows):
            deal(route, stream, out + i * players * words, players, words)


cdef inline void deal_blocks(
    const Route* route, const uint64_t* seed, uint64_t* out, Py_ssize_t rows, int players, int words
) noexcept nogil:
    """Random deals into out (rows, players, words), each 1,024 rows from a stream of their own."""
    cdef Stream stream
    cdef Py_ssize_t i
    if route.fork != NULL:
        deal_forks(route.graph, route.fork, route.first, seed, out, rows, players, words)
        return
    for i in range(0, rows, 1024):
        stream = start(seed, i >> 10)
        deal_rows(route, &stream, out + i * players * words, min(1024, rows - i), players, words)
