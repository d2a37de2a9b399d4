"""Convert mean returns of simulations to the expected returns of bots that play well.

Depending on the game, the results of random games are more or less a matter of chance than those
of good players. So the log-odds of the mean return are multiplied by a factor for each game and
number of sides. `python -m benchmarks.judge` measures it: the one that best predicts the results
of games of house bots.
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
"""The factors by game and number of sides; 1 for all others."""

GLANCES = {"ashte-kashte": 0.5, "alquerque": 0.5}
"""The weight of an evaluation in the value of a leaf; the rest is that of a random game."""

SUREST = 0.995
"""Mean returns are cut off here, since only a finished game is a certain win or loss."""


def stretch_of(game: Game) -> float:
    """Return the factor for the log-odds in a variant."""
    return STRETCH.get((game.id, len(set(game.sides()))), 1.0)


def glance_share(game: Game) -> float:
    """Return the weight of an evaluation in the value of a leaf."""
    return GLANCES.get(game.id, 0.0)


def stretched(returns: Sequence[float], stretch: float) -> list[float]:
    """Convert mean returns by side to expected returns by side, which still add up to 0.

    A side's strength is the stretched log-odds of its return. Two sides with strengths s and t
    meet with the expected return tanh((s - t) / 2), as in the models of Bradley and Terry and of
    Plackett and Luce; a side's return is the mean over the others.
    """
    sides = strengths(returns, stretch)
    return [sum(math.tanh((s - t) / 2) for t in sides) / (len(sides) - 1) for s in sides]


def strengths(returns: Sequence[float], stretch: float) -> list[float]:
    """Return the stretched log-odds of each side's mean return."""
    return [stretch * math.atanh(min(max(one, -SUREST), SUREST)) for one in returns]


def slope(before: float, after: float, stretch: float) -> float:
    """Return the factor by which stretching a mean return changes a small error of it."""
    return stretch * (1 - min(after * after, 1.0)) / max(1 - before * before, 1 - SUREST * SUREST)
