"""The sparse fit beside full tables: the same figures, or with the error that is stated."""

from itertools import combinations, pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.coverage import SCENES, leaderboard
from benchmarks.ratings import games
from tests.tournaments.mathematics.statistics import dense
from tournaments.mathematics.score_table import half_points
from tournaments.mathematics.statistics.bradley_terry import fit
from tournaments.mathematics.statistics.comparisons import Comparisons
from tournaments.mathematics.statistics.definite import FULL, Precision
from tournaments.mathematics.statistics.places import places
from tournaments.mathematics.statistics.prior import NEW_BOT
from tournaments.mathematics.statistics.scale import SCALE, Z

pytestmark = pytest.mark.xdist_group("sparse-fit")

THOUSAND = 1000
SKETCHED = 400


@pytest.fixture(scope="module")
def rows():
    """Games of a thousand entrants, each of whom meets about ten others."""
    return games(THOUSAND, 5000, seed=2)[1]


@pytest.fixture(scope="module")
def full(rows, exact):
    """The full tables' figures, as something that can be placed."""
    ratings, covariance, seat_errors = dense.fit(rows, THOUSAND, 2, exact.spreads)

    def difference_error(one, other):
        return float(
            np.sqrt(covariance[one, one] + covariance[other, other] - 2 * covariance[one, other])
        )

    return SimpleNamespace(
        ratings=ratings, covariance=covariance, errors=np.sqrt(np.diag(covariance)),
        root=np.linalg.cholesky(covariance + 1e-6 * np.eye(THOUSAND)), seat_errors=seat_errors,
        components=np.zeros(THOUSAND, dtype=int), difference_error=difference_error,
    )  # fmt: skip


@pytest.fixture(scope="module")
def exact(rows):
    return fit(rows, entrants=THOUSAND, seats=2)


@pytest.fixture(scope="module")
def sketched(rows):
    return fit(rows, entrants=THOUSAND, seats=2, precision=Precision(2 * SKETCHED, SKETCHED))


def test_a_thousand_entrants_have_the_figures_of_full_tables(exact, full):
    assert exact.ratings == pytest.approx(full.ratings, abs=0.1)
    assert exact.errors == pytest.approx(full.errors, abs=0.1)
    assert exact.seat_errors[:1] == pytest.approx(full.seat_errors, abs=0.1)
    assert np.abs(exact.covariance(range(THOUSAND)) - full.covariance).max() < 0.1


def test_a_thousand_entrants_have_the_places_of_full_tables(exact, full):
    played = [20] * THOUSAND

    found, expected = places(exact, games=played), places(full, games=played)

    for one, other in zip(found, expected, strict=True):
        assert (one.entrant, one.best, one.worst) == (other.entrant, other.best, other.worst)
        assert one.better_than_next == pytest.approx(other.better_than_next, abs=1e-4)
        # None where no number of games separates the two.
        assert (one.games_to_separate is None) == (other.games_to_separate is None)
        more, expected_more = (row.games_to_separate or 0 for row in (one, other))
        assert more == pytest.approx(expected_more, rel=1e-3)


def test_conjugate_gradients_give_the_same_ratings(sketched, full):
    assert sketched.root.shape == (THOUSAND, SKETCHED)
    assert sketched.ratings == pytest.approx(full.ratings, abs=0.1)


def test_sketched_errors_are_off_by_no_more_than_is_stated(sketched, full):
    off = sketched.errors / full.errors - 1
    lots = np.random.default_rng(3).integers(0, THOUSAND, (2000, 2))
    pairs = [(one, other) for one, other in lots if one != other]
    apart = [sketched.difference_error(*pair) / full.difference_error(*pair) - 1 for pair in pairs]

    # At most 1 / sqrt(2 * 400) = 3.5%; leverages are drawn by lot as well, which adds a little.
    for shares in (off, np.array(apart)):
        assert 0.02 < np.sqrt((shares**2).mean()) < 0.04
        assert abs(shares.mean()) < 0.01
        assert np.abs(shares).max() < 0.2


