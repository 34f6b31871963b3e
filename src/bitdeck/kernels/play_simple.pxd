"""The plays of a *simple* hand, of which a card set is one play at most, by shifts and tables; in their order.

The strongest rank has to come first. Cards are *turned* for that: rank r in nibble r + 2 under revolution, else in
nibble 13 - r, suits as they were. Where a few steps are always taken, needed or not, fewer would cost the processor a
wrong guess of how many there are, which is dearer; what they write past the end is written over.
"""

from libc.stdint cimport uint64_t

from bitdeck.kernels.bits cimport bitdeck_lowest, popcount64
from bitdeck.kernels.play_rules cimport (
    LARGEST_RUN, MINIMAL_MODE, RUN, Play, PlayTables, Rules, Span, at_least, jokers_of, left_out, naturals, some_bits,
    times_held, window,
)

cdef extern from "bitdeck.h" nogil:
    uint64_t bitdeck_turn(uint64_t x)
    void bitdeck_copy96(void* to, const void* source)

cdef enum:
    NO_RANK = 60
    NO_LANE = 63


cdef inline bint simple(uint64_t hand, const Rules* rules, bint revolution) noexcept nogil:
    cdef int used = jokers_of(hand)
    return (used == 0 or (used < 3 and rules.mode == MINIMAL_MODE)) and left_out(hand, rules, revolution) == 0


cdef inline uint64_t turned(uint64_t cards, bint revolution) noexcept nogil:
    return cards << 8 if revolution else bitdeck_turn(cards << 8)


# Runs: one to a start, since a joker replaces no held card.

cdef inline uint64_t starts_of_size(uint64_t lanes, uint64_t wild, int size) noexcept nogil:
    """The lanes where a run begins that lacks no card, or with `wild`, all bits, at most one."""
    cdef uint64_t whole = lanes, one = wild, last = lanes
    cdef int i
    for i in range(1, size):
        last >>= 4
        one = (one & last) | (whole & wild)
        whole &= last
    return one | whole


cdef inline int starts_of_leads(uint64_t hand, const Rules* rules, bint revolution, uint64_t* starts,
                                Py_ssize_t* count) noexcept nogil:
    """Of each size the lanes where a run begins, the strongest rank in the lowest nibble; how many they are, and the
    longest size. Below the least size `starts` has an empty one."""
    cdef uint64_t lanes = naturals(hand) << 4, whole = lanes, last = lanes, wild = some_bits(jokers_of(hand))
    cdef uint64_t room = ~<uint64_t>0 >> (4 if rules.virtual_ends else 8), here
    cdef uint64_t one = wild if rules.virtual_ends else wild & ~<uint64_t>15
    cdef int size = 1, least = rules.min_run
    cdef Py_ssize_t n = 0
    starts[least - 1] = 0
    while True:
        size += 1
        last >>= 4
        room >>= 4
        one = (one & last) | (whole & wild)
        whole &= last
        if size >= least:
            here = (one | whole) & room
            n += popcount64(here)
            starts[size] = here if revolution else bitdeck_turn(here)
            # Two sizes are always looked at.
            if size == LARGEST_RUN or (here == 0 and size > least):
                count[0] = n
                return size - (here == 0)


cdef inline Play run_at(uint64_t lanes, uint64_t start, uint64_t first, uint64_t common, uint64_t used,
                        const PlayTables* tables) noexcept nogil:
    """The run from lane `start`, whose lanes from 0 on are `first`, with its joker where the hand lacks a card."""
    cdef uint64_t run = first << start, missing = run & ~lanes, some = some_bits(missing), stands
    cdef Play play
    # The lowest bit of nothing is undefined.
    stands = <uint64_t>(2 + bitdeck_lowest(missing | <uint64_t>1 << NO_LANE)) << (8 + 8 * used)
    play.cards = (run & lanes) >> 4 | (used << 52 & some)
    play.meaning = common | tables.begins[start] | (stands & some)
    return play


cdef inline void settle(const Play* first, Play* last) noexcept nogil:
    """Move a run to its place among those from `first` on of the same rank (the low 12 bits: kind, rank and size)."""
    cdef Play play = last[0]
    cdef Play* before = last - 1
    while last > first and (before.meaning ^ play.meaning) & 0xFFF == 0 and before.cards > play.cards:
        last[0] = before[0]
        last, before = before, before - 1
    last[0] = play


cdef inline bint misplaced(const Play* last) noexcept nogil:
    """Whether a run belongs before the one written before it: they are of one rank, and a joker stands on top. This is
    one test, and seldom true; whether they are of one rank is as good as random."""
    return ((last.meaning ^ (last - 1).meaning) & 0xFFF | <uint64_t>(last.cards > (last - 1).cards)) == 0


