"""What bitdeck raises beyond Python's own TypeError, OverflowError, IndexError and ValueError."""

__all__ = ["CardError", "InfeasibleDeal", "TooComplex"]


class CardError(ValueError):
    """A card, or a text of cards, that means nothing in this deck or stands where it may not."""


class InfeasibleDeal(ValueError):
    """What is known about the hidden cards leaves no deal that fits."""


class TooComplex(ValueError):
    """The exact answer would take more memory or time than the documented bound; raised before either is spent."""
