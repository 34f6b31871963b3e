"""What both twins of the propagation procedure offer; reference/propagation.py says how it uses the random stream."""

import numpy as np
import numpy.typing as npt

STARTS: int
"""How often a deal is started before it is given up, 1000."""

def fill(
    cards: int,
    sizes: tuple[int, ...],
    barred: tuple[int, ...],
    holdings: tuple[tuple[int, tuple[tuple[int, int], ...], int, int], ...],
    seed: npt.NDArray[np.uint64],
    out: npt.NDArray[np.uint64],
) -> int:
    """Deals by propagation into out (n, players, words), arguments as for `deals.Table`: -1 when every row is filled,
    else the first row that was given up."""
