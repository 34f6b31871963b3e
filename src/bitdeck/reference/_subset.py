"""A uniform subset of a mask, as every sampling function draws it."""

from math import comb


def draw_subset(stream, mask, k):
    """k cards of mask, each choice equally likely: by its rank up to 13 cards, else by weighted bits and repair."""
    cards = [card for card in range(mask.bit_length()) if mask >> card & 1]
    n = len(cards)
    if k in (0, n):
        return mask if k else 0
    if n <= 13:
        rank = stream.below(comb(n, k))
        chosen = []
        for size in range(k, 0, -1):
            place = max(p for p in range(n) if comb(p, size) <= rank)
            rank -= comb(place, size)
            chosen.append(cards[place])
        return sum(1 << card for card in chosen)
    e = (8 * k + n // 2) // n
    held = set()
    for low in (0, 64):
        here = [card for card in cards if low <= card < low + 64]
        if not here or e in (0, 8):
            held.update(here if e == 8 else ())
            continue
        words = [stream.following() for _ in range(1 if e == 4 else 2 if e in (2, 6) else 3)] + [0, 0]
        held.update(c for c in here if sum((words[i] >> (c - low) & 1) << (2 - i) for i in range(3)) < e)
    while len(held) < k:
        missing = [card for card in cards if card not in held]
        held.add(missing[stream.below(n - len(held))])
    while len(held) > k:
        held.remove(sorted(held)[stream.below(len(held))])
    return sum(1 << card for card in held)
