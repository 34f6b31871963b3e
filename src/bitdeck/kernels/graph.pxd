"""The states of a space of deals: who still needs how many cards while the groups of like cards are dealt out in turn.

States are found forward, layer by layer, and then counted backward: in how many ways each can be completed.
"""

from libc.math cimport frexp, ldexp
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from bitdeck.kernels.plan cimport (
    CARDS,
    DONE,
    HOLDERS,
    NO_MEMORY,
    TOO_COMPLEX,
    Edge,
    Graph,
    Outcome,
    Spec,
    State,
    Step,
    Tally,
    choices,
    plan,
)
from bitdeck.kernels.wide cimport add_product, is_zero, multiply

cdef extern from "bitdeck.h" nogil:
    int bitdeck_lowest(uint64_t x)


# What a step does to a tally.
cdef struct Touch:
    int word
    int shift
    uint64_t field
    int64_t by_block
    int64_t by_last
    int64_t least
    int64_t most
    bint saturates
    bint closes


# States of one layer by key, in order of discovery, and a table of open addressing over them.
cdef struct Layer:
    uint64_t* key
    uint32_t* slot  # place in the layer + 1
    Py_ssize_t count
    Py_ssize_t room
    Py_ssize_t slots


cdef inline void copy_key(uint64_t* to, const uint64_t* key, int keys) noexcept nogil:
    """Almost all keys are one word, for which a call would take longer than the copy."""
    if keys == 1:
        to[0] = key[0]
    else:
        memcpy(to, key, keys * sizeof(uint64_t))


cdef inline bint layer_grow(Layer* layer, int keys) noexcept nogil:
    """Twice the room, and the table filled anew."""
    cdef Py_ssize_t i, room = 2 * layer.room if layer.room else 32
    cdef uint64_t at
    cdef uint64_t* key = <uint64_t*>realloc(layer.key, room * keys * sizeof(uint64_t))
    cdef uint32_t* slot
    if key == NULL:
        return False
    layer.key = key
    slot = <uint32_t*>realloc(layer.slot, 2 * room * sizeof(uint32_t))
    if slot == NULL:
        return False
    layer.slot = slot
    layer.room = room
    layer.slots = 2 * room
    memset(slot, 0, 2 * room * sizeof(uint32_t))
    for i in range(layer.count):
        at = spot(key + i * keys, keys) & <uint64_t>(layer.slots - 1)
        while slot[at]:
            at = (at + 1) & <uint64_t>(layer.slots - 1)
        slot[at] = <uint32_t>(i + 1)
    return True


cdef inline uint64_t spot(const uint64_t* key, int keys) noexcept nogil:
    cdef uint64_t h = key[0] * <uint64_t>0x9E3779B97F4A7C15
    cdef int i
    for i in range(1, keys):
        h = (h ^ (h >> 32) ^ key[i]) * <uint64_t>0x9E3779B97F4A7C15
    return h >> 32 ^ h >> 48


cdef inline Py_ssize_t layer_place(Layer* layer, const uint64_t* key, int keys) noexcept nogil:
    """The place of a key, added if it is new; -1 without memory."""
    cdef uint64_t at
    cdef Py_ssize_t i
    if layer.count == layer.room and not layer_grow(layer, keys):
        return -1
    at = spot(key, keys) & <uint64_t>(layer.slots - 1)
    while layer.slot[at]:
        i = layer.slot[at] - 1
        if layer.key[i * keys] == key[0] and (
            keys == 1 or memcmp(layer.key + i * keys, key, keys * sizeof(uint64_t)) == 0
        ):
            return i
        at = (at + 1) & <uint64_t>(layer.slots - 1)
    layer.slot[at] = <uint32_t>(layer.count + 1)
    copy_key(layer.key + layer.count * keys, key, keys)
    layer.count += 1
    return layer.count - 1


cdef inline bint room_for_states(Graph* g, Py_ssize_t more) noexcept nogil:
    cdef void* grown
    cdef Py_ssize_t room
    if g.states + more + 1 > g.state_room:
        room = 2 * g.state_room + more + 32
        grown = realloc(g.state, room * sizeof(State))
        if grown == NULL:
            return False
        g.state = <State*>grown
        g.state_room = room
    return True


cdef inline bint room_for_edges(Graph* g, Py_ssize_t more) noexcept nogil:
    cdef void* grown
    cdef Py_ssize_t room
    if g.edges + more > g.edge_room:
        room = 2 * g.edge_room + more + 64
        grown = realloc(g.edge, room * sizeof(Edge))
        if grown == NULL:
            return False
        g.edge = <Edge*>grown
        g.edge_room = room
    return True


