"""Runs, sets and the least deadwood of rummy hands. Twin: `reference/melds.py`; what is promised: `melds.pyi`."""

from cpython.long cimport PyLong_AsUnsignedLongLongMask
from libc.stdint cimport int16_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from bitdeck.kernels.meld_islands cimport columns_of, flags_of, parts, rows_of
from bitdeck.kernels.meld_lanes cimport Lanes, close_lanes, fill_double, fill_wild, open_lanes
from bitdeck.kernels.meld_lists cimport Candidate, Melds, by_cards, close_melds, fits, list_melds, pick, spend
from bitdeck.kernels.meld_profile cimport combined, melded
from bitdeck.kernels.meld_space cimport (
    SCALE, Space, bitdeck_lowest, bitdeck_popcount, fill_space, free_space, total_points,
)
from bitdeck.kernels.meld_table cimport Laid, Play, Walk, read_meld, walk_table
from bitdeck.kernels.meld_work cimport (
    FEW_JOKERS, NEVER_POINTS, PACK, Held, Work, choose_best, deadwood_single, discard_row, draw_row, end, held,
    least, least_after, neighbourhood,
)

NEVER = NEVER_POINTS


cdef class Rules:
    cdef Space space
    cdef Lanes lanes
    cdef bint simple  # the tables serve
    cdef uint64_t special  # types of the wild rank

    def __init__(
        self, int copies, int jokers, int wild, int min_run, int min_set, int max_set, bint same_suit_sets, int aces,
        int max_jokers, int min_natural, int min_runs, int min_pure_runs, points, bint declared,
    ):
        cdef int i, most = copies * (jokers + (4 if wild >= 0 else 0)), lane = 0
        close_lanes(&self.lanes)
        free_space(&self.space)
        memset(&self.lanes, 0, sizeof(Lanes))
        memset(&self.space, 0, sizeof(Space))
        self.space.copies = copies
        self.space.printed = copies * jokers
        self.space.wild = wild
        self.space.min_run = min_run
        self.space.min_set = min_set
        self.space.max_set = max_set
        self.space.same_suit_sets = same_suit_sets
        self.space.aces = aces
        self.space.max_jokers = max_jokers if 0 <= max_jokers < most else most
        self.space.table_jokers = max_jokers if max_jokers >= 0 else 2 * PACK
        self.space.min_natural = min_natural
        self.space.min_runs = min_runs
        self.space.min_pure_runs = min_pure_runs
        self.space.declared = declared
        for i in range(14):
            self.space.points[i] = points[i]
            if i < 13:
                lane += self.space.points[i]
        self.special = <uint64_t>15 << (4 * wild) if wild >= 0 else 0
        self.simple = not min_runs and not min_pure_runs and min_natural > 0 and SCALE * copies * (lane + 1) < 16000
        if not fill_space(&self.space) or not open_lanes(&self.lanes, &self.space):
            raise MemoryError

    def __dealloc__(self):
        close_lanes(&self.lanes)
        free_space(&self.space)

    cdef int prepare(self, bint twice, bint wild) except -1:
        """Build, holding the GIL, the tables for hands with cards twice, and for those with one or two printed
        jokers."""
        if self.simple and twice and self.lanes.double_ == NULL and not fill_double(&self.lanes):
            raise MemoryError
        if self.simple and wild and self.lanes.wild == NULL and not fill_wild(&self.lanes):
            raise MemoryError
        return 0


cdef inline void begin(Work* work, Rules rules) noexcept:
    memset(work, 0, sizeof(Work))
    work.space = &rules.space
    work.lanes = &rules.lanes
    work.special = rules.special
    work.simple = rules.simple


cdef inline int words_of(hand, uint64_t* words) except -1:
    words[0] = PyLong_AsUnsignedLongLongMask(hand)
    words[1] = PyLong_AsUnsignedLongLongMask(hand >> 64)
    return 0


cdef inline Held held_int(hand):
    cdef uint64_t row[2]
    words_of(hand, row)
    return held(row, 2)


cdef inline int survey(const uint64_t[:, ::1] hands, bint* twice) noexcept nogil:
    """Whether any hand has a printed joker, and whether any has a card twice."""
    cdef uint64_t seen = 0, pairs = 0
    cdef Py_ssize_t i
    for i in range(hands.shape[0]):
        seen |= hands[i, 0]
        if hands.shape[1] > 1:
            seen |= hands[i, 1]
            pairs |= hands[i, 0] & hands[i, 1]
    twice[0] = pairs & (<uint64_t>0xFFFFFFFFFFFFF) != 0
    return seen >> PACK != 0


