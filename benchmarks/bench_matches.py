"""matches: layouts in batches, one layout from Python, whole games and exact counts."""

from collections.abc import Callable
from math import comb

import harness
from bitdeck import matches
from bitdeck.matches import SET, MatchDeck
from harness import Bench, Call

ROWS = 100_000
GAMES = 2_000
NINE, TWENTY_SEVEN = MatchDeck(2, 3), MatchDeck(3, 3)
MATCHLESS_OF_27 = 367_525
TABLE = [5, 12, 33, 60, 1, 77, 45, 20, 9, 14, 3, 50]


def batch(function: str, k: int, deck: MatchDeck = SET, empty: bool = False) -> Callable[[int], Call]:
    def prepare(rows: int) -> Call:
        layouts = deck.sample(k, rows, rng=1)
        if empty:
            layouts[:, 3] = -1
        return lambda: getattr(matches, function)(layouts, deck)

    return prepare


def complete(deck: MatchDeck) -> Callable[[int], Call]:
    return batch("complete", deck.values - 1, deck)


def sample(k: int) -> Callable[[int], Call]:
    return lambda rows: lambda: SET.sample(k, rows, rng=2)


def games(policy: str) -> Callable[[int], Call]:
    return lambda rows: lambda: tuple(matches.simulate(rows, rng=3, policy=policy))


def one(function: str) -> Callable[[int], Call]:
    return lambda rows: lambda: getattr(matches, function)(TABLE)


def matchless(rows: int) -> Call:
    """All sets without a match, of 27 cards or, for few, of nine."""
    deck = TWENTY_SEVEN if rows == MATCHLESS_OF_27 else NINE
    return lambda: matches.count_matchless(None, deck)


def distribution(rows: int) -> Call:
    """All sets of six cards, of the whole pack or, for few, of nine cards."""
    deck = SET if rows == comb(81, 6) else NINE
    return lambda: matches.match_distribution(6, deck)


BENCHES = [
    Bench("count, 12 cards", "matches", ROWS, batch("count", 12), wanted_y={"compiled-v2": 22, "compiled-v3": 120}),
    Bench("count, 15 cards", "matches", ROWS, batch("count", 15)),
    Bench("count, 12 cards, an empty place", "matches", ROWS, batch("count", 12, empty=True)),
    Bench("count, 21 cards", "matches", ROWS, batch("count", 21)),
    Bench("count, 12 of 256 cards, four values", "matches", ROWS, batch("count", 12, MatchDeck(4, 4))),
    Bench("has, 12 cards", "matches", ROWS, batch("has", 12), wanted_y=25),
    Bench("find, 12 cards", "matches", ROWS, batch("find", 12)),
    Bench("find_all, 12 cards", "matches", ROWS, batch("find_all", 12)),
    Bench("complete, three values", "matches", ROWS, complete(SET)),
    Bench("complete, four values", "matches", ROWS, complete(MatchDeck(4, 4))),
    Bench("sample, 12 cards", "matches", ROWS, sample(12)),
    Bench("whole games, first match", "matches", GAMES, games("first"), wanted_y=0.4, reference_rows=3),
    Bench("whole games, random match", "matches", GAMES, games("random"), wanted_y=0.15, reference_rows=3),
    Bench("find in one table", "matches", 1, one("find"), wanted_us=2),
    Bench("count of one table", "matches", 1, one("count")),
    Bench(
        "count_matchless, all of 27 cards",
        "matches",
        MATCHLESS_OF_27,
        matchless,
        wanted_us=10_000 / MATCHLESS_OF_27,
        reference_rows=172,
    ),
    Bench("match_distribution, 6 of 81 cards", "matches", comb(81, 6), distribution, reference_rows=84),
]

test_bench = harness.tests(BENCHES)
