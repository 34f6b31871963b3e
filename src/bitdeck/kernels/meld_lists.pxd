"""Every meld of a hand, each once, in canonical order."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, qsort, realloc
from libc.string cimport memcmp, memset

from bitdeck.kernels.meld_space cimport (
    SetForm, Space, bitdeck_lanes, bitdeck_popcount, first_place, lane_bits, places, set_jokers, take, window,
)


cdef struct Candidate:
    uint64_t place  # types shown, and those shown twice
    uint64_t place2
    uint64_t stand  # of these by jokers
    uint64_t stand2
    uint64_t card  # types used, wild cards by their own
    uint64_t card2
    uint8_t printed
    uint8_t jokers
    uint8_t run
    uint8_t later  # whether the rules would rather have another kind of meld
    uint8_t high[13]  # 4 * position + suit of the jokers' places, 255 less, so that the preferred meaning comes first


cdef struct Melds:
    Candidate* items
    int count
    int room
    int failed


cdef struct Source:
    Space* space
    uint64_t once
    uint64_t twice
    int printed
    int pool  # jokers of all kinds


cdef inline void close_melds(Melds* melds) noexcept nogil:
    free(melds.items)
    melds.items = NULL


cdef inline void append(Melds* melds, Candidate* meld) noexcept nogil:
    cdef Candidate* grown
    if melds.count == melds.room:
        grown = <Candidate*>realloc(melds.items, (melds.room * 2 + 16) * sizeof(Candidate))
        if grown == NULL:
            melds.failed = 1
            return
        melds.items = grown
        melds.room = melds.room * 2 + 16
    melds.items[melds.count] = meld[0]
    melds.count += 1


cdef inline int compare_numbers(uint64_t a2, uint64_t a1, uint64_t b2, uint64_t b1) noexcept nogil:
    if a2 != b2:
        return 1 if a2 > b2 else -1
    return (a1 > b1) - (a1 < b1)


cdef inline int compare_cards(const Candidate* a, const Candidate* b) noexcept nogil:
    """Ascending tuples of types: the one with more of the lowest type that differs comes first."""
    cdef uint64_t apart = (a.card ^ b.card) | (a.card2 ^ b.card2), bit = apart & (~apart + 1)
    if apart == 0:
        return a.printed - b.printed
    return 1 if ((a.card & bit) != 0) + ((a.card2 & bit) != 0) < ((b.card & bit) != 0) + ((b.card2 & bit) != 0) else -1


cdef inline int canonical(const void* x, const void* y) noexcept nogil:
    cdef const Candidate* a = <const Candidate*>x
    cdef const Candidate* b = <const Candidate*>y
    cdef int order = compare_numbers(a.place2, a.place, b.place2, b.place)
    if order == 0:
        order = compare_numbers(a.stand2, a.stand, b.stand2, b.stand)
    return order if order else compare_cards(a, b)


cdef inline int by_cards(const void* x, const void* y) noexcept nogil:
    """Together what has the same cards, the preferred meaning first."""
    cdef const Candidate* a = <const Candidate*>x
    cdef const Candidate* b = <const Candidate*>y
    cdef int order = compare_numbers(a.card2, a.card, b.card2, b.card)
    if order == 0:
        order = a.printed - b.printed
    if order == 0:
        order = a.later - b.later
    if order == 0:
        order = a.jokers - b.jokers
    return order if order else memcmp(a.high, b.high, 13)


cdef inline void fill_jokers(Source* source, Melds* melds, Candidate* meld, int kind, int left) noexcept nogil:
    """Choose the jokers: kind 0..3 the wild cards by suit, 4 the printed ones. None stands for the type of one of
    the meld's jokers."""
    cdef Candidate more
    cdef uint64_t bit
    cdef int free_cards
    if left == 0:
        append(melds, meld)
        return
    if kind == 4:
        if left <= source.printed:
            more = meld[0]
            more.printed = left
            append(melds, &more)
        return
    fill_jokers(source, melds, meld, kind + 1, left)
    if source.space.wild < 0:
        return
    bit = <uint64_t>1 << (4 * source.space.wild + kind)
    if meld.stand & bit:
        return
    free_cards = ((source.once & bit) != 0) + ((source.twice & bit) != 0)
    free_cards -= ((meld.card & bit) != 0) + ((meld.card2 & bit) != 0)
    more = meld[0]
    while free_cards > 0 and left > 0:
        more.card2 |= more.card & bit
        more.card |= bit
        free_cards -= 1
        left -= 1
        fill_jokers(source, melds, &more, kind + 1, left)


