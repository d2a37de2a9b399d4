"""Who stands where on a ladder, read by pages."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.factories import NOW
from tests.tournaments.services.tournaments.ladders import bots, switched_on, tend, waiting, win
from tournaments.models import Rating
from tournaments.queries.tournaments import ladder

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    """A ladder of six bots on which some matches have been played."""
    board = switched_on("kalah")
    versions = bots(6)
    for number, version in enumerate(versions[:5]):
        value = 1_500_000 - 10_000 * (number // 2)
        Rating.objects.create(variant=board, version=version, value=value, games=50)
    return tend()


def test_pages_put_together_are_the_whole_ladder_and_equals_share_a_place(row):
    whole, pages = list(ladder.rungs(row, now=NOW)), ladder.rungs(row, now=NOW)

    by_page = [one for start in (0, 2, 4) for one in pages[start : start + 2]]

    assert [_told(one) for one in by_page] == [_told(one) for one in whole]
    assert len(ladder.rungs(row, now=NOW)) == 6
    assert [one.place for one in whole] == [1, 1, 1, 4, 4, 6]
    assert [one.rating.value for one in whole] == sorted(
        (one.rating.value for one in whole), reverse=True
    )


def test_a_page_that_begins_among_equals_gives_them_the_same_place(row):
    assert [one.place for one in ladder.rungs(row, now=NOW)[1:5]] == [1, 1, 4, 4]


def test_a_version_without_games_stands_where_its_predecessor_stood(row):
    version = ladder.rungs(row, now=NOW)[5].version
    heir = bots(1, owner=version.bot.owner)[0]
    heir.bot, heir.number = version.bot, 2
    heir.save()

    row = tend()

    (found,) = (one for one in ladder.rungs(row, now=NOW) if one.version == heir)
    assert (found.rating.value, found.rating.games) == (1_480_000, 0)


def test_who_follows_is_who_would_be_chosen_first(row):
    for step in range(8):
        now = NOW + step * timedelta(minutes=1)
        for match in waiting(row):
            win(match, {}, now=now)
        tend(now=now, seed=step)
    now = NOW + timedelta(minutes=10)
    wanted = sorted(_ready(row, now), key=lambda entry: _turn(row, entry))

    found = [version for version, _games in ladder.rungs(row, now=now).following(100)]

    assert found == [entry.version for entry in wanted]
    assert [one for one, _games in ladder.rungs(row, now=now).following(4)] == found[:4]


def _ready(row, now):
    resting = {rung.version for rung in ladder.rungs(row, now=now) if rung.rests}
    return [entry for entry in ladder.entries(row) if entry.version not in resting]


def _turn(row, entry):
    played = row.matches.filter(pairing__sides__entry=entry).order_by("queued_at")
    last = played.last()
    return len(played), last.queued_at.timestamp() if last else -1, entry.pk


def test_those_near_are_nearest_in_the_order_with_their_equals(row):
    rungs = ladder.fresh_rungs(row, now=NOW)
    last = next(one for one in rungs.in_turn() if one.rating == 1480)

    assert {one.rating for one in rungs.near(last, 1)} == {1490}
    assert len(rungs.near(last, 100)) == 5


def test_a_page_of_a_ladder_reads_no_more_however_many_climb(client, row):
    address = reverse("tournament", args=[row.slug])
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    bots(20)
    tend()

    with CaptureQueriesContext(connection) as many:
        client.get(address)

    assert len(many) <= len(few) <= 20


def _told(rung):
    return rung.place, rung.version, rung.rating.value, rung.games, rung.rests


def test_the_pages_of_a_long_ladder_show_one_state_for_some_seconds(row, monkeypatch):
    monkeypatch.setattr(ladder, "MANY", 1)
    monkeypatch.setattr(ladder, "_STATES", {})
    first = [one.version for one in ladder.rungs(row, now=NOW)]
    Rating.objects.filter(version=first[-2]).update(value=2_000_000)

    soon = [one.version for one in ladder.rungs(row, now=NOW + ladder.KEPT / 2)]
    fresh = [one.version for one in ladder.fresh_rungs(row, now=NOW)]
    later = [one.version for one in ladder.rungs(row, now=NOW + ladder.KEPT)]

    assert soon == first
    assert fresh[0] == later[0] == first[-2]
