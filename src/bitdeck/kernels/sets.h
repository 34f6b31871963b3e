/* Matches among up to 16 cards of at most four properties of three values, in vectors of 16 bytes (SSSE3) or 32 (AVX2),
   a byte a card: many layouts at once, a vector for each place, and the last few a layout or two at once.

   A card's byte has the low bits of its properties in one nibble and the high bits in the other; a property is 1, 2 or
   3, so that of two different ones the third is their exclusive or; of two equal ones it is either.

   A layout at once: rotating it by s brings all pairs of
   distance s together; the third cards are compared with the layout rotated by t. Every triple is met once if
   (s, t - s, k - t) runs through its cyclic distances with s the least. */
#ifndef BITDECK_SETS_H
#define BITDECK_SETS_H
#include <stddef.h>
#include "bitdeck.h"

#if defined(__AVX2__) || defined(BITDECK_V3)
#include <immintrin.h>
#define BITDECK_SETS_ROWS 2
typedef __m256i bitdeck_bytes;
#define V(name) _mm256_##name
#define V_LOAD(from) _mm256_load_si256((const __m256i *)(from))
#define V_STORE(to, bytes) _mm256_storeu_si256((__m256i *)(to), bytes)
#define V_AND _mm256_and_si256
#define V_ANDNOT _mm256_andnot_si256
#define V_OR _mm256_or_si256
#define V_XOR _mm256_xor_si256
#define V_ZERO _mm256_setzero_si256
#define V_ALL (-1)
#elif defined(__SSSE3__) || defined(_M_X64)
#include <tmmintrin.h>
#define BITDECK_SETS_ROWS 1
typedef __m128i bitdeck_bytes;
#define V(name) _mm_##name
#define V_LOAD(from) _mm_load_si128((const __m128i *)(from))
#define V_STORE(to, bytes) _mm_storeu_si128((__m128i *)(to), bytes)
#define V_AND _mm_and_si128
#define V_ANDNOT _mm_andnot_si128
#define V_OR _mm_or_si128
#define V_XOR _mm_xor_si128
#define V_ZERO _mm_setzero_si128
#define V_ALL 0xFFFF
#else
#define BITDECK_SETS_ROWS 0
#endif

#define BITDECK_SETS_MOST 16
#define BITDECK_SETS_BLOCK (16 * BITDECK_SETS_ROWS)

#if BITDECK_SETS_ROWS
#if defined(_MSC_VER)
#define BITDECK_ALIGNED __declspec(align(32))
#define BITDECK_ALWAYS static __forceinline
#else
#define BITDECK_ALIGNED __attribute__((aligned(32)))
#define BITDECK_ALWAYS static inline __attribute__((always_inline))
#endif
#if defined(__GNUC__)
#define BITDECK_UNROLL _Pragma("GCC unroll 16")
#else
#define BITDECK_UNROLL
#endif

/* What depends on k alone, the 16 bytes of a vector twice. */
typedef struct {
    BITDECK_ALIGNED uint8_t rotation[BITDECK_SETS_MOST][32]; /* the place s further on; none from place k on */
    uint8_t within[BITDECK_SETS_MOST + 1][32];                /* places below s */
    uint8_t nines[32], low[32], high[32], low_turned[32], high_turned[32]; /* a card's byte from its halves */
} bitdeck_sets;

static bitdeck_sets bitdeck_sets_of[BITDECK_SETS_MOST + 1];

static void bitdeck_sets_fill(bitdeck_sets *sets, int k) {
    for (int i = 0; i < 32; i++) {
        int place = i % 16, first = place / 3 + 1, second = place % 3 + 1;
        for (int s = 0; s < k; s++) sets->rotation[s][i] = (uint8_t)(place < k ? (place + s) % k : 0x80);
        for (int s = 0; s <= 16; s++) sets->within[s][i] = place < s ? 0xFF : 0;
        if (place > 8) first = second = 0;
        int lows = (second & 1) | (first & 1) << 1, highs = second >> 1 | (first >> 1) << 1;
        sets->nines[i] = (uint8_t)(9 * place);
        sets->low[i] = (uint8_t)(lows | highs << 4);
        sets->low_turned[i] = (uint8_t)(highs | lows << 4);
        sets->high[i] = (uint8_t)(sets->low[i] << 2);
        sets->high_turned[i] = (uint8_t)(sets->low_turned[i] << 2);
    }
}

