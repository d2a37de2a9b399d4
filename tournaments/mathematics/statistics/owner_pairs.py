"""The results of every two owners against each other, in the light of all other games.

`anomalies` judges two owners by strengths to which their own games have not contributed. Computing
all strengths again for every two owners would take too long. So there are two steps:

1. All pairs are looked at by the one fit of all games, out of which their own games are taken by a
   single step of Newton's method. With H for the information of all games and W for that of theirs,
   both at the strengths of the fit, the others' information is H - W, and the gradient that is left
   is minus that of their games. Each game counts by its weight in the fit. Only differences
   between their versions are needed, so the tables are as small as the number of versions that met.
2. Where the odds are suspicious (`SUSPICIOUS`), the strengths are computed again without any of
   their games. These odds count. Where their games are a small share of what is known about them
   (`SMALL_SHARE`), the step is nearly exact, so its odds have to come near the bound first.

Where there are very many versions, the errors of the first step are sketched, `ROUGH`. Those of the
second are about the pair's versions alone, so they need no sketch.

Games that somebody chose, in tournaments, are tested once more by themselves: two who are honest on
the ladder, where the platform pairs, would hide among those games what they do elsewhere. Their
games on the ladder then count among all others.

The step takes the fit's covariance for the inverse of H. Where two owners make up nearly all of
what is known about each other, their share is bounded by `MOST_SHARE`.

Sources: D. Pregibon (1981), Annals of Statistics 9, for the single step that leaves observations
of a logistic model out.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tournaments.mathematics.statistics import anomalies
from tournaments.mathematics.statistics.anomalies import Encounter
from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit
from tournaments.mathematics.statistics.comparisons import Floats, Integers
from tournaments.mathematics.statistics.definite import ROUGH, Precision
from tournaments.mathematics.statistics.game_table import GameTable, shares
from tournaments.mathematics.statistics.scale import SCALE

SUSPICIOUS = math.log(30)
"""The logarithm of the odds above which the strengths are computed without the two owners."""

SMALL_SHARE = 0.2
"""The share of the information on two owners up to which step 1 leaves their games out well."""

NEAR = math.log(1000)
"""The logarithm of the factor to the bound within which the odds of such two owners are computed.
"""

MOST_SHARE = 0.9
"""The largest share of the information on two owners from their own games, for step 1."""

NO_OWNER = -1
"""The value for house bots, which have no owner here."""

Mask = NDArray[np.bool_]


class Fitting(Protocol):
    """Computes the strengths of a table of games."""

    def __call__(
        self,
        games: GameTable,
        /,
        *,
        precision: Precision,
        about: Integers | None = None,
        start: BradleyTerryFit | None = None,
    ) -> BradleyTerryFit: ...


@dataclass(frozen=True, slots=True)
class Due:
    """Which pairs are looked at: those with a new game, and those whose turn it is.

    `is_new` has a row for each game. `is_turn` tells of owners, two in each row, whose turn it is.
    """

    is_new: Mask
    is_turn: Callable[[Integers], Mask]


@dataclass(frozen=True, slots=True)
class OwnerPair:
    """The games of two owners: columns with a row for each game.

    `games` are rows of the table of games, `versions` and `seats` have two columns, those of
    `owners`, and `points` are what the first of them made of the point between the two.
    """

    owners: tuple[int, int]
    games: Integers
    versions: Integers
    seats: Integers
    points: Floats

    def of(self, rows: Mask) -> "OwnerPair":
        """The same pair with only some of its games."""
        return replace(
            self,
            games=self.games[rows],
            versions=self.versions[rows],
            seats=self.seats[rows],
            points=self.points[rows],
        )


@dataclass(frozen=True, slots=True)
class Finding:
    """Two owners whose results strength does not explain.

    `odds` is the natural logarithm of the odds, computed with `error`. `chosen` says that they are
    about games that somebody chose alone.
    """

    owners: tuple[int, int]
    chosen: bool
    encounters: tuple[Encounter, ...]
    error: float
    odds: float


def find(
    table: GameTable,
    owners: Sequence[int],
    chosen: Mask,
    *,
    weights: Floats,
    fitted: Fitting,
    bound: float,
    due: Due | None = None,
) -> Iterator[Finding]:
    """The pairs of owners whose odds pass a bound, of those that are due; of all without `due`.

    `owners` has the owner of each version, `chosen` tells of each game whether somebody chose it,
    and `weights` what each counts for in the fit.
    """
    if not (met := list(pairs(table, owners, due))):
        return
    fit = fitted(table, precision=ROUGH)
    for pair in met:
        tests = ((part, pair.of(games)) for part, games in _tests(pair, chosen))
        suspects = (
            test for test in tests if _is_suspicious(*left_out(test[1], fit, weights), bound)
        )
        findings = [_finding(some, part, table, fitted, fit) for part, some in suspects]
        most = max(findings, key=lambda finding: finding.odds, default=None)
        if most and most.odds >= math.log(bound):
            yield most


def _tests(pair: OwnerPair, chosen: Mask) -> Iterator[tuple[bool, Mask]]:
    """The sets of a pair's games that are tested: all, and the chosen ones."""
    of_pair = chosen[pair.games]
    yield bool(of_pair.all()), np.ones_like(of_pair)
    if of_pair.any() and not of_pair.all():
        yield True, of_pair


