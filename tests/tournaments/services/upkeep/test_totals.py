"""The totals that the metrics begin with."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import NOW, VersionFactory, play_all, tournament
from tournaments.models import Game, Match, PlayedTotals
from tournaments.queries.playing.totals import now, of
from tournaments.services.upkeep import totals

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(days=1)


def played(name):
    """A tournament of two games, all of which ended at this moment."""
    cup = play_all(tournament([VersionFactory(), VersionFactory()], name=name))
    assert Game.objects.finished().filter(match__tournament=cup, ended_at__lte=NOW).count() == 2


def test_all_figures_are_the_same_before_and_after_they_are_kept():
    played("Autumn Cup")
    tournament([VersionFactory(), VersionFactory()], name="Winter Cup")
    before = now()

    totals.keep(now=LATER)

    assert (before.matches["finished"], before.matches["queued"]) == (1, 1)
    assert (sum(before.games.values()), before.sandboxes) == (2, 4)
    assert now() == before
    assert of(PlayedTotals.objects.get()).matches == {"finished": 1}


def test_what_ends_after_they_were_kept_is_added_once():
    played("Autumn Cup")
    totals.keep(now=LATER)
    played("Winter Cup")
    Game.objects.filter(match__tournament__slug="winter-cup").update(ended_at=LATER)
    Match.objects.filter(tournament__slug="winter-cup").update(ended_at=LATER)

    for days in (0, 1, 1, 2):
        totals.keep(now=LATER + timedelta(days=days))

        assert sum(now().games.values()) == 4
        assert (now().matches["finished"], now().sandboxes) == (2, 8)
    assert sum(PlayedTotals.objects.get().games.values()) == 4


def test_what_has_just_ended_waits_since_reports_of_that_moment_may_be_under_way():
    played("Autumn Cup")

    totals.keep(now=NOW + timedelta(minutes=5))

    assert PlayedTotals.objects.get().games == {}
    assert sum(now().games.values()) == 2


def test_counting_again_finds_what_a_wrong_clock_had_hidden():
    totals.keep(now=LATER)
    played("Autumn Cup")
    assert not now().games

    totals.count_again(now=LATER)

    assert sum(now().games.values()) == 2


def test_a_site_that_has_kept_them_reads_no_game_of_long_ago():
    totals.keep(now=LATER)

    with CaptureQueriesContext(connection) as captured:
        now()

    assert len(captured) == 4
    of_games = [one["sql"] for one in captured if 'FROM "tournaments_game"' in one["sql"]]
    assert len(of_games) == 1
    assert '"ended_at" > ' in of_games[0]


def test_totals_are_kept_up_to_ten_minutes_ago():
    for at in (LATER, LATER + timedelta(days=1)):
        totals.keep(now=at)

        assert PlayedTotals.objects.get().until == at - timedelta(minutes=10)

    totals.count_again(now=LATER)
    assert PlayedTotals.objects.get().until == LATER - timedelta(minutes=10)