cdef inline int touched(const Graph* g, const Step* step, Touch* touch) noexcept nogil:
    """The tallies that `step` adds to or closes."""
    cdef int i, n = 0
    cdef int64_t value
    cdef const Tally* tally
    for i in range(g.tallies):
        tally = &g.tally[i]
        if step.group < tally.first or step.group > tally.last:
            continue
        value = g.values[i * g.groups + step.group]
        touch[n].by_block = value if tally.blocks >> step.block & 1 else 0
        touch[n].by_last = value if step.last >= 0 and tally.blocks >> step.last & 1 else 0
        touch[n].closes = step.ends and step.group == tally.last and not tally.tracked
        if touch[n].by_block or touch[n].by_last or touch[n].closes:
            touch[n].word = tally.word
            touch[n].shift = tally.shift
            touch[n].field = tally.field
            touch[n].least = tally.least
            touch[n].most = tally.most
            touch[n].saturates = tally.saturates
            n += 1
    return n


cdef inline bint tallied(uint64_t* key, const Touch* touch, int touches, int64_t take, int64_t rest) noexcept nogil:
    """Add what the blocks take to the sums of a key; False where a bound is broken."""
    cdef int i
    cdef int64_t sum, before
    for i in range(touches):
        before = <int64_t>(key[touch[i].word] >> touch[i].shift & touch[i].field)
        sum = before + take * touch[i].by_block + rest * touch[i].by_last
        if sum > touch[i].most:
            if not touch[i].saturates:
                return False
            sum = touch[i].most
        if touch[i].closes:
            if sum < touch[i].least:
                return False
            sum = 0
        key[touch[i].word] += <uint64_t>(sum - before) << touch[i].shift
    return True


# What `discover` knows of the step it is at.
cdef struct Frame:
    int block
    int last
    bint ends
    int next_size
    int after_block  # cards of later groups the block may take
    int after_last
    uint32_t later  # blocks whose steps of the group are still to come


cdef inline Frame frame(const Graph* g, const Step* step) noexcept nogil:
    cdef Frame f
    cdef int i
    f.block = step.block
    f.last = step.last
    f.ends = step.ends
    f.next_size = g.group[step.group + 1].size if step.ends and step.group + 1 < g.groups else 0
    f.after_block = f.after_last = 0
    f.later = g.group[step.group].blocks >> (step.block + 1) << (step.block + 1)
    for i in range(step.group + 1, g.groups):
        if g.group[i].blocks >> step.block & 1:
            f.after_block += g.group[i].size
        if step.last >= 0 and g.group[i].blocks >> step.last & 1:
            f.after_last += g.group[i].size
    return f


cdef inline int need_of(const Graph* g, uint64_t key, int block) noexcept nogil:
    return <int>(key >> g.shifts[block] & g.fields[block])


cdef inline void limits(const Graph* g, const Frame* f, uint64_t key, int* low, int* high) noexcept nogil:
    """The takes of a step that leave nobody with more or fewer cards than he can use."""
    cdef int left = <int>(key & 255), need = need_of(g, key, f.block), rest = 0, other
    cdef uint32_t blocks = f.later
    low[0] = need - f.after_block
    high[0] = left if left < need else need
    while blocks:
        rest += need_of(g, key, bitdeck_lowest(blocks))
        blocks &= blocks - 1
    if left - rest > low[0]:
        low[0] = left - rest
    if f.last >= 0:
        other = f.after_last + left - rest
        if other < high[0]:
            high[0] = other
    if low[0] < 0:
        low[0] = 0


