"""Matches: every line of the case file, brute force over all choices of places, and what may not come in."""

import json
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitdeck
from bitdeck import CardError, TooComplex, bits, matches
from bitdeck.matches import (
    SET,
    Layout,
    MatchDeck,
    complete,
    count,
    count_matchless,
    explain,
    find,
    find_all,
    first_combination,
    has,
    is_match,
    match_distribution,
    simulate,
    third,
)

CASES = json.loads((Path(__file__).parent / "cases" / "matches.json").read_text("utf-8"))
SLOW_TWIN = bitdeck.implementation == "reference"
DECKS = [MatchDeck(p, v) for p, v in [(4, 3), (1, 2), (3, 2), (8, 2), (1, 3), (2, 3), (5, 3), (6, 3)]] + [
    MatchDeck(p, v) for p, v in [(1, 4), (2, 4), (3, 4), (5, 4), (2, 5), (4, 5), (2, 6), (3, 6), (1, 7), (3, 7)]
]
quick = settings(max_examples=60 if not SLOW_TWIN else 20, deadline=None, derandomize=True)


def oracle(cards: list[int], deck: MatchDeck) -> list[tuple[int, ...]]:
    """All matches by the words of the rule: digit by digit as text, all equal or all different."""
    texts = [deck.format(card) for card in cards]
    return [
        places
        for places in combinations(range(len(cards)), deck.values)
        if all(cards[place] >= 0 for place in places)
        and all(len({texts[place][digit] for place in places}) in (1, deck.values) for digit in range(deck.properties))
    ]


@st.composite
def layouts(draw: st.DrawFn, most: int = 14) -> tuple[list[int], MatchDeck]:
    """A layout with empty places, often with a match or two laid into it, and its deck."""
    deck = draw(st.sampled_from(DECKS))
    # Few choices of `values` out of the layout, however many values there are.
    most = min(most, deck.size) if deck.values < 5 else min(11, deck.size)
    card = st.integers(0, deck.size - 1)
    cards = draw(st.lists(card, max_size=most, unique=True))
    if draw(st.booleans()) and deck.values <= most:
        start = draw(st.lists(st.sampled_from(range(deck.values)), min_size=deck.properties, max_size=deck.properties))
        turn = draw(st.lists(st.integers(0, 1), min_size=deck.properties, max_size=deck.properties).filter(any))
        planted = [
            sum((s + i * t) % deck.values * deck.values**d for d, (s, t) in enumerate(zip(start, turn, strict=True)))
            for i in range(deck.values)
        ]
        cards = ([c for c in cards if c not in planted] + planted)[-most:]
        cards = draw(st.permutations(cards))
    for place in draw(st.lists(st.integers(0, most), max_size=2)):
        cards = [*cards[:place], -1, *cards[place:]]
    return list(cards), deck


# The case file.


def test_sets_in_the_pack() -> None:
    expected = CASES["sets_in_the_pack"]
    decks = [SET, MatchDeck(3, 3), MatchDeck(2, 3)]
    if not SLOW_TWIN:
        decks += [MatchDeck(5, 3), MatchDeck(4, 4)]
    names = ["81 cards", "27 cards", "9 cards", "properties 5", "4 properties of 4 values"]
    assert set(names) == set(expected)
    for deck, name in zip(decks, names, strict=False):
        assert count(range(deck.size), deck) == expected[name]


def test_matchless_layouts_of_81_up_to_9_cards() -> None:
    expected = {int(k): number for k, number in CASES["matchless_layouts_81"].items()}
    for k in expected if not SLOW_TWIN else range(4):
        if k <= 9:
            assert count_matchless(k) == expected[k]


@pytest.mark.slow
@pytest.mark.skipif(SLOW_TWIN, reason="looks at every layout: a lifetime")
def test_matchless_layouts_of_81() -> None:
    counts = count_matchless(None)
    assert all(counts[int(k)] == number for k, number in CASES["matchless_layouts_81"].items())
    assert len(counts) == 21, "no cap has more than 20 cards"
    assert counts[12] == CASES["sets_in_12_cards_0_to_14"][0]


