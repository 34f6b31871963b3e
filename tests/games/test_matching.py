"""The matching game: scores, the faults it does without, and logs that play again."""

import json
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bitdeck import STANDARD, CardError
from bitdeck.games.matching import PAIRS, SETS, TRIPLES, Event, MatchingGame, Scoring
from bitdeck.matches import SET, MatchDeck

CASES = json.loads((Path(__file__).parent.parent / "cases" / "matches.json").read_text("utf-8"))


def case(name: str) -> dict:
    return next(game for game in CASES["games"] if game["name"] == name)


def test_every_game_of_the_case_file_is_tested() -> None:
    assert [game["name"] for game in CASES["games"]] == [
        "fewer cards than a match takes",
        "last match taken, stock empty, no match left",
        "order",
    ]


def test_fewer_cards_than_a_match_takes() -> None:
    for scoring in (SETS, TRIPLES):
        for n in range(case("fewer cards than a match takes")["table"] + 1):
            game = MatchingGame(scoring, order=range(n))
            assert game.hint() is None
            assert game.over


def test_over_when_the_last_match_is_taken() -> None:
    left = [SET.index(text) for text in case("last match taken, stock empty, no match left")["left"]]
    game = MatchingGame(order=[*SET.parse("2000 2001 2002"), *left])
    for place in (0, 1, 2):
        assert not game.over
        game.choose(place)
    assert game.over
    with pytest.raises(ValueError, match="over"):
        game.choose(next(place for place, card in enumerate(game.table) if card >= 0))


def test_order_of_a_triple() -> None:
    cards = [STANDARD.index(text) for text in case("order")["cards"]]
    assert {TRIPLES.points(order) for order in permutations(cards)} == {5}


def test_scores_of_all_pairs_and_triples_of_playing_cards() -> None:
    expected = CASES["playing_card_pairs"]
    pairs = [PAIRS.points(pair) for pair in combinations(range(52), 2)]
    assert len(pairs) == expected["of"]
    assert (pairs.count(1), pairs.count(4), pairs.count(0)) == (expected["suit"], expected["rank"], expected["none"])
    tally = dict(CASES["playing_card_triples_scored_over_all_pairs"])
    triples = [TRIPLES.points(triple) for triple in combinations(range(52), 3)]
    assert len(triples) == tally.pop("of")
    assert {str(points): triples.count(points) for points in set(triples)} == tally


def test_scores_of_the_three_mistakes_and_of_matches() -> None:
    game = MatchingGame(PAIRS, order=[0, 5, 10, 1, 40, 41], table=4)
    assert game.choose(0) == Event("choose", 0, "up", (0,), -1)
    assert game.choose(0) == Event("choose", 0, "down", (0,), 0)
    game.choose(0)
    assert game.choose(1) == Event("choose", 1, "mismatch", (0, 5), -3)
    assert (game.score, game.chosen) == (-5, ())
    game.choose(0)
    assert game.choose(3) == Event("choose", 3, "match", (0, 1), 4 * 4 - 1)
    assert game.table == (-1, 5, 10, -1)
    assert game.hint() is None
    assert game.more() == Event("more", -1, "dealt", (40, 41), 0), "no match, no charge"
    assert game.table == (40, 5, 10, 41)
    assert game.score == -5 - 1 + 15
    assert game.more() == Event("more", -1, "dealt", (), 0), "an empty stock, no charge though there is a match"


def test_asking_while_there_is_a_match_costs() -> None:
    game = MatchingGame(order=range(81))
    assert game.more().change == -6
    assert game.table[-3:] == (12, 13, 14)
    assert MatchingGame(Scoring(mismatch=5, missed=2), order=range(81)).more().change == -10
    assert MatchingGame(TRIPLES, order=[0, 5, 10, 15, 1], table=4).more().change == 0


def test_dealt_cards_fill_the_lowest_empty_places_first() -> None:
    game = MatchingGame(Scoring(more=4), order=range(81))
    for place in (3, 4, 5):
        game.choose(place)
    assert game.table[3:6] == (-1, -1, -1)
    game.more()
    assert game.table == (0, 1, 2, 12, 13, 14, 6, 7, 8, 9, 10, 11, 15)


