"""From ratings with errors to places that can be believed."""

import pytest

from tournaments.statistics.bradley_terry import Comparisons, fit
from tournaments.statistics.places import places


def _table(won: int, lost: int, *, entrants: int = 2) -> list:
    """Entrant 0 against entrant 1, each game a block of its own."""
    scores = [1.0] * won + [0.0] * lost
    rows = [(0, 1, n % 2, 1 - n % 2, score, n) for n, score in enumerate(scores)]
    games = [won + lost] * 2 + [0] * (entrants - 2)
    return places(fit(Comparisons.of(rows), entrants=entrants, seats=2), games=games)


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

    # One standard error ahead after 100 games each: about (1.96² - 1) times as many more.
    assert first.better_than_next == pytest.approx(0.84, abs=0.01)
    assert 500 < first.games_to_separate < 650


def test_equals_cannot_be_separated_by_any_number_of_games():
    first, _second = _table(50, 50)

    assert first.games_to_separate is None
    assert first.better_than_next == pytest.approx(0.5)


def test_who_cannot_be_compared_comes_after_the_others_with_places_of_its_own():
    table = _table(60, 40, entrants=3)

    assert [place.entrant for place in table] == [0, 1, 2]
    assert (table[2].best, table[2].worst, table[2].better_than_next) == (1, 1, None)
