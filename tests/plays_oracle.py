"""Plays by their definition, for hands small enough to try every subset and declaration; and worlds to try it on."""

from dataclasses import dataclass
from itertools import combinations, product

from hypothesis import strategies as st

from bitdeck.plays import BASIC, PRESIDENT, UECDA, PlayRules

JOKERS = (52, 53)
BEYOND = {-1, 13}


@dataclass(frozen=True)
class Told:
    """A play: the cards laid, and what the two jokers stand for (as `Play.joker` says it)."""

    cards: int
    kind: int
    rank: int
    size: int
    suits: int
    joker: tuple[int, int]

    @property
    def ranks(self) -> list[int]:
        return list(range(self.rank, self.rank + (self.size if self.kind == 3 else 1)))


def indices(mask: int) -> list[int]:
    return [i for i in range(54) if mask >> i & 1]


def shown(card: tuple[int, int] | None) -> int:
    if card is None:
        return -2
    return card[1] - 8 if card[0] == -1 else 4 * card[0] + card[1]


def judged(natural: list[tuple[int, int]], jokers: list[int], stands: tuple, rules: PlayRules) -> tuple | None:
    """Kind, rank and suits of cards laid with the jokers standing for `stands`; None when that is no play."""
    named = [card for card in stands if card is not None]
    laid = natural + named
    size = len(natural) + len(jokers)
    ranks, suits = {rank for rank, _ in laid}, {suit for _, suit in laid}
    if not natural:
        return ({1: 1, 2: 2}[size], 14, suits) if jokers and not named else None
    if len(set(laid)) < len(laid):
        return None
    if size == 1:
        return 1, natural[0][0], suits
    if len(ranks) == 1 and not ranks & BEYOND and (len(named) == len(stands) or (rules.quint and len(suits) == 4)):
        return 2, min(ranks), suits
    in_row = sorted(ranks) == list(range(min(ranks), min(ranks) + size))
    allowed = rules.virtual_ends or not ranks & BEYOND
    if rules.min_run and size >= rules.min_run and len(suits) == 1 and in_row and allowed and len(named) == len(stands):
        return 3, min(ranks), suits
    return None


def declarations(cards: int, rules: PlayRules) -> set[Told]:
    """Every meaning of a card set, by trying all that jokers could stand for."""
    natural = [divmod(i, 4) for i in indices(cards) if i < 52]
    jokers = [i for i in indices(cards) if i in JOKERS]
    anything = [None, *product(range(-1, 14), range(4))]
    found = set()
    for stands in product(anything, repeat=len(jokers)):
        told = judged(natural, jokers, stands, rules) if sorted(stands, key=shown_order) == list(stands) else None
        if told:
            kind, rank, suits = told
            joker = [-1, -1]
            for index, card in zip(jokers, stands, strict=True):
                joker[JOKERS.index(index)] = shown(card)
            size = len(natural) + len(jokers)
            found.add(Told(cards, kind, rank, size, sum(1 << s for s in suits), tuple(joker)))
    return found


def shown_order(card: tuple[int, int] | None) -> tuple[int, int]:
    return (-9, 0) if card is None else card


def beats(play: Told, field: Told, rules: PlayRules, revolution: bool, lock: int, number_lock: bool) -> bool:
    if rules.eight_cut and 5 in field.ranks:
        return False
    if (play.kind, play.size) != (field.kind, field.size):
        return False
    if field.rank == 14:
        return rules.spade_three and play.cards == 1 << 3
    if play.rank == 14:
        return True
    lower, higher = (play, field) if revolution else (field, play)
    gap = min(higher.ranks) - max(lower.ranks)
    return gap >= 1 and (gap == 1 or not number_lock) and (not lock or play.suits == lock)


def strength(play: Told, revolution: bool) -> int:
    return play.rank if play.rank == 14 or not revolution else -play.rank


def legal(
    hand: int, field: Told | None, rules: PlayRules, revolution: bool, lock: int, number_lock: bool
) -> list[Told]:
    """All moves of a hand in their order: every subset, every declaration."""
    found = []
    held = indices(hand)
    for size in range(1, len(held) + 1):
        for chosen in combinations(held, size):
            for play in declarations(sum(1 << i for i in chosen), rules):
                if rules.joker_mode == "minimal" and any(0 <= j < 52 and hand >> j & 1 for j in play.joker):
                    continue
                last = {0 if revolution else 12, 5}
                if rules.forbidden_finish and play.cards == hand and any(i >= 52 or i // 4 in last for i in chosen):
                    continue
                if field is None or beats(play, field, rules, revolution, lock, number_lock):
                    found.append(play)
    found.sort(key=lambda p: (-p.kind, -p.size, -strength(p, revolution), p.cards, p.joker))
    if rules.joker_mode == "cards":
        first: dict[int, Told] = {}
        for play in found:
            first.setdefault(play.cards, play)
        found = list(first.values())
    return found


@st.composite
def rule_sets(draw: st.DrawFn, jokers: int | None = None) -> PlayRules:
    number = draw(st.integers(0, 2)) if jokers is None else jokers
    min_run = draw(st.sampled_from([3, 3, 4, None]))
    flag = st.booleans()
    return PlayRules(
        jokers=number,
        min_run=min_run,
        virtual_ends=draw(flag) and number > 0 and min_run is not None,
        quint=draw(flag) and number > 0,
        revolution_group=draw(st.sampled_from([4, 3, None])),
        revolution_run=draw(st.sampled_from([5, 4, None])),
        eight_cut=draw(flag),
        suit_lock=draw(flag),
        spade_three=draw(flag) and number > 0,
        eleven_back=draw(flag),
        number_lock=draw(flag),
        forbidden_finish=draw(flag),
        joker_mode=draw(st.sampled_from(["cards", "declared", "minimal"])),
    )


RULES = st.one_of(st.sampled_from([BASIC, UECDA, PRESIDENT]), rule_sets())


@st.composite
def hands(draw: st.DrawFn, jokers: int, most: int = 9) -> int:
    """Hands with something to find in them: cards of a few neighbouring ranks, some others, perhaps jokers."""
    low = draw(st.integers(0, 9))
    width = draw(st.sampled_from([1, 4]))
    near = st.integers(4 * low, min(51, 4 * low + 4 * (8 if width == 1 else 3)))
    card = st.one_of(near, near, near, st.integers(0, 51), st.integers(52 - (not jokers), 51 + jokers))
    return sum(1 << i for i in draw(st.sets(card, max_size=most)))
