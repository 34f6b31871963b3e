"""The tables that `plays.pyx` fills and `daifugo.pyx` reads."""

from bitdeck.kernels.play_rules cimport PlayTables


cdef const PlayTables* play_tables() noexcept nogil
