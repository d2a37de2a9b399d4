"""Ladders of open leaderboards: connected remote bots, the house, and who has entered."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import NOW, PlayerFactory, VersionFactory
from tests.tournaments.remote import connected, remote_bot
from tests.tournaments.services.tournaments.ladders import MINUTE, bots, climbers, sides, tend
from tournaments.models import Bot, Variant
from tournaments.queries.tournaments import ladder_work
from tournaments.services.casual import rated
from tournaments.services.house import opening

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def house():
    """The house bot of an open leaderboard, the only one with a ladder."""
    opening.ensure_variants()
    Variant.objects.exclude(key="kalah", is_open=True).update(ladder=False)
    return VersionFactory(bot__is_house=True, bot__owner__username="house-keeper")


def far(name="Far", **when):
    return connected(remote_bot(PlayerFactory(), name), **when)


def test_nothing_is_played_there_while_nobody_but_the_house_could():
    bots(3)

    assert not tend().matches.exists()
    assert not climbers(tend())


def test_a_connected_bot_plays_the_house_and_leaves_when_its_line_is_gone(house):
    remote = far()
    row = tend()

    assert str(row) == "Ladder: Kalah (6,3), open"
    assert climbers(row) == {remote, house}
    assert all(sides(match) == {remote, house} for match in row.matches.all())
    assert tend(now=NOW + MINUTE).matches.open().count() == 0


def test_the_house_begins_no_game_there_and_hosted_bots_play_that_were_entered(house):
    near, _other = bots(2)
    Bot.objects.filter(pk=near.bot_id).update(on_open_ladders=True)
    row = tend()

    assert climbers(row) == {near, house}
    assert not row.matches.filter(is_remote=True).exists()
    assert len(row.matches.all()) == ladder_work.WAITING


def test_matches_in_play_leave_room_for_other_bots():
    versions = [far(name) for name in ("Far", "Away", "Afar", "Yonder")]
    row = tend()
    rated.tend(now=NOW)
    assert row.matches.running().count() == ladder_work.WAITING

    tend(now=NOW + timedelta(seconds=1))
    assert row.matches.queued().count() == ladder_work.WAITING
    assert len(versions) == 4
