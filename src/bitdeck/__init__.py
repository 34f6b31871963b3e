"""Exact, fast card-game kernels: a hand is a set of bits."""

from pathlib import Path

from bitdeck import bits, cards, deals, matches, melds, plays
from bitdeck._twin import implementation
from bitdeck.cards import (
    ACE_LOW,
    DAIFUGO,
    DOPPELKOPF,
    DOUBLE_ACE_LOW,
    EUCHRE,
    PINOCHLE,
    SKAT,
    STANDARD,
    Deck,
    Hand,
)
from bitdeck.errors import CardError, InfeasibleDeal, TooComplex

__all__ = [
    "ACE_LOW",
    "DAIFUGO",
    "DOPPELKOPF",
    "DOUBLE_ACE_LOW",
    "EUCHRE",
    "PINOCHLE",
    "SKAT",
    "STANDARD",
    "CardError",
    "Deck",
    "Hand",
    "InfeasibleDeal",
    "TooComplex",
    "bits",
    "cards",
    "deals",
    "get_include",
    "implementation",
    "matches",
    "melds",
    "plays",
]
__version__ = "0.1.0"


def get_include() -> str:
    """The folder of the C header that `bitdeck.kernels.bits` needs when other Cython code cimports it.

    Returns
    -------
    str
        An absolute path, for `include_dirs` of an `Extension`.

    Examples
    --------
    >>> import bitdeck
    >>> bitdeck.get_include().endswith("kernels")
    True
    """
    return str(Path(__file__).parent / "kernels")
