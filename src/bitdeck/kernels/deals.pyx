"""Spaces of deals: exact counts, uniform and weighted samples, marginals, ranks. Twin: `reference/deals.py`.

The states and their completions are a `Graph` (graph.pxd). A sample walks it forward: each step takes one word and the
thresholds of the state's choices, and then a random subset of the group's cards.
"""

from cpython.pythread cimport (
    PyThread_acquire_lock,
    PyThread_allocate_lock,
    PyThread_free_lock,
    PyThread_release_lock,
    PyThread_type_lock,
    NOWAIT_LOCK,
    WAIT_LOCK,
)
from libc.math cimport ldexp
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from math import comb

from bitdeck.kernels.bits cimport Mask128, draw_subset64, draw_subset128
from bitdeck.kernels.graph cimport (
    CARDS,
    DONE,
    HOLDERS,
    NO_MEMORY,
    STATES,
    TOO_COMPLEX,
    Edge,
    Graph,
    Group,
    Outcome,
    Powers,
    Spec,
    State,
    Step,
    Tally,
    build,
    choices,
    expect_exact,
    expect_weighted,
    factor,
    forward_exact,
    forward_weighted,
    has,
    raise_weights,
    release,
)
from bitdeck.kernels.stream cimport Stream, following, start
from bitdeck.kernels.wide cimport (
    WIDE,
    add,
    add_product,
    divide_small,
    is_zero,
    less,
    multiply,
    next_digit,
    scale,
    subtract,
)

cdef extern from "bitdeck.h" nogil:
    int bitdeck_popcount(uint64_t x)
    int bitdeck_lowest(uint64_t x)
    int bitdeck_highest(uint64_t x)

LIMIT = STATES

cdef uint64_t[16770] _choose  # C(n, k) at 2 * (n * (n + 1) / 2 + k), n <= 128
cdef double[8385] _choose_float


cdef void _fill_choose() noexcept:
    """Pascal's triangle in two words, and rounded to doubles."""
    cdef int n, k, at, above, shift
    cdef uint64_t low, high
    for n in range(129):
        for k in range(n + 1):
            at = n * (n + 1) // 2 + k
            low, high = 1, 0
            if 0 < k < n:
                above = (n - 1) * n // 2 + k
                low = _choose[2 * above] + _choose[2 * above - 2]
                high = _choose[2 * above + 1] + _choose[2 * above - 1] + (low < _choose[2 * above])
            _choose[2 * at] = low
            _choose[2 * at + 1] = high
            shift = 0
            if high:
                shift = bitdeck_highest(high) + 1
                # The bits shifted out stay as one sticky bit, so that the conversion rounds as a whole would.
                low = (low >> shift if shift < 64 else 0) | (high << (64 - shift)) | ((low << (64 - shift)) != 0)
            _choose_float[at] = ldexp(<double>low, shift)


_fill_choose()


# --- Python integers in and out -----------------------------------------------------------------------------------


cdef object _whole(const uint64_t* a, int words):
    cdef object result = a[words - 1]
    cdef int i
    for i in range(words - 2, -1, -1):
        result = result << 64 | a[i]
    return result


cdef void _split(object value, uint64_t* out, int words) except *:
    cdef int i
    for i in range(words):
        out[i] = <uint64_t>(value & 0xFFFFFFFFFFFFFFFF)
        value >>= 64


cdef inline void _mask(object value, uint64_t* out) except *:
    if value <= 0xFFFFFFFFFFFFFFFF:
        out[0] = value
        out[1] = 0
    else:
        _split(value, out, 2)


# --- sampling -----------------------------------------------------------------------------------------------------


cdef void _thresholds_exact(Graph* g) noexcept nogil:
    """For every choice but the last of a state, the first 64 binary places of where it ends."""
    cdef Py_ssize_t s, e, end
    cdef int w = g.words
    cdef uint64_t[WIDE] sum
    cdef uint64_t[WIDE] rest
    for s in range(g.step[g.steps].first):
        end = g.state[s + 1].first
        memset(sum, 0, w * sizeof(uint64_t))
        for e in range(g.state[s].first, end - 1):
            _add_choice(g, s, e, sum)
            memcpy(rest, sum, w * sizeof(uint64_t))
            g.edge[e].threshold = next_digit(rest, g.ways + s * w, w)


