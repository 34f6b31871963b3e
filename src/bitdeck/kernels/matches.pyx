"""Matches among cards, compiled. What each entry point means stands in `matches.pyi`; twin: `reference/matches.py`.

Three values: two cards fix the third, which is looked up by its code. More values: a match grows card by card with
those that go with the cards it has, told by one comparison of their digits. Whole batches of small layouts of three
values are counted in vector registers (`sets.h`).
"""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from bitdeck.kernels.bits cimport lowest64, popcount64
from bitdeck.kernels.digits cimport alike, digits_of, goes_with
from bitdeck.kernels.stream cimport Stream, below, start

cdef extern from "sets.h" nogil:
    void bitdeck_sets_begin()
    Py_ssize_t bitdeck_sets_rows(
        const int16_t* rows, Py_ssize_t row, Py_ssize_t n, int k, int most, int32_t* count, uint8_t* has
    )
    int bitdeck_sets_block(
        const int16_t* rows, Py_ssize_t row, Py_ssize_t n, int k, int most, int32_t* count, uint8_t* has, uint32_t* bad
    )

cdef enum:
    ROWS_A_BLOCK = 1024
    MOST_CARDS = 1024
    MOST_CODES = 4096
    LOW_BITS = 0x555
    VECTOR_CARDS = 16

cdef int64_t ALL = <int64_t>1 << 62
cdef uint16_t CODES[729]


cdef struct Layout:
    # The cards held, in the order of their places, and where each stands.
    int properties
    int values
    int size
    int codes
    # The highest card of a deck that sets.h is for, else 0.
    int vectors
    int n
    int32_t place[MOST_CARDS]
    int16_t card[MOST_CARDS]
    uint16_t code[MOST_CARDS]
    # By code: which of the cards it is, -1 for none.
    int16_t which[MOST_CODES]
    # Other than three values: the digits of each card held.
    uint64_t digits[MOST_CARDS]


cdef struct Walk:
    # Matches in lexicographic order: `skip` of them passed over, then up to `limit` met; which of the cards held they
    # take goes to `out`.
    int64_t skip
    int64_t limit
    int64_t met
    int16_t* out
    int chosen[8]


cdef void fill_codes() noexcept nogil:
    """CODES[c]: the digits of a card of three values in two bits each, as 1, 2 and 3; written once, at import."""
    cdef int card, i, rest
    for card in range(729):
        CODES[card] = 0
        rest = card
        for i in range(6):
            CODES[card] |= (rest % 3 + 1) << 2 * i
            rest //= 3


fill_codes()
bitdeck_sets_begin()


cdef inline int power(int base, int exponent) noexcept nogil:
    cdef int i, result = 1
    for i in range(exponent):
        result *= base
    return result


cdef inline uint16_t third(uint16_t a, uint16_t b) noexcept nogil:
    """The code of the card that makes a match with two others: where their digits differ, the exclusive or."""
    cdef uint16_t apart = a ^ b
    cdef uint16_t differ = (apart | apart >> 1) & LOW_BITS
    return apart | (a & ~(differ * 3))


cdef void begin(Layout* layout, int properties, int values) noexcept nogil:
    layout.properties = properties
    layout.values = values
    layout.size = power(values, properties)
    layout.codes = power(4, properties) if values == 3 else layout.size
    layout.vectors = layout.size - 1 if values == 3 and properties <= 4 else 0
    layout.n = 0
    memset(layout.which, 0xFF, layout.codes * sizeof(int16_t))


cdef inline uint16_t code_of(Layout* layout, int card) noexcept nogil:
    """The card itself, or its code, cut to the deck's properties."""
    return CODES[card] & (layout.codes - 1) if layout.values == 3 else card


cdef inline void clear(Layout* layout) noexcept nogil:
    cdef int i
    for i in range(layout.n):
        layout.which[layout.code[i]] = -1
    layout.n = 0


