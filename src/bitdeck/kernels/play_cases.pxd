"""The plays of any hand by the definition: jokers that may replace held cards, two jokers, a forbidden finish."""

from libc.stdint cimport uint64_t

from bitdeck.kernels.bits cimport bitdeck_highest, bitdeck_lowest, low_bits64, popcount64
from bitdeck.kernels.play_rules cimport (
    ALONE, CARDS_MODE, DECLARED_MODE, GROUP, LARGEST_RUN, MINIMAL_MODE, RUN, SINGLE, Limits, Play, PlayTables, Rules,
    Span, at_least, jokers_of, lanes_of, left_out, naturals, next_rank, places, run_play, suits_of, times_held, window,
)
from bitdeck.kernels.play_simple cimport turned, write_singles


# Runs.

cdef struct Windows:
    # Of every size, the lanes where a run begins that lacks at most 0, 1, 2 cards of the hand.
    uint64_t lanes
    uint64_t whole[LARGEST_RUN + 1]
    uint64_t one[LARGEST_RUN + 1]
    uint64_t two[LARGEST_RUN + 1]


cdef inline void widen(Windows* windows, int size) noexcept nogil:
    """From the starts of one size to those of the next: the last card is there, or is one that may be missing."""
    cdef uint64_t last = windows.lanes >> 4 * (size - 1)
    windows.whole[size] = windows.whole[size - 1] & last
    windows.one[size] = (windows.one[size - 1] & last) | windows.whole[size - 1]
    windows.two[size] = (windows.two[size - 1] & last) | windows.one[size - 1]


cdef inline uint64_t run_starts(const Windows* windows, int jokers, int size, const Rules* rules,
                                const Limits* limits) noexcept nogil:
    cdef uint64_t starts = windows.whole[size]
    if jokers:
        starts = windows.two[size] if jokers == 3 else windows.one[size]
    return starts & places(size, rules.virtual_ends) & limits.starts & limits.suits


cdef inline int find_windows(uint64_t hand, const Rules* rules, const Limits* limits, Windows* windows) noexcept nogil:
    """Fill `windows` and give the longest size that may have a run."""
    cdef int jokers = jokers_of(hand), size = 1, most = limits.size if limits.size else LARGEST_RUN
    windows.lanes = windows.whole[1] = naturals(hand) << 4
    windows.one[1] = windows.two[1] = ~<uint64_t>0
    while size < most:
        size += 1
        widen(windows, size)
        if limits.size == 0 and size >= rules.min_run and run_starts(windows, jokers, size, rules, limits) == 0:
            return size - 1
    return size


cdef inline bint told_before(uint64_t replaced, int start, int size, const Rules* rules,
                             const Limits* limits) noexcept nogil:
    """Whether a run of the same cards from a stronger rank is within the limits (the same cards from the same rank have
    one meaning)."""
    cdef uint64_t held = window(start, size) & ~replaced
    cdef uint64_t reach = low_bits64(bitdeck_lowest(held) + 1), others
    cdef int first = bitdeck_highest(held) - 4 * (size - 1)
    if first > 0:
        reach &= ~low_bits64(first)
    others = reach & lanes_of(1 << (start & 3)) & places(size, rules.virtual_ends) & limits.starts
    return (bitdeck_lowest(others) if limits.revolution else bitdeck_highest(others)) != start


cdef inline Py_ssize_t put_run(uint64_t lanes, int start, int size, uint64_t replaced, int used, uint64_t skip,
                               const Rules* rules, const Limits* limits, Play* out) noexcept nogil:
    """Write a run if the hand has its other cards and nothing forbids it: 1, else 0. Without `out` only tell."""
    cdef uint64_t missing = window(start, size) & ~lanes
    cdef Play play
    if missing & ~replaced or (rules.mode == MINIMAL_MODE and missing != replaced):
        return 0
    if used and rules.mode == CARDS_MODE and told_before(replaced, start, size, rules, limits):
        return 0
    play = run_play(start, size, replaced, used)
    if play.cards == skip:
        return 0
    if out != NULL:
        out[0] = play
    return 1


cdef inline Py_ssize_t runs_with(uint64_t lanes, int start, int size, int used, int phase, uint64_t skip,
                                 const Rules* rules, const Limits* limits, Play* out) noexcept nogil:
    """The runs from one start with the jokers `used`, exactly the top `phase` cards replaced, cards ascending."""
    cdef uint64_t one = <uint64_t>1 << start, high, low
    cdef int i, j, top = size - 1
    cdef Py_ssize_t n = 0
    if used == 0:
        return put_run(lanes, start, size, 0, 0, skip, rules, limits, out)
    for i in range(top if phase else top - 1, top - 1 if phase else -1, -1):
        high = one << 4 * i
        if used < 3:
            n += put_run(lanes, start, size, high, used, skip, rules, limits, out + n if out != NULL else NULL)
            continue
        for j in range(i - 2 if phase == 1 else i - 1, top - 2 if phase == 2 else -1, -1):
            low = one << 4 * j
            n += put_run(lanes, start, size, high | low, used, skip, rules, limits, out + n if out != NULL else NULL)
    return n


cdef inline Py_ssize_t any_rank(uint64_t hand, int size, uint64_t starts, int place, uint64_t skip, const Rules* rules,
                                const Limits* limits, Play* out) noexcept nogil:
    """The runs that begin at one rank, by the definition: which jokers, how many of the top cards they replace (the
    fewer, the higher the highest bit), the suit, the places."""
    cdef int held = jokers_of(hand), used, phase, suit
    cdef Py_ssize_t n = 0
    for used in range(4):
        if used & ~held:
            continue
        for phase in range(popcount64(used), -1, -1):
            for suit in range(4):
                if starts >> (place + suit) & 1:
                    n += runs_with(naturals(hand) << 4, place + suit, size, used, phase, skip, rules, limits,
                                   out + n if out != NULL else NULL)
    return n


