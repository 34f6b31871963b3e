"""What a rule book allows, as small tables: which natural cards and how many jokers make a run or a set.

A hand is two planes of types (held at least once, held twice) and a number of printed jokers. A lane is a suit's 13
bits, a column a rank's
four bits. Points are kept times SCALE, so that the number of melds fits below them.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

cdef extern from "bitdeck.h" nogil:
    int bitdeck_popcount(uint64_t x)
    int bitdeck_lowest(uint64_t x)
    int bitdeck_highest(uint64_t x)

cdef extern from *:
    """
    /* A 16 x 4 bit matrix transposed: the index bits rank:suit become suit:rank by four exchanges of two index bits
       (delta swaps; Knuth, The Art of Computer Programming, 7.1.3). */
    static inline uint64_t bitdeck_exchange(uint64_t x, uint64_t mask, int shift) {
        uint64_t moved = (x ^ (x >> shift)) & mask;
        return x ^ moved ^ (moved << shift);
    }
    static inline uint64_t bitdeck_transposed(uint64_t x) {
        x = bitdeck_exchange(x, 0x0a0a0a0a0a0a0a0au, 3);
        x = bitdeck_exchange(x, 0x00cc00cc00cc00ccu, 6);
        x = bitdeck_exchange(x, 0x0000f0f00000f0f0u, 12);
        x = bitdeck_exchange(x, 0x00000000ff00ff00u, 24);
        return x;
    }
    #if defined(__BMI2__) || defined(BITDECK_V3)
    static inline uint64_t bitdeck_lanes(uint64_t x) {
        return _pext_u64(x, 0x1111111111111u) | _pext_u64(x, 0x2222222222222u) << 16
             | _pext_u64(x, 0x4444444444444u) << 32 | _pext_u64(x, 0x8888888888888u) << 48;
    }
    #else
    #define bitdeck_lanes bitdeck_transposed
    #endif
    """
    uint64_t bitdeck_lanes(uint64_t x) nogil
    uint64_t bitdeck_transposed(uint64_t x) nogil  # the same; compilers make vectors of it for many hands


cdef enum:
    SCALE = 64
    RANKS = 13
    LANES = 8192
    COLUMNS = 81
    IMPOSSIBLE = 1 << 28

cdef enum:
    LOW = 0
    HIGH = 1
    BOTH = 2
    WRAP = 3


cdef struct RunForm:
    uint16_t cards  # natural ranks of a run
    uint16_t jokers  # bit j: j jokers complete it


cdef struct SetForm:
    uint8_t once  # suits of the natural cards
    uint8_t twice  # suits that come twice among them
    uint8_t size
    uint16_t jokers


cdef struct Space:
    int copies
    int printed
    int wild
    int min_run
    int min_set
    int max_set
    int same_suit_sets
    int aces
    int max_jokers  # no more than the pack has
    int table_jokers  # the same of a meld on the table, whose jokers may be another pack's
    int min_natural
    int min_runs
    int min_pure_runs
    int declared
    int points[14]
    uint16_t run_jokers[LANES]
    RunForm* forms  # by lowest rank: every run
    int first[RANKS + 1]
    RunForm* atoms  # by lowest rank: the runs that are not two runs
    int atom[RANKS + 1]
    SetForm sets[COLUMNS]  # by lowest suit
    int set_first[5]


cdef inline int suit_digit(int column, int suit) noexcept nogil:
    """How often a column, four digits of base 3, has the suit."""
    if suit == 0:
        return column % 3
    if suit == 1:
        return column // 3 % 3
    return column // 9 % 3 if suit == 2 else column // 27


cdef inline uint16_t up_to(int most) noexcept nogil:
    return <uint16_t>((<uint32_t>2 << most) - 1)


cdef inline int first_place(Space* space) noexcept nogil:
    return 1 if space.aces == HIGH else 0


cdef inline int places(Space* space) noexcept nogil:
    """One past the last place where a run may end; place 13 is the ace above the king, around the corner it goes on."""
    if space.aces == LOW:
        return 13
    return 25 if space.aces == WRAP else 14


cdef inline uint16_t window(int start, int length) noexcept nogil:
    """The ranks of a run."""
    cdef uint32_t ranks = ((<uint32_t>1 << length) - 1) << start
    return <uint16_t>((ranks | (ranks >> 13)) & 8191)


cdef inline void fill_runs(Space* space) noexcept nogil:
    """run_jokers: for every set of natural ranks the numbers of jokers that make it a run."""
    cdef int start, length, jokers, top = space.max_jokers
    cdef uint32_t ranks, part
    for start in range(LANES):
        space.run_jokers[start] = 0
    for start in range(first_place(space), 13):
        for length in range(space.min_run, 14):
            if start + length > places(space):
                break
            ranks = window(start, length)
            part = ranks
            while True:
                jokers = length - bitdeck_popcount(part)
                if jokers <= top and length - jokers >= space.min_natural:
                    space.run_jokers[part] |= <uint16_t>1 << jokers
                if part == 0:
                    break
                part = (part - 1) & ranks


cdef inline bint splits(Space* space, uint16_t cards, int jokers) noexcept nogil:
    """Whether a run's cards and jokers are two runs as well, each with a natural card."""
    cdef uint32_t part = (cards - 1) & cards
    cdef int j
    while part:
        if space.run_jokers[part] and space.run_jokers[cards ^ part]:
            for j in range(jokers + 1):
                if space.run_jokers[part] >> j & 1 and space.run_jokers[cards ^ part] >> (jokers - j) & 1:
                    return True
        part = (part - 1) & cards
    return False


