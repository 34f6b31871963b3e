"""Exact numbers of layouts by their matches, compiled. Entry points: `census.pyi`; twin: `reference/census.py`.

Small sets of cards fall into few classes under the symmetries of the deck. Of each class one set is kept, with the
number of sets in it; it is extended in every way by cards in ascending order. A set of k cards is met once for each of
its subsets of the classes' size, C(k, level) times.

Symmetries. Three values: all affine maps of the space over three elements, which map lines, that is matches, to lines;
two sets are in one class if some choice of a frame of cards of each gives all cards the same coordinates. More values:
the values of each property renamed and the properties exchanged.
"""

from cython cimport auto_pickle
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int16_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from bitdeck.kernels.bits cimport lowest64, low_bits64, popcount64
from bitdeck.kernels.digits cimport alike, card_of, digits_of, goes_with

from itertools import permutations
from math import comb, factorial, prod

cdef enum:
    MOST_WORDS = 16
    MOST_LEVEL = 7
    MOST_SPANNED = 729
    MOST_LEVEL_RENAMED = 5


cdef struct Census:
    int properties
    int values
    int size
    int words
    # Three values: the third card of every pair, size x size.
    uint16_t* third
    # More values: each card as one bit a property, property p in byte p; and all the bits there are.
    uint64_t* digits
    uint64_t all_digits
    # The set in hand, how many cards it is to have, and how many the walk itself chooses.
    uint16_t* cards
    int k
    int goal
    # By card: whether it is in the set, and how many cards not in the set of the class are at or above it.
    char* inside
    int* above
    # For each depth of the walk, by card: the matches it would complete.
    uint32_t* open
    # By number of matches, or of cards: the sets met.
    int64_t* tally
    int64_t tallied
    int64_t* histogram
    # The cards that the card last looked at completes matches with.
    uint16_t* completed