/* Sixteen 16-bit numbers of a row, and of the one `apart` numbers behind it: the cards 0 .. 7 and 8 .. 15, and what
   follows them. */
BITDECK_INLINE void bitdeck_sets_load(const int16_t *row, int apart, bitdeck_bytes *left, bitdeck_bytes *right) {
#if BITDECK_SETS_ROWS == 2
    *left = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)row)),
                                    _mm_loadu_si128((const __m128i *)(row + apart)), 1);
    *right = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(row + 8))),
                                     _mm_loadu_si128((const __m128i *)(row + apart + 8)), 1);
#else
    (void)apart;
    *left = _mm_loadu_si128((const __m128i *)row);
    *right = _mm_loadu_si128((const __m128i *)(row + 8));
#endif
}

/* The matches of BITDECK_SETS_ROWS layouts from `row` on, of which 16 numbers each can be read, into `counts`; 0, and
   no counts, unless all their places hold different cards of the deck, the highest of them `most`. */
BITDECK_ALWAYS int bitdeck_sets_count(const int16_t *row, const int k, int most, int32_t *counts) {
    const bitdeck_sets *sets = &bitdeck_sets_of[k];
    bitdeck_bytes left, right, turn[BITDECK_SETS_MOST], twin, apart, found = V_ZERO(), third[BITDECK_SETS_MOST];
    const bitdeck_bytes inside = V_LOAD(sets->within[k]), zero = V_ZERO();
    bitdeck_sets_load(row, k, &left, &right);
    const bitdeck_bytes cards = V(packs_epi16)(left, right), ninth = V(set1_epi16)(7282); /* 65536 / 9 */
    const bitdeck_bytes q = V(packs_epi16)(V(mulhi_epu16)(left, ninth), V(mulhi_epu16)(right, ninth));
    const bitdeck_bytes r = V(sub_epi8)(cards, V(shuffle_epi8)(V_LOAD(sets->nines), q));
    turn[0] = V_OR(V(shuffle_epi8)(V_LOAD(sets->low), r), V(shuffle_epi8)(V_LOAD(sets->high), q));
    twin = V_OR(V(shuffle_epi8)(V_LOAD(sets->low_turned), r), V(shuffle_epi8)(V_LOAD(sets->high_turned), q));
    turn[0] = V_AND(turn[0], inside);
    twin = V_AND(twin, inside);
    apart = V(set1_epi8)(-1);
    BITDECK_UNROLL
    for (int s = 1; s < k; s++) {
        turn[s] = V(shuffle_epi8)(turn[0], V_LOAD(sets->rotation[s]));
        if (2 * s <= k) {
            third[s] = V_XOR(turn[0], turn[s]);
            apart = V(min_epu8)(apart, third[s]);
        }
    }
    bitdeck_bytes good = V(cmpeq_epi8)(V(subs_epu8)(cards, V(set1_epi8)((char)most)), zero);
    good = V_ANDNOT(V(cmpeq_epi8)(apart, zero), good);
    if (V(movemask_epi8)(V_OR(good, V(cmpeq_epi8)(inside, zero))) != V_ALL) return 0;
    BITDECK_UNROLL
    for (int s = 1; 3 * s <= k; s++) {
        bitdeck_bytes turned = V_XOR(twin, V(shuffle_epi8)(twin, V_LOAD(sets->rotation[s])));
        third[s] = V_OR(third[s], V_ANDNOT(turned, turn[0]));
        BITDECK_UNROLL
        for (int t = 2 * s; t <= k - s; t++) {
            if (t == k - s && t != 2 * s) continue; /* (s, k - 2 s, s) is (s, s, k - 2 s) */
            bitdeck_bytes same = V(cmpeq_epi8)(third[s], turn[t]);
            if (3 * s == k) same = V_AND(same, V_LOAD(sets->within[s]));
            found = V(sub_epi8)(found, same);
        }
    }
    found = V(sad_epu8)(V_AND(found, inside), zero);
#if BITDECK_SETS_ROWS == 2
    __m128i sums = _mm_add_epi32(_mm256_castsi256_si128(_mm256_permute4x64_epi64(found, 0x08)),
                                 _mm256_castsi256_si128(_mm256_permute4x64_epi64(found, 0x0D)));
    counts[0] = _mm_cvtsi128_si32(sums);
    counts[1] = _mm_extract_epi32(sums, 2);
#else
    counts[0] = _mm_cvtsi128_si32(_mm_add_epi32(found, _mm_srli_si128(found, 8)));
#endif
    return 1;
}

