"""The prior on strengths: bots are alike, and versions of one bot even more.

A bot's first version is normal around the level of its leaderboard. Each later version differs from
the one before it by a step of Student's distribution: most are short, and a long one is believed
where the games show it. The spread of the first versions and the size of
the steps are estimated from all bots, as the values that make the games most likely after the
strengths have been integrated out by Laplace's method. D. MacKay's fixed point finds them: the
squared differences that were fitted, over how many of them the games decide (the rest is the
prior's own pull). Each estimate counts some differences of a default size besides, so a leaderboard
with few bots, or with few versions, has nearly the default. Of each bot only a few steps count, so
that one with very many versions does not decide for all.

Source: D. J. C. MacKay (1992), Neural Computation 4, 415-447.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from tournaments.mathematics.statistics.comparisons import Floats, Integers
from tournaments.mathematics.statistics.definite import Definite, Table, rows_scaled, signs
from tournaments.mathematics.statistics.scale import SCALE

Lots = np.random.Generator

NEW_BOT = -1
"""The value for the missing version before a bot's first one."""

SEAT_ELO = 400.0
"""Standard deviation of a seat's value before any game, in Elo points."""

LEVEL_ELO = 200.0
"""Standard deviation of a leaderboard's level around 1500 before any game, in Elo points."""

FREEDOM = 4.0
"""Degrees of freedom of a step: it follows Student's distribution, which now and then is long."""

_FIRST, _STEP, _SEAT, _LEVEL = range(4)

_EXACT_ROWS = 256
_PROBES = 16
"""Where there are more than `_EXACT_ROWS` rows, traces are means over this many random signs."""


@dataclass(frozen=True, slots=True)
class Estimated:
    """A standard deviation that is estimated, in Elo: its default, how many differences that
    counts for, and its bounds.

    Where strengths are far apart most games are won by the stronger one, and Laplace's method takes
    the deviation for too small. The estimate is enlarged by the share (estimate / `short`) squared.
    """

    default: float
    weight: float
    least: float
    most: float
    short: float = np.inf

    def of(self, squares: float, decided: float) -> float:
        """The estimate from the sum of squared differences, and how many the games decide."""
        variance = (self.weight * self.default**2 + squares) / (self.weight + decided)
        enlarged = np.sqrt(variance) * (1 + variance / self.short**2)
        return float(np.clip(enlarged, self.least, self.most))


POPULATION = Estimated(default=250.0, weight=2.0, least=150.0, most=600.0, short=350.0)
STEP = Estimated(default=45.0, weight=10.0, least=20.0, most=150.0)


@dataclass(frozen=True, slots=True)
class Spreads:
    """Standard deviations in Elo: of first versions, and of a version from the one before it."""

    population: float = POPULATION.default
    step: float = STEP.default

    def differ(self, other: "Spreads") -> float:
        """By which share they differ at most."""
        pairs = ((self.population, other.population), (self.step, other.step))
        return max(abs(own / two - 1) for own, two in pairs)


