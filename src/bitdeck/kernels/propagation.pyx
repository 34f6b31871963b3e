"""Deals by propagating candidates. Twin: `reference/propagation.py`, which says what the procedure is.

Candidates are kept by holder, as masks of cards. What settling leads to does not depend on the order in which it
removes candidates, so that it is free to take whole masks at a time.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from bitdeck.kernels.bits cimport lowest64, popcount64, select64
from bitdeck.kernels.plan cimport HOLDERS, read_mask
from bitdeck.kernels.stream cimport Stream, below, start

STARTS = 1000

cdef enum:
    _STARTS = 1000


cdef struct Term:
    uint64_t cards[2]
    int64_t value


cdef struct Bound:
    uint32_t members
    int first  # term
    int end
    int64_t least
    int64_t most


cdef struct Problem:
    int holders
    int words  # that the cards take
    int bounds
    Bound* bound
    Term* term


# A deal in the making.
cdef struct Deal:
    uint64_t rest[2]  # cards not yet given
    uint64_t candidates[HOLDERS][2]
    uint64_t hands[HOLDERS][2]
    int needs[HOLDERS]
    int64_t* sums


cdef inline int _count(const Problem* problem, const uint64_t* mask) noexcept nogil:
    cdef int n = popcount64(mask[0])
    return n + popcount64(mask[1]) if problem.words > 1 else n


cdef inline bint _remove(const Problem* problem, uint64_t* mask, const uint64_t* cards) noexcept nogil:
    """Take cards out of a mask; whether any was in it."""
    cdef int w
    cdef uint64_t removed = 0
    for w in range(problem.words):
        removed |= mask[w] & cards[w]
        mask[w] &= ~cards[w]
    return removed != 0


cdef bint _drop_full(const Problem* problem, Deal* deal) noexcept nogil:
    """Take the cards that would pass an at_most from the holding's players."""
    cdef int i, t, p
    cdef bint changed = False
    cdef const Bound* bound
    for i in range(problem.bounds):
        bound = &problem.bound[i]
        for t in range(bound.first, bound.end):
            if problem.term[t].value > bound.most - deal.sums[i]:
                for p in range(problem.holders):
                    if bound.members >> p & 1:
                        changed |= _remove(problem, deal.candidates[p], problem.term[t].cards)
    return changed


cdef inline bint _claim(const Problem* problem, Deal* deal, int p) noexcept nogil:
    """Leave p alone on all cards he is candidate for; whether a list changed."""
    cdef int q
    cdef bint changed = False
    for q in range(problem.holders):
        if q != p:
            changed |= _remove(problem, deal.candidates[q], deal.candidates[p])
    return changed


cdef inline bint _covered(const Problem* problem, const Deal* deal) noexcept nogil:
    """Whether every card has a candidate."""
    cdef int w, p
    cdef uint64_t have
    for w in range(problem.words):
        have = 0
        for p in range(problem.holders):
            have |= deal.candidates[p][w]
        if have != deal.rest[w]:
            return False
    return True


cdef inline int _settle(const Problem* problem, Deal* deal) noexcept nogil:
    """Propagate until nothing changes: 1 if a list did, 0 if none, -1 for a contradiction."""
    cdef int p, n, ever = 0
    cdef bint changed = True
    while changed:
        changed = problem.bounds and _drop_full(problem, deal)
        for p in range(problem.holders):
            n = _count(problem, deal.candidates[p])
            if n < deal.needs[p]:
                return -1
            if deal.needs[p] == 0:
                changed |= n > 0
                deal.candidates[p][0] = deal.candidates[p][1] = 0
            elif n == deal.needs[p]:
                changed |= _claim(problem, deal, p)
        ever |= changed
    return ever if _covered(problem, deal) else -1


cdef inline int _give(const Problem* problem, Deal* deal, int card, int p) noexcept nogil:
    """Give a card, and settle."""
    cdef int w = card >> 6, q, i, t
    cdef uint64_t bit = <uint64_t>1 << (card & 63)
    deal.rest[w] ^= bit
    deal.hands[p][w] |= bit
    deal.needs[p] -= 1
    for q in range(problem.holders):
        deal.candidates[q][w] &= ~bit
    for i in range(problem.bounds):
        if problem.bound[i].members >> p & 1:
            for t in range(problem.bound[i].first, problem.bound[i].end):
                if problem.term[t].cards[w] & bit:
                    deal.sums[i] += problem.term[t].value
    return _settle(problem, deal)