cdef inline uint16_t unsplit(Space* space, uint16_t cards) noexcept nogil:
    cdef uint16_t left = 0
    cdef int j
    for j in range(13):
        if space.run_jokers[cards] >> j & 1 and not splits(space, cards, j):
            left |= <uint16_t>1 << j
    return left


cdef inline int list_forms(Space* space) noexcept nogil:
    """The lists of runs; 0 when memory is short."""
    cdef int rank, every = 0, atoms = 0
    cdef uint32_t high
    cdef uint16_t cards, jokers
    space.forms = <RunForm*>malloc(LANES * sizeof(RunForm))
    space.atoms = <RunForm*>malloc(LANES * sizeof(RunForm))
    if space.forms == NULL or space.atoms == NULL:
        return 0
    for rank in range(13):
        space.first[rank] = every
        space.atom[rank] = atoms
        for high in range(1 << (12 - rank)):
            cards = <uint16_t>((high << 1 | 1) << rank)
            if space.run_jokers[cards] == 0:
                continue
            space.forms[every].cards = cards
            space.forms[every].jokers = space.run_jokers[cards]
            every += 1
            jokers = unsplit(space, cards)
            if jokers:
                space.atoms[atoms].cards = cards
                space.atoms[atoms].jokers = jokers
                atoms += 1
    space.first[13] = every
    space.atom[13] = atoms
    return 1


cdef inline uint16_t set_jokers(Space* space, int column) noexcept nogil:
    """The numbers of jokers that make these natural cards of a rank one set."""
    cdef int suit, count, size = 0, j, room = 4
    cdef uint16_t jokers = 0
    if space.same_suit_sets:
        room = 4 * space.copies
    for suit in range(4):
        count = suit_digit(column, suit)
        if count > (space.copies if space.same_suit_sets else 1):
            return 0
        size += count
    if space.max_set < room:
        room = space.max_set
    for j in range(room - size + 1):
        if size >= space.min_natural and j <= space.max_jokers and size + j >= space.min_set:
            jokers |= <uint16_t>1 << j
    return jokers


cdef inline void list_sets(Space* space) noexcept nogil:
    cdef int suit, column, other, found = 0
    cdef SetForm form
    for suit in range(4):
        space.set_first[suit] = found
        for column in range(1, COLUMNS):
            form.once = form.twice = form.size = 0
            for other in range(4):
                form.size += suit_digit(column, other)
                form.once |= (suit_digit(column, other) > 0) << other
                form.twice |= (suit_digit(column, other) > 1) << other
            form.jokers = set_jokers(space, column)
            if form.jokers and bitdeck_lowest(form.once) == suit:
                space.sets[found] = form
                found += 1
    space.set_first[4] = found


cdef inline int fill_space(Space* space) noexcept nogil:
    fill_runs(space)
    list_sets(space)
    return list_forms(space)


cdef inline void free_space(Space* space) noexcept nogil:
    free(space.forms)
    free(space.atoms)


cdef inline uint64_t lane_bits(uint32_t ranks, int suit) noexcept nogil:
    """The ranks of a suit as types."""
    cdef uint64_t x = ranks
    x = (x | x << 24) & <uint64_t>0x000000ff000000ff
    x = (x | x << 12) & <uint64_t>0x000f000f000f000f
    x = (x | x << 6) & <uint64_t>0x0303030303030303
    x = (x | x << 3) & <uint64_t>0x1111111111111111
    return x << suit


cdef inline void take(uint64_t* once, uint64_t* twice, uint64_t cards) noexcept nogil:
    """Remove one card of each of these types, all held."""
    once[0] = (once[0] & ~cards) | (twice[0] & cards)
    twice[0] &= ~cards


cdef inline int points_of(Space* space, uint64_t cards) noexcept nogil:
    cdef int sum = 0
    while cards:
        sum += space.points[bitdeck_lowest(cards) >> 2]
        cards &= cards - 1
    return sum


cdef inline int total_points(Space* space, uint64_t once, uint64_t twice, int printed) noexcept nogil:
    return points_of(space, once) + points_of(space, twice) + printed * space.points[13]
