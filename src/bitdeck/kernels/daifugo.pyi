"""The signature both twins of `daifugo` offer: rounds of Daifugo played to the end at random.

Plays, fields, conditions and rules are those of `plays.pyi`. A state is
    turn        the seat to move
    owner       the seat whose play lies on the table (any value when field is OPEN)
    field       the meaning of that play, or OPEN
    passed      the mask of seats that passed since the trick began
    revolution  the lasting order (groups and runs turn it over)
    back        1 while eleven-back turns it over for this trick; the effective order is revolution ^ back
    lock, number_lock   as in a condition
    places      per seat, 0 while it holds cards, else its finishing place 1..players

A turn of seat t, with a hand of cards:
1. The moves are `moves_of(hand, field, condition)` in their order, and after them the pass when the field is not OPEN,
   or when there is no other move. One move: it is made, nothing is drawn. More: `below(number of moves)` picks it.
   Every turn, forced or not, adds 1 to the length.
2. Pass: t joins `passed`.
   Play, onto the field f (maybe OPEN):
   - with suit_lock, if f is not OPEN and suits of play and f are equal and not 0, lock = those suits;
   - with number_lock, if f is not OPEN, neither rank is 14, and play.rank == f.rank + extent (under the effective order
     before the play; revolution: play.rank + extent == f.rank; extent: size of a run, else 1), number_lock = 1;
   - a group of >= revolution_group or a run of >= revolution_run cards turns `revolution` over (0: never);
   - with eleven_back, a play with a declared rank 8 (the J; a run over it too; rank 14 is no run) turns `back` over;
   - the cards leave the hand; the field is the play, the owner t; if the hand is empty, t takes the next place.
3. The round ends when at most one seat holds cards (that seat takes the last place).
4. The trick ends when the play was an 8 (eight_cut, declared, a run over it too), or beat a field of rank 14 (S3), or
   when no seat other than the owner holds cards and has not passed. (Field OPEN after a pass: "owner" counts for
   nobody; when every seat with cards has passed, the round ends and these seats take the next places in seat order from
   the one after t, cyclically.) After it: field OPEN, passed, lock, number_lock, back 0; the owner leads, or if
   he has no cards the next seat after him, cyclically, that has.
5. Otherwise the next seat after t, cyclically, that holds cards and has not passed (and, when the field is not OPEN, is
   not the owner) is to move.

Row i draws from the stream of block i // 1024, begun at the first row of the block and running on from row to row.
"""

import numpy as np
import numpy.typing as npt

def playouts(
    hands: npt.NDArray[np.uint64],
    turn: int,
    owner: int,
    field: int,
    passed: int,
    revolution: int,
    back: int,
    lock: int,
    number_lock: int,
    places: npt.NDArray[np.uint8],
    rules: int,
    seed: npt.NDArray[np.uint64],
    out_places: npt.NDArray[np.uint8],
    out_lengths: npt.NDArray[np.int32],
) -> None:
    """Play each world `hands[i]` (n, players) on from the state, which is not over: finishing places (n, players),
    turns taken (n,)."""
