"""Masks and combinations, compiled. What each entry point means stands in `bits.pyi`; twin: `reference/bits.py`."""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint64_t

from bitdeck.kernels.stream cimport start

from math import comb

cdef extern from "bitdeck.h" nogil:
    uint64_t bitdeck_load8(const uint8_t* source)
    void bitdeck_store8(uint8_t* target, uint64_t x)

cdef enum:
    ROWS_A_BLOCK = 1024
    ROWS_WORTH_TABLES = 512

cdef uint64_t CHOOSE[129][129]


cdef void fill_choose() noexcept nogil:
    """CHOOSE[k][n] is C(n, k), held at 2**64 - 1 where it is larger."""
    cdef uint64_t full = ~<uint64_t>0
    cdef int n, k
    for n in range(129):
        CHOOSE[0][n] = 1
    for k in range(1, 129):
        CHOOSE[k][0] = 0
        for n in range(1, 129):
            CHOOSE[k][n] = CHOOSE[k - 1][n - 1] + CHOOSE[k][n - 1]
            if CHOOSE[k][n] < CHOOSE[k][n - 1] or CHOOSE[k - 1][n - 1] == full:
                CHOOSE[k][n] = full


cdef void fill_shares(Shares* shares, int n, int k) noexcept nogil:
    cdef uint64_t sum = 0
    cdef int a, bucket = 0
    for a in range(CHUNK + 1):
        shares.start[a] = sum
        if a <= k and k - a <= n - CHUNK:
            sum += CHOOSE[a][CHUNK] * CHOOSE[k - a][n - CHUNK]
    shares.start[CHUNK + 1] = sum
    while sum >> shares.shift >= BUCKETS:
        shares.shift += 1
    for a in range(CHUNK + 1):
        while bucket < BUCKETS and <uint64_t>bucket << shares.shift < shares.start[a + 1]:
            shares.guide[bucket] = <uint8_t>a
            bucket += 1


cdef void fill_quotas() noexcept nogil:
    """inverse is 2**(63 + shift) / patterns, rounded up; shift is that of the highest bit of the number."""
    cdef int a
    for a in range(CHUNK + 1):
        QUOTAS[a].patterns = bitdeck_choose[CHUNK][a]
        QUOTAS[a].first = bitdeck_first_pattern[a]
        while QUOTAS[a].patterns >> QUOTAS[a].shift > 1:
            QUOTAS[a].shift += 1
        QUOTAS[a].inverse = scaled(<uint64_t>1 << QUOTAS[a].shift, QUOTAS[a].patterns)


cdef uint64_t scaled(uint64_t part, uint64_t whole) noexcept nogil:
    """2**63 * part / whole, rounded up; part <= whole < 2**32."""
    cdef uint64_t quotient = 0
    cdef int i
    for i in range(63):
        part *= 2
        quotient = 2 * quotient + (part >= whole)
        if part >= whole:
            part -= whole
    return quotient + (part > 0)


cdef void fill_constants() noexcept nogil:
    """Written once, when the module is imported."""
    cdef int n, k
    fill_choose()
    fill_quotas()
    for n in range(CHUNK + 1, LARGEST + 1):
        for k in range(n + 1):
            fill_shares(&SHARES[n][k], n, k)


fill_constants()


cdef inline Py_ssize_t stride(Py_ssize_t rows) noexcept nogil:
    """0 for the one row that stands for all."""
    return 0 if rows == 1 else 1


cdef inline Mask128 row128(const uint64_t[:, ::1] masks, Py_ssize_t r) noexcept nogil:
    cdef Mask128 mask
    mask.low = masks[r, 0]
    mask.high = masks[r, 1] if masks.shape[1] > 1 else 0
    return mask


cdef inline void store128(uint64_t[:, ::1] out, Py_ssize_t r, Mask128 mask) noexcept nogil:
    out[r, 0] = mask.low
    if out.shape[1] > 1:
        out[r, 1] = mask.high


cdef inline Mask128 split(object mask):
    cdef Mask128 words
    words.low = <uint64_t>(mask & 0xFFFFFFFFFFFFFFFF)
    words.high = <uint64_t>(mask >> 64)
    return words


cdef inline object whole(Mask128 words):
    return (<object>words.high << 64) | words.low if words.high else words.low


