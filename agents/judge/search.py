"""The value of a position to each side: tree search by random games, for any number of seats.

L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", 2006, as in the house bot Search,
with three differences. The number of simulations is fixed, so that equal seeds give equal values.
The outcomes of a throw at the root are spread evenly, which reduces the variance of its mean. And
in games where an evaluation of the board predicts more than random games do, that of the house
bots counts as well.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

from agents.judge import scale
from agents.judge.glances import glance
from engine import State

EXPLORATION = 1.0
GOLDEN = (math.sqrt(5) - 1) / 2
"""Multiples of it, modulo 1, spread evenly over the unit interval, however many there are."""


class Worth(NamedTuple):
    """The value of a position: expected returns by side, their standard errors, and an action.

    `best` is the action that the search prefers; None if there is no choice, or if there are too
    many actions to compare with the given simulations.
    """

    returns: list[float]
    errors: list[float]
    best: int | None


class Node:
    """The visits of one position, and the sum of their returns to the seat that moved there."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.children: dict[int, Node] = {}


def worth(state: State, *, simulations: int, seed: int) -> Worth:
    """Return the value of a position by this many simulations; exact if the game is over."""
    sides = state.get_game().sides()
    if state.is_terminal():
        returns = state.returns()
        exact = [returns[seat] for seat in _firsts(sides)]
        return Worth(exact, [0.0] * len(exact), None)
    state = _unforced(state)
    if state.is_terminal():
        return worth(state, simulations=simulations, seed=seed)
    return _Search(state, sides, seed).run(simulations)


def _unforced(state: State) -> State:
    """Return the position after all actions without an alternative."""
    while not state.is_chance_node() and len(actions := state.legal_actions()) == 1:
        state = state.child(actions[0])
    return state


def _firsts(sides: Sequence[int]) -> list[int]:
    """Return the first seat of each side."""
    return [sides.index(side) for side in range(max(sides) + 1)]


class _Search:
    """One search from one position."""

    def __init__(self, state: State, sides: Sequence[int], seed: int) -> None:
        self._state = state
        self._firsts = _firsts(sides)
        self._rng = random.Random(seed)  # noqa: S311 - no secret
        self._share = scale.glance_share(state.get_game())
        self._root = Node()

    def run(self, simulations: int) -> Worth:
        results = [self._simulate(number) for number in range(simulations)]
        best = self._best(simulations)
        counted = [returns for first, returns in results if best in (None, first)]
        returns = [sum(row) / len(counted) for row in zip(*counted, strict=True)]
        squares = [sum(value * value for value in row) for row in zip(*counted, strict=True)]
        spread = [
            max(square / len(counted) - mean * mean, 0.0)
            for square, mean in zip(squares, returns, strict=True)
        ]
        return Worth(returns, [math.sqrt(variance / len(counted)) for variance in spread], best)

    def _best(self, simulations: int) -> int | None:
        """Return the action tried most often, if the actions are few enough to compare."""
        children = self._root.children
        if self._state.is_chance_node() or 4 * len(children) > simulations:
            return None
        return max(children, key=lambda action: (children[action].visits, -action))

    def _simulate(self, number: int) -> tuple[int, list[float]]:
        """Run one simulation; return its first action or outcome, and its returns by side."""
        state, node = self._state.clone(), self._root
        path: list[tuple[Node, int]] = []
        first = -1
        while not state.is_terminal():
            if state.is_chance_node():
                action = (
                    self._thrown(state, number) if first < 0 else state.sample_chance(self._rng)
                )
                seat = -1
            else:
                action, seat = self._descend(node, state), state.current_player()
            first = action if first < 0 else first
            state.apply_action(action)
            node = node.children.setdefault(action, Node())
            path.append((node, seat))
            if seat >= 0 and not node.visits:
                break
        returns = state.playout(self._rng.getrandbits(63))
        if self._share and not state.is_terminal():
            returns = _mixed(returns, glance(state), self._share)
        self._root.visits += 1
        for passed, seat in path:
            passed.visits += 1
            if seat >= 0:
                passed.total += returns[seat]
        return first, [returns[seat] for seat in self._firsts]

    def _thrown(self, state: State, number: int) -> int:
        """Return the root's outcome for this simulation, spread evenly by probability."""
        left = (number + 1) * GOLDEN % 1.0
        outcomes = state.chance_outcomes()
        for outcome, chance in outcomes:
            if left < chance:
                return outcome
            left -= chance
        return outcomes[-1][0]

    def _descend(self, node: Node, state: State) -> int:
        """Return an action not tried here yet, else the one with the best upper bound (UCB1)."""
        actions, children = state.legal_actions(), node.children
        untried = [action for action in actions if action not in children]
        if untried:
            return self._rng.choice(untried)
        log = 2 * math.log(sum(children[action].visits for action in actions))

        def bound(action: int) -> float:
            child = children[action]
            return child.total / child.visits + EXPLORATION * math.sqrt(log / child.visits)

        return max(actions, key=bound)


def _mixed(returns: list[float], looks: list[float], share: float) -> list[float]:
    """Return the weighted mean of both; `share` is the weight of `looks`."""
    pairs = zip(returns, looks, strict=True)
    return [(1 - share) * played + share * look for played, look in pairs]