def deadwood(Rules rules not None, const uint64_t[:, ::1] hands not None, int16_t[::1] out not None):
    cdef Work work
    cdef Held hand
    cdef Py_ssize_t i
    cdef int points = 0, words = <int>hands.shape[1]
    cdef bint twice
    cdef bint jokers = survey(hands, &twice)
    rules.prepare(twice, jokers)
    begin(&work, rules)
    with nogil:
        if words == 1 and work.simple and not jokers and not work.special:
            points = deadwood_single(&work, &hands[0, 0], hands.shape[0], &out[0]) if hands.shape[0] else 0
        else:
            for i in range(hands.shape[0]):
                hand = held(&hands[i, 0], words)
                points = least(&work, &hand)
                if points < 0:
                    break
                out[i] = <int16_t>points
        end(&work)
    if points < 0:
        raise MemoryError


def deadwood_one(Rules rules not None, hand):
    cdef Held one = held_int(hand)
    cdef Work work
    cdef int points
    rules.prepare(one.twice != 0, 0 < one.printed <= FEW_JOKERS)
    begin(&work, rules)
    points = least(&work, &one)
    end(&work)
    if points < 0:
        raise MemoryError
    return points


def discards(Rules rules not None, const uint64_t[:, ::1] hands not None, int16_t[:, ::1] out not None):
    neighbours(rules, hands, out, False)


def draws(Rules rules not None, const uint64_t[:, ::1] hands not None, int16_t[:, ::1] out not None):
    neighbours(rules, hands, out, True)


cdef int neighbours(Rules rules, const uint64_t[:, ::1] hands, int16_t[:, ::1] out, bint drawing) except -1:
    cdef Work work
    cdef Held hand
    cdef Py_ssize_t i
    cdef int code = 0, words = <int>hands.shape[1], columns = <int>out.shape[1]
    rules.prepare(words > 1, columns > PACK)
    begin(&work, rules)
    with nogil:
        for i in range(hands.shape[0]):
            hand = held(&hands[i, 0], words)
            neighbourhood(&work, &hand, drawing)
            if drawing:
                code = draw_row(&work, &hand, &out[i, 0], columns)
            else:
                code = discard_row(&work, &hand, &out[i, 0], columns)
            if code < 0:
                break
        end(&work)
    if code < 0:
        raise MemoryError
    return 0


cdef inline object mask_of(const uint64_t* words):
    return <object>words[0] | <object>words[1] << 64 if words[1] else <object>words[0]


cdef tuple standing(Candidate* meld, const uint64_t* cards):
    """The pairs (joker, the type it stands for) of a meld."""
    cdef uint64_t once = meld.stand, twice = meld.stand2, bit
    cdef uint64_t natural = (meld.place & ~meld.stand) | (meld.place2 & meld.stand & ~meld.stand2)
    cdef uint64_t natural2 = meld.place2 & ~meld.stand
    cdef uint64_t words[2]
    if meld.jokers == 0:
        return ()
    words[0] = cards[0] & ~natural
    words[1] = cards[1] & ~(natural2 | natural & ~cards[0])
    jokers = []
    pairs = []
    while (words[0] | words[1]) & (<uint64_t>0xFFFFFFFFFFFFF):
        bit = (words[0] | words[1]) & (<uint64_t>0xFFFFFFFFFFFFF)
        bit &= ~bit + 1
        if words[0] & bit:
            jokers.append(bitdeck_lowest(bit))
            words[0] ^= bit
        if words[1] & bit:
            jokers.append(64 + bitdeck_lowest(bit))
            words[1] ^= bit
    while words[0]:
        jokers.append(bitdeck_lowest(words[0]))
        words[0] &= words[0] - 1
    while words[1]:
        jokers.append(64 + bitdeck_lowest(words[1]))
        words[1] &= words[1] - 1
    for joker in jokers:
        bit = once & (~once + 1)
        pairs.append((joker, bitdeck_lowest(bit)))
        if twice & bit:
            twice ^= bit
        else:
            once ^= bit
    return tuple(pairs)


cdef tuple shown(Candidate* meld, hand):
    """A meld of the hand as the mask of its cards and the pairs (joker, the type it stands for)."""
    cdef uint64_t left[2]
    cdef uint64_t cards[2]
    words_of(hand, left)
    pick(meld, left, cards)
    return mask_of(cards), standing(meld, cards)


