"""A value function: the expected returns of all sides in any position of one variant."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from agents.values.ends import Ends
from agents.values.inputs import inputs_of
from agents.values.network import Doubles, Floats, Network
from agents.values.plain import DIGITS
from engine import Game, State, planes

MOST_ACTIONS = 60
"""A position with more actions is looked at by itself, and not through what they lead to."""

Tree: TypeAlias = "int | tuple[int, list[Tree]]"
"""The number of a position that the network looks at, or the side to act and its choices."""


class ValueFunction:
    """The values of positions of one variant, by a network; exact where the end is solved.

    In games with chance the network looks at positions in which a throw is to fall. Another one is
    worth what the seat to act can make of it. Without `solved` it asks the network at all ends.
    """

    def __init__(self, game: Game, network: Network, *, solved: bool = True) -> None:
        self.game = game
        self.network = network
        self.ends = Ends(game, solved=solved)
        self.sides = game.sides()
        self._firsts = [self.sides.index(side) for side in range(max(self.sides) + 1)]
        self.inputs_of = inputs_of(game)
        self._size = planes.size(game)

    def value(self, state: State) -> list[float]:
        """Return the expected return of each side, between -1 and 1; they add up to 0."""
        return self.values([state])[0]

    def values(self, states: Sequence[State]) -> list[list[float]]:
        """Return the same for many positions, which is faster than one after the other."""
        leaves: list[State] = []
        trees = [self._grow(state, leaves) for state in states]
        looks = self.looks(leaves).tolist()
        return [self._backed_up(tree, looks) for tree in trees]

    def looks(self, states: Sequence[State]) -> Doubles:
        """Return what the network says of positions, by position and side; at ends what is true."""
        if not states:
            return np.zeros((0, len(self._firsts)))
        values = self.network.values(self.inputs(states))
        for place, state in enumerate(states):
            if state.is_terminal():
                returns = state.returns()
                values[place] = [returns[seat] for seat in self._firsts]
            elif self.ends.covers(state) and (value := self.ends.value(state)) is not None:
                values[place] = [round(value, DIGITS), -round(value, DIGITS)]
        return values

    def inputs(self, states: Sequence[State]) -> Floats:
        """Return what the network reads of positions, a row for each position and seat."""
        return self.inputs_of(self.observations(states))

    def observations(self, states: Sequence[State]) -> NDArray[np.uint8]:
        """Return what the seats see in positions, a row for each position and seat."""
        return np.frombuffer(planes.observe_all(states), np.uint8).reshape(-1, self._size)

    def looks_at(self, state: State) -> bool:
        """Whether the value of this position is not put together from those that it leads to."""
        return (
            not self.game.info.has_chance
            or not state.is_player_node()
            or len(state.legal_actions()) > MOST_ACTIONS
            or self.ends.covers(state)
        )

    def _grow(self, state: State, leaves: list[State]) -> Tree:
        """Collect what the network has to look at; return how the values are put together."""
        if self.looks_at(state):
            leaves.append(state)
            return len(leaves) - 1
        side = self.sides[state.current_player()]
        children = [self._grow(state.child(action), leaves) for action in state.legal_actions()]
        return side, children

    def _backed_up(self, tree: Tree, looks: list[list[float]]) -> list[float]:
        """Return the value of a position whose side to act takes what is best for it."""
        if isinstance(tree, int):
            return looks[tree]
        side, children = tree
        return max((self._backed_up(child, looks) for child in children), key=itemgetter(side))
