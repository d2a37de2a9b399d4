"""Plays Kalah by a search that a small network guides; train.py writes the network's weights."""

import random
import time
from pathlib import Path

import numpy as np
from search import Network, Tree

from kauri.sdk import Bot, Clock, Game, State

MOST = 400
"""The most positions that the search looks at for one action."""


class AlphaZero(Bot):
    """The network is read once, and asked about one position at a time."""

    games = ["kalah(pits=6)"]

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Read the weights."""
        with np.load(Path(__file__).with_name("weights.npz")) as weights:
            self.network = Network([weights[name] for name in weights.files])

    def choose(self, state: State, clock: Clock) -> int:
        """Search for a share of the time that is left, and take the action looked at most."""
        tree, end = Tree(state), time.perf_counter() + clock.share() / 2
        while tree.visits < MOST and (tree.visits < 2 or time.perf_counter() < end):
            logits, returns = self.network.judge([tree.leaf()])
            tree.grow(logits[0], returns[0])
        return tree.best()
