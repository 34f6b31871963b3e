"""What both twins of the deals family offer. Masks of up to 128 bits are Python ints here; arrays hold 64-bit words.

A space has *holders* 0..H-1: the players, then, if cards stay over, the undealt pile. `sizes` and `barred` have one
entry a holder, and the sizes sum to the number of cards. A holding is (players, cards, at_least, at_most): players a
bitmask of holders; cards a tuple of (mask, value) with disjoint masks; both bounds inclusive integers (at_most is the
sum of all values in the space where nothing bounds it, 0 <= at_least, 0 <= at_most).

Rules that fix what the twins do, where a random stream or the order of float sums depends on it:

- Blocks: holders with equal barred set (within cards), equal membership in every holding (the tracked one included) and
  equal weight rows (over the cards of the space); ordered by lowest holder.
- Groups: cards with equal allowed blocks, equal value in every holding, equal weight column. Holdings ordered by
  (number of cards of the space with a value > 0, index), the tracked one last; groups sorted by the tuple of -value
  over that order, then by lowest card. In a `single` table every card is a group, in card order.
- Steps: for each group one step for each allowed block but the last (one step if it is the only one); in a step the
  block takes a of the `left` cards; in the group's last step the last allowed block takes the other left - a as well.
  A choice a exists when needs suffice, no open sum passes its at_most, and, where the step closes a holding (last
  step of its last counting group), at_least is met. The sum of a holding whose at_most nothing in the space can pass
  is kept as min(sum, at_least) (the tracked one in full).
- States of a step's layer are ordered by first discovery: parents in their order, a ascending. Dead states are left
  out.
- Weighted: before all else each column is divided by the power of two 2**e with max = m * 2**e, 0.5 <= m < 1
  (`math.frexp`, `math.ldexp`); blocks and groups compare what comes out. The factor of a step is (float(C(left, a)) *
  w_block**a) * w_last**(left - a), the last factor only in a group's last step with two or more allowed blocks;
  powers by repeated multiplication from 1.0. Completions of a state: sum over a ascending of factor *
  completions(next). When a layer is finished all its completions are divided by 2**e, e = frexp exponent of the
  layer's largest. A state whose completions are 0.0 is dead. Forward ways: likewise, states in order, a ascending,
  ways(next) += ways(state) * factor, then rescaled the same way.
- Draw at a step: exact: choose a among the choices with completions, ascending, by a binary fraction as `pick` does.
  Weighted: cum running sum of factor * completions(next) in ascending a; threshold of choice i (all but the last) is
  min(int(cum_i / total * 2**64), 2**64 - 1), total the last cum; the first choice with word < threshold, else the
  last. A single choice draws nothing. After it `draw_subset(stream, mask left of the group, a)`. Then
  the blocks are split, each in halves: the first len // 2 members draw theirs together, and each half is split again.
- Marginal of holder p of block b for a card of group g: exact: E * size_p / (len(g) * need_b * total), Python int
  division, E = sum of a * ways * factor * completions. Weighted: numerator = sum over states, a ascending, of count *
  ((ways * factor) * completions(next)), denominator the same without count, over the step of the block (the last
  block: the group's last step, count = left - a); then (numerator / denominator) * size_p / (len(g) * need_b).
"""

from typing import Self, final

import numpy as np
import numpy.typing as npt

LIMIT: int
"""The most states a table may have, 2**24."""

def pick(weights: tuple[int, ...], words: npt.NDArray[np.uint64]) -> tuple[int, int]:
    """Which choice a binary fraction falls on, and how many of `words` it took.

    With k words read as the integer u, the fraction lies in [u, u + 1) / 2**64**k. The choice is i when that whole
    interval lies in [cum_i, cum_{i+1}) / sum(weights), cum_i the sum of the weights before i; otherwise one more word
    is read. Weights are positive. (-1, len(words)) when the words run out.
    """

@final
class Table:
    """The completions of every state of a space: exact, or in doubles where `weights` is given."""

    states: int
    """How many states can be reached and completed (0 for an empty space); -1 past `limit`, and then nothing else
    works."""
    count: int
    """How many deals there are (of a weighted table: 1 if any has a weight, else 0)."""

    def __new__(
        cls,
        cards: int,
        sizes: tuple[int, ...],
        barred: tuple[int, ...],
        holdings: tuple[tuple[int, tuple[tuple[int, int], ...], int, int], ...] = (),
        players: int = -1,
        weights: npt.NDArray[np.float64] | None = None,
        tracked: tuple[int, int] | None = None,
        single: bool = False,
        limit: int = ...,
    ) -> Self:
        """`players`: how many holders' hands deals show (default all); weights (H, m), m past the highest card; tracked
        (players, mask): the cards whose number `distribution` tells."""

    def one(self, seed: npt.NDArray[np.uint64]) -> tuple[int, ...]:
        """Row 0 of what `fill` gives."""

    def fill(self, seed: npt.NDArray[np.uint64], out: npt.NDArray[np.uint64]) -> None:
        """Random deals into out (n, players, words); rows 1024 b .. 1024 b + 1023 come from Stream(seed, b)."""

    def marginals(self, out: npt.NDArray[np.float64]) -> None:
        """P(holder p holds card c) into out (at least H rows, 64 * words), which comes in as zeros."""

    def support(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For each of the H holders, the cards held in some deal, and in every deal (zeros for an empty space)."""

    def distribution(self) -> list[int] | list[float]:
        """Entry k: how many deals (weighted: what share of the weight, as ways / sum of the ways) have k of the
        tracked cards with the tracked holders; one entry more than there are tracked cards in the space."""

    def rank(self, deal: tuple[int, ...]) -> int:
        """Place of a deal (a mask for each of `players`) in the order of `single` tables; -1 if it is not in the
        space."""

    def unrank(self, index: int) -> tuple[int, ...]:
        """The deal at a place, 0 <= index < count."""

    def ranks(self, deals: npt.NDArray[np.uint64]) -> list[int]:
        """`rank` of each row of (n, players, words)."""

    def unranks(self, indices: list[int], out: npt.NDArray[np.uint64]) -> None:
        """`unrank` of each index, into out (n, players, words)."""

    def deals(self, first: int, out: npt.NDArray[np.uint64]) -> None:
        """The deals at the places first, first + 1, ..., into out (n, players, words); first + n <= count."""

@final
class Sampler:
    """The rows that `Table.fill` gives for one seed, handed out bit by bit."""

    def __new__(cls, table: Table, seed: npt.NDArray[np.uint64]) -> Self: ...
    def one(self) -> tuple[int, ...]:
        """The next row."""

    def many(self, out: npt.NDArray[np.uint64]) -> None:
        """The next rows, into out (n, players, words)."""