cdef tuple shown_combo(Melds* melds, const int* chosen, int count, uint64_t* left):
    """(mask of each meld, what their jokers stand for) of the candidates at these places; the dump stays in `left`."""
    cdef uint64_t cards[2]
    cdef int i, jokers = 0
    found = []
    meant = []
    for i in range(count):
        pick(&melds.items[chosen[i]], left, cards)
        found.append(mask_of(cards))
        jokers += melds.items[chosen[i]].jokers
        meant.append(standing(&melds.items[chosen[i]], cards))
    return tuple(found), tuple(meant) if jokers else ()


def best(Rules rules not None, hand):
    cdef uint64_t left[2]
    cdef Held one
    cdef Work work
    cdef int chosen[PACK]
    cdef int count
    words_of(hand, left)
    one = held(left, 2)
    rules.prepare(one.twice != 0, False)
    begin(&work, rules)
    try:
        count = choose_best(&work, &one, chosen)
        if count < 0:
            raise MemoryError
        found, meant = shown_combo(&work.melds, chosen, count, left)
    finally:
        end(&work)
    one = held(left, 2)
    return found, meant, mask_of(left), total_points(&rules.space, one.once, one.twice, one.printed)


def best_batch(
    Rules rules not None, const uint64_t[:, ::1] hands not None, uint64_t[:, :, ::1] melds not None,
    uint64_t[:, ::1] dump not None, int16_t[::1] out not None,
):
    cdef Work work
    cdef Held hand
    cdef Py_ssize_t i
    cdef int k, w, count = 0, most = 0, words = <int>hands.shape[1]
    cdef int chosen[PACK]
    cdef uint64_t left[2]
    cdef uint64_t cards[2]
    rules.prepare(words > 1, False)
    begin(&work, rules)
    with nogil:
        for i in range(hands.shape[0]):
            hand = held(&hands[i, 0], words)
            count = choose_best(&work, &hand, chosen)
            if count < 0:
                break
            most = max(most, count)
            left[0] = left[1] = 0
            for w in range(words):
                left[w] = hands[i, w]
            for k in range(melds.shape[1]):
                cards[0] = cards[1] = 0
                if k < count:
                    pick(&work.melds.items[chosen[k]], left, cards)
                for w in range(words):
                    melds[i, k, w] = cards[w]
            for w in range(words):
                dump[i, w] = left[w]
            hand = held(left, 2)
            out[i] = <int16_t>total_points(work.space, hand.once, hand.twice, hand.printed)
        end(&work)
    if count < 0:
        raise MemoryError
    return most


def candidates(Rules rules not None, hand):
    cdef Held one = held_int(hand)
    cdef Melds melds
    cdef int i
    memset(&melds, 0, sizeof(Melds))
    try:
        list_melds(&rules.space, one.once, one.twice, one.printed, rules.space.declared, &melds)
        if melds.failed:
            raise MemoryError
        return [shown(&melds.items[i], hand) for i in range(melds.count)]
    finally:
        close_melds(&melds)


def meaning(Rules rules not None, cards):
    cdef Held one = held_int(cards)
    cdef Melds melds
    cdef Candidate* meld
    cdef int i, chosen = -1
    if bitdeck_popcount(one.once) + bitdeck_popcount(one.twice) + one.printed > 13:
        return None
    memset(&melds, 0, sizeof(Melds))
    try:
        list_melds(&rules.space, one.once, one.twice, one.printed, True, &melds)
        if melds.failed:
            raise MemoryError
        for i in range(melds.count):
            meld = &melds.items[i]
            if meld.card == one.once and meld.card2 == one.twice and meld.printed == one.printed:
                if chosen < 0 or by_cards(meld, &melds.items[chosen]) < 0:
                    chosen = i
        return shown(&melds.items[chosen], cards) if chosen >= 0 else None
    finally:
        close_melds(&melds)


cdef struct Depth:
    uint64_t once
    uint64_t twice
    int printed


