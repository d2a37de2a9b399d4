"""Bradley-Terry ratings of everybody at once, with standard errors that hold for few blocks too.

The model: a side in seat a beats a side in seat b with log odds r(one) - r(other) + s(a) - s(b),
where r are strengths and s the advantages of seats (the last seat's is 0). A draw counts as half
a win and half a loss; a game of more than two sides as one comparison of every two of them.

A prior keeps everything finite, and says that versions of one bot are alike: how strengths vary
before any game, and how that is estimated from all bots, is in `prior`. An entrant that has won
every game gets a high rating with a wide error instead of an infinite one.

Comparisons may weigh less than one game. Their pull counts by its weight, in the fit and in the
blocks; what a block is expected to vary counts as that many games.

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

The prior's differences count as observations too: an entrant without games gets the prior's error.

Some entrants can be fixed: their strengths are known, and all others are measured against them.
Then the level stays, whoever comes or leaves.

Entrants that no chain of games, and of versions of one bot, connects cannot be compared. In each
component without a fixed entrant the newest versions are rated around 1500.

Entrants meet few of the others, so all tables are sparse. How they are computed, exactly or, with
very many entrants, as sketches with a stated error, is explained in `definite`.

Sources: R. A. Bradley and M. E. Terry (1952), Biometrika 39; D. R. Hunter (2004), Annals of
Statistics 32, for ties and existence; K.-Y. Liang and S. L. Zeger (1986), Biometrika 73, for the
sandwich; G. Kauermann and R. J. Carroll (2001), Journal of the American Statistical Association
96, for the leverage; C. Varin, N. Reid and D. Firth (2011), Statistica Sinica 21, for likelihoods
made of comparisons that are not independent. Left out: a parameter for draws (no game here is drawn
often), change of strength over time (versions are frozen).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, vstack
from scipy.sparse.csgraph import connected_components

from tournaments.mathematics.statistics.comparisons import Comparisons, Floats, Integers, Tally
from tournaments.mathematics.statistics.definite import (
    FULL,
    Definite,
    Precision,
    Root,
    Table,
    product,
    rows_scaled,
)
from tournaments.mathematics.statistics.prior import NEW_BOT, Prior, Spreads
from tournaments.mathematics.statistics.sandwich import Slices, spread
from tournaments.mathematics.statistics.scale import SCALE

CENTRE = 1500.0
"""The mean rating of a component without a fixed entrant."""

_STEPS = 200
_PRECISE = 1e-9
_NEAR = 0.05
"""Steps up to this length, in log odds, are never too long; their gain is lost in rounding."""

_ALIKE = 1e-3
"""After shorter steps the second derivative is much the same, and is not computed again."""

_ROUNDS = 30
_SETTLED = 2e-3
_LOT = 1
"""The seed of the lots: the same games give the same figures."""

_LEVERAGES = 0.5
"""The share of a sketch's columns that leverages are read off: small, or bounded, they matter less.
"""


@dataclass(frozen=True, slots=True)
class BradleyTerryFit:
    """Ratings with all that is needed to compare them.

    `ratings` and `errors` (one standard error) are in Elo points, one for each entrant;
    `components` says which entrants can be compared, by equal numbers; `seats` and `seat_errors`
    are what each seat is worth against the last one, in Elo points. `root` has a row for each
    entrant, in Elo points: the covariance of two is the product of their rows. With very many
    entrants the rows are sketches, and what is read off them has the error that `definite` states.
    `spreads` are those that were estimated for the prior.

    A fit about some entrants has rows for these alone, and of them only differences count: it knows
    no errors.
    """

    ratings: Floats
    errors: Floats
    root: Root
    components: Integers
    seats: Floats
    seat_errors: Floats
    spreads: Spreads

    def difference_error(self, entrant: int, other: int) -> float:
        """The standard error of the difference of two ratings, in Elo points."""
        return float(np.linalg.norm(self.root[entrant] - self.root[other]))

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
    before: Sequence[int] | Integers | None = None,
    precision: Precision = FULL,
    about: Sequence[int] | Integers | None = None,
    start: BradleyTerryFit | None = None,
) -> BradleyTerryFit:
    """Rate `entrants` entrants by their comparisons in games of `seats` seats.

    `fixed` are entrants of known strength, in Elo points: they keep it, with no error, and the
    others are measured against them. `before` has for each entrant the version before it, or
    `NEW_BOT`; without it all are bots of their own. With very many entrants errors are
    read off sketches, by the `precision` that is asked for: time grows with its sums times the
    pairs that met, and memory with its sums times the entrants.

    Of entrants that the fit is `about`, the errors of differences are computed without a sketch,
    and of no others. A `start` is a fit of much the same comparisons: from there it is not far.
    """
    tally = Tally.of(comparisons, entrants=entrants, seats=seats)
    earlier = np.asarray([NEW_BOT] * entrants if before is None else before, dtype=np.int64)
    problem = _Problem(tally, fixed or {}, earlier, precision)
    at, spreads = problem.solve(start)
    strengths = at * SCALE
    named = None if about is None else np.unique(np.asarray(about, dtype=np.int64))
    root = problem.root(at, spreads, named)
    components = _components(comparisons, earlier)
    centring = _Centring(components, fixed or {}, earlier)
    centring.centre(strengths[:entrants, None])
    if named is None:
        centring.centre(root[:entrants])
        errors = np.sqrt(np.einsum("ij,ij->i", root, root, dtype=np.float64))
    else:
        errors = np.full(len(root), np.nan)
    seated = slice(entrants, -1)
    return BradleyTerryFit(
        ratings=strengths[:entrants] + CENTRE,
        errors=errors[:entrants],
        root=root[:entrants],
        components=components,
        seats=np.append(strengths[seated], 0.0),
        seat_errors=np.append(errors[seated], 0.0),
        spreads=spreads,
    )


class _Problem:
    """The penalised likelihood: its gradient, its information, and its maximum by Newton."""

    def __init__(
        self, tally: Tally, fixed: Mapping[int, float], earlier: Integers, precision: Precision
    ) -> None:
        self._tally = tally
        self._fixed = fixed
        self._precision = precision
        self._size = tally.terms.shape[1]
        self._games = np.asarray(tally.games.sum(axis=0), dtype=np.float64)
        self._points = np.asarray(tally.points.sum(axis=0), dtype=np.float64)
        self._prior = Prior(earlier, tally.seats, fixed)
        self._free = self._prior.free
        self._terms = csr_array(tally.terms[:, self._free])

    def solve(self, start: BradleyTerryFit | None) -> tuple[Floats, Spreads]:
        """The parameters of the greatest likelihood, and the spreads that make it so.

        For given spreads it is concave and so has one maximum. These follow the strengths step by
        step, until they move no more.
        """
        at, lots = np.zeros(self._size), np.random.default_rng(_LOT)
        spreads = Spreads() if start is None else start.spreads
        if start is not None:
            at[:-1] = np.concatenate([start.ratings - CENTRE, start.seats[:-1]]) / SCALE
        for entrant, elo in self._fixed.items():
            at[entrant] = (elo - CENTRE) / SCALE
        for _round in range(_ROUNDS):
            before, held = spreads, self._prior.factor(at, spreads)
            information = self._information(at, held)
            length = self._climb(at, held, information)
            spreads = self._prior.estimated(at, before, held, information, lots)
            if spreads.differ(before) < _SETTLED:
                break
        for step in range(_STEPS):
            held = self._prior.factor(at, spreads)
            if step == 0 or length > _ALIKE:
                bent = self._prior.bent(at, spreads) if length < _NEAR else held
                information = self._information(at, bent)
            length = self._climb(at, held, information)
            if length < _PRECISE:
                return at, spreads
        raise ArithmeticError("the Bradley-Terry fit did not settle")

    def _climb(self, at: Floats, held: Table, information: Definite) -> float:
        """Take one of Newton's steps, or one like it; return its length."""
        step = information.solve(self._gradient(at, held)[:, None], precise=1e-6)[:, 0]
        length = float(np.abs(step).max(initial=0.0))
        at[self._free] += step * self._share(at, step, length, held)
        return length

    def _share(self, at: Floats, step: Floats, length: float, held: Table) -> float:
        """How much of a step leads upwards: where the curve is flat, a whole one overshoots."""
        if length <= _NEAR:
            return 1.0
        share, lowest = 1.0, self._likelihood(at, held)
        whole = np.zeros(self._size)
        whole[self._free] = step
        while share * length > _NEAR and self._likelihood(at + share * whole, held) < lowest:
            share /= 2
        return share

    def _likelihood(self, at: Floats, held: Table) -> float:
        """The logarithm of the penalised likelihood, but for a constant."""
        ahead = self._tally.terms @ at
        games = self._points @ ahead - self._games @ np.logaddexp(0.0, ahead)
        return float(games - np.square(held @ at).sum() / 2)

    def root(self, at: Floats, spreads: Spreads, named: Integers | None) -> Root:
        """The root of the parameters' covariance, by the sandwich; a row for each, in Elo.

        With `named`, the rows of all others are not a number.
        """
        free = self._free if named is None else np.intersect1d(self._free, named)
        root = self._rows(at, self._prior.factor(at, spreads), None if named is None else free)
        whole = np.full((self._size, root.shape[1]), np.nan, dtype=root.dtype)
        # Fixed entrants have no variance.
        whole[list(self._fixed)] = 0.0
        whole[free] = root
        whole *= SCALE
        return whole

    def _rows(self, at: Floats, held: Table, named: Integers | None) -> Root:
        """The root of the free parameters' covariance, or the rows of those that are named."""
        lots = np.random.default_rng(_LOT)
        information, factor = self._sandwich(at, held, lots)
        if named is None:
            return information.spread(factor, lots)
        return information.rows(factor, np.searchsorted(self._free, named))

    def _sandwich(
        self, at: Floats, held: Table, lots: np.random.Generator
    ) -> tuple[Definite, Table]:
        """The information at the maximum, and the factor of what is between its two inverses."""
        chance = self._chance(at)
        weighted, own = self._weighted(chance), csr_array(held[:, self._free])
        information = self._information(at, held)
        inverse = information.spread(_joined(weighted, own), lots, share=_LEVERAGES)
        slices = Slices(self._tally, chance, self._free, weighted, inverse)
        return information, _joined(spread(slices), own)

    def _chance(self, at: Floats) -> Floats:
        """The probability that the first side wins, for each kind of comparison."""
        return np.asarray(0.5 * (1 + np.tanh(self._tally.terms @ at / 2)), dtype=np.float64)

    def _weighted(self, chance: Floats) -> Table:
        """The terms of the free parameters, times the roots of what they tell."""
        weights = np.sqrt(self._games * chance * (1 - chance))
        return rows_scaled(self._terms, weights)

    def _information(self, at: Floats, held: Table) -> Definite:
        """The negative second derivative, a positive definite table, with the prior's root."""
        own, weighted = csr_array(held[:, self._free]), self._weighted(self._chance(at))
        table = csr_array(product(weighted) + product(own))
        return Definite(table, precision=self._precision)

    def _gradient(self, at: Floats, held: Table) -> Floats:
        surprise = self._points - self._games * self._chance(at)
        pull = self._terms.T @ surprise - (held.T @ (held @ at))[self._free]
        return np.asarray(pull, dtype=np.float64)


