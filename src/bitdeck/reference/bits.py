"""Masks and combinations, said plainly: a mask is a set of card indices, a subset a choice of them."""

from math import comb

from bitdeck.reference.stream import Stream

BLOCK = 1024


def _cards(value):
    """The cards of a mask, ascending."""
    return [card for card in range(value.bit_length()) if value >> card & 1]


def _mask(cards):
    return sum(2**card for card in cards)


def _value(row):
    """The mask that a row of words stands for."""
    return sum(int(word) << 64 * i for i, word in enumerate(row))


def _put(row, value):
    for i in range(len(row)):
        row[i] = value >> 64 * i & 2**64 - 1


def _row(operand, r):
    """Row r of an operand; a single row stands for all."""
    return operand[r if len(operand) > 1 else 0]


# Batches.


def lowest(masks, out):
    for r, row in enumerate(masks):
        out[r] = min(_cards(_value(row)), default=-1)


def highest(masks, out):
    for r, row in enumerate(masks):
        out[r] = max(_cards(_value(row)), default=-1)


def highest_bit(masks, out):
    for r, row in enumerate(masks):
        _put(out[r], _mask(_cards(_value(row))[-1:]))


def indices(masks, out):
    width = out.shape[1]
    for r, row in enumerate(masks):
        cards = _cards(_value(row))[:width]
        out[r] = cards + [-1] * (width - len(cards))


def to_bools(masks, out):
    for r, row in enumerate(masks):
        held = set(_cards(_value(row)))
        out[r] = [card in held for card in range(out.shape[1])]


def from_bools(planes, out):
    for r, plane in enumerate(planes):
        _put(out[r], _mask(card for card, held in enumerate(plane) if held))


def permute(masks, table, out):
    for r in range(len(out)):
        _put(out[r], permute_one(_value(_row(masks, r)), table))


def select(masks, places, out):
    for r in range(len(out)):
        out[r] = select_one(_value(_row(masks, r)), int(_row(places, r)))


def deposit(values, masks, out):
    for r in range(len(out)):
        _put(out[r], deposit_one(_value(_row(values, r)), _value(_row(masks, r))))


def extract(values, masks, out):
    for r in range(len(out)):
        _put(out[r], extract_one(_value(_row(values, r)), _value(_row(masks, r))))


def subsets(mask, first, out):
    subset = first
    for r in range(len(out)):
        _put(out[r], subset)
        subset = next_subset(mask, subset)


def rank_subset(mask, values, out):
    for r in range(len(out)):
        out[r] = rank_subset_one(mask, _value(_row(values, r)))


def unrank_subset(mask, k, ranks, out):
    for r in range(len(out)):
        _put(out[r], unrank_subset_one(mask, k, int(ranks[r])))


