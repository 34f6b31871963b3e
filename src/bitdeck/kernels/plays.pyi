"""The signatures both twins of `plays` offer, and the layouts they share bit for bit.

Cards: bit 4 * rank + suit, rank 0 (the 3) .. 12 (the 2), suits C D H S = 0..3; jokers are bits 52 and 53.

Play: two words, `cards` and `meaning`. A meaning is
    bits  0..1   kind: 1 single, 2 group, 3 run
    bits  4..7   rank + 1: the lowest declared rank -1 .. 13; 14 for jokers alone (a lone joker, or two as a pair)
    bits  8..11  size, 1..15
    bits 12..15  suits: the mask of declared suits (0 for jokers alone)
    bits 16..21  what joker 52 stands for    } 0 not in the play, 1 stands for no card (alone, or joining all four),
    bits 24..29  what joker 53 stands for    } else 2 + 4 * (declared rank + 1) + declared suit
Two jokers in one play: the code of joker 52 is not above that of joker 53 (swapping them gives the same play).
The pass is the play 0, 0.

Field: the meaning of the play to beat; OPEN = 0: nothing lies there, the player leads; CLOSED = 2**64 - 1: nothing may
be played. Only kind, rank and size of a field matter.

Condition (uint8): bit 0 revolution (the effective order now), bit 1 number lock, bits 4..7 the suits locked (0: none).

Rules (one int):
    bits  0..1   jokers 0..2                   bit 16  eight_cut
    bits  2..5   min_run 3..13, 0: no runs     bit 17  suit_lock
    bit   6      virtual_ends                  bit 18  spade_three
    bit   7      quint                         bit 19  eleven_back
    bits  8..11  revolution_group, 0: never    bit 20  number_lock
    bits 12..15  revolution_run, 0: never      bit 21  forbidden_finish
                                               bits 22..23  joker_mode: 0 cards, 1 declared, 2 minimal

Plays of a hand (before any field):
- single: one card, rank and suit its own; or one joker alone: rank 14, suits 0, code 1.
- group: k >= 1 cards of one rank and j jokers, k + j >= 2, each joker standing for a different missing card of the
  rank; with `quint`, once all four suits are there (held or declared) every further joker has code 1; without it size
  is at most 4.
  Two jokers alone: a pair of rank 14, suits 0, codes 1 and 1 (and nothing else).
- run: consecutive declared ranks of one suit, at least min_run of them and at least one held card, each joker standing
  for one that is not in the play; ranks 0..12, with `virtual_ends` a joker may stand at -1 or 13 (two: at both).
- joker_mode 2 (minimal): no joker stands for a card that is in the hand. Mode 0 (cards): of the legal plays with the
  same cards only the first in the order below (so after field, lock and number lock have been applied). Both jokers of
  the hand count as cards of their own: with 52 and 53 in the hand, 3 + joker 52 and 3 + joker 53 are two plays.
- forbidden_finish: a play that is the whole hand and holds a card of rank 12 (rank 0 when the condition says
  revolution), of rank 5, or a joker, is left out. Only held cards count, not declared ones.

A play beats a field (no CLOSED, no OPEN), tested in this order:
- with eight_cut, a field containing rank 5 (declared: a run over it too) is beaten by nothing;
- kind and size must be equal;
- a field of rank 14 is beaten only by the single of rank 0 and suits 8 (a held S3), with spade_three, if size is 1;
- a play of rank 14 beats every other field, whatever lock and number lock;
- locked suits: the play's suits must be exactly those;
- extent = size for a run, else 1. Normal order: play.rank >= field.rank + extent; with number lock ==.
  Revolution: play.rank + extent <= field.rank; with number lock ==.

Order of results: kind 3, 2, 1; size descending; stronger first: rank 14, then rank descending (ascending under
revolution); cards ascending as integers; code of joker 52, then of joker 53, ascending.

In batches, `hands`, `fields` and `conditions` have n rows or one row each, which then serves all n.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

_U64 = npt.NDArray[np.uint64]
_I64 = npt.NDArray[np.int64]
_U8 = npt.NDArray[np.uint8]

__pyx_capi__: dict[str, Any]  # what `daifugo` takes of the tables

def moves_of(hand: int, field: int, condition: int, rules: int) -> bytes:
    """The plays of one hand on one field (OPEN: its leads), as native uint64 pairs cards, meaning."""

def count_of(hand: int, field: int, condition: int, rules: int) -> int:
    """How many `moves_of` gives, without building them."""

def moves(hands: _U64, fields: _U64, conditions: _U8, rules: int, offsets: _I64) -> Any:
    """The same for n = len(offsets) - 1 rows, one after the other: any object with the buffer of all pairs (bytes,
    bytearray, array). Fills `offsets`: row i has the pairs offsets[i] .. offsets[i + 1] - 1."""

def counts(hands: _U64, fields: _U64, conditions: _U8, rules: int, out: _I64) -> None:
    """Fill out[i] with the number of plays of row i."""

def meanings(cards: int, rules: int) -> bytes:
    """Every declaration a card set may have, whatever joker_mode and forbidden_finish: pairs in the normal order."""

def field_of(cards: int, rules: int) -> int:
    """The meaning (the first one) of a card set whose meanings agree in kind, rank and size, OPEN for no cards; -1 when
    they do not agree or there are none."""

def fields_of(cards: _U64, rules: int, out: _U64) -> int:
    """Fill out[i] with the field of each card set; gives the first row that has none, -1 when all is well."""

def beats_of(play: int, field: int, condition: int, rules: int) -> bool:
    """Whether the meaning `play` beats `field`; False on OPEN and CLOSED."""

def beats(plays: _U64, fields: _U64, conditions: _U8, rules: int, out: _U8) -> None:
    """The same for n = len(out) rows, 1 or 0; `plays` are meanings, n rows or one."""

def action_mask(
    hands: _U64, fields: _U64, conditions: _U8, rules: int, plays: _U64, columns: npt.NDArray[np.int32], out: _U8
) -> None:
    """Fill `out` (n, actions): 1 where a legal move of row i has that column, last column: the pass, legal on every
    field but OPEN. `plays` (m, 2) are all plays of the full pack in mode 1 (declared), in order, `columns` (m,) their
    columns."""

def split(hand: int, revolution: bool) -> list[int]:
    """The hand as runs, groups and singles to lead with. Over four cards the strongest rank (12; 0 under revolution) is
    left out of runs; a maximal run of >= 3 is kept unless each of its ranks is held at least twice in the whole hand;
    of the rest, ranks with two or more cards are groups. Runs: longest first, then stronger, then mask ascending;
    groups strongest first; singles: jokers (53, 52), then stronger first, within a rank suit descending."""

def runs(hand: int, length: int) -> list[int]:
    """length 0: the maximal same-suit runs of >= 3, longest first, then higher first, then mask ascending;
    else (1..13) every window of that length, masks ascending. Jokers are no part of it."""

def groups(hand: int, min_size: int) -> list[int]:
    """All cards of each rank that is held at least min_size (1..4) times, highest rank first. Jokers are left out."""

def singles(hand: int) -> list[int]:
    """Each card as a mask, highest bit first."""

def stronger_of(hand: int, field: int, revolution: bool) -> int:
    """Cards of the hand above the highest rank of the field (revolution: below its lowest); a joker is above
    everything but a field with a joker; the whole hand on an empty field."""

def stronger(hands: _U64, fields: _U64, conditions: _U8, out: _U64) -> None: ...
def rank_counts_of(hand: int) -> int:
    """Per rank, held k > 0 times: bit 4 * rank + k - 1. Jokers are left out."""

def rank_counts(hands: _U64, out: _U64) -> None: ...
def lone_ranks_of(hand: int) -> int:
    """Bit 4 * rank for each rank held exactly once. Jokers are left out."""

def lone_ranks(hands: _U64, out: _U64) -> None: ...
def is_run_of(cards: int, min_length: int) -> bool:
    """Whether the mask is consecutive ranks of one suit, at least min_length (>= 1) of them, and no other bit."""

def is_run(cards: _U64, min_length: int, out: _U8) -> None: ...
def is_group_of(cards: int, min_size: int) -> bool:
    """Whether the mask is at least min_size (>= 1) cards of one rank, and no other bit."""

def is_group(cards: _U64, min_size: int, out: _U8) -> None: ...
def follow_suit_of(hand: int, led: int, classes: _U64) -> int:
    """`classes`: disjoint masks; `led`: a card's index, -1 for none. The hand's cards of the class of `led` if there
    are any, else the hand. Any bit of 64; gives -1 when no class has `led`."""

def follow_suit(hands: _U64, led: _I64, classes: _U64, out: _U64) -> int:
    """The same for n = len(out) rows, `hands` and `led` n rows or one; gives the first row whose `led` is in no class,
    -1 when all is well."""
