"""One hand at a time through the tables or the search: deadwood, discards, draws, lay-offs, the best melds."""

from libc.stdint cimport int16_t, int32_t, uint16_t, uint64_t


from bitdeck.kernels.meld_draws cimport draw_single
from bitdeck.kernels.meld_lanes cimport (
    Lanes, double_cost, settled_cost, settled_ranks, single_cost, single_lanes, wild_cost,
)
from bitdeck.kernels.meld_lists cimport Candidate, Melds, close_melds, fits, list_melds, spend
from bitdeck.kernels.meld_search cimport (
    Search, begin_search, close_search, most_melded, open_search, search_deadwood, wild_cards,
)
from bitdeck.kernels.meld_space cimport SCALE, Space, bitdeck_popcount, bitdeck_transposed, take, total_points
from bitdeck.kernels.meld_table cimport Laid, Play, Walk, walk_table

cdef enum:
    PACK = 52
    FEW_JOKERS = 2
    NEVER_POINTS = 32767
    BLOCK = 256
    NOTHING = 1 << 26  # cost of a hand without a valid combo


cdef struct Held:
    uint64_t once
    uint64_t twice
    int printed


cdef struct Work:
    Space* space
    Lanes* lanes
    Search search
    Melds melds
    uint64_t special
    bint simple
    bint opened


cdef inline void end(Work* work) noexcept nogil:
    if work.opened:
        close_search(&work.search)
    close_melds(&work.melds)


cdef inline Held held(const uint64_t* row, int words) noexcept nogil:
    cdef Held hand
    hand.once = row[0] & (<uint64_t>0xFFFFFFFFFFFFF)
    hand.twice = 0
    hand.printed = bitdeck_popcount(row[0] >> PACK)
    if words > 1:
        hand.twice = row[0] & row[1] & (<uint64_t>0xFFFFFFFFFFFFF)
        hand.once |= row[1] & (<uint64_t>0xFFFFFFFFFFFFF)
        hand.printed += bitdeck_popcount(row[1] >> PACK)
    return hand


cdef inline void open_work(Work* work) noexcept nogil:
    if not work.opened:
        work.opened = True
        open_search(&work.search, work.space)


cdef inline int table_cost(Work* work, Held* hand) noexcept nogil:
    """Least cost by the tables; −1 where they do not serve."""
    if not work.simple or hand.once & work.special:
        return -1
    if hand.printed:
        return wild_cost(work.lanes, hand.once, hand.twice, hand.printed) if hand.printed <= FEW_JOKERS else -1
    if hand.twice:
        return double_cost(work.lanes, hand.once, hand.twice)
    return single_cost(work.lanes, hand.once)


cdef inline int least(Work* work, Held* hand) noexcept nogil:
    """Least deadwood; −1 when memory ran out."""
    cdef int cost = table_cost(work, hand)
    if cost >= 0:
        return cost // SCALE
    open_work(work)
    return search_deadwood(&work.search, hand.once, hand.twice, hand.printed)


cdef inline int deadwood_single(Work* work, const uint64_t* hands, Py_ssize_t n, int16_t* out) noexcept nogil:
    """One pack, no jokers: the shortest way. Block by block all hands without their sets, then again those that have
    any, so that no branch goes this way and that."""
    cdef uint64_t lanes[BLOCK]
    cdef uint64_t ranks[BLOCK]
    cdef uint16_t settled[BLOCK]
    cdef int i, k, size, count
    while n > 0:
        size = <int>min(n, BLOCK)
        for i in range(size):
            lanes[i] = bitdeck_transposed(hands[i])
        if work.space.min_set == 3:  # told apart, so that this too is a loop over vectors
            for i in range(size):
                ranks[i] = settled_ranks(3, hands[i])
        else:
            for i in range(size):
                ranks[i] = settled_ranks(work.space.min_set, hands[i])
        count = 0
        for i in range(size):
            out[i] = <int16_t>(single_lanes(work.lanes, lanes[i]) >> 6)
            settled[count] = <uint16_t>i
            count += ranks[i] != 0
        for k in range(count):
            i = settled[k]
            if not settle_single(work, hands[i], lanes[i], ranks[i], &out[i]):
                return -1
        hands += size
        out += size
        n -= size
    return 0


