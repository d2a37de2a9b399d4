"""Tree search (UCT) that looks at a new position instead of playing it out, for every game.

What a position is worth is what a house bot's evaluation says: in `agents.house`, so this bot plays
in the process of `python -m benchmarks.duel` alone.
"""

import importlib
import math
import random
import time
from collections.abc import Sequence

from kauri.sdk import Bot, Clock, Game, State

EXPLORATION = 0.5


class Node:
    """What the looks through one position have returned so far."""

    def __init__(self) -> None:
        self.visits, self.total = 0, 0.0
        self.children: dict[int, Node] = {}

    def bound(self, visits: int) -> float:
        """The mean, and what it may still be short of (UCB1)."""
        if not self.visits:
            return math.inf
        mean = self.total / self.visits
        return mean + EXPLORATION * math.sqrt(math.log(visits) / self.visits)


class Guided(Bot):
    """Looks until its share of the clock is spent, then plays the most visited action."""

    def start(self, game: Game, _seat: int, rng: random.Random) -> None:
        """Find the evaluation of the game."""
        self.rng = rng
        self.worth = importlib.import_module(f"agents.house.{game.id.replace('-', '_')}").worth

    def choose(self, state: State, clock: Clock) -> int:
        """The most visited action."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        end, root = time.perf_counter() + clock.share(), Node()
        while time.perf_counter() < end or root.visits <= len(actions):
            self.simulate(root, state.clone())
        return max(root.children, key=lambda action: root.children[action].visits)

    def simulate(self, node: Node, state: State) -> None:
        """Go down by the best bounds to a new position, and take its worth back up."""
        path = [(node, 0)]
        while node.visits and not state.is_terminal():
            if state.is_chance_node():
                seat, action = 0, state.sample_chance(self.rng)
            else:
                seat = state.current_player()
                for action in state.legal_actions():
                    node.children.setdefault(action, Node())
                action = max(
                    state.legal_actions(), key=lambda one: node.children[one].bound(node.visits)
                )
            node = node.children.setdefault(action, Node())
            state.apply_action(action)
            path.append((node, seat))
        values = self.values(state)
        for node, seat in path:
            node.visits += 1
            node.total += values[seat]

    def values(self, state: State) -> Sequence[float]:
        """What each seat can expect in a position."""
        if state.is_terminal():
            return state.returns()
        return [self.worth(state, seat) for seat in range(state.num_players())]