cdef inline void list_run(Source* source, Melds* melds, int suit, int start, int length) noexcept nogil:
    """The melds that show this run: each choice of its natural cards, and of the jokers."""
    cdef Space* space = source.space
    cdef uint32_t ranks = window(start, length)
    cdef uint32_t lane = <uint32_t>(bitdeck_lanes(source.once) >> (16 * suit)) & ranks
    cdef uint32_t part = lane
    cdef int jokers, i, at
    cdef Candidate meld
    if length - bitdeck_popcount(lane) > min(source.pool, space.max_jokers):
        return
    while True:
        jokers = length - bitdeck_popcount(part)
        if jokers > source.pool or jokers > space.max_jokers:
            if source.pool == 0 or part == 0:
                return
        elif length - jokers >= space.min_natural:
            memset(&meld, 0, sizeof(Candidate))
            meld.run = 1
            meld.jokers = jokers
            meld.place = lane_bits(ranks, suit)
            meld.card = lane_bits(part, suit)
            meld.stand = meld.place ^ meld.card
            at = 0
            for i in range(start + length - 1, start - 1, -1):
                if not part >> (i % 13) & 1:
                    meld.high[at] = 255 - (4 * i + suit)
                    at += 1
            fill_jokers(source, melds, &meld, 0, jokers)
        if part == 0:
            return
        part = (part - 1) & lane


cdef inline void list_runs(Source* source, Melds* melds) noexcept nogil:
    cdef Space* space = source.space
    cdef int suit, start, length
    cdef uint32_t lane
    for suit in range(4):
        lane = <uint32_t>(bitdeck_lanes(source.once) >> (16 * suit)) & 8191
        if source.pool == 0 and bitdeck_popcount(lane) < space.min_run:
            continue
        for start in range(first_place(space), 13):
            if source.pool == 0 and not lane >> start & 1:
                continue
            for length in range(space.min_run, 14):
                if start + length > places(space) or (length == 13 and start > first_place(space)):
                    break
                if source.pool == 0 and window(start, length) & ~lane:
                    break
                list_run(source, melds, suit, start, length)


cdef inline void list_stands(
    Source* source, Melds* melds, Candidate* meld, int rank, int suit, int left
) noexcept nogil:
    """Choose the places of a set's jokers, from spades down."""
    cdef Candidate more
    cdef uint64_t bit
    cdef int held, most, at
    if left == 0:
        fill_jokers(source, melds, meld, 0, meld.jokers)
        return
    if suit < 0:
        return
    list_stands(source, melds, meld, rank, suit - 1, left)
    bit = <uint64_t>1 << (4 * rank + suit)
    most = source.space.copies if source.space.same_suit_sets else 1
    held = ((meld.place & bit) != 0) + ((meld.place2 & bit) != 0)
    more = meld[0]
    while held < most and left > 0:
        more.place2 |= more.place & bit
        more.place |= bit
        more.stand2 |= more.stand & bit
        more.stand |= bit
        at = more.jokers - left
        more.high[at] = 255 - (4 * (13 if rank == 0 and source.space.aces == 1 else rank) + suit)
        held += 1
        left -= 1
        list_stands(source, melds, &more, rank, suit - 1, left)


cdef inline void list_set(Source* source, Melds* melds, int rank, SetForm* form) noexcept nogil:
    cdef Space* space = source.space
    cdef Candidate meld
    cdef int j
    for j in range(min(source.pool, 8) + 1):
        if not form.jokers >> j & 1:
            continue
        memset(&meld, 0, sizeof(Candidate))
        meld.jokers = j
        meld.later = space.min_runs > 0 or space.min_pure_runs > 0
        meld.card = meld.place = <uint64_t>form.once << (4 * rank)
        meld.card2 = meld.place2 = <uint64_t>form.twice << (4 * rank)
        list_stands(source, melds, &meld, rank, 3, j)


