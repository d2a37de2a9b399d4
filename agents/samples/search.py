"""Monte-Carlo tree search (UCT) within its share of the clock, for any number of seats.

Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", 2006: go down the tree by the best
upper bound, play the rest at random, and add the returns to every node on the way. Throws are
not nodes: each simulation samples them anew, and a node is told by the actions and throws so far.
"""

from __future__ import annotations

import math
import random
import time

from kauri.sdk import Bot, Clock, Game, State

EXPLORATION = 1.0


class Node:
    """What the simulations through one position have returned so far."""

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.children: dict[int, Node] = {}

    def bound(self, parent_visits: int) -> float:
        """The mean return and what it may still be short of (UCB1)."""
        return self.total / self.visits + EXPLORATION * math.sqrt(
            2 * math.log(parent_visits) / self.visits
        )


class Search(Bot):
    """Simulates until its share of the clock is spent, then plays the most visited action."""

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Keep the generator."""
        self.rng = rng

    def choose(self, state: State, clock: Clock) -> int:
        """The most visited action; the only one without thinking."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        root = Node()
        end = time.perf_counter() + clock.share()
        while time.perf_counter() < end or root.visits <= len(actions):
            self.simulate(root, state.clone())
        best = max(root.children, key=lambda action: root.children[action].visits)
        mean = root.children[best].total / root.children[best].visits
        self.note(f"{state.action_to_string(best)} {mean:+.2f} after {root.visits} simulations")
        return best

    def simulate(self, root: Node, state: State) -> None:
        """Go down to a new node, play out from there, and add the returns on the way back."""
        path, node = [(root, 0)], root
        while not state.is_terminal():
            if state.is_chance_node():
                action = state.sample_chance(self.rng)
                state.apply_action(action)
                node = node.children.setdefault(action, Node())
                continue
            seat, action = state.current_player(), self.descend(node, state)
            state.apply_action(action)
            node = node.children.setdefault(action, Node())
            path.append((node, seat))
            if node.visits == 0:
                break
        returns = state.playout(self.rng.getrandbits(63))
        for node, seat in path:
            node.visits += 1
            node.total += returns[seat]

    def descend(self, node: Node, state: State) -> int:
        """An action not tried here yet, else the one with the best upper bound."""
        actions = state.legal_actions()
        untried = [action for action in actions if action not in node.children]
        if untried:
            return self.rng.choice(untried)
        visits = sum(node.children[action].visits for action in actions)
        return max(actions, key=lambda action: node.children[action].bound(visits))
