"""The small network of a value function.

It has two hidden layers of rectified units, and gives each seat a strength. The strength of a side
is the sum of its seats'. Two sides with strengths s and t expect tanh((s - t) / 2) against each
other, as in the models of Bradley and Terry and of Plackett and Luce; a side's expected return is
the mean over the others.

Finished weights are multiples of 1/1024. So all sums are exact, and a position has the same value
on every machine, to the last digit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from agents.values.plain import DIGITS, UNIT

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

HIDDEN = (64, 32)


class Network:
    """The weights: by layer a matrix and, for the hidden ones, an offset."""

    def __init__(self, weights: Sequence[Floats], sides: Sequence[int]) -> None:
        self.weights = list(weights)
        self.seats = len(sides)
        self.sums = np.zeros((len(sides), max(sides) + 1))
        self.sums[np.arange(len(sides)), list(sides)] = 1

    @classmethod
    def random(cls, inputs: int, sides: Sequence[int], rng: np.random.Generator) -> Network:
        """Return a network that has learned nothing."""
        first, second = HIDDEN
        shapes = [(inputs, first), (first,), (first, second), (second,), (second, 1)]
        spreads = [0.1, 0.0, (2 / first) ** 0.5, 0.0, 0.05]
        return cls(
            [
                rng.normal(0, spread, shape).astype(np.float32) if spread else np.zeros(shape, "f4")
                for shape, spread in zip(shapes, spreads, strict=True)
            ],
            sides,
        )

    def rounded(self) -> Network:
        """Return the same network with weights that are multiples of 1/1024."""
        unit = np.float32(UNIT)
        rounded = [np.rint(weights * unit) / unit for weights in self.weights]
        return Network(rounded, [int(side) for side in self.sums.argmax(1)])

    def values(self, inputs: Floats) -> Doubles:
        """Return the expected returns by side of positions; a position has a row for each seat."""
        return np.round(returns_of(self._strengths(inputs)), DIGITS)

    def _strengths(self, inputs: Floats) -> Doubles:
        """Return the strength of each side, by position."""
        first, offset, second, shift, last = self.weights
        hidden = np.maximum(inputs @ first + offset, 0).astype(np.float64)
        upper = np.maximum(hidden @ second + shift, 0)
        upper = np.floor(upper * UNIT) / UNIT
        strengths: Doubles = (upper @ last).reshape(-1, self.seats) @ self.sums
        return strengths


def returns_of(strengths: Doubles) -> Doubles:
    """Return the expected returns of sides by their strengths."""
    pairs = np.tanh((strengths[:, :, None] - strengths[:, None, :]) / 2)
    returns: Doubles = pairs.sum(2) / (strengths.shape[1] - 1)
    return returns
