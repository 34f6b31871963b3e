"""Cards by their digits, shared by the kernels of matches and of the census: a byte a property, one bit a value."""

from libc.stdint cimport uint64_t

from bitdeck.kernels.bits cimport lowest64


cdef inline uint64_t digits_of(int card, int properties, int values) noexcept nogil:
    """One bit in each of the bytes 0 .. properties - 1; byte 0 is the card's last digit."""
    cdef int p
    cdef uint64_t digits = 0
    for p in range(properties):
        digits |= <uint64_t>1 << (8 * p + card % values)
        card //= values
    return digits


cdef inline int card_of(uint64_t digits, int values) noexcept nogil:
    """The card of which these are the digits."""
    cdef int card = 0, scale = 1
    while digits:
        card += lowest64(digits & 0xFF) * scale
        scale *= values
        digits >>= 8
    return card


cdef inline uint64_t alike(uint64_t a, uint64_t b) noexcept nogil:
    """All ones in the bytes of the properties in which two cards are equal. A bit 7 is never set."""
    return (((a & b) + <uint64_t>0x7F7F7F7F7F7F7F7F & <uint64_t>0x8080808080808080) >> 7) * 0xFF


cdef inline bint goes_with(uint64_t card, uint64_t first, uint64_t chosen, uint64_t same) noexcept nogil:
    """Whether a card goes on with a match: of the digits chosen it has those, and only those, that all cards share."""
    return card & chosen == first & same
