"""The random stream, opened for tests: what the sampling kernels draw, as arrays."""

import numpy as np
import numpy.typing as npt

# Fill `out` with the first words of the stream of (seed, block).
def words(seed: npt.NDArray[np.uint64], block: int, out: npt.NDArray[np.uint64]) -> None: ...

# Fill `out` with uniform integers below `bound` from the stream of (seed, block).
def integers(seed: npt.NDArray[np.uint64], block: int, bound: int, out: npt.NDArray[np.uint64]) -> None: ...