/* bitdeck_sets_count for row `r` of n and those that stand in its vector, with no number read behind the last row. */
BITDECK_ALWAYS int bitdeck_sets_vector(const int16_t *rows, ptrdiff_t r, ptrdiff_t n, const int k, int most,
                                       int32_t *counts) {
    int16_t copy[32] = {0};
    if ((r + BITDECK_SETS_ROWS - 1) * k + 16 <= n * k) return bitdeck_sets_count(rows + r * k, k, most, counts);
    for (int i = 0; i < BITDECK_SETS_ROWS; i++)
        memcpy(copy + i * k, rows + (r + i < n ? r + i : r) * k, (size_t)k * sizeof *copy);
    return bitdeck_sets_count(copy, k, most, counts);
}

BITDECK_ALWAYS ptrdiff_t bitdeck_sets_walk(const int16_t *rows, ptrdiff_t r, ptrdiff_t n, const int k, int most,
                                           int32_t *count, uint8_t *has) {
    int32_t counts[2];
    for (; r < n && bitdeck_sets_vector(rows, r, n, k, most, counts); r += BITDECK_SETS_ROWS)
        for (int i = 0; i < BITDECK_SETS_ROWS && r + i < n; i++) {
            if (count) count[r + i] = counts[i];
            if (has) has[r + i] = counts[i] != 0;
        }
    return r < n ? r : n;
}
/* place[i] = the cards at place i of BITDECK_SETS_BLOCK layouts, of which 16 numbers each can be read: square byte
   matrices of 16 transposed by four rounds of interleaving. */
BITDECK_ALWAYS void bitdeck_sets_places(const int16_t *rows, const int k, bitdeck_bytes *place) {
    bitdeck_bytes half[16];
    BITDECK_UNROLL
    for (int i = 0; i < 16; i++) {
        bitdeck_bytes left, right;
        bitdeck_sets_load(rows + i * k, 16 * k, &left, &right);
        place[i] = V(packs_epi16)(left, right);
    }
    BITDECK_UNROLL
    for (int round = 0; round < 4; round++) {
        BITDECK_UNROLL
        for (int i = 0; i < 16; i++) half[i] = place[i];
        BITDECK_UNROLL
        for (int i = 0; i < 8; i++) {
            place[2 * i] = V(unpacklo_epi8)(half[i], half[i + 8]);
            place[2 * i + 1] = V(unpackhi_epi8)(half[i], half[i + 8]);
        }
    }
}

/* The bytes of cards and their halves exchanged, as bitdeck_sets_count has them. */
BITDECK_ALWAYS void bitdeck_sets_codes(bitdeck_bytes cards, bitdeck_bytes *code, bitdeck_bytes *twin) {
    const bitdeck_sets *sets = &bitdeck_sets_of[3];
    const bitdeck_bytes ninth = V(set1_epi16)(7282), even = V(set1_epi16)(0xFF);
    const bitdeck_bytes q = V_OR(V(mulhi_epu16)(V_AND(cards, even), ninth),
                                 V(slli_epi16)(V(mulhi_epu16)(V(srli_epi16)(cards, 8), ninth), 8));
    const bitdeck_bytes r = V(sub_epi8)(cards, V(shuffle_epi8)(V_LOAD(sets->nines), q));
    *code = V_OR(V(shuffle_epi8)(V_LOAD(sets->low), r), V(shuffle_epi8)(V_LOAD(sets->high), q));
    *twin = V_OR(V(shuffle_epi8)(V_LOAD(sets->low_turned), r), V(shuffle_epi8)(V_LOAD(sets->high_turned), q));
}

/* The matches of BITDECK_SETS_BLOCK layouts, bit i of the result set where layout i has an empty place or a wrong card
   and no count. Two of a match's three cards are in the same half of the layout: only such pairs have their third card
   looked for, among the other half and behind them in their own. */