cdef class _Combos:
    """Walks the multisets of candidates depth first."""

    cdef Rules rules
    cdef uint64_t words[2]
    cdef int mode
    cdef Melds melds
    cdef int depth
    cdef bint begun
    cdef int chosen[128]
    cdef Depth left[128]
    cdef uint64_t* joins  # per candidate, the types that make another candidate of it; bit 63: not known yet

    def __dealloc__(self):
        close_melds(&self.melds)
        free(self.joins)

    def __iter__(self):
        return self

    def __next__(self):
        cdef int points
        cdef Depth* at
        cdef uint64_t left[2]
        while self.advance():
            if self.mode == 0 or self.kept():
                left[0] = self.words[0]
                left[1] = self.words[1]
                found, meant = shown_combo(&self.melds, self.chosen, self.depth, left)
                at = &self.left[self.depth]
                points = total_points(&self.rules.space, at.once, at.twice, at.printed)
                return found, meant, mask_of(left), points
        raise StopIteration

    cdef bint advance(self) noexcept:
        """To the next combo; False after the last."""
        cdef int i
        cdef Depth* at
        if not self.begun:
            self.begun = True
            return True
        i = self.chosen[self.depth - 1] if self.depth > 0 else 0
        while self.depth >= 0:
            at = &self.left[self.depth]
            while i < self.melds.count and not fits(&self.melds.items[i], at.once, at.twice, at.printed):
                i += 1
            if i < self.melds.count:
                self.left[self.depth + 1] = at[0]
                at += 1
                spend(&self.melds.items[i], &at.once, &at.twice, &at.printed)
                self.chosen[self.depth] = i
                self.depth += 1
                return True
            self.depth -= 1
            if self.depth >= 0:
                i = self.chosen[self.depth] + 1
        return False

    cdef bint kept(self) noexcept:
        cdef Depth* at = &self.left[self.depth]
        cdef uint64_t dump = at.once
        cdef int i
        for i in range(self.melds.count):
            if fits(&self.melds.items[i], at.once, at.twice, at.printed):
                return False
        if self.mode == 1:
            return True
        if at.printed:
            dump |= <uint64_t>1 << PACK
        for i in range(self.depth):
            if self.joins[self.chosen[i]] >> 63:
                self.find_joins(self.chosen[i])
            if self.joins[self.chosen[i]] & dump:
                return False
        return True

    cdef void find_joins(self, int which) noexcept:
        cdef Candidate* meld = &self.melds.items[which]
        cdef Candidate* more
        cdef int i, size = bitdeck_popcount(meld.place) + bitdeck_popcount(meld.place2)
        cdef uint64_t added, added2
        self.joins[which] = 0
        for i in range(self.melds.count):
            more = &self.melds.items[i]
            if bitdeck_popcount(more.place) + bitdeck_popcount(more.place2) != size + 1:
                continue
            if meld.card & ~more.card or meld.card2 & ~more.card2 or meld.printed > more.printed:
                continue
            if self.rules.space.declared and (meld.stand & ~more.stand or meld.stand2 & ~more.stand2):
                continue
            added = more.card & ~meld.card
            added2 = more.card2 & ~meld.card2
            self.joins[which] |= added | added2 if added | added2 else <uint64_t>1 << PACK


def combos(Rules rules not None, hand, int mode):
    cdef _Combos walk = _Combos()
    cdef Held one
    cdef int i
    walk.rules = rules
    words_of(hand, walk.words)
    one = held(walk.words, 2)
    walk.mode = mode
    list_melds(&rules.space, one.once, one.twice, one.printed, rules.space.declared, &walk.melds)
    walk.joins = <uint64_t*>malloc((walk.melds.count + 1) * sizeof(uint64_t))
    if walk.melds.failed or walk.joins == NULL:
        raise MemoryError
    for i in range(walk.melds.count):
        walk.joins[i] = <uint64_t>1 << 63
    walk.left[0].once = one.once
    walk.left[0].twice = one.twice
    walk.left[0].printed = one.printed
    return walk


cdef Laid laid_of(Rules rules, meld):
    """A meld on the table, from its cards and what its jokers stand for."""
    cdef uint64_t words[2]
    cdef uint64_t once, twice, bit
    cards, jokers = meld
    words[0] = words[1] = 0
    for joker, _ in jokers:
        cards &= ~(1 << joker)
    words_of(cards, words)
    once = words[0] | words[1]
    twice = words[0] & words[1]
    for _, place in jokers:
        bit = <uint64_t>1 << <int>place
        twice |= once & bit
        once |= bit
    return read_meld(&rules.space, once, twice, len(jokers))


