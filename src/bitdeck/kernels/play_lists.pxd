"""Legal moves of one hand, enumerated in order: what `plays.pyx` and `daifugo.pyx` share.

The order of results stands in `plays.pyi`. Everything runs without the GIL and writes to memory that the caller gives.
"""

from libc.stdint cimport uint64_t

from bitdeck.kernels.bits cimport popcount64
from bitdeck.kernels.play_cases cimport moves_by_case
from bitdeck.kernels.play_rules cimport (
    GROUP, LARGEST_RUN, MINIMAL_MODE, OPEN, RUN, SINGLE, Limits, Play, Rules, Span, at_least, jokers_of, kind_of,
    limits_of, naturals, places, some_bits, times_held,
)
from bitdeck.kernels.play_simple cimport (
    Starts, follow_groups, follow_runs, lead_groups, lead_runs, simple, starts_of_leads, starts_of_size, write_singles,
)


cdef inline Py_ssize_t most_moves(uint64_t hand, const Rules* rules) noexcept nogil:
    """No hand with these jokers has more plays: the leads of the full pack are 459, with a joker 569, declared 2,605,
    and with two jokers, declared, 11,187; GROUP_SPARE counted in."""
    if jokers_of(hand) == 3:
        return 16384
    return 600 if jokers_of(hand) == 0 or rules.mode == MINIMAL_MODE else 2700


cdef inline uint64_t run_places(int size, uint64_t within, const Rules* rules) noexcept nogil:
    """The lanes `within` others where the rules let a run of this size begin."""
    if rules.min_run == 0 or not rules.min_run <= size <= LARGEST_RUN:
        return 0
    return within & places(size, rules.virtual_ends)


cdef inline bint by_case(uint64_t hand, uint64_t field, int condition, const Rules* rules) noexcept nogil:
    """Whether the tables do not serve: a hand that is not simple, or a group in locked suits."""
    return not simple(hand, rules, condition & 1) or (condition >> 4 and kind_of(field) == GROUP)


cdef inline Play* list_leads(uint64_t hand, const Rules* rules, bint revolution, Play* out) noexcept nogil:
    """All leads of a simple hand; gives where they end."""
    out = lead_runs(hand, rules, revolution, out)
    out = lead_groups(hand, rules, revolution, out)
    return write_singles(hand, ~<uint64_t>0, True, revolution, rules.tables, out)


cdef inline Py_ssize_t list_moves(uint64_t hand, uint64_t field, int condition, const Rules* rules,
                                  Play* out) noexcept nogil:
    """Write all plays of the hand that the field and the condition leave, in order, and give their number. `out` has
    room for those and GROUP_SPARE more."""
    cdef Limits limits
    if by_case(hand, field, condition, rules):
        limits = limits_of(field, condition, rules)
        return moves_by_case(hand, rules, &limits, out)
    if field == OPEN:
        return list_leads(hand, rules, condition & 1, out) - out
    limits = limits_of(field, condition, rules)
    if limits.kind == SINGLE:
        return write_singles(hand, limits.starts & limits.suits, limits.alone, limits.revolution, rules.tables,
                             out) - out
    if limits.kind == GROUP:
        return follow_groups(hand, limits.starts, limits.size, rules, limits.revolution, out) - out
    if limits.kind == RUN:
        return follow_runs(hand, run_places(limits.size, limits.starts & limits.suits, rules), limits.size, rules,
                           limits.revolution, out) - out
    return 0


cdef inline Py_ssize_t count_groups(uint64_t hand, uint64_t within, int size, const Rules* rules) noexcept nogil:
    """The groups of one size of a simple hand: of ranks held alike often each has the same number."""
    cdef int used = jokers_of(hand), joker = used != 0, held
    cdef uint64_t times = times_held(naturals(hand) & within >> 4), more = 0, ranks
    cdef const Span* spans = rules.tables.spans[4 * rules.mode + used][size][2]
    cdef Py_ssize_t n = 0
    if size > 4 + (joker & rules.quint):
        return 0
    for held in range(4, size - joker - 1, -1):
        ranks = at_least(times, held)
        n += popcount64(ranks ^ more) * spans[(1 << held) - 1].length
        more = ranks
    return n >> 1


cdef inline Py_ssize_t count_leads(uint64_t hand, const Rules* rules) noexcept nogil:
    """The leads of a simple hand, as many in either order."""
    cdef Starts starts
    cdef Py_ssize_t n = 0
    cdef int size
    if rules.min_run:
        for size in range(starts_of_leads(hand, rules, True, &starts), rules.min_run - 1, -1):
            n += popcount64(starts.size[size])
    for size in range(2, 6):
        n += count_groups(hand, ~<uint64_t>0, size, rules)
    return n + popcount64(hand)


cdef inline Py_ssize_t count_moves(uint64_t hand, uint64_t field, int condition, const Rules* rules) noexcept nogil:
    """How many plays `list_moves` writes."""
    cdef Limits limits
    cdef uint64_t within, starts
    if by_case(hand, field, condition, rules):
        limits = limits_of(field, condition, rules)
        return moves_by_case(hand, rules, &limits, NULL)
    if field == OPEN:
        return count_leads(hand, rules)
    limits = limits_of(field, condition, rules)
    within = limits.starts & limits.suits
    if limits.kind == SINGLE:
        return popcount64(naturals(hand) & within >> 4) + (limits.alone and jokers_of(hand) != 0)
    if limits.kind == GROUP:
        return count_groups(hand, within, limits.size, rules)
    if limits.kind == RUN:
        starts = starts_of_size(naturals(hand) << 4, some_bits(jokers_of(hand)), limits.size)
        return popcount64(starts & run_places(limits.size, within, rules))
    return 0
