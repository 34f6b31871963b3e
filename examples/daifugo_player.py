"""A Daifugō player made of three families: unseen cards dealt by `DealSpace`, moves by `plays`, values by playouts.

    python examples/daifugo_player.py --rounds 50 --worlds 40

At its turn it deals the cards it cannot see to the other players, many times and each deal equally likely, tries every
legal move in every one of these worlds, plays each to the end at random, and makes the move with the best mean place.
"""

import argparse
import math
import statistics

import numpy as np

from bitdeck.deals import DealSpace
from bitdeck.games.daifugo import PASS, Round, playouts
from bitdeck.plays import UECDA, Play


def legal(table: Round) -> list[Play]:
    """The moves of the player in turn, the pass last."""
    found = table.moves()
    return [found[i] for i in range(len(found))] + ([PASS] if table.may_pass else [])


def worlds(table: Round, n: int, rng: np.random.Generator) -> np.ndarray:
    """`n` ways the cards may lie, as the player in turn sees it: own hand known, the other hands only in size."""
    me = table.turn
    others = [seat for seat in range(len(table.hands)) if seat != me]
    unseen = sum(table.hands[seat] for seat in others)
    dealt = np.zeros((n, len(table.hands)), np.uint64)
    dealt[:, others] = DealSpace(unseen, [table.hands[seat].bit_count() for seat in others]).sample(n, rng)
    dealt[:, me] = table.hands[me]
    return dealt


def values(table: Round, choices: list[Play], n: int, rng: np.random.Generator) -> list[float]:
    """The mean finishing place of the player in turn after each choice; lower is better."""
    me, dealt = table.turn, worlds(table, n, rng)
    means = []
    for choice in choices:
        after, lie = table.copy(), dealt.copy()
        after.play(choice)
        lie[:, me] &= np.uint64(~choice.cards & table.rules.full)
        if after.over:
            means.append(float(after.places[me]))
        else:
            places, _ = playouts(after, lie, rng)
            means.append(float(places[:, me].mean()))
    return means


def think(table: Round, n: int, rng: np.random.Generator) -> Play:
    """The move with the best value; the first of equals, so a play before the pass."""
    choices = legal(table)
    if len(choices) == 1:
        return choices[0]
    found = values(table, choices, n, rng)
    return choices[found.index(min(found))]


def guess(table: Round, rng: np.random.Generator) -> Play:
    choices = legal(table)
    return choices[rng.integers(len(choices))]


def play_round(players: int, seat: int, n: int, rng: np.random.Generator) -> int:
    """One round of the thinking player in `seat` against random ones: the place it takes."""
    table = Round.deal(players, UECDA, rng, leader=int(rng.integers(players)))
    while not table.over:
        table.play(think(table, n, rng) if table.turn == seat else guess(table, rng))
    return table.places[seat]


def main(arguments: list[str] | None = None) -> float:
    """Plays the rounds, and gives the margin over a random player in places."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=5, help="2 to 6 (5)")
    parser.add_argument("--rounds", type=int, default=50, help="rounds to play (50)")
    parser.add_argument("--worlds", type=int, default=40, help="deals of the unseen cards at each turn (40)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    rng = np.random.default_rng(options.seed)
    places = [play_round(options.players, i % options.players, options.worlds, rng) for i in range(options.rounds)]
    mean, even = statistics.mean(places), (options.players + 1) / 2
    spread = statistics.stdev(places) / math.sqrt(len(places)) if len(places) > 1 else math.inf
    firsts = places.count(1) / len(places)
    print(f"mean place {mean:.2f} ± {spread:.2f} of {options.players}, {firsts:.0%} firsts in {len(places)} rounds")
    print(f"a random player's mean place is {even:.2f}: the margin is {even - mean:.2f} places")
    return even - mean


if __name__ == "__main__":
    main()