cdef inline bint put(Layout* layout, int card, int32_t place) noexcept nogil:
    """Hold one more card; False if it is not in the deck or held already."""
    cdef int n = layout.n
    cdef uint16_t code
    if card < 0 or card >= layout.size:
        return False
    code = code_of(layout, card)
    if layout.which[code] >= 0:
        return False
    layout.which[code] = n
    layout.code[n] = code
    layout.card[n] = card
    layout.place[n] = place
    layout.n = n + 1
    return True


cdef inline void replace(Layout* layout, int i, int card) noexcept nogil:
    """Hold another card at the place of card i."""
    layout.which[layout.code[i]] = -1
    layout.card[i] = card
    layout.code[i] = code_of(layout, card)
    layout.which[layout.code[i]] = i


cdef Py_ssize_t load(Layout* layout, const int16_t* row, Py_ssize_t k) noexcept nogil:
    """Hold the cards of a row; the place of the first wrong one, -1 when all is well."""
    cdef Py_ssize_t place
    clear(layout)
    for place in range(k):
        if row[place] != -1 and not put(layout, row[place], place):
            return place
    return -1


cdef int64_t count_threes(Layout* layout) noexcept nogil:
    cdef int i, j
    cdef int32_t few
    cdef int64_t count = 0
    if layout.vectors and bitdeck_sets_rows(layout.card, 0, 1, layout.n, layout.vectors, &few, NULL) == 1:
        return few
    for i in range(layout.n):
        for j in range(i + 1, layout.n):
            count += layout.which[third(layout.code[i], layout.code[j])] > j
    return count


cdef void walk_threes(Layout* layout, Walk* walk) noexcept nogil:
    cdef int i, j, last
    for i in range(layout.n):
        for j in range(i + 1, layout.n):
            last = layout.which[third(layout.code[i], layout.code[j])]
            if last > j:
                walk.chosen[0] = i
                walk.chosen[1] = j
                if meet(layout, walk, last):
                    return


cdef inline bint meet(Layout* layout, Walk* walk, int last) noexcept nogil:
    """One more match, the chosen cards and the last; whether that is enough."""
    cdef int i
    if walk.skip:
        walk.skip -= 1
        return False
    if walk.out != NULL:
        for i in range(layout.values - 1):
            walk.out[i] = walk.chosen[i]
        walk.out[layout.values - 1] = last
        walk.out += layout.values
    walk.met += 1
    return walk.met == walk.limit


cdef bint grow(
    Layout* layout, Walk* walk, int depth, int begin, uint64_t first, uint64_t chosen, uint64_t same
) noexcept nogil:
    """Choose card `depth` of a match from `begin` on, and those after it, in every way; whether enough matches are met.
    `first`: the digits of the first card; `chosen`: of all; `same`: the properties in which they are equal."""
    cdef int i
    cdef uint64_t digits
    for i in range(begin, layout.n - layout.values + depth + 1):
        digits = layout.digits[i]
        if depth == 0:
            first = digits
        elif depth == 1:
            same = alike(first, digits)
        elif not goes_with(digits, first, chosen, same):
            continue
        walk.chosen[depth] = i
        if depth < layout.values - 1:
            if grow(layout, walk, depth + 1, i + 1, first, chosen | digits, same):
                return True
        elif meet(layout, walk, i):
            return True
    return False


cdef int64_t search(Layout* layout, int64_t skip, int64_t limit, int16_t* out) noexcept nogil:
    """Walk over the matches of the cards held, as Walk says; how many are met."""
    cdef Walk walk
    cdef int i
    if layout.values == 3 and out == NULL and limit == ALL:
        return count_threes(layout)
    walk.skip = skip
    walk.limit = limit
    walk.met = 0
    walk.out = out
    if layout.values == 3:
        walk_threes(layout, &walk)
        return walk.met
    for i in range(layout.n):
        layout.digits[i] = digits_of(layout.card[i], layout.properties, layout.values)
    grow(layout, &walk, 0, 0, 0, 0, 0)
    return walk.met


