"""Exact, fast card-game kernels: a hand is a set of bits."""

from pathlib import Path

from bitdeck import bits
from bitdeck._twin import implementation
from bitdeck.errors import CardError, InfeasibleDeal, TooComplex

__all__ = ["CardError", "InfeasibleDeal", "TooComplex", "bits", "get_include", "implementation"]
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