def test_sketched_places_are_those_of_full_tables_but_for_a_few(sketched, full):
    played = [20] * THOUSAND
    found, expected = places(sketched, games=played), places(full, games=played)
    sure = full.ratings - Z * full.errors
    apart = [
        sure[one.entrant] - sure[other.entrant] for one, other in zip(found, expected, strict=True)
    ]

    # The lower end is off by twice the share by which its error is.
    assert np.sqrt(np.mean(np.square(apart))) < 0.04 * Z * full.errors.mean()
    of = {one.entrant: one for one in expected}
    for side in ("best", "worst"):
        moved = [getattr(one, side) - getattr(of[one.entrant], side) for one in found]
        assert np.mean(np.abs(moved)) < 0.015 * THOUSAND
    nexts = {one.entrant: other.entrant for one, other in pairwise(expected)}
    chances = [
        (one.better_than_next, of[one.entrant].better_than_next)
        for one, other in pairwise(found)
        if nexts.get(one.entrant) == other.entrant
    ]
    # Few have the same neighbour in both, as lower ends are close to each other.
    assert len(chances) > 20
    assert max(abs(one - other) for one, other in chances) < 0.05


def test_the_same_games_give_the_same_sketch(rows, sketched):
    again = fit(rows, entrants=THOUSAND, seats=2, precision=Precision(2 * SKETCHED, SKETCHED))

    assert np.array_equal(again.errors, sketched.errors)


@pytest.mark.parametrize("limit", [FULL, Precision(2 * SKETCHED, SKETCHED)])
def test_a_fit_about_some_knows_how_sure_their_differences_are(rows, full, limit):
    some = [5, 17, 400, 999]

    found = fit(rows, entrants=THOUSAND, seats=2, precision=limit, about=some)

    assert found.root.shape == (THOUSAND, len(some))
    assert found.ratings == pytest.approx(full.ratings, abs=0.1)
    for one, other in combinations(some, 2):
        # Leverages are still drawn by lot; a sketch would be off by 3.5%.
        expected = full.difference_error(one, other)
        assert found.difference_error(one, other) == pytest.approx(expected, rel=0.01)


def test_a_fit_about_some_has_no_errors_of_others(rows):
    found = fit(rows, entrants=THOUSAND, seats=2, about=[5, 17])

    assert np.isnan(found.errors).all()
    assert np.isnan(found.difference_error(5, 18))


def test_a_fit_that_starts_from_another_comes_to_the_same_end(rows, exact):
    columns = (rows.first, rows.second, rows.first_seat, rows.second_seat, rows.score, rows.block)
    fewer = Comparisons(*(column[:-200] for column in columns))
    fresh = fit(fewer, entrants=THOUSAND, seats=2)

    found = fit(fewer, entrants=THOUSAND, seats=2, start=exact)

    assert np.abs(fresh.ratings - exact.ratings).max() > 5
    # Estimated spreads stop within a five-hundredth of themselves.
    assert found.ratings == pytest.approx(fresh.ratings, abs=0.5)
    assert found.errors == pytest.approx(fresh.errors, abs=0.5)


SMALL = {"entrants": 6, "seats": 3}
LEAST = Precision(exact=1, sums=1)
TABLES = st.lists(
    st.tuples(st.permutations(range(6)), st.lists(st.integers(1, 3), min_size=3, max_size=3)),
    min_size=1,
    max_size=30,
)