cdef inline bint settle_single(Work* work, uint64_t cards, uint64_t t, uint64_t ranks, int16_t* out) noexcept nogil:
    cdef Held hand
    cdef int points, cost = settled_cost(work.lanes, cards, t, ranks)
    if cost >= 0:
        out[0] = <int16_t>(cost >> 6)
        return True
    hand = held(&cards, 1)
    points = least(work, &hand)
    out[0] = <int16_t>points
    return points >= 0


cdef inline void give(Held* hand, int kind) noexcept nogil:
    """Add a card of this type."""
    cdef uint64_t bit
    if kind == PACK:
        hand.printed += 1
        return
    bit = <uint64_t>1 << kind
    hand.twice |= hand.once & bit
    hand.once |= bit


cdef inline bint drop(Held* hand, int kind) noexcept nogil:
    """Remove a card of this type; False if none is held."""
    if kind == PACK:
        hand.printed -= 1
        return hand.printed >= 0
    if not hand.once >> kind & 1:
        return False
    take(&hand.once, &hand.twice, <uint64_t>1 << kind)
    return True


cdef inline bint left_in_pack(Space* space, Held* hand, int kind) noexcept nogil:
    if kind == PACK:
        return hand.printed < space.printed
    return not (hand.twice if space.copies > 1 else hand.once) >> kind & 1


