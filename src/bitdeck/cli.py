"""The command line: `python -m bitdeck tour`, and a subcommand a family."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bitdeck import bits, cards, deals, implementation
from bitdeck._paper import Paper, paper
from bitdeck.cards import Deck

__all__ = ["main"]

DECKS = {
    "standard": cards.STANDARD,
    "ace-low": cards.ACE_LOW,
    "double": cards.DOUBLE_ACE_LOW,
    "daifugo": cards.DAIFUGO,
    "skat": cards.SKAT,
    "doppelkopf": cards.DOPPELKOPF,
    "pinochle": cards.PINOCHLE,
    "euchre": cards.EUCHRE,
}
SUITS = {"C": 0, "♣": 0, "D": 1, "♦": 1, "H": 2, "♥": 2, "S": 3, "♠": 3}
HIGH_CARD_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words after the program's name; by default those of this process.

    Returns
    -------
    int
        The exit status: 0, or 2 if the arguments say something that cannot be.

    Examples
    --------
    >>> main(["deal", "--cards", "9S TS JS", "--sizes", "1,2", "--void", "0:9S TS", "--json", "-n", "0"])
    {"cards": "J♠ T♠ 9♠", "sizes": [1, 2], "count": 1, "deals": []}
    0
    """
    chosen = _parser().parse_args(arguments)
    try:
        chosen.run(chosen, paper())
    except (ValueError, OverflowError) as error:
        print(f"bitdeck {chosen.command}: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("bitdeck", description="Exact answers about card hands.")
    commands = parser.add_subparsers(dest="command", required=True)
    tour = commands.add_parser("tour", help="see each family at work on a real position")
    tour.set_defaults(run=_tour)
    deal = commands.add_parser("deal", help="who may hold which hidden card: count, probabilities, sampled deals")
    _deal_arguments(deal)
    return parser


def _deal_arguments(deal: argparse.ArgumentParser) -> None:
    deal.add_argument("--deck", choices=DECKS, default="standard", help="the pack, for card notation")
    deal.add_argument("--cards", default="all", help="the hidden cards (default: the whole pack), or suits: 'S H'")
    deal.add_argument("--without", default="", metavar="CARDS", help="cards that are not hidden, taken off --cards")
    deal.add_argument("--sizes", required=True, metavar="N,N,…", help="how many cards each player holds")
    deal.add_argument(
        "--void", action="append", default=[], metavar="PLAYER:CARDS", help="a player holds none of these; repeatable"
    )
    deal.add_argument(
        "--holds",
        action="append",
        default=[],
        metavar="PLAYERS:CARDS:BOUNDS",
        help="players (1; 0+2 together) hold at least (2), exactly (=2) or between (1-3) so many of these; repeatable",
    )
    deal.add_argument(
        "--points",
        action="append",
        default=[],
        metavar="PLAYERS:BOUNDS",
        help="the same for high-card points, A 4 K 3 Q 2 J 1; repeatable",
    )
    deal.add_argument("-n", type=int, default=3, help="how many deals to sample (default 3)")
    deal.add_argument("--seed", type=int, help="makes the sampled deals repeatable")
    deal.add_argument("--json", action="store_true", help="print one JSON object for programs")
    deal.set_defaults(run=_deal)


def _cards(deck: Deck, text: str) -> int:
    """Cards of a text in which whole suits ('S', '♥') and 'all' may stand too."""
    found, rest = 0, []
    for token in text.replace(",", " ").split():
        if token.lower() == "all":
            found |= deck.full
        elif token.upper() in SUITS:
            found |= sum(1 << card for card in bits.indices(deck.full) if SUITS[token.upper()] == _suit(deck, card))
        else:
            rest.append(token)
    return found | deck.parse(" ".join(rest))


def _bounds(text: str) -> tuple[int, int | None]:
    """'2' at least two, '=2' exactly two, '1-3' one to three."""
    least, dash, most = text.removeprefix("=").partition("-")
    try:
        low = int(least)
        return low, int(most) if dash else low if text.startswith("=") else None
    except ValueError:
        raise ValueError(f"bounds {text!r}; expected such as 2 (at least), =2 (exactly) or 1-3") from None


def _players(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(player) for player in text.split("+"))
    except ValueError:
        raise ValueError(f"players {text!r}; expected a number such as 1, or several such as 0+2") from None


def _fields(text: str, names: str) -> list[str]:
    fields = text.split(":")
    if len(fields) != len(names.split(":")):
        raise ValueError(f"{text!r}; expected {names}")
    return fields


def _voids(deck: Deck, texts: Sequence[str], players: int) -> list[int]:
    barred = [0] * players
    for text in texts:
        who, what = _fields(text, "PLAYER:CARDS")
        for player in _players(who):
            if not 0 <= player < players:
                raise ValueError(f"void {text!r} names player {player}; expected 0..{players - 1}")
            barred[player] |= _cards(deck, what)
    return barred


def _holdings(deck: Deck, holds: Sequence[str], points: Sequence[str]) -> list[deals.Holding]:
    found = []
    for text in holds:
        who, what, bounds = _fields(text, "PLAYERS:CARDS:BOUNDS")
        found.append(deals.Holding(_players(who), _cards(deck, what), *_bounds(bounds)))
    values = {card: HIGH_CARD_POINTS.get(_rank(deck, card), 0) for card in bits.indices(deck.full)}
    for text in points:
        who, bounds = _fields(text, "PLAYERS:BOUNDS")
        found.append(deals.Holding(_players(who), deck.full, *_bounds(bounds), values=values))
    return found


def _suit(deck: Deck, card: int) -> int | None:
    """The suit of a card of any copy; None for a joker."""
    return SUITS.get(deck.format(1 << card, unicode=False)[1:2])


def _rank(deck: Deck, card: int) -> str:
    return "" if _suit(deck, card) is None else deck.format(1 << card, unicode=False)[0]


def _space(chosen: argparse.Namespace, deck: Deck) -> deals.DealSpace:
    hidden = _cards(deck, chosen.cards) & ~_cards(deck, chosen.without)
    try:
        sizes = [int(size) for size in chosen.sizes.split(",")]
    except ValueError:
        raise ValueError(f"--sizes {chosen.sizes!r}; expected numbers such as 13,13,13") from None
    barred = _voids(deck, chosen.void, len(sizes))
    return deals.DealSpace(hidden, sizes, barred=barred, holdings=_holdings(deck, chosen.holds, chosen.points))


def _deal(chosen: argparse.Namespace, out: Paper) -> None:
    deck = DECKS[chosen.deck]
    space = _space(chosen, deck)
    if not space.count():
        space.sample()  # an empty space says why
    worlds = [space.sample(rng=rng) for rng in np.random.default_rng(chosen.seed).spawn(chosen.n)]
    hands = [[deck.format(hand) for hand in world] for world in worlds]
    if chosen.json:
        print(json.dumps(_deal_json(deck, space, hands), ensure_ascii=False))
        return
    out.line(f"{space.count():,} deals of {deck.format(space.cards)}")
    _probabilities(deck, space, out)
    if hands:
        out.heading("Sampled deals")
        out.table(["", *(f"player {p}" for p in range(len(hands[0])))], [[str(i + 1), *h] for i, h in enumerate(hands)])


def _deal_json(deck: Deck, space: deals.DealSpace, hands: list[list[str]]) -> dict[str, Any]:
    chances = space.probabilities()
    return {
        "cards": deck.format(space.cards),
        "sizes": list(space.sizes),
        "count": space.count(),
        "probabilities": {
            deck.card_name(card): [float(chance) for chance in chances[:, card]] for card in bits.indices(space.cards)
        },
        "deals": hands,
    }


def _probabilities(deck: Deck, space: deals.DealSpace, out: Paper) -> None:
    """A table of who may hold what: cards with equal chances share a line."""
    chances = space.probabilities()
    lines: dict[tuple[float, ...], int] = {}
    for card in bits.indices(space.cards):
        column = tuple(float(chance) for chance in chances[:, card])
        lines[column] = lines.get(column, 0) | 1 << card
    undealt = ["undealt"] if sum(space.sizes) < bits.popcount(space.cards) else []
    players = [f"player {p}" for p in range(len(space.sizes))] + undealt
    out.heading("Who may hold what")
    rows = [
        [deck.format(held), *(f"{chance:.1%}" for chance in column[: len(players)])] for column, held in lines.items()
    ]
    out.table(["cards", *players], rows)


def _tour(chosen: argparse.Namespace, out: Paper) -> None:
    out.line(f"bitdeck, {implementation} kernels")
    for stop in TOUR:
        stop(out)


def _tour_deals(out: Paper) -> None:
    deck = cards.DOPPELKOPF
    hidden = deck.parse("9♥ 9♥ K♥ 9♠ 9♠ K♠ K♠ 9♣ 9♣ K♣ K♣ 9♦ K♦ J♦ J♦ Q♦ Q♣ Q♣")
    out.heading("Deals: eighteen cards of a Doppelkopf game are hidden, six with each opponent")
    spades, clubs = _cards(deck, "9♠ 9♠ K♠ K♠"), _cards(deck, "9♣ 9♣ K♣ K♣")
    space = deals.DealSpace(hidden, [6, 6, 6], barred=[spades, clubs, 0])
    out.line("Player 0 did not follow spades, player 1 did not follow clubs.")
    out.line(f"{space.count():,} deals fit, of {deals.DealSpace(hidden, [6, 6, 6]).count():,}.")
    _probabilities(deck, space, out)
    out.heading("Three worlds, each of them exactly as likely as any other")
    worlds = space.sample(3, rng=1).tolist()
    out.table(["player 0", "player 1", "player 2"], [[deck.format(hand) for hand in world] for world in worlds])


TOUR: tuple[Callable[[Paper], None], ...] = (_tour_deals,)