@pytest.mark.parametrize(("properties", "name"), [(3, "matchless_layouts_27"), (2, "matchless_layouts_9")])
def test_matchless_layouts_of_27_and_9(properties: int, name: str) -> None:
    deck = MatchDeck(properties, 3)
    if SLOW_TWIN and properties == 3:
        assert [count_matchless(k, deck) for k in range(5)] == CASES[name][:5]
    else:
        assert list(count_matchless(None, deck)) == CASES[name]


@pytest.mark.skipif(SLOW_TWIN, reason="looks at every layout: a lifetime")
def test_no_match_probability_and_distribution_of_12() -> None:
    found = match_distribution(12)
    assert list(found) == CASES["sets_in_12_cards_0_to_14"]
    assert sum(found) == comb(81, 12)
    for k, probability in CASES["no_match_probability"].items():
        assert Fraction(count_matchless(int(k)), comb(81, int(k))) == Fraction(probability)


def test_combinations_of_the_case_file() -> None:
    for case in CASES["combinations"]:
        n, k = case["n"], case["k"]
        if "count" in case:
            assert bits.rank_combination(tuple(range(n - k, n)), n) + 1 == case["count"]
        if "right" in case:
            assert bits.combinations(n, k).tolist() == case["right"]
            found = first_combination(range(n), k, lambda items: True)
            assert found == (tuple(case["right"][0]) if case["right"] else None)
        if "fourth" in case:
            seen = iter(range(1, 100))
            assert first_combination(range(n), k, lambda _, seen=seen: next(seen) == 4) == tuple(case["fourth"])


# Brute force.


@quick
@given(layouts())
def test_every_question_against_the_rule_in_words(given_: tuple[list[int], MatchDeck]) -> None:
    cards, deck = given_
    expected = oracle(cards, deck)
    assert find_all(cards, deck) == expected
    assert count(cards, deck) == len(expected)
    assert has(cards, deck) is bool(expected)
    assert find(cards, deck) == (expected[0] if expected else None)
    batch = np.array([cards, cards[::-1]], np.int16)
    turned = oracle(cards[::-1], deck)
    places, offsets = find_all(batch, deck)
    assert list(map(tuple, places.tolist())) == expected + turned
    assert offsets.tolist() == [0, len(expected), len(expected) + len(turned)]
    assert count(batch, deck).tolist() == [len(expected)] * 2
    assert has(batch, deck).tolist() == [bool(expected)] * 2
    none = [-1] * deck.values
    assert find(batch, deck).tolist() == [list(expected[0]) if expected else none, list(turned[0]) if turned else none]


@quick
@given(layouts(), st.data())
def test_order_changes_nothing_but_positions(given_: tuple[list[int], MatchDeck], data: st.DataObject) -> None:
    cards, deck = given_
    other = data.draw(st.permutations(cards))
    assert count(cards, deck) == count(other, deck)
    assert has(cards, deck) == has(other, deck)

    def held(layout: list[int]) -> set[frozenset[int]]:
        return {frozenset(layout[place] for place in places) for places in find_all(layout, deck)}

    assert held(cards) == held(other)


