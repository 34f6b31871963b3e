"""Deals by propagating candidates, the procedure of a Doppelkopf player's program: quick to say, and not uniform.

Each card not yet given keeps its candidates, the holders that may still get it. `settle` repeats, until nothing
changes: a holder whose need is met leaves every list; where a card would lift the sum of a holding past at_most, the
holding's players leave the card's list; a holder who is candidate for exactly as many cards as he needs becomes the
only candidate of each of them. A card without candidates, or a holder who is candidate for fewer cards than he needs,
is a contradiction, and so is a holding short of at_least when all cards are given. On a contradiction the deal starts
over; after `STARTS` starts it is given up.

A start settles, then scans the cards in ascending order for lists of length 1, then 2, and so on. Whoever is first in
a list of length 1 gets the card; of a longer list the candidate number below(length), counted ascending, gets it.
After each card it settles, and if that took a candidate from a list, the scan starts again with the length lowered by
one (not below 1). A scan that gave no card raises the length by one, and after the number of holders comes 1 again;
one that gave cards but changed no list is repeated.

Before the first scan of length 2 each holding, in order, is served: while its sum is short of at_least, a card that
counts and has one of its players as candidate is given, number below(number of such cards), counted ascending, to one
of these players, number below(number of these candidates), counted ascending; then it settles. If serving changed a
list, the length is 1 again.

Random stream: row i of a batch continues Stream(seed, i // 1024), restarted every 1,024 rows; starts of a deal follow
each other in the same stream. A choice among one draws nothing.
"""

from bitdeck.reference.stream import Stream

STARTS = 1000
_ROWS = 1024


class _Contradiction(Exception):
    pass


def _choice(stream, options):
    return options[0] if len(options) == 1 else options[stream.below(len(options))]


class _Deal:
    """One start of a deal."""

    def __init__(self, cards, sizes, barred, holdings):
        indices = [card for card in range(cards.bit_length()) if cards >> card & 1]
        holders = range(len(sizes))
        self.candidates = {card: [p for p in holders if not barred[p] >> card & 1] for card in indices}
        self.needs = list(sizes)
        self.hands = [0] * len(sizes)
        self.holdings = [
            ([p for p in holders if who >> p & 1], {c: v for m, v in terms for c in indices if m >> c & 1}, least, most)
            for who, terms, least, most in holdings
        ]
        self.sums = [0] * len(holdings)

    def settle(self):
        """Propagate until nothing changes; whether a list did."""
        ever = False
        while changed := self._drop_met() | self._drop_full() | self._claim():
            ever |= changed
        return ever

    def _drop(self, card, holders):
        kept = [p for p in self.candidates[card] if p not in holders]
        changed = kept != self.candidates[card]
        self.candidates[card] = kept
        if not kept:
            raise _Contradiction
        return changed

    def _drop_met(self):
        met = [p for p, need in enumerate(self.needs) if not need]
        dropped = [self._drop(card, met) for card in self.candidates]
        return any(dropped)

    def _drop_full(self):
        changed = False
        for (members, values, _, at_most), total in zip(self.holdings, self.sums, strict=True):
            over = [card for card in self.candidates if values.get(card, 0) > at_most - total]
            dropped = [self._drop(card, members) for card in over]
            changed |= any(dropped)
        return changed

    def _claim(self):
        changed = False
        for p, need in enumerate(self.needs):
            mine = [card for card, holders in self.candidates.items() if p in holders]
            if len(mine) < need:
                raise _Contradiction
            if len(mine) == need:
                others = [q for q in range(len(self.needs)) if q != p]
                dropped = [self._drop(card, others) for card in mine]
                changed |= any(dropped)
        return changed

    def give(self, card, p):
        """Give a card, and settle."""
        del self.candidates[card]
        self.hands[p] |= 1 << card
        self.needs[p] -= 1
        for h, (members, values, _, _) in enumerate(self.holdings):
            self.sums[h] += values.get(card, 0) if p in members else 0
        return self.settle()

    def serve(self, stream):
        """Give every holding what it is short of; whether a list changed."""
        changed = False
        for h, (members, values, at_least, _) in enumerate(self.holdings):
            while self.sums[h] < at_least:
                options = [
                    c for c, holders in self.candidates.items() if values.get(c, 0) and set(holders) & set(members)
                ]
                if not options:
                    raise _Contradiction
                card = _choice(stream, options)
                changed |= self.give(card, _choice(stream, [p for p in self.candidates[card] if p in members]))
        return changed

    def scan(self, stream, length):
        """One scan of the cards; whether a list changed, and whether a card was given."""
        given = False
        for card in list(self.candidates):
            if len(self.candidates[card]) == length:
                given = True
                if self.give(card, _choice(stream, self.candidates[card])):
                    return True, True
        return False, given

    def run(self, stream):
        self.settle()
        length, served = 1, False
        while self.candidates:
            if length == 2 and not served:
                served = True
                if self.serve(stream):
                    length = 1
                continue
            changed, given = self.scan(stream, length)
            if changed:
                length = max(1, length - 1)
            elif not given:
                length = length % len(self.needs) + 1
        if any(total < holding[2] for total, holding in zip(self.sums, self.holdings, strict=True)):
            raise _Contradiction
        return self.hands


def _draw(stream, *space):
    """One deal, or None when every start ended in a contradiction."""
    for _ in range(STARTS):
        try:
            return _Deal(*space).run(stream)
        except _Contradiction:
            continue
    return None


def fill(cards, sizes, barred, holdings, seed, out):
    """Deals by propagation into out (n, players, words): -1 when every row is filled, else the first row given up."""
    for row in range(len(out)):
        if row % _ROWS == 0:
            stream = Stream(seed, row // _ROWS)
        hands = _draw(stream, cards, sizes, barred, holdings)
        if hands is None:
            return row
        for p in range(out.shape[1]):
            for word in range(out.shape[2]):
                out[row, p, word] = hands[p] >> 64 * word & 2**64 - 1
    return -1
