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

Entrants meet few of the others, so all tables are sparse. How they are computed, exactly or, with
very many entrants, as sketches with a stated error, is told in `definite`.

Sources: R. A. Bradley and M. E. Terry (1952), Biometrika 39; D. R. Hunter (2004), Annals of
Statistics 32, for ties and existence; K.-Y. Liang and S. L. Zeger (1986), Biometrika 73, for the
sandwich; G. Kauermann and R. J. Carroll (2001), Journal of the American Statistical Association
96, for the leverage; C. Varin, N. Reid and D. Firth (2011), Statistica Sinica 21, for likelihoods
made of comparisons that are not independent. Left out: a parameter for draws (no game here is drawn
often), change of strength over time (versions are frozen).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, diags_array, vstack
from scipy.sparse.csgraph import connected_components

from tournaments.mathematics.statistics.comparisons import Comparisons, Floats, Integers, Tally
from tournaments.mathematics.statistics.definite import (
    DIRECTIONS,
    Definite,
    Root,
    Table,
    product,
    rows_scaled,
)
from tournaments.mathematics.statistics.sandwich import Slices, spread
from tournaments.mathematics.statistics.scale import SCALE

PRIOR_ELO = 1000.0
"""Standard deviation of a strength before any game, in Elo points."""

PRIOR_SEAT_ELO = 400.0
"""Standard deviation of a seat's value before any game, in Elo points."""

CENTRE = 1500.0
"""The mean rating of a component in which nobody is fixed."""

_STEPS = 60
_PRECISE = 1e-9
_LOT = 1
"""Where the lots start: the same games give the same figures."""


@dataclass(frozen=True, slots=True)
class BradleyTerryFit:
    """Ratings with all that is needed to compare them.

    `ratings` and `errors` (one standard error) are in Elo points, one for each entrant;
    `components` says which entrants can be compared, by equal numbers; `seats` and `seat_errors`
    are what each seat is worth against the last one, in Elo points. `root` has a row for each
    entrant, in Elo points: the covariance of two is the product of their rows. `drawn` says that
    the rows are sketches, by so many lots: what is read off them has the error that `definite`
    states. 0 means that all is exact.
    """

    ratings: Floats
    errors: Floats
    root: Root
    components: Integers
    seats: Floats
    seat_errors: Floats
    drawn: int

    def difference_error(self, one: int, other: int) -> float:
        """The standard error of the difference of two ratings, in Elo points."""
        return float(np.linalg.norm(self.root[one] - self.root[other]))

    def covariance(self, entrants: Iterable[int]) -> Floats:
        """The covariance of these entrants' ratings, in Elo squared."""
        rows = self.root[list(entrants)].astype(np.float64)
        return np.asarray(rows @ rows.T, dtype=np.float64)


def fit(
    comparisons: Comparisons,
    *,
    entrants: int,
    seats: int,
    fixed: Mapping[int, float] | None = None,
    exact: int = DIRECTIONS,
) -> BradleyTerryFit:
    """Rate `entrants` entrants by their comparisons in games of `seats` seats.

    `fixed` are entrants of known strength, in Elo points: they keep it, with no error, and the
    others are measured against them. With more than `exact` entrants and seats, errors are read off
    sketches of so many columns: time grows with those times the pairs that met, and memory with
    those times the entrants.
    """
    tally = Tally.of(comparisons, entrants=entrants, seats=seats)
    problem = _Problem(tally, fixed or {}, exact)
    at = problem.solve()
    strengths = at * SCALE
    root = problem.root(at)
    components = _components(comparisons, entrants)
    centring = _Centring(components, fixed or {})
    centring.centre(strengths[:entrants, None])
    centring.centre(root[:entrants])
    errors = np.sqrt(np.einsum("ij,ij->i", root, root, dtype=np.float64))
    return BradleyTerryFit(
        ratings=strengths[:entrants] + CENTRE,
        errors=errors[:entrants],
        root=root[:entrants],
        components=components,
        seats=np.append(strengths[entrants:], 0.0),
        seat_errors=np.append(errors[entrants:], 0.0),
        drawn=0 if problem.is_exact else exact,
    )