@pytest.mark.parametrize("k", [0, 1, 2, 3, 5, 9, 12, 13, 15, 16, 20, 21, 31, 40])
def test_batches_of_set_of_every_width(k: int) -> None:
    rows = SET.sample(k, 40 if not SLOW_TWIN or k < 20 else 4, rng=k)
    rows[::3, k // 2 :] = -1
    expected = [oracle(row, SET) for row in rows.tolist()]
    assert count(rows).tolist() == list(map(len, expected))
    assert has(rows).tolist() == list(map(bool, expected))
    assert find(rows).tolist() == [list(found[0]) if found else [-1] * 3 for found in expected]
    places, offsets = find_all(rows)
    assert places.tolist() == [list(p) for found in expected for p in found]
    assert np.diff(offsets).tolist() == list(map(len, expected))
    assert offsets.dtype == np.int64
    assert places.dtype == np.int16


@pytest.mark.parametrize("deck", [MatchDeck(2, 3), MatchDeck(2, 4), MatchDeck(3, 2), MatchDeck(1, 5), MatchDeck(1, 7)])
def test_all_choices_of_a_small_pack(deck: MatchDeck) -> None:
    every = np.array(list(combinations(range(deck.size), deck.values)), np.int16)
    found = is_match(every, deck)
    assert found.tolist() == [bool(oracle(row, deck)) for row in every.tolist()]
    assert found.sum() == count(range(deck.size), deck) > 0


@pytest.mark.parametrize("deck", [MatchDeck(3, 3), MatchDeck(2, 4), MatchDeck(1, 5)])
def test_complete_gives_the_one_card_that_matches(deck: MatchDeck) -> None:
    parts = list(combinations(range(deck.size), deck.values - 1))
    found = complete(np.array(parts), deck)
    assert found.dtype == np.int16
    for part, card in zip(parts[:200], found.tolist(), strict=False):
        fits = [c for c in range(deck.size) if c not in part and is_match([*part, c], deck)]
        assert fits == ([card] if card >= 0 else [])
        assert complete(part, deck) == (card if card >= 0 else None)
    assert (found >= 0).all() == (deck.values == 3 or deck.properties == 1)


def test_third_of_every_pair() -> None:
    a, b = np.divmod(np.arange(81 * 81), 81)
    a, b = a[a != b][:: 1 if not SLOW_TWIN else 17], b[a != b][:: 1 if not SLOW_TWIN else 17]
    c = third(a, b)
    assert is_match(np.stack([a, b, c], axis=1)).all()
    assert third(7, 50) == third("0021", "1212") == third(50, 7)
    assert third(0, [1, 3]).tolist() == [2, 6]
    with pytest.raises(CardError, match="3"):
        third(3, 3)
    with pytest.raises(CardError, match="b is 81"):
        third(1, [2, 81])
    with pytest.raises(ValueError, match="three"):
        third(0, 1, MatchDeck(2, 4))
    with pytest.raises(TypeError, match="a is"):
        third(1.5, 2)


def test_few_cards_have_no_match() -> None:
    for cards in ([], [5], [5, 6], [-1, -1, 5, -1, 6]):
        assert (find(cards), find_all(cards), count(cards), has(cards), is_match(cards)) == (None, [], 0, False, False)
    assert complete([5, -1]) is None
    assert find(np.empty((0, 12), int)).shape == (0, 3)
    assert count(np.empty((5, 0), np.int8)).tolist() == [0] * 5
    assert complete(np.array([[0, 1], [0, -1]])).tolist() == [2, -1]


# What comes in.


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.int64, np.uint64, ">i2", ">u8"])
def test_any_integers_are_layouts(dtype: str) -> None:
    rows = SET.sample(12, 20, rng=3)
    assert count(rows.astype(dtype)).tolist() == count(rows).tolist()
    assert count(rows.astype(dtype)[0]) == count(rows[0].tolist()) == count(tuple(rows[0])) == count(iter_free(rows[0]))
    locked = np.repeat(rows.astype(dtype), 2, axis=1)[::-1, ::2]
    locked.flags.writeable = False
    assert find(locked).tolist() == find(rows[::-1].copy()).tolist()
    assert count(rows.tolist()).tolist() == count(list(rows)).tolist() == count(rows).tolist()


def iter_free(row: np.ndarray) -> Layout:
    return Layout(row.tolist())


