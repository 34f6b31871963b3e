"""What each subcommand of the command line prints."""

import argparse
import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from bitdeck import bits, cards, deals, matches, melds, plays
from bitdeck._paper import Paper
from bitdeck.cards import Deck

__all__ = ["DECKS", "MELD_RULES", "PLAY_RULES", "POLICIES", "deal", "melds_of", "plays_of", "sets"]

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
PLAY_RULES = {"basic": plays.BASIC, "uecda": plays.UECDA, "president": plays.PRESIDENT}
MELD_RULES = {
    "gin": melds.GIN,
    "double": melds.DOUBLE_DECK,
    "indian": melds.INDIAN,
    "rummikub": melds.RUMMIKUB,
    "kaluki": melds.KALUKI,
}
POLICIES = ("first", "random")
SUITS = {"C": 0, "♣": 0, "D": 1, "♦": 1, "H": 2, "♥": 2, "S": 3, "♠": 3}
HIGH_CARD_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


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


def deal(chosen: argparse.Namespace, out: Paper) -> None:
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
    probabilities(deck, space, out)
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


def probabilities(deck: Deck, space: deals.DealSpace, out: Paper, names: Sequence[str] | None = None) -> None:
    """A table of who may hold what: cards with equal chances share a line."""
    chances = space.probabilities()
    lines: dict[tuple[float, ...], int] = {}
    for card in bits.indices(space.cards):
        column = tuple(float(chance) for chance in chances[:, card])
        lines[column] = lines.get(column, 0) | 1 << card
    names = names or [f"player {p}" for p in range(len(space.sizes))]
    shown = [*names, "undealt"] if space.undealt else names
    out.heading("Who may hold what")
    rows = [
        [deck.format(held), *(f"{chance:.1%}" for chance in column[: len(shown)])] for column, held in lines.items()
    ]
    out.table(["cards", *shown], rows)


def plays_of(chosen: argparse.Namespace, out: Paper) -> None:
    """The plays of a Daifugō hand: leads, or follows to a field."""
    rules = PLAY_RULES[chosen.rules]
    hand = rules.deck.parse(chosen.hand)
    if chosen.field:
        found = plays.follows(hand, rules.deck.parse(chosen.field), rules, revolution=chosen.revolution)
        title = f"{len(found)} plays follow {rules.deck.format(rules.deck.parse(chosen.field))}"
    else:
        found = plays.leads(hand, rules, revolution=chosen.revolution)
        title = f"{len(found)} plays may be led"
    listed = [found[i] for i in range(len(found))]
    if chosen.json:
        print(
            json.dumps({"hand": rules.deck.format(hand), "plays": [str(play) for play in listed]}, ensure_ascii=False)
        )
        return
    out.line(f"{rules.deck.format(hand)}: {title}")
    out.table(
        ["play", "kind", "cards"], [[str(p), p.kind.name.lower() if p.kind else "pass", str(p.size)] for p in listed]
    )
    if not chosen.field and not hand >> 52:
        parts = plays.split(hand, revolution=chosen.revolution)
        out.line("Split: " + "  ".join(f"{{{rules.deck.format(part)}}}" for part in parts))


def melds_of(chosen: argparse.Namespace, out: Paper) -> None:
    """A rummy hand: its islands, its combos by what is left over, and the best discard."""
    rules = MELD_RULES[chosen.rules]
    deck = rules.deck
    hand = deck.parse(chosen.hand)
    ranked = sorted(
        melds.combos(hand, "maximal", chosen.limit, rules), key=lambda combo: (combo.deadwood, len(combo.melds))
    )
    chosen_discard = _discard(hand, rules)
    if chosen.json:
        found = {
            "hand": deck.format(hand),
            "deadwood": melds.deadwood(hand, rules=rules),
            "combos": [_combo_json(combo) for combo in ranked],
            "discard": chosen_discard and {"card": chosen_discard[0], "deadwood": chosen_discard[1]},
        }
        print(json.dumps(found, ensure_ascii=False))
        return
    out.line(f"{deck.format(hand)}: least deadwood {melds.deadwood(hand, rules=rules)}")
    out.heading("Islands")
    rows = [
        [deck.format(i.cards), deck.format(i.checkpoints) or "none", _flags(i, deck)]
        for i in melds.analyze(hand, rules)
    ]
    out.table(["cards", "checkpoints", "flags"], rows)
    out.heading(f"Combos from whose dump no meld can be formed (at most {chosen.limit} looked at)")
    out.table(
        ["combo", "dump", "points"],
        [[*str(combo).rsplit(" = ", 1)[0].split(" | "), str(combo.deadwood)] for combo in ranked],
    )
    if chosen_discard:
        out.line(f"Best discard: {chosen_discard[0]}, which leaves {chosen_discard[1]}")


def _combo_json(combo: melds.Combo) -> dict[str, Any]:
    deck = combo.rules.deck
    named = [deck.format(int(meld)) for meld in combo.melds]
    return {"melds": named, "dump": deck.format(combo.dump), "deadwood": combo.deadwood}


def _flags(island: melds.Island, deck: Deck) -> str:
    return " ".join(f"{deck.card_name(card)}:{flags:04b}" for card, flags in island.flags.items())


def _discard(hand: int, rules: melds.MeldRules) -> tuple[str, int] | None:
    """The discard that leaves least, and what it leaves."""
    if not hand:
        return None
    left = melds.discards(hand, rules)
    card = int(left.argmin())
    return rules.deck.card_name(card), int(left[card])


def sets(chosen: argparse.Namespace, out: Paper) -> None:
    """A table of SET cards, or whole games."""
    if chosen.cards == ["simulate"]:
        _simulate(chosen, out)
        return
    table = matches.Layout(" ".join(chosen.cards))
    found = matches.find_all(table)
    if chosen.json:
        print(json.dumps({"table": matches.SET.format(table), "sets": [list(places) for places in found]}))
        return
    out.line(str(table))
    out.heading(f"{len(found)} sets" if len(found) != 1 else "1 set")
    rows = [
        [" ".join(map(str, places)), matches.SET.format([table[p] for p in places], words=True)] for places in found
    ]
    out.table(["places", "cards"], rows)


def _simulate(chosen: argparse.Namespace, out: Paper) -> None:
    with out.progress("games") as progress:
        games = matches.simulate(chosen.n, rng=chosen.seed, policy=chosen.policy, progress=progress)
    sizes, numbers = np.unique(games.left, return_counts=True)
    if chosen.json:
        left = {int(size): int(number) for size, number in zip(sizes, numbers, strict=True)}
        print(json.dumps({"games": chosen.n, "more_cards": int(games.extra.sum()), "left": left}))
        return
    out.line(f"{chosen.n} games; more cards were needed {games.extra.mean():.2f} times a game")
    out.heading("Cards left at the end")
    out.histogram([str(size) for size in sizes], [int(number) for number in numbers])
