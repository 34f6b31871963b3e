"""Small spaces of deals made by hypothesis, and their deals by brute force: every assignment, card by card."""

from fractions import Fraction
from math import prod
from typing import Any

from hypothesis import strategies as st

from bitdeck.deals import DealSpace, Holding

PLACES = (0, 1, 2, 5, 31, 40, 63, 64, 65, 127)


def cards_of(mask: int) -> list[int]:
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def mask_of(cards: Any) -> int:
    """A mask from card indices, or from text such as "0..12"."""
    if isinstance(cards, str):
        first, last = map(int, cards.split(".."))
        cards = range(first, last + 1)
    return sum(1 << card for card in cards)


def total_of(holding: Holding, hands: list[int]) -> int:
    """What the holding's players hold of its cards."""
    held = sum(hands[p] for p in holding.players if p < len(hands)) & holding.cards
    return held.bit_count() if holding.values is None else sum(v for c, v in holding.values if held >> c & 1)


def brute(space: dict[str, Any]) -> dict[tuple[int, ...], Fraction]:
    """The deals of a space with their weights, in the order of ranks."""
    cards, players = cards_of(space["cards"]), len(space["sizes"])
    sizes = [*space["sizes"], len(cards) - sum(space["sizes"])]
    barred = [*(space.get("barred") or [0] * players), 0][: players + 1]
    weights = space.get("weights")
    found = {}

    def weight(card: int, p: int) -> Fraction:
        return Fraction(1) if weights is None or p >= len(weights) else Fraction(weights[p][card])

    def go(at: int, hands: list[int], weighs: Fraction) -> None:
        if at == len(cards):
            for holding in space.get("holdings", ()):
                total = total_of(holding, hands)
                if total < holding.at_least or (holding.at_most is not None and total > holding.at_most):
                    return
            found[tuple(hands[:players])] = weighs
            return
        card = cards[at]
        for p in range(players + 1):
            if hands[p].bit_count() < sizes[p] and not barred[p] >> card & 1 and weight(card, p):
                hands[p] |= 1 << card
                go(at + 1, hands, weighs * weight(card, p))
                hands[p] &= ~(1 << card)

    go(0, [0] * (players + 1), Fraction(1))
    return found


def hands_of(space: dict[str, Any], deal: tuple[int, ...]) -> list[int]:
    """The hands of a deal, the undealt pile last."""
    return [*deal, space["cards"] & ~sum(deal)]


def make(space: dict[str, Any]) -> DealSpace:
    return DealSpace(space["cards"], space["sizes"], **{k: v for k, v in space.items() if k not in ("cards", "sizes")})


@st.composite
def holdings(draw: Any, cards: int, players: int) -> Holding:
    who = draw(st.lists(st.integers(0, players), min_size=1, max_size=players + 1, unique=True))
    some = draw(st.integers(0, 2**10 - 1))
    mask = mask_of([PLACES[i] for i in cards_of(some)])
    values = None
    if draw(st.booleans()):
        values = {card: draw(st.integers(0, 4)) for card in cards_of(mask)}
    at_least = draw(st.integers(0, 3))
    at_most = draw(st.none() | st.integers(at_least, at_least + 4))
    return Holding(tuple(who), mask, at_least, at_most, values)


@st.composite
def spaces(draw: Any, weighted: bool | None = None, most: int = 7, held: bool = True) -> dict[str, Any]:
    """Arguments of a small space, every kind of constraint at once."""
    places = draw(st.lists(st.sampled_from(PLACES), max_size=most, unique=True))
    cards = mask_of(places)
    players = draw(st.integers(1, 4))
    sizes, left = [], len(places)
    for _ in range(players):
        sizes.append(draw(st.integers(0, min(left, 4))))
        left -= sizes[-1]
    if draw(st.booleans()):
        sizes[-1] += left
    rows = players + draw(st.integers(0, 1))
    space: dict[str, Any] = {"cards": cards, "sizes": tuple(sizes)}
    if draw(st.booleans()):
        one = st.sampled_from(PLACES).map(lambda c: 1 << c)
        some = st.lists(one, max_size=3, unique=True).map(sum)
        space["barred"] = tuple(draw(some) for _ in range(rows))
    if held and draw(st.booleans()):
        space["holdings"] = tuple(draw(st.lists(holdings(cards, players), min_size=1, max_size=3)))
    if draw(st.booleans()) if weighted is None else weighted:
        weight = st.sampled_from([0.0, 0.25, 0.5, 1.0, 1.0, 1.0, 2.0, 0.1, 0.3, 7.5, 1e-3])
        space["weights"] = [[1.0] * cards.bit_length() for _ in range(rows)]
        for card in places:
            column = [draw(weight) for _ in range(rows)]
            for p in range(rows):
                space["weights"][p][card] = column[p] if any(column) else 1.0
    return space


def share(deals: dict[tuple[int, ...], Fraction], chosen: Any) -> Fraction:
    """The share of the weight of the deals that `chosen` picks."""
    return sum((w for deal, w in deals.items() if chosen(deal)), Fraction(0)) / sum(deals.values())


def multinomial(whole: int, *parts: int) -> int:
    from math import factorial

    return factorial(whole) // prod(map(factorial, parts))
