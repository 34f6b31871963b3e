"""Spaces of deals: exact counts, uniform and weighted samples, marginals, ranks. Twin: `reference/deals.py`.

The parts, all of them inline: plan.pxd takes a space apart, graph.pxd counts the completions of its states, walk.pxd
and forks.pxd draw deals, ranks.pxd numbers them, wide.pxd holds the integers.
"""

cimport cython
from cpython.pythread cimport (
    NOWAIT_LOCK,
    PyThread_acquire_lock,
    PyThread_allocate_lock,
    PyThread_free_lock,
    PyThread_release_lock,
    PyThread_type_lock,
    WAIT_LOCK,
)
from libc.math cimport ldexp
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from math import comb

from bitdeck.kernels.graph cimport build, expect_exact, expect_weighted, forward_exact, forward_weighted
from bitdeck.kernels.plan cimport (
    CARDS,
    HOLDERS,
    NO_MEMORY,
    STATES,
    TOO_COMPLEX,
    Graph,
    Outcome,
    Spec,
    Tally,
    has,
    read_mask,
    release,
    scale_weights,
)
from bitdeck.kernels.ranks cimport find_deal, find_rank, lay, run_through
from bitdeck.kernels.stream cimport Stream, start
from bitdeck.kernels.walk cimport Route, deal, deal_blocks, deal_rows, lay_route, release_route, settle
from bitdeck.kernels.wide cimport WIDE

cdef extern from "bitdeck.h" nogil:
    int bitdeck_popcount(uint64_t x)
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


def pick(weights, const uint64_t[::1] words not None):
    """See deals.pyi."""
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
    choice = settle(sums, total, n - 1, WIDE, NULL, &words[0] if words.shape[0] else NULL, words.shape[0], &used)
    return choice, used


