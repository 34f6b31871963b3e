"""Plays, compiled. What each entry point means stands in `plays.pyi`; twin: `reference/plays.py`.

A call with one hand counts its plays first and then writes them where they fit; a batch writes into one growing buffer.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from bitdeck.kernels.bits cimport bitdeck_highest, bitdeck_lowest, low_bits64, occupied64, popcount64
from bitdeck.kernels.play_cases cimport jokers_pair
from bitdeck.kernels.play_lists cimport count_moves, list_moves
from bitdeck.kernels.play_rows cimport Rows, count_row, field_at, hand_at, limits_at, plays_likely, write_rows
from bitdeck.kernels.play_rules cimport (
    ALONE, CARDS_MODE, DECLARED_MODE, EIGHT, GROUP, GROUP_SPARE, LARGEST_RUN, MINIMAL_MODE, NO_KIND, RUN, SINGLE,
    TABLES, Limits, Play, PlayTables, Rules, Span, at_least, declares, decoded, jokers_of, kind_of, lanes_of, left_out,
    limits_of, meets, naturals, next_rank, places, run_play, size_of, starts_above, times_held, window,
)

from numpy import empty, uint64

cdef extern from "bitdeck.h" nogil:
    uint64_t bitdeck_turn(uint64_t x)

cdef enum:
    FEW_PLAYS = 256
    MOST_MEANINGS = 16

cdef PlayTables TABLES_OF_PLAYS


cdef void fill_groups(int table, int rank, int held, int size, Play* out, int* count) noexcept nogil:
    """The groups of one size from the cards `held` of a rank, with the table's jokers, in order."""
    cdef int mode = table >> 2, used, cards, free_suits, a, b, wanted, suits
    cdef uint64_t meaning
    cdef bint told
    count[0] = 0
    for used in range(4):
        for cards in range(1, 16):
            if used & ~(table & 3) or cards & ~held or popcount64(used) + popcount64(cards) != size:
                continue
            wanted = min(popcount64(used), 4 - popcount64(cards))
            free_suits = 15 & ~cards & ~(held if mode == MINIMAL_MODE else 0)
            told = False
            # Suits a <= b: what the jokers stand for; 4 is no suit, and a code of its own below all others.
            for a in range(4 if wanted else 1):
                for b in range(a + 1 if wanted == 2 else 0, 4 if wanted == 2 else 1):
                    suits = (1 << a if wanted else 0) | (1 << b if wanted == 2 else 0)
                    if suits & ~free_suits or (told and mode == CARDS_MODE):
                        continue
                    told = True
                    meaning = GROUP | <uint64_t>(rank + 1) << 4 | <uint64_t>size << 8
                    meaning |= <uint64_t>(cards | suits) << 12
                    out[count[0]].cards = <uint64_t>cards << 4 * rank | <uint64_t>used << 52
                    out[count[0]].meaning = meaning | group_codes(used, wanted, rank, a, b)
                    count[0] += 1


cdef uint64_t group_codes(int used, int wanted, int rank, int a, int b) noexcept nogil:
    """What the jokers of a group stand for: `wanted` of them for suits a (and b), the others for no card."""
    cdef uint64_t low, high, base = 2 + 4 * (rank + 1)
    if used == 0:
        return 0
    if used < 3:
        low = base + a if wanted else 1
        return low << (16 if used == 1 else 24)
    low = base + a if wanted == 2 else 1
    high = base + b if wanted == 2 else (base + a if wanted else 1)
    return low << 16 | high << 24


cdef int fill_table(int table, int start) noexcept nogil:
    """Fill one table from place `start` on; gives the place after it."""
    cdef int rank, held, size, count = 0, at = start
    cdef Span* span
    for rank in range(13):
        for held in range(16):
            for size in range(2, 7):
                fill_groups(table, rank, held, size, &TABLES_OF_PLAYS.groups[at], &count)
                span = &TABLES_OF_PLAYS.spans[table][size][rank + 2][held]
                span.first = 2 * at
                span.length = 2 * count
                at += count
    return at


