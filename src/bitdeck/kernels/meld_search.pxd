"""Least deadwood under any rules: a dynamic program over what is left of the hand.

The lowest natural card left is dumped, or it is in a run or a set of which it is the lowest card; what is left then is
solved once and remembered. Each entry keeps the most points for every number of jokers used, of runs and of pure
runs, as these
are the only things that the melds of a combo share besides the cards.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from bitdeck.kernels.meld_space cimport (
    HIGH, IMPOSSIBLE, LOW, SCALE, WRAP, RunForm, SetForm, Space, bitdeck_lanes, bitdeck_lowest, bitdeck_popcount,
    lane_bits, points_of, take, set_jokers, total_points,
)


cdef struct Node:
    uint64_t once
    uint64_t twice
    uint32_t stamp
    uint32_t place


cdef struct Search:
    Space* space
    Node* nodes
    uint64_t mask  # number of nodes, a power of two, less one
    uint64_t used
    uint32_t stamp
    int32_t* values
    uint64_t room
    uint64_t filled
    int jokers  # most jokers counted
    int width  # values of an entry
    int fewest  # whether a meld costs 1
    int failed


cdef inline int open_search(Search* search, Space* space) noexcept nogil:
    memset(search, 0, sizeof(Search))
    search.space = space
    search.mask = 255
    search.nodes = <Node*>calloc(256, sizeof(Node))
    search.room = 1 << 12
    search.values = <int32_t*>malloc(search.room * sizeof(int32_t))
    search.failed = search.nodes == NULL or search.values == NULL
    return not search.failed


cdef inline void close_search(Search* search) noexcept nogil:
    free(search.nodes)
    free(search.values)


cdef inline void begin_search(Search* search, int jokers, int fewest) noexcept nogil:
    """Forget everything; the next hands have up to so many jokers."""
    cdef Space* space = search.space
    search.jokers = jokers
    search.fewest = fewest
    search.width = (jokers + 1) * (space.min_runs + 1) * (space.min_pure_runs + 1)
    search.stamp += 1
    search.used = search.filled = 0


cdef inline uint64_t scatter(uint64_t once, uint64_t twice) noexcept nogil:
    cdef uint64_t x = once * <uint64_t>0x9E3779B97F4A7C15 ^ (twice + 0x7F4A7C15) * <uint64_t>0xBF58476D1CE4E5B9
    return x ^ (x >> 29)


cdef inline uint64_t where(Search* search, uint64_t once, uint64_t twice) noexcept nogil:
    """The node of this rest, or the free one for it."""
    cdef uint64_t at = scatter(once, twice) & search.mask
    while search.nodes[at].stamp == search.stamp and (search.nodes[at].once != once or search.nodes[at].twice != twice):
        at = (at + 1) & search.mask
    return at


cdef inline void widen(Search* search) noexcept nogil:
    cdef Node* old = search.nodes
    cdef uint64_t size = search.mask + 1, i
    search.nodes = <Node*>calloc(size * 4, sizeof(Node))
    if search.nodes == NULL:
        search.nodes = old
        search.failed = 1
        return
    search.mask = size * 4 - 1
    for i in range(size):
        if old[i].stamp == search.stamp:
            search.nodes[where(search, old[i].once, old[i].twice)] = old[i]
    free(old)


cdef inline uint64_t reserve(Search* search, uint64_t once, uint64_t twice) noexcept nogil:
    """Room for the values of a rest that has none yet; its node is entered at once, for the recursion never comes
    back to it."""
    cdef uint64_t at, place = search.filled
    cdef int32_t* grown
    if search.used * 2 > search.mask:
        widen(search)
    if search.filled + search.width > search.room:
        grown = <int32_t*>realloc(search.values, (search.room * 2 + search.width) * sizeof(int32_t))
        if grown == NULL:
            search.failed = 1
            return 0
        search.values = grown
        search.room = search.room * 2 + search.width
    at = where(search, once, twice)
    search.nodes[at].once = once
    search.nodes[at].twice = twice
    search.nodes[at].stamp = search.stamp
    search.nodes[at].place = <uint32_t>place
    search.used += 1
    search.filled += search.width
    return place


cdef inline void lay_ground(Search* search, int32_t* values) noexcept nogil:
    """No natural card left: melds of jokers alone, where the rules let them be (min_natural 0); as runs if they can
    be."""
    cdef Space* space = search.space
    cdef int pures = space.min_pure_runs + 1, runs = space.min_runs + 1
    cdef int i, j, r, size, more
    cdef int32_t score
    for i in range(search.width):
        values[i] = -IMPOSSIBLE
    values[0] = 0
    if space.min_natural > 0:
        return
    for j in range(search.jokers + 1):
        for r in range(runs):
            score = values[(j * runs + r) * pures]
            if score < 0 and score <= -IMPOSSIBLE // 2:
                continue
            for size in range(1, search.jokers - j + 1):
                if size > space.max_jokers:
                    break
                if size <= 13 and space.run_jokers[0] >> size & 1:
                    more = r + 1 if r + 1 < runs else r
                elif set_jokers(space, 0) >> size & 1:
                    more = r
                else:
                    continue
                i = ((j + size) * runs + more) * pures
                if score - search.fewest > values[i]:
                    values[i] = score - search.fewest


cdef inline void join(Search* search, uint64_t into, uint64_t rest, int jokers, int32_t gain, int run) noexcept nogil:
    """values[into] after a meld with so many jokers before values[rest]; run: 0 a set, 1 a run, 2 a pure run when
    there are no jokers."""
    cdef int runs = search.space.min_runs + 1, pures = search.space.min_pure_runs + 1
    cdef int j, r, p, r2, p2
    cdef int32_t score
    cdef int32_t* a = search.values + into
    cdef int32_t* b = search.values + rest
    gain -= search.fewest
    if runs == 1 and pures == 1:
        for j in range(search.jokers + 1 - jokers):
            score = b[j] + gain
            if score > a[j + jokers]:
                a[j + jokers] = score
        return
    for j in range(search.jokers + 1 - jokers):
        for r in range(runs):
            r2 = r + 1 if run and r + 1 < runs else r
            for p in range(pures):
                p2 = p + 1 if run and jokers == 0 and p + 1 < pures else p
                score = b[(j * runs + r) * pures + p] + gain
                if score > a[((j + jokers) * runs + r2) * pures + p2]:
                    a[((j + jokers) * runs + r2) * pures + p2] = score


cdef inline uint64_t solve(Search* search, uint64_t once, uint64_t twice) noexcept nogil:
    """The place of the values of this rest."""
    cdef Space* space = search.space
    cdef uint64_t at = where(search, once, twice)
    cdef uint64_t place, rest
    cdef uint64_t a = once, b = twice
    cdef int rank, suit
    if search.nodes[at].stamp == search.stamp:
        return search.nodes[at].place
    place = reserve(search, once, twice)
    if search.failed:
        return 0
    if once == 0:
        lay_ground(search, search.values + place)
        return place
    rank = bitdeck_lowest(once) >> 2
    suit = bitdeck_lowest(once) & 3
    take(&a, &b, once & (~once + 1))
    rest = solve(search, a, b)
    if search.failed:
        return 0
    memcpy(search.values + place, search.values + rest, search.width * sizeof(int32_t))
    solve_runs(search, once, twice, place, rank, suit)
    solve_sets(search, once, twice, place, rank, suit)
    return place


cdef inline void solve_runs(
    Search* search, uint64_t once, uint64_t twice, uint64_t place, int rank, int suit
) noexcept nogil:
    cdef Space* space = search.space
    cdef RunForm* forms = space.forms if search.fewest else space.atoms
    cdef int* first = &space.first[0] if search.fewest else &space.atom[0]
    cdef uint32_t lane = <uint32_t>(bitdeck_lanes(once) >> (16 * suit)) & 8191
    cdef int most = search.jokers if search.jokers < 15 else 15
    cdef uint32_t reach = (<uint32_t>2 << most) - 1
    cdef uint64_t a, b, cards, rest
    cdef int i, j
    for i in range(first[rank], first[rank + 1]):
        if forms[i].cards & ~lane or not forms[i].jokers & reach:
            continue
        cards = lane_bits(forms[i].cards, suit)
        a = once
        b = twice
        take(&a, &b, cards)
        rest = solve(search, a, b)
        if search.failed:
            return
        for j in range(most + 1):
            if forms[i].jokers >> j & 1:
                join(search, place, rest, j, SCALE * points_of(space, cards), 1)


cdef inline void solve_sets(
    Search* search, uint64_t once, uint64_t twice, uint64_t place, int rank, int suit
) noexcept nogil:
    cdef Space* space = search.space
    cdef SetForm form
    cdef int column = (once >> (4 * rank)) & 15, pairs = (twice >> (4 * rank)) & 15
    cdef int most = search.jokers if search.jokers < 15 else 15
    cdef uint32_t reach = (<uint32_t>2 << most) - 1
    cdef uint64_t a, b, rest
    cdef int i, j
    for i in range(space.set_first[suit], space.set_first[suit + 1]):
        form = space.sets[i]
        if form.once & ~column or form.twice & ~pairs or not form.jokers & reach:
            continue
        a = once
        b = twice
        take(&a, &b, <uint64_t>form.once << (4 * rank))
        take(&a, &b, <uint64_t>form.twice << (4 * rank))
        rest = solve(search, a, b)
        if search.failed:
            return
        for j in range(most + 1):
            if form.jokers >> j & 1:
                join(search, place, rest, j, SCALE * form.size * space.points[rank], 0)


cdef inline int32_t joker_points(Space* space, int used, int printed, int wild) noexcept nogil:
    """The most points that so many of the hand's jokers are worth."""
    cdef int dear = printed, dearest = space.points[13], cheap = 0
    if space.wild >= 0:
        cheap = space.points[space.wild]
        if cheap > dearest:
            dear, dearest, cheap = wild, cheap, dearest
    if used <= dear:
        return used * dearest
    return dear * dearest + (used - dear) * cheap