cdef inline Outcome expand(
    Graph* g, const Step* step, const Layer* here, Layer* there, Touch* touch, uint64_t* key, bint keep
) noexcept nogil:
    """One layer from the one before."""
    cdef Frame f = frame(g, step)
    cdef int touches = touched(g, step, touch), low, high, left, take, after
    cdef Py_ssize_t i, place
    cdef const uint64_t* old
    cdef Edge* edge
    for i in range(here.count):
        old = here.key + i * g.keys
        left = <int>(old[0] & 255)
        limits(g, &f, old[0], &low, &high)
        if keep:
            if high >= low and not room_for_edges(g, high - low + 1):
                return NO_MEMORY
            g.state[step.first + i].first = <uint32_t>g.edges
            g.state[step.first + i].left = left
        for take in range(low, high + 1):
            copy_key(key, old, g.keys)
            if not tallied(key, touch, touches, take, left - take):
                continue
            after = f.next_size if f.ends else left - take
            key[0] += <uint64_t>(after - left)
            key[0] -= <uint64_t>take << g.shifts[f.block]
            if f.last >= 0:
                key[0] -= <uint64_t>(left - take) << g.shifts[f.last]
            place = layer_place(there, key, g.keys)
            if place < 0:
                return NO_MEMORY
            if step[1].first + place >= g.limit:
                return TOO_COMPLEX
            if keep:
                edge = &g.edge[g.edges]
                edge.to = <uint32_t>(step[1].first + place)
                edge.take = take
                g.edges += 1
    return DONE


cdef inline void finish(Graph* g, const Layer* layer) noexcept nogil:
    """The final states, which keep the tracked sum in the place of the cards left."""
    cdef Py_ssize_t s, first = g.step[g.steps].first
    cdef const Tally* tally = &g.tally[g.tallies - 1] if g.tallies else NULL
    for s in range(first, g.states + 1):
        g.state[s].first = <uint32_t>g.edges
        g.state[s].left = 0
        if s < g.states and tally != NULL and tally.tracked:
            g.state[s].left = <uint32_t>(layer.key[(s - first) * g.keys + tally.word] >> tally.shift & tally.field)


cdef inline Outcome discover(Graph* g, bint keep) noexcept nogil:
    """All states reached from the start, layer by layer; only counted, and up to the limit, unless `keep`."""
    cdef Layer layers[2]
    cdef Layer* here
    cdef Layer* there
    cdef Touch* touch = <Touch*>malloc((g.tallies + 1) * sizeof(Touch))
    cdef uint64_t* key = <uint64_t*>calloc(g.keys, sizeof(uint64_t))
    cdef Outcome outcome = DONE
    cdef int b, i
    memset(layers, 0, sizeof(layers))
    g.states = g.edges = 0
    if touch == NULL or key == NULL:
        outcome = NO_MEMORY
    else:
        key[0] = <uint64_t>(g.group[0].size if g.groups else 0)
        for b in range(g.blocks):
            key[0] |= <uint64_t>g.needs[b] << g.shifts[b]
        if layer_place(&layers[0], key, g.keys) < 0:
            outcome = NO_MEMORY
    for i in range(g.steps + 1):
        if outcome != DONE:
            break
        here = &layers[i & 1]
        there = &layers[~i & 1]
        if keep and not room_for_states(g, here.count):
            outcome = NO_MEMORY
            break
        g.step[i].first = <uint32_t>g.states
        g.states += here.count
        if i == g.steps:
            break
        g.step[i + 1].first = <uint32_t>g.states
        there.count = 0
        if there.slots:
            memset(there.slot, 0, there.slots * sizeof(uint32_t))
        outcome = expand(g, &g.step[i], here, there, touch, key, keep)
    if outcome == DONE and keep:
        finish(g, &layers[g.steps & 1])
    for i in range(2):
        free(layers[i].key)
        free(layers[i].slot)
    free(touch)
    free(key)
    return outcome


cdef inline double states_bound(const Graph* g) noexcept nogil:
    """A cheap number that the states cannot pass: all needs but the largest, and all sums that are open."""
    cdef double total = 1.0, layer, most
    cdef int i, j, b
    for i in range(g.steps):
        layer = most = 1.0
        for b in range(g.blocks):
            layer *= g.needs[b] + 1.0
            most = g.needs[b] + 1.0 if g.needs[b] + 1.0 > most else most
        layer /= most
        if not g.step[i].ends:
            layer *= g.group[g.step[i].group].size + 1.0
        for j in range(g.tallies):
            if g.tally[j].first <= g.step[i].group <= g.tally[j].last or (
                g.tally[j].tracked and 0 <= g.tally[j].first <= g.step[i].group
            ):
                layer *= g.tally[j].most + 1.0
        total += layer
    return total