def _finding(
    pair: OwnerPair, chosen: bool, table: GameTable, fitted: Fitting, start: BradleyTerryFit
) -> Finding:
    """What all other games say of a pair."""
    others = without(table, pair.games)
    fit = fitted(others, precision=ROUGH, about=np.unique(pair.versions), start=start)
    encounters, error = seen_by(pair, fit)
    odds = anomalies.log_odds(encounters, error=error)
    return Finding(pair.owners, chosen, tuple(encounters), error, odds)


def _is_suspicious(
    encounters: Sequence[Encounter], error: float, share: float, bound: float
) -> bool:
    least = SUSPICIOUS if share > SMALL_SHARE else max(SUSPICIOUS, math.log(bound) - NEAR)
    return (
        not anomalies.are_typical(encounters)
        and anomalies.log_odds(encounters, error=error) >= least
    )


def pairs(table: GameTable, owners: Sequence[int], due: Due | None = None) -> Iterator[OwnerPair]:
    """Every two owners that met and are due, without house bots, in the order of their numbers."""
    games, owned, seats = _met(table, np.asarray(owners))
    if due is not None:
        due_rows = _due(games, owned, due)
        games, owned, seats = games[due_rows], owned[due_rows], seats[due_rows]
    if not len(games):
        return
    versions = np.take_along_axis(table.sides[games].astype(np.int64), seats, axis=1)
    first, second = np.take_along_axis(table.ranks[games], seats, axis=1).T
    points = shares(first, second).astype(np.float64)
    twos, where = _twos(owned)
    order = np.argsort(where, kind="stable")
    ends = np.cumsum(np.bincount(where, minlength=len(twos)))[:-1]
    for two, rows in zip(twos.tolist(), np.split(order, ends), strict=True):
        of_two = (games[rows], versions[rows], seats[rows], points[rows])
        yield OwnerPair((two[0], two[1]), *of_two)


def _met(table: GameTable, owners: Integers) -> tuple[Integers, Integers, Integers]:
    """The games of every two owners who met, the two, the lower number first, and their seats."""
    nothing = np.empty((0, 2), dtype=np.int64)
    columns = [(nothing[:, 0], nothing, nothing)]
    for two in combinations(range(table.seats), 2):
        sides = table.sides[:, two]
        owned = np.where(sides < 0, NO_OWNER, owners[sides])
        games = np.flatnonzero((owned != NO_OWNER).all(axis=1) & (owned[:, 0] != owned[:, 1]))
        order = np.argsort(owned[games], axis=1)
        owned = np.take_along_axis(owned[games], order, axis=1)
        columns.append((games, owned, np.array(two)[order]))
    games, owned, seats = (np.concatenate(parts) for parts in zip(*columns, strict=True))
    return games, owned, seats


