"""Which x86-64 level this machine runs; built for the oldest, so that it can be asked anywhere."""

cdef extern from *:
    """
    #if (defined(__x86_64__) || defined(_M_X64)) && (defined(__GNUC__) || defined(__clang__))
    static int bitdeck_x86_64_level(void) {
        __builtin_cpu_init();
        if (!(__builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1") &&
              __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt")))
            return 1;
        if (!(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
              __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma")))
            return 2;
        return 3;
    }
    #elif defined(_M_X64)
    #include <intrin.h>
    #include <immintrin.h>
    static int bitdeck_x86_64_level(void) {
        int one[4], seven[4];
        __cpuidex(one, 1, 0);
        if (!(one[2] & (1 << 23)) || !(one[2] & (1 << 20))) return 1;
        __cpuidex(seven, 7, 0);
        if (!(one[2] & (1 << 27)) || (_xgetbv(0) & 6) != 6) return 2;
        if (!(seven[1] & (1 << 5)) || !(seven[1] & (1 << 3)) || !(seven[1] & (1 << 8))) return 2;
        return 3;
    }
    #else
    static int bitdeck_x86_64_level(void) { return 0; }
    #endif
    """
    int bitdeck_x86_64_level() nogil


def x86_64_level():
    """The x86-64 level (1, 2 or 3) of this machine's CPU; 0 on another architecture."""
    return bitdeck_x86_64_level()
