"""Legal moves of one hand, enumerated in order: the primitives that `plays.pyx` and `daifugo.pyx` share.

Layouts and the order of results stand in `plays.pyi`. *Lanes* hold the cards one rank higher (rank r in nibble r + 1),
so that a run may begin one below the lowest rank. Everything runs without the GIL and writes to memory that the caller
gives.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from bitdeck.kernels.bits cimport bitdeck_highest, bitdeck_lowest, low_bits64, occupied64, popcount64

cdef enum:
    SINGLE = 1
    GROUP = 2
    RUN = 3
    NO_KIND = -1
    ALONE = 14
    EIGHT = 5
    JACK = 8
    LARGEST_RUN = 15
    CARDS_MODE = 0
    DECLARED_MODE = 1
    MINIMAL_MODE = 2
    TABLES = 12
    GROUP_PLAYS = 23465
    GROUP_SPARE = 6


cdef struct Play:
    uint64_t cards
    uint64_t meaning


cdef struct Span:
    uint16_t first
    uint16_t length


cdef struct PlayTables:
    # Singles by card. Groups by table (4 * joker_mode + the jokers held), rank, cards held of the rank, and size: the
    # spans, by size and cards held, are places within the a_rank plays of one rank.
    Play singles[64]
    Play groups[GROUP_PLAYS + GROUP_SPARE]
    uint32_t base[TABLES]
    uint16_t a_rank[TABLES]
    Span spans[TABLES][8][16]


cdef struct Rules:
    const PlayTables* tables
    int jokers, min_run, revolution_group, revolution_run, mode
    bint virtual_ends, quint, eight_cut, suit_lock, spade_three, eleven_back, number_lock, forbidden_finish


cdef struct Limits:
    # What a field and a condition leave: `kind` and `size` 0 mean any, `starts` are the lanes where a play may begin
    # (whole nibbles), `suits` the lanes of the suits of a single or run, `lock` the suits a group must have, 0 any.
    int kind, size, lock
    uint64_t starts, suits
    bint alone, revolution


cdef const PlayTables* play_tables() noexcept nogil


cdef inline Rules decoded(uint64_t code, const PlayTables* tables) noexcept nogil:
    cdef Rules rules
    rules.tables = tables
    rules.jokers = code & 3
    rules.min_run = code >> 2 & 15
    rules.virtual_ends = code >> 6 & 1
    rules.quint = code >> 7 & 1
    rules.revolution_group = code >> 8 & 15
    rules.revolution_run = code >> 12 & 15
    rules.eight_cut = code >> 16 & 1
    rules.suit_lock = code >> 17 & 1
    rules.spade_three = code >> 18 & 1
    rules.eleven_back = code >> 19 & 1
    rules.number_lock = code >> 20 & 1
    rules.forbidden_finish = code >> 21 & 1
    rules.mode = code >> 22 & 3
    return rules


cdef inline int kind_of(uint64_t meaning) noexcept nogil:
    return meaning & 3


cdef inline int rank_of(uint64_t meaning) noexcept nogil:
    return <int>(meaning >> 4 & 15) - 1


cdef inline int size_of(uint64_t meaning) noexcept nogil:
    return meaning >> 8 & 15


cdef inline int suits_of(uint64_t meaning) noexcept nogil:
    return meaning >> 12 & 15


cdef inline int extent_of(uint64_t meaning) noexcept nogil:
    """How many ranks a play spans."""
    return size_of(meaning) if kind_of(meaning) == RUN else 1


cdef inline bint declares(uint64_t meaning, int rank) noexcept nogil:
    return 0 <= rank - rank_of(meaning) < extent_of(meaning)


cdef inline uint64_t naturals(uint64_t hand) noexcept nogil:
    """The hand without jokers."""
    return hand & low_bits64(52)


cdef inline int jokers_of(uint64_t hand) noexcept nogil:
    """Bit 0 for joker 52, bit 1 for joker 53."""
    return hand >> 52 & 3


cdef inline uint64_t lanes_of(int suits) noexcept nogil:
    return <uint64_t>0x1111111111111111 * suits


cdef inline uint64_t reversed_ranks(uint64_t mask) noexcept nogil:
    """Nibble i at nibble 15 - i: the lowest bit first is then the highest rank first, suits still ascending."""
    mask = (mask >> 4 & <uint64_t>0x0F0F0F0F0F0F0F0F) | (mask & <uint64_t>0x0F0F0F0F0F0F0F0F) << 4
    mask = (mask >> 8 & <uint64_t>0x00FF00FF00FF00FF) | (mask & <uint64_t>0x00FF00FF00FF00FF) << 8
    mask = (mask >> 16 & <uint64_t>0x0000FFFF0000FFFF) | (mask & <uint64_t>0x0000FFFF0000FFFF) << 16
    return mask >> 32 | mask << 32


cdef inline uint64_t starts_above(uint64_t field, bint revolution, bint exact) noexcept nogil:
    """The lanes where a play of the field's kind and size begins that beats it."""
    cdef int extent = extent_of(field), least = rank_of(field) + 1 + extent, most = rank_of(field) + 1 - extent
    if revolution:
        if most < 0:
            return 0
        return <uint64_t>15 << 4 * most if exact else low_bits64(4 * most + 4)
    if least > 15:
        return 0
    return <uint64_t>15 << 4 * least if exact else ~<uint64_t>0 << 4 * least


