"""Melds decided card by card, for small hands: a third opinion beside the kernels and their twins.

A hand is a tuple of physical cards, each given by its type (4 * rank + suit, 52 a joker). Which cards make a meld is
asked of each subset; combos are partitions of subsets. Nothing here lists shapes first.
"""

from functools import cache
from itertools import combinations, permutations, product

JOKER = 52


def types(hand):
    return tuple(sorted(min(bit % 64, JOKER) for bit in range(128) if hand >> bit & 1))


def cost(rules, cards):
    wild = [JOKER, *range(4 * rules.wild, 4 * rules.wild + 4)] if rules.wild is not None else [JOKER]
    return sum(rules.joker_points if card in wild else rules.points[card // 4] for card in cards)


def is_joker(rules, card):
    return card == JOKER or card // 4 == rules.wild


def is_run(rules, places):
    """Whether distinct cards follow one another in a suit, tried from every first card."""
    if not rules.min_run <= len(places) <= 13 or len({place % 4 for place in places}) != 1:
        return False
    ranks = {place // 4 for place in places}
    if len(ranks) != len(places):
        return False
    sequences = {
        "low": [range(13)],
        "high": [(*range(1, 13), 0)],
        "both": [(*range(13), 0)],
        "wrap": [[*range(13)] * 2],
    }
    [line] = sequences[rules.aces]
    line = list(line)
    return any(set(line[i : i + len(ranks)]) == ranks for i in range(len(line) - len(ranks) + 1))


def is_set(rules, places):
    if not rules.min_set <= len(places) <= rules.max_set or len({place // 4 for place in places}) != 1:
        return False
    most = rules.copies if rules.same_suit_sets else 1
    return max(places.count(place) for place in places) <= most


@cache
def readings(rules, cards):
    """Every multiset of places that the cards can show, with the number of jokers."""
    found = {}
    jokers = [i for i, card in enumerate(cards) if is_joker(rules, card)]
    most = len(cards) if rules.max_jokers is None else rules.max_jokers
    for count in range(len(jokers) + 1):
        for standing in combinations(jokers, count):
            natural = tuple(card for i, card in enumerate(cards) if i not in standing)
            if count > most or len(natural) < rules.min_natural or JOKER in natural:
                continue
            for filled in completions(rules, natural, count):
                found.setdefault(filled, count)
    return found


def completions(rules, natural, count):
    """The places when `count` jokers join the natural cards: in the suit or the rank of those."""
    if not natural:
        pools = [range(suit, 52, 4) for suit in range(4)] + [range(4 * rank, 4 * rank + 4) for rank in range(13)]
    else:
        suits, ranks = {card % 4 for card in natural}, {card // 4 for card in natural}
        pools = [range(natural[0] % 4, 52, 4)] if len(suits) == 1 else []
        pools += [range(4 * (natural[0] // 4), 4 * (natural[0] // 4) + 4)] if len(ranks) == 1 else []
    found = set()
    for pool in pools:
        twice = sorted([*pool] * (rules.copies if rules.same_suit_sets else 1))
        for extra in set(combinations(twice, count)):
            places = tuple(sorted(natural + extra))
            if is_run(rules, places) or is_set(rules, places):
                found.add(places)
    return found


def missing(cards, places):
    """What jokers stand for: the places that no card of that type fills."""
    rest = list(places)
    for card in cards:
        if card in rest:
            rest.remove(card)
    return tuple(rest)


def kinds(rules, cards):
    """What the cards may count as: (a run or not, a pure run or not)."""
    return {
        (is_run(rules, places), is_run(rules, places) and count == 0)
        for places, count in readings(rules, cards).items()
    }


def meld_masks(rules, hand):
    """Masks over positions of the hand of all subsets that are melds."""
    largest = max(13, rules.max_set)
    found = []
    for size in range(min(rules.min_run, rules.min_set), min(largest, len(hand)) + 1):
        for chosen in combinations(range(len(hand)), size):
            cards = tuple(hand[i] for i in chosen)
            if readings(rules, cards):
                found.append((sum(1 << i for i in chosen), cards))
    return found


def deadwood(rules, hand):
    """The least deadwood of a tuple of types."""
    starting = {}
    for mask, cards in meld_masks(rules, hand):
        starting.setdefault((mask & -mask).bit_length() - 1, []).append((mask, kinds(rules, cards)))

    @cache
    def least(at, used, runs, pure):
        if at == len(hand):
            return 0 if runs <= 0 and pure <= 0 else None
        if used >> at & 1:
            return least(at + 1, used, runs, pure)
        dumped = least(at + 1, used, runs, pure)
        found = [] if dumped is None else [dumped + cost(rules, [hand[at]])]
        for mask, counted in starting.get(at, []):
            if not mask & used:
                found += [
                    least(at + 1, used | mask, max(0, runs - run), max(0, pure - clean)) for run, clean in counted
                ]
        return min((points for points in found if points is not None), default=None)

    everything = cost(rules, hand)
    valid = least(0, 0, rules.min_runs, rules.min_pure_runs)
    return everything if valid is None else min(valid, everything)


def combos(rules, hand, mode):
    """The set of combos; a combo is a sorted tuple of melds: card types, and places where they are declared."""
    melds = {}
    for mask, cards in meld_masks(rules, hand):
        shown = sorted(readings(rules, cards)) if rules.joker_mode == "declared" else [()]
        melds[mask] = [(cards, places) for places in shown]
    found = {}

    def walk(used, low, chosen):
        """Physical melds in the order of their lowest position."""
        key = tuple(sorted(chosen))
        found[key] = tuple(hand[i] for i in range(len(hand)) if not used >> i & 1)
        for mask, shown in melds.items():
            if not mask & used and mask & -mask > low:
                for meld in shown:
                    walk(used | mask, mask & -mask, [*chosen, meld])

    walk(0, 0, [])
    if mode == "all":
        return set(found)
    kept = {key for key, dump in found.items() if not meld_masks(rules, dump)}
    return kept if mode == "maximal" else {key for key in kept if not any_extends(rules, key, found[key])}


def any_extends(rules, combo, dump):
    for (cards, places), card in product(combo, set(dump)):
        longer = tuple(sorted((*cards, card)))
        for shown in readings(rules, longer):
            if rules.joker_mode == "cards" or not subtract(missing(cards, places), missing(longer, shown)):
                return True
    return False


def subtract(a, b):
    rest = list(a)
    for kind in b:
        if kind in rest:
            rest.remove(kind)
    return rest


def can_join(rules, places, jokers, laid):
    """Whether the cards can be added to a meld of the table that shows `places`."""
    if not laid:
        return True
    most = 99 if rules.max_jokers is None else rules.max_jokers
    suit_or_rank = [range(places[0] % 4, 52, 4)] if len({p % 4 for p in places}) == 1 else []
    suit_or_rank += (
        [range(4 * (places[0] // 4), 4 * (places[0] // 4) + 4)] if len({p // 4 for p in places}) == 1 else []
    )
    for pool in suit_or_rank:
        twice = [*pool] * (rules.copies if rules.same_suit_sets else 1)
        for extra in set(combinations(sorted(twice), len(laid))):
            longer = tuple(sorted((*places, *extra)))
            if not (is_run(rules, longer) or is_set(rules, longer)):
                continue
            for order in set(permutations(laid)):
                wild = [card for card, place in zip(order, extra, strict=True) if card != place]
                if all(is_joker(rules, card) for card in wild) and jokers + len(wild) <= most:
                    return True
    return False


def laid_choices(rules, hand, table):
    """Every joint choice of cards to lay off: (points, cards left); `table`: pairs of places and number of jokers."""
    for where in product(range(len(table) + 1), repeat=len(hand)):
        laid = [tuple(card for card, w in zip(hand, where, strict=True) if w == i) for i in range(len(table))]
        if all(can_join(rules, *meld, cards) for meld, cards in zip(table, laid, strict=True)):
            left = tuple(card for card, w in zip(hand, where, strict=True) if w == len(table))
            yield cost(rules, hand) - cost(rules, left), left