cdef inline int count128(Mask128 mask) noexcept nogil:
    return popcount64(mask.low) + popcount64(mask.high)


cdef inline int place128(Mask128 mask, int64_t i) noexcept nogil:
    """The index of the i-th set bit, -1 if there is none."""
    cdef int n = popcount64(mask.low)
    if i < 0:
        return -1
    if i < n:
        return select64(mask.low, <int>i)
    i -= n
    return 64 + select64(mask.high, <int>i) if i < popcount64(mask.high) else -1


cdef inline Mask128 extract128(Mask128 value, Mask128 mask) noexcept nogil:
    cdef Mask128 result
    cdef int n = popcount64(mask.low)
    cdef uint64_t high = extract64(value.high, mask.high)
    result.low = extract64(value.low, mask.low)
    result.high = high
    if n < 64:
        result.low |= high << n
        result.high = high >> 1 >> (63 - n)
    return result


def lowest(const uint64_t[:, ::1] masks not None, int8_t[::1] out not None):
    cdef Py_ssize_t r
    cdef Mask128 mask
    with nogil:
        for r in range(out.shape[0]):
            mask = row128(masks, r)
            out[r] = 64 + lowest64(mask.high) if mask.low == 0 and mask.high else lowest64(mask.low)


def highest(const uint64_t[:, ::1] masks not None, int8_t[::1] out not None):
    cdef Py_ssize_t r
    cdef Mask128 mask
    with nogil:
        for r in range(out.shape[0]):
            mask = row128(masks, r)
            out[r] = 64 + highest64(mask.high) if mask.high else highest64(mask.low)


def highest_bit(const uint64_t[:, ::1] masks not None, uint64_t[:, ::1] out not None):
    cdef Py_ssize_t r
    cdef Mask128 mask
    with nogil:
        for r in range(out.shape[0]):
            mask = row128(masks, r)
            mask.high = highest_bit64(mask.high)
            mask.low = 0 if mask.high else highest_bit64(mask.low)
            store128(out, r, mask)


def indices(const uint64_t[:, ::1] masks not None, int8_t[:, ::1] out not None):
    cdef Py_ssize_t r, width = out.shape[1]
    if width == 0:
        return
    with nogil:
        for r in range(out.shape[0]):
            list_bits(row128(masks, r), &out[r, 0], width)


cdef inline void list_bits(Mask128 mask, int8_t* out, Py_ssize_t width) noexcept nogil:
    cdef Py_ssize_t i = 0
    while mask.low and i < width:
        out[i] = bitdeck_lowest(mask.low)
        mask.low &= mask.low - 1
        i += 1
    while mask.high and i < width:
        out[i] = 64 + bitdeck_lowest(mask.high)
        mask.high &= mask.high - 1
        i += 1
    while i < width:
        out[i] = -1
        i += 1


def to_bools(const uint64_t[:, ::1] masks not None, uint8_t[:, ::1] out not None):
    cdef Py_ssize_t r, column, width = out.shape[1]
    cdef uint64_t word
    if width == 0:
        return
    with nogil:
        for r in range(out.shape[0]):
            for column in range(0, width, 64):
                word = masks[r, column >> 6] if column >> 6 < masks.shape[1] else 0
                spread_bits(word, &out[r, column], min(64, width - column))


cdef inline void spread_bits(uint64_t word, uint8_t* out, Py_ssize_t width) noexcept nogil:
    """Eight bits at a time: bit j of a byte copied to every byte, kept in byte j alone, and moved to the byte's foot."""
    cdef Py_ssize_t i = 0, j
    cdef uint64_t eight
    while i + 8 <= width:
        eight = ((word >> i) & 0xFF) * <uint64_t>0x0101010101010101 & <uint64_t>0x8040201008040201
        eight = ((eight + <uint64_t>0x00406070787C7E7F) >> 7) & <uint64_t>0x0101010101010101
        bitdeck_store8(&out[i], eight)
        i += 8
    for j in range(i, width):
        out[j] = (word >> j) & 1


def from_bools(const uint8_t[:, ::1] planes not None, uint64_t[:, ::1] out not None):
    cdef Py_ssize_t r, word, column, width = planes.shape[1]
    with nogil:
        for r in range(out.shape[0]):
            for word in range(out.shape[1]):
                column = 64 * word
                out[r, word] = gather_bits(&planes[r, column], min(64, width - column)) if column < width else 0


