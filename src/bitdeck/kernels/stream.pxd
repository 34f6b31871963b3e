"""The random stream of every sampling kernel: xoshiro256++ started through SplitMix64.

Blackman & Vigna, "Scrambled linear pseudorandom number generators" (2021); Steele, Lea & Flood, "Fast splittable
pseudorandom number generators" (2014); bounded integers as in Lemire, "Fast random integer generation in an interval"
(2019). Twin: `reference/stream.py`.
"""

from libc.stdint cimport uint64_t

cdef extern from "bitdeck.h" nogil:
    uint64_t bitdeck_multiply(uint64_t a, uint64_t b, uint64_t* high)


cdef struct Stream:
    uint64_t s0
    uint64_t s1
    uint64_t s2
    uint64_t s3


cdef inline uint64_t splitmix(uint64_t x) noexcept nogil:
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline Stream start(const uint64_t* seed, uint64_t block) noexcept nogil:
    """The stream of block `block`: word i of its state is output 4 * block + i of a SplitMix64 begun at seed[i]."""
    cdef uint64_t golden = <uint64_t>0x9E3779B97F4A7C15
    cdef Stream stream
    stream.s0 = splitmix(seed[0] + (4 * block + 1) * golden)
    stream.s1 = splitmix(seed[1] + (4 * block + 2) * golden)
    stream.s2 = splitmix(seed[2] + (4 * block + 3) * golden)
    stream.s3 = splitmix(seed[3] + (4 * block + 4) * golden)
    return stream


cdef inline uint64_t following(Stream* stream) noexcept nogil:
    """The next 64 random bits."""
    cdef uint64_t sum = stream.s0 + stream.s3
    cdef uint64_t result = ((sum << 23) | (sum >> 41)) + stream.s0
    cdef uint64_t shifted = stream.s1 << 17
    stream.s2 ^= stream.s0
    stream.s3 ^= stream.s1
    stream.s1 ^= stream.s2
    stream.s0 ^= stream.s3
    stream.s2 ^= shifted
    stream.s3 = (stream.s3 << 45) | (stream.s3 >> 19)
    return result


cdef inline uint64_t below(Stream* stream, uint64_t bound) noexcept nogil:
    """A uniform integer in 0 .. bound - 1; bound > 0."""
    cdef uint64_t high = 0, refused
    cdef uint64_t low = bitdeck_multiply(following(stream), bound, &high)
    if low < bound:
        refused = (<uint64_t>0 - bound) % bound
        while low < refused:
            low = bitdeck_multiply(following(stream), bound, &high)
    return high
