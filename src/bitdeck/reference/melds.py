"""What melds, combos and deadwood are: all multisets of melds by brute recursion.

The words are those of `kernels/melds.pyi`: types, hands, places, melds and their order. A multiset of types is a sorted
tuple.

A meld is (places, cards): the types it shows and the types of its cards, two multisets of one size. The common part is
natural: a card stands for itself where it can, a card of the wild rank too. The other cards must be jokers, printed or
wild, and stand for the other places.
"""

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, groupby, product
from typing import NamedTuple

JOKER = 52
NEVER = 32767
LOW, HIGH, BOTH, WRAP = range(4)


class Rules:
    """The fields of the rules, and every shape a meld may have."""

    def __init__(
        self,
        copies,
        jokers,
        wild,
        min_run,
        min_set,
        max_set,
        same_suit_sets,
        aces,
        max_jokers,
        min_natural,
        min_runs,
        min_pure_runs,
        points,
        declared,
    ):
        self.copies, self.jokers, self.wild = copies, jokers, wild
        self.min_run, self.min_set, self.max_set, self.same_suit_sets = min_run, min_set, max_set, same_suit_sets
        self.aces, self.max_jokers, self.min_natural = aces, max_jokers, min_natural
        self.min_runs, self.min_pure_runs = min_runs, min_pure_runs
        self.points, self.declared = tuple(points), declared
        self.shapes = _runs(self) + _sets(self)


class _Shape(NamedTuple):
    """What a meld shows: its places as types, and (type, height): how high a joker counts each."""

    is_run: bool
    places: tuple[int, ...]
    heights: tuple[tuple[int, int], ...]


class _Meld(NamedTuple):
    """Three multisets of types: what it shows, what its jokers stand for, its cards."""

    places: tuple[int, ...]
    missing: tuple[int, ...]
    cards: tuple[int, ...]
    shape: _Shape

    @property
    def is_pure(self):
        return self.shape.is_run and not self.missing


def _runs(rules):
    first_position = 1 if rules.aces == HIGH else 0
    last_position = {LOW: 12, HIGH: 13, BOTH: 13, WRAP: 24}[rules.aces]
    found: dict[tuple[int, ...], _Shape] = {}
    for suit, first, length in product(range(4), range(first_position, 13), range(rules.min_run, 14)):
        if first + length - 1 <= last_position:
            height = {4 * (p % 13) + suit: 4 * p + suit for p in range(first, first + length)}
            found.setdefault(tuple(sorted(height)), _Shape(True, tuple(sorted(height)), tuple(height.items())))
    return list(found.values())


def _sets(rules):
    most = rules.copies if rules.same_suit_sets else 1
    found = []
    for rank, size in product(range(13), range(rules.min_set, rules.max_set + 1)):
        level = 13 if rank == 0 and rules.aces == HIGH else rank
        for suits in combinations_with_replacement(range(4), size):
            if max(Counter(suits).values()) <= most:
                places = tuple(4 * rank + suit for suit in suits)
                found.append(_Shape(False, places, tuple((4 * rank + suit, 4 * level + suit) for suit in suits)))
    return found


# Hands as multisets


def _type(bit):
    return min(bit % 64, JOKER)


def _bits(hand):
    """The set bits of a hand, ordered by type, then copy."""
    held = [bit for bit in range(128) if hand >> bit & 1]
    return sorted(held, key=lambda bit: (_type(bit), bit))


def _types(hand):
    return tuple(sorted(_type(bit) for bit in _bits(hand)))


def _mask(row):
    return sum(int(word) << 64 * i for i, word in enumerate(row))


def _without(pool, taken):
    """The multiset `pool` less `taken`; None if that is not in it."""
    rest = Counter(pool)
    rest.subtract(taken)
    return None if min(rest.values(), default=0) < 0 else tuple(sorted(rest.elements()))


def _common(a, b):
    return tuple(sorted((Counter(a) & Counter(b)).elements()))


def _is_joker(rules, kind):
    return kind == JOKER or kind // 4 == rules.wild