cdef inline void _add_choice(const Graph* g, Py_ssize_t s, Py_ssize_t e, uint64_t* sum) noexcept nogil:
    """sum += the ways of a choice"""
    cdef const uint64_t* factors = choices(g, g.state[s].left, g.edge[e].take)
    cdef const uint64_t* to = g.ways + <Py_ssize_t>g.edge[e].to * g.words
    add_product(sum, to, factors[0], g.words)
    if factors[1] and g.words > 1:
        add_product(sum + 1, to, factors[1], g.words - 1)


cdef void _thresholds_weighted(Graph* g) noexcept nogil:
    cdef Powers powers
    cdef Py_ssize_t i, s, e, first, end
    cdef double total, sum, place
    for i in range(g.steps):
        raise_weights(g, &g.step[i], &powers)
        for s in range(g.step[i].first, g.step[i + 1].first):
            first = g.state[s].first
            end = g.state[s + 1].first
            total = 0.0
            for e in range(first, end):
                total += factor(g, &g.step[i], &powers, g.state[s].left, g.edge[e].take) * g.mass[g.edge[e].to]
            sum = 0.0
            for e in range(first, end - 1):
                sum += factor(g, &g.step[i], &powers, g.state[s].left, g.edge[e].take) * g.mass[g.edge[e].to]
                place = sum / total
                g.edge[e].threshold = <uint64_t>(place * 18446744073709551616.0) if place < 1.0 else ~<uint64_t>0


cdef Py_ssize_t _settle(const uint64_t* sums, const uint64_t* total, int ends, int w, Stream* stream,
                        const uint64_t* words, Py_ssize_t given, Py_ssize_t* used) noexcept nogil:
    """Which choice a binary fraction falls on: `sums` holds in turn where each of the first `ends` choices ends.

    Reads `words` while some are given (-1 when they run out), then the stream. A boundary whose first places are those of the
    fraction and whose places are at an end lies at or below it; otherwise the next places decide.
    """
    cdef uint64_t[CARDS * WIDE] rest
    cdef uint64_t word, digit
    cdef Py_ssize_t low = 0, high = ends, i
    memcpy(rest, sums, ends * w * sizeof(uint64_t))
    while low < high:
        if stream == NULL:
            if used[0] == given:
                return -1
            word = words[used[0]]
        elif used[0] < given:
            word = words[used[0]]
        else:
            word = following(stream)
        used[0] += 1
        i = low
        while i < high:
            digit = next_digit(rest + i * w, total, w)
            if digit < word or (digit == word and is_zero(rest + i * w, w)):
                low = i + 1
            elif digit > word:
                high = i
            i += 1
    return low


cdef Py_ssize_t _choose_tied(const Graph* g, Py_ssize_t s, uint64_t word, Stream* stream) noexcept nogil:
    """The edge of state s that a fraction falls on whose first word meets a threshold."""
    cdef uint64_t[CARDS * WIDE] sums
    cdef uint64_t[WIDE] sum
    cdef Py_ssize_t first = g.state[s].first, ends = g.state[s + 1].first - first - 1, e, used = 0
    memset(sum, 0, g.words * sizeof(uint64_t))
    for e in range(ends):
        _add_choice(g, s, first + e, sum)
        memcpy(sums + e * g.words, sum, g.words * sizeof(uint64_t))
    return first + _settle(sums, g.ways + s * g.words, <int>ends, g.words, stream, &word, 1, &used)


def pick(weights, const uint64_t[::1] words not None):
    """See deals.pyi: how `_choose_tied` settles, opened for tests."""
    cdef uint64_t[CARDS * WIDE] sums
    cdef uint64_t[WIDE] total
    cdef Py_ssize_t used = 0, choice
    cdef int i, n = len(weights)
    if not 0 < n <= CARDS or sum(weights) >> (64 * (WIDE - 2)):
        raise ValueError(f"{n} weights; expected 1..{CARDS} below 2**{64 * (WIDE - 2)}")
    so_far = 0
    for i in range(n):
        so_far += weights[i]
        _split(so_far, sums + i * WIDE, WIDE)
    memcpy(total, sums + (n - 1) * WIDE, WIDE * sizeof(uint64_t))
    choice = _settle(sums, total, n - 1, WIDE, NULL, &words[0] if words.shape[0] else NULL, words.shape[0], &used)
    return choice, used