def test_over_is_noticed_after_every_change() -> None:
    game = MatchingGame(order=[0, 1, 3, 4, 2], table=4)
    assert not game.over, "a match may still come"
    game.more()
    assert not game.over
    for place in (0, 1, 4):
        assert not game.over
        game.choose(place)
    assert game.over
    last = MatchingGame(order=[0, 1, 3, 4, 9], table=4)
    last.more()
    assert last.over, "the last card dealt makes no match"


def test_wrong_places_and_orders_change_nothing() -> None:
    game = MatchingGame(order=range(20), rng=1)
    for place, error in ((12, IndexError), (-1, IndexError), (1.5, TypeError), (True, TypeError)):
        with pytest.raises(error, match="place is"):
            game.choose(place)
    for place in (0, 1, 2):
        game.choose(place)
    before = repr(game)
    with pytest.raises(ValueError, match="place 1 is empty"):
        game.choose(1)
    assert repr(game) == before
    for order in ([0, 0], [81], [-1]):
        with pytest.raises(CardError, match="cards"):
            MatchingGame(order=order)
    with pytest.raises(CardError, match="52"):
        MatchingGame(PAIRS, order=[52])
    with pytest.raises(ValueError, match="cards has 2"):
        SETS.points([0, 1])
    with pytest.raises(TypeError, match="scoring"):
        MatchingGame("SET")


def test_scorings_are_checked() -> None:
    with pytest.raises(ValueError, match="mode"):
        Scoring("quads")
    with pytest.raises(ValueError, match="mismatch"):
        Scoring(mismatch=-1)
    with pytest.raises(TypeError, match="deck"):
        Scoring(deck=STANDARD)
    assert Scoring(deck=MatchDeck(2, 4)).take == 4


def test_packs_are_shuffled_by_the_seed() -> None:
    for scoring, size in ((SETS, 81), (PAIRS, 52), (TRIPLES, 52)):
        game = MatchingGame(scoring, 5)
        assert sorted(game.order) == list(range(size))
        assert game == MatchingGame(scoring, 5)
        assert game != MatchingGame(scoring, 6)


def test_a_game_prints_and_draws_itself() -> None:
    game = MatchingGame(order=[0, 22, 80], table=3)
    game.choose(1) if not game.over else None
    assert str(game).splitlines() == [
        "0: 1 red solid diamond        1: 1 purple striped squiggle  2: 3 purple open ovals",
        "stock 0, score 0, game over",
    ]
    assert "<svg" in game._repr_html_()
    pairs = MatchingGame(PAIRS, order=[0, 4, 51])
    pairs.choose(1)
    assert "1* 3♣" in str(pairs)
    assert "A♠" in pairs._repr_html_()


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.sampled_from([SETS, PAIRS, TRIPLES, Scoring(deck=MatchDeck(2, 4))]), st.integers(0, 99), st.data())
def test_logs_play_again_and_books_are_kept(scoring: Scoring, seed: int, data: st.DataObject) -> None:
    game = MatchingGame(scoring, seed)
    for _ in range(data.draw(st.integers(0, 25))):
        hint = game.hint()
        action = data.draw(st.sampled_from(["any", "hint", "hint", "more"]))
        held = [place for place, card in enumerate(game.table) if card >= 0]
        if action == "more" or not held or game.over:
            game.more()
        else:
            rest = [place for place in hint or () if place not in game.chosen]
            game.choose(rest[0] if action == "hint" and rest else data.draw(st.sampled_from(held)))
        gone = [card for event in game.log if event.outcome == "match" for card in event.cards]
        assert sorted([*gone, *(c for c in game.table if c >= 0), *game.stock]) == sorted(game.order)
        assert game.score == sum(event.change for event in game.log)
        assert game.over == (not game.stock and game.hint() is None)
        assert len(game.chosen) < scoring.take
    assert MatchingGame.replay(game.log, game.order, scoring) == game


def test_a_log_of_another_game_is_refused() -> None:
    game = MatchingGame(order=range(81))
    game.choose(0)
    with pytest.raises(ValueError, match=r"log\[0\]"):
        MatchingGame.replay(game.log, range(1, 81))
