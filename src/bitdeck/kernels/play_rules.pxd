"""What `plays.pyx` and `daifugo.pyx` share of the rules: plays, rules, and what a field leaves.

Layouts stand in `plays.pyi`. *Lanes* hold the cards one rank higher (rank r in nibble r + 1), so that a run may begin
one below the lowest rank. Everything runs without the GIL.
"""

from libc.stdint cimport uint16_t, uint64_t

from bitdeck.kernels.bits cimport bitdeck_highest, bitdeck_lowest, low_bits64

cdef enum:
    SINGLE = 1
    GROUP = 2
    RUN = 3
    NO_KIND = -1
    OPEN = 0
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
    # In words of 8 bytes, two to a play: what an address is reckoned in.
    uint16_t first
    uint16_t length


cdef struct PlayTables:
    # By card; and by order (1: revolution) and card as it is turned in that order.
    Play singles[64]
    Play turned_singles[2][64]
    # The lanes where a play begins that beats a field: by eight-cut, order, number lock, the ranks that the field
    # spans, and its rank + 1. None where nothing beats it, as jokers alone, or an eight that cuts.
    uint64_t above[2][2][2][16][16]
    # Of runs: the lanes where one may begin, by virtual ends, order (1: revolution; else nibbles the other way round)
    # and size; by order, size and such a lane the run's lanes, as they are, and what its meaning says of it.
    uint64_t rooms[2][2][16]
    Play runs[2][16][64]
    # What a joker (0: none) adds to a run, by the lane it stands for; 63: it is not needed.
    Play stands[3][64]
    # Groups by table (4 * joker_mode + the jokers held), rank, cards held of the rank, and size. Their spans by table,
    # size, rank + 2 (0, 1 and 15 are no rank and empty) and cards held.
    Play groups[GROUP_PLAYS + GROUP_SPARE]
    Span spans[TABLES][8][16][16]


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


cdef inline uint64_t nibbles_from(int first) noexcept nogil:
    """The nibbles from `first` on, 0 <= first <= 31; in two shifts, so that none passes the width."""
    return ~<uint64_t>0 << 2 * first << 2 * first


cdef inline uint64_t starts_above(uint64_t field, bint revolution, bint exact) noexcept nogil:
    """The lanes where a play of the field's kind and size begins that beats it."""
    cdef int extent = extent_of(field), least = rank_of(field) + 1 + extent, end = rank_of(field) + 2 - extent
    if revolution:
        end = max(end, 0)
        return ~nibbles_from(end) & (nibbles_from(max(end, 1) - 1) if exact else ~<uint64_t>0)
    return nibbles_from(least) & (~nibbles_from(least + 1) if exact else ~<uint64_t>0)


cdef inline uint64_t suits_allowed(int lock) noexcept nogil:
    """The lanes of the suits that a lock leaves a single or run."""
    if lock == 0:
        return ~<uint64_t>0
    return 0 if lock & (lock - 1) else lanes_of(lock)


cdef inline Limits limits_of(uint64_t field, int condition, const Rules* rules) noexcept nogil:
    cdef Limits limits
    cdef int lock = condition >> 4
    limits.revolution = condition & 1
    limits.kind = limits.size = limits.lock = 0
    limits.starts = limits.suits = ~<uint64_t>0
    limits.alone = True
    if field == OPEN:
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
        limits.suits = suits_allowed(lock)
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


# Masks.

cdef inline uint64_t some_bits(uint64_t x) noexcept nogil:
    """All bits where x has any."""
    return -<uint64_t>(x != 0)


cdef inline uint64_t places(int size, bint virtual_ends) noexcept nogil:
    """The lanes where a run of this size lies within the ranks."""
    if virtual_ends:
        return ~<uint64_t>0 >> 4 * size
    return ~<uint64_t>0 >> 4 >> 4 * size & ~<uint64_t>15


cdef inline uint64_t window(int start, int size) noexcept nogil:
    """The lanes of a run; size > 0."""
    return <uint64_t>0x1111111111111111 >> (64 - 4 * size) << start


cdef inline uint64_t times_held(uint64_t cards) noexcept nogil:
    """In every nibble how many cards of the rank there are."""
    cdef uint64_t pairs = cards - (cards >> 1 & <uint64_t>0x5555555555555555)
    return (pairs & <uint64_t>0x3333333333333333) + (pairs >> 2 & <uint64_t>0x3333333333333333)


cdef inline uint64_t at_least(uint64_t times, int least) noexcept nogil:
    """Bit 4 * r for every rank that `times_held` says is held so often; 1 <= least <= 4."""
    return (times + <uint64_t>0x1111111111111111 * (8 - least)) >> 3 & <uint64_t>0x1111111111111111


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