cdef Laid* laid_table(Rules rules, table) except NULL:
    cdef Laid* laid = <Laid*>malloc((len(table) + 1) * sizeof(Laid))
    if laid == NULL:
        raise MemoryError
    for i in range(len(table)):
        laid[<int>i] = laid_of(rules, table[i])
    return laid


def deadwood_after(Rules rules not None, const uint64_t[:, ::1] hands not None, table, int16_t[::1] out not None):
    cdef Work work
    cdef Held hand
    cdef Py_ssize_t i
    cdef int points = 0, count = len(table), words = <int>hands.shape[1]
    cdef Laid* laid = laid_table(rules, table)
    try:
        rules.prepare(words > 1, False)
        begin(&work, rules)
        with nogil:
            for i in range(hands.shape[0]):
                hand = held(&hands[i, 0], words)
                points = least_after(&work, &hand, laid, count)
                if points < 0:
                    break
                out[i] = <int16_t>points
            end(&work)
    finally:
        free(laid)
    if points < 0:
        raise MemoryError


cdef struct Choice:
    Play plays[128]
    int count
    int gain


cdef int remember(
    void* context, uint64_t once, uint64_t twice, int printed, int gain, Play* plays, int count
) noexcept nogil:
    cdef Choice* choice = <Choice*>context
    cdef int i
    if gain > choice.gain:
        choice.gain = gain
        choice.count = count
        for i in range(count):
            choice.plays[i] = plays[i]
    return 0


def layoffs(Rules rules not None, hand, table):
    cdef Held one = held_int(hand)
    cdef Choice choice
    cdef Walk walk
    cdef Laid* laid = laid_table(rules, table)
    cdef int i, kind
    choice.count = choice.gain = 0
    walk.space = &rules.space
    walk.table = laid
    walk.count = len(table)
    walk.once = one.once
    walk.twice = one.twice
    walk.printed = one.printed
    walk.gain = walk.played = 0
    walk.leaf = &remember
    walk.context = &choice
    walk_table(&walk, 0)
    free(laid)
    found = []
    for i in range(choice.count):
        kind = choice.plays[i].kind
        bits = (kind, 64 + kind) if kind < PACK else (*range(52, 64), *range(116, 128))
        bit = next(b for b in bits if hand >> b & 1)
        hand &= ~(1 << bit)
        found.append((bit, choice.plays[i].meld))
    return found


def islands(Rules rules not None, hand):
    return parts(&rules.space, held_int(hand).once, 1)


def analyze(Rules rules not None, hand):
    cdef Held one = held_int(hand)
    cdef Melds melds
    cdef uint64_t part, rest, bit
    cdef Space plain = rules.space
    plain.wild = -1
    memset(&melds, 0, sizeof(Melds))
    try:
        list_melds(&plain, one.once, one.twice, 0, True, &melds)
        if melds.failed:
            raise MemoryError
        found = []
        for part in parts(&rules.space, one.once, 1):
            cells = []
            rest = part
            while rest:
                bit = rest & (~rest + 1)
                flags = flags_of(&melds, one.once, one.twice, bit)
                cells.append((bitdeck_lowest(bit), 1 + ((one.twice & bit) != 0), flags))
                rest ^= bit
            found.append((part, tuple(cells), rows_of(part), columns_of(part)))
        return found
    finally:
        close_melds(&melds)


def components(Rules rules not None, hand):
    cdef Held one = held_int(hand)
    cdef uint64_t part
    cards = hand & ((1 << 52) - 1 | ((1 << 52) - 1) << 64)
    if not cards:
        return []
    if one.once & rules.special:
        return [cards]
    return [cards & (part | <object>part << 64) for part in parts(&rules.space, one.once, one.printed + 1)]


def profile(Rules rules not None, part, int jokers):
    cdef Held one = held_int(part)
    return tuple(melded(&rules.space, one.once, one.twice, jokers))


def settle(Rules rules not None, hand, profiles):
    cdef Held one = held_int(hand)
    cdef int runs = rules.space.min_runs + 1, pures = rules.space.min_pure_runs + 1
    cdef int j, total = total_points(&rules.space, one.once, one.twice, one.printed), most = 0
    cdef list joined
    joined = melded(&rules.space, 0, 0, one.printed)
    for values in profiles:
        joined = combined(joined, values, one.printed, runs, pures)
    for j in range(one.printed + 1):
        if joined[((j + 1) * runs) * pures - 1] >= 0:
            most = max(most, joined[((j + 1) * runs) * pures - 1] + j * rules.space.points[13])
    return total - most
