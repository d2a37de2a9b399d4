"""The network and the search of AlphaZero, for games of two seats without dice.

D. Silver et al., "A general reinforcement learning algorithm that masters chess, shogi, and Go
through self-play", Science 362 (2018). The network says how good each action looks, and how the
game will end. The search follows what looks good or has done well, and each new position corrects
what is known of those on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from kauri.engine import planes
from kauri.sdk import Game, State

Floats = NDArray[np.float32]

Noise = Callable[[int], NDArray[np.float64]]
"""Draws shares for this many actions."""

EXPLORATION = 1.5
"""How much the network's first impression counts against what the search has found."""

SCALE = 8.0
"""Counts of seeds are divided by it."""


class Network:
    """One hidden layer; from it the logits of actions and the expected return are read."""

    def __init__(self, weights: list[Floats]) -> None:
        self.weights = weights

    @classmethod
    def random(cls, game: Game, hidden: int, rng: np.random.Generator) -> Network:
        """A network that knows nothing."""
        width, outputs = planes.size(game), planes.actions(game) + 1
        first = rng.normal(0, (2 / width) ** 0.5, (width, hidden))
        last = rng.normal(0, 0.01, (hidden, outputs))
        weights = [first, np.zeros(hidden), last, np.zeros(outputs)]
        return cls([weight.astype(np.float32) for weight in weights])

    def forward(self, inputs: Floats) -> tuple[Floats, Floats, Floats]:
        """The hidden layer, the logits of the actions, and the returns expected by the seats."""
        first, offset, last, shift = self.weights
        hidden = np.maximum(inputs @ first + offset, 0)
        outputs = hidden @ last + shift
        return hidden, outputs[:, :-1], np.tanh(outputs[:, -1])

    def judge(self, states: Sequence[State]) -> tuple[Floats, Floats]:
        """The logits and the expected return of the seat to act, a row for each state."""
        _hidden, logits, returns = self.forward(np.stack([seen(state) for state in states]))
        return logits, returns


def seen(state: State) -> Floats:
    """What the seat to act sees, as the network's input."""
    observed = planes.observe(state, max(state.current_player(), 0))
    return np.frombuffer(observed, np.uint8).astype(np.float32) / SCALE


class Node:
    """A position with what the search knows of its actions."""

    def __init__(self, state: State) -> None:
        self.state, self.seat = state, state.current_player()
        legal = [] if state.is_terminal() else planes.codes(state)
        self.codes = [code for code, _action in legal]
        self.actions: list[int] = [action for _code, action in legal]
        self.children: list[Node | None] = [None] * len(legal)
        self.visits, self.sums = np.zeros(len(legal)), np.zeros(len(legal))
        self.priors: NDArray[np.float64] | None = None

    def choice(self, priors: NDArray[np.float64]) -> int:
        """The action to follow: what it has brought, and what is still to be learned of it."""
        means = self.sums / np.maximum(self.visits, 1)
        unknown = priors * (self.visits.sum() + 1) ** 0.5 / (1 + self.visits)
        return int(np.argmax(means + EXPLORATION * unknown))


class Tree:
    """The positions that one search has looked at: `leaf` and `grow` take turns."""

    def __init__(self, state: State, noise: Noise | None = None) -> None:
        """`noise` makes priors of the root uneven, so that self-play tries everything."""
        self.root, self.noise, self.visits = Node(state.clone()), noise, 0
        self.path: list[tuple[Node, int]] = []
        self.node = self.root

    def leaf(self) -> State:
        """The next position that the network should judge."""
        self.path, self.node = [], self.root
        while self.node.priors is not None and self.node.actions:
            node, place = self.node, self.node.choice(self.node.priors)
            child = node.children[place] or Node(node.state.child(node.actions[place]))
            node.children[place] = self.node = child
            self.path.append((node, place))
        return self.node.state

    def grow(self, logits: Floats, expected: float) -> None:
        """Add the position with what the network says of it, and count it on its path."""
        node, self.visits = self.node, self.visits + 1
        returns = [expected, -expected] if node.seat == 0 else [-expected, expected]
        if node.actions:
            node.priors = self._priors(node, logits)
        else:
            returns = node.state.returns()
        for before, place in self.path:
            before.visits[place] += 1
            before.sums[place] += returns[before.seat]

    def _priors(self, node: Node, logits: Floats) -> NDArray[np.float64]:
        scores = np.exp(logits[node.codes].astype(np.float64) - logits[node.codes].max())
        priors: NDArray[np.float64] = scores / scores.sum()
        if node is self.root and self.noise is not None:
            return 0.75 * priors + 0.25 * self.noise(len(priors))
        return priors

    def best(self) -> int:
        """The action that was looked at most."""
        return self.root.actions[int(self.root.visits.argmax())]
