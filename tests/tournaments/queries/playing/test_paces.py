"""How long matches lasted lately."""

from datetime import timedelta

import pytest

from engine import load_game
from tests.tournaments.factories import VersionFactory, play_all, tournament
from tournaments.queries.playing import paces

pytestmark = pytest.mark.django_db

KALAH = load_game("kalah")


def pace(time_control="bullet"):
    return paces.of_kind(KALAH, time_control=time_control)


def lasting(seconds):
    """Let all matches of a new tournament last so long."""
    row = play_all(tournament([VersionFactory(), VersionFactory()], name=f"Cup {seconds}"))
    for match in row.matches.all():
        match.ended_at = match.started_at + timedelta(seconds=seconds)
        match.save()


def test_the_mean_of_the_matches_of_this_kind_is_told():
    lasting(10)
    lasting(20)

    assert pace() == timedelta(seconds=15)
    assert pace("rapid") is None


def test_a_mean_is_kept_for_a_while_also_where_there_is_none(django_assert_num_queries):
    assert pace() is None
    lasting(10)

    with django_assert_num_queries(0):
        assert pace() is None
    assert pace("blitz") is None
