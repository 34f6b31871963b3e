"""OpenSpiel's gin rummy: the least deadwood of one hand a call; its cards count suit by suit from spades, aces
first."""

import numpy as np
import pyspiel

from bench_melds import hands
from harness import Call, Peer

SUIT = [2, 3, 1, 0]  # of clubs, diamonds, hearts, spades; any order would do


def racks(rows: int) -> list[list[int]]:
    return [
        [13 * SUIT[i % 4] + i // 4 for i in range(52) if hand >> i & 1]
        for hand in (int(row) for row in hands(rows, 10))
    ]


def deadwood(rows: int) -> Call:
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    held = racks(rows)
    return lambda: [utils.min_deadwood(hand) for hand in held]


PEERS = [Peer("deadwood: 10 cards", deadwood, lambda found: np.array(found), rows=2_000)]
