"""How pages write ratings, points, durations and states, and draw lines."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from django.core.paginator import Paginator
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

import engine
from tournaments.mathematics import charts
from tournaments.models import Match, Seat, Tournament, Version
from tournaments.templatetags import kauri

values = st.lists(st.floats(-4000, 4000), min_size=2, max_size=600)


def test_a_rating_has_one_decimal_and_a_real_minus():
    assert [kauri.elo(value) for value in (1512.345, 0, -3.21)] == [
        "1512.3",
        "0.0",
        f"{kauri.MINUS}3.2",
    ]


def test_a_change_has_a_sign_and_nothing_has_both():
    changes = [kauri.signed(value, 1) for value in (3.21, -0.95, 0, -0.04)]

    assert changes == ["+3.2", f"{kauri.MINUS}0.9", "±0.0", "±0.0"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(1, 2), "½"),
        (Fraction(3, 2), "1½"),
        (Fraction(12), "12"),
        (Fraction(7, 3), "2⅓"),
        (Fraction(1, 7), "0.14"),
        (3, "3"),
    ],
)
def test_points_are_written_as_people_do(value, text):
    assert kauri.points(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0 ms"), (0.0123, "12 ms"), (2.314, "2.31 s"), (65.2, "1 min 5 s"), (119.7, "2 min 0 s")],
)
def test_durations_have_the_unit_that_fits(value, text):
    assert kauri.seconds(value) == text


@pytest.mark.parametrize(("returns", "word"), [(1.0, "won"), (-1.0, "lost"), (0.0, "drawn")])
def test_a_result_is_one_word(returns, word):
    assert f">{word}<" in kauri.result(Seat(returns=returns))


@pytest.mark.parametrize(
    ("row", "html"),
    [
        (Version(status="refused"), '<span class="badge bad">refused</span>'),
        (Tournament(status="running"), '<span class="badge good">running</span>'),
        (Match(status="running"), '<span class="badge good">playing</span>'),
        (Match(status="finished"), '<span class="badge ">finished</span>'),
    ],
)
def test_states_have_their_colour(row, html):
    assert kauri.badge(row) == html


def test_a_time_is_in_the_visitors_zone():
    noon = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)

    with timezone.override("Asia/Tokyo"):
        assert ">21 Nov 2026, 21:00<" in kauri.when(noon)


def test_the_end_of_a_time_names_its_day_only_where_it_is_another():
    began = datetime(2026, 11, 21, 21, 30, tzinfo=UTC)

    with timezone.override("UTC"):
        assert ">23:30<" in kauri.when_after(began + timedelta(hours=2), began)
    with timezone.override("Europe/Berlin"):
        assert ">22 Nov 2026, 00:30<" in kauri.when_after(began + timedelta(hours=2), began)


def test_pages_of_a_list_keep_what_else_was_asked_for():
    page = Paginator(range(30), 10).get_page(2)

    shown = kauri.pages(page, {"round": 3, "part": "2"}, "part", "rounds", "Pages")

    assert shown["previous"] == "?round=3&part=1#rounds"
    assert shown["next"] == "?round=3&part=3#rounds"


def test_of_a_long_line_the_last_values_are_read_out():
    assert kauri.progress_line([Fraction(1)] * 30, 1.0)["left_out"] == 20
    assert kauri.progress_line([Fraction(1)] * 3, 1.0)["left_out"] == 0


def test_options_say_what_is_allowed():
    kalah = {option.name: option for option in engine.games()[0].options}

    assert kauri.allowed(kalah["seeds"]) == "1 to 12"
    assert kauri.allowed(kalah["empty_capture"]) == "false, true"
    assert kauri.option_text(kalah["sowing"].default) == "counterclockwise"


@pytest.mark.parametrize(
    ("ids", "text"),
    [
        ([], ""),
        (["kalah"], "Kalah"),
        (["kalah", "einstein"], "Kalah and EinStein würfelt nicht"),
        (["a", "kalah", "gone"], "a, Kalah and gone"),
    ],
)
def test_games_are_called_by_their_names(ids, text):
    assert kauri.game_names(ids) == text


def test_one_value_makes_no_line():
    assert charts.line([1500.0], width=100, height=20, margin=2) is None


def test_a_line_rises_from_the_bottom_left_to_the_top_right():
    line = charts.line([1.0, 3.0], width=100, height=20, margin=2)

    assert line.points == "2.0,18.0 98.0,2.0"


def test_a_flat_line_runs_in_the_middle():
    line = charts.line([5.0, 5.0, 5.0], width=100, height=20, margin=2)

    assert line.points == "2.0,10.0 50.0,10.0 98.0,10.0"


@given(values)
def test_a_line_stays_in_its_box_and_ends_at_the_last_value(history):
    line = charts.line(history, width=110, height=28, margin=3)

    points = [tuple(map(float, pair.split(","))) for pair in line.points.split()]
    assert len(points) == min(len(history), charts.MOST_POINTS)
    assert all(3 <= x <= 107 and 3 <= y <= 25 for x, y in points)
    assert (line.first, line.last) == (history[0], history[-1])


@given(values=st.lists(st.floats(-10, 10), max_size=400))
def test_a_corridor_holds_its_line_and_both_bounds(values):
    chart = charts.corridor(values, lower=-2.94, upper=2.94, width=480, height=160, margin=10)

    heights = [float(point.split(",")[1]) for point in chart.points.split()]
    assert all(10 <= height <= 150 for height in heights)
    assert 10 <= float(chart.upper) < float(chart.zero) < float(chart.lower) <= 150
    assert heights[0] == float(chart.zero)


def test_numbers_have_a_real_minus_and_infinity_is_one():
    assert [kauri.rounded(value, 1) for value in (-1.25, 2, float("inf"), float("-inf"))] == [
        f"{kauri.MINUS}1.2",
        "2.0",
        "∞",
        f"{kauri.MINUS}∞",
    ]
