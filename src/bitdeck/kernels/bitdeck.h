/* Bit intrinsics, one name each, for GCC, Clang and MSVC. With BMI2 (x86-64-v3) the hardware deposits and extracts. */
#ifndef BITDECK_H
#define BITDECK_H
#include <stdint.h>
#include <string.h>
#include "patterns.h"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
static __inline int bitdeck_popcount(uint64_t x) { return (int)__popcnt64(x); }
static __inline int bitdeck_lowest(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
static __inline int bitdeck_highest(uint64_t x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
static __inline uint64_t bitdeck_multiply(uint64_t a, uint64_t b, uint64_t *high) { return _umul128(a, b, high); }
#define BITDECK_INLINE static __inline
#else
static inline int bitdeck_popcount(uint64_t x) { return __builtin_popcountll(x); }
static inline int bitdeck_lowest(uint64_t x) { return __builtin_ctzll(x); }
static inline int bitdeck_highest(uint64_t x) { return 63 - __builtin_clzll(x); }
static inline uint64_t bitdeck_multiply(uint64_t a, uint64_t b, uint64_t *high) {
    unsigned __int128 product = (unsigned __int128)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
}
#define BITDECK_INLINE static inline
#endif

#if defined(__BMI2__) || defined(BITDECK_V3)
#include <immintrin.h>
BITDECK_INLINE uint64_t bitdeck_deposit(uint64_t bits, uint64_t mask) { return _pdep_u64(bits, mask); }
BITDECK_INLINE uint64_t bitdeck_extract(uint64_t bits, uint64_t mask) { return _pext_u64(bits, mask); }
BITDECK_INLINE int bitdeck_select(uint64_t mask, int i) { return bitdeck_lowest(_pdep_u64((uint64_t)1 << i, mask)); }
#else
/* No branch on the bits themselves: they are as good as random, and each wrong guess costs more than ten steps. Where
   there are many, six places of the mask at a time are looked up, each by itself: what went before is one popcount.
   Nothing moves in a mask of all the lowest bits, which a whole pack is. */
BITDECK_INLINE uint64_t bitdeck_deposit(uint64_t bits, uint64_t mask) {
    uint64_t result = 0;
    int place;
    if ((mask & (mask + 1)) == 0) return bits & mask;
    if (bitdeck_popcount(mask) <= 8) {
        for (; mask; mask &= mask - 1, bits >>= 1) result |= mask & (~mask + 1) & (~(bits & 1) + 1);
        return result;
    }
    for (place = 0; place < 64; place += 6) {
        int before = bitdeck_popcount(mask & (((uint64_t)1 << place) - 1));
        result |= (uint64_t)bitdeck_spread[mask >> place & 63][bits >> before & 63] << place;
    }
    return result;
}
BITDECK_INLINE uint64_t bitdeck_extract(uint64_t bits, uint64_t mask) {
    uint64_t result = 0;
    int place = 0;
    for (; mask; mask &= mask - 1, place++) result |= (bits >> bitdeck_lowest(mask) & 1) << place;
    return result;
}
/* The place of the i-th set bit by sideways addition, as in Vigna, "Broadword implementation of rank/select
   queries" (2008): byte sums, the byte found by a parallel comparison, the place in the byte looked up. */
BITDECK_INLINE int bitdeck_select(uint64_t mask, int i) {
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    uint64_t sums = mask - ((mask >> 1) & 0x5555555555555555u);
    sums = (sums & 0x3333333333333333u) + ((sums >> 2) & 0x3333333333333333u);
    sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fu) * ones;
    uint64_t step = (uint64_t)i * ones;
    int byte = (int)(((((step | tops) - sums) & tops) >> 7) * ones >> 56) * 8;
    return byte + bitdeck_places[i - (int)(((sums << 8) >> byte) & 0xff)][(mask >> byte) & 0xff];
}
#endif

/* The nibbles of a word in the other order. */
BITDECK_INLINE uint64_t bitdeck_turn(uint64_t x) {
#if defined(_MSC_VER) && !defined(__clang__)
    x = _byteswap_uint64(x);
#else
    x = __builtin_bswap64(x);
#endif
    return (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
}

/* Bit 4 * r of three words, which have no others, as bit r of sixteen bits each, the first word lowest. */
BITDECK_INLINE uint64_t bitdeck_beside(uint64_t a, uint64_t b, uint64_t c) {
#if defined(__BMI2__) || defined(BITDECK_V3)
    const uint64_t ones = 0x1111111111111111u;
    return _pext_u64(a, ones) | _pext_u64(b, ones) << 16 | _pext_u64(c, ones) << 32;
#else
    /* A place is four binary digits of r and two of the word; four exchanges of digits bring the latter to the top. */
    uint64_t x = a | b << 1 | c << 2, moved;
    moved = (x ^ x >> 3) & 0x0a0a0a0a0a0a0a0au;
    x ^= moved ^ moved << 3;
    moved = (x ^ x >> 6) & 0x00cc00cc00cc00ccu;
    x ^= moved ^ moved << 6;
    moved = (x ^ x >> 12) & 0x0000f0f00000f0f0u;
    x ^= moved ^ moved << 12;
    moved = (x ^ x >> 24) & 0x00000000ff00ff00u;
    return x ^ moved ^ moved << 24;
#endif
}

/* 96 bytes from one place to another that does not overlap; compilers split a memcpy of that length into sixteens. */
BITDECK_INLINE void bitdeck_copy96(void *to, const void *from) {
#if defined(__AVX2__) || defined(BITDECK_V3)
    const __m256i *source = (const __m256i *)from;
    __m256i a = _mm256_loadu_si256(source), b = _mm256_loadu_si256(source + 1), c = _mm256_loadu_si256(source + 2);
    _mm256_storeu_si256((__m256i *)to, a);
    _mm256_storeu_si256((__m256i *)to + 1, b);
    _mm256_storeu_si256((__m256i *)to + 2, c);
#else
    memcpy(to, from, 96);
#endif
}

/* Eight bytes as a word and back, the first byte lowest on every machine. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BITDECK_LITTLE(x) __builtin_bswap64(x)
#else
#define BITDECK_LITTLE(x) (x)
#endif
BITDECK_INLINE uint64_t bitdeck_load8(const uint8_t *from) {
    uint64_t x;
    memcpy(&x, from, 8);
    return BITDECK_LITTLE(x);
}
BITDECK_INLINE void bitdeck_store8(uint8_t *to, uint64_t x) {
    x = BITDECK_LITTLE(x);
    memcpy(to, &x, 8);
}
#endif
