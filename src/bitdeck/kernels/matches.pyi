"""The signature agreement of the twins of matches: what `kernels/matches.pyx` and `reference/matches.py` both offer.

Deck: `properties` digits of base `values`, the most significant first; size = values ** properties, 2..1024 cards;
1 <= properties <= 8, 2 <= values <= 7. A match is `values` different cards, of which every digit is all equal or all
different.
Layouts: int16 (n, k), k >= 0, card or -1 for an empty place; matches are told by places (columns), ascending.
Faults: the first wrong card of a layout is at the lowest place that holds neither -1 nor a card of the deck, or a card
that stands at an earlier place too. Batches return row * k + place for the first wrong row, -1 when all is well; `out`
is then of no meaning. Single layouts return -1 - place.
Blocks: row or game i draws from the stream (seed, block i // 1024), in order within the block.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

_Words: TypeAlias = npt.NDArray[np.uint64]
_Layouts: TypeAlias = npt.NDArray[np.int16]
_Ints: TypeAlias = npt.NDArray[np.int32]
_Longs: TypeAlias = npt.NDArray[np.int64]
_Bytes: TypeAlias = npt.NDArray[np.uint8]

# Batches. Each returns the fault, or -1.

# out[r] (int32): the number of matches in layouts[r].
def count(layouts: _Layouts, properties: int, values: int, out: _Ints) -> int: ...

# out[r] (uint8): 1 if there is a match, else 0.
def has(layouts: _Layouts, properties: int, values: int, out: _Bytes) -> int: ...

# out[r] (int16, values columns): the places of the lexicographically first match, -1 throughout when there is none.
def find(layouts: _Layouts, properties: int, values: int, out: _Layouts) -> int: ...

# out[offsets[r] : offsets[r + 1]] (int16, values columns): the places of all matches of layouts[r] in lexicographic
# order; offsets (n + 1) are the running sums of count, so the layouts have no fault.
def find_all(layouts: _Layouts, properties: int, values: int, offsets: _Longs, out: _Layouts) -> None: ...

# out[r] (int16): the one card that makes a match of the values - 1 cards layouts[r], -1 when there is none or a place
# is empty; values >= 3.
def complete(layouts: _Layouts, properties: int, values: int, out: _Layouts) -> int: ...

# One layout: a list or tuple. A place that holds anything but an exact Python int (a bool, a NumPy integer) is a fault
# too. Without fault the same answers, places as tuples of ints.

def count_one(cards: list[int] | tuple[int, ...], properties: int, values: int) -> int: ...

# 1, 0 or the fault.
def has_one(cards: list[int] | tuple[int, ...], properties: int, values: int) -> int: ...

# None when there is no match.
def find_one(cards: list[int] | tuple[int, ...], properties: int, values: int) -> tuple[int, ...] | int | None: ...
def find_all_one(cards: list[int] | tuple[int, ...], properties: int, values: int) -> list[tuple[int, ...]] | int: ...

# Random layouts and games.

# out[r] (int16, k columns), k <= size: k different cards in random order. Of the cards a = 0 .. size - 1, begun afresh
# for each row: for j = 0 .. k - 1 swap a[j] with a[j + below(size - j)]; the row is a[0 .. k - 1].
def sample(seed: _Words, size: int, out: _Layouts) -> None: ...

# Whole games, game i of block first_block + i // 1024. Each: the stock is shuffled as sample does with k = size, and
# dealt from a[0] on. The first min(table, size) cards are the table, in this order. Then, for ever: look at the table.
# With a match: policy 0 takes the lexicographically first, policy 1 the match number below(count) in lexicographic
# order (drawn even when count is 1). Its cards leave; while the table has fewer than `table` cards and the stock is not
# empty, the next card of the stock goes to the lowest place freed by this match; places still free close up, order
# kept. Without a match: `more` cards of the stock, or what is left of it, are put at the end of the table; when the
# stock is empty, the game is over.
# games[i] (int16, 3 columns): how often more cards were dealt, the largest table, the cards left on the table at the
# end. looked[m] and without[m] (int64, size + 1): the times a table of m cards was looked at, and had no match, are
# added to what they hold. 1 <= table, 1 <= more.
def simulate(
    seed: _Words,
    first_block: int,
    properties: int,
    values: int,
    table: int,
    more: int,
    policy: int,
    games: _Layouts,
    looked: _Longs,
    without: _Longs,
) -> None: ...
