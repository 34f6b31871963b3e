"""rummikub-solver: an integer linear program for the most tiles of a rack that can be laid down (so its answer is
not ours)."""

from rummikub_solver import GameState, RuleSet, SolverMode

from bench_melds import hands
from bitdeck.melds import RUMMIKUB
from harness import Call, Peer


def racks(rows: int, rules: RuleSet) -> list[GameState]:
    states = []
    for words in hands(rows, 12, RUMMIKUB, 2):
        state = rules.new_game()
        state.initial = False
        state.add_rack(*(13 * (i % 4) + i // 4 + 1 for word in words for i in range(52) if int(word) >> i & 1))
        state.add_rack(rules.tiles[-1], rules.tiles[-1])
        states.append(state)
    return states


def deadwood(rows: int) -> Call:
    rules = RuleSet()
    states = racks(rows, rules)
    return lambda: [rules.solve(state, SolverMode.TILE_COUNT) for state in states]


PEERS = [Peer("deadwood: 12 of two packs and two jokers", deadwood, rows=10)]