cdef inline Play* lead_runs(uint64_t hand, const Rules* rules, bint revolution, Play* out) noexcept nogil:
    """All sizes in one loop: its end is one wrong guess, and not one a size."""
    cdef uint64_t[LARGEST_RUN + 1] starts
    cdef uint64_t lanes = naturals(hand) << 4, used = jokers_of(hand), flip = 0 if revolution else 60
    cdef uint64_t left, first, common, done
    cdef const uint64_t* below
    cdef const Play* begin = out
    cdef const Play* end
    cdef Py_ssize_t n
    cdef int size
    if rules.min_run == 0:
        return out
    size = starts_of_leads(hand, rules, revolution, starts, &n)
    end = out + n
    below = &starts[size - 1]
    left = starts[size]
    first = window(0, size)
    common = RUN | <uint64_t>size << 8
    while out < end:
        out[0] = run_at(lanes, bitdeck_lowest(left) ^ flip, first, common, used, rules.tables)
        if out > begin and misplaced(out):
            settle(begin, out)
        out += 1
        left &= left - 1
        done = left == 0
        left |= below[0] & -done
        below -= done
        first >>= 4 * done
        common -= done << 8
    return out


cdef inline Play* follow_runs(uint64_t hand, uint64_t within, int size, const Rules* rules, bint revolution,
                              Play* out) noexcept nogil:
    """The runs of one size that begin `within` some lanes. Writes two always."""
    cdef uint64_t lanes = naturals(hand) << 4, used = jokers_of(hand), first = window(0, size)
    cdef uint64_t starts = starts_of_size(lanes, some_bits(used), size) & within, left
    cdef uint64_t common = RUN | <uint64_t>size << 8
    cdef uint64_t flip = 0 if revolution else 60
    cdef Play* at = out + 1
    cdef const PlayTables* tables = rules.tables
    left = starts if revolution else bitdeck_turn(starts)
    out[0] = run_at(lanes, bitdeck_lowest(left | <uint64_t>1 << NO_LANE) ^ flip, first, common, used, tables)
    left &= left - 1
    out[1] = run_at(lanes, bitdeck_lowest(left | <uint64_t>1 << NO_LANE) ^ flip, first, common, used, tables)
    while left:
        if misplaced(at):
            settle(out, at)
        left &= left - 1
        at += 1
        if left:
            at[0] = run_at(lanes, bitdeck_lowest(left) ^ flip, first, common, used, tables)
    return out + popcount64(starts)


# Groups, from the tables.

cdef inline Play* copy_rank(const Play* groups, const Span* spans, uint64_t cards, uint64_t ranks, uint64_t flip,
                            Play* out) noexcept nogil:
    """The groups of the first of `ranks`. Copies six, more than which no rank has, and gives where the next ones go."""
    cdef uint64_t place = bitdeck_lowest(ranks)
    cdef const Span* span = &spans[4 * (place ^ flip) + (cards >> place & 15)]
    bitdeck_copy96(out, groups + span.first)
    return out + span.length


cdef inline Play* groups_of_size(const PlayTables* tables, int table, int size, uint64_t cards, uint64_t ranks,
                                 bint revolution, bint few, Play* out) noexcept nogil:
    """The groups of turned cards; gives where they end. Of `few` ranks two are always taken, and where there is none,
    nibble 15, that has no cards."""
    cdef uint64_t flip = 0 if revolution else 60
    cdef const Span* spans = &tables.spans[table][size][0][0]
    if few:
        out = copy_rank(tables.groups, spans, cards, ranks | <uint64_t>1 << NO_RANK, flip, out)
        ranks &= ranks - 1
        out = copy_rank(tables.groups, spans, cards, ranks | <uint64_t>1 << NO_RANK, flip, out)
        ranks &= ranks - 1
    while ranks:
        out = copy_rank(tables.groups, spans, cards, ranks, flip, out)
        ranks &= ranks - 1
    return out


cdef inline Play* lead_groups(uint64_t hand, const Rules* rules, bint revolution, Play* out) noexcept nogil:
    cdef int used = jokers_of(hand), joker = used != 0, size
    cdef uint64_t cards = turned(naturals(hand), revolution), times = times_held(cards)
    for size in range(4 + (joker & rules.quint), 1, -1):
        out = groups_of_size(rules.tables, 4 * rules.mode + used, size, cards, at_least(times, size - joker),
                             revolution, size - joker == 2, out)
    return out


cdef inline Play* follow_groups(uint64_t hand, uint64_t within, int size, const Rules* rules, bint revolution,
                                Play* out) noexcept nogil:
    """The groups of one size of the ranks `within` some lanes."""
    cdef int used = jokers_of(hand), joker = used != 0
    cdef uint64_t cards = turned(naturals(hand) & within >> 4, revolution)
    if size > 4 + (joker & rules.quint):
        return out
    return groups_of_size(rules.tables, 4 * rules.mode + used, size, cards, at_least(times_held(cards), size - joker),
                          revolution, size - joker == 2, out)


# Singles, of any hand.

cdef inline Play* write_singles(uint64_t hand, uint64_t within, bint jokers, bint revolution,
                                const PlayTables* tables, Play* out) noexcept nogil:
    """The single cards `within` some lanes, and the jokers."""
    cdef uint64_t cards = turned(naturals(hand) & within >> 4, revolution), flip = 0 if revolution else 60
    if jokers:
        if hand >> 52 & 1:
            out[0] = tables.singles[52]
            out += 1
        if hand >> 53 & 1:
            out[0] = tables.singles[53]
            out += 1
    while cards:
        out[0] = tables.singles[(<uint64_t>bitdeck_lowest(cards) ^ flip) - 8]
        cards &= cards - 1
        out += 1
    return out
