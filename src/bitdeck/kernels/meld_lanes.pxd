"""Least deadwood for the common rules: the sets chosen rank by rank where they can be, then one look-up a suit.

A cost is SCALE times the points left over, plus the melds. `single` has the least cost of each of the 2^13 lanes of
one pack, `relief` how
much the best discard of the lane lowers it, `double` the least cost of the 3^13 lanes of two packs (digit r of the
index in base 3 is
the number of cards of rank r), and `wild` that with exactly 0, 1 and 2 jokers in the lane's runs.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc

from bitdeck.kernels.meld_space cimport (
    COLUMNS, LANES, RANKS, SCALE, RunForm, Space, bitdeck_highest, bitdeck_lanes, bitdeck_lowest, suit_digit,
)

cdef enum:
    ROWS = 1594323  # 3^13
    FAR = 16000  # no such run; above every cost of a lane
    BEYOND = 1 << 24  # above every cost of a hand, however dear its jokers are
    WIDEST = 500  # ways to choose the sets above which the general search is the quicker
    FEW = 2  # jokers that the tables count


cdef struct Choice:
    uint64_t lanes  # what leaves the four lanes of one pack, at rank 0
    int32_t index[4]  # what leaves the four rows of two packs, at rank 0
    uint8_t jokers
    uint8_t melds
    uint8_t size  # natural cards


cdef struct Lanes:
    Space* space
    int16_t* single
    int16_t* relief
    int16_t* double_
    int16_t* wild
    Choice* choices
    int first[COLUMNS + 1]
    uint8_t plain[COLUMNS]  # choices without jokers, which come first
    uint8_t peak[COLUMNS][FEW + 1]  # most natural cards of a choice with so many jokers
    int32_t power[RANKS]
    int32_t base3[LANES]
    uint16_t support[729]  # ranks held, of six digits


cdef inline int column_of(Lanes* lanes, uint64_t once, uint64_t twice, int rank) noexcept nogil:
    return lanes.base3[(once >> (4 * rank)) & 15] + lanes.base3[(twice >> (4 * rank)) & 15]


cdef inline bint column_within(int part, int column) noexcept nogil:
    cdef int suit
    for suit in range(4):
        if suit_digit(part, suit) > suit_digit(column, suit):
            return False
    return True


cdef inline void fewest_sets(Space* space, uint8_t* fewest) noexcept nogil:
    """fewest[column * 3 + j]: the fewest sets that use up these cards of a rank and j jokers; 255 where they cannot."""
    cdef int column, rest, j, k, i, suit, digits
    for i in range(COLUMNS * (FEW + 1)):
        fewest[i] = 255
    fewest[0] = 0
    for column in range(1, COLUMNS):
        for i in range(space.set_first[4]):
            rest = column
            digits = 0
            for suit in range(4):
                k = (space.sets[i].once >> suit & 1) + (space.sets[i].twice >> suit & 1)
                digits += k * (27 if suit == 3 else 9 if suit == 2 else 3 if suit == 1 else 1)
            if not column_within(digits, column):
                continue
            rest = column - digits
            for j in range(FEW + 1):
                for k in range(FEW + 1 - j):
                    if space.sets[i].jokers >> j & 1 and fewest[rest * 3 + k] < 254:
                        if fewest[rest * 3 + k] + 1 < fewest[column * 3 + j + k]:
                            fewest[column * 3 + j + k] = fewest[rest * 3 + k] + 1


cdef inline int list_choices(Lanes* lanes) noexcept nogil:
    """For every column of cards the ways to take sets out of it, jokerless ones first; 0 when memory is short."""
    cdef uint8_t fewest[COLUMNS * 3]
    cdef int column, part, j, suit, passes, found = 0
    cdef Choice* choice
    fewest_sets(lanes.space, fewest)
    lanes.choices = <Choice*>malloc(COLUMNS * COLUMNS * 3 * sizeof(Choice))
    if lanes.choices == NULL:
        return 0
    for column in range(COLUMNS):
        lanes.first[column] = found
        lanes.plain[column] = 0
        for j in range(FEW + 1):
            lanes.peak[column][j] = 0
        for passes in range(2):
            for part in range(1, COLUMNS):
                for j in range(passes, FEW * passes + 1):
                    if fewest[part * 3 + j] == 255 or not column_within(part, column):
                        continue
                    choice = &lanes.choices[found]
                    choice.lanes = 0
                    choice.size = 0
                    for suit in range(4):
                        choice.index[suit] = suit_digit(part, suit)
                        choice.size += choice.index[suit]
                        if choice.index[suit]:
                            choice.lanes |= <uint64_t>1 << (16 * suit)
                    choice.jokers = j
                    choice.melds = fewest[part * 3 + j]
                    lanes.peak[column][j] = max(lanes.peak[column][j], choice.size)
                    found += 1
                    if j == 0:
                        lanes.plain[column] += 1
    lanes.first[COLUMNS] = found
    return 1


cdef inline int open_lanes(Lanes* lanes, Space* space) noexcept nogil:
    """The small tables: those of one pack."""
    cdef int rank, row
    lanes.space = space
    lanes.single = <int16_t*>malloc(LANES * sizeof(int16_t))
    lanes.relief = <int16_t*>malloc(LANES * sizeof(int16_t))
    lanes.double_ = lanes.wild = NULL
    for rank in range(RANKS):
        lanes.power[rank] = 1 if rank == 0 else 3 * lanes.power[rank - 1]
    lanes.base3[0] = 0
    lanes.support[0] = 0
    for row in range(1, 729):
        lanes.support[row] = lanes.support[row // 3] << 1 | (row % 3 > 0)
    for row in range(1, LANES):
        lanes.base3[row] = lanes.base3[row & (row - 1)] + lanes.power[bitdeck_lowest(row)]
    if lanes.single == NULL or lanes.relief == NULL or not list_choices(lanes):
        return 0
    fill_single(lanes)
    return 1


cdef inline void close_lanes(Lanes* lanes) noexcept nogil:
    free(lanes.single)
    free(lanes.relief)
    free(lanes.double_)
    free(lanes.wild)
    free(lanes.choices)


cdef inline void fill_single(Lanes* lanes) noexcept nogil:
    """Lanes ascending: the lowest card is left over, or in a run of which it is the lowest rank."""
    cdef Space* space = lanes.space
    cdef int row, rank, i, cost, lowest, rest
    lanes.single[0] = 0
    lanes.relief[0] = -FAR
    for row in range(1, LANES):
        rank = bitdeck_lowest(row)
        cost = SCALE * space.points[rank] + lanes.single[row & (row - 1)]
        for i in range(space.first[rank], space.first[rank + 1]):
            if space.forms[i].jokers & 1 and not space.forms[i].cards & ~row:
                if lanes.single[row ^ space.forms[i].cards] + 1 < cost:
                    cost = lanes.single[row ^ space.forms[i].cards] + 1
        lanes.single[row] = cost
        lowest = FAR
        rest = row
        while rest:
            i = row ^ (rest & -rest)
            if lanes.single[i] < lowest:
                lowest = lanes.single[i]
            rest &= rest - 1
        lanes.relief[row] = cost - lowest


cdef inline int ranks_of(Lanes* lanes, int row) noexcept nogil:
    """The ranks of which a row of two packs has cards."""
    cdef int high = row // 729
    return lanes.support[row % 729] | lanes.support[high % 729] << 6 | (row >= 531441) << 12


cdef inline int fill_double(Lanes* lanes) noexcept nogil:
    """Rows ascending, as in fill_single; a row less some of its cards has a smaller index."""
    cdef Space* space = lanes.space
    cdef RunForm* forms
    cdef int row, rank, i, n, cost, ranks
    lanes.double_ = <int16_t*>malloc(ROWS * sizeof(int16_t))
    forms = <RunForm*>malloc(LANES * sizeof(RunForm))
    cdef int first[RANKS + 1]
    if lanes.double_ == NULL or forms == NULL:
        free(forms)
        return 0
    n = 0
    for rank in range(RANKS):
        first[rank] = n
        for i in range(space.first[rank], space.first[rank + 1]):
            if space.forms[i].jokers & 1:
                forms[n] = space.forms[i]
                n += 1
    first[RANKS] = n
    lanes.double_[0] = 0
    for row in range(1, ROWS):
        ranks = ranks_of(lanes, row)
        rank = bitdeck_lowest(ranks)
        cost = SCALE * space.points[rank] + lanes.double_[row - lanes.power[rank]]
        for i in range(first[rank], first[rank + 1]):
            if not forms[i].cards & ~ranks:
                n = lanes.double_[row - lanes.base3[forms[i].cards]] + 1
                if n < cost:
                    cost = n
        lanes.double_[row] = cost
    free(forms)
    return 1


cdef inline int fill_wild(Lanes* lanes) noexcept nogil:
    """The same for 0, 1, 2 jokers; of runs only those that are not two runs (melds are not counted)."""
    cdef Space* space = lanes.space
    cdef RunForm* forms
    cdef int16_t* values
    cdef int16_t* rest
    cdef int row, rank, i, j, n, ranks
    cdef int c0, c1, c2
    cdef int first[RANKS + 1]
    lanes.wild = <int16_t*>malloc(ROWS * 3 * sizeof(int16_t))
    forms = <RunForm*>malloc(LANES * sizeof(RunForm))
    if lanes.wild == NULL or forms == NULL:
        free(forms)
        return 0
    n = 0
    for rank in range(RANKS):
        first[rank] = n
        for i in range(space.atom[rank], space.atom[rank + 1]):
            if space.atoms[i].jokers & 7:
                forms[n] = space.atoms[i]
                n += 1
    first[RANKS] = n
    lanes.wild[0] = 0
    lanes.wild[1] = lanes.wild[2] = FAR
    for row in range(1, ROWS):
        ranks = ranks_of(lanes, row)
        rank = bitdeck_lowest(ranks)
        rest = lanes.wild + 3 * (row - lanes.power[rank])
        n = SCALE * space.points[rank]
        c0 = rest[0] + n
        c1 = rest[1] + n
        c2 = rest[2] + n
        for i in range(first[rank], first[rank + 1]):
            if forms[i].cards & ~ranks:
                continue
            rest = lanes.wild + 3 * (row - lanes.base3[forms[i].cards])
            if forms[i].jokers & 1:
                c0 = min(c0, rest[0])
                c1 = min(c1, rest[1])
                c2 = min(c2, rest[2])
            if forms[i].jokers & 2:
                c1 = min(c1, rest[0])
                c2 = min(c2, rest[1])
            if forms[i].jokers & 4:
                c2 = min(c2, rest[0])
        values = lanes.wild + 3 * row
        values[0] = c0
        values[1] = min(c1, FAR)
        values[2] = min(c2, FAR)
    free(forms)
    return 1


cdef inline int single_lanes(Lanes* lanes, uint64_t t) noexcept nogil:
    return (
        lanes.single[t & 0xffff] + lanes.single[(t >> 16) & 0xffff]
        + lanes.single[(t >> 32) & 0xffff] + lanes.single[t >> 48]
    )


cdef inline uint64_t settled_ranks(int min_set, uint64_t hand) noexcept nogil:
    """Bit 4 * rank for every rank of which at least min_set suits are held (1 to 4; none above)."""
    cdef uint64_t both = hand & (hand >> 1), either = hand | (hand >> 1)  # of the first two suits, two bits on the last
    cdef uint64_t found = 0
    if min_set == 3:
        found = (both & (either >> 2)) | ((both >> 2) & either)
    elif min_set == 2:
        found = both | (both >> 2) | (either & (either >> 2))
    elif min_set == 4:
        found = both & (both >> 2)
    elif min_set == 1:
        found = either | (either >> 2)
    return found & <uint64_t>0x1111111111111


cdef inline int choose_single(Lanes* lanes, uint64_t hand, uint64_t t, uint64_t ranks) noexcept nogil:
    """Least cost of one pack's lanes t over all choices of sets at `ranks`."""
    cdef int rank, column, i, cost, least
    cdef Choice* choice
    if ranks == 0:
        return single_lanes(lanes, t)
    rank = bitdeck_lowest(ranks) >> 2
    ranks &= ranks - 1
    column = lanes.base3[(hand >> (4 * rank)) & 15]
    least = choose_single(lanes, hand, t, ranks)
    for i in range(lanes.first[column], lanes.first[column] + lanes.plain[column]):
        choice = &lanes.choices[i]
        cost = choice.melds + choose_single(lanes, hand, t & ~(choice.lanes << rank), ranks)
        if cost < least:
            least = cost
    return least


