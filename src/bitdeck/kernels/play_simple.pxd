"""The plays of a *simple* hand, of which a card set is one play at most, by shifts and tables; in their order.

The strongest rank has to come first. Cards are *turned* for that: rank r in nibble r + 2 under revolution, else in
nibble 13 - r, suits as they were. Where a few steps are always taken, needed or not, fewer would cost the processor a
wrong guess of how many there are, which is dearer; what they write past the end is written over.
"""

from libc.stdint cimport uint64_t

from bitdeck.kernels.bits cimport bitdeck_lowest, popcount64
from bitdeck.kernels.play_rules cimport (
    LARGEST_RUN, MINIMAL_MODE, Play, PlayTables, Rules, Span, at_least, jokers_of, left_out, naturals, some_bits,
    times_held,
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
    cdef uint64_t lanes = naturals(hand) << 4, wild = some_bits(jokers_of(hand)), whole, one, last
    cdef const uint64_t* rooms = rules.tables.rooms[rules.virtual_ends][revolution]
    # The next rank comes down to this one, or up to it where the lanes are turned; what goes round is in no room.
    cdef int size = 1, least = rules.min_run, longest = least - 1, step = 4 if revolution else 60
    cdef Py_ssize_t n = 0
    if not revolution:
        lanes = bitdeck_turn(lanes)
    whole = last = lanes
    one = lanes | wild
    starts[longest] = 0
    while size < least - 1:
        size += 1
        last = last >> step | last << (64 - step)
        one = (one & last) | (whole & wild)
        whole &= last
    while size < LARGEST_RUN:
        size += 1
        last = last >> step | last << (64 - step)
        one = (one & last) | (whole & wild)
        whole &= last
        starts[size] = one & rooms[size]
        n += popcount64(starts[size])
        longest += starts[size] != 0
        # Three sizes are always looked at.
        if starts[size] == 0 and size > least + 1:
            break
    count[0] = n
    return longest


cdef inline Play run_at(uint64_t lanes, uint64_t start, int size, const Play* stands,
                        const PlayTables* tables) noexcept nogil:
    """The run from a lane, with its joker where the hand lacks a card."""
    cdef uint64_t run = tables.windows[size] << start
    # The lowest bit of nothing is undefined.
    cdef const Play* joker = &stands[bitdeck_lowest(run & ~lanes | <uint64_t>1 << NO_LANE)]
    cdef Play play
    play.cards = (run & lanes) >> 4 | joker.cards
    play.meaning = tables.sizes[size] | tables.begins[start] | joker.meaning
    return play


cdef inline bint in_place(Play play, Play before) noexcept nogil:
    """Whether a run comes after the one before: of one rank and size (kind, rank and size are the low 12 bits) cards
    ascend, but not where a joker stands on top. It is one test, and seldom false; one of the rank alone would be as
    good as random."""
    return ((play.meaning ^ before.meaning) & 0xFFF | <uint64_t>(play.cards > before.cards)) != 0


cdef inline void settle(const Play* first, Play* last) noexcept nogil:
    """Move a run to its place among those from `first` on."""
    cdef Play play = last[0]
    while last > first and not in_place(play, (last - 1)[0]):
        last[0] = (last - 1)[0]
        last -= 1
    last[0] = play


cdef inline Play* lead_runs(uint64_t hand, const Rules* rules, bint revolution, Play* out) noexcept nogil:
    """All sizes in one loop: its end is one wrong guess, and not one a size."""
    cdef uint64_t[LARGEST_RUN + 1] starts
    cdef uint64_t lanes = naturals(hand) << 4, flip = 0 if revolution else 60, left, done
    cdef const Play* stands = rules.tables.stands[jokers_of(hand)]
    cdef const Play* begin = out
    cdef const Play* end
    cdef Play play, before
    cdef Py_ssize_t n
    cdef int size
    if rules.min_run == 0:
        return out
    size = starts_of_leads(hand, rules, revolution, starts, &n)
    end = out + n
    left = starts[size]
    before.cards = before.meaning = 0
    while out < end:
        play = run_at(lanes, bitdeck_lowest(left) ^ flip, size, stands, rules.tables)
        out[0] = play
        if in_place(play, before):
            before = play
        else:
            settle(begin, out)
        out += 1
        left &= left - 1
        done = left == 0
        left |= starts[size - 1] & -done
        size -= <int>done
    return out


cdef inline Play* follow_runs(uint64_t hand, uint64_t within, int size, const Rules* rules, bint revolution,
                              Play* out) noexcept nogil:
    """The runs of one size that begin `within` some lanes. Writes two always."""
    cdef uint64_t lanes = naturals(hand) << 4, flip = 0 if revolution else 60, left
    cdef uint64_t starts = starts_of_size(lanes, some_bits(jokers_of(hand)), size) & within
    cdef const PlayTables* tables = rules.tables
    cdef const Play* stands = tables.stands[jokers_of(hand)]
    cdef Play play, before
    cdef Play* at = out + 1
    left = starts if revolution else bitdeck_turn(starts)
    before = run_at(lanes, bitdeck_lowest(left | <uint64_t>1 << NO_LANE) ^ flip, size, stands, tables)
    left &= left - 1
    play = run_at(lanes, bitdeck_lowest(left | <uint64_t>1 << NO_LANE) ^ flip, size, stands, tables)
    out[0] = before
    out[1] = play
    while left:
        if in_place(play, before):
            before = play
        else:
            settle(out, at)
        left &= left - 1
        at += 1
        if left:
            play = run_at(lanes, bitdeck_lowest(left) ^ flip, size, stands, tables)
            at[0] = play
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
