"""Teaches the network by games of the search against itself, and writes weights.npz.

    python train.py --minutes 30
    kauri check .

Each round plays some games at once, so that the network judges all their positions together. It
then learns to expect what the search has found: its visits, and how the game ended.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from search import Floats, Network, Tree, seen

from kauri import engine
from kauri.engine import planes
from kauri.sdk import Game

Lessons = list[Floats]
"""Inputs, shares of visits, and returns: a row an action."""

HIDDEN = 64
KEPT_ROUNDS = 20
BATCH = 256
RATE = 2e-3
OPENING = 8
"""The first actions of a seat, which are drawn by their visits; the later ones are the best."""
NOISE = 0.6
"""The parameter of the noise in the priors of the root: the lower, the more uneven."""


class Line:
    """A game of self-play, with the positions that were searched."""

    def __init__(self, game: Game) -> None:
        self.state = game.new_initial_state()
        self.codes = planes.actions(game)
        self.rows: list[tuple[Floats, Floats, int]] = []

    def act(self, tree: Tree, rng: np.random.Generator) -> None:
        """Note what the search has found, and apply an action."""
        shares = tree.root.visits / tree.root.visits.sum()
        target = np.zeros(self.codes, np.float32)
        target[tree.root.codes] = shares
        self.rows.append((seen(self.state), target, tree.root.seat))
        early = len(self.rows) <= 2 * OPENING
        place = rng.choice(len(shares), p=shares) if early else int(shares.argmax())
        self.state.apply_action(tree.root.actions[place])

    def lessons(self) -> list[tuple[Floats, Floats, float]]:
        """Each position with the shares of its visits, and the return of the seat to act."""
        returns = self.state.returns()
        return [(inputs, target, returns[seat]) for inputs, target, seat in self.rows]


def play(
    network: Network, game: Game, options: argparse.Namespace, rng: np.random.Generator
) -> Lessons:
    """Play games to their ends, and return what there is to learn from them."""
    lines = [Line(game) for _ in range(options.games)]
    while running := [line for line in lines if not line.state.is_terminal()]:
        trees = [
            Tree(line.state, noise=lambda size: rng.dirichlet([NOISE] * size)) for line in running
        ]
        for _ in range(options.simulations):
            logits, returns = network.judge([tree.leaf() for tree in trees])
            for place, tree in enumerate(trees):
                tree.grow(logits[place], returns[place])
        for line, tree in zip(running, trees, strict=True):
            line.act(tree, rng)
    rows = [lesson for line in lines for lesson in line.lessons()]
    return [np.stack(column).astype(np.float32) for column in zip(*rows, strict=True)]


class Adam:
    """Steps down the slope of the loss (Kingma and Ba 2015)."""

    def __init__(self, network: Network) -> None:
        self.network, self.time = network, 0
        self.means = [np.zeros_like(weight) for weight in network.weights]
        self.squares = [np.zeros_like(weight) for weight in network.weights]

    def step(self, inputs: Floats, targets: Floats, returns: Floats) -> None:
        """Fit a batch a little better."""
        self.time += 1
        slopes = self._slopes(inputs, targets, returns)
        rows = zip(self.network.weights, self.means, self.squares, slopes, strict=True)
        for weight, mean, square, slope in rows:
            mean[:] += 0.1 * (slope - mean)
            square[:] += 0.001 * (slope**2 - square)
            root = np.sqrt(square / (1 - 0.999**self.time)) + 1e-8
            weight[:] -= RATE * mean / (1 - 0.9**self.time) / root

    def _slopes(self, inputs: Floats, targets: Floats, returns: Floats) -> list[Floats]:
        """The slopes of the cross-entropy with the visits, and of the returns' squared errors."""
        hidden, logits, expected = self.network.forward(inputs)
        likely = np.exp(logits - logits.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        last = 2 * (expected - returns) * (1 - expected**2)
        error = np.column_stack([likely - targets, last]) / len(inputs)
        back = (error @ self.network.weights[2].T) * (hidden > 0)
        return [inputs.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0)]


def study(adam: Adam, rounds: Sequence[Lessons], rng: np.random.Generator) -> None:
    """Learn from the last rounds, four times as many rows as the newest one has."""
    inputs, targets, returns = (np.concatenate(column) for column in zip(*rounds, strict=True))
    for _ in range(4 * len(rounds[-1][0]) // BATCH + 1):
        drawn = rng.integers(0, len(inputs), BATCH)
        adam.step(inputs[drawn], targets[drawn], returns[drawn])


def main() -> None:
    """Train for a number of minutes or rounds, and write the weights after each round."""
    options = _options()
    rng, end = np.random.default_rng(options.seed), time.monotonic() + 60 * options.minutes
    game = engine.parse_variant(options.variant)
    network = Network.random(game, HIDDEN, rng)
    adam, rounds = Adam(network), deque[Lessons](maxlen=KEPT_ROUNDS)
    for number in range(options.rounds):
        rounds.append(play(network, game, options, rng))
        study(adam, rounds, rng)
        np.savez(Path(__file__).with_name("weights.npz"), *network.weights)
        print(f"round {number + 1}: {len(rounds[-1][0])} actions", flush=True)
        if time.monotonic() >= end:
            break


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Teach the network.")
    parser.add_argument("--variant", default="kalah")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--games", type=int, default=64, help="in each round")
    parser.add_argument("--simulations", type=int, default=48, help="for each action")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