cdef inline Py_ssize_t _choice(const Graph* g, uint32_t s, Stream* stream) noexcept nogil:
    """A random edge of state s."""
    cdef Py_ssize_t first = g.state[s].first, last = <Py_ssize_t>g.state[s + 1].first - 1, e = first
    cdef uint64_t word
    if first == last:
        return first
    word = following(stream)
    if first + 1 == last:
        e += word >= g.edge[first].threshold
    else:
        while e < last and word >= g.edge[e].threshold:
            e += 1
    if e > first and word == g.edge[e - 1].threshold and g.weights == NULL:
        return _choose_tied(g, s, word, stream)
    return e


cdef void _deal64(const Graph* g, Stream* stream, uint64_t* row, int players, int words) noexcept nogil:
    """One random deal of cards that lie in one word into row (players, words)."""
    cdef uint64_t[HOLDERS] held
    cdef uint64_t rest = 0, part
    cdef uint32_t s = 0, members
    cdef int i, b, p
    cdef const Step* step
    cdef const Edge* edge
    for b in range(g.blocks):
        held[b] = 0
    for i in range(g.steps):
        step = &g.step[i]
        if step.opens:
            rest = g.group[step.group].low
        edge = &g.edge[_choice(g, s, stream)]
        s = edge.to
        part = draw_subset64(stream, rest, edge.take)
        held[step.block] |= part
        rest ^= part
        if step.last >= 0:
            held[step.last] |= rest
    for b in range(g.blocks):
        members = g.members[b]
        rest = held[b]
        while members:
            p = bitdeck_lowest(members)
            members &= members - 1
            part = draw_subset64(stream, rest, g.sizes[p]) if members else rest
            rest ^= part
            if p < players:
                row[p * words] = part
                if words > 1:
                    row[p * words + 1] = 0


cdef void _deal128(const Graph* g, Stream* stream, uint64_t* row, int players, int words) noexcept nogil:
    """_deal64 for cards in two words."""
    cdef Mask128[HOLDERS] held
    cdef Mask128 rest, part
    cdef uint32_t s = 0, members
    cdef int i, b, p
    cdef const Step* step
    cdef const Edge* edge
    memset(held, 0, sizeof(held))
    rest.low = rest.high = 0
    for i in range(g.steps):
        step = &g.step[i]
        if step.opens:
            rest.low = g.group[step.group].low
            rest.high = g.group[step.group].high
        edge = &g.edge[_choice(g, s, stream)]
        s = edge.to
        part = draw_subset128(stream, rest, edge.take)
        held[step.block].low |= part.low
        held[step.block].high |= part.high
        rest.low ^= part.low
        rest.high ^= part.high
        if step.last >= 0:
            held[step.last].low |= rest.low
            held[step.last].high |= rest.high
    for b in range(g.blocks):
        members = g.members[b]
        rest = held[b]
        while members:
            p = bitdeck_lowest(members)
            members &= members - 1
            part = draw_subset128(stream, rest, g.sizes[p]) if members else rest
            rest.low ^= part.low
            rest.high ^= part.high
            if p < players:
                row[p * words] = part.low
                row[p * words + 1] = part.high


cdef inline void _deal(const Graph* g, Stream* stream, uint64_t* row, int players, int words) noexcept nogil:
    if g.cards[1]:
        _deal128(g, stream, row, players, words)
    else:
        _deal64(g, stream, row, players, words)


# --- ranks --------------------------------------------------------------------------------------------------------

cdef enum:
    NOWHERE = 0xFFFFFFFF


# A way through a table of single cards: where each holder and block stands.
cdef struct Walk:
    uint32_t state
    int sizes[HOLDERS]
    int needs[HOLDERS]
    uint64_t splits[WIDE]  # ways to split the blocks' needs among their members


cdef inline uint32_t _given_to(const Graph* g, int card, uint32_t s, int block) noexcept nogil:
    """The state after the `card`-th card went to `block`; NOWHERE if nothing completes it."""
    cdef int i = g.group[card].step
    cdef uint32_t take
    cdef Py_ssize_t e, end
    if not g.group[card].blocks >> block & 1:
        return NOWHERE
    while True:
        take = g.step[i].block == block
        e = g.state[s].first
        end = g.state[s + 1].first
        while e < end and g.edge[e].take != (take if g.state[s].left else 0):
            e += 1
        if e == end:
            return NOWHERE
        s = g.edge[e].to
        if g.step[i].ends:
            return s
        i += 1