cdef inline void to_places(Layout* layout, int16_t* found, int64_t matches) noexcept nogil:
    """Turn which of the cards into where they stand."""
    cdef int64_t i
    for i in range(matches * layout.values):
        found[i] = layout.place[found[i]]


cdef inline const int16_t* first(const int16_t[:, ::1] rows) noexcept nogil:
    return &rows[0, 0] if rows.shape[0] and rows.shape[1] else NULL


cdef inline Py_ssize_t tell_row(
    Layout* layout, const int16_t* rows, Py_ssize_t r, Py_ssize_t k, int32_t* count, uint8_t* has
) noexcept nogil:
    """Count, or say whether there is anything to count, in one row; -1, or the place in the rows of a wrong card."""
    cdef Py_ssize_t fault = load(layout, rows + r * k, k)
    if fault >= 0:
        return r * k + fault
    if count != NULL:
        count[r] = <int32_t>search(layout, 0, ALL, NULL)
    else:
        has[r] = search(layout, 0, 1, NULL)
    return -1


cdef Py_ssize_t tell(
    const int16_t[:, ::1] layouts, int properties, int values, int32_t* count, uint8_t* has
) noexcept nogil:
    """The same for all rows: in blocks, then in vectors, and row by row where these are not for it."""
    cdef Py_ssize_t r = 0, n = layouts.shape[0], k = layouts.shape[1], fault
    cdef const int16_t* rows = first(layouts)
    cdef uint32_t bad = 0
    cdef int done
    cdef Layout layout
    cdef bint vectors
    begin(&layout, properties, values)
    vectors = layout.vectors and k <= VECTOR_CARDS
    while r < n:
        done = bitdeck_sets_block(rows, r, n, <int>k, layout.vectors, count, has, &bad) if vectors else 0
        while done and bad:
            fault = tell_row(&layout, rows, r + lowest64(bad), k, count, has)
            if fault >= 0:
                return fault
            bad &= bad - 1
        r += done
        if done:
            continue
        if vectors:
            r = bitdeck_sets_rows(rows, r, n, <int>k, layout.vectors, count, has)
        if r < n:
            fault = tell_row(&layout, rows, r, k, count, has)
            if fault >= 0:
                return fault
            r += 1
    return -1


def count(const int16_t[:, ::1] layouts not None, int properties, int values, int32_t[::1] out not None):
    cdef Py_ssize_t fault
    if layouts.shape[0] == 0:
        return -1
    with nogil:
        fault = tell(layouts, properties, values, &out[0], NULL)
    return fault


def has(const int16_t[:, ::1] layouts not None, int properties, int values, uint8_t[::1] out not None):
    cdef Py_ssize_t fault
    if layouts.shape[0] == 0:
        return -1
    with nogil:
        fault = tell(layouts, properties, values, NULL, &out[0])
    return fault


def find(const int16_t[:, ::1] layouts not None, int properties, int values, int16_t[:, ::1] out not None):
    cdef Py_ssize_t r, k = layouts.shape[1], fault = -1
    cdef const int16_t* rows = first(layouts)
    cdef Layout layout
    with nogil:
        begin(&layout, properties, values)
        for r in range(layouts.shape[0]):
            fault = load(&layout, rows + r * k, k)
            if fault >= 0:
                fault += r * k
                break
            if search(&layout, 0, 1, &out[r, 0]):
                to_places(&layout, &out[r, 0], 1)
            else:
                memset(&out[r, 0], 0xFF, values * sizeof(int16_t))
    return fault


def find_all(
    const int16_t[:, ::1] layouts not None,
    int properties,
    int values,
    const int64_t[::1] offsets not None,
    int16_t[:, ::1] out not None,
):
    cdef Py_ssize_t r, k = layouts.shape[1]
    cdef const int16_t* rows = first(layouts)
    cdef Layout layout
    with nogil:
        begin(&layout, properties, values)
        for r in range(layouts.shape[0]):
            if offsets[r] < offsets[r + 1]:
                load(&layout, rows + r * k, k)
                search(&layout, 0, offsets[r + 1] - offsets[r], &out[offsets[r], 0])
                to_places(&layout, &out[offsets[r], 0], offsets[r + 1] - offsets[r])


