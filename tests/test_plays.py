"""Plays against their definition, the published cases and counts, and each other."""

import copy
import json
import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import bitdeck
import plays_oracle as oracle
from bitdeck import DAIFUGO, plays
from bitdeck.plays import BASIC, PRESIDENT, UECDA, Kind, Play, PlayRules, Plays

CASES = json.loads((Path(__file__).parent / "cases" / "plays.json").read_text())
SLOW_TWIN = bitdeck.implementation == "reference"
RULES = {
    "BASIC": BASIC,
    "UECDA": UECDA,
    "UECDA without virtual ends": replace(UECDA, virtual_ends=False),
}


def examples(n: int):
    return settings(
        max_examples=n // 4 if SLOW_TWIN else n,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )


def named(case: dict) -> PlayRules:
    rules = RULES[case.get("rules", "BASIC")]
    return replace(rules, joker_mode=case["joker_mode"]) if "joker_mode" in case else rules


def masks(texts: list[str]) -> set[int]:
    return {DAIFUGO.parse(text) for text in texts}


def told(found: Plays) -> list[oracle.Told]:
    def pair(joker: list[int]) -> tuple[int, int]:
        return tuple(([*joker, -1, -1])[:2])

    columns = found.cards, found.kind, found.rank, found.size, found.suits, found.joker
    return [
        oracle.Told(c, k, r, n, s, pair(j)) for c, k, r, n, s, j in zip(*(x.tolist() for x in columns), strict=True)
    ]


def each(found: Plays) -> list[Play]:
    return [found[i] for i in range(len(found))]


@pytest.mark.parametrize("case", CASES["lead_counts_full_pack"], ids=str)
def test_leads_of_the_full_pack_are_as_many_as_published(case: dict) -> None:
    rules = named(case)
    found = plays.leads(rules.deck.full, rules)
    assert len(found) == case["total"] == plays.counts(rules.deck.full, 0, rules)
    if "by_kind" in case:
        group = [int(np.count_nonzero((found.kind == Kind.GROUP) & (found.size == n))) for n in (2, 3, 4)]
        by_kind = dict(zip(("pair", "triple", "quad"), group, strict=True))
        by_kind["single"] = int(np.count_nonzero(found.kind == Kind.SINGLE))
        by_kind["run"] = int(np.count_nonzero(found.kind == Kind.RUN))
        assert by_kind == case["by_kind"]


@pytest.mark.parametrize("case", CASES["lead_counts"], ids=str)
def test_lead_counts(case: dict) -> None:
    assert plays.counts(case["hand"], 0, named(case)) == case["total"]


@pytest.mark.parametrize("case", CASES["follows"] + CASES["with_joker"], ids=str)
def test_follow_cases(case: dict) -> None:
    found = plays.follows(case["hand"], case["field"], named(case), revolution=case.get("revolution", False))
    assert set(found) == masks(case["right"])
    assert len(found) == case.get("right_count", len(case["right"]))


@pytest.mark.parametrize("case", CASES["split"], ids=str)
def test_split_cases(case: dict) -> None:
    found = plays.split(case["hand"])
    assert set(found) == masks(case["right"])
    assert sum(found) == DAIFUGO.parse(case["hand"])


@examples(120)
@given(data=st.data())
def test_leads_are_those_of_the_definition_in_its_order(data: st.DataObject) -> None:
    rules = data.draw(oracle.RULES)
    hand = data.draw(oracle.hands(rules.jokers, 9 if rules.jokers < 2 else 6))
    revolution = data.draw(st.booleans())
    assert told(plays.leads(hand, rules, revolution=revolution)) == oracle.legal(
        hand, None, rules, revolution, 0, False
    )


@st.composite
def situations(draw: st.DrawFn, most: int = 8) -> tuple:
    """Rules, a hand, a field it may be able to beat, and what is in force."""
    rules = draw(oracle.RULES)
    hand = draw(oracle.hands(rules.jokers, most if rules.jokers < 2 else 6))
    source = plays.leads(draw(oracle.hands(rules.jokers, most)), replace(rules, joker_mode="declared"))
    assume(len(source))
    field = source[draw(st.integers(0, len(source) - 1))]
    lock = draw(st.sampled_from([0, 0, 0, field.suits]))
    return rules, hand, field, {"revolution": draw(st.booleans()), "lock": lock, "number_lock": draw(st.booleans())}


@examples(200)
@given(situation=situations())
def test_follows_are_those_of_the_definition_in_its_order(situation: tuple) -> None:
    rules, hand, field, force = situation
    below = oracle.Told(field.cards, int(field.kind), field.rank, field.size, field.suits, field.joker)
    assert told(plays.follows(hand, field, rules, **force)) == oracle.legal(hand, below, rules, **force)


@examples(150)
@given(situation=situations())
def test_follows_are_the_leads_that_beat_the_field(situation: tuple) -> None:
    rules, hand, field, force = situation
    found = plays.follows(hand, field, rules, **force)
    leads = plays.leads(hand, rules, revolution=force["revolution"])
    if rules.joker_mode == "cards":
        # A card set leads under its first declaration and may follow under another.
        assert set(found) == {cards for cards in leads if plays.beats(cards, field, rules, **force)}
    else:
        assert found.packed.tolist() == leads.packed[plays.beats(leads, field, rules, **force)].tolist()
    assert all(plays.beats(play, field, rules, **force) for play in each(found))


@examples(80)
@given(situation=situations())
def test_action_mask_agrees_with_moves(situation: tuple) -> None:
    rules, hand, field, force = situation
    space = plays.action_space(rules)
    for below in (0, field):
        legal = plays.action_mask(hand, below, rules, **force)
        assert legal[-1] == (below is field)
        chosen, found = space.packed[:-1][legal[:-1]], plays.moves(hand, below, rules, **force)
        if rules.joker_mode == "cards":
            assert sorted(chosen[:, 0].tolist()) == sorted(found)
        else:
            assert sorted(chosen.tolist()) == sorted(found.packed.tolist())


@examples(40)
@given(data=st.data())
def test_batches_are_their_rows(data: st.DataObject) -> None:
    rules = data.draw(oracle.RULES)
    n = data.draw(st.integers(1, 5))
    hands = [data.draw(oracle.hands(rules.jokers, 11)) for _ in range(n)]
    leads = plays.leads(hands[0], replace(rules, joker_mode="declared"))
    assume(len(leads))
    field = leads[data.draw(st.integers(0, len(leads) - 1)) :][:n]
    assume(len(field) == n)
    force = {
        "revolution": data.draw(st.lists(st.booleans(), min_size=n, max_size=n)),
        "lock": data.draw(st.lists(st.integers(0, 15), min_size=n, max_size=n)),
        "number_lock": data.draw(st.booleans()),
    }
    rows = [{**force, "revolution": force["revolution"][i], "lock": force["lock"][i]} for i in range(n)]
    for function in (plays.follows, plays.moves):
        found = function(hands, field, rules, **force)
        assert [found.row(i) for i in range(n)] == [function(hands[i], field[i], rules, **rows[i]) for i in range(n)]
    assert plays.counts(hands, field, rules, **force).tolist() == np.diff(found.offsets).tolist()
    masks = plays.action_mask(hands, field, rules, **force)
    assert masks.tolist() == [plays.action_mask(hands[i], field[i], rules, **rows[i]).tolist() for i in range(n)]
    beaten = plays.beats(leads[:1], field, rules, **force)
    assert beaten.tolist() == [plays.beats(leads[0], field[i], rules, **rows[i]) for i in range(n)]


def crowded(n: int, jokers: int) -> list[int]:
    """Hands of any size from few ranks, so that many runs and groups start at one."""
    random = np.random.default_rng(n + jokers)
    return [
        sum(1 << int(card) for card in random.permutation(36)[: random.integers(0, 20)]) | i % 2**jokers << 52
        for i in range(n)
    ]


@pytest.mark.parametrize("revolution", [False, True])
@pytest.mark.parametrize("rules", [BASIC, UECDA, PlayRules(jokers=2)], ids=["BASIC", "UECDA", "two jokers"])
def test_plays_of_crowded_hands_come_in_order(rules: PlayRules, revolution: bool) -> None:
    hands = [DAIFUGO.parse("D3 S3 C4 D4 S4 C5 JK") if rules.jokers else 0b1011, *crowded(60, rules.jokers)]
    for hand in hands:
        found = plays.leads(hand, rules, revolution=revolution)
        keys = [
            (-play.kind, -play.size, play.rank if revolution and play.rank != 14 else -play.rank, play.cards)
            for play in each(found)
        ]
        assert keys == sorted(keys)


@pytest.mark.parametrize("force", [{}, {"revolution": True}, {"number_lock": True}, {"lock": 0b0100}], ids=str)
@pytest.mark.parametrize(
    "rules", [BASIC, UECDA, PlayRules(jokers=2, forbidden_finish=True)], ids=["BASIC", "UECDA", "two jokers"]
)
def test_many_rows_alike_are_as_each_alone(rules: PlayRules, force: dict) -> None:
    hands = crowded(10 if SLOW_TWIN else 100, rules.jokers)
    space = plays.leads(rules.deck.full, rules)
    for kind, size in ((1, 1), (2, 2), (2, 3), (2, 4), (2, 5), (3, 3), (3, 5)):
        of_shape = space.packed[(space.kind == kind) & (space.size == size)]
        rows = np.random.default_rng(size).integers(0, len(of_shape), len(hands)) if len(of_shape) else []
        field = Plays(of_shape[rows], rules)
        found = plays.follows(hands[: len(field)], field, rules, **force)
        assert [found.row(i) for i in range(len(field))] == [
            plays.follows(hand, play, rules, **force) for hand, play in zip(hands, each(field), strict=False)
        ]


def test_one_hand_serves_many_fields_and_one_field_many_hands() -> None:
    found = plays.follows("S4 S5", ["S3", "S4", ""])
    assert [list(found.row(i)) for i in range(3)] == [[1 << 11, 1 << 7], [1 << 11], []]
    found = plays.follows(["S4", "S5", ""], "S4")
    assert found.offsets.tolist() == [0, 0, 1, 1]
    found = plays.leads("S4 S5", revolution=[False, True])
    assert found.cards.tolist() == [1 << 11, 1 << 7, 1 << 7, 1 << 11]


def test_moves_lead_where_the_field_is_empty_and_follow_elsewhere() -> None:
    found = plays.moves("S4 D4", ["", "S3", "S5"])
    assert np.diff(found.offsets).tolist() == [3, 2, 0]


@pytest.mark.parametrize("empty", [[], np.empty(0, "u8"), np.empty(0, "i8")], ids=["list", "u8", "i8"])
def test_empty_batches_give_empty_results(empty: object) -> None:
    assert plays.leads(empty).offsets.tolist() == [0]
    assert plays.follows(empty, "S3").packed.shape == (0, 2)
    assert plays.counts(empty).tolist() == []
    assert plays.action_mask(empty).shape == (0, 460)


def test_empty_hands_and_fields_give_no_plays() -> None:
    assert len(plays.leads(0)) == len(plays.leads("")) == 0
    assert len(plays.follows(0, 0)) == len(plays.follows("S3 S4", 0)) == len(plays.follows(0, "S3")) == 0
    assert plays.follows("S3", Play(0, 0)) == plays.follows("S3", "")
    assert not plays.beats("S3", "")


def test_a_lone_joker_beats_every_single_and_only_spade_three_beats_it() -> None:
    for revolution in (False, True):
        for lock in (0, 1):
            force = {"revolution": revolution, "lock": lock, "number_lock": True}
            assert plays.follows("JK", "H9", UECDA, **force).rank.tolist() == [14]
            assert list(plays.follows("S3 D3 S2", "JK", UECDA, **force)) == [1 << 3]
    assert len(plays.follows("S3", "JK", replace(UECDA, spade_three=False))) == 0
    assert not plays.beats("S3", "S4")


def test_two_jokers_beat_any_pair_and_may_stand_at_both_ends() -> None:
    rules = replace(UECDA, jokers=2)
    assert plays.beats(3 << 52, "S2 D2", rules)
    assert plays.beats(3 << 52, "S3 D3", rules, revolution=True, lock=3)
    assert not plays.beats("S2 D2", 3 << 52, rules)
    suit = sum(1 << 4 * rank for rank in range(13))
    longest = plays.leads(suit | 3 << 52, rules)[0]
    assert (longest.kind, longest.rank, longest.size, longest.joker) == (Kind.RUN, -1, 15, (-8, 52))


def test_two_jokers_make_a_group_of_six_with_quint_only() -> None:
    rules = replace(UECDA, jokers=2)
    found = plays.leads("S3 D3 H3 C3 JK JK", rules)
    assert [(p.size, p.joker) for p in each(found) if p.size > 4] == [(6, (-2, -2)), (5, (-2, -1)), (5, (-1, -2))]
    assert plays.leads("S3 D3 H3 C3 JK JK", replace(rules, quint=False)).size.max() == 4
    fifth = plays.classify("S3 D3 H3 JK JK", rules)
    assert [(p.size, p.joker) for p in each(fifth)] == [(5, (-2, 0))]


def test_nothing_follows_an_eight_however_declared() -> None:
    for field in ("S8", "S8 JK", "S7 S8 S9"):
        assert len(plays.follows("ST SJ SQ DT CT", field, UECDA)) == 0
    held = plays.classify("S7 JK S9", UECDA)[0]
    assert len(plays.follows("ST SJ SQ", held, UECDA)) == 0
    assert len(plays.follows("ST SJ SQ", held, replace(UECDA, eight_cut=False))) == 1


def test_a_suit_lock_counts_what_the_joker_stands_for() -> None:
    found = plays.follows("S5 JK", "S4 D4", UECDA, lock=0b1010)
    assert [str(play) for play in each(found)] == ["5♦=JK 5♠"]
    cards = plays.follows("S5 JK", "S4 D4", replace(UECDA, joker_mode="cards"), lock=0b1010)
    assert cards[0] == found[0]


def test_a_number_lock_asks_for_the_next_rank() -> None:
    hand = "S5 S6 S7 S9"
    assert set(plays.follows(hand, "S5", number_lock=True)) == masks(["S6"])
    assert set(plays.follows(hand, "S8", revolution=True, number_lock=True)) == masks(["S7"])
    assert set(plays.follows("S6 S7 S8 S9", "D3 D4 D5", number_lock=True)) == masks(["S6 S7 S8"])
    assert set(plays.follows("S6 S7 S8 S9", "DT DJ DQ", number_lock=True, revolution=True)) == masks(["S7 S8 S9"])


def test_a_forbidden_finish_is_left_out() -> None:
    rules = replace(UECDA, forbidden_finish=True)
    for hand in ("S2", "S8", "JK", "S2 D2", "S9 JK", "S7 S8 S9"):
        assert DAIFUGO.parse(hand) not in set(plays.leads(hand, rules))
        assert len(plays.leads(hand, replace(rules, forbidden_finish=False))) > len(plays.leads(hand, rules))
    assert len(plays.leads("S3", rules)) == 1
    assert len(plays.leads("S3", rules, revolution=True)) == 0
    assert len(plays.leads("S2", rules, revolution=True)) == 1


def test_president_has_no_runs_and_revolutions_only_by_groups() -> None:
    assert Kind.RUN not in plays.leads("S3 S4 S5 S6", PRESIDENT).kind
    assert plays.counts(PRESIDENT.deck.full, 0, PRESIDENT) == 195


def test_classify_gives_every_declaration() -> None:
    assert plays.classify("S3 S4 JK", UECDA).rank.tolist() == [0, -1]
    assert plays.classify("S3 D3 JK", UECDA).suits.tolist() == [0b1011, 0b1110]
    assert len(plays.classify("S3 S4")) == len(plays.classify(0)) == 0


def test_action_space_has_every_declared_play_and_the_pass_last() -> None:
    for mode, total in (("cards", 2111), ("declared", 2605), ("minimal", 2605)):
        space = plays.action_space(replace(UECDA, joker_mode=mode))
        assert len(space) == total + 1
        assert space[-1] == Play(0, 0)
        assert str(space[-1]) == "pass"
    assert plays.action_space() == plays.action_space(BASIC)


def test_action_mask_writes_into_out() -> None:
    out = np.ones((2, 460), bool)
    assert plays.action_mask([0, 1], out=out) is out
    assert out.sum(axis=1).tolist() == [0, 1]
    with pytest.raises(ValueError, match="out has shape"):
        plays.action_mask([0, 1], out=np.ones((2, 459), bool))


def test_values_print_compare_copy_and_pickle() -> None:
    found = plays.leads(["C3 C4 JK", "C2"], UECDA)
    play = found[0]
    assert str(play) == "3♣ 4♣ 5♣=JK"
    assert repr(play) == "<Play run: 3♣ 4♣ 5♣=JK>"
    assert (play.cards, play.kind, play.rank, play.size, play.suits, play.joker) == (17 | 1 << 52, 3, 0, 3, 1, (8, -1))
    assert len(play) == 3
    assert play.declares(2)
    assert not play.declares(3)
    assert str(found[1]) == "<3♣=JK 3♣ 4♣"
    assert repr(found) == f"<Plays: {len(found)} of 2 hands>"
    for value in (play, found, found.row(1), UECDA, PRESIDENT):
        assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
    assert play in found
    assert play.cards in found
    assert found[-1] not in found.row(0)
    assert hash(play) == hash(Play(play.cards, play.meaning))
    assert play != found[1]
    with pytest.raises(AttributeError, match="does not change"):
        play.cards = 3
    with pytest.raises(ValueError, match="read-only"):
        found.packed[0] = 0
    with pytest.raises(IndexError):
        found[len(found)]
    with pytest.raises(IndexError, match="hand 2 of 2"):
        found.row(2)
    with pytest.raises(ValueError, match="plays of one hand"):
        found.row(0).row(0)
    assert eval(repr(UECDA)) == UECDA


def test_the_high_virtual_end_shows_above_the_two() -> None:
    assert str(plays.classify("SA S2 JK", UECDA)[0]) == "A♠ 2♠ >2♠=JK"
    assert plays.classify("SA S2 JK", UECDA).joker.tolist() == [[55], [43]]