cdef inline void list_sets_of(Source* source, Melds* melds) noexcept nogil:
    cdef Space* space = source.space
    cdef SetForm bare
    cdef int rank, i, column, pairs
    bare.once = bare.twice = bare.size = 0
    bare.jokers = set_jokers(space, 0)
    for rank in range(13):
        column = (source.once >> (4 * rank)) & 15
        pairs = (source.twice >> (4 * rank)) & 15
        if source.pool == 0 and bitdeck_popcount(column) + bitdeck_popcount(pairs) < space.min_set:
            continue
        if bare.jokers:
            list_set(source, melds, rank, &bare)
        for i in range(space.set_first[4]):
            if not (space.sets[i].once & ~column or space.sets[i].twice & ~pairs):
                list_set(source, melds, rank, &space.sets[i])


cdef inline void keep_first(Melds* melds) noexcept nogil:
    """Of the meanings of one choice of cards the preferred one."""
    cdef int i, kept = 0
    for i in range(melds.count):
        if kept and compare_cards(&melds.items[kept - 1], &melds.items[i]) == 0:
            continue
        melds.items[kept] = melds.items[i]
        kept += 1
    melds.count = kept


cdef inline void list_melds(
    Space* space, uint64_t once, uint64_t twice, int printed, bint declared, Melds* melds
) noexcept nogil:
    """Fill `melds` with all melds of the hand."""
    cdef Source source
    cdef uint64_t column = <uint64_t>15 << (4 * space.wild) if space.wild >= 0 else 0
    source.space = space
    source.once = once
    source.twice = twice
    source.printed = printed
    source.pool = printed + bitdeck_popcount(once & column) + bitdeck_popcount(twice & column)
    melds.count = 0
    list_runs(&source, melds)
    list_sets_of(&source, melds)
    if source.pool and not declared and melds.count:
        qsort(melds.items, melds.count, sizeof(Candidate), &by_cards)
        keep_first(melds)
    order_melds(melds)


cdef inline void order_melds(Melds* melds) noexcept nogil:
    """Few melds by insertion, as qsort costs more than they do."""
    cdef int i, k
    cdef Candidate meld
    if melds.count > 24:
        qsort(melds.items, melds.count, sizeof(Candidate), &canonical)
        return
    for i in range(1, melds.count):
        meld = melds.items[i]
        k = i
        while k and canonical(&melds.items[k - 1], &meld) > 0:
            melds.items[k] = melds.items[k - 1]
            k -= 1
        melds.items[k] = meld


cdef inline bint fits(Candidate* meld, uint64_t once, uint64_t twice, int printed) noexcept nogil:
    return not (meld.card & ~once or meld.card2 & ~twice or meld.printed > printed)


cdef inline void spend(Candidate* meld, uint64_t* once, uint64_t* twice, int* printed) noexcept nogil:
    take(once, twice, meld.card)
    take(once, twice, meld.card2)
    printed[0] -= meld.printed


cdef inline uint64_t lowest_jokers(uint64_t word, int count) noexcept nogil:
    cdef uint64_t chosen = 0, rest = word & ~(<uint64_t>0xFFFFFFFFFFFFF)
    while count > 0 and rest:
        chosen |= rest & (~rest + 1)
        rest &= rest - 1
        count -= 1
    return chosen


cdef inline void pick(Candidate* meld, uint64_t* left, uint64_t* cards) noexcept nogil:
    """The meld's cards in the words of a hand, lowest copies first, and out of `left`."""
    cdef uint64_t first = meld.card & left[0]
    cdef uint64_t second = (meld.card & ~left[0]) | meld.card2
    cdef uint64_t jokers = lowest_jokers(left[0], meld.printed)
    cards[0] = first | jokers
    cards[1] = second | lowest_jokers(left[1], meld.printed - bitdeck_popcount(jokers))
    left[0] &= ~cards[0]
    left[1] &= ~cards[1]