cdef inline int choose_one(Lanes* lanes, uint64_t hand, uint64_t t, uint64_t ranks) noexcept nogil:
    """The same for a single rank; as a rule it has a single set."""
    cdef int rank = bitdeck_lowest(ranks) >> 2
    cdef int column = lanes.base3[(hand >> (4 * rank)) & 15]
    cdef Choice* choice = lanes.choices + lanes.first[column]
    cdef int i, least = single_lanes(lanes, t)
    if lanes.plain[column] == 1:
        return min(least, choice.melds + single_lanes(lanes, t & ~(choice.lanes << rank)))
    for i in range(lanes.plain[column]):
        least = min(least, choice[i].melds + single_lanes(lanes, t & ~(choice[i].lanes << rank)))
    return least


cdef inline bint too_wide(Lanes* lanes, uint64_t once, uint64_t twice, uint64_t ranks) noexcept nogil:
    """Whether there are more than WIDEST ways to choose the sets."""
    cdef int ways = 1
    while ranks:
        ways *= 1 + lanes.plain[column_of(lanes, once, twice, bitdeck_lowest(ranks) >> 2)]
        if ways > WIDEST:
            return True
        ranks &= ranks - 1
    return False


cdef inline int settled_cost(Lanes* lanes, uint64_t hand, uint64_t t, uint64_t ranks) noexcept nogil:
    """single_cost of a hand with the lanes t that has sets at `ranks`."""
    if ranks & (ranks - 1) == 0:
        return choose_one(lanes, hand, t, ranks)
    if too_wide(lanes, hand, 0, ranks):
        return -1
    return choose_single(lanes, hand, t, ranks)