cdef void fill_run(int size, int lane) noexcept nogil:
    """The run from one lane in both orders."""
    cdef int order
    cdef Play* run
    for order in range(2):
        run = &TABLES_OF_PLAYS.runs[order][size][lane if order else lane ^ 60]
        run.cards = window(lane, size)
        run.meaning = RUN | <uint64_t>(lane >> 2) << 4 | <uint64_t>size << 8 | <uint64_t>1 << (12 + (lane & 3))


cdef void fill_above(int rank, int extent) noexcept nogil:
    """What beats fields of one rank and extent, in all circumstances."""
    cdef uint64_t field = RUN | <uint64_t>(rank + 1) << 4 | <uint64_t>extent << 8, above
    cdef int order, exact
    for order in range(2):
        for exact in range(2):
            above = starts_above(field, order, exact)
            TABLES_OF_PLAYS.above[0][order][exact][extent][rank + 1] = above
            TABLES_OF_PLAYS.above[1][order][exact][extent][rank + 1] = 0 if declares(field, EIGHT) else above


cdef void fill_tables() noexcept nogil:
    """Written once, when the module is imported."""
    cdef int table, at = 0, card, lane, used, size, ends, rank
    cdef Play* single
    for table in range(TABLES):
        at = fill_table(table, at)
    for card in range(54):
        single = &TABLES_OF_PLAYS.singles[card]
        single.cards = <uint64_t>1 << card
        single.meaning = SINGLE | <uint64_t>(card // 4 + 1) << 4 | 1 << 8 | <uint64_t>1 << (12 + card % 4)
        if card >= 52:
            single.meaning = SINGLE | (ALONE + 1) << 4 | 1 << 8 | <uint64_t>1 << (16 if card == 52 else 24)
        else:
            TABLES_OF_PLAYS.turned_singles[1][card + 8] = single[0]
            TABLES_OF_PLAYS.turned_singles[0][card + 8 ^ 60] = single[0]
    for size in range(1, 16):
        for rank in range(-1, ALONE):
            fill_above(rank, size)
        for ends in range(2):
            TABLES_OF_PLAYS.rooms[ends][1][size] = places(size, ends)
            TABLES_OF_PLAYS.rooms[ends][0][size] = bitdeck_turn(places(size, ends))
        for lane in range(64):
            fill_run(size, lane)
    for lane in range(64):
        for used in range(1, 3 if lane < 60 else 0):
            TABLES_OF_PLAYS.stands[used][lane].cards = <uint64_t>used << 52
            TABLES_OF_PLAYS.stands[used][lane].meaning = <uint64_t>(2 + lane) << (8 + 8 * used)


fill_tables()


cdef const PlayTables* play_tables() noexcept nogil:
    return &TABLES_OF_PLAYS


cdef inline Py_ssize_t stride(Py_ssize_t rows) noexcept nogil:
    """0 for the one row that stands for all."""
    return 0 if rows == 1 else 1


cdef Rows rows_of(const uint64_t[::1] hands, const uint64_t[::1] fields, const uint8_t[::1] conditions, Py_ssize_t n):
    cdef Rows rows
    rows.n = n
    rows.hands = &hands[0] if hands.shape[0] else NULL
    rows.fields = &fields[0] if fields.shape[0] else NULL
    rows.conditions = &conditions[0] if conditions.shape[0] else NULL
    rows.hand_step = stride(hands.shape[0])
    rows.field_step = stride(fields.shape[0])
    rows.condition_step = stride(conditions.shape[0])
    return rows


def moves(const uint64_t[::1] hands not None, const uint64_t[::1] fields not None,
          const uint8_t[::1] conditions not None, uint64_t rules, int64_t[::1] offsets not None):
    cdef Rules decoded_rules = decoded(rules, &TABLES_OF_PLAYS)
    cdef Rows rows = rows_of(hands, fields, conditions, offsets.shape[0] - 1)
    cdef Py_ssize_t row = 0, room
    cdef uint64_t[:, ::1] out
    offsets[0] = 0
    plays = empty((0, 2), uint64)
    while row < rows.n:
        with nogil:
            room = max(offsets[row] + plays_likely(&rows, row, &decoded_rules), offsets[row] * 3 // 2)
        grown = empty((room, 2), uint64)
        grown[:offsets[row]] = plays[:offsets[row]]
        plays = out = grown
        with nogil:
            row = write_rows(&rows, row, &decoded_rules, <Play*> &out[0, 0], room, &offsets[0])
    return plays[:offsets[rows.n]]


def counts(const uint64_t[::1] hands not None, const uint64_t[::1] fields not None,
           const uint8_t[::1] conditions not None, uint64_t rules, int64_t[::1] out not None):
    cdef Rules decoded_rules = decoded(rules, &TABLES_OF_PLAYS)
    cdef Rows rows = rows_of(hands, fields, conditions, out.shape[0])
    cdef Py_ssize_t i
    with nogil:
        for i in range(rows.n):
            out[i] = count_row(&rows, i, &decoded_rules)


cdef bytes packed(const Play* plays, Py_ssize_t count):
    return PyBytes_FromStringAndSize(<const char*> plays, count * sizeof(Play))


def moves_of(uint64_t hand, uint64_t field, int condition, uint64_t rules):
    cdef Rules decoded_rules = decoded(rules, &TABLES_OF_PLAYS)
    cdef Py_ssize_t count = count_moves(hand, field, condition, &decoded_rules)
    cdef Play[FEW_PLAYS + GROUP_SPARE] few
    cdef Play* many
    if count <= FEW_PLAYS:
        list_moves(hand, field, condition, &decoded_rules, few)
        return packed(few, count)
    many = <Play*> malloc((count + GROUP_SPARE) * sizeof(Play))
    if many == NULL:
        raise MemoryError(f"no memory for {count} plays")
    try:
        list_moves(hand, field, condition, &decoded_rules, many)
        return packed(many, count)
    finally:
        free(many)


def count_of(uint64_t hand, uint64_t field, int condition, uint64_t rules):
    cdef Rules decoded_rules = decoded(rules, &TABLES_OF_PLAYS)
    return count_moves(hand, field, condition, &decoded_rules)


# What a card set may mean, and what beats what.

cdef int run_meanings(uint64_t cards, const Rules* rules, Play* out) noexcept nogil:
    cdef uint64_t lanes = naturals(cards) << 4, starts
    cdef int size = popcount64(cards), n = 0, start
    if size < rules.min_run or rules.min_run == 0 or size > LARGEST_RUN or lanes == 0:
        return 0
    starts = places(size, rules.virtual_ends) & lanes_of(1 << (bitdeck_lowest(lanes) & 3))
    while starts:
        start = bitdeck_highest(starts)
        starts ^= <uint64_t>1 << start
        if lanes & ~window(start, size) == 0:
            out[n] = run_play(start, size, window(start, size) & ~lanes, jokers_of(cards))
            n += 1
    return n


cdef int group_meanings(uint64_t cards, const Rules* rules, Play* out) noexcept nogil:
    cdef const PlayTables* tables = rules.tables
    cdef int size = popcount64(cards), n = 0, i, rank
    cdef Span span
    if cards == <uint64_t>3 << 52:
        out[0] = jokers_pair()
        return 1
    if not 2 <= size <= (6 if rules.quint else 4) or naturals(cards) == 0:
        return 0
    rank = bitdeck_lowest(cards) >> 2
    span = tables.spans[4 * DECLARED_MODE + jokers_of(cards)][size][rank + 2][cards >> 4 * rank & 15]
    for i in range(span.first >> 1, (span.first + span.length) >> 1):
        if tables.groups[i].cards == cards:
            out[n] = tables.groups[i]
            n += 1
    return n


cdef int meanings_of(uint64_t cards, const Rules* rules, Play* out) noexcept nogil:
    """Every declaration of a card set, in the normal order; `out` has room for MOST_MEANINGS."""
    cdef int n
    if cards and cards & (cards - 1) == 0:
        out[0] = rules.tables.singles[bitdeck_lowest(cards)]
        return 1
    n = run_meanings(cards, rules, out)
    return n + group_meanings(cards, rules, out + n)


cdef bint unique_field(uint64_t cards, const Rules* rules, uint64_t* field) noexcept nogil:
    """Whether the meanings of a card set agree in kind, rank and size (they are the low 12 bits)."""
    cdef Play[MOST_MEANINGS] found
    cdef int n, i
    field[0] = 0
    if cards == 0:
        return True
    n = meanings_of(cards, rules, found)
    for i in range(1, n):
        if (found[i].meaning ^ found[0].meaning) & 0xFFF:
            return False
    if n:
        field[0] = found[0].meaning
    return n > 0


def meanings(uint64_t cards, uint64_t rules):
    cdef Rules decoded_rules = decoded(rules, &TABLES_OF_PLAYS)
    cdef Play[MOST_MEANINGS] found
    return packed(found, meanings_of(cards, &decoded_rules, found))


def field_of(uint64_t cards, uint64_t rules):
    cdef Rules decoded_rules = decoded(rules, &TABLES_OF_PLAYS)
    cdef uint64_t field
    return field if unique_field(cards, &decoded_rules, &field) else -1


def fields_of(const uint64_t[::1] cards not None, uint64_t rules, uint64_t[::1] out not None):
    cdef Rules decoded_rules = decoded(rules, &TABLES_OF_PLAYS)
    cdef Py_ssize_t i, bad = -1
    with nogil:
        for i in range(out.shape[0]):
            if not unique_field(cards[i], &decoded_rules, &out[i]):
                bad = i
                break
    return bad


def beats_of(uint64_t play, uint64_t field, int condition, uint64_t rules):
    cdef Rules decoded_rules = decoded(rules, &TABLES_OF_PLAYS)
    cdef Limits limits = limits_of(field, condition, &decoded_rules)
    return field != 0 and meets(play, &limits)


def beats(const uint64_t[::1] plays not None, const uint64_t[::1] fields not None,
          const uint8_t[::1] conditions not None, uint64_t rules, uint8_t[::1] out not None):
    cdef Rules decoded_rules = decoded(rules, &TABLES_OF_PLAYS)
    cdef Rows rows = rows_of(plays, fields, conditions, out.shape[0])
    cdef Limits limits
    cdef Py_ssize_t i
    with nogil:
        for i in range(rows.n):
            limits = limits_at(&rows, i, &decoded_rules)
            out[i] = field_at(&rows, i) != 0 and meets(hand_at(&rows, i), &limits)


cdef inline bint replaces_held(uint64_t meaning, uint64_t hand) noexcept nogil:
    """Whether a joker of the play stands for a card of the hand."""
    cdef int low = meaning >> 16 & 63, high = meaning >> 24 & 63
    return (6 <= low < 58 and hand >> (low - 6) & 1) or (6 <= high < 58 and hand >> (high - 6) & 1)


cdef Py_ssize_t first_action(const uint64_t[:, ::1] plays, int order) noexcept nogil:
    """The first of the plays, kinds and then sizes descending, that is not before the kind and size `order`."""
    cdef Py_ssize_t low = 0, high = plays.shape[0], middle
    while low < high:
        middle = (low + high) // 2
        if 16 * kind_of(plays[middle, 1]) + size_of(plays[middle, 1]) > order:
            low = middle + 1
        else:
            high = middle
    return low


cdef void mark_actions(uint64_t hand, const Rules* rules, const Limits* limits, const uint64_t[:, ::1] plays,
                       const int32_t[::1] columns, uint8_t* out) noexcept nogil:
    cdef uint64_t skip = left_out(hand, rules, limits.revolution), others = ~hand, meaning
    cdef Py_ssize_t i, begin = 0, end = plays.shape[0]
    if limits.kind == NO_KIND:
        return
    if limits.kind:
        begin = first_action(plays, 16 * limits.kind + limits.size)
        end = first_action(plays, 16 * limits.kind + limits.size - 1)
    for i in range(begin, end):
        if plays[i, 0] & others:
            continue
        meaning = plays[i, 1]
        if rules.mode == MINIMAL_MODE and replaces_held(meaning, hand):
            continue
        if plays[i, 0] != skip and meets(meaning, limits):
            out[columns[i]] = 1


def action_mask(const uint64_t[::1] hands not None, const uint64_t[::1] fields not None,
                const uint8_t[::1] conditions not None, uint64_t rules, const uint64_t[:, ::1] plays not None,
                const int32_t[::1] columns not None, uint8_t[:, ::1] out not None):
    cdef Rules decoded_rules = decoded(rules, &TABLES_OF_PLAYS)
    cdef Rows rows = rows_of(hands, fields, conditions, out.shape[0])
    cdef Py_ssize_t actions = out.shape[1], i
    cdef Limits limits
    with nogil:
        for i in range(rows.n):
            memset(&out[i, 0], 0, actions)
            limits = limits_at(&rows, i, &decoded_rules)
            mark_actions(hand_at(&rows, i), &decoded_rules, &limits, plays, columns, &out[i, 0])
            out[i, actions - 1] = field_at(&rows, i) != 0


# Helpers on natural cards.

cdef inline bint same_suit_run(uint64_t cards, int least) noexcept nogil:
    cdef int size = popcount64(cards)
    if cards == 0 or size < least or size > 13 or naturals(cards) != cards:
        return False
    return cards == window(bitdeck_lowest(cards), size)


cdef inline bint same_rank_group(uint64_t cards, int least) noexcept nogil:
    if cards == 0 or popcount64(cards) < least or naturals(cards) != cards:
        return False
    return cards & ~(<uint64_t>15 << (bitdeck_lowest(cards) & ~3)) == 0


cdef inline uint64_t above(uint64_t hand, uint64_t field, bint revolution) noexcept nogil:
    cdef uint64_t cards = naturals(hand), jokers = hand & <uint64_t>3 << 52
    if field == 0:
        return hand
    if field >> 52:
        return 0
    if revolution:
        return cards & low_bits64(bitdeck_lowest(field) & ~3) | jokers
    return cards & ~low_bits64((bitdeck_highest(field) & ~3) + 4) | jokers


cdef inline uint64_t quantity_position(uint64_t hand) noexcept nogil:
    """Bit 4 * r + k - 1 for every rank r held k > 0 times: a rank's bit is doubled for every card after the first."""
    cdef uint64_t times = times_held(naturals(hand)), two = at_least(times, 2), three = at_least(times, 3)
    cdef uint64_t four = at_least(times, 4)
    return at_least(times, 1) + two + (three << 1) + (four << 2)


cdef inline uint64_t held_once(uint64_t hand) noexcept nogil:
    cdef uint64_t times = times_held(naturals(hand))
    return at_least(times, 1) ^ at_least(times, 2)


def is_run_of(uint64_t cards, int min_length):
    return same_suit_run(cards, min_length)


def is_run(const uint64_t[::1] cards not None, int min_length, uint8_t[::1] out not None):
    cdef Py_ssize_t i
    with nogil:
        for i in range(out.shape[0]):
            out[i] = same_suit_run(cards[i], min_length)


def is_group_of(uint64_t cards, int min_size):
    return same_rank_group(cards, min_size)


def is_group(const uint64_t[::1] cards not None, int min_size, uint8_t[::1] out not None):
    cdef Py_ssize_t i
    with nogil:
        for i in range(out.shape[0]):
            out[i] = same_rank_group(cards[i], min_size)


def stronger_of(uint64_t hand, uint64_t field, bint revolution):
    return above(hand, field, revolution)


def stronger(const uint64_t[::1] hands not None, const uint64_t[::1] fields not None,
             const uint8_t[::1] conditions not None, uint64_t[::1] out not None):
    cdef Rows rows = rows_of(hands, fields, conditions, out.shape[0])
    cdef Py_ssize_t i
    with nogil:
        for i in range(rows.n):
            out[i] = above(hand_at(&rows, i), field_at(&rows, i), conditions[i * rows.condition_step] & 1)


def rank_counts_of(uint64_t hand):
    return quantity_position(hand)


def rank_counts(const uint64_t[::1] hands not None, uint64_t[::1] out not None):
    cdef Py_ssize_t i
    with nogil:
        for i in range(out.shape[0]):
            out[i] = quantity_position(hands[i])


def lone_ranks_of(uint64_t hand):
    return held_once(hand)


def lone_ranks(const uint64_t[::1] hands not None, uint64_t[::1] out not None):
    cdef Py_ssize_t i
    with nogil:
        for i in range(out.shape[0]):
            out[i] = held_once(hands[i])


cdef int maximal_runs(uint64_t cards, bint revolution, uint64_t* out) noexcept nogil:
    """The maximal same-suit runs of three cards or more, at most 12: longest first, then stronger, then mask
    ascending."""
    cdef uint64_t begins = cards & ~(cards << 4) & cards >> 4 & cards >> 8, three = begins, run
    cdef int n = 0, size, i
    while three:
        size = 3
        while size < 13 and cards >> (bitdeck_lowest(three) + 4 * size) & 1:
            size += 1
        run = window(bitdeck_lowest(three), size)
        three &= three - 1
        i = n
        while i and run_before(run, out[i - 1], revolution):
            out[i] = out[i - 1]
            i -= 1
        out[i] = run
        n += 1
    return n


cdef inline bint run_before(uint64_t a, uint64_t b, bint revolution) noexcept nogil:
    cdef int longer = popcount64(a) - popcount64(b), higher = (bitdeck_lowest(a) >> 2) - (bitdeck_lowest(b) >> 2)
    if longer:
        return longer > 0
    if higher:
        return higher < 0 if revolution else higher > 0
    return a < b


def split(uint64_t hand, bint revolution):
    cdef uint64_t cards = naturals(hand), usable = cards, rest = cards, often = at_least(times_held(cards), 2), ranks
    cdef uint64_t[12] found
    cdef list parts = [], lone = []
    cdef int i, n, place
    if popcount64(hand) > 4:
        usable &= ~(<uint64_t>15 if revolution else <uint64_t>15 << 48)
    n = maximal_runs(usable, revolution, found)
    for i in range(n):
        if occupied64(found[i]) & ~often:
            parts.append(found[i])
            rest &= ~found[i]
    lone = [<uint64_t>1 << i for i in (53, 52) if hand >> i & 1]
    ranks = occupied64(rest)
    while ranks:
        place = next_rank(ranks, revolution)
        ranks ^= <uint64_t>1 << place
        cards = rest & <uint64_t>15 << place
        (parts if cards & (cards - 1) else lone).append(cards)
    return parts + lone


def runs(uint64_t hand, int length):
    cdef uint64_t cards = naturals(hand), starts = cards
    cdef uint64_t[12] found
    cdef list windows = []
    cdef int i
    if length == 0:
        return [found[i] for i in range(maximal_runs(cards, False, found))]
    for i in range(1, length):
        starts &= cards >> 4 * i
    while starts:
        windows.append(window(bitdeck_lowest(starts), length))
        starts &= starts - 1
    return windows


def groups(uint64_t hand, int min_size):
    cdef uint64_t ranks = at_least(times_held(naturals(hand)), min_size)
    cdef list found = []
    cdef int place
    while ranks:
        place = bitdeck_highest(ranks)
        ranks ^= <uint64_t>1 << place
        found.append(hand & <uint64_t>15 << place)
    return found


def singles(uint64_t hand):
    cdef list found = []
    cdef uint64_t card
    while hand:
        card = <uint64_t>1 << bitdeck_highest(hand)
        hand ^= card
        found.append(card)
    return found


cdef inline bint following_suit(uint64_t hand, int64_t led, const uint64_t[::1] classes, uint64_t* out) noexcept nogil:
    """Whether `led` is in a class, or no card is led; then `out` is what may be played."""
    cdef Py_ssize_t i
    out[0] = hand
    if led < 0:
        return True
    for i in range(classes.shape[0]):
        if led < 64 and classes[i] >> led & 1:
            if hand & classes[i]:
                out[0] = hand & classes[i]
            return True
    return False


def follow_suit_of(uint64_t hand, int64_t led, const uint64_t[::1] classes not None):
    cdef uint64_t allowed
    return allowed if following_suit(hand, led, classes, &allowed) else -1


def follow_suit(const uint64_t[::1] hands not None, const int64_t[::1] led not None,
                const uint64_t[::1] classes not None, uint64_t[::1] out not None):
    cdef Py_ssize_t hand = stride(hands.shape[0]), card = stride(led.shape[0]), i, bad = -1
    with nogil:
        for i in range(out.shape[0]):
            if not following_suit(hands[i * hand], led[i * card], classes, &out[i]):
                bad = i
                break
    return bad
