"""Plays Kalah from its author's machine by a linear policy; put your own network in its place.

kauri connect examples/remote-policy/policy.py --bot "My policy" --game kalah
"""

import random

from kauri.engine import planes
from kauri.sdk import Bot, Clock, Game, State


class Policy(Bot):
    """Scores each action by what the seat sees. Remote bots may import any library."""

    games = ["kalah"]

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Make the weights; a real policy reads them here."""
        self.seat = seat
        size = planes.size(game)
        self.weights = [[rng.gauss(0, 1) for _ in range(size)] for _ in range(planes.actions(game))]

    def choose(self, state: State, clock: Clock) -> int:
        """Take the allowed action with the highest score."""
        seen = planes.observe(state, self.seat)
        scores = [sum(w * x for w, x in zip(row, seen, strict=True)) for row in self.weights]
        return max(planes.codes(state), key=lambda pair: scores[pair[0]])[1]
