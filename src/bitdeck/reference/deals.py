"""Deals of hidden cards, said plainly: a table of completions, walked forward by samples and ranks.

Holders are the players and, when cards are left over, the undealt pile after them. Holders that nothing tells apart
are one block; cards that nothing tells apart are one group. The table goes through the groups, and in each group
through the blocks that may hold its cards: a step lets one block take some of the cards that are left. A state is what
every block still needs, how many cards of the group are left, and the sum of every holding that is open.
"""

from functools import cache
from itertools import accumulate
from math import comb, factorial, frexp, prod
from typing import Any, NamedTuple

from bitdeck.reference.bits import draw_subset
from bitdeck.reference.stream import Stream

LIMIT = 2**24
_ROWS = 1024  # rows of a batch that share a stream


class _Block(NamedTuple):
    members: tuple[Any, ...]  # holders, ascending
    barred: int
    holdings: tuple[Any, ...]  # for each holding, whether its players are among the members
    weights: dict[int, float]  # of each card


class _Group(NamedTuple):
    cards: tuple[int, ...]
    blocks: tuple[Any, ...]  # places of the blocks that may hold them, ascending
    values: tuple[Any, ...]  # how much one of them counts in each holding


class _State(NamedTuple):
    needs: tuple[Any, ...]  # of each block
    left: int  # cards of the group not yet given
    sums: tuple[Any, ...]  # of each holding: 0 while it is not open


def pick(weights, words):
    """Which choice a binary fraction falls on, and how many of `words` it took; (-1, len(words)) when they run out."""
    words = [int(word) for word in words]
    total, u = sum(weights), 0
    for k in range(len(words) + 1):
        unit = 2 ** (64 * k)
        for i in range(len(weights)):
            low, high = sum(weights[:i]), sum(weights[: i + 1])
            if low * unit <= u * total and (u + 1) * total <= high * unit:
                return i, k
        u = u * 2**64 + words[k] if k < len(words) else u
    return -1, len(words)


def _split(mask):
    """The cards of a mask, ascending."""
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def _power(base, exponent):
    result = 1.0
    for _ in range(exponent):
        result *= base
    return result


def _rescaled(layer):
    """The numbers of a layer of doubles, divided by a power of two so that the largest is in 0.5 .. 1."""
    scale = 2.0 ** frexp(max(layer.values(), default=1.0))[1]
    return {state: number / scale for state, number in layer.items()}