cdef inline Limits limits_of(uint64_t field, int condition, const Rules* rules) noexcept nogil:
    cdef Limits limits
    cdef int lock = condition >> 4
    limits.revolution = condition & 1
    limits.kind = limits.size = limits.lock = 0
    limits.starts = limits.suits = ~<uint64_t>0
    limits.alone = True
    if field == 0:
        return limits
    limits.kind = kind_of(field)
    limits.size = size_of(field)
    if field == ~<uint64_t>0 or (rules.eight_cut and declares(field, EIGHT)):
        limits.kind = NO_KIND
    elif rank_of(field) == ALONE:
        limits.kind = SINGLE if rules.spade_three and limits.size == 1 else NO_KIND
        limits.starts = 0xF0
        limits.suits = lanes_of(8)
        limits.alone = False
    else:
        limits.starts = starts_above(field, limits.revolution, condition >> 1 & 1)
        limits.lock = lock
        if lock:
            limits.suits = 0 if lock & (lock - 1) else lanes_of(lock)
    return limits


cdef inline bint meets(uint64_t play, const Limits* limits) noexcept nogil:
    """Whether a play, by its meaning, is within the limits."""
    if limits.kind == 0:
        return True
    if limits.kind != kind_of(play) or limits.size != size_of(play):
        return False
    if rank_of(play) == ALONE:
        return limits.alone
    if limits.lock and suits_of(play) != limits.lock:
        return False
    if not limits.alone and suits_of(play) != 8:
        return False
    return limits.starts >> 4 * (rank_of(play) + 1) & 1


cdef inline bint may_not_finish(uint64_t hand, bint revolution) noexcept nogil:
    """Whether a play of this whole hand is one that `forbidden_finish` leaves out."""
    cdef uint64_t last = <uint64_t>15 << 4 * EIGHT | (<uint64_t>15 if revolution else <uint64_t>15 << 48)
    return (hand & (last | <uint64_t>3 << 52)) != 0


cdef inline uint64_t left_out(uint64_t hand, const Rules* rules, bint revolution) noexcept nogil:
    """The card set that no play may be: the hand, where it could be one forbidden play; else 0, which none is."""
    cdef uint64_t cards = naturals(hand)
    cdef int lowest
    if not rules.forbidden_finish or not may_not_finish(hand, revolution):
        return 0
    lowest = bitdeck_lowest(cards) if cards else 0
    if cards & ~(<uint64_t>15 << (lowest & ~3)) and cards & ~(lanes_of(1) << (lowest & 3)):
        return 0
    return hand


# Runs.

cdef struct Windows:
    # Of every size, the lanes where a run begins that lacks at most 0, 1, 2 cards of the hand.
    uint64_t lanes
    uint64_t whole[LARGEST_RUN + 1]
    uint64_t one[LARGEST_RUN + 1]
    uint64_t two[LARGEST_RUN + 1]


