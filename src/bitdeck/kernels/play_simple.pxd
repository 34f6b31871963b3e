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
    uint64_t bitdeck_beside(uint64_t a, uint64_t b, uint64_t c)
    void bitdeck_copy96(void* to, const void* source)

cdef enum:
    NO_RANK = 60
    NO_LANE = 63
    # So many sizes of runs are looked at in any hand.
    EVER_SIZES = 3


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


cdef struct Starts:
    # Of each size the lanes, turned, where a run begins; below the least size none.
    uint64_t size[LARGEST_RUN + EVER_SIZES]


cdef struct Grown:
    # Of one size: the last cards of runs, by where these begin, and where begin runs that lack no card, or at most one.
    uint64_t last, whole, one


cdef inline void grow(Grown* grown, uint64_t wild, bint revolution) noexcept nogil:
    """To the next size. The next rank comes down to this one, or up to it where the lanes are turned; what goes round
    is in no room."""
    cdef int step = 4 if revolution else 60
    grown.last = grown.last >> step | grown.last << (64 - step)
    grown.one = (grown.one & grown.last) | (grown.whole & wild)
    grown.whole &= grown.last


cdef inline int starts_of_leads(uint64_t hand, const Rules* rules, bint revolution, Starts* starts) noexcept nogil:
    """Fill `starts` and give the longest size. With a joker or without, a run has a shorter one in it."""
    cdef uint64_t wild = some_bits(jokers_of(hand)), cards = turned(naturals(hand), revolution)
    cdef const uint64_t* rooms = rules.tables.rooms[rules.virtual_ends][revolution]
    cdef Grown grown
    cdef int size = rules.min_run, longest = size - 1, i
    grown.last = grown.whole = cards >> 4 if revolution else cards << 4
    grown.one = grown.last | wild
    starts.size[longest] = 0
    for i in range(1, longest):
        grow(&grown, wild, revolution)
    for i in range(EVER_SIZES):
        grow(&grown, wild, revolution)
        starts.size[size + i] = grown.one & rooms[size + i]
        longest += starts.size[size + i] != 0
    while size + EVER_SIZES - 1 <= longest < LARGEST_RUN:
        grow(&grown, wild, revolution)
        starts.size[longest + 1] = grown.one & rooms[longest + 1]
        if starts.size[longest + 1] == 0:
            break
        longest += 1
    return longest


cdef inline Play run_at(uint64_t lanes, const Play* at, const Play* stands) noexcept nogil:
    """The run that the tables have from a lane, with its joker where the hand lacks a card."""
    # The lowest bit of nothing is undefined.
    cdef const Play* joker = &stands[bitdeck_lowest(at.cards & ~lanes | <uint64_t>1 << NO_LANE)]
    cdef Play play
    play.cards = (at.cards & lanes) >> 4 | joker.cards
    play.meaning = at.meaning | joker.meaning
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
    cdef Starts starts
    cdef uint64_t lanes = naturals(hand) << 4, left, done
    cdef const Play* stands = rules.tables.stands[jokers_of(hand)]
    cdef const Play* begin = out
    cdef const Play* runs
    cdef const uint64_t* shorter
    cdef Play play, before
    cdef int size
    if rules.min_run == 0:
        return out
    size = starts_of_leads(hand, rules, revolution, &starts)
    left = starts.size[size]
    shorter = starts.size + size - 1
    runs = rules.tables.runs[revolution][size]
    before.cards = before.meaning = 0
    while left:
        play = run_at(lanes, runs + bitdeck_lowest(left), stands)
        out[0] = play
        if in_place(play, before):
            before = play
        else:
            settle(begin, out)
        out += 1
        left &= left - 1
        done = left == 0
        left |= shorter[0] & -done
        shorter -= done
        runs -= done << 6
    return out


cdef inline Play* follow_runs(uint64_t hand, uint64_t within, int size, const Rules* rules, bint revolution,
                              Play* out) noexcept nogil:
    """The runs of one size that begin `within` some lanes. Writes two always."""
    cdef uint64_t lanes = naturals(hand) << 4, left
    cdef uint64_t starts = starts_of_size(lanes, some_bits(jokers_of(hand)), size) & within
    cdef const Play* runs = rules.tables.runs[revolution][size]
    cdef const Play* stands = rules.tables.stands[jokers_of(hand)]
    cdef Play play, before
    cdef Play* at = out + 1
    left = starts if revolution else bitdeck_turn(starts)
    before = run_at(lanes, runs + bitdeck_lowest(left | <uint64_t>1 << NO_LANE), stands)
    left &= left - 1
    play = run_at(lanes, runs + bitdeck_lowest(left | <uint64_t>1 << NO_LANE), stands)
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
            play = run_at(lanes, runs + bitdeck_lowest(left), stands)
            at[0] = play
    return out + popcount64(starts)


# Groups, from the tables.

cdef inline Play* copy_rank(const Play* groups, const Span* spans, uint64_t cards, uint64_t ranks, uint64_t flip,
                            Play* out) noexcept nogil:
    """The groups of the first of `ranks`. Copies six, more than which no rank has, and gives where the next ones go."""
    cdef uint64_t place = bitdeck_lowest(ranks)
    cdef const Span* span = &spans[4 * (place ^ flip) + (cards >> place & 15)]
    bitdeck_copy96(out, <const uint64_t*> groups + span.first)
    return <Play*> (<uint64_t*> out + span.length)


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
    """But for groups of five, which are rare, the ranks of all sizes stand beside each other, the larger size first,
    and are done in one loop: its end is one wrong guess, and not one a size."""
    cdef int used = jokers_of(hand), joker = used != 0
    cdef uint64_t cards = turned(naturals(hand), revolution), times = times_held(cards), flip = 48 if revolution else 63
    cdef uint64_t two = at_least(times, 2), three = at_least(times, 3), four = at_least(times, 4), left, i
    cdef const Span* spans = &rules.tables.spans[4 * rules.mode + used][1][0][0]
    cdef const Span* span
    if joker:
        if four and rules.quint:
            out = groups_of_size(rules.tables, 4 * rules.mode + used, 5, cards, four, revolution, False, out)
        left = bitdeck_beside(three, two, at_least(times, 1))
    else:
        left = bitdeck_beside(four, three, two)
    while left:
        i = bitdeck_lowest(left)
        span = spans + (16 * (i ^ flip) + (cards >> (4 * i & 63) & 15))
        bitdeck_copy96(out, <const uint64_t*> rules.tables.groups + span.first)
        out = <Play*> (<uint64_t*> out + span.length)
        left &= left - 1
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
    """The single cards `within` some lanes, and the jokers. Writes four at a time: nibble 15, that has no cards, gives
    what is too much."""
    cdef uint64_t cards = turned(naturals(hand) & within >> 4, revolution), left = cards | <uint64_t>15 << NO_RANK
    cdef const Play* singles = tables.turned_singles[revolution]
    cdef Play* end
    cdef int i
    if jokers:
        if hand >> 52 & 1:
            out[0] = tables.singles[52]
            out += 1
        if hand >> 53 & 1:
            out[0] = tables.singles[53]
            out += 1
    end = out + popcount64(cards)
    while out < end:
        for i in range(4):
            out[i] = singles[bitdeck_lowest(left)]
            left &= left - 1
        out += 4
    return end
