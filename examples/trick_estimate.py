"""A Monte-Carlo estimate in a trick game: how many tricks will each card take if the rest is played at random?

    python examples/trick_estimate.py --worlds 200

Skat without trumps, seen from seat 0 in the middle of a game: `Beliefs` takes in what was played, deals the unseen
cards out in many ways that agree with it, and each card that may be played is tried in every one of these worlds.
"""

import argparse

import numpy as np

from bitdeck import SKAT, bits, plays
from bitdeck.deals import Beliefs

SUITS = tuple(SKAT.parse(" ".join(f"{rank}{suit}" for rank in SKAT.ranks)) for suit in "CDHS")
HAND = "AC TC 7C AD 9D KH 8H QS 9S 7S"
TRICKS = (((1, "KC"), (2, "8C"), (0, "AC")), ((0, "AD"), (1, "7D"), (2, "7H")))  # seat 2 has no diamonds


def winner(trick: list[tuple[int, int]]) -> int:
    """Who takes a trick of (seat, card): the highest card of the suit led."""
    led = trick[0][1] % 4
    return max((card // 4, seat) for seat, card in trick if card % 4 == led)[1]


def play_out(hands: list[int], first: int, rng: np.random.Generator) -> int:
    """The tricks that seat 0 takes when seat 0 leads `first` and everybody then plays at random."""
    taken, leader = 0, 0
    while any(hands):
        trick: list[tuple[int, int]] = []
        for seat in (leader, (leader + 1) % 3, (leader + 2) % 3):
            legal = plays.follow_suit(hands[seat], trick[0][1], SUITS) if trick else hands[seat]
            card = first if first >= 0 else int(rng.choice(bits.indices(legal)))
            first = -1
            hands[seat] &= ~(1 << card)
            trick.append((seat, card))
        leader = winner(trick)
        taken += leader == 0
    return taken


def position() -> Beliefs:
    """What seat 0 knows after two tricks."""
    mine = Beliefs(SKAT, HAND, (10, 10, 10, 2), seat=0, classes=SUITS)
    for trick in TRICKS:
        for place, (seat, card) in enumerate(trick):
            mine.played(seat, card, led=trick[0][1] if place else None)
    return mine


def estimate(mine: Beliefs, worlds: int, rng: np.random.Generator) -> dict[str, float]:
    """For each card of the own hand, the mean number of tricks still taken when it is led."""
    dealt = mine.sample(worlds, rng)[:, :3].tolist()
    return {
        SKAT.card_name(card): float(np.mean([play_out(list(hands), card, rng) for hands in dealt]))
        for card in bits.indices(mine.hand)
    }


def main(arguments: list[str] | None = None) -> dict[str, float]:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worlds", type=int, default=200, help="how many worlds to play out")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    mine = position()
    print(f"{SKAT.format(mine.hand)}; {mine.space().count():,} worlds agree with what was played")
    found = estimate(mine, chosen.worlds, np.random.default_rng(chosen.seed))
    for card, tricks in sorted(found.items(), key=lambda item: -item[1]):
        print(f"{card}: {tricks:.2f} tricks")
    return found


if __name__ == "__main__":
    main()
