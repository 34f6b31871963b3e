"""Runs, sets and the least deadwood of rummy hands. Twin: `reference/melds.py`; what the functions promise: `melds.pyi`."""

from libc.stdint cimport int16_t, int32_t, uint64_t
from libc.string cimport memset

from bitdeck.kernels.meld_draws cimport draw_single
from bitdeck.kernels.meld_lanes cimport (
    Lanes, close_lanes, double_cost, fill_double, fill_wild, open_lanes, single_cost, wild_cost,
)
from bitdeck.kernels.meld_search cimport (
    Search, begin_search, close_search, most_melded, open_search, search_deadwood, wild_cards,
)
from bitdeck.kernels.meld_space cimport (
    SCALE, Space, bitdeck_popcount, fill_space, free_space, take, total_points,
)

cdef enum:
    PACK = 52
    FEW_JOKERS = 2
    NEVER_POINTS = 32767

NEVER = NEVER_POINTS



cdef struct Held:
    uint64_t once
    uint64_t twice
    int printed


cdef class Rules:
    cdef Space space
    cdef Lanes lanes
    cdef bint simple  # the tables serve
    cdef uint64_t special  # types of the wild rank

    def __init__(
        self, int copies, int jokers, int wild, int min_run, int min_set, int max_set, bint same_suit_sets, int aces,
        int max_jokers, int min_natural, int min_runs, int min_pure_runs, points, bint declared,
    ):
        cdef int i, most = copies * (jokers + (4 if wild >= 0 else 0)), lane = 0
        close_lanes(&self.lanes)
        free_space(&self.space)
        memset(&self.lanes, 0, sizeof(Lanes))
        memset(&self.space, 0, sizeof(Space))
        self.space.copies = copies
        self.space.printed = copies * jokers
        self.space.wild = wild
        self.space.min_run = min_run
        self.space.min_set = min_set
        self.space.max_set = max_set
        self.space.same_suit_sets = same_suit_sets
        self.space.aces = aces
        self.space.max_jokers = max_jokers if 0 <= max_jokers < most else most
        self.space.min_natural = min_natural
        self.space.min_runs = min_runs
        self.space.min_pure_runs = min_pure_runs
        self.space.declared = declared
        for i in range(14):
            self.space.points[i] = points[i]
            if i < 13:
                lane += self.space.points[i]
        self.special = <uint64_t>15 << (4 * wild) if wild >= 0 else 0
        self.simple = not min_runs and not min_pure_runs and min_natural > 0 and SCALE * copies * (lane + 1) < 16000
        if not fill_space(&self.space) or not open_lanes(&self.lanes, &self.space):
            raise MemoryError

    def __dealloc__(self):
        close_lanes(&self.lanes)
        free_space(&self.space)

    cdef int prepare(self, int jokers) except -1:
        """Build, holding the GIL, the tables that hands with up to so many jokers need."""
        if self.simple and self.space.copies > 1 and self.lanes.double_ == NULL and not fill_double(&self.lanes):
            raise MemoryError
        if self.simple and 0 < jokers and self.lanes.wild == NULL and not fill_wild(&self.lanes):
            raise MemoryError
        return 0


cdef struct Work:
    Space* space
    Lanes* lanes
    Search search
    uint64_t special
    bint simple
    bint opened


cdef inline void begin(Work* work, Rules rules) noexcept:
    memset(work, 0, sizeof(Work))
    work.space = &rules.space
    work.lanes = &rules.lanes
    work.special = rules.special
    work.simple = rules.simple


cdef inline void end(Work* work) noexcept nogil:
    if work.opened:
        close_search(&work.search)


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


cdef inline Held held_int(hand):
    cdef uint64_t row[2]
    row[0] = hand & 0xFFFFFFFFFFFFFFFF
    row[1] = hand >> 64
    return held(row, 2)


cdef int table_cost(Work* work, Held* hand) noexcept nogil:
    """Least cost by the tables; −1 where they do not serve."""
    if not work.simple or hand.once & work.special:
        return -1
    if hand.printed:
        return wild_cost(work.lanes, hand.once, hand.twice, hand.printed) if hand.printed <= FEW_JOKERS else -1
    if hand.twice:
        return double_cost(work.lanes, hand.once, hand.twice)
    return single_cost(work.lanes, hand.once)