cdef inline uint64_t gather_bits(const uint8_t* plane, Py_ssize_t width) noexcept nogil:
    """Eight bytes at a time: each brought to 0 or 1, then all moved beside each other by one multiplication."""
    cdef Py_ssize_t i = 0
    cdef uint64_t eight, result = 0
    while i + 8 <= width:
        eight = bitdeck_load8(&plane[i])
        eight |= eight >> 4
        eight |= eight >> 2
        eight = (eight | eight >> 1) & <uint64_t>0x0101010101010101
        result |= (eight * <uint64_t>0x0102040810204080 >> 56) << i
        i += 8
    while i < width:
        result |= <uint64_t>(plane[i] != 0) << i
        i += 1
    return result


def permute(const uint64_t[:, ::1] masks not None, const uint8_t[::1] table not None, uint64_t[:, ::1] out not None):
    cdef Py_ssize_t r, word
    cdef uint64_t tables[16][256]
    with nogil:
        for word in range(out.shape[1]):
            if out.shape[0] < ROWS_WORTH_TABLES:
                for r in range(out.shape[0]):
                    out[r, word] = moved_bits(row128(masks, r), table, word)
            else:
                fill_tables(tables, table, word)
                for r in range(out.shape[0]):
                    out[r, word] = looked_up(tables, masks[r, 0])
                    if masks.shape[1] > 1:
                        out[r, word] |= looked_up(&tables[8], masks[r, 1])


cdef inline uint64_t moved_bits(Mask128 mask, const uint8_t[::1] table, Py_ssize_t word) noexcept nogil:
    """The bits of a mask that the table sends to one word."""
    cdef uint64_t result = 0
    cdef Py_ssize_t i
    while mask.low | mask.high:
        if mask.low:
            i = bitdeck_lowest(mask.low)
            mask.low &= mask.low - 1
        else:
            i = 64 + bitdeck_lowest(mask.high)
            mask.high &= mask.high - 1
        if i < table.shape[0] and table[i] >> 6 == word:
            result |= <uint64_t>1 << (table[i] & 63)
    return result


cdef void fill_tables(uint64_t (*tables)[256], const uint8_t[::1] table, Py_ssize_t word) noexcept nogil:
    """tables[b][v]: where the bits of value v of byte b of a mask go."""
    cdef int byte, value, i
    cdef uint64_t target
    for byte in range(16):
        tables[byte][0] = 0
        for i in range(8):
            target = 0
            if 8 * byte + i < table.shape[0] and table[8 * byte + i] >> 6 == word:
                target = <uint64_t>1 << (table[8 * byte + i] & 63)
            for value in range(<uint64_t>1 << i):
                tables[byte][value + (<uint64_t>1 << i)] = tables[byte][value] | target


cdef inline uint64_t looked_up(uint64_t (*tables)[256], uint64_t word) noexcept nogil:
    return (
        tables[0][word & 255] | tables[1][(word >> 8) & 255] | tables[2][(word >> 16) & 255]
        | tables[3][(word >> 24) & 255] | tables[4][(word >> 32) & 255] | tables[5][(word >> 40) & 255]
        | tables[6][(word >> 48) & 255] | tables[7][word >> 56]
    )


def select(const uint64_t[:, ::1] masks not None, const int64_t[::1] places not None, int8_t[::1] out not None):
    cdef Py_ssize_t r, m = stride(masks.shape[0]), p = stride(places.shape[0])
    with nogil:
        for r in range(out.shape[0]):
            out[r] = place128(row128(masks, r * m), places[r * p])


def deposit(const uint64_t[:, ::1] values not None, const uint64_t[:, ::1] masks not None, uint64_t[:, ::1] out not None):
    cdef Py_ssize_t r, v = stride(values.shape[0]), m = stride(masks.shape[0])
    cdef Mask128 value
    with nogil:
        for r in range(out.shape[0]):
            value = row128(values, r * v)
            store128(out, r, deposit128(value.low, value.high, row128(masks, r * m)))


def extract(const uint64_t[:, ::1] values not None, const uint64_t[:, ::1] masks not None, uint64_t[:, ::1] out not None):
    cdef Py_ssize_t r, v = stride(values.shape[0]), m = stride(masks.shape[0])
    with nogil:
        for r in range(out.shape[0]):
            store128(out, r, extract128(row128(values, r * v), row128(masks, r * m)))


