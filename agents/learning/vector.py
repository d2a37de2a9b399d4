"""Many games at once as arrays, stepped inside the compiled engine.

from agents.learning.vector import VectorGames

games = VectorGames("einstein", 64, seed=1)
step = games.now()
while ...:
    step = games.step(choose(step.observations, step.masks, step.seats))
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.learning.seeded import Bytes
from engine import parse_variant, vector


class Step(NamedTuple):
    """The present states of the games: a row each.

    `observations` are those of the `seats` to act, `masks` have 1 for each code that is allowed.
    `returns` has each seat's return in the games that have `ended`, which have begun again since;
    elsewhere zeros. The arrays of bytes are read-only.
    """

    observations: Bytes
    masks: Bytes
    seats: Bytes
    returns: NDArray[np.float32]
    ended: NDArray[np.bool_]


class VectorGames:
    """`count` games of a variant, whose dice follow from `seed`."""

    def __init__(self, variant: str, count: int, seed: int = 0) -> None:
        self.games = vector.Games(parse_variant(variant), count, seed)
        self.actions: int = self.games.actions
        self.width: int = self.games.width
        self._shape = count, self.games.game.num_players()

    def step(self, codes: NDArray[Any]) -> Step:
        """Apply a code in every game. Raises IllegalAction for one that is not allowed there."""
        self.games.step(codes.tolist())
        return self.now()

    def now(self) -> Step:
        """Return the states of the games, after the last step or at the start."""
        count, _seats = self._shape
        returns, ended = np.zeros(self._shape, np.float32), np.zeros(count, np.bool_)
        for number, final in self.games.ended:
            returns[number], ended[number] = final, True
        return Step(
            _rows(self.games.observations(), count),
            _rows(self.games.masks(), count),
            np.frombuffer(self.games.seats(), np.uint8),
            returns,
            ended,
        )

    def random(self) -> NDArray[np.int64]:
        """Draw an allowed code for every game, all equally likely."""
        return np.array(self.games.random(), np.int64)


def _rows(data: bytes, count: int) -> Bytes:
    return np.frombuffer(data, np.uint8).reshape(count, -1)