cdef int least(Work* work, Held* hand) noexcept nogil:
    """Least deadwood; −1 when memory ran out."""
    cdef int cost = table_cost(work, hand)
    if cost >= 0:
        return cost // SCALE
    if not work.opened:
        work.opened = True
        open_search(&work.search, work.space)
    return search_deadwood(&work.search, hand.once, hand.twice, hand.printed)


cdef int most_jokers(const uint64_t[:, ::1] hands) noexcept nogil:
    """1 if any hand has a printed joker."""
    cdef uint64_t seen = 0
    cdef Py_ssize_t i, j
    for i in range(hands.shape[0]):
        for j in range(hands.shape[1]):
            seen |= hands[i, j]
    return seen >> PACK != 0


def deadwood(Rules rules not None, const uint64_t[:, ::1] hands not None, int16_t[::1] out not None):
    cdef Work work
    cdef Held hand
    cdef Py_ssize_t i
    cdef int points = 0, words = <int>hands.shape[1]
    cdef int jokers = most_jokers(hands)
    rules.prepare(jokers)
    begin(&work, rules)
    with nogil:
        if words == 1 and work.simple and not jokers and not work.special:
            points = deadwood_single(&work, hands, out)
        else:
            for i in range(hands.shape[0]):
                hand = held(&hands[i, 0], words)
                points = least(&work, &hand)
                if points < 0:
                    break
                out[i] = <int16_t>points
        end(&work)
    if points < 0:
        raise MemoryError


cdef int deadwood_single(Work* work, const uint64_t[:, ::1] hands, int16_t[::1] out) noexcept nogil:
    """One pack, no jokers: the shortest way."""
    cdef Held hand
    cdef Py_ssize_t i
    cdef int cost
    for i in range(hands.shape[0]):
        cost = single_cost(work.lanes, hands[i, 0])
        if cost < 0:
            hand = held(&hands[i, 0], 1)
            cost = least(work, &hand) * SCALE
            if cost < 0:
                return -1
        out[i] = <int16_t>(cost >> 6)
    return 0


def deadwood_one(Rules rules not None, hand):
    cdef Held one = held_int(hand)
    cdef Work work
    cdef int points
    rules.prepare(one.printed)
    begin(&work, rules)
    points = least(&work, &one)
    end(&work)
    if points < 0:
        raise MemoryError
    return points


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


cdef int kept_least(Work* work, Held* hand, int printed) noexcept nogil:
    """Least deadwood where the search keeps what it learnt from the hand's neighbours, with up to `printed` jokers; −1 when memory ran out."""
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
    if not work.opened:
        work.opened = True
        open_search(&work.search, work.space)
    begin_search(&work.search, hand.printed + wild_cards(work.space, hand.once, hand.twice) + more, 0)


cdef int discard_row(Work* work, Held* hand, int16_t* out, int columns) noexcept nogil:
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


cdef int draw_row(Work* work, Held* hand, int16_t* out, int columns) noexcept nogil:
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


def discards(Rules rules not None, const uint64_t[:, ::1] hands not None, int16_t[:, ::1] out not None):
    neighbours(rules, hands, out, False)


def draws(Rules rules not None, const uint64_t[:, ::1] hands not None, int16_t[:, ::1] out not None):
    neighbours(rules, hands, out, True)


cdef int neighbours(Rules rules, const uint64_t[:, ::1] hands, int16_t[:, ::1] out, bint drawing) except -1:
    cdef Work work
    cdef Held hand
    cdef Py_ssize_t i
    cdef int code = 0, words = <int>hands.shape[1], columns = <int>out.shape[1]
    rules.prepare(columns > PACK)
    begin(&work, rules)
    with nogil:
        for i in range(hands.shape[0]):
            hand = held(&hands[i, 0], words)
            neighbourhood(&work, &hand, drawing)
            if drawing:
                code = draw_row(&work, &hand, &out[i, 0], columns)
            else:
                code = discard_row(&work, &hand, &out[i, 0], columns)
            if code < 0:
                break
        end(&work)
    if code < 0:
        raise MemoryError
    return 0