cdef inline int32_t read(Search* search, uint64_t place, int printed, int wild, int runs, int pures) noexcept nogil:
    """Most points, jokers' included, with at least so many runs and pure runs still to come."""
    cdef Space* space = search.space
    cdef int j, r, p
    cdef int32_t score, most = -IMPOSSIBLE
    for j in range(printed + wild + 1):
        for r in range(runs, space.min_runs + 1):
            for p in range(pures, space.min_pure_runs + 1):
                score = search.values[place + (j * (space.min_runs + 1) + r) * (space.min_pure_runs + 1) + p]
                score += SCALE * joker_points(space, j, printed, wild)
                if score > most:
                    most = score
    return most


cdef inline int wild_cards(Space* space, uint64_t once, uint64_t twice) noexcept nogil:
    cdef uint64_t column
    if space.wild < 0:
        return 0
    column = <uint64_t>15 << (4 * space.wild)
    return bitdeck_popcount(once & column) + bitdeck_popcount(twice & column)


cdef inline bint lacks_runs(Space* space, uint64_t once, uint64_t twice, int runs) noexcept nogil:
    """Whether the natural cards are surely too few for so many runs: the cards that are in some run of the least
    length are counted, with their copies."""
    cdef uint64_t row = once | (once & 15) << 52  # with the ace above the king
    cdef uint64_t starts, within = 0
    cdef int i
    if space.aces == WRAP:
        return False
    if space.aces == LOW:
        row = once
    elif space.aces == HIGH:
        row &= ~<uint64_t>15
    starts = row
    for i in range(1, space.min_run):
        starts &= row >> (4 * i)
    for i in range(space.min_run):
        within |= starts << (4 * i)
    within |= within >> 52
    return bitdeck_popcount(within & once) + bitdeck_popcount(within & twice) < runs * space.min_run