def test_texts_are_layouts() -> None:
    assert count("0000 0001 0002") == count(["0000", "0001", 2]) == 1
    assert find("0000, 0001, - 0002") == (0, 1, 3)


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ([4, 9, 4], r"cards\[2\] is 4 \(0011\) again.*cards\[0\] is 4"),
        (np.array([4, 9, 4]), r"cards\[2\] is 4 \(0011\) again.*cards\[0\] is 4"),
        ([[1, 2, 3], [4, -1, 4]], r"cards\[1, 2\] is 4 .*cards\[1, 0\]"),
        ([1, 81], r"cards\[1\] is 81, no card of SET; expected 0\.\.80"),
        ([1, -2], r"cards\[1\] is -2, no card"),
        ([1, 2**70], r"cards\[1\] is"),
        (np.array([[3, 2**40]]), r"cards\[0, 1\] is 1099511627776"),
        (np.array([3, 65535], np.uint16), r"cards\[1\] is 65535"),
        (np.array([3, -128], np.int8), r"cards\[1\] is -128"),
        ("0000 0003", "'0003' at position 5"),
        ("0000 0000", "'0000' at position 5.*position 0"),
    ],
)
@pytest.mark.parametrize("function", [count, has, find, find_all, is_match, explain, Layout])
def test_wrong_cards_are_named(function: object, cards: object, text: str) -> None:
    if function in (explain, Layout) and np.ndim(np.array(cards, object)) == 2:
        with pytest.raises(ValueError, match=r"one layout|no card of SET"):
            function(cards)
    else:
        with pytest.raises(CardError, match=text):
            function(cards)


def test_faults_far_down_a_batch_are_found() -> None:
    rows = SET.sample(12, 3000, rng=4)
    for row, place, card in [(2999, 11, int(rows[2999, 0])), (1500, 7, 81), (77, 3, -2), (5, 1, int(rows[5, 0]))]:
        rows[row, place] = card
        for function in (count, has, find):
            with pytest.raises(CardError, match=rf"cards\[{row}, {place}\] is {card}"):
                function(rows)


@pytest.mark.parametrize("k", [9, 12, 15])
def test_a_wrong_card_is_found_at_every_place_of_a_block_of_layouts(k: int) -> None:
    deck = MatchDeck(3, 3)
    rows = deck.sample(k, 70, rng=k)
    assert count(rows, deck).tolist() == [len(oracle(row, deck)) for row in rows.tolist()]
    pairs = list(combinations(range(k), 2))
    outside = [(0, place, card) for place in range(k) for card in (-2, 27, 80, 127, 128, 255, 256, 32767, -32768)]
    twice = [(i * 7 % 64, place, int(rows[i * 7 % 64, first])) for i, (first, place) in enumerate(pairs)]
    for row, place, card in [*outside, *twice]:
        wrong = rows.copy()
        wrong[row, place] = card
        for function in (count, has):
            with pytest.raises(CardError, match=rf"cards\[{row}, {place}\] is {card}\b"):
                function(wrong, deck)


@pytest.mark.parametrize("cards", [None, 5, 1.5, [1.5], [None], [True], np.array([1.0]), np.array([True]), b"ab", {1}])
@pytest.mark.parametrize("function", [count, has, find, find_all, is_match, complete, explain])
def test_what_is_no_layout_is_a_type_error(function: object, cards: object) -> None:
    with pytest.raises(TypeError, match="cards"):
        function(cards)


def test_rows_of_unequal_length_and_too_many_dimensions() -> None:
    for cards in ([[1, 2], [3]], [[1, 2], 3], np.zeros((1, 1, 1), int)):
        with pytest.raises(ValueError, match="cards"):
            count(cards)
    with pytest.raises(TypeError, match="deck is 7"):
        count([1, 2], 7)
    with pytest.raises(ValueError, match="expected 2"):
        complete([1, 2, 3])
    with pytest.raises(ValueError, match="two values"):
        complete([1], MatchDeck(3, 2))


