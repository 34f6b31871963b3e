"""Why a space is empty: the smallest group of players and cards in conflict, or the holdings that cannot be met."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from bitdeck._holding import Holding

__all__ = ["reason"]

_TRIED = 500


def reason(
    cards: int,
    sizes: Sequence[int],
    barred: Sequence[int],
    players: int,
    holdings: Sequence[Holding],
    feasible: Callable[[Sequence[int]], bool],
) -> str:
    """What makes the space empty. `sizes` and `barred` have an entry a holder, the undealt pile last; `feasible` tells
    whether some deal meets the holdings at the places given, or may, where that would take long to find out."""
    return _crowded(cards, sizes, barred, players) or _unmet(players, holdings, feasible)


def _crowded(cards: int, sizes: Sequence[int], barred: Sequence[int], players: int) -> str:
    """The smallest set of holders with more cards that only they may hold than places, or more places than cards that
    they may hold (Hall, "On representatives of subsets", 1935); empty if there is none."""
    holders = range(len(sizes))
    for size in range(len(sizes) + 1):
        for group in combinations(holders, size):
            places = sum(sizes[p] for p in group)
            theirs, allowed = cards, 0
            for p in holders:
                if p in group:
                    allowed |= cards & ~barred[p]
                else:
                    theirs &= barred[p]
            if theirs.bit_count() > places:
                if not group:
                    return f"nobody may hold {_cards(theirs)}"
                takes = "takes" if size == 1 else "take"
                return f"{_cards(theirs)} can go only to {_names(group, players)}, who {takes} {_number(places)}"
            if allowed.bit_count() < places:
                takes = "takes" if size == 1 else "take"
                only = f"only {_cards(allowed)}" if allowed else "no card at all"
                return f"{_names(group, players)} {takes} {_number(places)}, but may hold {only}"
    return ""


def _unmet(players: int, holdings: Sequence[Holding], feasible: Callable[[Sequence[int]], bool]) -> str:
    """The smallest set of holdings that is seen to be met by no deal; past some hundred sets, one with none seen to be
    spare. All of them together are met by none."""
    tried = 0
    for size in range(1, len(holdings)):
        for chosen in combinations(range(len(holdings)), size):
            tried += 1
            if tried > _TRIED:
                return _say(players, holdings, _reduced(len(holdings), feasible))
            if not feasible(chosen):
                return _say(players, holdings, chosen)
    return _say(players, holdings, range(len(holdings))) if holdings else "no deal has a weight that a double can hold"


def _reduced(number: int, feasible: Callable[[Sequence[int]], bool]) -> Sequence[int]:
    kept = list(range(number))
    for h in range(number):
        fewer = [other for other in kept if other != h]
        if not feasible(fewer):
            kept = fewer
    return kept


def _say(players: int, holdings: Sequence[Holding], chosen: Sequence[int]) -> str:
    told = "; ".join(f"holdings[{h}], {_told(holdings[h], players)}" for h in chosen)
    return f"no deal meets {told}" if len(chosen) == 1 else f"no deal meets all of these: {told}"


def _told(holding: Holding, players: int) -> str:
    least, most = holding.at_least, holding.at_most
    bounds = f"at least {least}" if most is None else f"at most {most}" if not least else f"{least} to {most}"
    who = _names([p for p in range(holding._who.bit_length()) if holding._who >> p & 1], players)
    cards = _cards(int(holding.cards))
    return f"{who}: {bounds} of {cards}" if holding.values is None else f"{who}: {bounds} in the values of {cards}"


def _names(group: Iterable[int], players: int) -> str:
    names = [str(p) for p in group if p < players]
    parts = [("players " if len(names) > 1 else "player ") + _and(names)] if names else []
    return " and ".join(parts + ["the undealt pile"] * any(p >= players for p in group))


def _cards(mask: int) -> str:
    """The cards of a mask by index, stretches of three and more as first..last."""
    indices = [card for card in range(mask.bit_length()) if mask >> card & 1]
    parts: list[str] = []
    while indices:
        length = next((n for n, card in enumerate(indices) if card != indices[0] + n), len(indices))
        if length >= 3:
            parts.append(f"{indices[0]}..{indices[length - 1]}")
        else:
            parts += map(str, indices[:length])
        indices = indices[length:]
    return ("card " if mask.bit_count() == 1 else "cards ") + (_and(parts) or "of none")


def _number(places: int) -> str:
    return f"{places} card" if places == 1 else f"{places} cards"


def _and(parts: Sequence[str]) -> str:
    return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else "".join(parts)
