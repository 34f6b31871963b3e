"""The standard library: subsets as sums of `itertools.combinations`."""

from itertools import combinations
from math import comb

import numpy as np

from harness import Call, Peer

CARDS = [1 << 3 * i for i in range(20)]


def subsets(rows: int) -> Call:
    k = next(k for k in range(11) if comb(20, k) >= rows or k == 10)
    return lambda: [sum(cards) for cards in combinations(CARDS, k)]


PEERS = [Peer("bits: subsets, 10 of 20", subsets, lambda found: np.sort(np.array(found, np.uint64)), rows=comb(20, 10))]