cdef inline uint64_t places(int size, bint virtual_ends) noexcept nogil:
    """The lanes where a run of this size lies within the ranks."""
    if virtual_ends:
        return ~<uint64_t>0 >> 4 * size
    return ~<uint64_t>0 >> 4 >> 4 * size & ~<uint64_t>15


cdef inline uint64_t window(int start, int size) noexcept nogil:
    """The lanes of a run; size > 0."""
    return <uint64_t>0x1111111111111111 >> (64 - 4 * size) << start


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


cdef inline int next_rank(uint64_t starts, bint revolution) noexcept nogil:
    """The first bit of the strongest nibble that has a start."""
    return (bitdeck_lowest(starts) if revolution else bitdeck_highest(starts)) & ~3


cdef inline Play run_play(int start, int size, uint64_t replaced, int used) noexcept nogil:
    """The run from lane bit `start`, in which the jokers `used` stand for the cards `replaced`."""
    cdef Play play
    cdef uint64_t low = 0, high = 0
    if used:
        low = 2 + bitdeck_lowest(replaced)
        high = 2 + bitdeck_highest(replaced)
    play.cards = (window(start, size) & ~replaced) >> 4 | <uint64_t>used << 52
    play.meaning = RUN | <uint64_t>(start >> 2) << 4 | <uint64_t>size << 8 | <uint64_t>1 << (12 + (start & 3))
    play.meaning |= (low << 16 if used & 1 else 0) | (high << 24 if used & 2 else 0)
    return play


cdef inline Py_ssize_t runs_one_each(uint64_t hand, const Rules* rules, const Limits* limits,
                                     Play* out) noexcept nogil:
    """`list_runs` for a hand whose joker, if it has one, replaces no held card: one run to a start."""
    cdef uint64_t[LARGEST_RUN + 1] starts
    cdef uint64_t lanes = naturals(hand) << 4, whole = lanes, one = ~<uint64_t>0 if jokers_of(hand) else 0, last = lanes
    cdef uint64_t within = limits.starts & limits.suits
    cdef int size = 1, least = limits.size if limits.size else rules.min_run
    cdef int most = limits.size if limits.size else LARGEST_RUN
    cdef bint virtual_ends = rules.virtual_ends, revolution = limits.revolution
    cdef Play* at = out
    cdef Py_ssize_t n = 0
    while size < most:
        size += 1
        last >>= 4
        if one:
            one = (one & last) | whole
        whole &= last
        if size >= least:
            starts[size] = (one | whole) & within & places(size, virtual_ends)
            if starts[size] == 0:
                size -= 1
                break
            n += popcount64(starts[size])
    if out != NULL:
        for size in range(size, least - 1, -1):
            at = runs_of_size(lanes, jokers_of(hand), size, starts[size], revolution, at)
    return n


cdef inline void settle(const Play* first, Play* last) noexcept nogil:
    """Move a run to its place among those from `first` on of the same rank (the low 12 bits: kind, rank and size)."""
    cdef Play play = last[0]
    cdef Play* before = last - 1
    while last > first and (before.meaning ^ play.meaning) & 0xFFF == 0 and before.cards > play.cards:
        last[0] = before[0]
        last, before = before, before - 1
    last[0] = play


cdef inline Play* runs_of_size(uint64_t lanes, int used, int size, uint64_t starts, bint revolution,
                               Play* out) noexcept nogil:
    """One run to a start, by rank and suit; runs from one rank whose cards are then not ascending, since a joker stands
    on top, are few, and put right as they come."""
    cdef uint64_t first = window(0, size), common = RUN | <uint64_t>size << 8, run, missing, joker, cards
    cdef uint64_t held = 0
    cdef const Play* begin = out
    cdef int shift = 24 if used == 2 else 16, flip = 0 if revolution else 60, start, before = 64
    if not revolution:
        starts = reversed_ranks(starts)
    while starts:
        start = bitdeck_lowest(starts) ^ flip
        starts &= starts - 1
        run = first << start
        missing = run & ~lanes
        # Lane 63, which no run reaches, stands for "none missing": the lowest bit of nothing is undefined.
        joker = <uint64_t>(2 + bitdeck_lowest(missing | <uint64_t>1 << 63)) << shift
        cards = (run & lanes) >> 4 | (<uint64_t>used << 52 if missing else 0)
        out.cards = cards
        out.meaning = common | <uint64_t>(start & ~3) << 2 | <uint64_t>0x1000 << (start & 3) | (joker if missing else 0)
        if start ^ before < 4 and cards < held:
            settle(begin, out)
        before = start
        held = cards
        out += 1
    return out


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
    if skip == 0 and (used == 0 or (used < 3 and rules.mode == MINIMAL_MODE)):
        return runs_one_each(hand, rules, limits, out)
    for size in range(find_windows(hand, rules, limits, &windows), least - 1, -1):
        starts = run_starts(&windows, used, size, rules, limits)
        while starts:
            place = next_rank(starts, limits.revolution)
            n += any_rank(hand, size, starts, place, skip, rules, limits, out + n if out != NULL else NULL)
            starts &= ~(<uint64_t>15 << place)
    return n


