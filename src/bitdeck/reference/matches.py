"""Matches by trying every choice of `values` places, and whole games on lists. What each function means stands in
`kernels/matches.pyi`."""

from itertools import combinations

from bitdeck.reference.stream import Stream


def _digits(card, properties, values):
    return [card // values**i % values for i in range(properties)]


def _is_match(cards, properties, values):
    """Whether `values` different cards have every digit all equal or all different."""
    columns = zip(*(_digits(card, properties, values) for card in cards), strict=True)
    return all(len(set(column)) in (1, values) for column in columns)


def _matches(cards, properties, values):
    """The places of every match, in lexicographic order."""
    held = [place for place, card in enumerate(cards) if card != -1]
    for places in combinations(held, values):
        if _is_match([cards[place] for place in places], properties, values):
            yield places


def _first_wrong(cards, size):
    """The place of the first card that is out of the deck or there twice, None when all is well."""
    for place, card in enumerate(cards):
        if card != -1 and (type(card) is not int or not 0 <= card < size or card in cards[:place]):
            return place
    return None


def _fault(layouts, properties, values):
    """row * k + place of the first wrong card, -1 when there is none."""
    for row, cards in enumerate(layouts.tolist()):
        place = _first_wrong(cards, values**properties)
        if place is not None:
            return row * layouts.shape[1] + place
    return -1


def count(layouts, properties, values, out):
    fault = _fault(layouts, properties, values)
    if fault < 0:
        for row, cards in enumerate(layouts.tolist()):
            out[row] = len(list(_matches(cards, properties, values)))
    return fault


def has(layouts, properties, values, out):
    fault = _fault(layouts, properties, values)
    if fault < 0:
        for row, cards in enumerate(layouts.tolist()):
            out[row] = next(_matches(cards, properties, values), None) is not None
    return fault


def find(layouts, properties, values, out):
    fault = _fault(layouts, properties, values)
    if fault < 0:
        for row, cards in enumerate(layouts.tolist()):
            out[row] = next(_matches(cards, properties, values), [-1] * values)
    return fault


def find_all(layouts, properties, values, offsets, out):
    for row, cards in enumerate(layouts.tolist()):
        for i, places in enumerate(_matches(cards, properties, values)):
            out[offsets[row] + i] = places


def complete(layouts, properties, values, out):
    fault = _fault(layouts, properties, values)
    if fault < 0:
        for row, cards in enumerate(layouts.tolist()):
            others = [] if -1 in cards else [c for c in range(values**properties) if c not in cards]
            out[row] = next((c for c in others if _is_match([*cards, c], properties, values)), -1)
    return fault


def count_one(cards, properties, values):
    place = _wrong_one(cards, values**properties)
    return len(list(_matches(cards, properties, values))) if place is None else -1 - place


def has_one(cards, properties, values):
    place = _wrong_one(cards, values**properties)
    return int(next(_matches(cards, properties, values), None) is not None) if place is None else -1 - place


def find_one(cards, properties, values):
    place = _wrong_one(cards, values**properties)
    return next(_matches(cards, properties, values), None) if place is None else -1 - place


def find_all_one(cards, properties, values):
    place = _wrong_one(cards, values**properties)
    return list(_matches(cards, properties, values)) if place is None else -1 - place


def _wrong_one(cards, size):
    """As `_first_wrong`, in a list or tuple that may hold anything."""
    strange = next((place for place, card in enumerate(cards) if type(card) is not int), len(cards))
    place = _first_wrong(cards[:strange], size)
    return strange if place is None and strange < len(cards) else place


def _shuffled(stream, size, k):
    """The first k of `size` cards in random order."""
    cards = list(range(size))
    for j in range(k):
        other = j + stream.below(size - j)
        cards[j], cards[other] = cards[other], cards[j]
    return cards[:k]


def sample(seed, size, out):
    for row in range(len(out)):
        if row % 1024 == 0:
            stream = Stream(seed, row // 1024)
        out[row] = _shuffled(stream, size, out.shape[1])


def simulate(seed, first_block, properties, values, table, more, policy, games, looked, without):
    for game in range(len(games)):
        if game % 1024 == 0:
            stream = Stream(seed, first_block + game // 1024)
        stock = _shuffled(stream, values**properties, values**properties)
        games[game] = _play(stream, stock, properties, values, table, more, policy, looked, without)


def _play(stream, stock, properties, values, least, more, policy, looked, without):
    """One game: how often more cards were dealt, the largest table, the cards left."""
    table = [stock.pop(0) for _ in range(min(least, len(stock)))]
    times, largest = 0, len(table)
    while True:
        looked[len(table)] += 1
        found = list(_matches(table, properties, values))
        if found:
            _take(table, found[stream.below(len(found)) if policy == 1 else 0], stock, least)
            continue
        without[len(table)] += 1
        if not stock:
            return times, largest, len(table)
        table += [stock.pop(0) for _ in range(min(more, len(stock)))]
        times, largest = times + 1, max(largest, len(table))


def _take(table, places, stock, least):
    """Take a match away: new cards at the lowest of its places while the table is short, the other places close up."""
    for place in places:
        table[place] = None
    for place in places:
        if len(table) - table.count(None) < least and stock:
            table[place] = stock.pop(0)
    table[:] = [card for card in table if card is not None]
