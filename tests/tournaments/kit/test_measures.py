"""Ratings from games: in order, in Elo, with errors that games make smaller."""

import pytest

from tournaments.kit.measures import MeasuredGame, rate


def games(count, *, wins):
    """So many games of Ann, who wins some, against Bob; they alternate, and each is a block."""
    results = [[1, 2]] * wins + [[2, 1]] * (count - wins)
    return [
        MeasuredGame(["Ann", "Bob"], ranks, n)
        if n % 2
        else MeasuredGame(["Bob", "Ann"], ranks[::-1], n)
        for n, ranks in enumerate(results)
    ]


def test_who_wins_more_is_rated_higher():
    one, other = rate(games(40, wins=30))

    assert (one.name, one.games) == ("Ann", 40)
    assert one.rating - other.rating == pytest.approx(191, abs=40)


def test_equals_are_rated_alike():
    one, other = rate(games(40, wins=20))

    assert one.rating == pytest.approx(other.rating, abs=1)


def test_more_games_make_smaller_errors():
    assert rate(games(400, wins=300))[0].margin < rate(games(40, wins=30))[0].margin / 2


def test_partners_are_one_side():
    measured = rate([MeasuredGame(["A", "B", "A", "B"], [1, 2, 1, 2], n) for n in range(4)])

    assert [(one.name, one.games) for one in measured] == [("A", 4), ("B", 4)]


def test_without_games_nobody_is_rated():
    assert rate([]) == []