cdef inline Mask128 raised128(Mask128 mask, Mask128 subset) noexcept nogil:
    """Gosper's step, first half: the lowest run of `subset` carried to the next bit of mask."""
    cdef Mask128 step
    cdef uint64_t filled = subset.low | ~mask.low
    step.low = filled + (subset.low & (~subset.low + 1))
    step.high = subset.high | ~mask.high
    if subset.low == 0:
        step.high += subset.high & (~subset.high + 1)
    elif step.low < filled:
        step.high += 1
    step.low &= mask.low
    step.high &= mask.high
    return step


cdef inline int moved128(Mask128 subset, Mask128 raised) noexcept nogil:
    """How many cards the second half puts at the low end."""
    return popcount64(subset.low & ~raised.low) + popcount64(subset.high & ~raised.high) - 1


def next_subset(mask, subset):
    cdef Mask128 m = split(mask), s = split(subset), raised = raised128(m, s), refill
    if raised.high < s.high or (raised.high == s.high and raised.low <= s.low):
        return -1
    cdef int moved = moved128(s, raised)
    refill = deposit128(low_bits64(min(moved, 64)), low_bits64(max(moved - 64, 0)), m)
    raised.low |= refill.low
    raised.high |= refill.high
    return whole(raised)


def subsets(mask, first, uint64_t[:, ::1] out not None):
    cdef Mask128 m = split(mask), s = split(first), raised
    cdef Mask128 foot[129]
    cdef Py_ssize_t r
    cdef int moved
    with nogil:
        fill_feet(m, foot)
        if m.high == 0:
            subsets64(m.low, s.low, foot, out)
        else:
            for r in range(out.shape[0]):
                store128(out, r, s)
                raised = raised128(m, s)
                moved = max(moved128(s, raised), 0)
                s.low = raised.low | foot[moved].low
                s.high = raised.high | foot[moved].high


cdef void fill_feet(Mask128 mask, Mask128* foot) noexcept nogil:
    """foot[i]: the i lowest bits of mask, as far as there are."""
    cdef int i
    for i in range(129):
        foot[i] = deposit128(low_bits64(min(i, 64)), low_bits64(max(i - 64, 0)), mask)


cdef void subsets64(uint64_t mask, uint64_t subset, const Mask128* foot, uint64_t[:, ::1] out) noexcept nogil:
    cdef Py_ssize_t r, words = out.shape[1]
    cdef uint64_t outside = ~mask, raised
    for r in range(out.shape[0]):
        out[r, 0] = subset
        if words > 1:
            out[r, 1] = 0
        raised = ((subset | outside) + (subset & (~subset + 1))) & mask
        # An empty subset moves nothing: -1 would be read; it is the only one of its size.
        subset = raised | foot[popcount64(subset & ~raised) - (subset != 0)].low


cdef inline uint64_t rank128(Mask128 mask, Mask128 subset) noexcept nogil:
    """The combinatorial number system: the j-th chosen place c, counted from 1, has C(c, j) subsets before it."""
    cdef Mask128 chosen = extract128(subset, mask)
    cdef uint64_t rank = 0
    cdef int j = 0
    while chosen.low:
        j += 1
        rank += CHOOSE[j][bitdeck_lowest(chosen.low)]
        chosen.low &= chosen.low - 1
    while chosen.high:
        j += 1
        rank += CHOOSE[j][64 + bitdeck_lowest(chosen.high)]
        chosen.high &= chosen.high - 1
    return rank


cdef inline Mask128 unrank128(Mask128 mask, int n, int k, uint64_t rank) noexcept nogil:
    """The greatest place with C(place, k) <= rank is chosen, then so on with the rest of the rank and k - 1.

    Where no more than CHUNK places are left, the rank is that of a pattern in the list of them.
    """
    cdef uint64_t low = 0, high = 0
    cdef int place = n
    while k and place > CHUNK:
        place -= 1
        while CHOOSE[k][place] > rank:
            place -= 1
        rank -= CHOOSE[k][place]
        k -= 1
        if place < 64:
            low |= <uint64_t>1 << place
        else:
            high |= <uint64_t>1 << (place - 64)
    low |= bitdeck_patterns[bitdeck_first_pattern[k] + rank]
    return deposit128(low, high, mask)