cdef void _start_walk(const Graph* g, Walk* walk) noexcept nogil:
    """The walk before the first card."""
    cdef int p, b, left
    walk.state = 0
    memset(walk.splits, 0, sizeof(walk.splits))
    walk.splits[0] = 1
    for b in range(g.blocks):
        walk.needs[b] = g.needs[b]
        left = g.needs[b]
        for p in range(g.holders):
            if g.members[b] >> p & 1:
                _times_choose(g, walk.splits, left, g.sizes[p])
                left -= g.sizes[p]
    for p in range(g.holders):
        walk.sizes[p] = g.sizes[p]


cdef void _times_choose(const Graph* g, uint64_t* a, int n, int k) noexcept nogil:
    """a *= C(n, k)"""
    cdef uint64_t[WIDE] product
    cdef const uint64_t* factors = choices(g, n, k)
    memset(product, 0, sizeof(product))
    add_product(product, a, factors[0], WIDE)
    add_product(product + 1, a, factors[1], WIDE - 1)
    memcpy(a, product, sizeof(product))


cdef inline bint _ways_with(const Graph* g, const Walk* walk, int card, int p, uint64_t* out) noexcept nogil:
    """The deals that go on from `walk` with the card at holder p; False if none."""
    cdef int b = g.block_of[p], w = g.words
    cdef uint32_t s
    cdef uint64_t[WIDE] ways
    if walk.sizes[p] == 0:
        return False
    s = _given_to(g, card, walk.state, b)
    if s == NOWHERE:
        return False
    memset(ways, 0, sizeof(ways))
    memcpy(ways, g.ways + <Py_ssize_t>s * w, w * sizeof(uint64_t))
    multiply(out, walk.splits, ways, WIDE)
    scale(out, walk.sizes[p], WIDE)
    divide_small(out, walk.needs[b], WIDE)
    return True


cdef inline void _give(const Graph* g, Walk* walk, int card, int p) noexcept nogil:
    cdef int b = g.block_of[p]
    walk.state = _given_to(g, card, walk.state, b)
    scale(walk.splits, walk.sizes[p], WIDE)
    divide_small(walk.splits, walk.needs[b], WIDE)
    walk.sizes[p] -= 1
    walk.needs[b] -= 1


cdef bint _rank(const Graph* g, const uint64_t* row, int players, int words, uint64_t* rank) noexcept nogil:
    """Place of a deal; False if it is not in the space."""
    cdef Walk walk
    cdef uint64_t[WIDE] ways
    cdef uint64_t[2] seen
    cdef uint64_t[2] hand
    cdef int[CARDS] holder
    cdef int i, p, c
    seen[0] = seen[1] = 0
    memset(rank, 0, WIDE * sizeof(uint64_t))
    for i in range(g.groups):
        holder[i] = g.holders - 1 if players < g.holders else -1
    for p in range(players):
        hand[0] = row[p * words]
        hand[1] = row[p * words + 1] if words > 1 else 0
        for i in range(2):
            if hand[i] & (seen[i] | ~g.cards[i]):
                return False
            seen[i] |= hand[i]
        for i in range(g.groups):
            if has(hand, g.group[i].card):
                holder[i] = p
    _start_walk(g, &walk)
    for c in range(g.groups):
        if holder[c] < 0 or not _ways_with(g, &walk, c, holder[c], ways):
            return False
        for p in range(holder[c]):
            if _ways_with(g, &walk, c, p, ways):
                add(rank, ways, WIDE)
        _give(g, &walk, c, holder[c])
    return True


cdef void _unrank(const Graph* g, uint64_t* rank, uint8_t* holder) noexcept nogil:
    """The holder of each card in the deal at a place, which is used up."""
    cdef Walk walk
    cdef uint64_t[WIDE] ways
    cdef int c, p
    _start_walk(g, &walk)
    for c in range(g.groups):
        for p in range(g.holders):
            if _ways_with(g, &walk, c, p, ways):
                if less(rank, ways, WIDE):
                    break
                subtract(rank, ways, WIDE)
        holder[c] = p
        _give(g, &walk, c, p)