def complete(const int16_t[:, ::1] layouts not None, int properties, int values, int16_t[::1] out not None):
    cdef Py_ssize_t r, k = layouts.shape[1], fault = -1
    cdef const int16_t* rows = first(layouts)
    cdef Layout layout
    with nogil:
        begin(&layout, properties, values)
        for r in range(layouts.shape[0]):
            fault = load(&layout, rows + r * k, k)
            if fault >= 0:
                fault += r * k
                break
            out[r] = completion(&layout)
    return fault


cdef int completion(Layout* layout) noexcept nogil:
    """The card that makes a match of the values - 1 held, -1 if there is none: the missing digit, or that of all."""
    cdef int p, i, rest, digit, last, seen, scale = 1, card = 0
    cdef int full = (1 << layout.values) - 1
    if layout.n < layout.values - 1:
        return -1
    for p in range(layout.properties):
        seen = 0
        for i in range(layout.n):
            seen |= 1 << layout.card[i] // scale % layout.values
        last = layout.card[0] // scale % layout.values
        if seen == 1 << last:
            digit = last
        elif popcount64(seen) == layout.values - 1:
            digit = lowest64(full & ~seen)
        else:
            return -1
        card += digit * scale
        scale *= layout.values
    return card


cdef Py_ssize_t load_one(Layout* layout, object cards) except -2:
    """Hold the cards of a list or tuple, of exact Python ints alone; the place of the first fault, or -1."""
    cdef Py_ssize_t place
    cdef object card
    place = 0
    for card in cards:
        if type(card) is not int or not -1 <= card < layout.size:
            return place
        if <int>card != -1 and not put(layout, <int>card, <int32_t>place):
            return place
        place += 1
    return -1


def count_one(object cards, int properties, int values):
    cdef Layout layout
    cdef Py_ssize_t fault
    begin(&layout, properties, values)
    fault = load_one(&layout, cards)
    return -1 - fault if fault >= 0 else search(&layout, 0, ALL, NULL)


def has_one(object cards, int properties, int values):
    cdef Layout layout
    cdef Py_ssize_t fault
    begin(&layout, properties, values)
    fault = load_one(&layout, cards)
    return -1 - fault if fault >= 0 else search(&layout, 0, 1, NULL)


cdef inline tuple places(Layout* layout, const int16_t* found):
    cdef int i
    if layout.values == 3:
        return (layout.place[found[0]], layout.place[found[1]], layout.place[found[2]])
    return tuple([layout.place[found[i]] for i in range(layout.values)])


def find_one(object cards, int properties, int values):
    cdef Layout layout
    cdef int16_t found[7]
    cdef Py_ssize_t fault
    begin(&layout, properties, values)
    fault = load_one(&layout, cards)
    if fault >= 0:
        return -1 - fault
    return places(&layout, found) if search(&layout, 0, 1, found) else None


def find_all_one(object cards, int properties, int values):
    cdef Layout layout
    cdef int16_t* found
    cdef int64_t i, matches
    cdef Py_ssize_t fault
    begin(&layout, properties, values)
    fault = load_one(&layout, cards)
    if fault >= 0:
        return -1 - fault
    matches = search(&layout, 0, ALL, NULL)
    found = <int16_t*>PyMem_Malloc(max(matches, 1) * values * sizeof(int16_t))
    if found == NULL:
        raise MemoryError
    try:
        search(&layout, 0, ALL, found)
        return [places(&layout, found + i * values) for i in range(matches)]
    finally:
        PyMem_Free(found)


cdef inline void shuffle(Stream* stream, int16_t* cards, int size, int k) noexcept nogil:
    """Bring k random cards to the front."""
    cdef int j, other
    cdef int16_t card
    for j in range(k):
        other = j + <int>below(stream, size - j)
        card = cards[other]
        cards[other] = cards[j]
        cards[j] = card


