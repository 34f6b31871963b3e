"""The random stream, opened for tests: what the sampling kernels draw, as arrays."""

from libc.stdint cimport uint64_t

from bitdeck.kernels.stream cimport Stream, below, following, start


def words(const uint64_t[::1] seed not None, uint64_t block, uint64_t[::1] out not None):
    """Fill `out` with the first words of the stream of (seed, block)."""
    cdef Stream stream = start(&seed[0], block)
    cdef Py_ssize_t i
    with nogil:
        for i in range(out.shape[0]):
            out[i] = following(&stream)


def integers(const uint64_t[::1] seed not None, uint64_t block, uint64_t bound, uint64_t[::1] out not None):
    """Fill `out` with uniform integers below `bound` from the stream of (seed, block)."""
    cdef Stream stream = start(&seed[0], block)
    cdef Py_ssize_t i
    with nogil:
        for i in range(out.shape[0]):
            out[i] = below(&stream, bound)