cdef void _lay(const Graph* g, const uint8_t* holder, uint64_t* row, int players, int words) noexcept nogil:
    """The hands of a deal given by the holder of each card."""
    cdef int c, card
    memset(row, 0, players * words * sizeof(uint64_t))
    for c in range(g.groups):
        if holder[c] < players:
            card = g.group[c].card
            row[holder[c] * words + (card >> 6)] |= <uint64_t>1 << (card & 63)


cdef void _run(const Graph* g, uint8_t* holder, uint64_t* rows, Py_ssize_t n, int players, int words) noexcept nogil:
    """n deals in order, depth first, from the one that `holder` gives."""
    cdef uint32_t[CARDS + 1] state
    cdef int[HOLDERS] sizes
    cdef Py_ssize_t i
    cdef int c, p
    cdef uint32_t s
    memcpy(sizes, g.sizes, sizeof(sizes))
    state[0] = 0
    for c in range(g.groups):
        state[c + 1] = _given_to(g, c, state[c], g.block_of[holder[c]])
        sizes[holder[c]] -= 1
    for i in range(n):
        _lay(g, holder, rows + i * players * words, players, words)
        if i + 1 == n:
            return
        c = g.groups
        p = g.holders
        while p == g.holders:
            c -= 1
            p = holder[c]
            sizes[p] += 1
            p += 1
            while p < g.holders:
                if sizes[p]:
                    s = _given_to(g, c, state[c], g.block_of[p])
                    if s != NOWHERE:
                        break
                p += 1
        while True:
            holder[c] = p
            sizes[p] -= 1
            state[c + 1] = s
            c += 1
            if c == g.groups:
                break
            for p in range(g.holders):
                if sizes[p]:
                    s = _given_to(g, c, state[c], g.block_of[p])
                    if s != NOWHERE:
                        break


# --- the table ----------------------------------------------------------------------------------------------------