cdef inline double free_states(const Graph* g) noexcept nogil:
    """The states between groups where every block may take every card and nothing is counted: the vectors of needs of
    the right sum. 0 where that is not so."""
    cdef double[CARDS + 1] vectors
    cdef double[CARDS + 1] longer
    cdef double total = 0.0
    cdef int b, i, sum, rest = 0
    memset(vectors, 0, sizeof(vectors))
    vectors[0] = 1.0
    for b in range(g.blocks):
        memset(longer, 0, sizeof(longer))
        for sum in range(rest + 1):
            for i in range(g.needs[b] + 1):
                longer[sum + i] += vectors[sum]
        rest += g.needs[b]
        memcpy(vectors, longer, sizeof(vectors))
    for i in range(g.groups):
        if g.tallies or g.group[i].blocks != (<uint32_t>1 << g.blocks) - 1:
            return 0.0
        total += vectors[rest]
        rest -= g.group[i].size
    return total


# The first groups dealt out in some of their ways: each card goes to one of two neighbouring blocks, or to a given one.
cdef struct Chain:
    int shared[HOLDERS]  # cards between a block and the next
    int fixed[HOLDERS]
    int after[HOLDERS]  # cards of later groups that a block may take


cdef inline void add_link(const Graph* g, Chain* chain, uint32_t blocks) noexcept nogil:
    """A card for the neighbours that share fewest, or else for the block that needs most."""
    cdef int b, pair = -1, one = -1
    for b in range(g.blocks):
        if not blocks >> b & 1:
            continue
        if one < 0 or g.needs[b] - chain.fixed[b] > g.needs[one] - chain.fixed[one]:
            one = b
        if blocks >> (b + 1) & 1 and (pair < 0 or chain.shared[b] < chain.shared[pair]):
            pair = b
    if pair >= 0:
        chain.shared[pair] += 1
    else:
        chain.fixed[one] += 1


cdef inline double chain_states(const Graph* g, const Chain* chain) noexcept nogil:
    """How many vectors of needs a chain leaves in which no block has or lacks too much: different shares, different
    needs. Counted block by block, by how many of the cards shared with the next one go there."""
    cdef double[CARDS + 1] ways
    cdef double[CARDS + 1] further
    cdef int b, come, go, taken, before = 0
    ways[0] = 1.0
    for b in range(g.blocks):
        memset(further, 0, sizeof(further))
        for come in range(before + 1):
            for go in range(chain.shared[b] + 1):
                taken = chain.fixed[b] + come + chain.shared[b] - go
                if g.needs[b] - chain.after[b] <= taken <= g.needs[b]:
                    further[go] += ways[come]
        before = chain.shared[b]
        memcpy(ways, further, sizeof(ways))
    return ways[0]


cdef inline double sure_states(const Graph* g) noexcept nogil:
    """A cheap number that the states reach for sure, where nothing is counted.

    `discover` keeps every state in which each block can still use what it needs, so all that a chain leaves are found
    after each group; and in each step inside a group of one card half as many, since at most two of them come from one.
    """
    cdef Chain chain
    cdef double total = 0.0, states
    cdef int i, b
    memset(&chain, 0, sizeof(chain))
    if g.tallies:
        return 0.0
    for i in range(g.groups):
        for b in range(g.blocks):
            chain.after[b] += g.group[i].size if g.group[i].blocks >> b & 1 else 0
    for i in range(g.groups):
        for b in range(g.blocks):
            chain.after[b] -= g.group[i].size if g.group[i].blocks >> b & 1 else 0
        for b in range(g.group[i].size):
            add_link(g, &chain, g.group[i].blocks)
        states = chain_states(g, &chain)
        total += states
        if g.group[i].size == 1:
            total += states / 2 * ((g.group[i + 1].step if i + 1 < g.groups else g.steps) - g.group[i].step - 1)
    return total


# Weights of the two blocks of a step to every power they are taken to.
cdef struct Powers:
    double block[CARDS + 1]
    double last[CARDS + 1]


cdef inline void raise_weights(const Graph* g, const Step* step, Powers* powers) noexcept nogil:
    cdef const double* weights = g.weights + step.group * g.blocks
    cdef int i
    powers.block[0] = powers.last[0] = 1.0
    for i in range(g.group[step.group].size):
        powers.block[i + 1] = powers.block[i] * weights[step.block]
        powers.last[i + 1] = powers.last[i] * weights[step.last] if step.last >= 0 else 1.0


