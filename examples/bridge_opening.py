"""How often is a bridge hand a one-notrump opening, 15 to 17 points and balanced? Exactly, and by sampling.

    python examples/bridge_opening.py --deals 100000

A hand is balanced when its suits are 4-3-3-3, 4-4-3-2 or 5-3-3-2. The exact number of hands adds up the spaces of all
suit lengths; the sampled share looks at random hands. Then some deals are shown in which the first hand opens 1NT.
"""

import argparse
from itertools import permutations

import numpy as np

from bitdeck import STANDARD, bits
from bitdeck.deals import DealSpace, Holding

POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
VALUES = {card: POINTS.get(STANDARD.card_name(card)[0], 0) for card in range(52)}
SUITS = [STANDARD.parse(" ".join(f"{rank}{suit}" for rank in STANDARD.ranks)) for suit in "CDHS"]
SHAPES = sorted({shape for kind in ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)) for shape in permutations(kind)})


def opening(shape: tuple[int, ...], low: int, high: int) -> list[Holding]:
    """What it takes: the points, and the length of each suit."""
    lengths = [Holding(0, suit, n, n) for suit, n in zip(SUITS, shape, strict=True)]
    return [*lengths, Holding(0, STANDARD.full, low, high, VALUES)]


def exact(low: int, high: int) -> tuple[int, int]:
    """The number of opening hands, and of all hands."""
    hands = DealSpace(STANDARD.full, (13,))
    return sum(hands.given(holdings=opening(shape, low, high)).count() for shape in SHAPES), hands.count()


def sampled(n: int, low: int, high: int, rng: np.random.Generator) -> float:
    """The share of opening hands among `n` random ones."""
    hands = DealSpace(STANDARD.full, (13,)).sample(n, rng)[:, 0]
    points = sum(
        value * bits.popcount(hands & np.uint64(sum(1 << c for c, v in VALUES.items() if v == value))).astype(int)
        for value in POINTS.values()
    )
    lengths = np.stack([bits.popcount(hands & np.uint64(suit)) for suit in SUITS], axis=1)
    balanced = (lengths.min(axis=1) >= 2) & (lengths.max(axis=1) <= 5) & ((lengths == 2).sum(axis=1) <= 1)
    return float((balanced & (points >= low) & (points <= high)).mean())


def main(arguments: list[str] | None = None) -> tuple[float, float]:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=100_000, help="how many hands to sample")
    parser.add_argument("--points", type=int, nargs=2, default=(15, 17), metavar=("LOW", "HIGH"))
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    rng = np.random.default_rng(chosen.seed)
    hands, of = exact(*chosen.points)
    share = sampled(chosen.deals, *chosen.points, rng)
    print(f"exactly {hands:,} of {of:,} hands: {hands / of:.4%}; sampled: {share:.4%} of {chosen.deals:,}")
    table = DealSpace(STANDARD.full, (13,) * 4, holdings=opening((3, 3, 4, 3), *chosen.points))
    for deal in table.sample(3, rng).tolist():
        print("  |  ".join(STANDARD.format(hand) for hand in deal))
    return hands / of, share


if __name__ == "__main__":
    main()
