"""Bradley-Terry ratings of everybody at once, with standard errors that hold for few blocks too.

The model: a side in seat a beats a side in seat b with log odds r(one) - r(other) + s(a) - s(b),
where r are strengths and s what the seats are worth (the last seat's is 0). A draw counts as half
a win and half a loss; a game of more than two sides as one comparison of every two of them.

A weak prior keeps everything finite: before any game, strengths are normal around the pool's mean
with a standard deviation of 1,000 Elo, and seats' values around 0 with 400. An entrant that has
won every game gets a high rating with a wide error instead of an infinite one.

The errors are those of the sandwich estimator clustered by block. Half draws and games of many
sides break the textbook formula in opposite directions; the sandwich reads the spread off the
blocks themselves. Two things make that hold with few blocks:

- Each block pulls the ratings towards itself, so its residual is too small: by the root of one less
  its leverage, the share of its own outcome in the fit. The estimator divides by that root.
- A few blocks show little spread: an entrant that won both of its games seems sure to win. So its
  spread is mixed with the expected one, as if four more blocks had shown that. The expected spread
  is the textbook's, times how much more or less the blocks of all entrants vary. Without blocks
  that factor is (sides + 1) / 3: in a game of many sides the ranks of equals vary so much more than
  independent comparisons would.

The prior counts as one more observation: an entrant without games gets the prior's own error.

Some entrants can be fixed: their strengths are known, and all others are measured against them.
Then the level stays, whoever comes or leaves.

Entrants that no chain of games connects cannot be compared. Each component without a fixed entrant
is rated around 1500.

Sources: R. A. Bradley and M. E. Terry (1952), Biometrika 39; D. R. Hunter (2004), Annals of
Statistics 32, for ties and existence; K.-Y. Liang and S. L. Zeger (1986), Biometrika 73, for the
sandwich; G. Kauermann and R. J. Carroll (2001), Journal of the American Statistical Association
96, for the leverage; C. Varin, N. Reid and D. Firth (2011), Statistica Sinica 21, for likelihoods
made of comparisons that are not independent. Left out: a parameter for draws (no game here is drawn
often), change of strength over time (versions are frozen).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournaments.mathematics.statistics.scale import SCALE

PRIOR_ELO = 1000.0
"""Standard deviation of a strength before any game, in Elo points."""

PRIOR_SEAT_ELO = 400.0
"""Standard deviation of a seat's value before any game, in Elo points."""

MODEL_BLOCKS = 4.0
"""How many blocks the spread that is expected counts for, beside those that were played."""

MOST_LEVERAGE = 0.9
"""A block that alone decides what was fitted has no surprise left to enlarge."""

CENTRE = 1500.0
"""The mean rating of a component in which nobody is fixed."""