cdef inline int kept_least(Work* work, Held* hand, int printed) noexcept nogil:
    """Least deadwood where the search keeps what it learnt from the hand's neighbours, with up to `printed` jokers;
    −1 when memory ran out."""
    cdef int cost = table_cost(work, hand)
    cdef int32_t most
    if cost >= 0:
        return cost // SCALE
    most = most_melded(
        &work.search, hand.once, hand.twice, hand.printed, work.space.min_runs, work.space.min_pure_runs
    )
    if work.search.failed:
        return -1
    return total_points(work.space, hand.once, hand.twice, hand.printed) - (most // SCALE if most > 0 else 0)


cdef inline void neighbourhood(Work* work, Held* hand, int more) noexcept nogil:
    """Ready the search for a hand and those with `more` cards beyond it."""
    open_work(work)
    begin_search(&work.search, hand.printed + wild_cards(work.space, hand.once, hand.twice) + more, 0)


cdef inline int discard_row(Work* work, Held* hand, int16_t* out, int columns) noexcept nogil:
    """out[type]: least deadwood without one card of the type; the least of them, or −1 when memory ran out."""
    cdef Held rest
    cdef int kind, points, fewest = NEVER_POINTS
    for kind in range(columns):
        rest = hand[0]
        points = NEVER_POINTS
        if drop(&rest, kind):
            points = kept_least(work, &rest, hand.printed)
            if points < 0:
                return -1
        out[kind] = <int16_t>points
        fewest = min(fewest, points)
    return fewest


cdef inline int draw_row(Work* work, Held* hand, int16_t* out, int columns) noexcept nogil:
    cdef Held more
    cdef int kind, points
    cdef int16_t after[PACK + 1]
    if work.simple and work.space.copies == 1 and columns == PACK and not hand.once & work.special:
        if not work.special and draw_single(work.lanes, hand.once, out, NEVER_POINTS):
            return 0
    for kind in range(columns):
        more = hand[0]
        points = NEVER_POINTS
        if left_in_pack(work.space, hand, kind):
            give(&more, kind)
            points = discard_row(work, &more, after, columns)
            if points < 0:
                return -1
        out[kind] = <int16_t>points
    return 0


cdef inline int rest_cost(Work* work, Held* hand, int runs, int pures) noexcept nogil:
    """SCALE times the least deadwood, and the fewest melds that reach it, with so many runs at least still to come;
    for hands that
    table_cost cannot answer, or answers without counting melds, the search must have begun."""
    cdef int cost = -1
    cdef int32_t most
    if hand.printed == 0:
        cost = table_cost(work, hand)
    if cost >= 0:
        return cost
    most = most_melded(&work.search, hand.once, hand.twice, hand.printed, runs, pures)
    if most <= -NOTHING:
        return NOTHING
    return SCALE * total_points(work.space, hand.once, hand.twice, hand.printed) - most


cdef inline int choose_best(Work* work, Held* hand, int* chosen) noexcept nogil:
    """chosen: places in work.melds of the best combo, in canonical order; their number, or −1 when memory ran out.

    The first candidate after which the rest still costs what it should is in the first of the best combos, and so on.
    """
    cdef int total = SCALE * total_points(work.space, hand.once, hand.twice, hand.printed)
    cdef int runs = work.space.min_runs, pures = work.space.min_pure_runs, count = 0, i = 0
    cdef int cost, fewer_runs, fewer_pures
    cdef Held left = hand[0], rest
    cdef Candidate* meld
    if not work.simple or hand.printed or hand.once & work.special or table_cost(work, hand) < 0:
        open_work(work)
        begin_search(&work.search, hand.printed + wild_cards(work.space, hand.once, hand.twice), 1)
    cost = rest_cost(work, hand, runs, pures)
    if cost >= total:
        return -1 if work.search.failed else 0
    list_melds(work.space, hand.once, hand.twice, hand.printed, work.space.declared, &work.melds)
    while i < work.melds.count and cost % SCALE and not work.melds.failed:
        meld = &work.melds.items[i]
        rest = left
        if fits(meld, rest.once, rest.twice, rest.printed):
            spend(meld, &rest.once, &rest.twice, &rest.printed)
            fewer_runs = runs - 1 if meld.run and runs > 0 else runs
            fewer_pures = pures - 1 if meld.run and meld.jokers == 0 and pures > 0 else pures
            if rest_cost(work, &rest, fewer_runs, fewer_pures) + 1 == cost:
                left = rest
                cost -= 1
                runs = fewer_runs
                pures = fewer_pures
                chosen[count] = i
                count += 1
                continue
        if work.search.failed:
            break
        i += 1
    return -1 if work.search.failed or work.melds.failed else count


cdef struct After:
    Work* work
    int least


cdef inline int leave(
    void* context, uint64_t once, uint64_t twice, int printed, int gain, Play* plays, int count
) noexcept nogil:
    """A leaf of the walk: the least deadwood of what was not laid off."""
    cdef After* after = <After*>context
    cdef Held rest
    cdef int cost
    rest.once = once
    rest.twice = twice
    rest.printed = printed
    cost = rest_cost(after.work, &rest, after.work.space.min_runs, after.work.space.min_pure_runs)
    if cost < NOTHING:
        after.least = min(after.least, cost // SCALE)
    return -1 if after.work.search.failed else 0


cdef inline int least_after(Work* work, Held* hand, Laid* table, int count) noexcept nogil:
    """Least deadwood with lay-offs; −1 when memory ran out."""
    cdef Walk walk
    cdef After after
    open_work(work)
    begin_search(&work.search, hand.printed + wild_cards(work.space, hand.once, hand.twice), 1)
    after.work = work
    after.least = total_points(work.space, hand.once, hand.twice, hand.printed)
    walk.space = work.space
    walk.table = table
    walk.count = count
    walk.once = hand.once
    walk.twice = hand.twice
    walk.printed = hand.printed
    walk.gain = walk.played = 0
    walk.leaf = &leave
    walk.context = &after
    return after.least if walk_table(&walk, 0) >= 0 else -1