cdef inline int single_cost(Lanes* lanes, uint64_t hand) noexcept nogil:
    """Least cost of a hand of one pack; −1 when there are too many ways to choose the sets."""
    cdef uint64_t t = bitdeck_lanes(hand)
    cdef uint64_t ranks = settled_ranks(lanes.space.min_set, hand)
    return settled_cost(lanes, hand, t, ranks) if ranks else single_lanes(lanes, t)


cdef struct Rows:
    int32_t index[4]
    int count  # columns in which sets can be
    int column[RANKS]
    int rank[RANKS]
    int most[RANKS + 1][FEW + 1]  # most that sets of the columns from here on can save with so many jokers
    int least  # cost found


cdef inline int lay_rows(Lanes* lanes, Rows* rows, uint64_t once, uint64_t twice, int jokers) noexcept nogil:
    """The four rows of a hand and the columns with sets, the dearest first as a rule; 0 when there are too many ways to
    choose them."""
    cdef uint64_t a = bitdeck_lanes(once), b = bitdeck_lanes(twice), ranks
    cdef int suit, rank, column, n, ways = 1, wild = 0
    for suit in range(4):
        rows.index[suit] = lanes.base3[(a >> (16 * suit)) & 8191] + lanes.base3[(b >> (16 * suit)) & 8191]
    rows.count = 0
    ranks = (once | once >> 1 | once >> 2 | once >> 3) & <uint64_t>0x1111111111111
    while ranks:
        rank = bitdeck_highest(ranks) >> 2
        ranks ^= <uint64_t>1 << (4 * rank)
        column = column_of(lanes, once, twice, rank)
        n = lanes.plain[column] if jokers == 0 else lanes.first[column + 1] - lanes.first[column]
        if n == 0:
            continue
        rows.column[rows.count] = column
        rows.rank[rows.count] = rank
        rows.count += 1
        ways *= 1 + lanes.plain[column]
        wild += n - lanes.plain[column]
        if ways > WIDEST:
            return 0
    return jokers == 0 or ways * (1 + wild * jokers) <= 4 * WIDEST


