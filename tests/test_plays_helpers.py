"""The helpers on masks, following suit, and what is refused."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bitdeck import DAIFUGO, DOPPELKOPF, STANDARD, CardError, Hand, plays
from bitdeck.plays import BASIC, UECDA, PlayRules

HANDS = st.sets(st.integers(0, 53), max_size=16).map(lambda cards: sum(1 << i for i in cards))
QUIET = settings(max_examples=100, deadline=None, derandomize=True)


def ranked(mask: int) -> list[tuple[int, int]]:
    return [divmod(i, 4) for i in range(52) if mask >> i & 1]


@QUIET
@given(hand=HANDS, revolution=st.booleans())
def test_split_is_a_partition_in_the_documented_order(hand: int, revolution: bool) -> None:
    found = plays.split(hand, revolution=revolution)
    assert sum(found) == hand
    assert 0 not in found
    assert all(not a & b for a, b in combinations(found, 2))
    runs = [part for part in found if plays.is_run(part)]
    groups = [part for part in found if plays.is_group(part)]
    single = [part for part in found if part.bit_count() == 1]
    assert found == runs + groups + single
    assert [r.bit_count() for r in runs] == sorted((r.bit_count() for r in runs), reverse=True)
    ranks = [ranked(part)[0][0] for part in groups]
    assert ranks == sorted(ranks, reverse=not revolution)
    assert all(not plays.is_group(a | b) for a, b in combinations(single, 2))


def test_split_sets_the_strongest_rank_aside_only_over_four_cards() -> None:
    assert len(plays.split("SK SA S2")) == 1
    assert sorted(part.bit_count() for part in plays.split("SK SA S2 D4 D6")) == [1] * 5
    assert len(plays.split("S3 S4 S5 D7 D9", revolution=True)) == 5
    assert len(plays.split("SK SA S2 D4 D6", revolution=True)) == 3


def test_split_lists_jokers_first_of_the_single_cards() -> None:
    assert plays.split("JK S3 S3"[:5]) == [1 << 52, 1 << 3]
    assert plays.split(3 << 52) == [1 << 53, 1 << 52]


@QUIET
@given(hand=HANDS)
def test_maximal_runs_cover_every_window_of_three(hand: int) -> None:
    longest, windows = plays.runs(hand), plays.runs(hand, 3)
    assert all(any(window & run == window for run in longest) for window in windows)
    assert len(windows) == sum(run.bit_count() - 2 for run in longest)
    assert windows == sorted(windows)
    assert all(plays.is_run(w) and w.bit_count() == 3 for w in windows)
    assert [r.bit_count() for r in longest] == sorted((r.bit_count() for r in longest), reverse=True)
    assert all(run & hand == run and plays.is_run(run) for run in longest)


@QUIET
@given(hand=HANDS)
def test_groups_counts_and_singles_agree(hand: int) -> None:
    times = {rank: sum(r == rank for r, _ in ranked(hand)) for rank in range(13)}
    for size in range(1, 5):
        assert [group.bit_count() for group in plays.groups(hand, size)] == [
            times[rank] for rank in reversed(range(13)) if times[rank] >= size
        ]
    assert plays.rank_counts(hand) == sum(1 << 4 * rank + k - 1 for rank, k in times.items() if k)
    assert plays.lone_ranks(hand) == sum(1 << 4 * rank for rank, k in times.items() if k == 1)
    assert plays.singles(hand) == [1 << i for i in reversed(range(54)) if hand >> i & 1]


@QUIET
@given(hand=HANDS, field=HANDS, revolution=st.booleans())
def test_stronger_is_above_every_card_of_the_field(hand: int, field: int, revolution: bool) -> None:
    def above(card: int, other: int) -> bool:
        if other >= 52 or card >= 52:
            return other < 52
        return card // 4 < other // 4 if revolution else card // 4 > other // 4

    cards, others = ([i for i in range(54) if mask >> i & 1] for mask in (hand, field))
    expected = sum(1 << card for card in cards if all(above(card, other) for other in others))
    assert plays.stronger(hand, field, revolution) == expected


@QUIET
@given(cards=st.sets(st.integers(0, 53), max_size=5).map(lambda c: sum(1 << i for i in c)), least=st.integers(1, 4))
def test_is_run_and_is_group_are_their_definitions(cards: int, least: int) -> None:
    found, plain = ranked(cards), cards < 1 << 52
    ranks, suits = sorted(r for r, _ in found), {s for _, s in found}
    consecutive = bool(found) and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    assert plays.is_run(cards, least) == (plain and len(suits) == 1 and consecutive and len(found) >= least)
    assert plays.is_group(cards, least) == (plain and len(set(ranks)) == 1 and len(found) >= least)


def test_is_run_and_is_group_find_every_one_of_the_pack() -> None:
    suit = [1 << 4 * rank for rank in range(13)]
    runs = [sum(suit[a:b]) << s for a in range(13) for b in range(a + 3, 14) for s in range(4)]
    groups = [cards << 4 * rank for rank in range(13) for cards in range(16) if cards.bit_count() > 1]
    assert all(plays.is_run(runs))
    assert all(plays.is_group(groups))
    assert not any(plays.is_run([run | 1 << 52 for run in runs] + groups))
    assert not any(plays.is_group([group | 1 << 53 for group in groups] + runs))


def test_helpers_take_batches() -> None:
    hands = np.array([0b1011, 0, 0b1_0000_0001, 1 << 52], ">u8")
    whole = [int(hand) for hand in hands]
    for one in (plays.rank_counts, plays.lone_ranks, plays.is_run, plays.is_group):
        found = one(hands)
        assert isinstance(found, np.ndarray)
        assert found.tolist() == [one(hand) for hand in whole]
    found = plays.stronger(hands, 0b1, [True, False, True, False])
    assert found.dtype == np.uint64
    assert found.tolist() == [0, 0, 0, 1 << 52]
    assert plays.stronger(0b11, [0, 1]).tolist() == [3, 0]
    assert plays.is_run(hands[:0]).dtype == bool
    assert plays.rank_counts([]).shape == (0,)


def test_a_hand_of_any_daifugo_pack_is_a_hand() -> None:
    hand = Hand("S3 D3", DAIFUGO)
    assert len(plays.leads(hand)) == len(plays.leads(hand, UECDA)) == 3
    assert plays.is_group(hand)
    assert plays.split(hand) == [0b1010]
    with pytest.raises(CardError, match="hand of"):
        plays.leads(Hand("S3", STANDARD))


SUITS = [0b1111 << 4 * rank for rank in range(13)]


def test_follow_suit_keeps_to_the_led_class() -> None:
    assert plays.follow_suit(0b10011, 0, SUITS) == 0b11
    assert plays.follow_suit(0b10000, 0, SUITS) == 0b10000
    assert plays.follow_suit(0b10011, None, SUITS) == plays.follow_suit(0b10011, -1, SUITS) == 0b10011
    trumps = DOPPELKOPF.parse("TH QC QD QH QS JC JD JH JS 9D TD KD AD")
    assert plays.follow_suit(trumps | 1, DOPPELKOPF.index("TH"), [trumps, 1]) == trumps
    found = plays.follow_suit([0b10011, 0b10000], [4, -1], SUITS)
    assert found.dtype == np.uint64
    assert found.tolist() == [0b10000, 0b10000]
    assert plays.follow_suit(1 << 63 | 1, 63, [1 << 63]) == 1 << 63
    assert plays.follow_suit(0b10011, [0, 4], SUITS).tolist() == [0b11, 0b10000]


@pytest.mark.parametrize(
    ("led", "classes", "error", "match"),
    [
        (5, [1], CardError, "led is card 5; expected a card of one of the classes"),
        ([0, 5], [1], CardError, r"led\[1\] is card 5"),
        (0, [1, 3], CardError, r"classes\[1\] shares cards"),
        (0, 5, TypeError, "classes is 5; expected a sequence"),
        (64, [1], ValueError, "led is 64"),
        ([64], [1], ValueError, "led is"),
        (0.5, [1], TypeError, "led"),
        ([0.5], [1], TypeError, "led is an array of float64"),
    ],
)
def test_follow_suit_refuses(led: Any, classes: Any, error: Any, match: str) -> None:
    with pytest.raises(error, match=match):
        plays.follow_suit(1, led, classes)


@pytest.mark.parametrize(
    ("fields", "error", "match"),
    [
        ({"jokers": 3}, ValueError, r"jokers is 3; expected an integer in 0\.\.2"),
        ({"jokers": True}, TypeError, "jokers is the bool"),
        ({"min_run": 2}, ValueError, "min_run is 2"),
        ({"min_run": 14}, ValueError, "min_run is 14"),
        ({"min_run": 3.5}, TypeError, "min_run is float 3.5"),
        ({"revolution_group": 1}, ValueError, "revolution_group is 1"),
        ({"revolution_run": 16}, ValueError, "revolution_run is 16"),
        ({"quint": True}, ValueError, "quint needs a joker"),
        ({"virtual_ends": True}, ValueError, "virtual_ends needs a joker"),
        ({"spade_three": True}, ValueError, "spade_three needs a joker"),
        ({"jokers": 1, "min_run": None, "virtual_ends": True}, ValueError, "virtual_ends needs runs"),
        ({"joker_mode": "all"}, ValueError, "joker_mode is 'all'; expected one of 'cards', 'declared', 'minimal'"),
        ({"eight_cut": 1}, TypeError, "eight_cut is 1; expected True or False"),
    ],
    ids=str,
)
def test_rules_refuse(fields: dict, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        PlayRules(**fields)


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (lambda: plays.leads(1 << 52), OverflowError, r"hand has bit 52; .* \(these rules have jokers=0\)"),
        (lambda: plays.leads([1, 1 << 53], UECDA), OverflowError, r"hand\[1\] has bit 53; .*jokers=1"),
        (lambda: plays.leads(1 << 54, UECDA), OverflowError, "hand has bit 54"),
        (lambda: plays.leads(-1), OverflowError, "deck.full & ~hand"),
        (lambda: plays.leads("S3 JK"), CardError, "no joker"),
        (lambda: plays.leads("S3", rules="UECDA"), TypeError, "rules is 'UECDA'; expected PlayRules"),
        (lambda: plays.leads(True), TypeError, "hand is the bool"),
        (lambda: plays.leads(None), TypeError, "hand is None"),
        (lambda: plays.leads(1.0), TypeError, "hand is float"),
        (lambda: plays.leads(1, revolution=1), TypeError, "revolution is 1; expected True, False"),
        (lambda: plays.leads(1, revolution="yes"), TypeError, "revolution is 'yes'"),
        (lambda: plays.follows(1, "S3 S4"), CardError, "field is 3♠ 4♠, no legal play"),
        (lambda: plays.follows(1, [1, "S3 S4"]), CardError, r"field\[1\] is 3♠ 4♠, no legal play"),
        (lambda: plays.follows(1, "S3 S4 JK"), CardError, "no joker"),
        (lambda: plays.follows(1, "S3 S4 JK", UECDA), CardError, "may mean 2 plays; give one of plays.classify"),
        (lambda: plays.follows(1, plays.classify("JK", UECDA)[0]), OverflowError, "field has bit 52"),
        (lambda: plays.follows(1, plays.classify("JK", UECDA)), OverflowError, r"field\[0\] has bit 52"),
        (lambda: plays.follows(1, "S3 S4 S5", replace(BASIC, min_run=None)), CardError, "no legal play"),
        (lambda: plays.follows(1, 1, lock=16), OverflowError, "lock has bit 4; expected bits 0..3: a lock is a mask"),
        (lambda: plays.follows(1, 1, lock=[1, 32]), OverflowError, r"lock\[1\] has bit 5"),
        (lambda: plays.follows(1, 1, lock=True), TypeError, "lock is the bool"),
        (lambda: plays.follows(1, 1, number_lock=0), TypeError, "number_lock is 0"),
        (lambda: plays.follows([1, 2], [1, 2, 3]), ValueError, "hand 2, field 3; expected equal numbers, or one"),
        (lambda: plays.counts([1, 2], revolution=[True] * 3), ValueError, "rows do not match"),
        (lambda: plays.beats("S3 S4", "S3"), CardError, "play is 3♠ 4♠; expected a single, a group or a run"),
        (lambda: plays.beats("", "S3"), CardError, "play is no cards"),
        (lambda: plays.beats([1], "S3"), TypeError, "play is list .*expected one mask"),
        (lambda: plays.classify([1]), TypeError, "bits.from_indices"),
        (lambda: plays.split([1]), TypeError, "bits.from_indices"),
        (lambda: plays.split(1, revolution=[True]), TypeError, "revolution"),
        (lambda: plays.runs(1, 14), ValueError, "length is 14"),
        (lambda: plays.groups(1, 5), ValueError, "min_size is 5"),
        (lambda: plays.is_run(1, 0), ValueError, "min_length is 0"),
        (lambda: plays.is_group(1, 5), ValueError, "min_size is 5"),
        (lambda: plays.singles(1 << 54), OverflowError, "hand has bit 54"),
    ],
)
def test_bad_input_is_named(call: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        call()
