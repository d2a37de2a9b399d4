"""Plays Kalah from its author's machine by a linear policy; put your own network in its place.

`gymnasium_training.py` trains it, and leaves a folder with it and its weights.
"""

import random
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kauri.engine import planes
from kauri.sdk import Bot, Clock, Game, State

VARIANT = "kalah"
WEIGHTS = "weights.npy"

Floats = NDArray[np.float64]


def likelihoods(weights: Floats, seen: NDArray[np.uint8], mask: NDArray[Any]) -> Floats:
    """Return the likelihood of each action, from an observation and a mask of the environment."""
    logits = np.where(mask, seen / 8 @ weights, -np.inf)
    shares = np.exp(logits - logits.max())
    return np.asarray(shares / shares.sum())


class Policy(Bot):
    """Plays the likeliest action. Remote bots may import any library."""

    games = [VARIANT]

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Read the weights."""
        self.seat, self.actions = seat, planes.actions(game)
        self.weights = np.load(Path(__file__).with_name(WEIGHTS))

    def choose(self, state: State, clock: Clock) -> int:
        """Observe the position as the environment does, and take the likeliest action."""
        codes = dict(planes.codes(state))
        mask = np.isin(np.arange(self.actions), list(codes))
        seen = np.frombuffer(planes.observe(state, self.seat), np.uint8)
        return codes[int(likelihoods(self.weights, seen, mask).argmax())]