cdef inline double factor(const Graph* g, const Step* step, const Powers* powers, int left, int take) noexcept nogil:
    cdef double result = g.choose_float[left * (left + 1) // 2 + take] * powers.block[take]
    return result * powers.last[left - take] if step.last >= 0 else result


cdef inline void rescale(double* mass, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Divide a layer by the power of two of its largest."""
    cdef double most = 0.0, scale
    cdef int exponent
    cdef Py_ssize_t s
    for s in range(first, end):
        most = mass[s] if mass[s] > most else most
    frexp(most, &exponent)
    if exponent == 0:
        return
    if -1000 < exponent < 1000:  # then the factor is a double, and its product rounds as ldexp does
        scale = ldexp(1.0, -exponent)
        for s in range(first, end):
            mass[s] *= scale
    else:
        for s in range(first, end):
            mass[s] = ldexp(mass[s], -exponent)


cdef inline bint complete_weighted(Graph* g) noexcept nogil:
    """Completions of every state in doubles; whether any state has none."""
    cdef Powers powers
    cdef Py_ssize_t i, s, e
    cdef double sum
    cdef bint dead = False
    for s in range(g.step[g.steps].first, g.states):
        g.mass[s] = 1.0
    for i in range(g.steps - 1, -1, -1):
        raise_weights(g, &g.step[i], &powers)
        for s in range(g.step[i].first, g.step[i + 1].first):
            sum = 0.0
            for e in range(g.state[s].first, g.state[s + 1].first):
                sum += factor(g, &g.step[i], &powers, g.state[s].left, g.edge[e].take) * g.mass[g.edge[e].to]
            g.mass[s] = sum
            dead = dead or sum == 0.0
        rescale(g.mass, g.step[i].first, g.step[i + 1].first)
    return dead


cdef inline bint complete_exact(Graph* g) noexcept nogil:
    """Completions of every state as exact integers; whether any state has none."""
    cdef Py_ssize_t s, e
    cdef int w = g.words
    cdef uint64_t* sum
    cdef const uint64_t* factors
    cdef const uint64_t* to
    cdef bint dead = False
    memset(g.ways, 0, g.states * w * sizeof(uint64_t))
    for s in range(g.step[g.steps].first, g.states):
        g.ways[s * w] = 1
    for s in range(<Py_ssize_t>g.step[g.steps].first - 1, -1, -1):
        sum = g.ways + s * w
        for e in range(g.state[s].first, g.state[s + 1].first):
            factors = choices(g, g.state[s].left, g.edge[e].take)
            to = g.ways + <Py_ssize_t>g.edge[e].to * w
            if w == 1:
                sum[0] += factors[0] * to[0]
            else:
                add_product(sum, to, factors[0], w)
                if factors[1]:
                    add_product(sum + 1, to, factors[1], w - 1)
        dead = dead or is_zero(sum, w)
    return dead


cdef inline bint alive(const Graph* g, Py_ssize_t s) noexcept nogil:
    if g.weights != NULL:
        return g.mass[s] != 0.0
    return not is_zero(g.ways + s * g.words, g.words)


cdef inline bint drop_dead(Graph* g) noexcept nogil:
    """Leave out the states without completions; False without memory."""
    cdef uint32_t* place = <uint32_t*>malloc(g.states * sizeof(uint32_t))
    cdef Py_ssize_t s, e, i, end, states = 0, edges = 0
    if place == NULL:
        return False
    for s in range(g.states):
        place[s] = <uint32_t>states
        states += alive(g, s)
    for i in range(g.steps + 1):
        g.step[i].first = place[g.step[i].first] if g.step[i].first < g.states else <uint32_t>states
    e = 0
    for s in range(g.states):
        end = g.state[s + 1].first
        if not alive(g, s):
            e = end
            continue
        g.state[place[s]].left = g.state[s].left
        g.state[place[s]].first = <uint32_t>edges
        for e in range(e, end):
            if alive(g, g.edge[e].to):
                g.edge[edges] = g.edge[e]
                g.edge[edges].to = place[g.edge[e].to]
                edges += 1
        e = end
    for s in range(g.states):
        if not alive(g, s):
            continue
        if g.weights != NULL:
            g.mass[place[s]] = g.mass[s]
        elif place[s] != s:
            memcpy(g.ways + place[s] * g.words, g.ways + s * g.words, g.words * sizeof(uint64_t))
    g.state[states].first = <uint32_t>edges
    g.states = states
    g.edges = edges
    free(place)
    return True


cdef inline Outcome build(Graph* g, const Spec* spec) noexcept nogil:
    """The whole graph of a space."""
    cdef Outcome outcome = plan(g, spec)
    cdef bint dead, refused
    if outcome != DONE or g.dead:
        return outcome
    if states_bound(g) > g.limit:
        refused = free_states(g) > g.limit or sure_states(g) > g.limit
        outcome = TOO_COMPLEX if refused else discover(g, False)
    if outcome == DONE:
        outcome = discover(g, True)
    if outcome != DONE:
        return outcome
    if g.weights != NULL:
        g.mass = <double*>malloc(g.states * sizeof(double))
        if g.mass == NULL:
            return NO_MEMORY
        dead = complete_weighted(g)
    else:
        g.ways = <uint64_t*>malloc(g.states * g.words * sizeof(uint64_t))
        if g.ways == NULL:
            return NO_MEMORY
        dead = complete_exact(g)
    g.dead = not alive(g, 0)  # of weights so far apart that every product is 0.0
    if dead and not g.dead and not drop_dead(g):
        return NO_MEMORY
    return DONE


cdef inline void forward_exact(const Graph* g, uint64_t* ways) noexcept nogil:
    """In how many ways each state is reached, into `words` a state."""
    cdef Py_ssize_t s, e
    cdef int w = g.words
    cdef uint64_t* to
    cdef const uint64_t* factors
    memset(ways, 0, g.states * w * sizeof(uint64_t))
    ways[0] = 1
    for s in range(g.step[g.steps].first):
        for e in range(g.state[s].first, g.state[s + 1].first):
            factors = choices(g, g.state[s].left, g.edge[e].take)
            to = ways + <Py_ssize_t>g.edge[e].to * w
            add_product(to, ways + s * w, factors[0], w)
            if factors[1] and w > 1:
                add_product(to + 1, ways + s * w, factors[1], w - 1)


cdef inline void forward_weighted(const Graph* g, double* mass) noexcept nogil:
    """The weight each state is reached with, each layer rescaled."""
    cdef Powers powers
    cdef Py_ssize_t i, s, e
    memset(mass, 0, g.states * sizeof(double))
    mass[0] = 1.0
    for i in range(g.steps):
        raise_weights(g, &g.step[i], &powers)
        for s in range(g.step[i].first, g.step[i + 1].first):
            for e in range(g.state[s].first, g.state[s + 1].first):
                mass[g.edge[e].to] += mass[s] * factor(g, &g.step[i], &powers, g.state[s].left, g.edge[e].take)
        rescale(mass, g.step[i + 1].first, g.step[i + 2].first if i + 1 < g.steps else g.states)


cdef inline void expect_exact(const Graph* g, const uint64_t* ways, uint64_t* out) noexcept nogil:
    """For each group and block the cards of the group it holds, summed over all deals to blocks: words + 1 words
    each."""
    cdef Py_ssize_t i, s, e
    cdef int w = g.words, left, take
    cdef uint64_t[12] through
    cdef uint64_t[12] product
    cdef const uint64_t* factors
    cdef const Step* step
    through[w] = product[w] = 0
    for i in range(g.steps):
        step = &g.step[i]
        for s in range(step.first, step[1].first):
            left = g.state[s].left
            for e in range(g.state[s].first, g.state[s + 1].first):
                take = g.edge[e].take
                factors = choices(g, left, take)
                memset(through, 0, w * sizeof(uint64_t))
                add_product(through, ways + s * w, factors[0], w)
                if factors[1] and w > 1:
                    add_product(through + 1, ways + s * w, factors[1], w - 1)
                multiply(product, through, g.ways + <Py_ssize_t>g.edge[e].to * w, w)
                add_product(out + (step.group * g.blocks + step.block) * (w + 1), product, take, w + 1)
                if step.last >= 0:
                    add_product(out + (step.group * g.blocks + step.last) * (w + 1), product, left - take, w + 1)


cdef inline void expect_weighted(const Graph* g, const double* ways, double* out) noexcept nogil:
    """For each group and block the expected number of its cards there."""
    cdef Powers powers
    cdef Py_ssize_t i, s, e
    cdef double weight, all, block, last
    cdef int left, take
    cdef const Step* step
    for i in range(g.steps):
        step = &g.step[i]
        raise_weights(g, step, &powers)
        all = block = last = 0.0
        for s in range(step.first, step[1].first):
            left = g.state[s].left
            for e in range(g.state[s].first, g.state[s + 1].first):
                take = g.edge[e].take
                weight = (ways[s] * factor(g, step, &powers, left, take)) * g.mass[g.edge[e].to]
                all += weight
                block += take * weight
                last += (left - take) * weight
        out[step.group * g.blocks + step.block] = block / all
        if step.last >= 0:
            out[step.group * g.blocks + step.last] = last / all
