"""What the actions of a position are worth: all that may follow, and a value function at its end.

Every seat takes what is best for its own side, and a throw is worth the mean over what may fall
(C. A. Luckhart and K. B. Irani, "An algorithmic solution of n-person games", 1986; D. Michie,
"Game-playing and game-learning automata", 1966). How many positions a tree may have is fixed
beforehand, whatever the clock says. The function looks at all its ends in one call, which costs a
tenth of as many calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from agents.values.function import ValueFunction
from engine import CHANCE, State

END = -9
"""Stands where a node has a side, for a position that the function looks at."""

MOST_DEPTH = 30

FORCED = 20_000
"""The most positions of a tree that is larger than asked for, so that it is deep enough."""

Node: TypeAlias = tuple[int, list[tuple[float, int]]]
"""A side to act, CHANCE or END, and the nodes that follow, each with its chance."""


class TooLarge(Exception):
    """A tree would have more positions than it may."""


class Look(NamedTuple):
    """What a search saw: by action the expected returns by side, and how deep it went."""

    values: dict[int, list[float]]
    depth: int

    def best(self, side: int) -> int:
        """Return the action that is best for a side, the first one of equals."""
        return max(self.values, key=lambda action: self.values[action][side])


def look(
    state: State,
    function: ValueFunction,
    *,
    most: int,
    actions: Sequence[int] = (),
    least_depth: int = 0,
) -> Look:
    """Return what these actions of a position are worth, or all of them.

    The search goes as deep as a tree of `most` positions allows, and up to `least_depth` as one of
    `FORCED` positions allows. The depth counts throws after the action, in games without them
    further actions.
    """
    children = {action: state.child(action) for action in actions or state.legal_actions()}
    depth, tree = 0, _Tree(children, function, 0)
    while depth < MOST_DEPTH:
        allowed = most if depth >= least_depth else max(most, FORCED)
        try:
            larger = _Tree(children, function, depth + 1, most=allowed)
        except TooLarge:
            break
        if larger.size == tree.size:
            break
        tree, depth = larger, depth + 1
    return Look(tree.values(), depth)


class _Tree:
    """All that may follow some actions, to a depth; what is reached in two ways is one node."""

    def __init__(
        self,
        children: dict[int, State],
        function: ValueFunction,
        depth: int,
        most: float = float("inf"),
    ) -> None:
        self._function, self._most = function, most
        self._by_throws = function.game.info.has_chance
        self.size = 0
        self._ends: list[State] = []
        self._nodes: list[Node] = []
        self._places: dict[tuple[bytes, int], int] = {}
        self._roots = {action: self._grow(child, depth) for action, child in children.items()}

    def values(self) -> dict[int, list[float]]:
        """Return the expected returns by side after each action."""
        looks = self._function.looks(self._ends).tolist()
        values: list[list[float]] = []
        for side, following in self._nodes:
            if side == END:
                values.append(looks[following[0][1]])
            elif side == CHANCE:
                values.append(_mean([(chance, values[place]) for chance, place in following]))
            else:
                values.append(max((values[place] for _, place in following), key=itemgetter(side)))
        return {action: values[place] for action, place in self._roots.items()}

    def _grow(self, state: State, depth: int) -> int:
        """Return the place of a position's node, after all those that follow it."""
        self.size += 1
        if self.size > self._most:
            raise TooLarge
        key = state.key(), depth
        place = self._places.get(key)
        if place is None:
            node = self._node(state, depth)
            place = self._places[key] = len(self._nodes)
            self._nodes.append(node)
        return place

    def _is_end(self, state: State, depth: int) -> bool:
        """Whether the function looks here: where its value is exact, or at the depth."""
        function = self._function
        is_exact = state.is_terminal() or function.ends.covers(state)
        return is_exact or (depth == 0 and function.looks_at(state))

    def _node(self, state: State, depth: int) -> Node:
        if self._is_end(state, depth):
            self._ends.append(state)
            return END, [(1.0, len(self._ends) - 1)]
        if state.is_chance_node():
            left = depth - 1
            return CHANCE, [
                (chance, self._grow(state.child(outcome), left))
                for outcome, chance in state.chance_outcomes()
            ]
        side = self._function.sides[state.current_player()]
        left = depth if self._by_throws else depth - 1
        actions = state.legal_actions()
        return side, [(1.0, self._grow(state.child(action), left)) for action in actions]


def _mean(rows: Sequence[tuple[float, Sequence[float]]]) -> list[float]:
    return [sum(chance * row[side] for chance, row in rows) for side in range(len(rows[0][1]))]
