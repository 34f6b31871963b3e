"""What a play is, what beats it and which plays a hand has: every candidate built and tested, one after the other."""

from itertools import combinations, product
from typing import NamedTuple

import numpy as np

_SINGLE, _GROUP, _RUN = 1, 2, 3
_OPEN, _CLOSED = 0, 2**64 - 1
_ALONE = 14
_NO_CARD = 1
_RANKS, _SUITS, _JOKERS = range(13), range(4), (52, 53)
_THREE, _EIGHT, _TWO = 0, 5, 12
_MODES = ("cards", "declared", "minimal")


class _Rules(NamedTuple):
    jokers: int
    min_run: int
    virtual_ends: bool
    quint: bool
    eight_cut: bool
    spade_three: bool
    forbidden_finish: bool
    mode: str


def _rules(code):
    def flag(bit):
        return code >> bit & 1 == 1

    return _Rules(code & 3, code >> 2 & 15, flag(6), flag(7), flag(16), flag(18), flag(21), _MODES[code >> 22 & 3])


class _Condition(NamedTuple):
    revolution: bool
    number_lock: bool
    lock: int


def _condition(code):
    return _Condition(code % 2 == 1, code // 2 % 2 == 1, code // 16)


class _Play(NamedTuple):
    """A play with what its jokers stand for: `codes` has one entry for joker 52 and one for joker 53."""

    cards: int
    kind: int
    rank: int
    size: int
    suits: int
    codes: tuple[int, int]

    @property
    def meaning(self):
        joker = self.codes[0] << 16 | self.codes[1] << 24
        return self.kind | (self.rank + 1) << 4 | self.size << 8 | self.suits << 12 | joker

    @property
    def extent(self):
        """How many ranks it spans."""
        return self.size if self.kind == _RUN else 1

    def declares(self, rank):
        return self.rank <= rank < self.rank + self.extent

    def strength(self, revolution):
        return self.rank if self.rank == _ALONE or not revolution else -self.rank


def _play(meaning, cards=0):
    codes = (meaning >> 16 & 63, meaning >> 24 & 63)
    return _Play(cards, meaning & 3, (meaning >> 4 & 15) - 1, meaning >> 8 & 15, meaning >> 12 & 15, codes)


def _mask(cards):
    return sum(2**card for card in set(cards))


def _indices(mask):
    return [i for i in range(64) if mask >> i & 1]


def _held(mask):
    """The cards of a mask as a set of (rank, suit), and its jokers."""
    found = _indices(mask)
    return {divmod(i, 4) for i in found if i < 52}, [i for i in found if i in _JOKERS]


def _choices(items):
    """Every subset, as a tuple."""
    return [chosen for size in range(len(items) + 1) for chosen in combinations(items, size)]


def _build(kind, rank, size, natural, jokers, stands):
    """The play of the cards `natural` and of `jokers` that stand for `stands` (None: for no card)."""
    codes = dict.fromkeys(_JOKERS, 0)
    meant = sorted(_NO_CARD if card is None else 2 + 4 * (card[0] + 1) + card[1] for card in stands)
    codes.update(zip(sorted(jokers), meant, strict=True))
    suits = {suit for _, suit in natural} | {card[1] for card in stands if card is not None}
    cards = _mask([4 * r + s for r, s in natural] + list(jokers))
    return _Play(cards, kind, rank, size, _mask(suits), (codes[52], codes[53]))


def _singles(natural, jokers):
    for rank, suit in natural:
        yield _build(_SINGLE, rank, 1, [(rank, suit)], [], [])
    for joker in jokers:
        yield _build(_SINGLE, _ALONE, 1, [], [joker], [None])


def _groups(natural, jokers, rules):
    if len(jokers) == 2:
        yield _build(_GROUP, _ALONE, 2, [], jokers, [None, None])
    for rank in _RANKS:
        for cards in _choices([(rank, suit) for suit in _SUITS if (rank, suit) in natural]):
            missing = [(rank, suit) for suit in _SUITS if (rank, suit) not in cards]
            for used in _choices(jokers):
                beyond = max(0, len(used) - len(missing))
                if not cards or len(cards) + len(used) < 2 or (beyond and not rules.quint):
                    continue
                for stands in combinations(missing, len(used) - beyond):
                    yield _build(_GROUP, rank, len(cards) + len(used), cards, used, [*stands, *[None] * beyond])


def _runs(natural, jokers, rules):
    if not rules.min_run:
        return
    ends = range(-1, 14) if rules.virtual_ends else _RANKS
    for suit, first in product(_SUITS, ends):
        for last in range(first + rules.min_run - 1, ends.stop):
            run = [(rank, suit) for rank in range(first, last + 1)]
            gaps = [card for card in run if card not in natural]
            if len(gaps) > len(jokers):
                break
            for used in _choices(jokers):
                for stands in combinations(run, len(used)):
                    cards = [card for card in run if card not in stands]
                    if cards and set(gaps) <= set(stands):
                        yield _build(_RUN, first, len(run), cards, used, stands)


def _declared(hand, rules):
    """Every play of the hand with every meaning."""
    natural, jokers = _held(hand)
    yield from _runs(natural, jokers, rules)
    yield from _groups(natural, jokers, rules)
    yield from _singles(natural, jokers)


def _order(revolution):
    return lambda play: (-play.kind, -play.size, -play.strength(revolution), play.cards, play.codes)


def _beats(play, field, condition, rules):
    """Whether one play beats another, both with their meanings."""
    if rules.eight_cut and field.declares(_EIGHT):
        return False
    if (play.kind, play.size) != (field.kind, field.size):
        return False
    if field.rank == _ALONE:
        return rules.spade_three and field.size == 1 and play.rank == _THREE and play.suits == 8
    if play.rank == _ALONE:
        return True
    if condition.lock and play.suits != condition.lock:
        return False
    steps = play.rank - field.rank - field.extent
    if condition.revolution:
        steps = field.rank - play.rank - play.extent
    return steps == 0 if condition.number_lock else steps >= 0


def _may_meet(play, field, condition, rules):
    if field == _OPEN:
        return True
    return field != _CLOSED and _beats(play, _play(field), condition, rules)


def _replaces_held(play, hand):
    """Whether a joker of the play stands for a card that is in the hand."""
    return any(code >= 6 and code < 58 and hand >> code - 6 & 1 for code in play.codes)


def _forbidden(play, hand, condition):
    """Whether the play would finish the hand with a card that may not come last."""
    natural, jokers = _held(play.cards)
    last = {_EIGHT, _THREE if condition.revolution else _TWO}
    return play.cards == hand and (bool(jokers) or any(rank in last for rank, _ in natural))


def _legal(play, hand, field, condition, rules):
    if rules.mode == "minimal" and _replaces_held(play, hand):
        return False
    if rules.forbidden_finish and _forbidden(play, hand, condition):
        return False
    return _may_meet(play, field, condition, rules)


def _moves(hand, field, condition, rules):
    plays = [play for play in _declared(hand, rules) if _legal(play, hand, field, condition, rules)]
    plays.sort(key=_order(condition.revolution))
    if rules.mode == "cards":
        first = {play.cards: play for play in reversed(plays)}
        plays = [play for play in plays if first[play.cards] is play]
    return plays


def _packed(plays):
    return np.array([(play.cards, play.meaning) for play in plays], np.uint64).tobytes()


def _row(column, i):
    """Row i of a column that has n rows, or one for all."""
    return int(column[i if len(column) > 1 else 0])


def moves_of(hand, field, condition, rules):
    return _packed(_moves(hand, field, _condition(condition), _rules(rules)))


def count_of(hand, field, condition, rules):
    return len(_moves(hand, field, _condition(condition), _rules(rules)))


def moves(hands, fields, conditions, rules, offsets):
    found = []
    offsets[0] = 0
    for i in range(len(offsets) - 1):
        plays = _moves(_row(hands, i), _row(fields, i), _condition(_row(conditions, i)), _rules(rules))
        found.append(_packed(plays))
        offsets[i + 1] = offsets[i] + len(plays)
    return b"".join(found)


def counts(hands, fields, conditions, rules, out):
    for i in range(len(out)):
        out[i] = count_of(_row(hands, i), _row(fields, i), _row(conditions, i), rules)


def _meanings(cards, rules):
    plays = [play for play in _declared(cards, rules) if play.cards == cards]
    return sorted(plays, key=_order(False))


def meanings(cards, rules):
    return _packed(_meanings(cards, _rules(rules)))


def field_of(cards, rules):
    if not cards:
        return _OPEN
    found = _meanings(cards, _rules(rules))
    return found[0].meaning if len({(play.kind, play.rank, play.size) for play in found}) == 1 else -1


def fields_of(cards, rules, out):
    for i, mask in enumerate(cards):
        field = field_of(int(mask), rules)
        if field < 0:
            return i
        out[i] = field
    return -1


def beats_of(play, field, condition, rules):
    return field != _OPEN and _may_meet(_play(play), field, _condition(condition), _rules(rules))


def beats(plays, fields, conditions, rules, out):
    for i in range(len(out)):
        out[i] = beats_of(_row(plays, i), _row(fields, i), _row(conditions, i), rules)


def action_mask(hands, fields, conditions, rules, plays, columns, out):
    column_of = {(int(cards), int(meaning)): column for (cards, meaning), column in zip(plays, columns, strict=True)}
    every = _rules(rules)._replace(mode="declared")
    for i in range(len(out)):
        hand, field, condition = _row(hands, i), _row(fields, i), _condition(_row(conditions, i))
        out[i] = 0
        for play in _moves(hand, field, condition, every):
            if _legal(play, hand, field, condition, _rules(rules)):
                out[i, column_of[play.cards, play.meaning]] = 1
        out[i, -1] = field != _OPEN


def _maximal_runs(natural):
    """The longest stretches of one suit, three cards or more, as sets of cards."""
    found = []
    for rank, suit in natural:
        if (rank - 1, suit) not in natural:
            last = rank
            while (last + 1, suit) in natural:
                last += 1
            if last - rank >= 2:
                found.append({(r, suit) for r in range(rank, last + 1)})
    return found


def _as_mask(cards):
    return _mask(4 * rank + suit for rank, suit in cards)


def _by_length(sets, revolution):
    def key(cards):
        ranks = [rank for rank, _ in cards]
        return -len(cards), min(ranks) if revolution else -max(ranks), _as_mask(cards)

    return sorted(sets, key=key)


def split(hand, revolution):
    natural, jokers = _held(hand)
    strongest = _THREE if revolution else _TWO
    usable = {card for card in natural if len(natural) + len(jokers) <= 4 or card[0] != strongest}
    times = {rank: sum(r == rank for r, _ in natural) for rank in _RANKS}
    kept = [run for run in _maximal_runs(usable) if any(times[rank] < 2 for rank, _ in run)]
    rest = natural.difference(*kept)
    found = [_as_mask(run) for run in _by_length(kept, revolution)]
    single = []
    for rank in sorted(_RANKS, reverse=not revolution):
        same = [card for card in rest if card[0] == rank]
        if len(same) > 1:
            found.append(_as_mask(same))
        else:
            single += [_as_mask(same)] if same else []
    return found + [2**joker for joker in reversed(jokers)] + single


def runs(hand, length):
    natural, _ = _held(hand)
    if length == 0:
        return [_as_mask(run) for run in _by_length(_maximal_runs(natural), False)]
    windows = [{(rank + step, suit) for step in range(length)} for rank in _RANKS for suit in _SUITS]
    return sorted(_as_mask(window) for window in windows if window <= natural)


def groups(hand, min_size):
    natural, _ = _held(hand)
    ranks = [[card for card in natural if card[0] == rank] for rank in reversed(_RANKS)]
    return [_as_mask(cards) for cards in ranks if len(cards) >= min_size]


def singles(hand):
    return [2**i for i in reversed(_indices(hand))]


def stronger_of(hand, field, revolution):
    natural, jokers = _held(hand)
    ranks, field_jokers = [rank for rank, _ in _held(field)[0]], _held(field)[1]
    if not field:
        return hand
    if field_jokers:
        return 0
    above = [card for card in natural if (card[0] < min(ranks) if revolution else card[0] > max(ranks))]
    return _as_mask(above) + _mask(jokers)


def stronger(hands, fields, conditions, out):
    for i in range(len(out)):
        out[i] = stronger_of(_row(hands, i), _row(fields, i), _condition(_row(conditions, i)).revolution)


def _times(hand):
    """How often each rank is held."""
    return [sum(r == rank for r, _ in _held(hand)[0]) for rank in _RANKS]


def rank_counts_of(hand):
    return _mask(4 * rank + k - 1 for rank, k in enumerate(_times(hand)) if k)


def rank_counts(hands, out):
    for i in range(len(out)):
        out[i] = rank_counts_of(int(hands[i]))


def lone_ranks_of(hand):
    return _mask(4 * rank for rank, k in enumerate(_times(hand)) if k == 1)


def lone_ranks(hands, out):
    for i in range(len(out)):
        out[i] = lone_ranks_of(int(hands[i]))


def is_run_of(cards, min_length):
    natural, jokers = _held(cards)
    ranks, suits = sorted(rank for rank, _ in natural), {suit for _, suit in natural}
    if jokers or len(suits) != 1 or len(natural) < min_length:
        return False
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def is_run(cards, min_length, out):
    for i in range(len(out)):
        out[i] = is_run_of(int(cards[i]), min_length)


def is_group_of(cards, min_size):
    natural, jokers = _held(cards)
    return not jokers and len({rank for rank, _ in natural}) == 1 and len(natural) >= min_size


def is_group(cards, min_size, out):
    for i in range(len(out)):
        out[i] = is_group_of(int(cards[i]), min_size)


def follow_suit_of(hand, led, classes):
    if led < 0:
        return hand
    for members in classes:
        if led in _indices(int(members)):
            following = set(_indices(int(members))) & set(_indices(hand))
            return _mask(following) or hand
    return -1


def follow_suit(hands, led, classes, out):
    for i in range(len(out)):
        allowed = follow_suit_of(_row(hands, i), _row(led, i), classes)
        if allowed < 0:
            return i
        out[i] = allowed
    return -1
