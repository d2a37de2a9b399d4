"""Plays EinStein by a network alone, one look at each position; sb3.py or cleanrl.py trained it."""

import random
from pathlib import Path

from policy import Policy

from kauri.sdk import Bot, Clock, Game, State


class Trained(Bot):
    """The action that the network likes best."""

    games = ["einstein(setup=random)"]

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Read the weights."""
        self.policy = Policy.read(Path(__file__).with_name("weights.npz"))

    def choose(self, state: State, clock: Clock) -> int:
        """Look at the position once."""
        return self.policy.action(state)
