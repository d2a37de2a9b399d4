"""The spread of the blocks' gradients: the middle of the sandwich estimator.

Used by `bradley_terry`, which explains why.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_array, vstack

from tournaments.mathematics.statistics.comparisons import Floats, Tally
from tournaments.mathematics.statistics.definite import (
    Root,
    Table,
    columns_scaled,
    rows_scaled,
    squares,
)

MODEL_BLOCKS = 4.0
"""The weight of the expected spread, in blocks."""

MOST_LEVERAGE = 0.6
"""The largest leverage: a block that alone decides the fit has no residual to enlarge.

With more, entrants of two or three blocks of four seats get intervals that hold 98 times in 100
(`python -m benchmarks.coverage --only "8 games"`).
"""


@dataclass(frozen=True, slots=True)
class Slices:
    """The results of a fit, for its free parameters.

    `chance` is that of the first side, for each kind of comparison; `weighted` has the terms of
    each kind, times the root of its information; `root` is that of the information's inverse.
    """

    tally: Tally
    chance: Floats
    free: Any
    weighted: Table
    root: Root


def spread(slices: Slices) -> Table:
    """The factor of the blocks' outer products, mixed with what is expected of them.

    Scaled from both sides, so that the sum of both stays positive definite.
    """
    tally = slices.tally
    variance = squares(csr_array(tally.terms[:, slices.free]), slices.root)
    own_share = slices.chance * (1 - slices.chance) * variance
    pulls = _pulls(slices, _leverage(tally, own_share))
    dispersion = _dispersion(slices, pulls, float((tally.games @ own_share).sum()))
    played = np.asarray(_present(tally).sum(axis=0), dtype=np.float64)[slices.free]
    share = played / (played + MODEL_BLOCKS)
    seen = columns_scaled(pulls, np.sqrt(share))
    expected = columns_scaled(slices.weighted, np.sqrt(dispersion * (1 - share)))
    return csr_array(vstack([seen, expected], format="csr"))


def _present(tally: Tally) -> Table:
    """Which entrants and seats were in which block: a cell for each parameter and block."""
    return csr_array(tally.games @ abs(tally.terms)).astype(bool)


def _pulls(slices: Slices, leverage: Floats) -> Table:
    """The gradient of each block, corrected for its leverage in the fit."""
    tally = slices.tally
    expected = columns_scaled(tally.games, slices.chance)
    pulls = ((tally.points - expected) @ tally.terms)[:, slices.free]
    return rows_scaled(csr_array(pulls), 1 / np.sqrt(1 - leverage))


def _leverage(tally: Tally, own_share: Floats) -> Floats:
    """The leverage of each block on its own outcome, on average over its entrants.

    `own_share` is the leverage of a comparison of each kind on its own outcome.
    """
    present = _present(tally)[:, : tally.entrants].sum(axis=1)
    whole = (tally.games @ own_share) / (present - 1)
    return np.asarray(np.minimum(whole, MOST_LEVERAGE), dtype=np.float64)


def _dispersion(slices: Slices, pulls: Table, expected: float) -> float:
    """The variance of the blocks over what the textbook expects, for all entrants together."""
    blocks = float(pulls.shape[0])
    ratio = blocks * float(squares(pulls, slices.root).sum()) / expected if blocks else 0.0
    return float((ratio + MODEL_BLOCKS * (slices.tally.seats + 1) / 3) / (blocks + MODEL_BLOCKS))