cdef inline int _one_of(Stream* stream, int n) noexcept nogil:
    return <int>below(stream, n) if n > 1 else 0


cdef inline int _candidate(
    const Problem* problem, const Deal* deal, int card, uint32_t among, Stream* stream
) noexcept nogil:
    """A random candidate of a card, of those `among`."""
    cdef uint32_t holders = 0
    cdef int p, i
    for p in range(problem.holders):
        holders |= <uint32_t>(deal.candidates[p][card >> 6] >> (card & 63) & 1) << p
    holders &= among
    for i in range(_one_of(stream, popcount64(holders))):
        holders &= holders - 1
    return lowest64(holders)


cdef int _serve(const Problem* problem, Deal* deal, Stream* stream) noexcept nogil:
    """Give every holding what it is short of: 1 if a list changed, 0 if none, -1 for a contradiction."""
    cdef int i, t, p, w, n, card, outcome, changed = 0
    cdef uint64_t[2] counts
    cdef uint64_t[2] options
    cdef const Bound* bound
    for i in range(problem.bounds):
        bound = &problem.bound[i]
        while deal.sums[i] < bound.least:
            counts[0] = counts[1] = options[0] = options[1] = 0
            for w in range(problem.words):
                for t in range(bound.first, bound.end):
                    counts[w] |= problem.term[t].cards[w]
                for p in range(problem.holders):
                    if bound.members >> p & 1:
                        options[w] |= deal.candidates[p][w] & counts[w]
            n = _count(problem, options)
            if n == 0:
                return -1
            n = _one_of(stream, n)
            w = popcount64(options[0])
            card = select64(options[0], n) if n < w else 64 + select64(options[1], n - w)
            outcome = _give(problem, deal, card, _candidate(problem, deal, card, bound.members, stream))
            if outcome < 0:
                return -1
            changed |= outcome
    return changed


cdef inline void _of_length(const Problem* problem, const Deal* deal, int length, uint64_t* out) noexcept nogil:
    """The cards with so many candidates: the columns of the masks added up in binary."""
    cdef int w, p, i
    cdef uint64_t[4] sum
    cdef uint64_t carry, both
    for w in range(problem.words):
        memset(sum, 0, sizeof(sum))
        for p in range(problem.holders):
            carry = deal.candidates[p][w]
            for i in range(4):
                both = sum[i] & carry
                sum[i] ^= carry
                carry = both
        out[w] = deal.rest[w]
        for i in range(4):
            out[w] &= sum[i] if length >> i & 1 else ~sum[i]


cdef inline int _scan(const Problem* problem, Deal* deal, int length, Stream* stream) noexcept nogil:
    """One scan of the cards: -1 for a contradiction, 2 when a list changed, 1 when only cards were given, 0 when none
    was."""
    cdef uint64_t[2] cards
    cdef int w, card, outcome, given = 0
    _of_length(problem, deal, length, cards)
    for w in range(problem.words):
        while cards[w]:
            card = 64 * w + lowest64(cards[w])
            cards[w] &= cards[w] - 1
            given = 1
            outcome = _give(problem, deal, card, _candidate(problem, deal, card, ~<uint32_t>0, stream))
            if outcome:
                return -1 if outcome < 0 else 2
    return given


cdef bint _run(const Problem* problem, Deal* deal, Stream* stream) noexcept nogil:
    """One start, from settled candidates; False on a contradiction."""
    cdef int length = 1, outcome, i
    cdef bint served = False
    while deal.rest[0] | deal.rest[1]:
        if length == 2 and not served:
            served = True
            outcome = _serve(problem, deal, stream)
            if outcome < 0:
                return False
            if outcome:
                length = 1
            continue
        outcome = _scan(problem, deal, length, stream)
        if outcome < 0:
            return False
        if outcome == 2:
            length = length - 1 if length > 1 else 1
        elif outcome == 0:
            length = length % problem.holders + 1
    for i in range(problem.bounds):
        if deal.sums[i] < problem.bound[i].least:
            return False
    return True


