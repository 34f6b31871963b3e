"""Unsigned integers of a fixed number of 64-bit words, low word first: what exact counts are made of.

Division as in Knuth, "The Art of Computer Programming", volume 2, 4.3.1, algorithm D.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

cdef extern from "bitdeck.h" nogil:
    int bitdeck_highest(uint64_t x)
    uint64_t bitdeck_multiply(uint64_t a, uint64_t b, uint64_t* high)

cdef enum:
    WIDE = 10  # words of the widest count, 9 ** 128, and room for a factor


cdef inline bint is_zero(const uint64_t* a, int words) noexcept nogil:
    cdef int i
    for i in range(words):
        if a[i]:
            return False
    return True


cdef inline bint less(const uint64_t* a, const uint64_t* b, int words) noexcept nogil:
    cdef int i
    for i in range(words - 1, -1, -1):
        if a[i] != b[i]:
            return a[i] < b[i]
    return False


cdef inline void add(uint64_t* a, const uint64_t* b, int words) noexcept nogil:
    """a += b"""
    cdef uint64_t carry = 0, sum
    cdef int i
    for i in range(words):
        sum = a[i] + carry
        carry = sum < carry
        a[i] = sum + b[i]
        carry += a[i] < sum


cdef inline uint64_t subtract(uint64_t* a, const uint64_t* b, int words) noexcept nogil:
    """a -= b; the borrow left over."""
    cdef uint64_t borrow = 0, rest
    cdef int i
    for i in range(words):
        rest = a[i] - borrow
        borrow = a[i] < borrow
        borrow += rest < b[i]
        a[i] = rest - b[i]
    return borrow


cdef inline void add_product(uint64_t* a, const uint64_t* b, uint64_t factor, int words) noexcept nogil:
    """a += b * factor"""
    cdef uint64_t carry = 0, low, high = 0
    cdef int i
    for i in range(words):
        low = bitdeck_multiply(b[i], factor, &high)
        low += carry
        carry = high + (low < carry)
        a[i] += low
        carry += a[i] < low


cdef inline void multiply(uint64_t* out, const uint64_t* a, const uint64_t* b, int words) noexcept nogil:
    """out = a * b, known to fit; out is another place than a and b."""
    cdef int i
    memset(out, 0, words * sizeof(uint64_t))
    for i in range(words):
        if b[i]:
            add_product(out + i, a, b[i], words - i)


cdef inline void scale(uint64_t* a, uint64_t factor, int words) noexcept nogil:
    """a *= factor"""
    cdef uint64_t carry = 0, low, high = 0
    cdef int i
    for i in range(words):
        low = bitdeck_multiply(a[i], factor, &high)
        a[i] = low + carry
        carry = high + (a[i] < low)


cdef inline void divide_small(uint64_t* a, uint64_t divisor, int words) noexcept nogil:
    """a //= divisor, for a divisor below 2**32."""
    cdef uint64_t rest = 0, part, top
    cdef int i
    for i in range(words - 1, -1, -1):
        part = (rest << 32) | (a[i] >> 32)
        top = part // divisor
        part = ((part - top * divisor) << 32) | (a[i] & <uint64_t>0xFFFFFFFF)
        a[i] = (top << 32) | (part // divisor)
        rest = part % divisor


cdef inline uint64_t quotient(uint64_t high, uint64_t low, uint64_t divisor) noexcept nogil:
    """(high * 2**64 + low) // divisor, for high < divisor and divisor >= 2**63: two digits of 32 bits."""
    cdef uint64_t half = <uint64_t>0xFFFFFFFF
    cdef uint64_t top = divisor >> 32, bottom = divisor & half
    cdef uint64_t digit, rest, result = 0, part
    cdef int i
    for i in range(2):
        part = low >> 32 if i == 0 else low & half
        digit = high // top
        rest = high - digit * top
        while digit > half or digit * bottom > ((rest << 32) | part):
            digit -= 1
            rest += top
            if rest > half:
                break
        high = ((high << 32) | part) - digit * divisor
        result = (result << 32) | digit
    return result


cdef inline uint64_t next_digit(uint64_t* rest, const uint64_t* total, int words) noexcept nogil:
    """rest * 2**64 // total, and rest becomes the remainder: the next 64 binary places of rest / total; rest <
    total."""
    cdef uint64_t a[WIDE + 1]
    cdef uint64_t b[WIDE + 1]
    cdef uint64_t digit, low, high = 0, carry = 0
    cdef int top = words - 1, shift, i
    if words == 1:
        shift = 63 - bitdeck_highest(total[0])
        digit = quotient(rest[0] << shift, 0, total[0] << shift)
        rest[0] = <uint64_t>0 - digit * total[0]
        return digit
    memset(a, 0, sizeof(a))
    memset(b, 0, sizeof(b))
    while top and total[top] == 0:
        top -= 1
    shift = 63 - bitdeck_highest(total[top])
    for i in range(top, -1, -1):
        a[i] = rest[i] << shift
        b[i] = total[i] << shift
        if shift and i:
            a[i] |= rest[i - 1] >> (64 - shift)
            b[i] |= total[i - 1] >> (64 - shift)
    low = a[top - 1] if top else 0
    digit = quotient(a[top], low, b[top]) if a[top] < b[top] else ~<uint64_t>0
    for i in range(top, -1, -1):
        a[i + 1] = a[i]
    a[0] = 0
    for i in range(top + 2):
        low = bitdeck_multiply(b[i], digit, &high)
        low += carry
        carry = high + (low < carry)
        carry += a[i] < low
        a[i] -= low
    while carry:
        digit -= 1
        add(a, b, top + 2)
        carry = a[top + 1] != 0
    for i in range(top + 1):
        rest[i] = a[i] >> shift
        if shift:
            rest[i] |= a[i + 1] << (64 - shift)
    return digit
