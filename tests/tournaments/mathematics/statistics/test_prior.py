"""The prior: a first version is like all bots, and a later one like the version before it."""

import numpy as np
import pytest

from tests.tournaments.mathematics.statistics.test_bradley_terry import FOUR, games, pair
from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit, fit
from tournaments.mathematics.statistics.comparisons import Comparisons
from tournaments.mathematics.statistics.prior import NEW_BOT, STEP, Estimated, Prior, Spreads
from tournaments.mathematics.statistics.scale import SCALE, Z, expected_score


def _versions(rng: np.random.Generator, bots: int, step: float) -> tuple[np.ndarray, list[int]]:
    """Strengths of bots with three versions each, and the version before each."""
    first = rng.normal(1500, 150, bots)
    walk = np.cumsum(rng.normal(0, step, (2, bots)), axis=0)
    before = [NEW_BOT] * bots + list(range(2 * bots))
    return np.concatenate([first, *(first + walk)]), before


def _fit_of_versions(step: float, seed: int) -> tuple[np.ndarray, BradleyTerryFit]:
    rng = np.random.default_rng(seed)
    true, before = _versions(rng, 30, step)
    rows = games(list(true), 6000, seed=seed)
    return true, fit(Comparisons.of(rows), entrants=90, seats=2, before=before)


def test_how_much_versions_differ_is_learnt_from_all_bots():
    alike, unlike = (
        [_fit_of_versions(step, seed)[1].spreads for seed in range(3)] for step in (20.0, 110.0)
    )

    # Thirty bots weigh three times as much as the default.
    assert max(one.step for one in alike) < STEP.default
    assert min(one.step for one in unlike) > 1.4 * STEP.default
    assert np.mean([one.population for one in alike]) == pytest.approx(150, rel=0.2)


def test_intervals_of_versions_hold():
    inside = []
    for seed in range(6):
        true, found = _fit_of_versions(60.0, seed)
        newest = slice(60, 90)
        missed = (found.ratings - 1500) - (true - true[newest].mean())
        inside += list(np.abs(missed[newest]) < Z * found.errors[newest])

    # 180 intervals: two standard errors are 3.3 points.
    assert 0.91 < np.mean(inside) < 0.99


def test_an_estimate_counts_the_default_enlarges_long_ones_and_keeps_its_bounds():
    spread = Estimated(default=100, weight=1, least=50, most=300, short=200)

    # Three differences of 100 and one of the default: 100, enlarged by a quarter.
    assert spread.of(3 * 100**2, 3) == pytest.approx(125)
    assert spread.of(8 * 200**2 - 100**2, 7) == pytest.approx(300)
    assert spread.of(0, 99) == 50


def test_without_any_versions_the_step_is_the_default():
    assert fit(Comparisons.of(FOUR), entrants=4, seats=2).spreads.step == STEP.default


def test_a_version_begins_where_its_bot_stood_and_with_a_wider_error():
    bots = [0, 300, -100, 50]
    rows = [*games(bots, 800, seed=6), (4, 0, 0, 1, 1.0, 900), (5, 0, 0, 1, 1.0, 901)]
    before = [NEW_BOT, NEW_BOT, NEW_BOT, NEW_BOT, 2, NEW_BOT]

    found = fit(Comparisons.of(rows), entrants=6, seats=2, before=before)

    assert found.ratings[2] < found.ratings[4] < found.ratings[2] + 50
    assert found.errors[2] + 8 < found.errors[4] < found.errors[5] - 8


def test_many_games_move_a_version_further_than_its_step():
    rng = np.random.default_rng(4)
    rows = games([0, 0, 0, 0], 400, seed=6)
    rows += [
        (4, n % 4, n % 2, 1 - n % 2, float(rng.random() < expected_score(200)), 1000 + n)
        for n in range(150)
    ]

    found = fit(Comparisons.of(rows), entrants=5, seats=2, before=[NEW_BOT] * 4 + [0])

    assert 130 < found.ratings[4] - found.ratings[0] < 260


@pytest.mark.parametrize(("elo", "is_bent"), [(0.0, True), (45.0, True), (300.0, False)])
def test_its_second_derivative_is_known_but_for_steps_that_are_long(elo, is_bent):
    prior, spreads = Prior([NEW_BOT, 0], 1, []), Spreads(step=60.0)
    at, nearby = (np.array([0.0, (elo + more) / SCALE, 0.0]) for more in (0.0, 0.001))

    def slope(at: np.ndarray) -> float:
        held = prior.factor(at, spreads)
        return float((held.T @ (held @ at))[1])

    second = (slope(nearby) - slope(at)) / (0.001 / SCALE)
    bent = prior.bent(at, spreads)
    assert (bent.T @ bent).toarray()[1, 1] == pytest.approx(second if is_bent else 0.0, rel=1e-3)
    assert (second > 0) == is_bent


def test_versions_of_one_bot_are_connected():
    rows = [*pair(0, 1, 1.0, 0), *pair(2, 3, 1.0, 1)]

    found = fit(Comparisons.of(rows), entrants=4, seats=2, before=[NEW_BOT, NEW_BOT, 1, NEW_BOT])

    assert list(found.components) == [0, 0, 0, 0]
    # The newest of the three bots: 0, 2 and 3.
    assert found.ratings[[0, 2, 3]].mean() == pytest.approx(1500)