_STEPS = 60
_PRECISE = 1e-9

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Who met whom, as columns of equal length, one row for every two sides of every game.

    `first` and `second` number the entrants from 0, `first_seat` and `second_seat` their seats,
    `score` is what the first made of the point (1, 0.5 or 0), and `block` tells which rows belong
    to one block.
    """

    first: Integers
    second: Integers
    first_seat: Integers
    second_seat: Integers
    score: Floats
    block: Integers

    @classmethod
    def of(cls, rows: Sequence[tuple[int, int, int, int, float, int]]) -> "Comparisons":
        """The columns of rows (first, second, first seat, second seat, score, block)."""
        table = np.array(rows, dtype=np.float64).reshape(-1, 6)
        whole = table.astype(np.int64)
        return cls(whole[:, 0], whole[:, 1], whole[:, 2], whole[:, 3], table[:, 4], whole[:, 5])


@dataclass(frozen=True, slots=True)
class BradleyTerryFit:
    """Ratings with all that is needed to compare them.

    `ratings` and `errors` (one standard error) are in Elo points, one for each entrant;
    `covariance` (Elo squared) has a row and a column for each; `components` says which entrants
    can be compared, by equal numbers; `seats` and `seat_errors` are what each seat is worth
    against the last one, in Elo points.
    """

    ratings: Floats
    errors: Floats
    covariance: Floats
    components: Integers
    seats: Floats
    seat_errors: Floats

    def difference_error(self, one: int, other: int) -> float:
        """The standard error of the difference of two ratings, in Elo points."""
        table = self.covariance
        variance = table[one, one] + table[other, other] - 2 * table[one, other]
        return float(np.sqrt(max(variance, 0.0)))


def fit(
    comparisons: Comparisons,
    *,
    entrants: int,
    seats: int,
    fixed: Mapping[int, float] | None = None,
) -> BradleyTerryFit:
    """Rate `entrants` entrants by their comparisons in games of `seats` seats.

    `fixed` are entrants of known strength, in Elo points: they keep it, with no error, and the
    others are measured against them. The time grows with the cube of the number of entrants,
    and in proportion to the comparisons.
    """
    known = fixed or {}
    problem = _Problem(_Counts.of(comparisons, entrants, seats), entrants, seats, known)
    strengths = problem.solve()
    information = problem.information(strengths)
    prior = np.diag(problem.prior)
    inverse = problem.inverse(information)
    blocks = _Blocks(comparisons, strengths, inverse, entrants=entrants, seats=seats)
    spread = blocks.spread(expected=information - prior) + prior
    covariance = inverse @ spread @ inverse
    components = _components(comparisons, entrants)
    return _in_elo(strengths, covariance, components, entrants, list(known))


@dataclass(frozen=True, slots=True)
class _Counts:
    """Comparisons with equal entrants and seats, summed: what the likelihood depends on."""

    columns: Integers
    signs: Floats
    games: Floats
    points: Floats

    @classmethod
    def of(cls, rows: Comparisons, entrants: int, seats: int) -> "_Counts":
        sizes = (entrants, entrants, seats, seats)
        keys = np.ravel_multi_index(
            (rows.first, rows.second, rows.first_seat, rows.second_seat), sizes
        )
        unique, where = np.unique(keys, return_inverse=True)
        met = np.stack(np.unravel_index(unique, sizes), axis=1)
        columns, signs = _terms(met, entrants=entrants, seats=seats)
        return cls(columns, signs, _sums(where, np.ones(len(where))), _sums(where, rows.score))


def _terms(met: Integers, *, entrants: int, seats: int) -> tuple[Integers, Floats]:
    """Which parameters a comparison depends on, four a row, and with which sign.

    `met` has a row of first, second, first seat, second seat for each comparison. The last seat
    has no parameter; its terms point at the first column with the sign 0.
    """
    last = seats - 1
    sitting = met[:, 2:] < last
    columns = np.hstack([met[:, :2], np.where(sitting, entrants + met[:, 2:], 0)])
    signs = np.hstack([np.ones((len(met), 2)), sitting]) * np.array([1.0, -1.0, 1.0, -1.0])
    return columns, signs


class _Problem:
    """The penalised likelihood: its gradient, its information, and its maximum by Newton."""

    def __init__(
        self, counts: _Counts, entrants: int, seats: int, fixed: Mapping[int, float]
    ) -> None:
        self._counts = counts
        self._fixed = fixed
        self._size = entrants + seats - 1
        self.prior = np.full(self._size, (SCALE / PRIOR_ELO) ** 2)
        self.prior[entrants:] = (SCALE / PRIOR_SEAT_ELO) ** 2
        self._free = np.setdiff1d(np.arange(self._size), list(fixed))

    def solve(self) -> Floats:
        """The parameters of the greatest likelihood, which is concave and so has one maximum."""
        at = np.zeros(self._size)
        for entrant, elo in self._fixed.items():
            at[entrant] = (elo - CENTRE) / SCALE
        free, among = self._free, np.ix_(self._free, self._free)
        for _step in range(_STEPS):
            step = np.linalg.solve(self.information(at)[among], self._gradient(at)[free])
            # A step of more than 2,000 Elo overshoots where the curve is flat.
            at[free] += step / max(1.0, float(np.abs(step).max(initial=0.0)) * SCALE / 2000)
            if np.abs(step).max(initial=0.0) < _PRECISE:
                return at
        raise ArithmeticError("the Bradley-Terry fit did not settle")

    def information(self, at: Floats) -> Floats:
        """The negative second derivative, a positive definite matrix."""
        chance = _chance(self._counts.columns, self._counts.signs, at)
        weights = self._counts.games * chance * (1 - chance)
        return _outer(self._counts.columns, self._counts.signs, weights, self._size) + np.diag(
            self.prior
        )

    def inverse(self, information: Floats) -> Floats:
        """The inverse for the free parameters; the fixed ones have covariance 0."""
        among, table = np.ix_(self._free, self._free), np.zeros_like(information)
        table[among] = np.linalg.inv(information[among])
        return table

    def _gradient(self, at: Floats) -> Floats:
        counts = self._counts
        surprise = counts.points - counts.games * _chance(counts.columns, counts.signs, at)
        pull = (counts.signs * surprise[:, None]).ravel()
        return _sums(counts.columns.ravel(), pull, self._size) - self.prior * at


def _chance(columns: Integers, signs: Floats, at: Floats) -> Floats:
    """The probability that the first side wins, for each row of terms."""
    odds = (at[columns] * signs).sum(axis=1)
    return np.asarray(0.5 * (1 + np.tanh(odds / 2)), dtype=np.float64)


def _sums(where: Integers, weights: Floats, size: int = 0) -> Floats:
    """The sum of the weights at each place, from place 0 on."""
    return np.asarray(np.bincount(where, weights, size), dtype=np.float64)


def _outer(columns: Integers, signs: Floats, weights: Floats, size: int) -> Floats:
    """The sum of weight times the outer product of each row of terms with itself."""
    total = np.zeros(size * size)
    for one in range(columns.shape[1]):
        for other in range(columns.shape[1]):
            places = columns[:, one] * size + columns[:, other]
            total += _sums(places, signs[:, one] * signs[:, other] * weights, size * size)
    return total.reshape(size, size)


class _Blocks:
    """The gradient of each block: what the sandwich puts between its slices."""

    def __init__(
        self, rows: Comparisons, at: Floats, inverse: Floats, *, entrants: int, seats: int
    ) -> None:
        self._size = entrants + seats - 1
        self._entrants = entrants
        self._inverse = inverse
        self._sides = seats
        met = np.stack([rows.first, rows.second, rows.first_seat, rows.second_seat], axis=1)
        columns, signs = _terms(met, entrants=entrants, seats=seats)
        chance = _chance(columns, signs, at)
        _names, block = np.unique(rows.block, return_inverse=True)
        keys = (block[:, None] * self._size + columns).ravel()
        cells, where = np.unique(keys, return_inverse=True)
        self._block, self._column = cells // self._size, cells % self._size
        # Terms of the last seat point at a column that is not theirs.
        self._counts = (_sums(where, np.abs(signs).ravel()) > 0).astype(np.float64)
        pull = _sums(where, (signs * (rows.score - chance)[:, None]).ravel())
        self._pull = pull / np.sqrt(1 - self._leverage(block, columns, signs, chance))[self._block]

    def spread(self, *, expected: Floats) -> Floats:
        """The sum of the blocks' outer products, mixed with what is expected of it.

        Scaled from both sides, so that the sum of both stays positive definite.
        """
        played = _sums(self._column, self._counts, self._size)
        share = played / (played + MODEL_BLOCKS)
        seen = _by_block(self._block, self._column, self._pull, self._size)
        dispersion = self._dispersion(seen, expected)
        return _scaled(seen, share) + _scaled(dispersion * expected, 1 - share)

    def _leverage(
        self, block: Integers, columns: Integers, signs: Floats, chance: Floats
    ) -> Floats:
        """The share of its own outcome in the fit of each block, on average over its entrants."""
        variance = np.zeros(len(block))
        for one in range(columns.shape[1]):
            for other in range(columns.shape[1]):
                table = self._inverse[columns[:, one], columns[:, other]]
                variance += signs[:, one] * signs[:, other] * table
        whole = _sums(block, chance * (1 - chance) * variance)
        present = _sums(self._block, self._counts * (self._column < self._entrants))
        return np.asarray(np.minimum(whole / (present - 1), MOST_LEVERAGE), dtype=np.float64)

    def _dispersion(self, seen: Floats, expected: Floats) -> float:
        """How much the blocks of all entrants vary, as a multiple of what the textbook expects."""
        blocks = float(self._block[-1] + 1) if len(self._block) else 0.0
        told = blocks * float((self._inverse * seen).sum() / (self._inverse * expected).sum())
        return (told + MODEL_BLOCKS * (self._sides + 1) / 3) / (blocks + MODEL_BLOCKS)


def _scaled(table: Floats, share: Floats) -> Floats:
    root = np.sqrt(share)
    return np.asarray(root[:, None] * table * root[None, :], dtype=np.float64)


def _by_block(block: Integers, column: Integers, pull: Floats, size: int) -> Floats:
    """Outer products of sparse vectors: `pull` at `column` of each `block`, sorted by block."""
    starts = np.flatnonzero(np.diff(block, prepend=-1))
    place = np.arange(len(block)) - np.repeat(starts, np.diff(np.append(starts, len(block))))
    width = int(place.max()) + 1 if len(place) else 0
    row = np.cumsum(np.diff(block, prepend=-1) > 0) - 1
    columns = np.zeros((len(starts), width), dtype=np.int64)
    pulls = np.zeros((len(starts), width))
    columns[row, place] = column
    pulls[row, place] = pull
    return _outer(columns, pulls, np.ones(len(starts)), size)


def _components(rows: Comparisons, entrants: int) -> Integers:
    """The number of each entrant's component: the smallest entrant that it is connected with."""
    label = np.arange(entrants)
    while True:
        before = label.copy()
        least = np.minimum(label[rows.first], label[rows.second])
        np.minimum.at(label, rows.first, least)
        np.minimum.at(label, rows.second, least)
        label = label[label]
        if np.array_equal(label, before):
            return label


def _in_elo(
    at: Floats, covariance: Floats, components: Integers, entrants: int, fixed: Sequence[int]
) -> BradleyTerryFit:
    """Centre every component in which nobody is fixed on 1500, errors included, in Elo."""
    _labels, where = np.unique(components, return_inverse=True)
    same = (where[:, None] == where[None, :]).astype(float)
    same[np.isin(components, components[list(fixed)])] = 0.0
    centring = np.eye(entrants) - same / np.maximum(same.sum(axis=1, keepdims=True), 1.0)
    strengths = centring @ at[:entrants] * SCALE + CENTRE
    table = centring @ covariance[:entrants, :entrants] @ centring.T * SCALE**2
    seats = np.append(at[entrants:], 0.0) * SCALE
    seat_errors = np.append(np.sqrt(np.diag(covariance)[entrants:]), 0.0) * SCALE
    errors = np.sqrt(np.maximum(np.diag(table), 0.0))
    return BradleyTerryFit(strengths, errors, table, components, seats, seat_errors)
