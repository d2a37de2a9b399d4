"""From what simulations return to what bots that play well can expect.

Random games end more at random than those of good players, or less. So the log-odds of the mean
return are stretched by one number for each game and number of sides, which
`python -m benchmarks.judge` measures: the one that predicts the results of games of house bots
best.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine import Game

STRETCH = {
    ("kalah", 2): 0.85,
    ("einstein", 2): 0.85,
    ("pachisi", 2): 0.95,
    ("pachisi", 4): 1.4,
    ("ashte-kashte", 2): 1.4,
    ("ashte-kashte", 4): 1.1,
    ("alquerque", 2): 0.75,
    ("alquerque", 4): 2.0,
}
"""By game and number of sides. A game that is not here is not stretched."""

GLANCES = {"ashte-kashte": 0.5, "alquerque": 0.5}
"""The share that an evaluation has in the worth of a leaf; the rest is a random game's."""

SUREST = 0.995
"""No estimate comes nearer to a win or a loss than this; only the end of a game does."""


def stretch_of(game: Game) -> float:
    """How far log-odds are stretched in a variant."""
    return STRETCH.get((game.id, len(set(game.sides()))), 1.0)


def glance_share(game: Game) -> float:
    """The share of an evaluation in the worth of a leaf."""
    return GLANCES.get(game.id, 0.0)


def stretched(returns: Sequence[float], stretch: float) -> list[float]:
    """Mean returns by side as expected returns by side, which still add up to 0.

    A side's strength is the stretched log-odds of its return. Two sides with strengths s and t
    meet with the expected return tanh((s - t) / 2), as in the models of Bradley and Terry and of
    Plackett and Luce; a side's return is the mean over the others.
    """
    sides = strengths(returns, stretch)
    return [sum(math.tanh((s - t) / 2) for t in sides) / (len(sides) - 1) for s in sides]


def strengths(returns: Sequence[float], stretch: float) -> list[float]:
    """The stretched log-odds of each side's mean return."""
    return [stretch * math.atanh(min(max(one, -SUREST), SUREST)) for one in returns]


def slope(before: float, after: float, stretch: float) -> float:
    """By what a small error of a mean return is to be multiplied, once it is stretched."""
    return stretch * (1 - min(after * after, 1.0)) / max(1 - before * before, 1 - SUREST * SUREST)