def _due(games: Integers, owned: Integers, due: Due) -> Mask:
    """Which of these rows are of a pair that is due."""
    twos, where = _twos(owned)
    is_new = np.bincount(where, due.is_new[games], len(twos)) > 0
    return np.asarray(is_new | due.is_turn(twos), dtype=np.bool_)[where]


def _twos(owned: Integers) -> tuple[Integers, Integers]:
    """A row for every two owners, and which of these each row is: one number is sorted sooner."""
    size = 1 + int(owned.max(initial=0))
    names, where = np.unique(owned[:, 0] * size + owned[:, 1], return_inverse=True)
    return np.column_stack(np.divmod(names, size)), where


def without(table: GameTable, games: Integers) -> GameTable:
    """A table without some of its games, for the same versions."""
    rest = np.delete(np.arange(len(table)), games)
    return replace(
        table,
        block=table.block[rest],
        sides=table.sides[rest],
        ranks=table.ranks[rest],
        faulty=table.faulty[rest],
        in_full=table.in_full[rest],
    )


def seen_by(pair: OwnerPair, fit: BradleyTerryFit) -> tuple[list[Encounter], float]:
    """The pair's encounters by the strengths of a fit, and the error of their mean difference."""
    kinds, where = _kinds(pair)
    games, points = np.bincount(where), np.bincount(where, pair.points)
    encounters = [
        Encounter(
            versions=(version, other),
            games=int(games[kind]),
            points=float(points[kind]),
            difference=float(
                fit.ratings[version] - fit.ratings[other] + fit.seats[seat] - fit.seats[facing]
            ),
            error=fit.difference_error(version, other),
        )
        for kind, (version, other, seat, facing) in enumerate(kinds.tolist())
    ]
    return encounters, _mean_error(encounters, _roots(encounters, fit))


def _kinds(pair: OwnerPair) -> tuple[Integers, Integers]:
    """A row for every two versions with their seats, and which of these each game is."""
    rows = np.hstack([pair.versions, pair.seats])
    kinds, where = np.unique(rows, axis=0, return_inverse=True)
    return kinds, where.ravel()


def _roots(encounters: Sequence[Encounter], fit: BradleyTerryFit) -> Floats:
    """A row for each encounter: the products of these rows are the differences' covariance."""
    version, other = np.array([encounter.versions for encounter in encounters]).T
    return np.asarray(fit.root[version] - fit.root[other], dtype=np.float64)


def _mean_error(encounters: Sequence[Encounter], roots: Floats) -> float:
    weights = np.array([encounter.information for encounter in encounters])
    return float(np.linalg.norm(weights @ roots / weights.sum()))


def left_out(
    pair: OwnerPair, fit: BradleyTerryFit, weights: Floats
) -> tuple[list[Encounter], float, float]:
    """The same by a fit of all games, out of which theirs are taken by one step.

    `weights` are what each game of the table counts for in the fit. The last figure is the largest
    share of the information that their games make up.
    """
    encounters, _error = seen_by(pair, fit)
    informed, surprise = _pulls(pair, encounters, weights[pair.games])
    roots = _roots(encounters, fit) / SCALE * informed[:, None]
    sizes, ways = np.linalg.eigh(roots @ roots.T)
    share = np.clip(sizes, 0, MOST_SHARE)
    left = ways * np.sqrt(share / (1 - share)) / informed[:, None]
    shifts = (left @ (left.T @ surprise)) * SCALE
    errors = np.linalg.norm(left, axis=1) * SCALE
    moved = [
        replace(encounter, difference=encounter.difference - float(shift), error=float(error))
        for encounter, shift, error in zip(encounters, shifts, errors, strict=True)
    ]
    return moved, _mean_error(moved, left * SCALE), float(share.max(initial=0.0))


def _pulls(
    pair: OwnerPair, encounters: Sequence[Encounter], weights: Floats
) -> tuple[Floats, Floats]:
    """The root of what the games of each encounter tell in a fit, and how they pull at it."""
    _names, where = _kinds(pair)
    weight = np.bincount(where, weights) / np.bincount(where)
    informed = np.sqrt(weight * [encounter.information for encounter in encounters])
    expected = weight * [encounter.expected for encounter in encounters]
    return informed, np.bincount(where, weights * pair.points) - expected
