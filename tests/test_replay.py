"""Complete random trick games, replayed from every seat: the true world is always among the deals, and every sampled
world allows the whole history."""

import random
from dataclasses import dataclass, field

import pytest

from bitdeck import DOPPELKOPF, EUCHRE, SKAT, STANDARD, Deck, bits
from bitdeck.deals import Beliefs, DealSpace
from bitdeck.games import doppelkopf

SUITS = {
    deck.name: tuple(sum(1 << i for i in range(deck.size) if i % 4 == s) for s in range(4))
    for deck in (SKAT, EUCHRE, STANDARD)
}
SKAT_JACKS = SKAT.parse("JC JS JH JD")


@dataclass
class Game:
    """A trick game as a deck, sizes and suit classes; kitty seats never play."""

    name: str
    deck: Deck
    sizes: tuple[int, ...]
    classes: tuple[int, ...]
    kitties: tuple[int, ...] = ()
    passing: int = 0
    takes_kitty: bool = False


GAMES = [
    Game("doppelkopf", DOPPELKOPF, (12, 12, 12, 12), doppelkopf.classes()),
    Game("doppelkopf queen solo", DOPPELKOPF, (12, 12, 12, 12), doppelkopf.classes("queens")),
    Game(
        "skat",
        SKAT,
        (10, 10, 10, 2),
        (SKAT_JACKS, *(mask & ~SKAT_JACKS for mask in SUITS[SKAT.name])),
        (3,),
        takes_kitty=True,
    ),
    Game("hearts", STANDARD, (13, 13, 13, 13), SUITS[STANDARD.name], passing=3),
    Game("euchre", EUCHRE, (5, 5, 5, 5), SUITS[EUCHRE.name]),
    Game("bridge", STANDARD, (13, 13, 13, 13), SUITS[STANDARD.name]),
]


@dataclass
class Record:
    """A game that was played: the hands when play began, and the tricks as (seat, card) in order."""

    hands: list[int]
    plays: list[tuple[int, int, int | None]] = field(default_factory=list)


def pick(rng: random.Random, mask: int, n: int) -> int:
    return bits.from_indices(rng.sample(list(bits.indices(mask)), n))


def deal(game: Game, rng: random.Random) -> list[int]:
    left, hands = game.deck.full, []
    for size in game.sizes:
        hands.append(pick(rng, left, size))
        left &= ~hands[-1]
    return hands


def exchange(game: Game, hands: list[int], seats: list[Beliefs], rng: random.Random) -> None:
    """Pass on in hearts, take up and put down the kitty in skat; each seat is told what it sees."""
    if game.passing:
        given = [pick(rng, hand, game.passing) for hand in hands]
        n = len(hands)
        for seat in range(n):
            hands[seat] = hands[seat] & ~given[seat] | given[seat - 1]
            seats[seat].passed(seat, (seat + 1) % n, given[seat])
            seats[seat].passed((seat - 1) % n, seat, given[seat - 1])
    if game.takes_kitty:
        taken, hands[0] = hands[3], hands[0] | hands[3]
        seats[0].passed(3, 0, taken)
        hands[3] = pick(rng, hands[0], 2)
        hands[0] &= ~hands[3]
        seats[0].passed(0, 3, hands[3])


def suit_of(game: Game, card: int) -> int:
    return next(mask for mask in game.classes if mask >> card & 1)


def contains(space: DealSpace, deal: list[int]) -> bool:
    rest = space.cards & ~sum(deal)
    return (
        not sum(deal) & ~space.cards
        and [hand.bit_count() for hand in deal] == list(space.sizes)
        and not any(hand & barred for hand, barred in zip([*deal, rest], space.barred, strict=True))
    )


def allows(game: Game, hands: list[int], record: Record) -> bool:
    """Whether nobody played off suit while he could follow, had the hands now been these."""
    hands = list(hands)
    for seat, card, _ in record.plays:
        hands[seat] |= 1 << card
    for seat, card, led in record.plays:
        if led is not None and not suit_of(game, led) >> card & 1 and hands[seat] & suit_of(game, led):
            return False
        hands[seat] &= ~(1 << card)
    return True


def moves(game: Game, hands: list[int], rng: random.Random):
    """Every play of a random game: seat, card, card led or None."""
    players = [seat for seat in range(len(game.sizes)) if seat not in game.kitties]
    leader = 0
    while hands[players[0]]:
        led = None
        for step in range(len(players)):
            seat = players[(leader + step) % len(players)]
            following = hands[seat] & suit_of(game, led) if led is not None else 0
            card = rng.choice(list(bits.indices(following or hands[seat])))
            hands[seat] &= ~(1 << card)
            yield seat, card, led
            led = card if led is None else led
        leader = rng.randrange(len(players))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(3))
def test_beliefs_follow_complete_games_from_every_seat(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    hands = deal(game, rng)
    seats = [
        Beliefs(game.deck, hands[s], game.sizes, s, classes=game.classes)
        for s in range(len(hands))
        if s not in game.kitties
    ]
    exchange(game, hands, seats, rng)
    record = Record(list(hands))
    for place, (seat, card, led) in enumerate(moves(game, hands, rng)):
        record.plays.append((seat, card, led))
        for mine in seats:
            mine.played(seat, card, led)
            space = mine.space()
            assert contains(space, [hand for s, hand in enumerate(hands) if s != mine.seat])
            assert mine.hand == hands[mine.seat]
            if place % 7 == mine.seat:
                for world in mine.sample(4, rng=place).tolist():
                    assert allows(game, world, record)
                    assert world[mine.seat] == mine.hand


def test_announcements_of_doppelkopf_keep_the_true_world() -> None:
    rng = random.Random(5)
    game = GAMES[0]
    for _ in range(4):
        hands = deal(game, rng)
        dealt = list(hands)
        seats = [doppelkopf.Seat(hands[s], s) for s in range(4)]
        announced = {seat: rng.randrange(24) for seat in range(4)}
        for place, (seat, card, led) in enumerate(moves(game, hands, rng)):
            for mine in seats:
                mine.played(seat, card, led)
                for other, when in announced.items():
                    if when == place:
                        party = "re" if dealt[other] & doppelkopf.CLUB_QUEENS else "kontra"
                        mine.announced(other, party)
                assert contains(mine.beliefs.space(), [hand for s, hand in enumerate(hands) if s != mine.beliefs.seat])
        assert all(
            mine.parties() == tuple("re" if h & doppelkopf.CLUB_QUEENS else "kontra" for h in dealt) for mine in seats
        )
