"""A fact about hands that are hidden now, as evidence left it: who, what counts, and both bounds."""

from collections.abc import Sequence

from bitdeck._holding import Holding

__all__ = ["Fact", "indices", "swapped"]


class Fact:
    """A holding as it stands now: who (a mask of seats), what counts how much, and both bounds."""

    __slots__ = ("least", "most", "terms", "who")

    def __init__(self, who: int, terms: tuple[tuple[int, int], ...], least: int, most: int | None) -> None:
        self.who, self.terms, self.least, self.most = who, terms, least, most

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fact) and self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]

    def _state(self) -> tuple[object, ...]:
        return self.who, self.terms, self.least, self.most

    def value(self, cards: int) -> int:
        return sum(value * (mask & cards).bit_count() for mask, value in self.terms)

    def dearest(self) -> int:
        return max((value for _, value in self.terms), default=0)

    def moved(self, least: int, most: int) -> "Fact":
        """The fact with its bounds moved."""
        return Fact(self.who, self.terms, max(0, self.least + least), None if self.most is None else self.most + most)

    def holds(self, deal: Sequence[int]) -> bool:
        found = sum(self.value(hand) for seat, hand in enumerate(deal) if self.who >> seat & 1)
        return found >= self.least and (self.most is None or found <= self.most)

    def impossible(self) -> bool:
        """Whether no deal at all can meet it, so that no `Holding` can say it."""
        return (not self.who and self.least > 0) or (self.most is not None and self.most < max(0, self.least))

    def holding(self, unseen: int, players: tuple[int, ...]) -> Holding:
        cards, values = 0, {}
        for mask, value in self.terms:
            cards |= mask & unseen
            values.update(dict.fromkeys(indices(mask & unseen), value))
        return Holding(players, cards, self.least, self.most, values)


def indices(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def _lowest(mask: int) -> int:
    return mask & -mask


def swapped(
    deal: Sequence[int],
    seat: int,
    bit: int,
    shown: int,
    barred: tuple[Sequence[int], Sequence[int], int],
    facts: Sequence[Fact],
) -> list[int] | None:
    """The deal with the card in the seat's hand and without the cards shown to be lacking, if a few swaps do it.

    `barred` is what each seat lacks, what each is known to hold, and all that is known to be somewhere.
    """
    lacks, known, placed = barred
    hands = list(deal)
    if not hands[seat] & bit:
        holder = 0
        while not hands[holder] & bit:
            holder += 1
        spare = hands[seat] & ~known[seat] & ~lacks[holder]
        given = _lowest(spare & shown or spare)
        if not given:
            return None
        hands[seat] ^= bit | given
        hands[holder] ^= bit | given
    while wrong := _lowest(hands[seat] & shown):
        free = ~(lacks[seat] | shown | placed | hands[seat])
        for other, hand in enumerate(hands):
            if hand & free and not lacks[other] & wrong:
                taken = _lowest(hand & free)
                hands[seat] ^= wrong | taken
                hands[other] ^= wrong | taken
                break
        else:
            return None
    for fact in facts:
        if not fact.holds(hands):
            return None
    return hands