cdef inline Py_ssize_t list_runs(uint64_t hand, uint64_t skip, const Rules* rules, const Limits* limits,
                                 Play* out) noexcept nogil:
    """Write all runs in order and give their number; without `out` only count."""
    cdef Windows windows
    cdef int used = jokers_of(hand), size, place
    cdef int least = limits.size if limits.size else rules.min_run
    cdef uint64_t starts
    cdef Py_ssize_t n = 0
    if rules.min_run == 0 or least < rules.min_run or least > LARGEST_RUN:
        return 0
    for size in range(find_windows(hand, rules, limits, &windows), least - 1, -1):
        starts = run_starts(&windows, used, size, rules, limits)
        while starts:
            place = next_rank(starts, limits.revolution)
            n += any_rank(hand, size, starts, place, skip, rules, limits, out + n if out != NULL else NULL)
            starts &= ~(<uint64_t>15 << place)
    return n


# Groups and singles.

cdef inline Play jokers_pair() noexcept nogil:
    cdef Play play
    play.cards = <uint64_t>3 << 52
    play.meaning = GROUP | (ALONE + 1) << 4 | 2 << 8 | 1 << 16 | 1 << 24
    return play


cdef inline Py_ssize_t choose_groups(const Play* plays, const Span* spans, uint64_t cards, uint64_t ranks,
                                     int flip, int lock, uint64_t skip, bint told, Play* out) noexcept nogil:
    """The groups of turned cards of some ranks without those of other suits than `lock` (0: none), of the card set
    `skip`, and, with `told`, of one card and two jokers, which stand last; without `out` only count."""
    cdef const Play* source
    cdef Py_ssize_t n = 0, i, length
    cdef Span span
    cdef int place, held
    while ranks:
        place = bitdeck_lowest(ranks)
        ranks &= ranks - 1
        held = cards >> place & 15
        span = spans[4 * (place ^ flip) + held]
        source = plays + (span.first >> 1)
        length = (span.length >> 1) - (popcount64(held) if told else 0)
        for i in range(length):
            if (lock == 0 or suits_of(source[i].meaning) == lock) and source[i].cards != skip:
                if out != NULL:
                    out[n] = source[i]
                n += 1
    return n


cdef inline Py_ssize_t list_groups(uint64_t hand, uint64_t skip, const Rules* rules, const Limits* limits,
                                   Play* out) noexcept nogil:
    """Write all groups in order and give their number; without `out` only count."""
    cdef const PlayTables* tables = rules.tables
    cdef int used = jokers_of(hand), jokers = popcount64(used), lock = limits.lock, size
    # Under a lock the suits leave a card set one meaning, and that one need not be its first.
    cdef int table = 4 * (DECLARED_MODE if rules.mode == CARDS_MODE and lock else rules.mode) + used
    cdef int most = limits.size if limits.size else 6, least = limits.size if limits.size else 2
    cdef int flip = 0 if limits.revolution else 60
    cdef uint64_t cards = turned(naturals(hand) & limits.starts >> 4, limits.revolution), ranks
    cdef Py_ssize_t n = 0
    cdef bint told = rules.mode == CARDS_MODE and used == 3 and limits.kind == 0 and rules.min_run == 3
    for size in range(min(most, 4 + (jokers if rules.quint else 0)), max(least, 2) - 1, -1):
        if size == 2 and used == 3 and limits.alone and skip != <uint64_t>3 << 52:
            if out != NULL:
                out[n] = jokers_pair()
            n += 1
        if size - jokers > 4:
            continue
        ranks = at_least(times_held(cards), max(1, size - jokers))
        # One card and two jokers are told as a run already.
        n += choose_groups(tables.groups, &tables.spans[table][size][0][0], cards, ranks, flip, lock, skip,
                           told and size == 3, out + n if out != NULL else NULL)
    return n


cdef inline Py_ssize_t list_singles(uint64_t hand, uint64_t skip, const Rules* rules, const Limits* limits,
                                    Play* out) noexcept nogil:
    """Write all singles in order and give their number; without `out` only count."""
    cdef uint64_t within = limits.starts & limits.suits
    if skip and skip & (skip - 1) == 0:
        return 0
    if out == NULL:
        return popcount64(naturals(hand) & within >> 4) + (popcount64(jokers_of(hand)) if limits.alone else 0)
    return write_singles(hand, within, limits.alone, limits.revolution, rules.tables, out) - out


cdef inline Py_ssize_t moves_by_case(uint64_t hand, const Rules* rules, const Limits* limits, Play* out) noexcept nogil:
    """Write all plays of the hand within the limits, in order, and give their number; without `out` only count."""
    cdef uint64_t skip = left_out(hand, rules, limits.revolution)
    cdef Py_ssize_t n = 0
    if limits.kind == 0 or limits.kind == RUN:
        n = list_runs(hand, skip, rules, limits, out)
    if limits.kind == 0 or limits.kind == GROUP:
        n += list_groups(hand, skip, rules, limits, out + n if out != NULL else NULL)
    if limits.kind == 0 or limits.kind == SINGLE:
        n += list_singles(hand, skip, rules, limits, out + n if out != NULL else NULL)
    return n
