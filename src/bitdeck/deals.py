"""Hidden cards: every deal that fits what is known, counted, sampled, ranked.

A `DealSpace` is the set of ways to give cards to players that agree with sizes, bars and holdings. Cards are masks,
players are numbered from 0, and what nobody gets is the undealt pile: the player after the last. `Beliefs` keeps up
what one seat at the table knows, and gives the space of the other hands.
"""

from bitdeck._beliefs import Beliefs
from bitdeck._holding import Holding
from bitdeck._space import DealSpace

__all__ = ["Beliefs", "DealSpace", "Holding"]