def _of_three(tables):
    """The comparisons of games of three, two games a block."""
    return Comparisons.of(
        [
            (who[a], who[b], a, b, half_points(ranks[a], ranks[b]) / 2, number // 2)
            for number, (who, ranks) in enumerate(tables)
            for a, b in ((0, 1), (0, 2), (1, 2))
        ]
    )


@settings(max_examples=30)
@given(
    TABLES, st.sampled_from([LEAST, FULL]), st.sampled_from([[NEW_BOT] * 6, [-1, 0, 1, -1, 3, -1]])
)
def test_at_the_solution_nothing_pulls_any_more(tables, limit, before):
    rows = _of_three(tables)

    found = fit(rows, **SMALL, precision=limit, before=before)

    # What is centred keeps the differences, on which all depends but the prior's pull on the level.
    at = np.concatenate([(found.ratings - 1500) / SCALE, found.seats[:2] / SCALE, [0]])
    pull = dense.gradient(rows, at, **SMALL, spreads=found.spreads, before=before)
    for component in set(found.components):
        members = np.flatnonzero(found.components == component)
        firsts = [one for one in members if before[one] == NEW_BOT]
        later = [one for one in members if before[one] != NEW_BOT]
        assert pull[firsts] == pytest.approx(np.full(len(firsts), pull[firsts].mean()), abs=1e-5)
        assert pull[later] == pytest.approx(0, abs=1e-5)
    assert pull[6:8] == pytest.approx(0, abs=1e-5)


@settings(max_examples=30)
@given(TABLES)
def test_the_mean_of_every_component_is_kept_and_has_no_error(tables):
    found = fit(_of_three(tables), **SMALL)

    for component in set(found.components):
        members = np.flatnonzero(found.components == component)
        assert found.ratings[members].mean() == pytest.approx(1500)
        assert found.root[members].sum(axis=0) == pytest.approx(0, abs=1e-8)


@settings(max_examples=30)
@given(TABLES, st.permutations(range(6)))
def test_conjugate_gradients_rate_by_games_and_not_by_numbers(tables, renamed):
    others = [([renamed[one] for one in who], ranks) for who, ranks in tables]

    found = fit(_of_three(tables), **SMALL, precision=LEAST).ratings

    assert found == pytest.approx(
        fit(_of_three(others), **SMALL, precision=LEAST).ratings[list(renamed)]
    )


def test_sketches_keep_what_is_promised_of_fixed_and_of_unconnected_entrants():
    scene = SCENES[0]
    _strength, rows = leaderboard(scene, np.random.default_rng(7))
    fixed, entrants = {0: 1500.0, 1: 1400.0}, scene.entrants + 2

    exact, drawn = (
        fit(rows, entrants=entrants, seats=scene.sides, fixed=fixed, precision=most)
        for most in (FULL, Precision(entrants - 5, 40))
    )

    assert drawn.root.shape == (entrants, 40)
    assert exact.root.shape[1] < 40
    assert drawn.ratings == pytest.approx(exact.ratings, abs=1e-3)
    assert drawn.ratings[[0, 1]] == pytest.approx([1500, 1400])
    assert drawn.errors[[0, 1]].tolist() == [0, 0]
    assert list(drawn.components) == list(exact.components)
    assert drawn.errors[-2:] == pytest.approx(exact.errors[-2:], abs=1e-6)


def test_whoever_only_won_is_finite_in_a_sketch_as_well():
    rows = Comparisons.of([(0, 1 + n % 2, n % 2, 1 - n % 2, 1.0, n) for n in range(8)])

    exact, drawn = (fit(rows, entrants=3, seats=2, precision=most) for most in (FULL, LEAST))

    assert drawn.ratings == pytest.approx(exact.ratings, abs=1e-6)
    assert 0 < drawn.errors.min() < drawn.errors.max() < 1000


def test_neighbours_of_equal_stated_strength_are_not_told_apart():
    rows = Comparisons.of([(2, n % 2, n % 2, 1 - n % 2, 1.0, n) for n in range(40)])
    found = fit(rows, entrants=3, seats=2, fixed={0: 1500.0, 1: 1500.0})

    table = places(found, games=[20, 20, 40])

    assert [(one.best, one.worst) for one in table] == [(1, 1), (2, 3), (2, 3)]
    assert [one.better_than_next for one in table][1:] == [0.5, None]
    assert all(one.rating >= other.rating for one, other in pairwise(table))