class Prior:
    """Observations that stand for what is known beforehand; each is a difference around 0.

    Parameters are entrants, seats but the last, and the level. `before` has the version before each
    entrant, or `NEW_BOT`. Strengths that are fixed tell nothing about the level.
    """

    def __init__(self, before: Sequence[int] | Integers, seats: int, fixed: Iterable[int]) -> None:
        earlier, is_fixed = np.asarray(before, dtype=np.int64), np.zeros(len(before), dtype=bool)
        is_fixed[list(fixed)] = True
        entrants, worth = len(earlier), seats - 1
        level, each = entrants + worth, np.arange(entrants)
        first = each[(earlier == NEW_BOT) & ~is_fixed]
        later = each[(earlier != NEW_BOT)]
        later = later[~(is_fixed[later] & is_fixed[earlier[later]])]
        seat, none = np.arange(entrants, level), np.full(worth + 1, -1)
        plus = np.concatenate([first, later, seat, [level]])
        minus = np.concatenate([np.full(len(first), level), earlier[later], none])
        sizes = [len(first), len(later), worth, 1]
        self._kind = np.repeat([_FIRST, _STEP, _SEAT, _LEVEL], sizes)
        self._rows = _differences(plus, minus, columns=level + 1)
        self.free = np.setdiff1d(np.arange(level + 1), list(fixed))
        self._weight = np.concatenate([np.ones(len(first)), _shares(earlier, later)])

    def factor(self, at: Floats, spreads: Spreads) -> Table:
        """The observations, each over its standard deviation, in log odds."""
        return self._scaled(self._tightness(at, spreads), spreads)

    def bent(self, at: Floats, spreads: Spreads) -> Table:
        """The root of the prior's second derivative, without steps so long that theirs is below 0.

        `factor` takes each step for normal, with the weight that it has at present. By that,
        Newton's steps come nearer by a third each time, and near the maximum by half by this.
        """
        tight = self._tightness(at, spreads)
        second = tight * (2 * FREEDOM / (FREEDOM + 1) * tight - 1)
        return self._scaled(np.where(self._kind == _STEP, np.maximum(second, 0.0), tight), spreads)

    def _scaled(self, weights: Floats, spreads: Spreads) -> Table:
        sizes = np.array([spreads.population, spreads.step, SEAT_ELO, LEVEL_ELO]) / SCALE
        return rows_scaled(self._rows, np.sqrt(weights) / sizes[self._kind])

    def _tightness(self, at: Floats, spreads: Spreads) -> Floats:
        """The weight of each difference in the prior, at present: a long step has little."""
        steps = self._rows @ at * (self._kind == _STEP) * (SCALE / spreads.step)
        tight = (FREEDOM + 1) / (FREEDOM + steps**2)
        return np.where(self._kind == _STEP, tight, 1.0)

    def estimated(
        self, at: Floats, spreads: Spreads, held: Table, information: Definite, lots: Lots
    ) -> Spreads:
        """The next spreads, from what was fitted with the last ones; `held` is their factor."""
        squares = self._tightness(at, spreads) * (self._rows @ at * SCALE) ** 2

        def size(kind: int, estimate: Estimated) -> float:
            where = np.flatnonzero(self._kind == kind)
            weight = self._weight[where]
            rows = rows_scaled(csr_array(held[where]), np.sqrt(weight))
            decided = float(weight.sum()) - _trace(csr_array(rows[:, self.free]), information, lots)
            return estimate.of(float(weight @ squares[where]), max(0.0, decided))

        return Spreads(population=size(_FIRST, POPULATION), step=size(_STEP, STEP))


def _differences(plus: Integers, minus: Integers, *, columns: int) -> Table:
    """A row for each two parameters; `minus` is -1 where there is one alone."""
    rows, two = np.arange(len(plus)), minus >= 0
    cells = (np.concatenate([rows, rows[two]]), np.concatenate([plus, minus[two]]))
    values = np.concatenate([np.ones(len(plus)), -np.ones(int(two.sum()))])
    return csr_array((values, cells), shape=(len(plus), columns))


def _shares(earlier: Integers, later: Integers) -> Floats:
    """The weight of each step: all those of a bot count as one."""
    bot = bots(earlier)[later]
    return 1 / np.bincount(bot)[bot]


def bots(earlier: Integers) -> Integers:
    """The first version of each entrant's bot."""
    first = np.where(earlier == NEW_BOT, np.arange(len(earlier)), earlier)
    while (first[first] != first).any():
        first = first[first]
    return first


def _trace(rows: Table, information: Definite, lots: Lots) -> float:
    """The trace of rows · H⁻¹ · rows'; where there are many, its mean over random signs."""
    count = rows.shape[0]
    few = count <= _EXACT_ROWS
    probes: Any = rows.T.toarray() if few else rows.T @ signs(count, _PROBES, lots)
    image = information.solve(probes, precise=1e-3)
    return float((probes * image).sum()) / (1 if few else _PROBES)
