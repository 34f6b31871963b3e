"""Rounds of Daifugo played to the end at random, compiled. The rules of a turn stand in `daifugo.pyi`; twin:
`reference/daifugo.py`.

A turn lists the moves into one buffer of the call and picks one: most turns follow a field and have a few moves, so
that listing costs about what counting does.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from bitdeck.kernels.bits cimport bitdeck_lowest
from bitdeck.kernels.play_lists cimport list_moves
from bitdeck.kernels.play_rules cimport (
    ALONE, EIGHT, GROUP, GROUP_SPARE, JACK, RUN, Play, Rules, declares, decoded, extent_of, kind_of, rank_of, size_of,
    suits_of,
)
from bitdeck.kernels.plays cimport play_tables
from bitdeck.kernels.stream cimport Stream, below, start

cdef enum:
    ROWS_A_BLOCK = 1024
    MOST_SEATS = 16
    ROOM = 16384 + GROUP_SPARE


cdef struct Round:
    uint64_t[MOST_SEATS] hands
    uint64_t field
    int turn, owner, revolution, back, lock, number_lock, placed, length
    int holding, passed


cdef inline int after(int seats, int seat) noexcept nogil:
    """The first of a mask of seats from the one after `seat` on round the table; seats is not 0."""
    cdef int later = seats & -(2 << seat)
    return bitdeck_lowest(later if later else seats)


cdef inline void take_place(Round* game, int seat, uint8_t* places) noexcept nogil:
    game.placed += 1
    places[seat] = game.placed


cdef inline void learn_locks(Round* game, uint64_t play, const Rules* rules) noexcept nogil:
    """What a play on a field fixes for the plays after it."""
    cdef uint64_t field = game.field, low = field, high = play
    if rules.suit_lock and suits_of(play) == suits_of(field) and suits_of(play):
        game.lock = suits_of(play)
    if rules.number_lock and rank_of(play) != ALONE and rank_of(field) != ALONE:
        if game.revolution ^ game.back:
            low, high = play, field
        if rank_of(low) + extent_of(low) == rank_of(high):
            game.number_lock = 1


cdef inline bint turns_over(uint64_t play, const Rules* rules) noexcept nogil:
    cdef int least = rules.revolution_group if kind_of(play) == GROUP else 0
    if kind_of(play) == RUN:
        least = rules.revolution_run
    return least and size_of(play) >= least


cdef inline bint lay(Round* game, Play play, const Rules* rules, uint8_t* places) noexcept nogil:
    """Put a play down. Gives whether it ends the trick."""
    cdef bint ends = rules.eight_cut and declares(play.meaning, EIGHT)
    if game.field:
        learn_locks(game, play.meaning, rules)
        ends = ends or rank_of(game.field) == ALONE
    game.revolution ^= turns_over(play.meaning, rules)
    game.back ^= rules.eleven_back and declares(play.meaning, JACK)
    game.hands[game.turn] ^= play.cards
    game.field = play.meaning
    game.owner = game.turn
    if game.hands[game.turn] == 0:
        game.holding ^= 1 << game.turn
        take_place(game, game.turn, places)
    return ends


cdef inline bint go_on(Round* game, bint ended) noexcept nogil:
    """The next seat to move, after a new lead where the trick is over. Gives whether the round goes on."""
    cdef int able = game.holding & ~game.passed
    if game.field:
        able &= ~(1 << game.owner)
    if able and not ended:
        game.turn = after(able, game.turn)
        return True
    if game.field == 0:
        return False
    game.field = 0
    game.passed = game.lock = game.number_lock = game.back = 0
    game.turn = game.owner if game.holding >> game.owner & 1 else after(game.holding, game.owner)
    return True


cdef inline bint take_turn(Round* game, const Rules* rules, Stream* stream, Play* found,
                           uint8_t* places) noexcept nogil:
    """One turn. Gives whether the round goes on."""
    cdef int condition = (game.revolution ^ game.back) | game.number_lock << 1 | game.lock << 4
    cdef bint ended
    cdef Py_ssize_t n = list_moves(game.hands[game.turn], game.field, condition, rules, found), choices, chosen = 0
    choices = n + (1 if game.field or n == 0 else 0)
    if choices > 1:
        chosen = below(stream, choices)
    game.length += 1
    if chosen == n:
        game.passed |= 1 << game.turn
        return go_on(game, False)
    ended = lay(game, found[chosen], rules, places)
    return game.holding & (game.holding - 1) and go_on(game, ended)


cdef void play_round(Round* game, const Rules* rules, Stream* stream, Play* found, uint8_t* places) noexcept nogil:
    cdef int seat = game.turn
    if game.holding & (game.holding - 1):
        while take_turn(game, rules, stream, found, places):
            pass
        seat = game.turn
    while game.holding:
        seat = after(game.holding, seat)
        game.holding ^= 1 << seat
        if places[seat] == 0:
            take_place(game, seat, places)


def playouts(const uint64_t[:, ::1] hands not None, int turn, int owner, uint64_t field, int passed, int revolution,
             int back, int lock, int number_lock, const uint8_t[::1] places not None, uint64_t rules,
             const uint64_t[::1] seed not None, uint8_t[:, ::1] out_places not None,
             int32_t[::1] out_lengths not None):
    cdef Rules decoded_rules = decoded(rules, play_tables())
    cdef Py_ssize_t players = hands.shape[1], row, seat
    cdef Round begin, game
    cdef Stream stream
    cdef Play* found = <Play*> malloc(ROOM * sizeof(Play))
    if found == NULL:
        raise MemoryError(f"no memory for {ROOM} plays")
    begin.turn, begin.owner, begin.field, begin.passed = turn, owner, field, passed
    begin.revolution, begin.back, begin.lock, begin.number_lock = revolution, back, lock, number_lock
    begin.placed = begin.length = begin.holding = 0
    for seat in range(players):
        begin.placed = max(begin.placed, places[seat])
    with nogil:
        for row in range(hands.shape[0]):
            if row % ROWS_A_BLOCK == 0:
                stream = start(&seed[0], row // ROWS_A_BLOCK)
            game = begin
            for seat in range(players):
                game.hands[seat] = hands[row, seat]
                out_places[row, seat] = places[seat]
                if game.hands[seat]:
                    game.holding |= 1 << seat
            play_round(&game, &decoded_rules, &stream, found, &out_places[row, 0])
            out_lengths[row] = game.length
    free(found)
