"""A covariance kept small."""

import numpy as np
import pytest

from tournaments.mathematics.statistics.bradley_terry import fit
from tournaments.mathematics.statistics.comparisons import Comparisons
from tournaments.mathematics.statistics.triangle import (
    CELL_BYTES,
    difference_error,
    packed,
    places,
)


def test_the_error_of_every_difference_is_kept():
    rng = np.random.default_rng(1)
    rows = [
        (one, other, 0, 1, float(rng.random() < 0.6), 10 * one + other)
        for one in range(5)
        for other in range(5)
        if one != other
    ]
    found = fit(Comparisons.of(rows), entrants=5, seats=2)

    triangle = packed(found.covariance(range(5)))

    assert len(triangle) == 4 * 15
    for one in range(5):
        for other in range(5):
            cells = [triangle[at : at + CELL_BYTES] for at in places(one, other)]
            kept = difference_error(cells)
            assert kept == pytest.approx(found.difference_error(one, other), rel=1e-4, abs=1e-2)