BITDECK_ALWAYS uint32_t bitdeck_sets_many(const int16_t *rows, const int k, int most, uint8_t *counts) {
    bitdeck_bytes place[16], code[16], twin[16], found = V_ZERO(), apart = V(set1_epi8)(-1), highest = V_ZERO();
    const bitdeck_bytes zero = V_ZERO();
    bitdeck_sets_places(rows, k, place);
    BITDECK_UNROLL
    for (int i = 0; i < k; i++) {
        highest = V(max_epu8)(highest, place[i]);
        bitdeck_sets_codes(place[i], &code[i], &twin[i]);
    }
    BITDECK_UNROLL
    for (int i = 0; i < k; i++) {
        const int end = i < k / 2 ? k / 2 : k, other = i < k / 2 ? k / 2 : 0, past = i < k / 2 ? k : k / 2;
        BITDECK_UNROLL
        for (int j = i + 1; j < k; j++) {
            const bitdeck_bytes differ = V_XOR(code[i], code[j]);
            apart = V(min_epu8)(apart, differ);
            if (j >= end) continue;
            const bitdeck_bytes third = V_OR(differ, V_ANDNOT(V_XOR(twin[i], twin[j]), code[i]));
            BITDECK_UNROLL
            for (int l = j + 1; l < end; l++) found = V(sub_epi8)(found, V(cmpeq_epi8)(third, code[l]));
            BITDECK_UNROLL
            for (int l = other; l < past; l++) found = V(sub_epi8)(found, V(cmpeq_epi8)(third, code[l]));
        }
    }
    V_STORE(counts, found);
    bitdeck_bytes good = V(cmpeq_epi8)(V(subs_epu8)(highest, V(set1_epi8)((char)most)), zero);
    good = V_ANDNOT(V(cmpeq_epi8)(apart, zero), good);
    return ~(uint32_t)V(movemask_epi8)(good) & (uint32_t)V_ALL;
}
#undef V
#undef V_LOAD
#undef V_STORE
#undef V_AND
#undef V_ANDNOT
#undef V_OR
#undef V_XOR
#undef V_ZERO
#undef V_ALL
#endif

/* Once, before the first count. */
static void bitdeck_sets_begin(void) {
#if BITDECK_SETS_ROWS
    for (int k = 3; k <= BITDECK_SETS_MOST; k++) bitdeck_sets_fill(&bitdeck_sets_of[k], k);
#endif
}

/* The matches of the layouts from row r on, into `count` or as 0 and 1 into `has`, up to the first row (or its
   neighbour in the vector) that has an empty place or a wrong card: the row it stops at, n after the last. */
static ptrdiff_t bitdeck_sets_rows(const int16_t *rows, ptrdiff_t r, ptrdiff_t n, int k, int most, int32_t *count,
                                   uint8_t *has) {
#if BITDECK_SETS_ROWS
    switch (k) { /* each k compiled by itself: without loops, and the rotations in registers */
#define BITDECK_CASE(k) case k: return bitdeck_sets_walk(rows, r, n, k, most, count, has);
        BITDECK_CASE(3) BITDECK_CASE(4) BITDECK_CASE(5) BITDECK_CASE(6) BITDECK_CASE(7) BITDECK_CASE(8) BITDECK_CASE(9)
        BITDECK_CASE(10) BITDECK_CASE(11) BITDECK_CASE(12) BITDECK_CASE(13) BITDECK_CASE(14) BITDECK_CASE(15)
        BITDECK_CASE(16)
#undef BITDECK_CASE
    }
#endif
    return r;
}

/* A block of layouts from row r on, if n rows hold it: the matches into `count`, or as 0 and 1 into `has`; the number
   of layouts, or 0. Bit i of `bad` is set where layout i has an empty place or a wrong card: it is yet to be answered. */
static int bitdeck_sets_block(const int16_t *rows, ptrdiff_t r, ptrdiff_t n, int k, int most, int32_t *count,
                              uint8_t *has, uint32_t *bad) {
#if BITDECK_SETS_ROWS
    uint8_t counts[BITDECK_SETS_BLOCK];
    if ((r + BITDECK_SETS_BLOCK - 1) * k + 16 > n * k) return 0;
    switch (k) {
#define BITDECK_CASE(k) case k: *bad = bitdeck_sets_many(rows + r * k, k, most, counts); break;
        BITDECK_CASE(9) BITDECK_CASE(12) BITDECK_CASE(15)
#undef BITDECK_CASE
    default: return 0;
    }
    for (int i = 0; count && i < BITDECK_SETS_BLOCK; i++) count[r + i] = counts[i];
    for (int i = 0; has && i < BITDECK_SETS_BLOCK; i++) has[r + i] = counts[i] != 0;
    return BITDECK_SETS_BLOCK;
#else
    return 0;
#endif
}
#endif
