"""The plays of many hands, one after the other.

Rows that ask for the same kind and size under the same condition mostly follow each other; they are done in one loop,
and what depends on these alone is settled before it.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t

from bitdeck.kernels.play_lists cimport by_case, count_moves, list_leads, list_moves, most_moves, run_places
from bitdeck.kernels.play_rules cimport (
    ALONE, GROUP, GROUP_SPARE, OPEN, RUN, SINGLE, Limits, Play, Rules, kind_of, limits_of, rank_of, size_of,
    suits_allowed,
)
from bitdeck.kernels.play_simple cimport follow_groups, follow_runs, simple, write_singles

cdef enum:
    SAMPLED_ROWS = 64
    SPARE_PLAYS = 1024
    MOST_SIMPLE = 600
    SHAPE = 0xF03


cdef struct Rows:
    # The columns of a batch; a step is 0 where one row stands for all.
    const uint64_t* hands
    const uint64_t* fields
    const uint8_t* conditions
    Py_ssize_t hand_step, field_step, condition_step, n


cdef inline uint64_t hand_at(const Rows* rows, Py_ssize_t i) noexcept nogil:
    return rows.hands[i * rows.hand_step]


cdef inline uint64_t field_at(const Rows* rows, Py_ssize_t i) noexcept nogil:
    return rows.fields[i * rows.field_step]


cdef inline int condition_at(const Rows* rows, Py_ssize_t i) noexcept nogil:
    return rows.conditions[i * rows.condition_step]


cdef inline Limits limits_at(const Rows* rows, Py_ssize_t i, const Rules* rules) noexcept nogil:
    return limits_of(field_at(rows, i), condition_at(rows, i), rules)


cdef inline Py_ssize_t count_row(const Rows* rows, Py_ssize_t i, const Rules* rules) noexcept nogil:
    return count_moves(hand_at(rows, i), field_at(rows, i), condition_at(rows, i), rules)


cdef inline Py_ssize_t plays_likely(const Rows* rows, Py_ssize_t begin, const Rules* rules) noexcept nogil:
    """About how many plays the rows from `begin` on have, a little more, by a sample of them."""
    cdef Py_ssize_t left = rows.n - begin, step = left // SAMPLED_ROWS + 1, i = begin, found = 0, sampled = 0
    while i < rows.n:
        found += count_row(rows, i, rules)
        sampled += 1
        i += step
    return found * left // max(1, sampled) * 9 // 8 + SPARE_PLAYS


cdef inline bint alike(const Rows* rows, Py_ssize_t i, uint64_t shape, int condition,
                       const Rules* rules) noexcept nogil:
    """Whether a row has this condition, a field of this kind and size, and a simple hand."""
    if field_at(rows, i) & SHAPE != shape or condition_at(rows, i) != condition:
        return False
    return simple(hand_at(rows, i), rules, condition & 1)


cdef inline Py_ssize_t lead_rows(const Rows* rows, Py_ssize_t i, const Rules* rules, Play* out, Py_ssize_t room,
                                 int64_t* offsets) noexcept nogil:
    """Write the rows from `i` on that are alike, while there is room; gives the first that is not written."""
    cdef int condition = condition_at(rows, i)
    cdef Play* at = out + offsets[i]
    cdef const Play* end = out + room
    while i < rows.n and at < end and field_at(rows, i) == OPEN and alike(rows, i, OPEN, condition, rules):
        at = list_leads(hand_at(rows, i), rules, condition & 1, at)
        i += 1
        offsets[i] = at - out
    return i


cdef inline Py_ssize_t follow_rows(const Rows* rows, Py_ssize_t i, int kind, const Rules* rules, Play* out,
                                   Py_ssize_t room, int64_t* offsets) noexcept nogil:
    """The same for fields of one kind, a constant where this is called."""
    cdef int condition = condition_at(rows, i), size = size_of(field_at(rows, i))
    cdef uint64_t shape = field_at(rows, i) & SHAPE, within = suits_allowed(condition >> 4), field, hand
    cdef uint64_t stronger, starts
    cdef bint revolution = condition & 1, exact = condition >> 1 & 1
    cdef const uint64_t* above = rules.tables.above[rules.eight_cut][revolution][exact][size if kind == RUN else 1]
    cdef Play* at = out + offsets[i]
    cdef const Play* end = out + room
    if kind == RUN:
        within = run_places(size, within, rules)
    while i < rows.n and at < end and alike(rows, i, shape, condition, rules):
        field, hand = field_at(rows, i), hand_at(rows, i)
        if kind == SINGLE and rank_of(field) == ALONE:
            break
        stronger = above[rank_of(field) + 1]
        starts = within & stronger
        if kind == RUN:
            at = follow_runs(hand, starts, size, rules, revolution, at)
        elif kind == GROUP:
            at = follow_groups(hand, starts, size, rules, revolution, at)
        elif stronger:
            at = write_singles(hand, starts, True, revolution, rules.tables, at)
        i += 1
        offsets[i] = at - out
    return i


cdef inline Py_ssize_t rows_alike(const Rows* rows, Py_ssize_t i, const Rules* rules, Play* out, Py_ssize_t room,
                                  int64_t* offsets) noexcept nogil:
    cdef uint64_t field = field_at(rows, i)
    if by_case(hand_at(rows, i), field, condition_at(rows, i), rules):
        return i
    if field == OPEN:
        return lead_rows(rows, i, rules, out, room, offsets)
    if kind_of(field) == SINGLE:
        return follow_rows(rows, i, SINGLE, rules, out, room, offsets)
    if kind_of(field) == GROUP:
        return follow_rows(rows, i, GROUP, rules, out, room, offsets)
    return follow_rows(rows, i, RUN, rules, out, room, offsets)


cdef inline Py_ssize_t write_rows(const Rows* rows, Py_ssize_t begin, const Rules* rules, Play* out, Py_ssize_t room,
                                  int64_t* offsets) noexcept nogil:
    """Write the plays of the rows from `begin` on, and their offsets; gives the first row that has no room."""
    cdef Py_ssize_t i = begin, first, n
    while i < rows.n:
        first = i
        i = rows_alike(rows, i, rules, out, room - MOST_SIMPLE, offsets)
        if i == first:
            n = offsets[i]
            if room - n < most_moves(hand_at(rows, i), rules) and room - n < count_row(rows, i, rules) + GROUP_SPARE:
                return i
            n += list_moves(hand_at(rows, i), field_at(rows, i), condition_at(rows, i), rules, out + n)
            i += 1
            offsets[i] = n
    return i
