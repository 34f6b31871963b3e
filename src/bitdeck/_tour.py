"""The tour: each family at work on a real position."""

import argparse

from bitdeck import cards, deals, implementation, matches, melds, plays
from bitdeck._commands import probabilities
from bitdeck._paper import Paper
from bitdeck.games import doppelkopf

__all__ = ["tour"]


def tour(chosen: argparse.Namespace, out: Paper) -> None:
    """Print one position of each family."""
    out.line(f"bitdeck, {implementation} kernels")
    for stop in (_doppelkopf, _daifugo, _rummy, _set):
        stop(out)


def _doppelkopf(out: Paper) -> None:
    deck = cards.DOPPELKOPF
    out.heading("Deals: a game of Doppelkopf, seen from seat 0")
    seat = doppelkopf.Seat("10♥ Q♠ J♥ J♦ A♦ 10♦ K♣ 9♣ A♠ K♠ 10♠ K♥", seat=0)
    out.line(f"The hand is {deck.format(seat.beliefs.hand)}. Seat 2 announces re: it holds a club queen.")
    seat.announced(2, "re")
    for player, card, led in ((3, "A♣", None), (0, "9♣", "A♣"), (1, "J♣", "A♣"), (2, "K♣", "A♣")):
        seat.played(player, card, led)
    for player, card, led in ((1, "A♠", None), (2, "9♠", "A♠"), (3, "9♦", "A♠"), (0, "K♠", "A♠")):
        seat.played(player, card, led)
    out.line("Seat 1 trumped clubs, seat 3 trumped spades: each has none left.")
    space = seat.beliefs.space()
    out.line(f"{space.count():,} deals fit, of {deals.DealSpace(space.cards, space.sizes).count():,} by number alone.")
    names = ["seat 1", "seat 2", "seat 3"]
    probabilities(deck, space, out, names)
    out.heading("Three worlds, each exactly as likely as any other")
    worlds = seat.beliefs.sample(3, rng=1)[:, 1:].tolist()
    out.table(names, [[deck.format(hand) for hand in world] for world in worlds])


def _daifugo(out: Paper) -> None:
    deck = plays.UECDA.deck
    hand, field = deck.parse("S3 S4 S5 D5 DT CT HT SK DK SA JK"), deck.parse("C4 D4")
    out.heading("Plays: a Daifugō hand under the rules of the university championship")
    out.line(f"{deck.format(hand)} may be led in {len(plays.leads(hand, plays.UECDA))} ways.")
    found = plays.follows(hand, field, plays.UECDA)
    out.line(f"To {deck.format(field)} there are {len(found)} answers:")
    out.line("  " + ", ".join(str(found[i]) for i in range(len(found))))


def _rummy(out: Paper) -> None:
    deck, rules = melds.DOUBLE_DECK.deck, melds.DOUBLE_DECK
    hand = deck.parse("2H3H4H5H4H5H6H3C3C3D3D4D")
    out.heading("Melds: a rummy hand of two packs")
    (island,) = melds.analyze(hand, rules)
    out.line(f"{deck.format(hand)} is one island; the choice is made at {deck.format(island.checkpoints)}.")
    for combo in sorted(melds.combos(hand, "extended", rules=rules), key=lambda combo: combo.deadwood):
        out.line(f"  {combo}")


def _set(out: Paper) -> None:
    out.heading("Matches: a table of SET cards")
    table = matches.Layout(matches.SET.sample(12, rng=3))
    out.line(str(table))
    found = matches.find_all(table)
    out.line(f"{len(found)} sets, at " + ", ".join(str(places) for places in found))
