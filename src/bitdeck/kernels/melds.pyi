"""What both twins of the melds kernel offer.

Words used here
---------------
*Type*: 4 * rank + suit of a card, 0..51 (ACE_LOW layout, ace 0), 52 for a printed joker; copies share their type.
*Hand*: Python int, or a row of uint64 words (one word a copy: copy c has its types at bits 64 * c + type, its printed
jokers at 64 * c + 52 and up). *Joker*: a printed joker, or a card of the wild rank that does not stand on its own
place (there it is natural). A place exists as often as there are copies.
*_Meld*: a pair `(cards, jokers)`: the mask of the hand's cards, and a tuple of `(card bit, type it stands for)`,
ascending
in the type; a lower card stands for a lower type, cards compared by their type, then copy. Of equal cards a meld
takes the
lowest copies that are held and not used by an earlier meld of the combo.
*_Combo*: `(cards, jokers, dump, points)`: the masks of its melds, their jokers (empty when no meld has one), the mask
of the cards left over, and their points.
*Places* of a meld: the types it shows (jokers by what they stand for) as a 128-bit mask, second occurrence of a type at
64 + type. Only with `same_suit_sets` does a meld have one.

Melds
-----
Run: min_run..13 neighbouring ranks of a suit, each once; positions 0..12 for aces "low", 1..13 "high" (position 13
is the
ace above the king), 0..13 "both", around the corner "wrap". Set: min_set..max_set cards of one rank, types different,
with `same_suit_sets` each up to `copies` times. Either has at most max_jokers jokers and at least min_natural natural
cards. Two melds are equal when the multisets of their cards' types and their places' multisets that jokers hold are.

Meanings. Of the meanings of one choice of cards (multiset of types), `declared` keeps every one; otherwise one is kept:
runs before sets when min_runs or min_pure_runs asks for runs; then fewest jokers; then the jokers' places, sorted
descending, lexicographically greatest, where a place counts 4 * position + suit, position in the run counted upwards
from
the run's first card (first 0..12, so up to 24 around the corner, 13 the ace above the king; of several firsts of a
run of 13
the lowest), in a set the rank (13 for aces under "high").

Canonical order of melds: ascending places (as a number), then ascending multiset of the types that jokers stand for
(as such
a number), then the ascending tuple of the types of its cards.

A combo is valid when it has at least min_runs runs, and min_pure_runs of them without a joker; the deadwood of an
invalid one is the points of all cards. A card's points are points[rank], of a printed joker points[13].
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

_Standing: TypeAlias = tuple[tuple[int, int], ...]
_Meld: TypeAlias = tuple[int, _Standing]
_Combo: TypeAlias = tuple[tuple[int, ...], tuple[_Standing, ...], int, int]

NEVER: int
"""32767."""

class Rules:
    """Everything the kernels must know of one MeldRules; it holds the tables, which are built when first needed.

    wild: rank 0..12, or −1. aces: 0 low, 1 high, 2 both, 3 wrap. max_jokers: −1 for no bound. points: 14
    non-negative ints, whose
    sum over the full pack is below 32767.
    """

    def __init__(
        self,
        copies: int,
        jokers: int,
        wild: int,
        min_run: int,
        min_set: int,
        max_set: int,
        same_suit_sets: bool,
        aces: int,
        max_jokers: int,
        min_natural: int,
        min_runs: int,
        min_pure_runs: int,
        points: Sequence[int],
        declared: bool,
    ) -> None: ...

def deadwood(rules: Rules, hands: npt.NDArray[np.uint64], out: npt.NDArray[np.int16]) -> None:
    """Least deadwood of each hand; hands (n, words), out (n,)."""

def deadwood_one(rules: Rules, hand: int) -> int:
    """The same of one hand."""

def deadwood_after(
    rules: Rules, hands: npt.NDArray[np.uint64], table: Sequence[_Meld], out: npt.NDArray[np.int16]
) -> None:
    """Least deadwood of each hand (n, words) after laying off onto the melds on the table, own melds and lay-offs
    chosen together."""

def discards(rules: Rules, hands: npt.NDArray[np.uint64], out: npt.NDArray[np.int16]) -> None:
    """out (n, columns): least deadwood after discarding a card of the type; NEVER where none is held.

    columns: 53 if there are printed jokers, else 52.
    """

def draws(rules: Rules, hands: npt.NDArray[np.uint64], out: npt.NDArray[np.int16]) -> None:
    """out (n, columns): least deadwood after drawing a card of the type and the best discard; NEVER where no copy is
    left."""

def best(rules: Rules, hand: int) -> _Combo:
    """The combo of least deadwood, which its last number is; of those fewest melds; of those first in canonical order.

    The melds come in canonical order. If no valid combo lowers the deadwood: no melds, and all cards are the dump.
    """

def best_batch(
    rules: Rules,
    hands: npt.NDArray[np.uint64],
    melds: npt.NDArray[np.uint64],
    dump: npt.NDArray[np.uint64],
    out: npt.NDArray[np.int16],
) -> int:
    """The same of each hand (n, words): melds (n, m, words) zero-padded, dump (n, words), deadwood out (n,).

    m is at least the most cards of a hand // min(min_run, min_set). Returns the most melds of any hand.
    """

def candidates(rules: Rules, hand: int) -> list[_Meld]:
    """All melds that can be formed from the hand, in canonical order."""

def combos(rules: Rules, hand: int, mode: int) -> Iterator[_Combo]:
    """Every combo, lazily: the multisets of candidates in lexicographic order
    of their
    places in `candidates` (the empty combo first, a prefix before what continues it). Validity is not looked at: the
    points are the dump's.

    mode 0: all. 1, maximal: no meld can be formed from the dump. 2, extended: moreover no dump card can be added to a
    meld: no candidate has the cards of a meld of the combo and that one card more (when `declared`: and what the
    meld's jokers stand for among what its jokers stand for).
    """

def meaning(rules: Rules, cards: int) -> _Meld | None:
    """The meld that these cards are, all of them used (of several meanings the one kept when not declared); None if
    they are no meld."""

def layoffs(rules: Rules, hand: int, table: Sequence[_Meld]) -> list[tuple[int, int]]:
    """(card bit, position in the table) in a playable order: cards of the hand laid off onto melds, together worth
    most points.

    A run is extended downwards, then upwards by neighbours, a set by places it lacks, within the bounds of a meld.
    Of several choices of most points the first is taken, walking depth first through the table melds by position. A
    run: at each step stop first, then take the next place with the natural card, a printed joker, a wild card by
    suit (not on its own place). A set: for ♣♦♥♠ without the natural card first, then with it (and again, where the
    place comes twice); then stop first, then one more joker, printed, then wild by suit (none whose own place in
    the set is free), on the highest free places. Plays on one meld stand together, in table order; of equal cards
    the lowest copy goes first.
    """

def islands(rules: Rules, hand: int) -> list[int]:
    """Masks of types (copies merged, printed jokers left out) connected in the grid, ordered by lowest type.

    Neighbours: ranks r, r + 1 of a suit; ace and king unless aces are low; ace and 2 unless they are high; all suits
    of a rank.
    """

def analyze(
    rules: Rules, hand: int
) -> list[
    tuple[int, tuple[tuple[int, int, int], ...], tuple[tuple[int, int, int], ...], tuple[tuple[int, int, int], ...]]
]:
    """For each island (types mask, ((type, copies held, flags), …), rows, columns).

    flags, from all melds in which no card is a joker: 1 in a run, 2 in two runs at the same time, 4 in a set, 8 in
    two sets at the same time.
    rows: (suit, first rank, last rank) of each maximal stretch of land in a suit, by suit, then first rank (not
    around the
    corner); columns: (rank, lowest suit, highest suit) of each rank with land.
    """

def components(rules: Rules, hand: int) -> list[int]:
    """The hand's cards other than jokers, cut so that no meld reaches into two parts, whatever the jokers stand for.

    Masks of the hand's cards, ordered by lowest type. With cards of the wild rank in the hand there is one part, all
    cards but the printed jokers.
    """

def profile(rules: Rules, part: int, jokers: int) -> tuple[int, ...]:
    """Most points of cards melded from this part with exactly j of `jokers` printed jokers used, at least r runs and
    at least p pure ones.

    Index (j * (min_runs + 1) + r) * (min_pure_runs + 1) + p; −1 where it cannot be. Points of the printed jokers are
    not counted.
    """

def settle(rules: Rules, hand: int, profiles: Sequence[tuple[int, ...]]) -> int:
    """Least deadwood of the hand whose components have these profiles (of as many jokers as the hand holds)."""