def test_too_many_matches_are_refused() -> None:
    deck = MatchDeck(4, 3)
    rows = np.tile(np.arange(81, dtype=np.int16), (30_000 if not SLOW_TWIN else 1, 1))
    if SLOW_TWIN:
        assert len(find_all(rows, deck)[0]) == 1080
    else:
        with pytest.raises(TooComplex, match="32400000 matches"):
            find_all(rows, deck)


# Decks, text, pictures.


def test_decks_within_bounds() -> None:
    sizes = {(p, v): v**p for p in range(1, 9) for v in range(2, 8) if v**p <= 1024}
    assert all(MatchDeck(p, v).size == size for (p, v), size in sizes.items())
    with pytest.raises(ValueError, match="2187 cards"):
        MatchDeck(7, 3)
    for wrong in [(0, 3), (9, 2), (2, 1), (2, 8)]:
        with pytest.raises(ValueError, match="expected an integer"):
            MatchDeck(*wrong)
    with pytest.raises(TypeError, match="properties"):
        MatchDeck(2.0, 3)
    assert MatchDeck(np.int64(4), 3) == SET
    assert str(SET) == "SET"


@pytest.mark.parametrize("deck", DECKS)
def test_text_goes_there_and_back(deck: MatchDeck) -> None:
    cards = tuple(range(deck.size))
    assert deck.parse(deck.format(cards)) == cards
    assert [deck.index(deck.format(card)) for card in cards] == list(cards)
    assert sorted(cards, key=deck.format) == list(cards), "property 0 is the most significant digit"


