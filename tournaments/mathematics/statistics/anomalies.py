"""How unlikely the results of two owners against each other are, given everybody else's results.

The question is put as odds between two explanations of the points that one made.

- *By strength*: each point is won with the chance that the strengths give, as the games of all
  others show them. These strengths have errors. Besides, any two bots may suit each other better or
  worse than strengths tell, by a normal effect with a standard deviation of `PAIR_ELO`.
- *By anything else*: one makes some share of the points, whatever the strengths. Before the games,
  the share has Jeffreys' distribution, the beta distribution with parameters 1/2 and 1/2.

The odds are the likelihood by anything else over the likelihood by strength. As long as strength
explains the results, these odds are a martingale that begins at 1. So the probability that they
ever pass a bound B is at most 1 / B (Ville's inequality), however often somebody looks. With
`TESTS` tests, the probability that any of them ever passes `BOUND` is at most 1 in 1,000.

A draw is half a win and half a loss. That keeps the odds low rather than high: for results between
0 and 1 with the same mean, the expectation of the odds' factor is at most that of wins and losses.
A game of more than two sides is one comparison of the two owners' sides by their ranks. Which other
comparisons it makes does not matter here, since each pair of owners is judged by itself.

Two owners may meet with several versions. Their strengths have errors that are partly shared. The
error of the mean is shared by all of their games; besides, each two versions have the rest of their
own error for themselves. That counts no part of an error less than it is.

Sources: J. Ville (1939), Étude critique de la notion de collectif, for the inequality; H. Robbins
(1970), Annals of Mathematical Statistics 41, for mixtures of likelihoods that hold at all times;
R. E. Krichevsky and V. K. Trofimov (1981), IEEE Transactions on Information Theory 27, for the
mixture by Jeffreys' distribution.
"""

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from scipy.special import betaln, logsumexp

from tournaments.mathematics.statistics.comparisons import Floats
from tournaments.mathematics.statistics.scale import SCALE, expected_score

PAIR_ELO = 50.0
"""Standard deviation of how two bots suit each other beyond their strengths, in Elo points."""

TESTS = 10_000
"""Tests for which the stated rate of false alarms holds: two for each of 5,000 pairs of owners."""

BOUND = 1000 * TESTS
"""Odds above which results count as an anomaly: a false alarm for one site in 1,000, ever."""

_REACH = 8.0
"""Standard errors on both sides over which an unknown difference is integrated."""

_SHARED, _OWN = 161, 25
"""Points of the two grids of integration."""


_TYPICAL = 2.0
"""Within this many standard errors of the points, results need no closer look."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """The games of two versions, one of each owner, in the same seats.

    `points` are those of the first owner's version. `difference` is what it is stronger, seats
    included, and `error` the standard error of that, both in Elo points.
    """

    versions: Hashable
    games: int
    points: float
    difference: float
    error: float

    @property
    def expected(self) -> float:
        """The expected points by the strengths."""
        return self.games * expected_score(self.difference)

    @property
    def information(self) -> float:
        """The Fisher information of the games on the difference."""
        chance = expected_score(self.difference)
        return self.games * chance * (1 - chance)


def are_typical(encounters: Sequence[Encounter]) -> bool:
    """Whether the points of all games are about as expected, so that the odds are low."""
    surprise = sum(encounter.points - encounter.expected for encounter in encounters)
    return surprise**2 < _TYPICAL**2 * sum(encounter.information for encounter in encounters)


def log_odds(encounters: Sequence[Encounter], *, error: float) -> float:
    """The natural logarithm of the odds against strength as the only explanation.

    `error` is the standard error, in Elo points, of the mean of the encounters' differences,
    weighted by their information.
    """
    games = sum(encounter.games for encounter in encounters)
    points = sum(encounter.points for encounter in encounters)
    by_anything = betaln(points + 0.5, games - points + 0.5) - betaln(0.5, 0.5)
    return float(by_anything - _by_strength(encounters, error))


def _by_strength(encounters: Sequence[Encounter], error: float) -> float:
    """The logarithm of the likelihood by strength, integrated over its uncertainty."""
    shift, weight = _normal(math.hypot(error, PAIR_ELO), _SHARED)
    whole = sum(encounter.information for encounter in encounters)
    total = weight
    for group in _by_versions(encounters):
        rest = max(1 - sum(encounter.information for encounter in group) / whole, 0.0)
        own, own_weight = _normal(math.hypot(group[0].error, PAIR_ELO) * math.sqrt(rest), _OWN)
        likelihood = _likelihood(group, shift[:, None] + own)
        total = total + logsumexp(likelihood + own_weight, axis=1)
    return float(logsumexp(total))


def _by_versions(encounters: Iterable[Encounter]) -> list[list[Encounter]]:
    ordered = sorted(encounters, key=lambda encounter: str(encounter.versions))
    return [
        list(group)
        for _versions, group in groupby(ordered, key=lambda encounter: encounter.versions)
    ]


def _likelihood(group: Iterable[Encounter], shift: Floats) -> Floats:
    """The logarithm of the likelihood of some encounters for each shift of their differences."""
    logarithm = np.zeros_like(shift)
    for encounter in group:
        odds = (encounter.difference + shift) / SCALE
        logarithm += encounter.points * odds - encounter.games * np.log1p(np.exp(odds))
    return logarithm


def _normal(deviation: float, points: int) -> tuple[Floats, Floats]:
    """A grid over a normal variable around 0, and the logarithms of its weights."""
    if not deviation:
        return np.zeros(1), np.zeros(1)
    grid = np.linspace(-_REACH, _REACH, points)
    weight = -(grid**2) / 2
    return grid * deviation, weight - logsumexp(weight)