cdef void fill_thirds(Census* c) noexcept nogil:
    cdef int a, b, i, scale
    for a in range(c.size):
        for b in range(c.size):
            scale = 1
            for i in range(c.properties):
                c.third[a * c.size + b] += (6 - a // scale % 3 - b // scale % 3) % 3 * scale
                scale *= 3


cdef void fill_digits(Census* c) noexcept nogil:
    cdef int card
    for card in range(c.size):
        c.digits[card] = digits_of(card, c.properties, c.values)
        c.all_digits |= c.digits[card]


# Which cards a new card and those in hand complete matches with.


cdef int completions(Census* c, int card, int held) noexcept nogil:
    """Write to `completed` the last cards of all matches of `card`, values - 2 of the first `held` in hand and one
    card more; how many there are."""
    cdef int i, n = 0
    if c.values == 3:
        for i in range(held):
            c.completed[i] = c.third[card * c.size + c.cards[i]]
        return held
    choose(c, 0, held, c.values - 2, c.digits[card], c.digits[card], 0, &n)
    return n


cdef void choose(
    Census* c, int begin, int held, int missing, uint64_t first, uint64_t chosen, uint64_t same, int* n
) noexcept nogil:
    """Choose `missing` more of the cards in hand for a match. `first`: the digits of its first card; `chosen`: of all
    its cards; `same`: the properties in which they are equal."""
    cdef int i
    cdef uint64_t digits
    if missing == 0:
        c.completed[n[0]] = card_of((first & same) | (c.all_digits & ~chosen & ~same), c.values)
        n[0] += 1
        return
    for i in range(begin, held - missing + 1):
        digits = c.digits[c.cards[i]]
        if missing == c.values - 2:
            same = alike(first, digits)
        elif not goes_with(digits, first, chosen, same):
            continue
        choose(c, i + 1, held, missing - 1, first, chosen | digits, same, n)


# Walks over all extensions of a set.


cdef inline void leave_out(Census* c, const uint64_t* free, int card, int held, uint64_t* kept) noexcept nogil:
    """kept: the free cards above `card` that complete no match with it and those in hand."""
    cdef int w, i, n = completions(c, card, held)
    for w in range(c.words):
        kept[w] = free[w] if w >= card >> 6 else 0
    kept[card >> 6] &= ~low_bits64(card & 63) << 1
    for i in range(n):
        kept[c.completed[i] >> 6] &= ~(<uint64_t>1 << (c.completed[i] & 63))


cdef void grow(Census* c, int held, const uint64_t* free) noexcept nogil:
    """Count, by their cards, the sets that `free` cards make of the first `held` in hand, none with a match."""
    cdef int w, card
    cdef int64_t more = 0
    cdef uint64_t rest
    cdef uint64_t kept[MOST_WORDS]
    for w in range(c.words):
        more += popcount64(free[w])
    c.tally[held + 1] += more
    if more < 2 or held + 1 >= c.k:
        return
    for w in range(c.words):
        rest = free[w]
        while rest:
            card = 64 * w + lowest64(rest)
            rest &= rest - 1
            leave_out(c, free, card, held, kept)
            c.cards[held] = card
            grow(c, held + 1, kept)


cdef inline void put(Census* c, int card, int held) noexcept nogil:
    """Take one card more in hand."""
    cdef int i, n = completions(c, card, held)
    cdef uint32_t* after = c.open + <size_t>(held + 1) * c.size
    memcpy(after, c.open + <size_t>held * c.size, c.size * sizeof(uint32_t))
    for i in range(n):
        after[c.completed[i]] += 1
    c.cards[held] = card
    c.inside[card] = 1


cdef void spread(Census* c, int held, int begin, int64_t matches) noexcept nogil:
    """Count, by their matches, the sets of k cards that those from `begin` on make of the first `held` in hand."""
    cdef int card
    if held == c.goal:
        if c.values == 3:
            close_two(c, begin, matches)
        else:
            close_one(c, begin, matches)
        return
    for card in range(begin, c.size):
        step(c, held, card, matches)


cdef void step(Census* c, int held, int card, int64_t matches) noexcept nogil:
    """Take `card` next, unless it is in hand or there are too few from it on."""
    if not c.inside[card] and c.above[card] >= c.k - held:
        put(c, card, held)
        spread(c, held + 1, card + 1, matches + c.open[<size_t>held * c.size + card])
        c.inside[card] = 0


cdef void close_one(Census* c, int begin, int64_t matches) noexcept nogil:
    cdef int card
    cdef const uint32_t* open = c.open + <size_t>c.goal * c.size
    for card in range(begin, c.size):
        if not c.inside[card]:
            c.tally[matches + open[card]] += 1


cdef void close_two(Census* c, int begin, int64_t matches) noexcept nogil:
    """The last two cards at once: as if each completed matches by itself, then the pairs set right of which the third
    card is in hand."""
    cdef int x, y, i, j, most = 0
    cdef const uint32_t* open = c.open + <size_t>c.goal * c.size
    cdef const uint16_t* third
    for x in range(begin, c.size):
        if not c.inside[x]:
            c.histogram[open[x]] += 1
            most = max(most, <int>open[x])
    for i in range(most + 1):
        c.tally[matches + 2 * i] += c.histogram[i] * (c.histogram[i] - 1) // 2
        for j in range(i):
            c.tally[matches + i + j] += c.histogram[i] * c.histogram[j]
    for i in range(most + 1):
        c.histogram[i] = 0
    for i in range(c.goal):
        third = c.third + c.cards[i] * c.size
        for x in range(begin, c.size):
            y = third[x]
            if y > x and not c.inside[x] and not c.inside[y]:
                c.tally[matches + open[x] + open[y]] -= 1
                c.tally[matches + open[x] + open[y] + 1] += 1


# Classes.


cdef struct Frame:
    # A set of n cards; by card its coordinate in the frame so far (-1: outside of what it spans), by coordinate the
    # card; the least coordinates found of the cards that are not in the frame.
    int n
    int size
    const uint16_t* third
    uint16_t cards[MOST_LEVEL]
    int chosen
    uint16_t spanned[MOST_SPANNED]
    int16_t coordinate[MOST_SPANNED]
    int best[MOST_LEVEL]
    int best_n


cdef tuple affine_class(Census* c, tuple cards):
    """What all sets of cards of one class have in common: the least coordinates over all frames."""
    cdef Frame frame
    cdef int i
    frame.n = len(cards)
    frame.size = c.size
    frame.third = c.third
    frame.best_n = -1
    for i in range(frame.n):
        frame.cards[i] = cards[i]
    for i in range(c.size):
        frame.coordinate[i] = -1
    with nogil:
        for i in range(frame.n):
            frame.chosen = <uint64_t>1 << i
            frame.spanned[0] = frame.cards[i]
            frame.coordinate[frame.cards[i]] = 0
            extend_frame(&frame, 1)
            frame.coordinate[frame.cards[i]] = -1
    return tuple([frame.best[i] for i in range(frame.best_n)])


cdef inline int moved(const Frame* frame, int card, int origin, int end) noexcept nogil:
    """card + end - origin."""
    return frame.third[frame.third[card * frame.size + end] * frame.size + origin]


cdef void extend_frame(Frame* frame, int spanned) noexcept nogil:
    """Add each card outside of the span in turn, until none is."""
    cdef int i, u, end, one, outside = 0, origin = frame.spanned[0]
    for i in range(frame.n):
        outside += frame.coordinate[frame.cards[i]] < 0
    if outside == 0:
        compare(frame)
        return
    spanned = min(spanned, MOST_SPANNED // 3)  # it never is more; the compiler is to see it
    for i in range(frame.n):
        end = frame.cards[i]
        if frame.coordinate[end] >= 0:
            continue
        for u in range(spanned):
            one = moved(frame, frame.spanned[u], origin, end)
            frame.spanned[spanned + u] = one
            frame.spanned[2 * spanned + u] = frame.third[frame.spanned[u] * frame.size + one]
        for u in range(spanned, 3 * spanned):
            frame.coordinate[frame.spanned[u]] = u
        frame.chosen ^= <uint64_t>1 << i
        extend_frame(frame, 3 * spanned)
        frame.chosen ^= <uint64_t>1 << i
        for u in range(spanned, 3 * spanned):
            frame.coordinate[frame.spanned[u]] = -1


cdef void compare(Frame* frame) noexcept nogil:
    """Keep the coordinates of the cards outside of the frame, sorted, if they are the least so far."""
    cdef int found[MOST_LEVEL]
    cdef int i, j, n = 0, one
    for i in range(frame.n):
        if not frame.chosen >> i & 1:
            one = frame.coordinate[frame.cards[i]]
            j = n
            while j and found[j - 1] > one:
                found[j] = found[j - 1]
                j -= 1
            found[j] = one
            n += 1
    if frame.best_n >= 0:
        for i in range(n):
            if found[i] != frame.best[i]:
                if found[i] > frame.best[i]:
                    return
                break
    frame.best_n = n
    for i in range(n):
        frame.best[i] = found[i]


cdef tuple renamed(list columns, tuple order):
    """The columns of a set of cards in some order, sorted, each with its values named as they come up."""
    cdef list named = []
    for column in columns:
        values = [column[i] for i in order]
        named.append(tuple([values.index(value) for value in values]))
    return tuple(sorted(named))


cdef tuple class_of(Census* c, tuple cards, dict known):
    """What all sets of cards of one class have in common. More values than three: the least columns over all orders of
    the cards; `known` holds the class of columns met before."""
    if c.values == 3:
        return affine_class(c, cards)
    cdef tuple order = tuple(range(len(cards)))
    cdef list columns = [[card // c.values**p % c.values for card in cards] for p in range(c.properties)]
    cdef tuple here = renamed(columns, order)
    if here not in known:
        known[here] = min([renamed(columns, other) for other in permutations(order)])
    return known[here]


cdef int level_of(Census* c, int most):
    """The size of the sets to sort into classes: as long as the classes are few, and at most `most`."""
    cdef int level = 0
    if c.values == 3:
        symmetries = c.size * prod(c.size - 3**i for i in range(c.properties))
        most = min(most, MOST_LEVEL)
    else:
        symmetries = factorial(c.values) ** c.properties * factorial(c.properties)
        most = min(most, MOST_LEVEL_RENAMED)
    while level < most and comb(c.size, level + 1) <= 64 * symmetries:
        level += 1
    return level


cdef set span_of(Census* c, tuple cards):
    """The cards that those given span; for more values than three, the whole deck, so that all are looked at."""
    cdef set spanned = set()
    cdef int card, one
    if c.values != 3:
        return set(range(c.size))
    for card in cards:
        if card not in spanned and spanned:
            origin = cards[0]
            step = [c.third[c.third[x * c.size + card] * c.size + origin] for x in spanned]
            back = [c.third[x * c.size + one] for x, one in zip(spanned, step)]
            spanned.update(step, back)
        spanned.add(card)
    return spanned


cdef list next_classes(Census* c, list classes, bint matchless):
    """The classes of the sets with one card more, as (cards, number of sets): a set is met from each of its cards.
    All cards outside of the span of a set are alike."""
    cdef dict found = {}, known = {}
    cdef int card, i, held
    for cards, sets in classes:
        held = len(cards)
        for i in range(held):
            c.cards[i] = cards[i]
        inside = span_of(c, cards)
        outside = [card for card in range(c.size) if card not in inside]
        weights = [(card, 1) for card in inside if card not in cards]
        if outside:
            weights.append((outside[0], len(outside)))
        barred = barred_cards(c, held) if matchless else set()
        for card, weight in weights:
            if card not in barred:
                key = class_of(c, (*cards, card), known)
                entry = found.setdefault(key, [(*cards, card), 0])
                entry[1] += sets * weight
    return [(cards, sets // len(cards)) for cards, sets in found.values()]


cdef set barred_cards(Census* c, int held):
    """The cards that complete a match with the first `held` in hand."""
    cdef set barred = set()
    cdef int i, j
    for i in range(held):
        for j in range(completions(c, c.cards[i], i)):
            barred.add(c.completed[j])
    return barred


@auto_pickle(False)
cdef class _Room:
    """The memory of one census, and its two walks over the classes."""

    cdef Census census
    cdef list taken

    cdef void* take(self, object n, size_t width) except NULL:
        cdef void* memory = PyMem_Calloc(n, width)
        if memory == NULL:
            raise MemoryError
        self.taken.append(<size_t>memory)
        return memory

    def __cinit__(self, int properties, int values, int k):
        cdef Census* c = &self.census
        self.taken = []
        c.properties = properties
        c.values = values
        c.size = values**properties
        c.words = (c.size + 63) >> 6
        c.k = k
        c.cards = <uint16_t*>self.take(c.size + 1, sizeof(uint16_t))
        c.inside = <char*>self.take(c.size + 1, sizeof(char))
        c.above = <int*>self.take(c.size + 1, sizeof(int))
        matches = ((values + factorial(values)) ** properties - c.size) // factorial(values)
        c.completed = <uint16_t*>self.take(max(c.size, matches * values // c.size * (values - 1)), sizeof(uint16_t))
        c.tallied = min(matches, comb(k, values - 1)) + 2 * c.size + 2
        c.tally = <int64_t*>self.take(c.tallied, sizeof(int64_t))
        c.histogram = <int64_t*>self.take(c.size + 1, sizeof(int64_t))
        if values == 3:
            c.third = <uint16_t*>self.take(c.size * c.size, sizeof(uint16_t))
            fill_thirds(c)
        else:
            c.digits = <uint64_t*>self.take(c.size, sizeof(uint64_t))
            fill_digits(c)

    def __dealloc__(self):
        cdef size_t memory
        for memory in self.taken:
            PyMem_Free(<void*>memory)

    cdef list matchless(self, object progress):
        """The numbers of sets of 0, 1, ... k cards without a match."""
        cdef Census* c = &self.census
        cdef list numbers = [], classes = [((), 1)]
        cdef int held, card, done = 0, level = level_of(c, c.k)
        cdef uint64_t[MOST_WORDS] free
        cdef uint64_t[MOST_WORDS] kept
        for held in range(level):
            numbers.append(sum([sets for _, sets in classes]))
            classes = next_classes(c, classes, True)
        numbers += [0] * (c.k + 1 - level)
        for cards, sets in classes:
            numbers[level] += sets
            lay_out(c, cards)
            barred = barred_cards(c, level)
            for held in range(c.words):
                free[held] = 0
            for card in range(c.size):
                if not c.inside[card] and card not in barred:
                    free[card >> 6] |= <uint64_t>1 << (card & 63)
            for held in range(level, c.k + 1):
                c.tally[held] = 0
            for card in range(c.size):
                if level < c.k and free[card >> 6] >> (card & 63) & 1:
                    c.tally[level + 1] += 1
                    with nogil:
                        leave_out(c, free, card, level, kept)
                        c.cards[level] = card
                        if level + 1 < c.k:
                            grow(c, level + 1, kept)
                    report(progress, done * c.size + card, len(classes) * c.size)
            for held in range(level + 1, c.k + 1):
                numbers[held] += sets * c.tally[held]
            done += 1
        return [number // comb(held, level) if held > level else number for held, number in enumerate(numbers)]

    cdef list distribution(self, object progress):
        """The numbers of sets of k cards with 0, 1, ... matches; k >= values."""
        cdef Census* c = &self.census
        cdef list numbers = [], classes = [((), 1)]
        cdef int card, held, level, done = 0
        cdef int64_t matches
        c.goal = c.k - (2 if c.values == 3 else 1)
        c.open = <uint32_t*>self.take((c.goal + 1) * c.size, sizeof(uint32_t))
        level = level_of(c, c.goal)
        for held in range(level):
            classes = next_classes(c, classes, False)
        for cards, sets in classes:
            lay_out(c, cards)
            matches = 0
            for held in range(level):
                matches += c.open[held * c.size + c.cards[held]]
                put(c, c.cards[held], held)
            if level == c.goal:
                spread(c, level, 0, matches)
            else:
                for card in range(c.size):
                    with nogil:
                        step(c, level, card, matches)
                    report(progress, done * c.size + card, len(classes) * c.size)
            gather(c, sets, numbers)
            done += 1
        while not numbers[len(numbers) - 1]:
            numbers.pop()
        return [number // comb(c.k, level) for number in numbers]


cdef void lay_out(Census* c, tuple cards):
    """Take the set of a class in hand."""
    cdef int i, card
    for card in range(c.size):
        c.inside[card] = card in cards
    for i in range(len(cards)):
        c.cards[i] = cards[i]
    c.above[c.size] = 0
    for card in range(c.size - 1, -1, -1):
        c.above[card] = c.above[card + 1] + (not c.inside[card])


cdef void gather(Census* c, object sets, list numbers):
    """Add what was tallied for one class, and clear it."""
    cdef int64_t i
    numbers += [0] * (c.tallied - len(numbers))
    for i in range(c.tallied):
        if c.tally[i]:
            numbers[i] += sets * c.tally[i]
            c.tally[i] = 0


cdef int report(object progress, int64_t done, int64_t all_there_is) except -1:
    PyErr_CheckSignals()
    if progress is not None:
        progress(done / all_there_is)
    return 0


def matchless(int properties, int values, int most, progress=None):
    cdef _Room room
    cdef list numbers
    if values == 2:
        numbers = [1, 2**properties]
    else:
        room = _Room(properties, values, min(most, values**properties))
        numbers = room.matchless(progress)
    if progress is not None:
        progress(1.0)
    return tuple((numbers + [0] * most)[: most + 1])


def distribution(int properties, int values, int k, progress=None):
    cdef _Room room
    cdef list numbers
    cdef int size = values**properties
    if k > size:
        numbers = []
    elif values == 2:
        numbers = [0] * comb(k, 2) + [comb(size, k)]
    elif k < values:
        numbers = [comb(size, k)]
    else:
        room = _Room(properties, values, k)
        numbers = room.distribution(progress)
    if progress is not None:
        progress(1.0)
    return tuple(numbers)