class _Problem:
    """The penalised likelihood: its gradient, its information, and its maximum by Newton."""

    def __init__(self, tally: Tally, fixed: Mapping[int, float], exact: int) -> None:
        self._tally = tally
        self._fixed = fixed
        self._exact = exact
        self._size = tally.terms.shape[1]
        self._games = np.asarray(tally.games.sum(axis=0), dtype=np.float64)
        self._points = np.asarray(tally.points.sum(axis=0), dtype=np.float64)
        self._prior = np.full(self._size, (SCALE / PRIOR_ELO) ** 2)
        self._prior[tally.entrants :] = (SCALE / PRIOR_SEAT_ELO) ** 2
        self._free = np.setdiff1d(np.arange(self._size), list(fixed))
        self._weak = self._prior[self._free]
        self._penalty = csr_array(diags_array(self._weak))
        self._terms = csr_array(tally.terms[:, self._free])

    @property
    def is_exact(self) -> bool:
        """Whether nothing is drawn by lot."""
        return len(self._free) <= self._exact

    def solve(self) -> Floats:
        """The parameters of the greatest likelihood, which is concave and so has one maximum."""
        at = np.zeros(self._size)
        for entrant, elo in self._fixed.items():
            at[entrant] = (elo - CENTRE) / SCALE
        for _step in range(_STEPS):
            information = self._information(self._weighted(self._chance(at)))
            step = information.solve(self._gradient(at)[:, None], precise=1e-6)[:, 0]
            # A step of more than 2,000 Elo overshoots where the curve is flat.
            at[self._free] += step / max(1.0, float(np.abs(step).max(initial=0.0)) * SCALE / 2000)
            if np.abs(step).max(initial=0.0) < _PRECISE:
                return at
        raise ArithmeticError("the Bradley-Terry fit did not settle")

    def root(self, at: Floats) -> Root:
        """The root of the parameters' covariance, by the sandwich; a row for each, in Elo."""
        chance = self._chance(at)
        weighted, lots = self._weighted(chance), np.random.default_rng(_LOT)
        information = self._information(weighted)
        inverse = information.spread(self._with_prior(weighted), lots)
        slices = Slices(self._tally, chance, self._free, weighted, inverse)
        found = information.spread(self._with_prior(spread(slices)), lots)
        # The fixed ones vary with nothing.
        whole = np.zeros((self._size, found.shape[1]), dtype=found.dtype)
        whole[self._free] = found
        whole *= SCALE
        return whole

    def _chance(self, at: Floats) -> Floats:
        """The probability that the first side wins, for each kind of comparison."""
        return np.asarray(0.5 * (1 + np.tanh(self._tally.terms @ at / 2)), dtype=np.float64)

    def _weighted(self, chance: Floats) -> Table:
        """The terms of the free parameters, times the roots of what they tell."""
        weights = np.sqrt(self._games * chance * (1 - chance))
        return rows_scaled(self._terms, weights)

    def _with_prior(self, factor: Table) -> Table:
        """A factor with the prior's: it counts as one more observation."""
        return csr_array(vstack([factor, diags_array(np.sqrt(self._weak))], format="csr"))

    def _information(self, weighted: Table) -> Definite:
        """The negative second derivative, a positive definite table."""
        return Definite(csr_array(product(weighted) + self._penalty), exact=self._exact)

    def _gradient(self, at: Floats) -> Floats:
        surprise = self._points - self._games * self._chance(at)
        pull = self._terms.T @ surprise - self._weak * at[self._free]
        return np.asarray(pull, dtype=np.float64)


def _components(rows: Comparisons, entrants: int) -> Integers:
    """The number of each entrant's component: the smallest entrant that it is connected with."""
    met = csr_array((np.ones(len(rows.first)), (rows.first, rows.second)), (entrants, entrants))
    _number, label = connected_components(met, directed=False)
    _names, smallest = np.unique(label, return_index=True)
    return np.asarray(smallest[label], dtype=np.int64)


class _Centring:
    """Takes the mean off every component in which nobody is fixed; seats stay as they are."""

    def __init__(self, components: Integers, fixed: Iterable[int]) -> None:
        names, self._where = np.unique(components, return_inverse=True)
        loose = ~np.isin(names, components[list(fixed)])
        shares = (loose / np.bincount(self._where, minlength=len(names)))[self._where]
        cells = (self._where, np.arange(len(components)))
        self._means = csr_array((shares, cells), shape=(len(names), len(components)))

    def centre(self, table: Root) -> None:
        """Centre a table with a row for each entrant, where it stands."""
        means = np.asarray(self._means.astype(table.dtype) @ table)
        table -= means[self._where]
