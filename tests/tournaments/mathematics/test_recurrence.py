"""The dates, points and promotions of a series."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from tournaments.mathematics import recurrence

BERLIN = "Europe/Berlin"
FIRST = datetime(2026, 3, 20, 17, 0, tzinfo=UTC)


def dates(*indexes):
    return [recurrence.date(FIRST, index, every=7, zone=BERLIN) for index in indexes]


def test_summer_time_keeps_the_local_hour():
    assert [moment.hour for moment in dates(0, 1, 2, 32)] == [17, 17, 16, 17]


def test_an_hour_that_the_clock_leaves_out_is_the_one_after_it():
    first = datetime(
        2026, 3, 22, 1, 30, tzinfo=UTC
    )  # half past two, which does not exist a week on
    assert recurrence.date(first, 1, every=7, zone=BERLIN).hour == 1


@pytest.mark.parametrize(("days", "index"), [(-1, 0), (0, 1), (6, 1), (7, 2), (700, 101)])
def test_the_next_date_is_after_now(days, index):
    now = FIRST + timedelta(days=days)
    assert recurrence.next_index(FIRST, 0, every=7, zone="UTC", now=now) == index


def test_dates_that_have_been_used_do_not_come_again():
    assert recurrence.next_index(FIRST, 5, every=7, zone="UTC", now=FIRST) == 5


@pytest.mark.parametrize(
    ("place", "sharing", "points"),
    [(1, 1, 10), (8, 1, 1), (9, 1, 0), (1, 2, 9), (8, 2, Fraction(1, 2)), (2, 3, Fraction(19, 3))],
)
def test_places_have_points_and_equals_share_them(place, sharing, points):
    assert recurrence.place_points(place, sharing) == points


@pytest.mark.parametrize(("movers", "order"), [(0, "abcdefgh"), (1, "abdcfegh"), (9, "abdcfegh")])
def test_the_last_and_the_first_change_places(movers, order):
    assert "".join(recurrence.promoted(["abc", "de", "fgh"], movers)) == order


def test_divisions_are_filled_in_order_and_nobody_plays_alone():
    assert recurrence.divided("abcdefg", 3) == [["a", "b", "c"], ["d", "e", "f", "g"]]
    assert recurrence.divided("abcde", 3) == [["a", "b", "c"], ["d", "e"]]
    assert recurrence.divided("abcde", None) == [list("abcde")]
    assert recurrence.divided("", 3) == [[]]
