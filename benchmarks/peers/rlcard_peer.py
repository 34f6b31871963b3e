"""RLCard's gin rummy: the deadwood of the best of the meld clusters that it lists for a hand."""

import numpy as np
from rlcard.games.base import Card
from rlcard.games.gin_rummy.utils import melding, utils

from bench_melds import hands
from harness import Call, Peer


def deadwood(rows: int) -> Call:
    held = [
        [Card("CDHS"[i % 4], "A23456789TJQK"[i // 4]) for i in range(52) if hand >> i & 1]
        for hand in (int(row) for row in hands(rows, 10))
    ]

    def one(hand: list[Card]) -> int:
        clusters = melding.get_meld_clusters(hand)
        return min(
            [utils.get_deadwood_count(hand, cluster) for cluster in clusters],
            default=sum(map(utils.get_deadwood_value, hand)),
        )

    return lambda: [one(hand) for hand in held]


PEERS = [Peer("deadwood: 10 cards", deadwood, lambda found: np.array(found), rows=500)]