def _cost(rules, cards):
    return sum(rules.points[kind // 4] for kind in cards)


def _number(kinds):
    """A multiset of types as a mask, the second of a type at 64 + type."""
    return sum((1 << kind) + ((1 << 64 + kind) if count == 2 else 0) for kind, count in Counter(kinds).items())


def _order(meld):
    return _number(meld.places), _number(meld.missing), meld.cards


def _deal_out(hand, melds):
    """Physical melds (cards, jokers) of a hand, each taking the lowest copies left, and the cards left over."""
    left = _bits(hand)
    dealt = []
    for meld in melds:
        natural = _without(meld.cards, _without(meld.cards, _common(meld.cards, meld.places)))
        jokers = _without(meld.cards, natural)
        cards = [left.pop([_type(bit) for bit in left].index(kind)) for kind in natural]
        standing = [left.pop([_type(bit) for bit in left].index(kind)) for kind in jokers]
        mask = sum(1 << bit for bit in cards + standing)
        dealt.append((mask, tuple(zip(standing, meld.missing, strict=True))))
    return tuple(dealt), sum(1 << bit for bit in left)


def _dealt_combo(hand, melds):
    """The masks of the melds, their jokers if any has one, and the cards left over."""
    dealt, left = _deal_out(hand, melds)
    jokers = tuple(standing for _, standing in dealt)
    return tuple(cards for cards, _ in dealt), jokers if any(jokers) else (), left


# Melds of a hand


def _fillings(rules, shape, hand):
    """Every (missing, cards) by which cards of the multiset `hand` make the shape."""
    jokers = [kind for kind in hand if _is_joker(rules, kind)]
    most = len(jokers) if rules.max_jokers < 0 else min(len(jokers), rules.max_jokers)
    found = set()
    for size in range(min(most, len(shape.places) - rules.min_natural) + 1):
        for missing in set(combinations(shape.places, size)):
            natural = _without(shape.places, missing)
            rest = _without(hand, natural)
            if rest is None:
                continue
            for standing in set(combinations([kind for kind in rest if _is_joker(rules, kind)], size)):
                if not set(standing) & set(missing):
                    found.add((missing, tuple(sorted(natural + standing))))
    return found


@lru_cache(maxsize=1000)
def _candidates(rules, hand):
    melds = _all_meanings(rules, hand)
    return sorted(melds if rules.declared else _one_meaning_each(rules, melds), key=_order)


def _all_meanings(rules, hand):
    melds = []
    held, jokers = set(hand), sum(_is_joker(rules, kind) for kind in hand)
    for shape in rules.shapes:
        if len(held.union(shape.places)) - len(held) <= jokers:
            melds += [_Meld(shape.places, missing, cards, shape) for missing, cards in _fillings(rules, shape, hand)]
    return melds


def _one_meaning_each(rules, melds):
    runs_first = rules.min_runs > 0 or rules.min_pure_runs > 0

    def preferred(meld):
        heights = sorted((dict(meld.shape.heights)[kind] for kind in meld.missing), reverse=True)
        return runs_first and not meld.shape.is_run, len(meld.missing), [-height for height in heights]

    melds = sorted(melds, key=lambda meld: meld.cards)
    return [min(same, key=preferred) for _, same in groupby(melds, key=lambda meld: meld.cards)]


def candidates(rules, hand):
    """All melds that can be formed from the hand, in canonical order."""
    return [_deal_out(hand, [meld])[0][0] for meld in _candidates(rules, _types(hand))]


def meaning(rules, cards):
    """The meld that these cards are, or None."""
    kinds = _types(cards)
    every = [meld for meld in _all_meanings(rules, kinds) if meld.cards == kinds]
    return _deal_out(cards, _one_meaning_each(rules, every))[0][0] if every else None


# Combos


def combos(rules, hand, mode):
    """Every combo, depth first."""
    melds = _candidates(rules, _types(hand))

    def grow(chosen, first, dump):
        if _wanted(rules, mode, melds, chosen, dump):
            yield *_dealt_combo(hand, chosen), _cost(rules, dump)
        for i in range(first, len(melds)):
            rest = _without(dump, melds[i].cards)
            if rest is not None:
                yield from grow([*chosen, melds[i]], i, rest)

    yield from grow([], 0, _types(hand))


def _wanted(rules, mode, melds, chosen, dump):
    """Whether the mode (0 all, 1 maximal, 2 extended) lists the combo."""
    if mode == 0:
        return True
    if any(_without(dump, meld.cards) is not None for meld in melds):
        return False
    return mode == 1 or not any(
        _extends(rules, longer, meld, kind) for meld in set(chosen) for kind in set(dump) for longer in melds
    )


def _extends(rules, longer, meld, kind):
    if longer.cards != tuple(sorted((*meld.cards, kind))):
        return False
    return not rules.declared or _without(longer.missing, meld.missing) is not None


# The least deadwood


@lru_cache(maxsize=1000)
def _best_combo(rules, hand):
    """(deadwood, number of melds, their places in the candidates) of the best valid combo or None; the candidates."""
    melds = _candidates(rules, hand)

    @cache
    def least(first, dump, runs, pure):
        found = [(_cost(rules, dump), 0, ())] if runs == pure == 0 else []
        for i in range(first, len(melds)):
            rest = _without(dump, melds[i].cards)
            if rest is None:
                continue
            tail = least(i, rest, max(0, runs - melds[i].shape.is_run), max(0, pure - melds[i].is_pure))
            if tail is not None:
                found.append((tail[0], tail[1] + 1, (i, *tail[2])))
        return min(found, default=None)

    return least(0, hand, rules.min_runs, rules.min_pure_runs), melds


def best(rules, hand):
    """The combo of least deadwood, then fewest melds, then first in canonical order."""
    everything = (_cost(rules, _types(hand)), 0, ())
    found, melds = _best_combo(rules, _types(hand))
    deadwood, _, chosen = min(everything, found or everything)
    return *_dealt_combo(hand, [melds[i] for i in chosen]), deadwood


def deadwood_one(rules, hand):
    """Least deadwood of the hand."""
    return best(rules, hand)[3]


def deadwood(rules, hands, out):
    """Least deadwood of each hand."""
    for i, row in enumerate(hands):
        out[i] = deadwood_one(rules, _mask(row))


def best_batch(rules, hands, melds, dump, out):
    """The best combo of each hand; returns the most melds of any."""
    melds[:] = 0
    most = 0
    words = dump.shape[1]
    for i, row in enumerate(hands):
        chosen, _, left, points = best(rules, _mask(row))
        for j, cards in enumerate(chosen):
            melds[i, j] = _row(cards, words)
        dump[i], out[i] = _row(left, words), points
        most = max(most, len(chosen))
    return most


def _row(mask, words):
    return [mask >> 64 * word & 2**64 - 1 for word in range(words)]


# One card less, one card more


def _columns(rules):
    return JOKER + (rules.jokers > 0)


def _places_of(rules, kind):
    """The bits of all copies of a type."""
    within = range(52, 52 + rules.jokers) if kind == JOKER else [kind]
    return [64 * copy + bit for copy in range(rules.copies) for bit in within]


def _discards(rules, hand):
    row = [NEVER] * _columns(rules)
    for bit in _bits(hand):
        if row[_type(bit)] == NEVER:
            row[_type(bit)] = deadwood_one(rules, hand & ~(1 << bit))
    return row


def discards(rules, hands, out):
    """Least deadwood after discarding a card of each type."""
    for i, row in enumerate(hands):
        out[i] = _discards(rules, _mask(row))


def draws(rules, hands, out):
    """Least deadwood after drawing a card of each type and the best discard."""
    for i, row in enumerate(hands):
        hand = _mask(row)
        for kind in range(_columns(rules)):
            missing = [bit for bit in _places_of(rules, kind) if not hand >> bit & 1]
            out[i, kind] = min(_discards(rules, hand | 1 << missing[0])) if missing else NEVER


# Laying off


def _reading(table_meld):
    """(places, number of jokers) of a meld on the table."""
    mask, jokers = table_meld
    standing = {bit for bit, _ in jokers}
    natural = [_type(bit) for bit in _bits(mask) if bit not in standing]
    return tuple(sorted(natural + [kind for _, kind in jokers])), len(jokers)


def _layoffs_onto(rules, hand, table_meld):
    """Every way to lay cards of the multiset `hand` onto one meld, in the order of preference."""
    places, jokers = _reading(table_meld)
    bound = len(hand) if rules.max_jokers < 0 else max(0, rules.max_jokers - jokers)
    if len({kind // 4 for kind in places}) == 1:
        return _onto_set(rules, hand, places, bound)
    return _onto_run(rules, hand, places, bound)


def _onto_run(rules, hand, places, bound):
    below, above = _ends(rules, places)
    for down in _steps(rules, hand, below, bound):
        jokers = sum(kind != place for kind, place in zip(down, below, strict=False))
        room = 13 - len(places) - len(down)
        for up in _steps(rules, _without(hand, down), above[:room], bound - jokers):
            yield down + up


def _ends(rules, places):
    """The types that follow below and above a run, walking away from it."""
    suit, ranks = places[0] % 4, sorted(kind // 4 for kind in places)
    if len(ranks) == 13:
        return [], []
    cyclic = rules.aces == WRAP or (12 in ranks and 0 in ranks)
    first = next(rank for rank in ranks if (rank - 1) % 13 not in ranks) if cyclic else ranks[0]
    if ranks == [0] and rules.aces == HIGH:
        first = 13
    last = first + len(ranks) - 1
    lowest, highest = {LOW: (0, 12), HIGH: (1, 13), BOTH: (0, 13), WRAP: (first - 12, last + 12)}[rules.aces]
    down = [4 * (p % 13) + suit for p in range(first - 1, lowest - 1, -1)]
    up = [4 * (p % 13) + suit for p in range(last + 1, highest + 1)]
    return down[: 13 - len(ranks)], up[: 13 - len(ranks)]


def _steps(rules, hand, ends, bound):
    """The ways to walk away from a run: to stop first, else the next place's own card, then a joker on it."""
    yield ()
    if ends:
        own = [ends[0]] if ends[0] in hand else []
        for kind in own + [kind for kind in _jokers(rules, hand) if bound > 0 and kind != ends[0]]:
            for tail in _steps(rules, _without(hand, (kind,)), ends[1:], bound - (kind != ends[0])):
                yield (kind, *tail)


def _jokers(rules, hand):
    """The types of jokers in the hand, printed ones first."""
    return sorted({kind for kind in hand if _is_joker(rules, kind)}, key=lambda kind: (kind != JOKER, kind))


def _onto_set(rules, hand, places, bound):
    rank = places[0] // 4
    most = rules.copies if rules.same_suit_sets else 1
    for counts in product(range(most + 1), repeat=4):
        natural = tuple(4 * rank + suit for suit in range(4) for _ in range(counts[suit]))
        rest, shown = _without(hand, natural), Counter(places + natural)
        if rest is None or max(shown.values()) > most or len(places + natural) > rules.max_set:
            continue
        room = min(rules.max_set, 4 * most) - len(places + natural)
        free = {4 * rank + suit for suit in range(4) if shown[4 * rank + suit] < most}
        for jokers in _more_jokers(rules, rest, min(bound, room), free):
            yield natural + jokers


def _more_jokers(rules, hand, most, free):
    yield ()
    if most > 0:
        for kind in _jokers(rules, hand):
            if kind not in free:
                for tail in _more_jokers(rules, _without(hand, (kind,)), most - 1, free):
                    yield (kind, *tail)


def _laid(rules, hand, table):
    """Every joint choice: for each table meld the cards laid onto it."""
    if not table:
        yield (), hand
        return
    for cards in _layoffs_onto(rules, hand, table[0]):
        for tail, rest in _laid(rules, _without(hand, cards), table[1:]):
            yield (cards, *tail), rest


def layoffs(rules, hand, table):
    """(card bit, position in the table) of the first choice worth most points, in a playable order."""
    chosen, _ = max(_laid(rules, _types(hand), list(table)), key=lambda choice: _cost(rules, sum(choice[0], ())))
    left = _bits(hand)
    plays = []
    for position, cards in enumerate(chosen):
        for kind in cards:
            plays.append((left.pop([_type(bit) for bit in left].index(kind)), position))
    return plays


def deadwood_after(rules, hands, table, out):
    """Least deadwood of each hand, own melds and lay-offs chosen together."""
    for i, row in enumerate(hands):
        hand = _types(_mask(row))
        least = _cost(rules, hand)
        for rest in {rest for _, rest in _laid(rules, hand, list(table))}:
            found, _ = _best_combo(rules, rest)
            least = min(least, found[0] if found else least)
        out[i] = least


# Islands


def _connected(kinds, neighbours):
    """The connected parts of a set of types, by lowest type."""
    parts = []
    left = set(kinds)
    while left:
        part: set[int] = set()
        grown = {min(left)}
        while grown - part:
            part |= grown
            grown = {kind for kind in left for near in part if neighbours(kind, near)} | part
        parts.append(sorted(part))
        left -= part
    return parts


def _neighbours(rules):
    def near(a, b):
        if a // 4 == b // 4:
            return True
        if a % 4 != b % 4:
            return False
        low, high = sorted((a // 4, b // 4))
        if (low, high) == (0, 1):
            return rules.aces != HIGH
        if (low, high) == (0, 12):
            return rules.aces != LOW
        return high - low == 1

    return near


def islands(rules, hand):
    """Masks of types that are connected in the grid of ranks and suits."""
    land = {kind for kind in _types(hand) if kind != JOKER}
    return [sum(1 << kind for kind in part) for part in _connected(land, _neighbours(rules))]


def analyze(rules, hand):
    """For each island its types, ((type, copies, flags), …), rows and columns."""
    held = _types(hand)
    pure = [meld for meld in _all_meanings(rules, held) if not meld.missing]
    found = []
    for island in islands(rules, hand):
        kinds = [kind for kind in range(52) if island >> kind & 1]
        cells = tuple((kind, held.count(kind), _flags(pure, held, kind)) for kind in kinds)
        found.append((island, cells, _rows(kinds), _stretches(kinds)))
    return found


def _flags(melds, held, kind):
    flags = 0
    for is_run, single, double in ((True, 1, 2), (False, 4, 8)):
        mine = [meld.cards for meld in melds if meld.shape.is_run == is_run and kind in meld.cards]
        flags |= single * bool(mine)
        flags |= double * any(_without(held, a + b) is not None for a in mine for b in mine)
    return flags


def _rows(kinds):
    rows = []
    for suit in range(4):
        ranks = [rank for rank in range(13) if 4 * rank + suit in kinds]
        firsts = [rank for rank in ranks if rank - 1 not in ranks]
        lasts = [rank for rank in ranks if rank + 1 not in ranks]
        rows += [(suit, first, last) for first, last in zip(firsts, lasts, strict=True)]
    return tuple(rows)


def _stretches(kinds):
    ranks = sorted({kind // 4 for kind in kinds})
    suits = [[kind % 4 for kind in kinds if kind // 4 == rank] for rank in ranks]
    return tuple((rank, min(held), max(held)) for rank, held in zip(ranks, suits, strict=True))


# Parts that are solved alone


def components(rules, hand):
    """The cards other than printed jokers, cut where no meld reaches across."""
    kinds = {kind for kind in _types(hand) if kind != JOKER}
    melds = _candidates(rules, _types(hand))
    together = {pair for meld in melds for pair in combinations(meld.cards, 2)}
    wild = any(_is_joker(rules, kind) for kind in kinds)
    parts = _connected(kinds, lambda a, b: wild or (a, b) in together or (b, a) in together)
    return [sum(1 << bit for bit in _bits(hand) if _type(bit) in part) for part in parts]


def profile(rules, part, jokers):
    """Most points melded from this part with exactly j printed jokers, at least r runs and at least p pure runs."""
    runs, pures = rules.min_runs + 1, rules.min_pure_runs + 1
    found = [-1] * ((jokers + 1) * runs * pures)
    held = _types(part)
    pool = held + (JOKER,) * jokers
    melds = _candidates(rules, pool)

    @cache
    def reached(first, rest, run, pure):
        j = jokers - rest.count(JOKER)
        at = (j * runs + run) * pures + pure
        found[at] = max(found[at], _cost(rules, held) - _cost(rules, [kind for kind in rest if kind != JOKER]))
        for i in range(first, len(melds)):
            left = _without(rest, melds[i].cards)
            if left is not None:
                reached(i, left, min(runs - 1, run + melds[i].shape.is_run), min(pures - 1, pure + melds[i].is_pure))

    reached(0, pool, 0, 0)
    for at in reversed(range(len(found))):
        run, pure = at // pures % runs, at % pures
        more = [at + pures] * (run + 1 < runs) + [at + 1] * (pure + 1 < pures)
        found[at] = max([found[at], *(found[i] for i in more)])
    return tuple(found)


def settle(rules, hand, profiles):
    """Least deadwood of the hand whose parts have these profiles."""
    runs, pures = rules.min_runs + 1, rules.min_pure_runs + 1
    held = _types(hand)
    jokers = held.count(JOKER)
    reached = {(0, 0, 0): 0}
    for profile in profiles:
        grown: dict[tuple[int, int, int], int] = {}
        for (j, run, pure), points in reached.items():
            for at, more in enumerate(profile):
                key = (
                    j + at // (runs * pures),
                    min(runs - 1, run + at // pures % runs),
                    min(pures - 1, pure + at % pures),
                )
                if more >= 0 and key[0] <= jokers:
                    grown[key] = max(grown.get(key, 0), points + more)
        reached = grown
    total = _cost(rules, held)
    valid = [
        points + j * rules.points[13]
        for (j, run, pure), points in reached.items()
        if run == runs - 1 and pure == pures - 1
    ]
    return total - max(valid, default=0)