def test_words_go_there_and_back() -> None:
    cards = tuple(range(81))
    assert SET.parse(SET.format(cards, words=True)) == cards
    assert SET.format(22, words=True) == "1 purple striped squiggle"
    for text in ("2 red striped ovals", "OVALS red two shaded", "red 2 striped oval"):
        assert SET.parse(text) == (SET.parse("1012")[0],)
    assert SET.parse("1 red filled diamond; 0211 -\n3 purple outlined oval") == (0, 22, -1, 80)
    with pytest.raises(ValueError, match="no words"):
        MatchDeck(3, 3).format([1], words=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("021", "'021' at position 0; expected a card of SET"),
        ("0211  0213", "'0213' at position 6"),
        ("2 red ovals", "'2 red ovals' at position 0, without shading"),
        ("2 red green solid oval", "'green' at position 6; this card's colour"),
        ("0000, 2 red solid round oval", "'round' at position 18"),
        ("2 red solid oval 0000", "'0000' at position 17"),
        ("1 red solid diamond, 0000", "'0000' at position 21.*position 0"),
        ("٠000", "'٠000' at position 0"),
    ],
)
def test_text_that_is_no_cards(text: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        SET.parse(text)


def test_one_card_by_index_or_text() -> None:
    assert SET.index(np.int8(5)) == 5
    for wrong in ("", "-", "0000 0001", 81, -1):
        with pytest.raises(CardError):
            SET.index(wrong)
    with pytest.raises(TypeError, match="card"):
        SET.index(1.0)
    with pytest.raises(CardError, match=r"cards\[1\] is 5"):
        SET.format([5, 5])


def test_a_table_prints_and_draws_itself() -> None:
    table = Layout("0000 0211 - 2222")
    assert str(table).splitlines()[1] == "3: 3 purple open ovals"
    assert eval(repr(table)) == table == Layout([0, 22, -1, 80])
    assert table != Layout([0, 22, 80])
    assert len({table, Layout([0, 22, -1, 80])}) == 1
    assert str(Layout([])) == ""
    assert str(Layout([1, 2], MatchDeck(2, 4))) == "0: 01  1: 02"


@pytest.mark.parametrize("deck", [SET, MatchDeck(3, 4)])
def test_drawings_are_svg_with_a_shape_for_every_number(deck: MatchDeck) -> None:
    cards = [0, 22, -1, 60]
    root = ET.fromstring(Layout(cards, deck)._repr_html_())
    names = [element.tag.rsplit("}")[-1] for element in root.iter()]
    assert root.tag.endswith("svg")
    assert names.count("rect") == 4
    if deck == SET:
        shapes = [e for e in root.iter() if e.tag.endswith("path") and "transform" in e.attrib]
        assert len(shapes) == 1 + 1 + 3
        fills = {shape.attrib["fill"] for shape in shapes}
        assert {"#d22", "url(#bitdeck-stripes-2)"} <= fills
        assert {e.attrib["id"] for e in root.iter() if "id" in e.attrib} >= {"bitdeck-stripes-2"}
    else:
        assert [e.text for e in root.iter() if e.attrib.get("font-family")] == ["000", "112", "330"]


def test_explain_says_what_spoils() -> None:
    assert explain("0000 0001 0002").splitlines()[0] == "a match"
    text = explain("0000 0111 0120")
    assert text.splitlines()[0] == "no match"
    assert "number: all 1" in text
    assert "colour: red, green, green: neither" in text
    assert explain("0000 0001") == "no match\na match takes 3 cards, here are 2"
    assert "property 1: all different: 0, 1, 2, 3" in explain("00 01 02 03", MatchDeck(2, 4))


# The general search.


def test_first_combination_is_the_first_of_all() -> None:
    items = [3, 1, 4, 1, 5, 9, 2, 6]
    for k in range(5):
        for total in range(25):
            accepted = [p for p in combinations(range(8), k) if sum(items[i] for i in p) == total and 3 not in p]
            found = first_combination(
                list(enumerate(items)),
                k,
                lambda some, total=total: sum(value for _, value in some) == total,
                lambda item: item[0] != 3,
            )
            assert found == (accepted[0] if accepted else None)
    assert first_combination([], 0, lambda some: some == ()) == ()
    assert first_combination([1, 2], 3, lambda some: True) is None
    with pytest.raises(ValueError, match="k is -1"):
        first_combination([1], -1, bool)
    assert first_combination(range(12), 3, is_match) == find(list(range(12)))


# Exact counts.


@pytest.mark.parametrize("deck", [MatchDeck(1, 3), MatchDeck(2, 3), MatchDeck(2, 4), MatchDeck(1, 6), MatchDeck(4, 2)])
def test_counts_by_looking_at_every_set(deck: MatchDeck) -> None:
    for k in range(deck.size + 1 if not SLOW_TWIN else min(deck.size, 5) + 1):
        if comb(deck.size, k) > (5_000 if not SLOW_TWIN else 600):
            continue
        tally = np.bincount(
            count(np.array(list(combinations(range(deck.size), k)), np.int16).reshape(comb(deck.size, k), k), deck)
        )
        assert match_distribution(k, deck) == tuple(tally.tolist())
        assert count_matchless(k, deck) == tally[0]


@pytest.mark.parametrize("deck", [MatchDeck(1, 3), MatchDeck(2, 3), MatchDeck(1, 4), MatchDeck(1, 5), MatchDeck(1, 7)])
def test_all_k_agree_with_each(deck: MatchDeck) -> None:
    counts = count_matchless(None, deck)
    assert counts == tuple(count_matchless(k, deck) for k in range(len(counts)))
    assert count_matchless(len(counts), deck) == count_matchless(deck.size + 5, deck) == 0
    assert counts[-1] > 0


def test_distributions_sum_and_have_the_right_mean() -> None:
    for deck, k in [(MatchDeck(2, 3), 5), (MatchDeck(2, 4), 5), (MatchDeck(3, 3), 4), (MatchDeck(4, 3), 3)]:
        if SLOW_TWIN and deck.size > 30:
            continue
        found = match_distribution(k, deck)
        total = count(range(deck.size), deck)
        assert sum(found) == comb(deck.size, k)
        assert sum(m * number for m, number in enumerate(found)) == total * comb(
            deck.size - deck.values, k - deck.values
        )
        assert count_matchless(k, deck) == found[0]


@pytest.mark.skipif(SLOW_TWIN, reason="looks at every layout")
@pytest.mark.parametrize(
    ("deck", "k"),
    [(SET, 6), (SET, 9), (MatchDeck(3, 3), 13), (MatchDeck(5, 3), 6), (MatchDeck(4, 4), 5), (MatchDeck(3, 5), 5)],
)
def test_bigger_distributions_sum_and_have_the_right_mean(deck: MatchDeck, k: int) -> None:
    found = match_distribution(k, deck)
    total = count(range(deck.size), deck)
    assert sum(found) == comb(deck.size, k)
    assert sum(m * number for m, number in enumerate(found)) == total * comb(deck.size - deck.values, k - deck.values)
    assert count_matchless(k, deck) == found[0]


def test_progress_is_told_and_stops_the_work() -> None:
    deck = MatchDeck(2, 3)
    for call in (
        lambda tell: count_matchless(4, deck, tell),
        lambda tell: match_distribution(5, deck, tell),
        lambda tell: simulate(20, deck, 1, table=3, progress=tell),
    ):
        shares: list[float] = []
        call(shares.append)
        assert shares == sorted(shares)
        assert shares[-1] == 1.0

        def stop(share: float) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            call(stop)


def test_counts_out_of_reach_are_refused() -> None:
    for call in (
        lambda: match_distribution(20),
        lambda: match_distribution(8, MatchDeck(4, 4)),
        lambda: count_matchless(None, MatchDeck(5, 3)),
        lambda: count_matchless(30, MatchDeck(6, 3)),
    ):
        with pytest.raises(TooComplex, match="ways"):
            call()
    assert count_matchless(None, MatchDeck(8, 2)) == (1, 256)
    assert match_distribution(3, MatchDeck(8, 2)) == (0, 0, 0, comb(256, 3))
    assert match_distribution(0) == (1,)
    for call in (lambda: match_distribution(82), lambda: match_distribution(-1), lambda: count_matchless(-1)):
        with pytest.raises(ValueError, match="k is"):
            call()


# Random layouts and games.


def test_sample_is_uniform_over_ordered_layouts() -> None:
    deck, n = MatchDeck(1, 4), 24_000 if not SLOW_TWIN else 4_800
    rows = deck.sample(3, n, rng=11)
    assert (np.sort(rows, axis=1)[:, :-1] < np.sort(rows, axis=1)[:, 1:]).all()
    seen = dict.fromkeys(permutations(range(4), 3), 0)
    for row in map(tuple, rows.tolist()):
        seen[row] += 1
    expected = n / len(seen)
    assert sum((c - expected) ** 2 / expected for c in seen.values()) < 49.7, "chi-square of 23, p = 0.001"


def test_sample_of_every_k() -> None:
    assert SET.sample(0) == ()
    assert SET.sample(0, 3).shape == (3, 0)
    assert SET.sample(5, 0).shape == (0, 5)
    assert sorted(SET.sample(81, rng=1)) == list(range(81))
    assert SET.sample(81, 2, rng=1)[0].tolist() == list(SET.sample(81, rng=1))
    assert SET.sample(12, 1500, rng=5)[:1100].tolist() == SET.sample(12, 1100, rng=5).tolist()
    for wrong in (82, -1):
        with pytest.raises(ValueError, match="k is"):
            SET.sample(wrong)
    with pytest.raises(TypeError, match="rng"):
        SET.sample(3, rng="seed")


def test_golden_samples() -> None:
    assert SET.sample(12, 2, rng=2024).tolist() == GOLDEN["sample"]
    assert MatchDeck(5, 4).sample(4, 1030, rng=1)[-1].tolist() == GOLDEN["last"]
    for policy in ("first", "random"):
        games = simulate(6, rng=2024, policy=policy)
        assert np.stack(games[:3], axis=1).tolist() == GOLDEN[policy]


GOLDEN = {
    "sample": [[34, 12, 42, 62, 70, 18, 37, 64, 63, 32, 49, 31], [33, 23, 56, 0, 27, 16, 58, 14, 77, 72, 21, 51]],
    "last": [94, 61, 679, 469],
    "first": [[0, 12, 9], [0, 12, 6], [2, 15, 6], [2, 15, 6], [0, 12, 6], [0, 12, 9]],
    "random": [[1, 15, 9], [0, 12, 6], [1, 15, 6], [2, 15, 9], [2, 15, 9], [1, 15, 6]],
}


@pytest.mark.parametrize("policy", ["first", "random"])
@pytest.mark.parametrize(
    ("deck", "table", "more"),
    [(SET, 12, 3), (MatchDeck(2, 3), 4, 1), (MatchDeck(3, 2), 5, 2), (MatchDeck(2, 4), 6, 5), (MatchDeck(1, 5), 12, 3)],
)
def test_games_keep_their_books(deck: MatchDeck, table: int, more: int, policy: str) -> None:
    n = 200 if not SLOW_TWIN else 5
    games = simulate(n, deck, 3, policy, table=table, more=more)
    assert ((deck.size - games.left) % deck.values == 0).all()
    assert (games.largest >= games.left).all()
    assert (games.largest <= games.extra * more + max(table, deck.values)).all()
    taken = int((deck.size - games.left).sum()) // deck.values
    assert games.looked.sum() - games.without.sum() == taken
    assert games.without.sum() == games.extra.sum() + n
    assert (games.without <= games.looked).all()
    assert np.flatnonzero(games.looked).max() == games.largest.max()


def test_policies_agree_where_there_is_no_choice_and_games_are_whole() -> None:
    for policy in ("first", "random"):
        games = simulate(50, MatchDeck(1, 3), 1, policy, table=1, more=1)
        assert games.left.tolist() == [0] * 50
        assert games.extra.tolist() == [2] * 50
        assert games.looked.tolist() == [50, 50, 50, 50]
        assert games.without.tolist() == [50, 50, 50, 0]


def test_games_do_not_depend_on_threads_or_n() -> None:
    n = 2 * 8 * 1024 + 100 if not SLOW_TWIN else 30
    deck = SET if not SLOW_TWIN else MatchDeck(2, 3)
    one, four = (simulate(n, deck, 9, "random", threads=threads) for threads in (1, 4))
    assert all(np.array_equal(a, b) for a, b in zip(one, four, strict=True))
    assert np.array_equal(simulate(n - 20, deck, 9, "random").left, one.left[:-20])
    assert simulate(0, deck).left.shape == (0,)


@pytest.mark.skipif(SLOW_TWIN, reason="many games")
def test_games_end_as_published() -> None:
    games = simulate(20_000, rng=1)
    assert set(games.left.tolist()) <= {0, 6, 9, 12, 15, 18}, "3 cards alone can never be left"
    first = int(games.extra.size)
    dealt = SET.sample(12, first, rng=1)
    assert abs((~has(dealt)).mean() - float(Fraction(CASES["no_match_probability"]["12"]))) < 0.005
    assert 0.005 < (games.left == 0).mean() < 0.02, "about 1.2 % of games take every card"


def test_simulate_refuses_what_is_no_game() -> None:
    for wrong in ({"policy": "last"}, {"table": 0}, {"more": 0}, {"threads": 0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            simulate(3, **wrong)
    with pytest.raises(ValueError, match="n is -1"):
        simulate(-1)
    with pytest.raises(TypeError, match="deck"):
        simulate(3, "SET")


def test_one_table_gives_python_objects() -> None:
    cards = list(range(12))
    assert type(count(cards)) is int
    assert has(cards) is True
    assert type(find(cards)) is tuple
    assert all(type(place) is int for place in find(cards) or ())
    assert type(find_all(cards)) is list
    assert type(complete([0, 1])) is int
    assert type(matches.SET.sample(3)[0]) is int