def rank_subset(mask, const uint64_t[:, ::1] values not None, uint64_t[::1] out not None):
    cdef Mask128 m = split(mask)
    cdef Py_ssize_t r
    with nogil:
        for r in range(out.shape[0]):
            out[r] = rank128(m, row128(values, r))


def unrank_subset(mask, int k, const uint64_t[::1] ranks not None, uint64_t[:, ::1] out not None):
    cdef Mask128 m = split(mask)
    cdef int n = count128(m)
    cdef Py_ssize_t r
    with nogil:
        for r in range(out.shape[0]):
            store128(out, r, unrank128(m, n, k, ranks[r]))


def rank_subset_one(mask, subset):
    cdef Mask128 m = split(mask), s = split(subset), chosen
    cdef int n = count128(m), k = count128(s), j
    if CHOOSE[k][n] != ~<uint64_t>0:
        return rank128(m, s)
    chosen = extract128(s, m)
    return sum([comb(place128(chosen, j), j + 1) for j in range(k)])


def unrank_subset_one(mask, int k, rank):
    cdef Mask128 m = split(mask), chosen
    cdef int n = count128(m)
    if CHOOSE[k][n] != ~<uint64_t>0:
        return whole(unrank128(m, n, k, rank))
    result = 0
    while k:
        n -= 1
        before = comb(n, k)
        if before <= rank:
            rank -= before
            k -= 1
            result |= <object>1 << n
    chosen = split(result)
    return whole(deposit128(chosen.low, chosen.high, m))


