"""From ratings with errors to places that can be believed."""

from itertools import pairwise

import numpy as np
import pytest

from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit, fit
from tournaments.mathematics.statistics.comparisons import Comparisons
from tournaments.mathematics.statistics.places import games_to_separate, places
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


@pytest.mark.parametrize("lead", [0.0, 0.5, 1.0, 1.9])
def test_the_games_that_would_separate_two_count_that_the_lead_is_an_estimate(lead):
    more = games_to_separate(lead, games=100)
    share = 100 / (100 + more)
    rng = np.random.default_rng(4)

    true = lead + rng.normal(0, 1, 200_000)
    later = (
        share * lead + (1 - share) * true + np.sqrt(share * (1 - share)) * rng.normal(0, 1, 200_000)
    )

    # In standard errors of the first games. Two errors of the share are a seventh of a point.
    assert np.mean(np.abs(later) > 1.96 * np.sqrt(share)) == pytest.approx(0.9, abs=0.002)
    assert games_to_separate(-lead, games=100) == more


def test_two_that_are_separated_need_no_more_games():
    assert games_to_separate(1.97, games=100) == games_to_separate(-1.97, games=100) == 0
    assert games_to_separate(0.3, games=0) is None


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
        dice = rng.normal(0, 80)
        for first, second, luck in ((one, other, dice), (other, one, -dice)):
            ahead = strengths[first] - strengths[second] + 30 + luck
            rows.append((first, second, 0, 1, float(rng.random() < expected_score(ahead)), block))
    found = fit(Comparisons.of(rows), entrants=8, seats=2)
    return strengths, places(found, games=[30] * 8)


def test_nine_in_ten_are_separated_after_the_games_that_it_says():
    rng = np.random.default_rng(8)
    separated = [one for _time in range(250) if (one := _separated(rng)) is not None]

    # Two standard errors of a hundred are 6 points.
    assert len(separated) > 80
    assert 0.84 < np.mean(separated) < 0.96


def _separated(rng):
    """Whether two of any strength are separated after the games that were stated; None if none."""
    lead = rng.normal(0, 100)
    scores = _scores(rng, 40, lead)
    more = places(_of_two(scores), games=[40, 40])[0].games_to_separate
    if not more or more > 10_000:
        return None
    scores = np.append(scores, _scores(rng, more // 2, lead))
    return places(_of_two(scores), games=[1, 1])[0].games_to_separate == 0


def _scores(rng, games, lead):
    return (rng.random(games) < expected_score(lead)).astype(float)


def _of_two(scores):
    """The fit of two that change seats from game to game."""
    seat, none = np.arange(len(scores)) % 2, np.zeros(len(scores), dtype=int)
    rows = Comparisons(none, none + 1, seat, 1 - seat, scores, np.arange(len(scores)))
    return fit(rows, entrants=2, seats=2)


def test_places_are_apart_exactly_where_the_lead_is_sure():
    apart = []
    for won in range(100, 130):
        first, second = _table(won, 200 - won)
        apart.append(second.best == 2)
        assert apart[-1] == (first.better_than_next > 0.975)
        assert first.worst == 3 - second.best

    assert apart == sorted(apart)
    assert 0 < sum(apart) < len(apart)
