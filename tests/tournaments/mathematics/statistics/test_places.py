"""From ratings with errors to places that can be believed."""

from itertools import pairwise

import numpy as np
import pytest

from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit, fit
from tournaments.mathematics.statistics.comparisons import Comparisons
from tournaments.mathematics.statistics.places import places
from tournaments.mathematics.statistics.scale import expected_score


def _fit(won: int, lost: int, *, entrants: int = 2) -> BradleyTerryFit:
    """Entrant 0 against entrant 1, each game a block of its own."""
    scores = [1.0] * won + [0.0] * lost
    rows = [(0, 1, n % 2, 1 - n % 2, score, n) for n, score in enumerate(scores)]
    return fit(Comparisons.of(rows), entrants=entrants, seats=2)


def _table(won: int, lost: int, *, entrants: int = 2) -> list:
    games = [won + lost] * 2 + [0] * (entrants - 2)
    return places(_fit(won, lost, entrants=entrants), games=games)


def test_two_that_are_close_share_both_places():
    first, second = _table(55, 45)

    assert (first.entrant, first.best, first.worst) == (0, 1, 2)
    assert (second.entrant, second.best, second.worst) == (1, 1, 2)


def test_two_that_are_far_apart_have_a_place_each():
    first, second = _table(90, 10)

    assert (first.best, first.worst, second.best, second.worst) == (1, 1, 2, 2)
    assert first.better_than_next > 0.999
    assert first.games_to_separate == 0


def test_the_games_that_would_separate_two_follow_from_how_errors_shrink():
    first, _second = _table(55, 45)

    # One standard error ahead after 100 games each: about (3.24² - 1) times as many more.
    assert first.better_than_next == pytest.approx(0.84, abs=0.01)
    assert 1750 < first.games_to_separate < 2050


def test_equals_cannot_be_separated_by_any_number_of_games():
    first, _second = _table(50, 50)

    assert first.games_to_separate is None
    assert first.better_than_next == pytest.approx(0.5)


@pytest.mark.parametrize("lead", [1e-12, 1e-16])
def test_a_lead_that_is_rounding_asks_for_no_number_of_games(lead):
    level = _fit(50, 50)
    level.ratings[:] = [lead, -lead]

    first, _second = places(level, games=[100, 100])

    assert first.games_to_separate is None


def test_who_cannot_be_compared_comes_after_the_others_with_places_of_its_own():
    table = _table(60, 40, entrants=3)

    assert [place.entrant for place in table] == [0, 1, 2]
    assert (table[2].best, table[2].worst, table[2].better_than_next) == (1, 1, None)


def test_the_chance_of_being_above_the_next_is_what_it_says_and_places_hold():
    rng = np.random.default_rng(6)
    told, true, inside = [], [], []
    for _time in range(60):
        strengths, found = _leaderboard(rng)
        order = list(np.argsort(-strengths))
        for line, following in pairwise(found):
            told.append(line.better_than_next)
            true.append(strengths[line.entrant] > strengths[following.entrant])
        inside += [one.best <= 1 + order.index(one.entrant) <= one.worst for one in found]

    # Of 420 neighbours: two standard errors of the mean are 4 points, of each half 6.
    told, true = np.array(told), np.array(true)
    assert abs(told.mean() - true.mean()) < 0.045
    for half in (told < np.median(told), told >= np.median(told)):
        assert abs(told[half].mean() - true[half].mean()) < 0.065
    assert np.mean(inside) > 0.95


def _leaderboard(rng):
    """Strengths of eight, and their places after 120 blocks whose dice favour one side."""
    strengths, rows = rng.normal(0, 150, 8), []
    for block in range(120):
        one, other = rng.choice(8, 2, replace=False)
        dice = rng.normal(0, 100)
        for first, second, luck in ((one, other, dice), (other, one, -dice)):
            ahead = strengths[first] - strengths[second] + 30 + luck
            rows.append((first, second, 0, 1, float(rng.random() < expected_score(ahead)), block))
    found = fit(Comparisons.of(rows), entrants=8, seats=2)
    return strengths, places(found, games=[30] * 8)


def test_nine_in_ten_are_separated_after_the_games_that_it_says():
    rng = np.random.default_rng(8)
    separated = [one for _time in range(160) if (one := _separated(rng)) is not None]

    # Two standard errors of 80 are 7 points.
    assert len(separated) > 70
    assert 0.83 < np.mean(separated) < 0.97


def _separated(rng):
    """Whether two are told apart after as many more games as was told; None where none was."""
    first = _pair_rows(rng, 60, start=0)
    place = places(fit(Comparisons.of(first), entrants=2, seats=2), games=[120, 120])[0]
    if not place.games_to_separate or place.games_to_separate > 8000:
        return None
    # The strengths are what was found: the difference is to stay as it is.
    lead = 2 * (place.rating - 1500)
    more = _pair_rows(rng, place.games_to_separate // 4, start=60, lead=lead, better=place.entrant)
    found = places(fit(Comparisons.of(first + more), entrants=2, seats=2), games=[1, 1])
    return found[0].games_to_separate == 0


def _pair_rows(rng, blocks, *, start, lead=40.0, better=0):
    rows = []
    for block in range(start, start + blocks):
        for first in (0, 1):
            ahead = lead if first == better else -lead
            rows.append(
                (first, 1 - first, 0, 1, float(rng.random() < expected_score(ahead)), block)
            )
    return rows