cdef class Table:
    """See deals.pyi."""

    cdef Graph graph
    cdef readonly Py_ssize_t states
    cdef int players
    cdef int tracked
    cdef bint ready
    cdef object counted

    def __cinit__(self, cards, tuple sizes not None, tuple barred not None, tuple holdings not None=(), int players=-1,
                  const double[:, ::1] weights=None, tracked=None, bint single=False):
        cdef Spec spec
        cdef int i, holders = len(sizes)
        cdef Outcome outcome
        if not 0 < holders <= HOLDERS or len(barred) != holders or not -1 <= players <= holders:
            raise ValueError(f"{holders} sizes, {len(barred)} barred, {players} players; expected 1..{HOLDERS} holders")
        memset(&spec, 0, sizeof(spec))
        spec.holders = holders
        self.players = holders if players < 0 else players
        spec.single = single
        _mask(cards, spec.cards)
        for i in range(holders):
            spec.sizes[i] = sizes[i]
            _mask(barred[i], spec.barred[i])
        self.graph.choose = _choose
        self.graph.choose_float = _choose_float
        self._check(&spec, weights)
        if tracked is not None:
            holdings = (*holdings, (tracked[0], ((tracked[1], 1),), 0, CARDS))
        spec.tallies = len(holdings)
        if holdings:
            spec.tally = <Tally*>calloc(spec.tallies, sizeof(Tally))
            spec.values = <int32_t*>calloc(spec.tallies * CARDS, sizeof(int32_t))
        try:
            if holdings and (spec.tally == NULL or spec.values == NULL):
                raise MemoryError
            for i in range(spec.tallies):
                self._read(&spec, i, holdings[i])
            if tracked is not None:
                spec.tally[spec.tallies - 1].tracked = True
                self.tracked = spec.tally[spec.tallies - 1].cards
            with nogil:
                outcome = build(&self.graph, &spec)
        finally:
            free(spec.tally)
            free(spec.values)
        if outcome == NO_MEMORY:
            raise MemoryError
        if self.graph.dead:
            self.graph.states = 0
        self.states = -1 if outcome == TOO_COMPLEX else self.graph.states

    cdef _check(self, Spec* spec, const double[:, ::1] weights):
        cdef int i, total = 0
        for i in range(spec.holders):
            total += spec.sizes[i]
            if spec.sizes[i] < 0:
                total = -1
                break
        if total != bitdeck_popcount(spec.cards[0]) + bitdeck_popcount(spec.cards[1]):
            raise ValueError("sizes do not sum to the number of cards")
        if weights is not None:
            i = 64 + bitdeck_highest(spec.cards[1]) if spec.cards[1] else bitdeck_highest(spec.cards[0] | 1)
            if weights.shape[0] != spec.holders or weights.shape[1] <= i:
                raise ValueError(f"weights ({weights.shape[0]}, {weights.shape[1]}); expected ({spec.holders}, {i + 1}) or more")
            spec.weights = &weights[0, 0]
            spec.columns = weights.shape[1]

    cdef _read(self, Spec* spec, int i, tuple holding):
        cdef Tally* tally = &spec.tally[i]
        cdef uint64_t[2] cards
        cdef int32_t value
        cdef int c
        tally.holders = holding[0]
        tally.least = holding[2]
        tally.most = holding[3]
        for mask, points in holding[1]:
            _mask(mask, cards)
            value = points
            if value <= 0:
                continue
            for c in range(CARDS):
                if has(cards, c) and has(spec.cards, c):
                    spec.values[i * CARDS + c] = value
                    tally.cards += 1

    def __dealloc__(self):
        release(&self.graph)

    @property
    def count(self):
        """How many deals there are."""
        cdef Graph* g = &self.graph
        cdef int p, b, left
        if self.counted is None:
            if self.states < 1:
                return 0
            if g.weights != NULL:
                return 1
            total = _whole(g.ways, g.words)
            for b in range(g.blocks):
                left = g.needs[b]
                for p in range(g.holders):
                    if g.members[b] >> p & 1 and left:
                        total *= comb(left, g.sizes[p])
                        left -= g.sizes[p]
            self.counted = total
        return self.counted

    cdef int _prepare(self, const uint64_t[::1] seed) except -1:
        """Thresholds, before the first sample."""
        if self.states < 1:
            raise ValueError("there is no deal")
        if seed.shape[0] != 4:
            raise ValueError(f"{seed.shape[0]} words of seed; expected 4")
        if not self.ready:
            if self.graph.weights == NULL:
                _thresholds_exact(&self.graph)
            else:
                _thresholds_weighted(&self.graph)
            self.ready = True
        return 0

    cdef int _shaped(self, Py_ssize_t players, Py_ssize_t words) except -1:
        if players != self.players or words < 1 + (self.graph.cards[1] != 0) or words > 2:
            raise ValueError(f"deals of {players} hands of {words} words; expected {self.players} hands")
        return 0

    cdef tuple _hands(self, const uint64_t* row):
        """A row of two-word hands as Python integers."""
        cdef int p
        if self.graph.cards[1]:
            return tuple([row[2 * p] | (<object>row[2 * p + 1]) << 64 for p in range(self.players)])
        return tuple([row[2 * p] for p in range(self.players)])

    cdef tuple _draw(self, Stream* stream):
        cdef uint64_t[2 * HOLDERS] row
        _deal(&self.graph, stream, row, self.players, 2)
        return self._hands(row)

    def one(self, const uint64_t[::1] seed not None):
        """See deals.pyi."""
        cdef Stream stream
        self._prepare(seed)
        stream = start(&seed[0], 0)
        return self._draw(&stream)

    def fill(self, const uint64_t[::1] seed not None, uint64_t[:, :, ::1] out not None):
        """See deals.pyi."""
        cdef Stream stream
        cdef Py_ssize_t i, stride = out.shape[1] * out.shape[2], words = out.shape[2]
        self._prepare(seed)
        self._shaped(out.shape[1], out.shape[2])
        if out.shape[0] == 0 or stride == 0:
            return
        with nogil:
            for i in range(out.shape[0]):
                if i & 1023 == 0:
                    stream = start(&seed[0], i >> 10)
                _deal(&self.graph, &stream, &out[0, 0, 0] + i * stride, self.players, <int>words)

    def marginals(self, double[:, ::1] out not None):
        """See deals.pyi."""
        cdef int p, j, b, c
        cdef Graph* g = &self.graph
        cdef double chance
        if out.shape[0] < g.holders or out.shape[1] < (128 if g.cards[1] else 64):
            raise ValueError(f"out ({out.shape[0]}, {out.shape[1]}) is too small")
        if self.states < 1:
            raise ValueError("there is no deal")
        expected = self._expected()
        total = None if g.weights != NULL else _whole(g.ways, g.words)
        for j in range(g.groups):
            for p in range(g.holders):
                b = g.block_of[p]
                if g.sizes[p] == 0:
                    continue
                share = expected[j * g.blocks + b]
                if total is None:
                    chance = share * g.sizes[p] / (g.group[j].size * g.needs[b])
                else:
                    chance = share * g.sizes[p] / (g.group[j].size * g.needs[b] * total)
                for c in range(CARDS):
                    if (g.group[j].high >> (c - 64) if c > 63 else g.group[j].low >> c) & 1:
                        out[p, c] = chance

    cdef list _expected(self):
        """For each group and block, E as in deals.pyi."""
        cdef Graph* g = &self.graph
        cdef int cells = g.groups * g.blocks, i, w = g.words
        cdef size_t size = sizeof(double) if g.weights != NULL else w * sizeof(uint64_t)
        cdef void* ways = malloc(g.states * size)
        cdef void* sums = calloc(cells + 1, size + sizeof(uint64_t))
        try:
            if ways == NULL or sums == NULL:
                raise MemoryError
            with nogil:
                if g.weights != NULL:
                    forward_weighted(g, <double*>ways)
                    expect_weighted(g, <double*>ways, <double*>sums)
                else:
                    forward_exact(g, <uint64_t*>ways)
                    expect_exact(g, <uint64_t*>ways, <uint64_t*>sums)
            if g.weights != NULL:
                return [(<double*>sums)[i] for i in range(cells)]
            return [_whole(<uint64_t*>sums + i * (w + 1), w + 1) for i in range(cells)]
        finally:
            free(ways)
            free(sums)

    def support(self):
        """See deals.pyi."""
        cdef Graph* g = &self.graph
        cdef int p, j, b
        possible = [0] * g.holders
        certain = [0] * g.holders
        if self.states < 1:
            return tuple([0] * len(possible)), tuple(certain)
        if g.weights != NULL:
            raise ValueError("the support is a matter of the table without weights")
        expected = self._expected()
        total = _whole(g.ways, g.words)
        for j in range(g.groups):
            cards = g.group[j].low | <object>g.group[j].high << 64
            for p in range(g.holders):
                b = g.block_of[p]
                share = expected[j * g.blocks + b]
                if g.sizes[p] and share:
                    possible[p] |= cards
                    if share * g.sizes[p] == g.group[j].size * g.needs[b] * total:
                        certain[p] |= cards
        return tuple(possible), tuple(certain)

    def distribution(self):
        """See deals.pyi."""
        cdef Graph* g = &self.graph
        cdef Py_ssize_t s
        cdef void* ways
        if self.states < 1:
            raise ValueError("there is no deal")
        ways = malloc(g.states * (sizeof(double) if g.weights != NULL else g.words * sizeof(uint64_t)))
        result = [0] * (self.tracked + 1)
        try:
            if ways == NULL:
                raise MemoryError
            if g.weights != NULL:
                forward_weighted(g, <double*>ways)
                for s in range(g.step[g.steps].first, g.states):
                    result[g.state[s].left] = (<double*>ways)[s]
                return _shares(result)
            forward_exact(g, <uint64_t*>ways)
            splits = self.count // _whole(g.ways, g.words)
            for s in range(g.step[g.steps].first, g.states):
                result[g.state[s].left] = splits * _whole(<uint64_t*>ways + s * g.words, g.words)
            return result
        finally:
            free(ways)

    cdef int _ranked(self) except -1:
        if self.graph.weights != NULL:
            raise ValueError("ranks are a matter of the table without weights")
        return 0

    cdef object _rank_row(self, const uint64_t* row, int words):
        cdef uint64_t[WIDE] rank
        if self.states < 1 or not _rank(&self.graph, row, self.players, words, rank):
            return -1
        return _whole(rank, WIDE)

    cdef int _place(self, object index, uint8_t* holder) except -1:
        """The holder of each card in the deal at place `index`."""
        cdef uint64_t[WIDE] rank
        self._ranked()
        if not 0 <= index < self.count:
            raise IndexError(f"place {index}; expected 0..{self.count - 1}")
        _split(index, rank, WIDE)
        _unrank(&self.graph, rank, holder)
        return 0

    def rank(self, tuple deal not None):
        """See deals.pyi."""
        cdef uint64_t[2 * HOLDERS] row
        cdef int p
        self._ranked()
        if len(deal) != self.players:
            raise ValueError(f"a deal of {len(deal)} hands; expected {self.players}")
        for p in range(self.players):
            _mask(deal[p], row + 2 * p)
        return self._rank_row(row, 2)

    def unrank(self, index):
        """See deals.pyi."""
        cdef uint8_t[CARDS] holder
        cdef uint64_t[2 * HOLDERS] row
        self._place(index, holder)
        _lay(&self.graph, holder, row, self.players, 2)
        return self._hands(row)

    def ranks(self, const uint64_t[:, :, ::1] deals not None):
        """See deals.pyi."""
        cdef Py_ssize_t i
        self._ranked()
        self._shaped(deals.shape[1], deals.shape[2])
        return [self._rank_row(&deals[i, 0, 0], <int>deals.shape[2]) for i in range(deals.shape[0])]

    def unranks(self, list indices not None, uint64_t[:, :, ::1] out not None):
        """See deals.pyi."""
        cdef uint8_t[CARDS] holder
        cdef Py_ssize_t i
        self._shaped(out.shape[1], out.shape[2])
        if len(indices) != out.shape[0]:
            raise ValueError(f"{len(indices)} places for {out.shape[0]} deals")
        for i in range(out.shape[0]):
            self._place(indices[i], holder)
            _lay(&self.graph, holder, &out[i, 0, 0], self.players, <int>out.shape[2])

    def deals(self, first, uint64_t[:, :, ::1] out not None):
        """See deals.pyi."""
        cdef uint8_t[CARDS] holder
        self._shaped(out.shape[1], out.shape[2])
        if out.shape[0] == 0:
            return
        if first + out.shape[0] > self.count:
            raise IndexError(f"places {first}..{first + out.shape[0] - 1}; expected 0..{self.count - 1}")
        self._place(first, holder)
        with nogil:
            _run(&self.graph, holder, &out[0, 0, 0], out.shape[0], self.players, <int>out.shape[2])


