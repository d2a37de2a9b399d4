"""What a new installation is furnished with."""

import pytest
from django.utils import timezone

import engine
from agents.sandbox import Isolation
from tests.tournaments.factories import LEASE, NOW
from tournaments.models import Bot, Fit, Match, Rating, Tournament, Variant, Version
from tournaments.queries import shipped
from tournaments.services import play
from tournaments.services.bots import house

pytestmark = pytest.mark.django_db


@pytest.fixture
def worker():
    return play.Worker(
        name="worker-1", isolation=Isolation.BUBBLEWRAP, lease=LEASE, now=timezone.now
    )


def test_the_first_time_the_opening_tournaments_are_played_to_their_end(worker):
    house.furnish(worker, now=NOW)

    assert {row.status for row in Tournament.objects.all()} == {Tournament.Status.FINISHED}
    assert Tournament.objects.count() == len(shipped.OPENING_VARIANTS)
    assert Rating.objects.filter(games__gt=0).exists()
    assert Fit.objects.count() == len(shipped.OPENING_VARIANTS)


def test_the_house_bots_play_every_game_without_a_check():
    house.ensure_bots(now=NOW)

    versions = Version.objects.all()
    assert {version.status for version in versions} == {Version.Status.ACCEPTED}
    assert all(v.games == [game.id for game in engine.games()] for v in versions)
    assert not Match.objects.exists()


def test_a_second_time_changes_nothing_and_plays_nothing(worker):
    house.ensure_variants()
    house.opening_tournaments(house.ensure_bots(now=NOW), now=NOW)

    house.furnish(worker, now=NOW)

    assert Bot.objects.count() == Version.objects.count() == len(shipped.HOUSE_BOTS)
    assert set(Match.objects.values_list("status", flat=True)) == {Match.Status.QUEUED}


def test_a_game_that_is_new_here_is_played_by_the_house_bots_of_before():
    house.ensure_bots(now=NOW)
    Version.objects.update(games=["kalah"])

    house.ensure_bots(now=NOW)

    assert all("pachisi" in version.games for version in Version.objects.all())


def test_every_shipped_variant_is_one_that_the_engine_plays():
    house.ensure_variants()

    rows = Variant.objects.filter(rated=True)
    assert {row.key for row in rows} == {one.key for one in shipped.VARIANTS}
    assert {len(set(row.load().sides())) for row in rows} == {2, 4}