# Groups and singles.

cdef inline uint64_t times_held(uint64_t cards) noexcept nogil:
    """In every nibble how many cards of the rank there are."""
    cdef uint64_t pairs = cards - (cards >> 1 & <uint64_t>0x5555555555555555)
    return (pairs & <uint64_t>0x3333333333333333) + (pairs >> 2 & <uint64_t>0x3333333333333333)


cdef inline uint64_t at_least(uint64_t times, int least) noexcept nogil:
    """Bit 4 * r for every rank that `times_held` says is held so often; 1 <= least <= 4."""
    cdef uint64_t two = times >> 1, four = times >> 2
    if least <= 1:
        times |= two | four
    elif least == 2:
        times = two | four
    elif least == 3:
        times = (times & two) | four
    else:
        times = four
    return times & <uint64_t>0x1111111111111111


cdef inline Py_ssize_t copy_groups(const Play* plays, Py_ssize_t a_rank, const Span* spans, uint64_t cards,
                                   uint64_t ranks, int flip, Play* out) noexcept nogil:
    """The groups of the cards of each rank, in the order of the bits `ranks`; without `out` only count. Copies six at a
    time, as many as a rank mostly has, and so writes up to GROUP_SPARE past the last."""
    cdef const Play* source
    cdef Py_ssize_t n = 0, i
    cdef Span span
    cdef int place
    while ranks:
        place = bitdeck_lowest(ranks)
        ranks &= ranks - 1
        span = spans[cards >> place & 15]
        if out != NULL:
            source = plays + ((place ^ flip) >> 2) * a_rank + span.first
            memcpy(out + n, source, 6 * sizeof(Play))
            for i in range(6, span.length):
                out[n + i] = source[i]
        n += span.length
    return n


cdef inline Py_ssize_t choose_groups(const Play* plays, Py_ssize_t a_rank, const Span* spans, uint64_t cards,
                                     uint64_t ranks, int flip, int lock, uint64_t skip, bint told,
                                     Play* out) noexcept nogil:
    """The same without the groups of other suits than `lock` (0: none), of the card set `skip`, and, with `told`, of
    one card and two jokers, which stand last."""
    cdef const Play* source
    cdef Py_ssize_t n = 0, i, length
    cdef int place, held
    while ranks:
        place = bitdeck_lowest(ranks)
        ranks &= ranks - 1
        held = cards >> place & 15
        source = plays + ((place ^ flip) >> 2) * a_rank + spans[held].first
        length = spans[held].length - (popcount64(held) if told else 0)
        for i in range(length):
            if (lock == 0 or suits_of(source[i].meaning) == lock) and source[i].cards != skip:
                if out != NULL:
                    out[n] = source[i]
                n += 1
    return n


cdef inline Play jokers_pair() noexcept nogil:
    cdef Play play
    play.cards = <uint64_t>3 << 52
    play.meaning = GROUP | (ALONE + 1) << 4 | 2 << 8 | 1 << 16 | 1 << 24
    return play


