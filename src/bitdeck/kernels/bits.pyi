"""The signature agreement of the two twins of bits: what `kernels/bits.pyx` and `reference/bits.py` both offer.

Words: arrays of masks are uint64 (n, words), words 1 or 2, low word first; a single mask or rank is a Python int.
Rows: every operand of a batch has n rows, or one row that stands for all. `out` has n rows, is the caller's, and is
filled completely. Arguments are checked above; what has no answer is -1 or None.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

_Words: TypeAlias = npt.NDArray[np.uint64]
_Places: TypeAlias = npt.NDArray[np.int8]
_Longs: TypeAlias = npt.NDArray[np.int64]
_Bytes: TypeAlias = npt.NDArray[np.uint8]

# Batches.

# out[r] (int8): the index of the lowest set bit of masks[r], -1 for an empty mask.
def lowest(masks: _Words, out: _Places) -> None: ...

# out[r] (int8): the index of the highest set bit, -1 for an empty mask.
def highest(masks: _Words, out: _Places) -> None: ...

# out[r]: the highest set bit alone, 0 for an empty mask.
def highest_bit(masks: _Words, out: _Words) -> None: ...

# out[r] (int8, width columns): the indices of the set bits ascending, then -1; bits past the width are left out.
def indices(masks: _Words, out: _Places) -> None: ...

# out[r, i] (uint8): 1 if bit i is set, else 0; columns past the words are 0.
def to_bools(masks: _Words, out: _Bytes) -> None: ...

# out[r]: the mask whose bit i is set where planes[r, i] is not 0; at most 64 * words columns.
def from_bools(planes: _Bytes, out: _Words) -> None: ...

# out[r]: bit table[i] for every set bit i; table[i] < 64 * out's words; bits at or past len(table) are left out.
def permute(masks: _Words, table: _Bytes, out: _Words) -> None: ...

# out[r] (int8): the index of the places[r]-th set bit, counted from 0; -1 unless 0 <= place < popcount.
def select(masks: _Words, places: _Longs, out: _Places) -> None: ...

# out[r]: the j-th bit of values[r] put at the j-th set bit of masks[r] (PDEP); further bits of values are left out.
def deposit(values: _Words, masks: _Words, out: _Words) -> None: ...

# out[r]: the bits of values[r] at the set bits of masks[r], moved together at the low end (PEXT).
def extract(values: _Words, masks: _Words, out: _Words) -> None: ...

# out: the subset `first` of mask and those that follow it among the subsets of its size, ascending; there are enough.
def subsets(mask: int, first: int, out: _Words) -> None: ...

# out[r] (uint64, one axis): the number of subsets of mask of the size of values[r] that are less than it; it fits.
def rank_subset(mask: int, values: _Words, out: _Words) -> None: ...

# out[r]: the subset of mask with k bits that has ranks[r] (one axis) lesser ones; each rank is less than C(n, k).
def unrank_subset(mask: int, k: int, ranks: _Words, out: _Words) -> None: ...

# out[r]: a uniform subset of mask with k bits, draw_subset from the stream (seed, block r // 1024).
def random_subset(seed: _Words, mask: int, k: int, out: _Words) -> None: ...

# out[r]: the island of card cards[r] in the grid masks[r], 0 if the card is not in the mask. Grid: a column is four
# bits (bit = 4 * column + suit); all land of a column is connected, and neighbours in one suit. The second word lies
# over the first, as a second copy of the grid: an island holds both copies of its cells.
def flood(masks: _Words, cards: _Longs, out: _Words) -> None: ...

# offsets (n + 1): offsets[0] = 0, offsets[r + 1] - offsets[r] the number of islands of masks[r].
def count_islands(masks: _Words, offsets: _Longs) -> None: ...

# out[offsets[r] : offsets[r + 1]]: the islands of masks[r], by lowest column ascending.
def islands(masks: _Words, offsets: _Longs, out: _Words) -> None: ...

# out (C(n, k), k): all combinations of 0 .. n - 1 in lexicographic order, n <= 256.
def combinations(n: int, k: int, out: _Bytes) -> None: ...

# The same in uint16, n <= 65536.
def combinations_wide(n: int, k: int, out: npt.NDArray[np.uint16]) -> None: ...

# One mask of at most 128 bits.

# The indices of the set bits, ascending.
def indices_one(mask: int) -> tuple[int, ...]: ...

# As permute, the result up to 128 bits.
def permute_one(mask: int, table: _Bytes) -> int: ...

# As select.
def select_one(mask: int, place: int) -> int: ...

# As deposit.
def deposit_one(value: int, mask: int) -> int: ...

# As extract.
def extract_one(value: int, mask: int) -> int: ...

# The subset of mask that follows `subset` among those of its size, -1 after the last; subset lies in mask.
def next_subset(mask: int, subset: int) -> int: ...

# As rank_subset, of any size.
def rank_subset_one(mask: int, subset: int) -> int: ...

# As unrank_subset, of any size; 0 <= rank < C(n, k).
def unrank_subset_one(mask: int, k: int, rank: int) -> int: ...

# As flood.
def flood_one(mask: int, card: int) -> int: ...

# The islands, as islands.
def islands_one(mask: int) -> tuple[int, ...]: ...

# Index tuples, strictly ascending, of 0 .. n - 1; ranks are Python ints.

# The combination that follows in lexicographic order, None after the last.
def next_combination(indices: tuple[int, ...], n: int) -> tuple[int, ...] | None: ...

# The number of combinations of the same length that come before.
def rank_combination(indices: tuple[int, ...], n: int) -> int: ...

# The combination of k with `rank` before it; 0 <= rank < C(n, k).
def unrank_combination(n: int, k: int, rank: int) -> tuple[int, ...]: ...
