"""Masks of 64 bits as C functions: the public surface for other people's Cython.

    from bitdeck.kernels.bits cimport popcount64, select64

needs `bitdeck.get_include()` among the `include_dirs`. Each module that cimports these compiles its own copies, so the
compiler's flags decide: with BMI2 (`-march=x86-64-v3`) deposit64, extract64 and select64 are single instructions or
nearly so. The names and their meaning change only with a minor version of bitdeck. All run without the GIL.

A grid (flood64, stretch64, island_ends64) has columns of four bits: bit = 4 * column + suit.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from bitdeck.kernels.stream cimport Stream, below, following

cdef extern from "bitdeck.h" nogil:
    int bitdeck_popcount(uint64_t x)
    int bitdeck_lowest(uint64_t x)
    int bitdeck_highest(uint64_t x)
    int bitdeck_select(uint64_t mask, int i)
    uint64_t bitdeck_deposit(uint64_t bits, uint64_t mask)
    uint64_t bitdeck_extract(uint64_t bits, uint64_t mask)
    uint64_t bitdeck_multiply(uint64_t a, uint64_t b, uint64_t* high)

cdef extern from "patterns.h" nogil:
    const uint16_t bitdeck_first_pattern[14]
    const uint16_t bitdeck_choose[14][14]
    const uint16_t bitdeck_patterns[8192]


cdef enum:
    CHUNK = 13  # cards whose patterns are listed
    LARGEST = 64
    BUCKETS = 128


cdef struct Mask128:
    uint64_t low
    uint64_t high


# How the C(n, k) subsets of n > CHUNK cards fall by the number a of their cards among the CHUNK lowest: those with a
# stand at start[a] .. start[a + 1] - 1, and guide[rank >> shift] is the least a that the rank can have.
cdef struct Shares:
    uint64_t[CHUNK + 2] start
    uint64_t shift
    uint8_t[BUCKETS] guide


# The C(CHUNK, a) patterns with a bits, the first of them, and how to divide by their number.
cdef struct Quota:
    uint64_t inverse
    uint64_t shift
    uint32_t patterns
    uint32_t first


cdef Shares[LARGEST + 1][LARGEST + 1] SHARES
cdef Quota[CHUNK + 1] QUOTAS


cdef inline int popcount64(uint64_t mask) noexcept nogil:
    """The number of set bits."""
    return bitdeck_popcount(mask)


cdef inline int lowest64(uint64_t mask) noexcept nogil:
    """The index of the lowest set bit, -1 for an empty mask."""
    return bitdeck_lowest(mask) if mask else -1


cdef inline int highest64(uint64_t mask) noexcept nogil:
    """The index of the highest set bit, -1 for an empty mask."""
    return bitdeck_highest(mask) if mask else -1


cdef inline uint64_t highest_bit64(uint64_t mask) noexcept nogil:
    """The highest set bit alone, 0 for an empty mask."""
    return <uint64_t>1 << bitdeck_highest(mask) if mask else 0


cdef inline uint64_t low_bits64(int n) noexcept nogil:
    """The bits 0 .. n - 1; 0 <= n <= 64."""
    return ~<uint64_t>0 >> (64 - n) if n else 0


cdef inline int select64(uint64_t mask, int i) noexcept nogil:
    """The index of the i-th set bit, counted from 0; 0 <= i < popcount64(mask)."""
    return bitdeck_select(mask, i)


cdef inline uint64_t deposit64(uint64_t value, uint64_t mask) noexcept nogil:
    """The j-th bit of value at the j-th set bit of mask (PDEP)."""
    return bitdeck_deposit(value, mask)


cdef inline uint64_t extract64(uint64_t value, uint64_t mask) noexcept nogil:
    """The bits of value at the set bits of mask, moved together at the low end (PEXT)."""
    return bitdeck_extract(value, mask)


cdef inline Mask128 deposit128(uint64_t low, uint64_t high, Mask128 mask) noexcept nogil:
    """deposit64 for masks of two words."""
    cdef Mask128 result
    cdef int n = popcount64(mask.low)
    result.low = deposit64(low, mask.low)
    if n == 64:
        low = high
    elif n:
        low = (low >> n) | (high << (64 - n))
    result.high = deposit64(low, mask.high)
    return result


cdef inline uint64_t next_subset64(uint64_t mask, uint64_t subset) noexcept nogil:
    """The subset of mask that follows `subset` among those of its size, ascending; 0 after the last.

    Gosper's step (HAKMEM, item 175) in the bits of mask: a carry runs through the bits outside of mask.
    """
    cdef uint64_t raised = ((subset | ~mask) + (subset & (~subset + 1))) & mask
    cdef int moved = popcount64(subset & ~raised) - 1
    if subset == 0 or raised <= subset:
        return 0
    return raised | deposit64(low_bits64(moved), mask)


cdef inline uint64_t occupied64(uint64_t land) noexcept nogil:
    """Bit 4 * c for every column c with land."""
    land |= land >> 2
    return (land | land >> 1) & <uint64_t>0x1111111111111111


cdef inline uint64_t stretch64(uint64_t land, int card) noexcept nogil:
    """All bits of the columns that are connected with the column of `card`; land is the union of all copies.

    Land of one column is connected, so an island is a stretch of columns of which neighbours share a suit.
    """
    cdef uint64_t bridged = occupied64(land & (land >> 4)) * 15
    cdef int here = card & ~3, up, down = 0
    up = bitdeck_lowest(~(bridged >> here))
    if here:
        down = 63 - bitdeck_highest(~(bridged << (64 - here)))
    return (~<uint64_t>0 >> (60 - up - down)) << (here - down)


cdef inline uint64_t island_ends64(uint64_t land) noexcept nogil:
    """Bit 4 * c for the last column c of every island: with e the lowest of them, (e << 4) - 1 covers the first island."""
    return occupied64(land) & ~occupied64(land & (land >> 4))


cdef inline uint64_t flood64(uint64_t mask, int card) noexcept nogil:
    """The island of `card` in the grid, 0 if the card is not in the mask."""
    return mask & stretch64(mask, card) if mask >> card & 1 else 0


cdef inline uint64_t eighths(Stream* stream, int e) noexcept nogil:
    """64 bits, each set with probability e / 8; 0 < e < 8. Draws one word for 4, two for 2 and 6, else three."""
    cdef uint64_t a = following(stream), b, c
    if e == 4:
        return ~a
    b = following(stream)
    if e == 2:
        return ~(a | b)
    if e == 6:
        return ~(a & b)
    c = following(stream)
    if e == 1:
        return ~(a | b | c)
    if e == 3:
        return ~(a | (b & c))
    if e == 5:
        return ~(a & (b | c))
    return ~(a & b & c)


cdef inline const Shares* shares_of(int n, int k) noexcept nogil:
    return &SHARES[n][k]


cdef inline uint64_t pattern64(const Shares* shares, int n, int k, uint64_t rank) noexcept nogil:
    """The rank-th subset of n cards with k, CHUNK < n <= 64, by their lowest CHUNK cards; shares is shares_of(n, k).

    First by how many of the chunk there are; then by the rest of the subset, ranked alike; then by the chunk's
    pattern. The division is a multiplication by the inverse, rounded up (Granlund & Montgomery, "Division by invariant
    integers using multiplication", 1994), exact for ranks below 2**62.
    """
    cdef uint64_t result = 0, rest = 0
    cdef const Quota* quota
    cdef size_t a
    cdef int place = 0
    while n > CHUNK:
        a = shares.guide[rank >> shares.shift]
        while rank >= shares.start[a + 1]:
            a += 1
        rank -= shares.start[a]
        quota = &QUOTAS[a]
        bitdeck_multiply(2 * rank, quota.inverse, &rest)
        rest >>= quota.shift
        result |= <uint64_t>bitdeck_patterns[quota.first + (rank - rest * quota.patterns)] << place
        rank = rest
        shares -= CHUNK * (LARGEST + 1) + a
        k -= <int>a
        n -= CHUNK
        place += CHUNK
    return result | <uint64_t>bitdeck_patterns[QUOTAS[k].first + rank] << place


cdef inline uint64_t draw_pattern64(Stream* stream, const Shares* shares, int n, int k) noexcept nogil:
    """A uniform pattern of n > CHUNK bits with k."""
    return pattern64(shares, n, k, below(stream, shares.start[CHUNK + 1]))


cdef inline uint64_t draw_listed64(Stream* stream, int n, int k) noexcept nogil:
    """A uniform pattern of n <= CHUNK bits with k."""
    return bitdeck_patterns[bitdeck_first_pattern[k] + below(stream, bitdeck_choose[n][k])]


cdef inline uint64_t draw_subset64(Stream* stream, uint64_t mask, int k) noexcept nogil:
    """A uniform subset of mask with k bits; 0 <= k <= popcount64(mask). One bounded draw ranks it."""
    cdef int n = popcount64(mask)
    if k == 0 or k == n:
        return mask if k else 0
    if n <= CHUNK:
        return deposit64(draw_listed64(stream, n, k), mask)
    return deposit64(draw_pattern64(stream, shares_of(n, k), n, k), mask)


cdef inline Mask128 flip128(Mask128 mask, uint64_t low, uint64_t high, int i) noexcept nogil:
    """mask with the i-th set bit of (low, high) turned over."""
    cdef int n = popcount64(low)
    if i < n:
        mask.low ^= <uint64_t>1 << select64(low, i)
    else:
        mask.high ^= <uint64_t>1 << select64(high, i - n)
    return mask


cdef inline Mask128 draw_subset128(Stream* stream, Mask128 mask, int k) noexcept nogil:
    """A uniform subset of a mask of two words: of up to 64 bits, the draw and the subset of draw_subset64.

    More: each bit is in with the probability in eighths next to k / n, then single random bits are added or removed
    until there are k; uniform, since every step treats all bits alike.
    """
    cdef int n = popcount64(mask.low) + popcount64(mask.high), e, count
    cdef Mask128 result
    result.low = result.high = 0
    if k == 0 or k == n:
        return mask if k else result
    if n <= CHUNK:
        return deposit128(draw_listed64(stream, n, k), 0, mask)
    if n <= LARGEST:
        return deposit128(draw_pattern64(stream, shares_of(n, k), n, k), 0, mask)
    e = (8 * k + n // 2) // n
    if e == 8:
        result = mask
    elif e:
        result.low = mask.low & eighths(stream, e)
        result.high = mask.high & eighths(stream, e)
    count = popcount64(result.low) + popcount64(result.high)
    while count < k:
        result = flip128(result, mask.low & ~result.low, mask.high & ~result.high, <int>below(stream, n - count))
        count += 1
    while count > k:
        result = flip128(result, result.low, result.high, <int>below(stream, count))
        count -= 1
    return result