@cython.final
cdef class Table:
    """See deals.pyi."""

    cdef Graph graph
    cdef Route route
    cdef readonly Py_ssize_t states
    cdef int players
    cdef int tracked
    cdef object counted

    def __cinit__(self, cards, tuple sizes not None, tuple barred not None, tuple holdings not None=(), int players=-1,
                  const double[:, ::1] weights=None, tracked=None, bint single=False,
                  Py_ssize_t limit=STATES):
        cdef Spec spec
        cdef int i, holders = len(sizes)
        cdef Outcome outcome
        if not 0 < holders <= HOLDERS or len(barred) != holders or not -1 <= players <= holders:
            raise ValueError(f"{holders} sizes, {len(barred)} barred, {players} players; expected 1..{HOLDERS} holders")
        memset(&spec, 0, sizeof(spec))
        spec.holders = holders
        self.players = holders if players < 0 else players
        spec.single = single
        spec.limit = limit if limit < STATES else STATES
        read_mask(cards, spec.cards)
        for i in range(holders):
            spec.sizes[i] = sizes[i]
            read_mask(barred[i], spec.barred[i])
        self.graph.choose = _choose
        self.graph.choose_float = _choose_float
        if tracked is not None:
            holdings = (*holdings, (tracked[0], ((tracked[1], 1),), 0, CARDS))
        spec.tallies = len(holdings)
        try:
            self._check(&spec, weights)
            spec.tally = <Tally*>calloc(spec.tallies + 1, sizeof(Tally))
            spec.values = <int32_t*>calloc(spec.tallies * CARDS + 1, sizeof(int32_t))
            if spec.tally == NULL or spec.values == NULL:
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
            free(spec.weights)
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
                raise ValueError(
                    f"weights ({weights.shape[0]}, {weights.shape[1]}); expected ({spec.holders}, {i + 1}) or more"
                )
            spec.weights = <double*>malloc(spec.holders * CARDS * sizeof(double))
            if spec.weights == NULL:
                raise MemoryError
            scale_weights(spec, &weights[0, 0], weights.shape[1])

    cdef _read(self, Spec* spec, int i, tuple holding):
        cdef Tally* tally = &spec.tally[i]
        cdef uint64_t[2] cards
        cdef int32_t value
        cdef int c
        tally.holders = holding[0]
        tally.least = holding[2]
        tally.most = holding[3]
        for mask, points in holding[1]:
            read_mask(mask, cards)
            value = points
            if value <= 0:
                continue
            for c in range(CARDS):
                if has(cards, c) and has(spec.cards, c):
                    spec.values[i * CARDS + c] = value
                    tally.cards += 1

    def __dealloc__(self):
        release_route(&self.route)
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
        """The route, before the first sample."""
        if self.states < 1:
            raise ValueError("there is no deal")
        if seed.shape[0] != 4:
            raise ValueError(f"{seed.shape[0]} words of seed; expected 4")
        if self.route.graph == NULL and not lay_route(&self.route, &self.graph):
            release_route(&self.route)
            raise MemoryError
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
        deal(&self.route, stream, row, self.players, 2)
        return self._hands(row)

    def one(self, const uint64_t[::1] seed not None):
        """See deals.pyi."""
        cdef Stream stream
        self._prepare(seed)
        stream = start(&seed[0], 0)
        return self._draw(&stream)

    def fill(self, const uint64_t[::1] seed not None, uint64_t[:, :, ::1] out not None):
        """See deals.pyi."""
        self._prepare(seed)
        self._shaped(out.shape[1], out.shape[2])
        if out.shape[0] == 0 or out.shape[1] == 0:
            return
        with nogil:
            deal_blocks(&self.route, &seed[0], &out[0, 0, 0], out.shape[0], self.players, <int>out.shape[2])

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
        if self.states < 1 or not find_rank(&self.graph, row, self.players, words, rank):
            return -1
        return _whole(rank, WIDE)

    cdef int _place(self, object index, uint8_t* holder) except -1:
        """The holder of each card in the deal at place `index`."""
        cdef uint64_t[WIDE] rank
        self._ranked()
        if not 0 <= index < self.count:
            raise IndexError(f"place {index}; expected 0..{self.count - 1}")
        _split(index, rank, WIDE)
        find_deal(&self.graph, rank, holder)
        return 0

    def rank(self, tuple deal not None):
        """See deals.pyi."""
        cdef uint64_t[2 * HOLDERS] row
        cdef int p
        self._ranked()
        if len(deal) != self.players:
            raise ValueError(f"a deal of {len(deal)} hands; expected {self.players}")
        for p in range(self.players):
            read_mask(deal[p], row + 2 * p)
        return self._rank_row(row, 2)

    def unrank(self, index):
        """See deals.pyi."""
        cdef uint8_t[CARDS] holder
        cdef uint64_t[2 * HOLDERS] row
        self._place(index, holder)
        lay(&self.graph, holder, row, self.players, 2)
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
            lay(&self.graph, holder, &out[i, 0, 0], self.players, <int>out.shape[2])

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
            run_through(&self.graph, holder, &out[0, 0, 0], out.shape[0], self.players, <int>out.shape[2])


cdef list _shares(list weights):
    """Each as a share of the sum, taken in order."""
    cdef double total = 0.0
    for weight in weights:
        total += weight
    return [weight / total for weight in weights]


@cython.final
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

    def one(self):
        """See deals.pyi."""
        cdef uint64_t[2 * HOLDERS] row
        self._enter()
        self._turn()
        deal(&self.table.route, &self.stream, row, self.table.players, 2)
        self.row += 1
        PyThread_release_lock(self.lock)
        return self.table._hands(row)

    def many(self, uint64_t[:, :, ::1] out not None):
        """See deals.pyi."""
        cdef Py_ssize_t i = 0, n, stride = out.shape[1] * out.shape[2], words = out.shape[2]
        cdef Table table = self.table
        table._shaped(out.shape[1], out.shape[2])
        if out.shape[0] == 0 or stride == 0:
            return
        self._enter()
        with nogil:
            while i < out.shape[0]:
                self._turn()
                n = min(1024 - (self.row & 1023), out.shape[0] - i)
                deal_rows(&table.route, &self.stream, &out[0, 0, 0] + i * stride, n, table.players, <int>words)
                self.row += n
                i += n
        PyThread_release_lock(self.lock)