cdef inline int choose_double(Lanes* lanes, Rows* rows, int at) noexcept nogil:
    """Least cost of two packs' rows over all choices of sets in the columns from `at` on."""
    cdef int column, i, suit, cost, least
    cdef int32_t power
    cdef Choice* choice
    if at == rows.count:
        return (
            lanes.double_[rows.index[0]] + lanes.double_[rows.index[1]]
            + lanes.double_[rows.index[2]] + lanes.double_[rows.index[3]]
        )
    least = choose_double(lanes, rows, at + 1)
    column = rows.column[at]
    power = lanes.power[rows.rank[at]]
    for i in range(lanes.first[column], lanes.first[column] + lanes.plain[column]):
        choice = &lanes.choices[i]
        for suit in range(4):
            rows.index[suit] -= choice.index[suit] * power
        cost = choice.melds + choose_double(lanes, rows, at + 1)
        for suit in range(4):
            rows.index[suit] += choice.index[suit] * power
        if cost < least:
            least = cost
    return least


cdef inline int double_cost(Lanes* lanes, uint64_t once, uint64_t twice) noexcept nogil:
    cdef Rows rows
    if not lay_rows(lanes, &rows, once, twice, 0):
        return -1
    return choose_double(lanes, &rows, 0)


cdef inline void bound_sets(Lanes* lanes, Rows* rows) noexcept nogil:
    """Fill rows.most: a set saves at most the points of its cards."""
    cdef int at, j, k, points
    cdef int* most
    cdef uint8_t* peak
    for j in range(FEW + 1):
        rows.most[rows.count][j] = 0
    for at in range(rows.count - 1, -1, -1):
        most = rows.most[at + 1]
        peak = lanes.peak[rows.column[at]]
        points = SCALE * lanes.space.points[rows.rank[at]]
        for j in range(FEW + 1):
            rows.most[at][j] = 0
            for k in range(j + 1):
                rows.most[at][j] = max(rows.most[at][j], most[j - k] + peak[k] * points)


