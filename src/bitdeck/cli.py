"""The command line: `python -m bitdeck tour`, and a subcommand a family."""

import argparse
import sys
from collections.abc import Sequence

from bitdeck import _commands
from bitdeck._paper import paper
from bitdeck._tour import tour

__all__ = ["main"]


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
    shown = commands.add_parser("tour", help="see each family at work on a real position")
    shown.set_defaults(run=tour)
    _deal_arguments(commands.add_parser("deal", help="who may hold which hidden card: count, chances, sampled deals"))
    _plays_arguments(commands.add_parser("plays", help="which card sets a Daifugō hand may put on the table"))
    _melds_arguments(commands.add_parser("melds", help="how a rummy hand splits into runs and sets"))
    _sets_arguments(commands.add_parser("sets", help="the matches among SET cards, or whole games"))
    return parser


def _plays_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("hand", help="the hand, such as 'S3 S4 S5 JK'")
    command.add_argument("--field", default="", metavar="CARDS", help="the play to follow (default: lead)")
    command.add_argument("--rules", choices=_commands.PLAY_RULES, default="uecda")
    command.add_argument("--revolution", action="store_true", help="the order is turned over")
    command.add_argument("--json", action="store_true", help="print one JSON object for programs")
    command.set_defaults(run=_commands.plays_of)


def _melds_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("hand", help="the hand, such as '2H 3H 4H 5C'")
    command.add_argument("--rules", choices=_commands.MELD_RULES, default="gin")
    command.add_argument("--limit", type=int, default=1000, help="how many combos to look at (default 1000)")
    command.add_argument("--json", action="store_true", help="print one JSON object for programs")
    command.set_defaults(run=_commands.melds_of)


def _sets_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "cards",
        nargs="+",
        help="the table as digits such as 0211, or in words; or the word simulate, to play whole games",
    )
    command.add_argument("-n", type=int, default=10_000, help="how many games to simulate (default 10000)")
    command.add_argument("--policy", choices=_commands.POLICIES, default="first", help="which match is taken")
    command.add_argument("--seed", type=int, help="makes the games repeatable")
    command.add_argument("--json", action="store_true", help="print one JSON object for programs")
    command.set_defaults(run=_commands.sets)


def _deal_arguments(deal: argparse.ArgumentParser) -> None:
    deal.add_argument("--deck", choices=_commands.DECKS, default="standard", help="the pack, for card notation")
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
    deal.set_defaults(run=_commands.deal)