cdef inline void in_order(int16_t* cards, int size) noexcept nogil:
    cdef int i
    for i in range(size):
        cards[i] = i


def sample(const uint64_t[::1] seed not None, int size, int16_t[:, ::1] out not None):
    cdef Py_ssize_t r
    cdef int k = <int>out.shape[1]
    cdef int16_t cards[MOST_CARDS]
    cdef Stream stream
    if k == 0:
        return
    with nogil:
        for r in range(out.shape[0]):
            if r % ROWS_A_BLOCK == 0:
                stream = start(&seed[0], r // ROWS_A_BLOCK)
            in_order(cards, size)
            shuffle(&stream, cards, size, k)
            memcpy(&out[r, 0], cards, k * sizeof(int16_t))


cdef struct Game:
    int least
    int more
    int policy
    # The cards of the pack, in the stock from `next` on; those on the table are the layout's.
    int next
    int16_t stock[MOST_CARDS]


cdef void deal(Game* game, Layout* layout, int cards) noexcept nogil:
    """Put cards of the stock, or what is left of it, at the end of the table."""
    cdef int i
    for i in range(min(cards, layout.size - game.next)):
        put(layout, game.stock[game.next], layout.n)
        game.next += 1


cdef bint choose(Game* game, Layout* layout, Stream* stream, int16_t* match) noexcept nogil:
    """Which cards of the table the policy takes; False if there is no match."""
    cdef int64_t count, skip = 0
    if game.policy == 1:
        count = search(layout, 0, ALL, NULL)
        if count == 0:
            return False
        skip = below(stream, count)
    return search(layout, skip, 1, match)


cdef void take(Game* game, Layout* layout, const int16_t* match) noexcept nogil:
    """Take a match away: new cards at the lowest of its places while the table is short, the other places close up."""
    cdef int i, filled = 0, n = layout.n, values = layout.values
    cdef int16_t table[MOST_CARDS]
    while filled < values and n - values + filled < game.least and game.next < layout.size:
        replace(layout, match[filled], game.stock[game.next])
        game.next += 1
        filled += 1
    if filled == values:
        return
    memcpy(table, layout.card, n * sizeof(int16_t))
    clear(layout)
    for i in range(n):
        if filled < values and match[filled] == i:
            filled += 1
        else:
            put(layout, table[i], layout.n)


cdef void play(
    Game* game, Layout* layout, Stream* stream, int16_t* result, int64_t* looked, int64_t* without
) noexcept nogil:
    cdef int16_t match[7]
    cdef int times = 0, largest
    clear(layout)
    game.next = 0
    in_order(game.stock, layout.size)
    shuffle(stream, game.stock, layout.size, layout.size)
    deal(game, layout, game.least)
    largest = layout.n
    while True:
        looked[layout.n] += 1
        if choose(game, layout, stream, match):
            take(game, layout, match)
            continue
        without[layout.n] += 1
        if game.next == layout.size:
            break
        deal(game, layout, game.more)
        times += 1
        largest = max(largest, layout.n)
    result[0] = times
    result[1] = largest
    result[2] = layout.n


def simulate(
    const uint64_t[::1] seed not None,
    uint64_t first_block,
    int properties,
    int values,
    int table,
    int more,
    int policy,
    int16_t[:, ::1] games not None,
    int64_t[::1] looked not None,
    int64_t[::1] without not None,
):
    cdef Py_ssize_t i
    cdef Layout layout
    cdef Game game
    cdef Stream stream
    game.least = table
    game.more = more
    game.policy = policy
    with nogil:
        begin(&layout, properties, values)
        for i in range(games.shape[0]):
            if i % ROWS_A_BLOCK == 0:
                stream = start(&seed[0], first_block + i // ROWS_A_BLOCK)
            play(&game, &layout, &stream, &games[i, 0], &looked[0], &without[0])