cdef inline void spread_jokers(Lanes* lanes, Rows* rows, int* cost) noexcept nogil:
    """cost[j]: the least of the rows with up to j jokers in their runs, a joker left over at its points."""
    cdef int16_t* row
    cdef int suit, d, none = 0, one = BEYOND, second = BEYOND, two = BEYOND
    cdef int idle = SCALE * lanes.space.points[13]
    for suit in range(4):
        row = lanes.wild + 3 * rows.index[suit]
        none += row[0]
        d = row[1] - row[0] if row[1] < FAR else BEYOND
        second = min(second, max(one, d))
        one = min(one, d)
        two = min(two, row[2] - row[0] if row[2] < FAR else BEYOND)
    cost[0] = none
    cost[1] = none + min(idle, one)
    cost[2] = none + min(min(2 * idle, idle + one), min(two, one + second))


cdef inline int promised(const int* cost, const int* most, int jokers) noexcept nogil:
    """No choice of further sets leads below this."""
    cdef int least = cost[jokers] - most[0]
    cdef int j
    for j in range(1, jokers + 1):
        least = min(least, cost[jokers - j] - most[j])
    return least


cdef inline void choose_wild(Lanes* lanes, Rows* rows, int at, int jokers) noexcept nogil:
    """Lower rows.least to the least cost over all choices of sets in the columns from `at` on, jokers in them or in the
    runs: branch and bound."""
    cdef int cost[FEW + 1]
    cdef int column, i, suit, most, points
    cdef int32_t power
    cdef Choice* choice
    spread_jokers(lanes, rows, cost)
    rows.least = min(rows.least, cost[jokers])
    while at < rows.count and promised(cost, rows.most[at], jokers) < rows.least:
        column = rows.column[at]
        power = lanes.power[rows.rank[at]]
        points = SCALE * lanes.space.points[rows.rank[at]]
        at += 1
        most = lanes.first[column + 1] if jokers else lanes.first[column] + lanes.plain[column]
        for i in range(lanes.first[column], most):
            choice = &lanes.choices[i]
            if choice.jokers > jokers:
                continue
            if promised(cost, rows.most[at], jokers - choice.jokers) - choice.size * points >= rows.least:
                continue
            for suit in range(4):
                rows.index[suit] -= choice.index[suit] * power
            choose_wild(lanes, rows, at, jokers - choice.jokers)
            for suit in range(4):
                rows.index[suit] += choice.index[suit] * power


cdef inline int wild_cost(Lanes* lanes, uint64_t once, uint64_t twice, int jokers) noexcept nogil:
    """SCALE times the least deadwood with one or two printed jokers, melds not counted; −1 when there are too many
    ways."""
    cdef Rows rows
    if not lay_rows(lanes, &rows, once, twice, jokers):
        return -1
    bound_sets(lanes, &rows)
    rows.least = BEYOND
    choose_wild(lanes, &rows, 0, jokers)
    return rows.least
