"""Laying off onto melds on the table: every playable choice is walked through, in the order that `melds.pyi` states."""

from libc.stdint cimport uint64_t

from bitdeck.kernels.meld_space cimport HIGH, WRAP, Space, bitdeck_lowest, bitdeck_popcount, first_place, places, take

cdef enum:
    MOST_PLAYS = 128


cdef struct Laid:
    int run
    int suit
    int start  # of a run, in places
    int length
    int rank  # of a set
    int jokers
    uint64_t place
    uint64_t place2


cdef struct Play:
    int kind  # type of the card
    int meld


ctypedef int (*Leaf)(
    void* context, uint64_t once, uint64_t twice, int printed, int gain, Play* plays, int count
) noexcept nogil


cdef struct Walk:
    Space* space
    Laid* table
    int count
    uint64_t once
    uint64_t twice
    int printed
    int gain
    Play plays[MOST_PLAYS]
    int played
    Leaf leaf
    void* context


cdef inline Laid read_meld(Space* space, uint64_t place, uint64_t place2, int jokers) noexcept nogil:
    """A meld by the types it shows."""
    cdef Laid laid
    cdef int rank, low = bitdeck_lowest(place)
    cdef uint64_t column = <uint64_t>15 << (low & ~3)
    laid.jokers = jokers
    laid.place = place
    laid.place2 = place2
    laid.rank = low >> 2
    laid.suit = low & 3
    laid.length = bitdeck_popcount(place) + bitdeck_popcount(place2)
    laid.run = (place & ~column) != 0
    laid.start = low >> 2
    if not laid.run or laid.length == 13:
        laid.start = first_place(space)
        return laid
    if place >> laid.suit & 1 and space.aces != 0:
        if space.aces == HIGH or not place >> (laid.suit + 4) & 1:
            laid.start = 14 - laid.length
        elif space.aces == WRAP:
            for rank in range(12, 0, -1):
                if not place >> (4 * rank + laid.suit) & 1:
                    break
                laid.start = rank
    return laid


cdef inline bint play(Walk* walk, int meld, int kind) noexcept nogil:
    """Play a card of this type if one is held."""
    if kind == 52:
        if walk.printed == 0:
            return False
        walk.printed -= 1
    else:
        if not walk.once >> kind & 1:
            return False
        take(&walk.once, &walk.twice, <uint64_t>1 << kind)
    walk.gain += walk.space.points[kind >> 2]
    walk.plays[walk.played].kind = kind
    walk.plays[walk.played].meld = meld
    walk.played += 1
    return True


cdef inline void undo(Walk* walk) noexcept nogil:
    cdef int kind
    cdef uint64_t bit
    walk.played -= 1
    kind = walk.plays[walk.played].kind
    walk.gain -= walk.space.points[kind >> 2]
    if kind == 52:
        walk.printed += 1
        return
    bit = <uint64_t>1 << kind
    walk.twice |= walk.once & bit
    walk.once |= bit


cdef inline int joker_kind(Walk* walk, int choice, int place) noexcept nogil:
    """The choices at a place: 0 the natural card, 1 a printed joker, 2..5 a wild card by suit; −1 where it is none."""
    if choice == 0:
        return place
    if choice == 1:
        return 52
    if walk.space.wild < 0 or 4 * walk.space.wild + choice - 2 == place:
        return -1
    return 4 * walk.space.wild + choice - 2


cdef inline int walk_table(Walk* walk, int at) noexcept nogil:
    if at == walk.count:
        return walk.leaf(walk.context, walk.once, walk.twice, walk.printed, walk.gain, walk.plays, walk.played)
    return walk_run(walk, at, -1) if walk.table[at].run else walk_set(walk, at, 0)


cdef inline int walk_run(Walk* walk, int at, int way) noexcept nogil:
    """Downwards (way −1), then upwards: stop first, then one card more."""
    cdef Laid* laid = &walk.table[at]
    cdef int choice, place, kind, code
    cdef bint around = walk.space.aces == WRAP
    code = walk_run(walk, at, 1) if way < 0 else walk_table(walk, at + 1)
    if code < 0 or laid.length == 13 or walk.played == MOST_PLAYS:
        return code
    if way < 0:
        if laid.start == first_place(walk.space) and not around:
            return 0
        place = laid.start + 12 if laid.start == 0 else laid.start - 1
    else:
        place = laid.start + laid.length
        if place >= places(walk.space) and not around:
            return 0
    place = 4 * (place % 13) + laid.suit
    for choice in range(6):
        kind = joker_kind(walk, choice, place)
        if kind < 0 or (choice and laid.jokers == walk.space.table_jokers) or not play(walk, at, kind):
            continue
        laid.length += 1
        laid.jokers += choice > 0
        if way < 0:
            laid.start = (laid.start + 12) % 13 if around else laid.start - 1
        code = walk_run(walk, at, way)
        if way < 0:
            laid.start = (laid.start + 1) % 13 if around else laid.start + 1
        laid.length -= 1
        laid.jokers -= choice > 0
        undo(walk)
        if code < 0:
            return code
    return 0


cdef inline bint set_is_full(Walk* walk, Laid* laid) noexcept nogil:
    return laid.length >= min(walk.space.max_set, 4 * walk.space.copies if walk.space.same_suit_sets else 4)


cdef inline bint place_is_free(Walk* walk, Laid* laid, int kind) noexcept nogil:
    if not laid.place >> kind & 1:
        return True
    return walk.space.same_suit_sets and walk.space.copies > 1 and not laid.place2 >> kind & 1


cdef inline int walk_set(Walk* walk, int at, int suit) noexcept nogil:
    """Suit by suit without the natural card, then with it; then jokers."""
    cdef Laid* laid = &walk.table[at]
    cdef int kind, code
    cdef uint64_t place = laid.place, place2 = laid.place2
    if suit == 4:
        return walk_set_jokers(walk, at)
    code = walk_set(walk, at, suit + 1)
    kind = 4 * laid.rank + suit
    if code < 0 or set_is_full(walk, laid) or not place_is_free(walk, laid, kind) or walk.played == MOST_PLAYS:
        return code
    if not play(walk, at, kind):
        return 0
    laid.place2 |= laid.place & <uint64_t>1 << kind
    laid.place |= <uint64_t>1 << kind
    laid.length += 1
    code = walk_set(walk, at, suit)
    laid.length -= 1
    laid.place = place
    laid.place2 = place2
    undo(walk)
    return code


cdef inline int walk_set_jokers(Walk* walk, int at) noexcept nogil:
    """No joker, then one more; a wild card whose own place is free would be natural there."""
    cdef Laid* laid = &walk.table[at]
    cdef int choice, kind, code = walk_table(walk, at + 1)
    if code < 0 or set_is_full(walk, laid) or laid.jokers == walk.space.table_jokers or walk.played == MOST_PLAYS:
        return code
    for choice in range(1, 6):
        kind = joker_kind(walk, choice, -1)
        if kind < 0 or (kind >> 2 == laid.rank and place_is_free(walk, laid, kind)) or not play(walk, at, kind):
            continue
        laid.length += 1
        laid.jokers += 1
        code = walk_set_jokers(walk, at)
        laid.length -= 1
        laid.jokers -= 1
        undo(walk)
        if code < 0:
            return code
    return 0