cdef inline Py_ssize_t list_groups(uint64_t hand, uint64_t skip, const Rules* rules, const Limits* limits,
                                   Play* out) noexcept nogil:
    """Write all groups in order and give their number; without `out` only count. Writes up to GROUP_SPARE past
    them."""
    cdef const PlayTables* tables = rules.tables
    cdef int used = jokers_of(hand), jokers = popcount64(used)
    # Under a lock the suits leave a card set one meaning, and that one need not be its first.
    cdef int table = 4 * (DECLARED_MODE if rules.mode == CARDS_MODE and limits.lock else rules.mode) + used
    cdef int size = limits.size if limits.size else 6, least = limits.size if limits.size else 2
    cdef int flip = 0 if limits.revolution else 60, lock = limits.lock
    cdef uint64_t cards = naturals(hand) & limits.starts >> 4, times, ranks
    cdef const Play* plays = &tables.groups[tables.base[table]]
    cdef const Span* spans
    cdef Py_ssize_t a_rank = tables.a_rank[table], n = 0
    cdef bint told = rules.mode == CARDS_MODE and used == 3 and limits.kind == 0 and rules.min_run == 3
    if not limits.revolution:
        cards = reversed_ranks(cards)
    times = times_held(cards)
    size = min(size, 4 + (jokers if rules.quint else 0))
    for size in range(size, max(least, 2) - 1, -1):
        if size == 2 and used == 3 and limits.alone and skip != <uint64_t>3 << 52:
            if out != NULL:
                out[n] = jokers_pair()
            n += 1
        if size - jokers > 4:
            continue
        ranks = at_least(times, size - jokers)
        spans = tables.spans[table][size]
        if lock or skip or told:
            # One card and two jokers are told as a run already.
            n += choose_groups(plays, a_rank, spans, cards, ranks, flip, lock, skip, told and size == 3,
                               out + n if out != NULL else NULL)
        else:
            n += copy_groups(plays, a_rank, spans, cards, ranks, flip, out + n if out != NULL else NULL)
    return n


cdef inline Py_ssize_t list_singles(uint64_t hand, uint64_t skip, const Rules* rules, const Limits* limits,
                                    Play* out) noexcept nogil:
    """Write all singles in order and give their number; without `out` only count."""
    cdef uint64_t cards = naturals(hand) & limits.starts >> 4 & limits.suits
    cdef int used = jokers_of(hand) if limits.alone else 0, flip = 0 if limits.revolution else 60
    cdef Py_ssize_t n = 0
    if skip and skip & (skip - 1) == 0:
        return 0
    if out == NULL:
        return popcount64(cards) + popcount64(used)
    if used:
        if used & 1:
            out[n] = rules.tables.singles[52]
            n += 1
        if used & 2:
            out[n] = rules.tables.singles[53]
            n += 1
    if not limits.revolution:
        cards = reversed_ranks(cards)
    while cards:
        out[n] = rules.tables.singles[bitdeck_lowest(cards) ^ flip]
        cards &= cards - 1
        n += 1
    return n


cdef inline Py_ssize_t most_moves(uint64_t hand, const Rules* rules) noexcept nogil:
    """No hand with these jokers has more plays: the leads of the full pack are 459, with a joker 569, declared 2,605,
    and with two jokers, declared, 11,187; GROUP_SPARE counted in."""
    if jokers_of(hand) == 3:
        return 16384
    return 600 if jokers_of(hand) == 0 or rules.mode == MINIMAL_MODE else 2700


cdef inline Py_ssize_t list_moves(uint64_t hand, const Rules* rules, const Limits* limits, Play* out) noexcept nogil:
    """Write all plays of the hand within the limits, in order, and give their number; without `out` only count. `out`
    has room for those and GROUP_SPARE more."""
    cdef uint64_t skip = left_out(hand, rules, limits.revolution)
    cdef Py_ssize_t n = 0
    if limits.kind == SINGLE:
        return list_singles(hand, skip, rules, limits, out)
    if limits.kind == GROUP:
        return list_groups(hand, skip, rules, limits, out)
    if limits.kind == RUN:
        return list_runs(hand, skip, rules, limits, out)
    if limits.kind == NO_KIND:
        return 0
    n = list_runs(hand, skip, rules, limits, out)
    n += list_groups(hand, skip, rules, limits, out + n if out != NULL else NULL)
    return n + list_singles(hand, skip, rules, limits, out + n if out != NULL else NULL)
