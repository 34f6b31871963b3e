"""Rounds of Daifugō: turns, tricks and what is in force; playouts are rounds of legal moves and follow their stream."""

import copy
import pickle
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bitdeck
from bitdeck import DAIFUGO, CardError, plays
from bitdeck._door import seed_words
from bitdeck.games.daifugo import PASS, Round, exchange, next_round, playouts
from bitdeck.plays import BASIC, UECDA, Play
from bitdeck.reference.stream import Stream
from plays_oracle import rule_sets

SLOW_TWIN = bitdeck.implementation == "reference"


def do(table: Round, *texts: str) -> Round:
    """Play cards by text, an empty text passing."""
    for text in texts:
        mask = table.rules.deck.parse(text)
        found = table.moves()
        table.play(next(found[i] for i in range(len(found)) if found[i].cards == mask) if text else PASS)
    return table


def moves(table: Round) -> list[Play]:
    """The moves as playouts see them: the plays, then the pass where it is allowed."""
    found = table.moves()
    return [found[i] for i in range(len(found))] + ([PASS] if table.may_pass else [])


def played_out(table: Round, stream: Stream) -> tuple[list[int], int]:
    table, length = table.copy(), 0
    while not table.over:
        choices = moves(table)
        table.play(choices[stream.below(len(choices)) if len(choices) > 1 else 0])
        length += 1
    return table.places, length


def test_turns_go_round_and_the_trick_ends_when_all_others_pass() -> None:
    table = do(Round(["S4 S9", "S5 SK", "S6 SQ"]), "S4", "S5", "S6", "S9")
    assert table.places == [1, 0, 0]
    assert (table.turn, table.owner) == (1, 0)
    do(table, "", "")
    assert (table.turn, table.field, table.passed) == (1, PASS, 0)
    do(table, "SK")
    assert table.over
    assert table.places == [1, 2, 3]


def test_who_passed_is_out_until_the_trick_ends() -> None:
    table = do(Round(["S4 S9 SJ", "S5 SK", "S6 SQ"]), "S4", "", "S6", "S9", "SQ")
    assert table.over is False
    assert table.turn == 0
    do(table, "")
    assert (table.turn, table.field) == (0, PASS)


def test_the_seat_after_a_finished_owner_leads() -> None:
    table = do(Round(["S3 S4", "S5 S6", "SK", "S7 SJ"]), "S3", "S5", "SK", "", "", "")
    assert (table.turn, table.field) == (3, PASS)


def test_nobody_passes_on_an_empty_field() -> None:
    table = Round(["S3", "S4"])
    assert not table.may_pass
    with pytest.raises(ValueError, match="seat 0 leads; expected a play, not a pass"):
        table.play(PASS)


def test_illegal_plays_change_nothing() -> None:
    table = do(Round(["S5 S6", "S4 S7"]), "S5")
    before = table.copy()
    for wrong in (plays.classify("S4")[0], plays.classify("S9")[0]):
        with pytest.raises(CardError, match="seat 1 may not play"):
            table.play(wrong)
    assert table == before
    do(table, "S7")
    assert table != before
    with pytest.raises(ValueError, match="the round is over"):
        do(do(table, "", "S4"), "")


def test_an_eight_ends_the_trick_and_its_player_leads() -> None:
    table = do(Round(["S5 S6", "S8 S9", "SK SA"]), "S5", "S8")
    assert (table.turn, table.field) == (1, PASS)
    plain = do(Round(["S5 S6", "S8 S9", "SK SA"], BASIC), "S5", "S8")
    assert (plain.turn, plain.field.rank) == (2, 5)


def test_spade_three_beats_the_joker_and_ends_the_trick() -> None:
    table = do(Round(["JK S6", "S4 S9", "S3 SA"]), "JK", "", "S3")
    assert (table.turn, table.field) == (2, PASS)


def test_groups_and_runs_turn_the_order_over_for_good() -> None:
    table = do(Round(["S4 D4 H4 C4 S9", "S5 S6", "S7 SK"]), "S4 D4 H4 C4")
    assert table.revolution
    do(table, "", "", "S9", "S6")
    assert table.field.rank == 3
    run = do(Round(["S9 ST SJ SQ SK SA", "S5 D6", "D7"], replace(UECDA, eleven_back=True)), "S9 ST SJ SQ SK")
    assert (run.revolution, run.back, run.order) == (True, True, False)
    do(run, "", "")
    assert (run.revolution, run.back, run.order) == (True, False, True)


