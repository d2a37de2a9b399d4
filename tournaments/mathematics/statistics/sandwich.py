"""The spread of the blocks' pulls: what the sandwich estimator puts between its slices.

What is done with it, and why, is told in `bradley_terry`.
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
"""How many blocks the spread that is expected counts for, beside those that were played."""

MOST_LEVERAGE = 0.9
"""A block that alone decides what was fitted has no surprise left to enlarge."""


@dataclass(frozen=True, slots=True)
class Slices:
    """What a fit has found, for the parameters that are free.

    `chance` is that of the first side, for each kind of comparison; `weighted` has the terms of
    each kind, times the root of its information; `root` is that of the information's inverse.
    """

    tally: Tally
    chance: Floats
    free: Any
    weighted: Table
    root: Root


def spread(found: Slices) -> Table:
    """The factor of the blocks' outer products, mixed with what is expected of them.

    Scaled from both sides, so that the sum of both stays positive definite.
    """
    tally = found.tally
    variance = squares(csr_array(tally.terms[:, found.free]), found.root)
    told = found.chance * (1 - found.chance) * variance
    pulls = _pulls(found, _leverage(tally, told))
    dispersion = _dispersion(found, pulls, float((tally.games @ told).sum()))
    played = np.asarray(_present(tally).sum(axis=0), dtype=np.float64)[found.free]
    share = played / (played + MODEL_BLOCKS)
    seen = columns_scaled(pulls, np.sqrt(share))
    expected = columns_scaled(found.weighted, np.sqrt(dispersion * (1 - share)))
    return csr_array(vstack([seen, expected], format="csr"))


def _present(tally: Tally) -> Table:
    """Who was in which block, and in which seats: a cell for each parameter and block."""
    return csr_array(tally.games @ abs(tally.terms)).astype(bool)


def _pulls(found: Slices, leverage: Floats) -> Table:
    """The gradient of each block, enlarged by what the fit has taken of its surprise."""
    tally = found.tally
    expected = columns_scaled(tally.games, found.chance)
    pulls = ((tally.points - expected) @ tally.terms)[:, found.free]
    return rows_scaled(csr_array(pulls), 1 / np.sqrt(1 - leverage))


def _leverage(tally: Tally, told: Floats) -> Floats:
    """How much of its own outcome each block gets back, on average over its entrants.

    `told` is how much of its own outcome a comparison of each kind gets back.
    """
    present = _present(tally)[:, : tally.entrants].sum(axis=1)
    whole = (tally.games @ told) / (present - 1)
    return np.asarray(np.minimum(whole, MOST_LEVERAGE), dtype=np.float64)


def _dispersion(found: Slices, pulls: Table, expected: float) -> float:
    """How many times what the textbook expects the blocks vary, all entrants together."""
    blocks = float(pulls.shape[0])
    told = blocks * float(squares(pulls, found.root).sum()) / expected if blocks else 0.0
    return float((told + MODEL_BLOCKS * (found.tally.seats + 1) / 3) / (blocks + MODEL_BLOCKS))