class Table:
    """The completions of every state of a space: exact, or in doubles where `weights` is given."""

    def __init__(
        self, cards, sizes, barred, holdings=(), players=-1, weights=None, tracked=None, single=False, limit=LIMIT
    ):
        self._cards = _split(cards)
        self._limit = min(limit, LIMIT)
        self._sizes = sizes
        self._players = len(sizes) if players < 0 else players
        self._weighted = weights is not None
        self._single = single
        self._tracked = -1
        self._holdings = [(who, {c: v for m, v in terms for c in _split(m & cards)}, *b) for who, terms, *b in holdings]
        if tracked is not None:
            who, mask = tracked
            inside = _split(mask & cards)
            self._tracked = len(self._holdings)
            self._holdings.append((who, dict.fromkeys(inside, 1), 0, len(inside)))
        self._weighed = cache(self._weigh)
        self._read_weights(weights)
        self._make_blocks([mask & cards for mask in barred])
        self._make_groups()
        self._make_steps()
        self._reach()
        if self.states >= 0:
            self._complete()

    def _read_weights(self, weights):
        """The weight of each card at each holder, each card's divided by a power of two; ones if there are none."""
        holders = range(len(self._sizes))
        self._weights = {card: [1.0] * len(self._sizes) for card in self._cards}
        if self._weighted:
            for card in self._cards:
                column = [float(weights[p, card]) for p in holders]
                scale = 2.0 ** frexp(max(column))[1]
                self._weights[card] = [weight / scale for weight in column]

    def _make_blocks(self, barred):
        """Holders in blocks: those with equal bars, holdings and weights."""
        found: dict[Any, list[int]] = {}
        for p in range(len(self._sizes)):
            member = tuple(bool(holding[0] >> p & 1) for holding in self._holdings)
            weights = tuple(self._weights[card][p] for card in self._cards)
            found.setdefault((barred[p], member, weights), []).append(p)
        self._blocks = [
            _Block(tuple(members), bars, member, dict(zip(self._cards, weights, strict=True)))
            for (bars, member, weights), members in found.items()
        ]
        self._needs = tuple(sum(self._sizes[p] for p in block.members) for block in self._blocks)

    def _make_groups(self):
        """Cards in groups, those of the narrowest holding first, so that its sum is soon done with."""

        def counted(h):
            return h == self._tracked, sum(value > 0 for value in self._holdings[h][1].values()), h

        order = sorted(range(len(self._holdings)), key=counted)
        found: dict[Any, list[int]] = {}
        for card in self._cards:
            blocks = tuple(b for b, block in enumerate(self._blocks) if not block.barred >> card & 1)
            values = tuple(holding[1].get(card, 0) for holding in self._holdings)
            key = (blocks, values, tuple(self._weights[card]), card if self._single else None)
            found.setdefault(key, []).append(card)
        groups = [_Group(tuple(cards), key[0], key[1]) for key, cards in found.items()]
        if not self._single:
            groups.sort(key=lambda group: ([-group.values[h] for h in order], group.cards[0]))
        self._groups = groups

    def _make_steps(self):
        """The steps as (group, place in its blocks), and the holdings that each group closes."""
        self._steps = [(g, k) for g, group in enumerate(self._groups) for k in range(max(1, len(group.blocks) - 1))]
        self._closing: list[list[int]] = [[] for _ in self._groups]
        self._hopeless = any(not group.blocks for group in self._groups)
        for h, (_, values, at_least, _) in enumerate(self._holdings):
            counting = [g for g, group in enumerate(self._groups) if group.values[h]]
            if counting and h != self._tracked:
                self._closing[counting[-1]].append(h)
            self._hopeless |= at_least > sum(values.values())

    def _after(self, g, state, takes):
        """The state after blocks of group g took cards, {block: number}; None if something does not allow it."""
        group = self._groups[g]
        needs, sums = list(state.needs), list(state.sums)
        for b, a in takes.items():
            needs[b] -= a
            if needs[b] < 0:
                return None
            for h, (_, values, at_least, at_most) in enumerate(self._holdings):
                if self._blocks[b].holdings[h]:
                    sums[h] += a * group.values[h]
                if sums[h] > at_most:
                    return None
                if at_most >= sum(values.values()) and h != self._tracked:
                    sums[h] = min(sums[h], at_least)
        left = state.left - sum(takes.values())
        if len(takes) > 1 or len(group.blocks) == 1:
            for h in self._closing[g]:
                if sums[h] < self._holdings[h][2]:
                    return None
                sums[h] = 0
            left = len(self._groups[g + 1].cards) if g + 1 < len(self._groups) else 0
        return _State(tuple(needs), left, tuple(sums))

    def _takes(self, s, state, a):
        """What the blocks of step s take when its own block takes a: in a group's last step the last block the rest."""
        g, k = self._steps[s]
        blocks = self._groups[g].blocks
        return {blocks[k]: a, blocks[-1]: state.left - a} if k == len(blocks) - 2 else {blocks[k]: a}

    def _choices(self, s, state):
        """The choices of a step: how many cards its block takes, and the state after it."""
        g, _ = self._steps[s]
        alone = len(self._groups[g].blocks) == 1
        for a in range(state.left if alone else 0, state.left + 1):
            after = self._after(g, state, self._takes(s, state, a))
            if after is not None:
                yield a, after

    def _factor(self, s, state, a):
        """In how many ways, or with what weight, the cards of a choice can be chosen."""
        ways = comb(state.left, a)
        if not self._weighted:
            return ways
        card = self._groups[self._steps[s][0]].cards[0]
        (first, a), *rest = self._takes(s, state, a).items()
        factor = float(ways) * _power(self._blocks[first].weights[card], a)
        for last, others in rest:
            factor *= _power(self._blocks[last].weights[card], others)
        return factor

    def _reach(self):
        """Every state that can be reached, layer by layer, in the order of discovery."""
        left = len(self._groups[0].cards) if self._groups else 0
        self._start = _State(self._needs, left, (0,) * len(self._holdings))
        self._layers = [[] if self._hopeless else [self._start]]
        self.states = len(self._layers[0])
        for s in range(len(self._steps)):
            found = dict.fromkeys(after for state in self._layers[-1] for _, after in self._choices(s, state))
            self._layers.append(list(found))
            self.states += len(found)
            if self.states > self._limit:
                self.states, self.count = -1, 0
                return

    def _complete(self):
        """The completions of every state, from the last layer to the first; states without one are left out."""
        self._completions: list[dict[_State, Any]] = [dict.fromkeys(self._layers[-1], 1.0 if self._weighted else 1)]
        for s in reversed(range(len(self._steps))):
            later, found = self._completions[0], {}
            for state in self._layers[s]:
                number = 0
                for a, after in self._choices(s, state):
                    number += self._factor(s, state, a) * later.get(after, 0)
                if number:
                    found[state] = number
            self._completions.insert(0, _rescaled(found) if self._weighted else found)
        deals = self._completions[0].get(self._start, 0)
        self.states = sum(map(len, self._completions)) if deals else 0
        self.count = int(deals > 0) if self._weighted else deals * self._splits(self._sizes)

    def _splits(self, sizes):
        """In how many ways the cards of each block can be split among its members."""
        return prod(
            factorial(sum(sizes[p] for p in block.members)) // prod(factorial(sizes[p]) for p in block.members)
            for block in self._blocks
        )

    def _weigh(self, s, state):
        """The choices of a step that can be completed, as (a, state after, factor, completions)."""
        later = self._completions[s + 1]
        return [(a, t, self._factor(s, state, a), later[t]) for a, t in self._choices(s, state) if t in later]

    # Samples.

    def _draw(self, stream):
        """One deal: at each step how many cards, then which; then each block's cards among its members."""
        hands = [0] * len(self._sizes)
        held = [0] * len(self._blocks)
        state = self._start
        rest = 0
        for s, (g, k) in enumerate(self._steps):
            group = self._groups[g]
            if k == 0:
                rest = sum(1 << card for card in group.cards)
            a, after = self._choose(stream, self._weighed(s, state))
            taken = draw_subset(stream, rest, a)
            held[group.blocks[k]] |= taken
            rest &= ~taken
            if k == len(group.blocks) - 2:
                held[group.blocks[-1]] |= rest
            state = after
        for block, mask in zip(self._blocks, held, strict=True):
            self._share(stream, mask, block.members, hands)
        return tuple(hands[: self._players])

    def _share(self, stream, mask, members, hands):
        """A block's cards among its members: halved, and each half halved again."""
        if len(members) == 1:
            hands[members[0]] = mask
            return
        first, second = members[: len(members) // 2], members[len(members) // 2 :]
        part = draw_subset(stream, mask, sum(self._sizes[p] for p in first))
        self._share(stream, part, first, hands)
        self._share(stream, mask & ~part, second, hands)

    def _choose(self, stream, choices):
        if len(choices) == 1:
            return choices[0][:2]
        weights = [factor * completions for _, _, factor, completions in choices]
        words = [stream.following()]
        if self._weighted:
            return choices[_threshold(weights, words[0])][:2]
        while (place := pick(weights, words)[0]) < 0:
            words.append(stream.following())
        return choices[place][:2]

    def one(self, seed):
        """Row 0 of what `fill` gives."""
        return self._draw(Stream(seed, 0))

    def fill(self, seed, out):
        """Random deals into out (n, players, words); rows 1024 b .. 1024 b + 1023 come from Stream(seed, b)."""
        Sampler(self, seed).many(out)

    # Marginals.

    def _ways(self):
        """For each layer the ways to reach each state that can be completed."""
        ways = [dict.fromkeys(self._completions[0], 1.0 if self._weighted else 1)]
        for s in range(len(self._steps)):
            found = dict.fromkeys(self._completions[s + 1], 0.0 if self._weighted else 0)
            for state in self._completions[s]:
                for _, after, factor, _ in self._weighed(s, state):
                    found[after] += ways[-1][state] * factor
            ways.append(_rescaled(found) if self._weighted else found)
        return ways

    def _expected(self):
        """For each group and each of its blocks: (sum of the cards it takes, sum of ones) over all deals."""
        ways = self._ways()
        expected = {}
        for s, (g, k) in enumerate(self._steps):
            blocks = self._groups[g].blocks
            for b in {blocks[k], blocks[-1] if k == len(blocks) - 2 else blocks[k]}:
                taken = deals = 0
                for state in self._completions[s]:
                    for a, _, factor, completions in self._weighed(s, state):
                        here = (ways[s][state] * factor) * completions
                        taken += self._takes(s, state, a)[b] * here
                        deals += here
                expected[g, b] = taken, deals
        return expected

    def marginals(self, out):
        """P(holder p holds card c) into out (at least H rows, 64 * words), which comes in as zeros."""
        for (g, b), (taken, deals) in self._expected().items():
            cards, need = self._groups[g].cards, self._needs[b]
            for p in self._blocks[b].members if need else ():
                if self._weighted:
                    out[p, list(cards)] = (taken / deals) * self._sizes[p] / (len(cards) * need)
                else:
                    out[p, list(cards)] = taken * self._sizes[p] / (len(cards) * need * deals)

    def support(self):
        """For each of the H holders, the cards held in some deal, and in every deal (zeros for an empty space)."""
        possible, certain = [0] * len(self._sizes), [0] * len(self._sizes)
        for (g, b), (taken, deals) in self._expected().items() if self.count else ():
            cards = self._groups[g].cards
            for p in self._blocks[b].members:
                for card in cards:
                    possible[p] |= (taken > 0 and self._sizes[p] > 0) << card
                    certain[p] |= (taken == len(cards) * deals and self._sizes[p] == self._needs[b]) << card
        return tuple(possible), tuple(certain)

    def distribution(self):
        """Entry k: how many deals, or what share of the weight, give k of the tracked cards to the tracked holders."""
        found = [0.0 if self._weighted else 0] * (len(self._holdings[self._tracked][1]) + 1)
        for state, ways in self._ways()[-1].items():
            found[state.sums[self._tracked]] += ways
        if self._weighted:
            total = sum(found)
            return [share / total for share in found]
        return [ways * self._splits(self._sizes) for ways in found]

    # Ranks, in tables of single cards.

    def _given(self, s, state, remaining, p):
        """What follows when holder p takes the card whose steps begin at s: the step after them, the state, the sizes
        that remain and how many deals go on from there; None where none does."""
        g, _ = self._steps[s]
        group = self._groups[g]
        block = next(b for b, block in enumerate(self._blocks) if p in block.members)
        if not remaining[p] or block not in group.blocks:
            return None
        while s < len(self._steps) and self._steps[s][0] == g:
            takes = int(group.blocks[self._steps[s][1]] == block)
            state = dict(self._choices(s, state)).get(takes)
            s += 1
            if state not in self._completions[s]:
                return None
        remaining = tuple(n - (q == p) for q, n in enumerate(remaining))
        return s, state, remaining, self._completions[s][state] * self._splits(remaining)

    def _walk(self, s, state, remaining, hands, skip):
        """The deals that go on from a state, in order, without the first `skip`."""
        if s == len(self._steps):
            yield hands[: self._players]
            return
        card = self._groups[self._steps[s][0]].cards[0]
        for p in range(len(self._sizes)):
            if (given := self._given(s, state, remaining, p)) is None:
                continue
            there, at, sizes, number = given
            if skip < number:
                held = tuple(hand | (q == p) << card for q, hand in enumerate(hands))
                yield from self._walk(there, at, sizes, held, skip)
            skip = max(0, skip - number)

    def _from(self, index):
        return self._walk(0, self._start, self._sizes, (0,) * len(self._sizes), index)

    def rank(self, deal):
        """Place of a deal (a mask for each of `players`) in the order of `single` tables; -1 outside the space."""
        holder = {card: [p for p in range(self._players) if deal[p] >> card & 1] for card in self._cards}
        outside = any(card not in holder for mask in deal for card in _split(mask))
        if outside or not self.count or any(len(found) > 1 for found in holder.values()):
            return -1
        s, state, remaining, place = 0, self._start, self._sizes, 0
        for card in self._cards:
            here = holder[card][0] if holder[card] else self._players
            if here == len(self._sizes):
                return -1
            given = None
            for p in range(here + 1):
                given = self._given(s, state, remaining, p)
                place += given[3] if given and p < here else 0
            if given is None:
                return -1
            s, state, remaining, _ = given
        return place

    def unrank(self, index):
        """The deal at a place, 0 <= index < count."""
        return next(self._from(index))

    def ranks(self, deals):
        """`rank` of each row of (n, players, words)."""
        return [self.rank(tuple(sum(int(w) << 64 * i for i, w in enumerate(hand)) for hand in deal)) for deal in deals]

    def unranks(self, indices, out):
        """`unrank` of each index, into out (n, players, words)."""
        for row, index in zip(out, indices, strict=True):
            _write(row, self.unrank(index))

    def deals(self, first, out):
        """The deals at the places first, first + 1, ..., into out (n, players, words); first + n <= count."""
        if len(out):
            for row, deal in zip(out, self._from(first), strict=False):
                _write(row, deal)


class Sampler:
    """The rows that `Table.fill` gives for one seed, handed out bit by bit."""

    def __init__(self, table, seed):
        self._table, self._seed = table, [int(word) for word in seed]
        self._row = 0

    def one(self):
        """The next row."""
        if self._row % _ROWS == 0:
            self._stream = Stream(self._seed, self._row // _ROWS)
        self._row += 1
        return self._table._draw(self._stream)

    def many(self, out):
        """The next rows, into out (n, players, words)."""
        for row in out:
            _write(row, self.one())


def _threshold(weights, word):
    """The first choice whose running sum, as a share of 2**64, is above the word; the last if there is none."""
    sums = list(accumulate(weights))
    for i, cumulated in enumerate(sums[:-1]):
        if word < min(int(cumulated / sums[-1] * 2**64), 2**64 - 1):
            return i
    return len(sums) - 1


def _write(row, deal):
    for hand, mask in zip(row, deal, strict=True):
        for word in range(len(hand)):
            hand[word] = mask >> 64 * word & 2**64 - 1