def test_eleven_back_lasts_for_the_trick() -> None:
    table = do(Round(["SJ S4", "ST SQ", "S7 SK"], replace(BASIC, eleven_back=True)), "SJ")
    assert table.order
    do(table, "ST", "S7", "S4")
    assert table.places == [1, 0, 0]
    do(table, "", "")
    assert (table.order, table.field) == (False, PASS)


def test_equal_suits_lock() -> None:
    table = do(Round(["S4 D9", "S6 DQ", "DK S9 JK"], UECDA), "S4", "S6")
    assert table.lock == 0b1000
    assert {str(play) for play in moves(table)} == {"9♠", "JK", "pass"}
    do(table, "JK", "", "")
    assert (table.lock, table.turn) == (0, 2)


def test_a_lone_joker_neither_locks_nor_counts_as_a_neighbour() -> None:
    rules = replace(UECDA, number_lock=True)
    table = do(Round(["S2 D9", "JK DQ", "DK S9"], rules), "S2", "JK")
    assert (table.lock, table.number_lock) == (0, False)


def test_neighbouring_ranks_lock_the_number() -> None:
    table = do(Round(["S4 DK", "D5 DQ", "H6 HK"], replace(BASIC, number_lock=True)), "S4", "D5")
    assert table.number_lock
    assert {str(play) for play in moves(table)} == {"6♥", "pass"}
    runs = Round(["S4 S5 S6 DK", "D7 D8 D9 CK", "HT HJ HQ HK"], replace(BASIC, number_lock=True))
    assert do(runs, "S4 S5 S6", "D7 D8 D9").number_lock
    gap = do(Round(["S4 DK", "D6 DQ", "H7 HK"], replace(BASIC, number_lock=True)), "S4", "D6")
    assert not gap.number_lock


def test_seats_that_can_only_finish_wrongly_are_placed_last() -> None:
    rules = replace(BASIC, forbidden_finish=True)
    table = do(Round(["S4", "S2", "D2"], rules), "S4")
    assert [str(play) for play in moves(table)] == ["pass"]
    do(table, "", "")
    assert (table.turn, table.field, table.over) == (1, PASS, False)
    assert [str(play) for play in moves(table)] == ["pass"]
    do(table, "", "")
    assert table.places == [1, 2, 3]
    places, lengths = playouts(table, [table.hands], rng=1)
    assert (places.tolist(), lengths.tolist()) == ([[1, 2, 3]], [0])


def test_deals_are_even_and_the_whole_pack() -> None:
    for players in range(2, 7):
        table = Round.deal(players, rng=players, leader=players - 1)
        assert sum(table.hands) == UECDA.deck.full
        sizes = [hand.bit_count() for hand in table.hands]
        assert max(sizes) - min(sizes) <= 1
        assert table.turn == players - 1


def test_copies_are_independent_and_pickle() -> None:
    table = Round.deal(4, rng=3)
    twin = table.copy()
    twin.play(twin.moves()[0])
    assert table == Round.deal(4, rng=3)
    assert twin == pickle.loads(pickle.dumps(twin)) == copy.deepcopy(twin)
    assert twin != table


def test_exchange_goes_by_places() -> None:
    hands = [DAIFUGO.parse(text) for text in ("S3 S4 S5", "D3 D4 D5", "SJ SQ SK", "SA S2 JK")]
    swapped = exchange(hands, [1, 2, 3, 4])
    assert [DAIFUGO.format(hand) for hand in swapped] == ["5♠ 2♠ JK", "4♦ 5♦ K♠", "3♦ J♠ Q♠", "3♠ 4♠ A♠"]
    chosen = exchange(hands, [1, 2, 3, 4], lambda seat, hand, n: sum(plays.singles(hand)[:n]))
    assert chosen == hands
    with pytest.raises(CardError, match="seat 0 gave 0x0; expected 2 cards of its hand"):
        exchange(hands, [1, 2, 3, 4], lambda seat, hand, n: 0)
    with pytest.raises(ValueError, match=r"places is \[1, 1\]; expected each of 1..2 once"):
        exchange([1, 2], [1, 1])


def test_the_last_leads_the_next_round() -> None:
    table = do(Round(["S3", "S4 S5", "S6"], BASIC), "S3", "S4", "S6")
    assert table.places == [1, 3, 2]
    following = next_round(table, rng=5)
    assert following.turn == 1
    assert sum(following.hands) == BASIC.deck.full
    with pytest.raises(ValueError, match="the round is not over"):
        next_round(following)