def _joined(factor: Table, held: Table) -> Table:
    """A factor with the prior's, whose differences count as observations."""
    return csr_array(vstack([factor, held], format="csr"))


def _components(rows: Comparisons, earlier: Integers) -> Integers:
    """The number of each entrant's component: the smallest entrant that it is connected with."""
    entrants, later = len(earlier), np.flatnonzero(earlier != NEW_BOT)
    first = np.concatenate([rows.first, later])
    other = np.concatenate([rows.second, earlier[later]])
    met = csr_array((np.ones(len(first)), (first, other)), (entrants, entrants))
    _number, label = connected_components(met, directed=False)
    _names, smallest = np.unique(label, return_index=True)
    return np.asarray(smallest[label], dtype=np.int64)


class _Centring:
    """Subtracts the newest versions' mean in every component without a fixed entrant."""

    def __init__(self, components: Integers, fixed: Iterable[int], earlier: Integers) -> None:
        names, self._where = np.unique(components, return_inverse=True)
        newest = np.setdiff1d(np.arange(len(components)), earlier)
        where = self._where[newest]
        loose = ~np.isin(names, components[list(fixed)])[where]
        shares = loose / np.bincount(where, minlength=len(names))[where]
        self._means = csr_array((shares, (where, newest)), shape=(len(names), len(components)))

    def centre(self, table: Root) -> None:
        """Centre a table with a row for each entrant, in place."""
        means = np.asarray(self._means.astype(table.dtype) @ table)
        table -= means[self._where]