def random_subset(const uint64_t[::1] seed not None, mask, int k, uint64_t[:, ::1] out not None):
    cdef Mask128 m = split(mask)
    cdef Stream stream
    cdef Py_ssize_t r
    with nogil:
        for r in range(out.shape[0]):
            if r % ROWS_A_BLOCK == 0:
                stream = start(&seed[0], r // ROWS_A_BLOCK)
            if out.shape[1] == 1:
                out[r, 0] = draw_subset64(&stream, m.low, k)
            else:
                store128(out, r, draw_subset128(&stream, m, k))


cdef inline Mask128 island128(Mask128 mask, int64_t card) noexcept nogil:
    cdef uint64_t stretch = 0
    cdef uint64_t word = mask.low if card < 64 else mask.high
    if word >> (card & 63) & 1:
        stretch = stretch64(mask.low | mask.high, <int>(card & 63))
    mask.low &= stretch
    mask.high &= stretch
    return mask


def flood(const uint64_t[:, ::1] masks not None, const int64_t[::1] cards not None, uint64_t[:, ::1] out not None):
    cdef Py_ssize_t r, m = stride(masks.shape[0]), c = stride(cards.shape[0])
    with nogil:
        for r in range(out.shape[0]):
            store128(out, r, island128(row128(masks, r * m), cards[r * c]))


def count_islands(const uint64_t[:, ::1] masks not None, int64_t[::1] offsets not None):
    cdef Py_ssize_t r
    cdef Mask128 mask
    offsets[0] = 0
    with nogil:
        for r in range(masks.shape[0]):
            mask = row128(masks, r)
            offsets[r + 1] = offsets[r] + popcount64(island_ends64(mask.low | mask.high))


def islands(const uint64_t[:, ::1] masks not None, const int64_t[::1] offsets not None, uint64_t[:, ::1] out not None):
    cdef Py_ssize_t r, i = 0
    cdef Mask128 mask
    with nogil:
        for r in range(masks.shape[0]):
            mask = row128(masks, r)
            for i in range(offsets[r], offsets[r + 1]):
                store128(out, i, first_island(&mask))


cdef inline Mask128 first_island(Mask128* mask) noexcept nogil:
    """Take the island of the lowest column out of mask."""
    cdef uint64_t end = island_ends64(mask.low | mask.high)
    cdef uint64_t cover = ((end & (~end + 1)) << 4) - 1
    cdef Mask128 island
    island.low = mask.low & cover
    island.high = mask.high & cover
    mask.low &= ~cover
    mask.high &= ~cover
    return island


def indices_one(mask):
    cdef Mask128 m = split(mask)
    cdef int8_t found[128]
    cdef int n = count128(m), i
    list_bits(m, found, n)
    return tuple([found[i] for i in range(n)])


def permute_one(mask, const uint8_t[::1] table not None):
    cdef Mask128 m = split(mask), moved
    moved.low = moved_bits(m, table, 0)
    moved.high = moved_bits(m, table, 1)
    return whole(moved)


def select_one(mask, place):
    return place128(split(mask), place) if 0 <= place < 128 else -1


def deposit_one(value, mask):
    cdef Mask128 v = split(value)
    return whole(deposit128(v.low, v.high, split(mask)))


def extract_one(value, mask):
    return whole(extract128(split(value), split(mask)))


def flood_one(mask, int card):
    return whole(island128(split(mask), card))


def islands_one(mask):
    cdef Mask128 m = split(mask)
    found = []
    while m.low | m.high:
        found.append(whole(first_island(&m)))
    return tuple(found)


ctypedef fused Place:
    uint8_t
    uint16_t


cdef void fill_combinations(Place* out, Py_ssize_t n, Py_ssize_t k, Py_ssize_t rows) noexcept nogil:
    """Rows in lexicographic order: a row is the one before with its last index that can be raised, raised."""
    cdef Py_ssize_t r, i, j
    cdef Place* row = out
    for j in range(k):
        row[j] = <Place>j
    for r in range(1, rows):
        i = k - 1
        while row[i] == n - k + i:
            i -= 1
        for j in range(i):
            row[k + j] = row[j]
        row[k + i] = row[i] + 1
        for j in range(i + 1, k):
            row[k + j] = row[k + j - 1] + 1
        row += k


cdef void fill_narrow(uint8_t* out, int n, int k, Py_ssize_t rows) noexcept nogil:
    """fill_combinations for k <= 8, a row in one word: it is stored whole, the next row covers what it wrote too much."""
    cdef uint64_t kept = low_bits64(8 * k), last = <uint64_t>1 << (8 * k - 8)
    cdef uint64_t steps = <uint64_t>0x0706050403020100, row = steps & kept, raised
    cdef Py_ssize_t r, j
    cdef int i
    for r in range(rows):
        if r * k + 8 <= rows * k:
            bitdeck_store8(&out[r * k], row)
        else:
            for j in range(k):
                out[r * k + j] = row >> 8 * j & 0xFF
        if row >> (8 * k - 8) != <uint64_t>(n - 1):
            row += last
        elif r + 1 < rows:
            i = k - 2
            while row >> 8 * i & 0xFF == <uint64_t>(n - k + i):
                i -= 1
            raised = (row >> 8 * i & 0xFF) + 1
            row = (row & low_bits64(8 * i)) | (raised * <uint64_t>0x0101010101010101 + steps) << 8 * i & kept


def combinations(Py_ssize_t n, Py_ssize_t k, uint8_t[:, ::1] out not None):
    if out.shape[0] and out.shape[1]:
        with nogil:
            if k <= 8:
                fill_narrow(&out[0, 0], <int>n, <int>k, out.shape[0])
            else:
                fill_combinations(&out[0, 0], n, k, out.shape[0])


def combinations_wide(Py_ssize_t n, Py_ssize_t k, uint16_t[:, ::1] out not None):
    if out.shape[0] and out.shape[1]:
        with nogil:
            fill_combinations(&out[0, 0], n, k, out.shape[0])


def next_combination(tuple indices not None, n):
    cdef Py_ssize_t k = len(indices), i = k - 1
    while i >= 0 and indices[i] == n - k + i:
        i -= 1
    if i < 0:
        return None
    raised = indices[i] + 1
    return indices[:i] + tuple(range(raised, raised + k - i))


def rank_combination(tuple indices not None, n):
    """Those that come after have, first unlike, an index that is larger: the combinadic of the mirrored indices."""
    cdef Py_ssize_t k = len(indices), i
    after = 0
    for i in range(k):
        after += comb(n - 1 - indices[i], k - i)
    return comb(n, k) - 1 - after


def unrank_combination(n, k, rank):
    """The mirrored combinadic, greedily: each place is the largest left with at most `after` combinations below it."""
    after = comb(n, k) - 1 - rank
    found = []
    top = n
    while k:
        low, high = k - 1, top - 1
        while low < high:
            middle = (low + high + 1) >> 1
            if comb(middle, k) <= after:
                low = middle
            else:
                high = middle - 1
        after -= comb(low, k)
        found.append(n - 1 - low)
        top = low
        k -= 1
    return tuple(found)