@pytest.mark.parametrize(
    ("arguments", "error", "match"),
    [
        ((["S3"],), ValueError, "hands has 1 hands"),
        ((["S3"] * 7,), ValueError, "hands has 7 hands"),
        ((["S3", "S3"],), CardError, "hands share cards"),
        ((["S3", ""], UECDA, 1), ValueError, "leader is seat 1, which holds no cards"),
        ((["S3", "S4"], UECDA, 2), ValueError, "leader is 2"),
        ((["S3", 1 << 52], BASIC), OverflowError, r"hands\[1\] has bit 52"),
    ],
)
def test_rounds_refuse(arguments: tuple, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        Round(*arguments)


@settings(max_examples=8 if SLOW_TWIN else 60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(rules=rule_sets(), players=st.integers(2, 6), seed=st.integers(0, 999), before=st.integers(0, 12))
def test_playouts_are_rounds_of_legal_moves(rules: plays.PlayRules, players: int, seed: int, before: int) -> None:
    """The kernel's rounds, move for move those of `Round`, from the start or the middle."""
    table, stream = Round.deal(players, rules, rng=seed), Stream([seed] * 4, 0)
    for _ in range(before):
        choices = moves(table)
        table.play(choices[stream.below(len(choices))])
        if table.over:
            return
    worlds = 1 if SLOW_TWIN else 3
    places, lengths = playouts(table, [table.hands] * worlds, rng=seed)
    drawn = Stream(seed_words(seed), 0)
    for i in range(worlds):
        assert (places[i].tolist(), int(lengths[i])) == played_out(table, drawn)
        assert sorted(places[i].tolist()) == list(range(1, players + 1))


def test_playouts_of_other_worlds_start_from_the_public_state() -> None:
    table = do(Round(["S4 S9", "S5 SK", "S6 SQ"]), "S4", "S5", "", "S9")
    assert table.places == [1, 0, 0]
    worlds = np.array([[0, 1 << 51, 3 << 4], [0, 1 << 4, 3 << 48]], np.uint64)
    places, lengths = playouts(table, worlds, rng=1)
    assert places.tolist() == [[1, 2, 3]] * 2 or (places[:, 0] == 1).all()
    assert places.dtype == np.uint8
    assert lengths.dtype == np.int32
    assert (lengths >= 1).all()


def test_rows_do_not_depend_on_their_number() -> None:
    table = Round([0b11 << 4 * seat for seat in range(4)], BASIC)
    n = 1030
    places, lengths = playouts(table, [table.hands] * n, rng=4)
    fewer, shorter = playouts(table, [table.hands] * 10, rng=4)
    assert np.array_equal(places[:10], fewer)
    assert np.array_equal(lengths[:10], shorter)
    stream = Stream(seed_words(4), 1)
    assert [played_out(table, stream) for _ in range(1024, n)] == [
        (places[i].tolist(), lengths[i]) for i in range(1024, n)
    ]
    assert all((a != b).any() for a, b in pairwise(np.unique(places, axis=0)))


def test_a_round_that_is_over_plays_on_for_no_turns() -> None:
    table = do(Round(["S3", "S4"]), "S3")
    places, lengths = playouts(table, [[0, 2]], rng=1)
    assert places.tolist() == [[1, 2]]
    assert lengths.tolist() == [0]
    places, lengths = playouts(table, np.empty((0, 2), np.uint64))
    assert (places.shape, lengths.shape) == ((0, 2), (0,))


def test_golden_playouts() -> None:
    table = Round([0b1111 << 8 * seat for seat in range(5)], UECDA)
    places, lengths = playouts(table, [table.hands] * 3, rng=2024)
    assert (places.tolist(), lengths.tolist()) == GOLDEN


GOLDEN = ([[4, 1, 5, 3, 2], [2, 5, 3, 4, 1], [3, 5, 4, 2, 1]], [26, 19, 33])


@pytest.mark.parametrize(
    ("hands", "error", "match"),
    [
        ([[1, 2]], ValueError, r"shape"),
        ([[1, 2, 12]], ValueError, r"hands\[0, 2\] has 2 cards; expected 1"),
        ([[1, 2, 4], [1, 2, 2]], CardError, r"hands\[1\] has a card in two hands"),
        ([[1, 2, 1 << 53]], OverflowError, r"hands\[0, 2\] has bit 53"),
        (None, TypeError, "hands"),
    ],
)
def test_playouts_refuse(hands: object, error: type[Exception], match: str) -> None:
    table = Round(["S3", "S4", "S5"])
    with pytest.raises(error, match=match):
        playouts(table, hands)
    with pytest.raises(TypeError, match="expected a Round"):
        playouts("table", [[1, 2, 4]])