def random_subset(seed, mask, k, out):
    for r in range(len(out)):
        if r % BLOCK == 0:
            stream = Stream(seed, r // BLOCK)
        _put(out[r], draw_subset(stream, mask, k))


def flood(masks, cards, out):
    for r in range(len(out)):
        _put(out[r], flood_one(_value(_row(masks, r)), int(_row(cards, r))))


def count_islands(masks, offsets):
    offsets[0] = 0
    for r, row in enumerate(masks):
        offsets[r + 1] = offsets[r] + len(islands_one(_value(row)))


def islands(masks, offsets, out):
    for r, row in enumerate(masks):
        for i, island in enumerate(islands_one(_value(row))):
            _put(out[offsets[r] + i], island)


def combinations(n, k, out):
    row = tuple(range(k))
    for r in range(len(out)):
        out[r] = row
        row = next_combination(row, n)


def combinations_wide(n, k, out):
    combinations(n, k, out)


# One mask of at most 128 bits.


def indices_one(mask):
    return tuple(_cards(mask))


def permute_one(mask, table):
    return _mask(int(table[card]) for card in _cards(mask) if card < len(table))


def select_one(mask, place):
    cards = _cards(mask)
    return cards[place] if 0 <= place < len(cards) else -1


def deposit_one(value, mask):
    cards = _cards(mask)
    return _mask(cards[j] for j in _cards(value) if j < len(cards))


def extract_one(value, mask):
    return _mask(j for j, card in enumerate(_cards(mask)) if value >> card & 1)


def next_subset(mask, subset):
    """The lowest card that can move up to the next card of the mask does, and all held below it fall to the bottom."""
    cards = _cards(mask)
    places = [j for j, card in enumerate(cards) if subset >> card & 1]
    for i, place in enumerate(places):
        if place + 1 < len(cards) and place + 1 not in places:
            return _mask(cards[j] for j in [*range(i), place + 1, *places[i + 1 :]])
    return -1


def rank_subset_one(mask, subset):
    """Lesser subsets agree above some chosen place and have all their remaining cards below it: C(place, how many)."""
    places = [j for j, card in enumerate(_cards(mask)) if subset >> card & 1]
    return sum(comb(place, i + 1) for i, place in enumerate(places))


def unrank_subset_one(mask, k, rank):
    """From the highest card down: without it C(place, k) subsets remain, and all of them come first."""
    cards = _cards(mask)
    chosen: list[int] = []
    for place in reversed(range(len(cards))):
        without = comb(place, k)
        if k and rank >= without:
            chosen.append(cards[place])
            rank -= without
            k -= 1
    return _mask(chosen)


def _subset_by_chunks(cards, k, rank):
    """The rank-th subset of `cards` with k, as drawn: by how many of the 13 lowest, by the rest, by the 13 lowest."""
    low, high = cards[:13], cards[13:]
    if not high:
        return unrank_subset_one(_mask(low), k, rank)
    for a in range(k + 1):
        ways = comb(13, a) * comb(len(high), k - a)
        if rank < ways:
            break
        rank -= ways
    rest, own = divmod(rank, comb(13, a))
    return unrank_subset_one(_mask(low), a, own) | _subset_by_chunks(high, k - a, rest)


def draw_subset(stream, mask, k):
    """A uniform subset of mask with k cards, 0 <= k <= popcount: the primitive of everything sampled.

    Up to 64 cards, one bounded integer ranks the subset. Above, each card is in with a probability in eighths near
    k / n, then single random cards join or leave until there are k; every step treats all cards alike.
    """
    cards = _cards(mask)
    n = len(cards)
    if k in (0, n):
        return mask if k else 0
    if n <= 64:
        return _subset_by_chunks(cards, k, stream.below(comb(n, k)))
    eighths = (8 * k + n // 2) // n
    drawn = {0: 0, 8: 0, 4: 1, 2: 2, 6: 2}.get(eighths, 3)
    held = []
    for low in (0, 64):
        planes = [stream.following() for _ in range(drawn)]
        for card in cards:
            if low <= card < low + 64:
                number = sum((plane >> card - low & 1) * 4 >> i for i, plane in enumerate(planes))
                if number < eighths:
                    held.append(card)
    while len(held) < k:
        missing = [card for card in cards if card not in held]
        held = sorted([*held, missing[stream.below(n - len(held))]])
    while len(held) > k:
        held.pop(stream.below(len(held)))
    return _mask(held)


def _cell(card):
    """Column and suit; the second word lies over the first."""
    return card % 64 // 4, card % 4


def flood_one(mask, card):
    cards = _cards(mask)
    if card not in cards:
        return 0
    land = {_cell(c) for c in cards}
    island, edge = set(), {_cell(card)}
    while edge:
        island |= edge
        edge = {
            (column, suit)
            for column, suit in land - island
            for c, s in edge
            if column == c or (suit == s and abs(column - c) == 1)
        }
    return _mask(c for c in cards if _cell(c) in island)


def islands_one(mask):
    found = {flood_one(mask, card) for card in _cards(mask)}
    return tuple(sorted(found, key=lambda island: min(_cell(card) for card in _cards(island))))


# Index tuples.


def next_combination(indices, n):
    """The last index that can be raised is, and those behind it follow at its heels."""
    k = len(indices)
    for i in reversed(range(k)):
        if indices[i] < n - k + i:
            raised = indices[i] + 1
            return (*indices[:i], *range(raised, raised + k - i))
    return None


def rank_combination(indices, n):
    """Those before it agree up to some place and have a lesser index there, and any choice of greater ones behind."""
    k = len(indices)
    rank, least = 0, 0
    for i, index in enumerate(indices):
        rank += sum(comb(n - 1 - lesser, k - 1 - i) for lesser in range(least, index))
        least = index + 1
    return rank


def unrank_combination(n, k, rank):
    chosen: list[int] = []
    index = 0
    while len(chosen) < k:
        beginning = comb(n - 1 - index, k - 1 - len(chosen))
        if rank < beginning:
            chosen.append(index)
        else:
            rank -= beginning
        index += 1
    return tuple(chosen)