cdef inline int32_t most_melded(
    Search* search, uint64_t once, uint64_t twice, int printed, int runs, int pures
) noexcept nogil:
    """The most points a hand can meld, times SCALE, less the melds when they count; every choice of wild cards as
    jokers tried."""
    cdef Space* space = search.space
    cdef uint64_t column, pairs, part, part2, a, b
    cdef int32_t score, most = -IMPOSSIBLE
    cdef int needed = pures if printed or wild_cards(space, once, twice) else max(runs, pures)
    if needed and lacks_runs(space, once, twice, needed):
        return most
    if space.wild < 0:
        return read(search, solve(search, once, twice), printed, 0, runs, pures)
    column = once & (<uint64_t>15 << (4 * space.wild))
    pairs = twice & column
    part = column
    while True:  # part, part2: the wild cards that are jokers, one or two of a type
        part2 = part & pairs
        while True:
            a = once
            b = twice
            take(&a, &b, part)
            take(&a, &b, part2)
            score = read(
                search, solve(search, a, b), printed, bitdeck_popcount(part) + bitdeck_popcount(part2), runs, pures
            )
            if score > most:
                most = score
            if search.failed or part2 == 0:
                break
            part2 = (part2 - 1) & part & pairs
        if search.failed or part == 0:
            return most
        part = (part - 1) & column


cdef inline int search_deadwood(Search* search, uint64_t once, uint64_t twice, int printed) noexcept nogil:
    """The least deadwood of a hand; −1 when memory ran out."""
    cdef Space* space = search.space
    cdef int32_t most
    begin_search(search, printed + wild_cards(space, once, twice), 0)
    most = most_melded(search, once, twice, printed, space.min_runs, space.min_pure_runs)
    if search.failed:
        return -1
    return total_points(space, once, twice, printed) - (most // SCALE if most > 0 else 0)