cdef bint _draw(const Problem* problem, const Deal* settled, Deal* deal, Stream* stream) noexcept nogil:
    """One deal; False when every start ended in a contradiction."""
    cdef int i
    cdef int64_t* sums = deal.sums
    for i in range(_STARTS):
        deal[0] = settled[0]
        deal.sums = sums
        memcpy(sums, settled.sums, problem.bounds * sizeof(int64_t))
        if _run(problem, deal, stream):
            return True
    return False


cdef Py_ssize_t _fill(const Problem* problem, const Deal* settled, int64_t* sums, const uint64_t* seed, uint64_t* out,
                      Py_ssize_t n, Py_ssize_t players, Py_ssize_t words) noexcept nogil:
    cdef Stream stream
    cdef Deal deal
    cdef Py_ssize_t i, p
    deal.sums = sums
    for i in range(n):
        if i & 1023 == 0:
            stream = start(seed, i >> 10)
        if not _draw(problem, settled, &deal, &stream):
            return i
        for p in range(players):
            out[0] = deal.hands[p][0]
            if words > 1:
                out[1] = deal.hands[p][1]
            out += words
    return -1


cdef int _read(Problem* problem, tuple holdings) except -1:
    """The holdings, into arrays that the caller frees."""
    cdef int i, t = 0
    problem.bounds = len(holdings)
    problem.bound = <Bound*>calloc(problem.bounds + 1, sizeof(Bound))
    problem.term = <Term*>calloc(sum([len(holding[1]) for holding in holdings]) + 1, sizeof(Term))
    if problem.bound == NULL or problem.term == NULL:
        raise MemoryError
    for i in range(problem.bounds):
        problem.bound[i].members = holdings[i][0]
        problem.bound[i].least = holdings[i][2]
        problem.bound[i].most = holdings[i][3]
        problem.bound[i].first = t
        for mask, value in holdings[i][1]:
            if value > 0:
                read_mask(mask, problem.term[t].cards)
                problem.term[t].value = value
                t += 1
        problem.bound[i].end = t
    return 0


cdef int _open(Problem* problem, Deal* deal, object cards, tuple sizes, tuple barred) except -1:
    """Every card with the candidates its bars leave."""
    cdef int p, w
    read_mask(cards, deal.rest)
    problem.holders = len(sizes)
    problem.words = 2 if deal.rest[1] else 1
    for p in range(problem.holders):
        deal.needs[p] = sizes[p]
        read_mask(barred[p], deal.candidates[p])
        for w in range(2):
            deal.candidates[p][w] = deal.rest[w] & ~deal.candidates[p][w]
    return 0


def fill(cards, tuple sizes not None, tuple barred not None, tuple holdings not None, const uint64_t[::1] seed not None,
         uint64_t[:, :, ::1] out not None):
    """See propagation.pyi."""
    cdef Problem problem
    cdef Deal settled
    cdef int64_t* sums = NULL
    cdef Py_ssize_t row = 0
    if not 0 < len(sizes) <= HOLDERS or len(barred) != len(sizes) or out.shape[1] > len(sizes) or seed.shape[0] != 4:
        raise ValueError(
            f"{len(sizes)} sizes, {len(barred)} barred, {out.shape[1]} hands, {seed.shape[0]} words of seed"
        )
    if out.shape[2] > 2 or (cards >> 64 and out.shape[2] < 2):
        raise ValueError(f"hands of {out.shape[2]} words")
    if out.shape[0] == 0 or out.shape[1] == 0:
        return -1
    memset(&problem, 0, sizeof(problem))
    memset(&settled, 0, sizeof(settled))
    try:
        _read(&problem, holdings)
        _open(&problem, &settled, cards, sizes, barred)
        sums = <int64_t*>calloc(2 * problem.bounds + 1, sizeof(int64_t))
        if sums == NULL:
            raise MemoryError
        settled.sums = sums
        with nogil:
            if _settle(&problem, &settled) >= 0:
                row = _fill(&problem, &settled, sums + problem.bounds, &seed[0], &out[0, 0, 0], out.shape[0],
                            out.shape[1], out.shape[2])
        return row
    finally:
        free(problem.bound)
        free(problem.term)
        free(sums)
