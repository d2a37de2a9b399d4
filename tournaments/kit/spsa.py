"""SPSA: all constants are perturbed at once, and follow the side that scores better.

J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
optimization", IEEE Transactions on Aerospace and Electronic Systems 34 (1998). Constants are shares
of their ranges here, from 0 for the lowest value to 1 for the highest: so one gain fits them all.
"""

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ALPHA, GAMMA = 0.602, 0.101
"""How quickly steps and perturbations decay, as the paper recommends."""

STABILITY = 0.1
"""The paper's A as a share of the iterations: it keeps the first steps from being the wildest."""

Shares = tuple[float, ...]
"""The constants as shares of their ranges."""


@dataclass(frozen=True)
class Constant:
    """A number to tune, with its start and its bounds; a `whole` one is rounded in play."""

    name: str
    start: float
    low: float
    high: float
    whole: bool = False

    def share(self) -> float:
        """The start as a share of the range."""
        return (self.start - self.low) / (self.high - self.low)

    def value(self, share: float) -> float:
        """The value at a share of the range, not rounded."""
        return self.low + share * (self.high - self.low)

    def played(self, share: float) -> float:
        """The value that a bot is given; an author can write it down."""
        value = self.value(share)
        # A half that arithmetic has made a little less is still a half.
        return math.floor(round(value, 9) + 0.5) if self.whole else float(f"{value:.6g}")


@dataclass(frozen=True)
class Spsa:
    """The gain sequences a_k and c_k over constants, for k from 0; all chance is the seed's.

    `perturb` is c_0 as a share of a range. `step` is how far the first iteration moves a constant,
    as a share too, if one side wins every game.
    """

    constants: Sequence[Constant]
    iterations: int
    step: float
    perturb: float
    seed: bytes

    def start(self) -> Shares:
        """The constants before the first iteration."""
        return tuple(constant.share() for constant in self.constants)

    def sides(self, shares: Shares, k: int) -> tuple[Shares, Shares]:
        """The constants of both sides of an iteration, within their ranges."""
        moves = self._perturbations(k)
        plus, minus = (
            tuple(_within(share + sign * move) for share, move in zip(shares, moves, strict=True))
            for sign in (1, -1)
        )
        return plus, minus

    def moved(self, shares: Shares, k: int, difference: float) -> Shares:
        """The constants after an iteration in which the first side's mean score was so much higher.

        `difference` lies between -1 and 1.
        """
        rest = STABILITY * self.iterations + 1
        # a is chosen so that a_0 * difference / (2 * c_0) is the step.
        gain = 2 * self.perturb * self.step * (rest / (rest + k)) ** ALPHA
        slopes = (difference / (2 * move) for move in self._perturbations(k))
        return tuple(_within(s + gain * slope) for s, slope in zip(shares, slopes, strict=True))

    def _perturbations(self, k: int) -> list[float]:
        """c_k with a random sign for each constant; whole numbers differ by one at least."""
        signs = random.Random(f"{self.seed.hex()}:{k}")  # noqa: S311 - repeatable
        size = self.perturb / (k + 1) ** GAMMA
        return [
            signs.choice((-1, 1)) * max(size, constant.whole * 0.5 / (constant.high - constant.low))
            for constant in self.constants
        ]

    def replayed(self, differences: Iterable[float]) -> Shares:
        """The constants after iterations with these differences."""
        shares = self.start()
        for k, difference in enumerate(differences):
            shares = self.moved(shares, k, difference)
        return shares


def _within(share: float) -> float:
    return min(max(share, 0.0), 1.0)