cdef list _shares(list weights):
    """Each as a share of the sum, taken in order."""
    cdef double total = 0.0
    for weight in weights:
        total += weight
    return [weight / total for weight in weights]


cdef class Sampler:
    """See deals.pyi."""

    cdef Table table
    cdef Stream stream
    cdef uint64_t[4] seed
    cdef Py_ssize_t row
    cdef PyThread_type_lock lock

    def __cinit__(self, Table table not None, const uint64_t[::1] seed not None):
        cdef int i
        table._prepare(seed)
        self.table = table
        for i in range(4):
            self.seed[i] = seed[i]
        self.lock = PyThread_allocate_lock()
        if self.lock == NULL:
            raise MemoryError

    def __dealloc__(self):
        if self.lock != NULL:
            PyThread_free_lock(self.lock)

    cdef inline void _enter(self) noexcept:
        """Wait, without the GIL, for another thread's rows."""
        if not PyThread_acquire_lock(self.lock, NOWAIT_LOCK):
            with nogil:
                PyThread_acquire_lock(self.lock, WAIT_LOCK)

    cdef inline void _turn(self) noexcept nogil:
        """The stream of the next row's block where one begins."""
        if self.row & 1023 == 0:
            self.stream = start(self.seed, self.row >> 10)
        self.row += 1

    def one(self):
        """See deals.pyi."""
        cdef uint64_t[2 * HOLDERS] row
        self._enter()
        self._turn()
        _deal(&self.table.graph, &self.stream, row, self.table.players, 2)
        PyThread_release_lock(self.lock)
        return self.table._hands(row)

    def many(self, uint64_t[:, :, ::1] out not None):
        """See deals.pyi."""
        cdef Py_ssize_t i, stride = out.shape[1] * out.shape[2], words = out.shape[2]
        self.table._shaped(out.shape[1], out.shape[2])
        if out.shape[0] == 0 or stride == 0:
            return
        self._enter()
        with nogil:
            for i in range(out.shape[0]):
                self._turn()
                _deal(&self.table.graph, &self.stream, &out[0, 0, 0] + i * stride, self.table.players, <int>words)
        PyThread_release_lock(self.lock)
