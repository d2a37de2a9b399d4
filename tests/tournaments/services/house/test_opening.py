"""What a new installation is furnished with."""

import pytest
from django.urls import reverse
from django.utils import timezone

import engine
from agents import house as recipes
from agents import samples
from agents.sandbox import Isolation
from tests.tournaments.factories import LEASE, NOW
from tournaments.models import Bot, Fit, Game, Match, Rating, Tournament, Variant, Version
from tournaments.queries import shipped
from tournaments.services.house import opening
from tournaments.services.playing import workers

pytestmark = pytest.mark.django_db


@pytest.fixture
def worker():
    return workers.Worker(
        name="worker-1", isolation=Isolation.BUBBLEWRAP, lease=LEASE, now=timezone.now
    )


@pytest.mark.once
def test_the_first_time_an_opening_tournament_is_played_to_its_end_and_all_others_wait(worker):
    opening.furnish(worker, now=NOW)

    ended = Tournament.objects.filter(status=Tournament.Status.FINISHED)
    others = Tournament.objects.exclude(pk__in=ended)
    assert [row.variant.key for row in ended] == ["einstein"]
    assert others.count() == len(shipped.VARIANTS) - 1
    assert {row.status for row in others} == {Tournament.Status.RUNNING}
    assert Rating.objects.filter(games__gt=0).count() == ended.get().entries.count() == 4
    assert Fit.objects.count() == 1
    assert not Game.objects.filter(seats__fault__isnull=False).exists()


def test_every_leaderboard_starts_with_four_house_bots_and_few_games(worker):
    opening.ensure_bots(now=NOW)

    opening.furnish(worker, now=NOW)

    boards = {row.variant.key: row for row in Tournament.objects.all()}
    assert set(boards) == {one.key for one in shipped.VARIANTS}
    assert {row.entries.count() for row in boards.values()} == {4}
    assert {row.status for row in boards.values()} == {Tournament.Status.RUNNING}
    assert Game.objects.count() <= 140


def test_an_operator_can_leave_most_leaderboards_empty(worker):
    opening.ensure_bots(now=NOW)

    opening.furnish(worker, everywhere=False, now=NOW)

    keys = set(Tournament.objects.values_list("variant__key", flat=True))
    assert keys == set(shipped.OPENING_ALWAYS) == {"einstein", "kalah"}


def test_the_house_bots_play_their_games_without_a_check_and_everybody_reads_their_code():
    opening.ensure_bots(now=NOW)

    versions = {version.bot.name: version for version in Version.objects.all()}
    assert {version.status for version in versions.values()} == {Version.Status.ACCEPTED}
    assert all(version.source_is_public for version in versions.values())
    assert versions["Search"].games == [game.id for game in engine.games()]
    assert versions["Kalah Alpha-Beta"].games == ["kalah"]
    assert not Match.objects.exists()


def test_four_house_bots_or_more_play_each_game_and_say_how_strong_they_are():
    opening.ensure_bots(now=NOW)

    for game in engine.games():
        names = [v.bot.name for v in Version.objects.all() if game.id in v.games]
        assert len(names) >= 5, game.id
    assert {one.code for one in shipped.HOUSE_BOTS} == {*samples.NAMES, *recipes.RECIPES}
    assert all("Strength: " in bot.description for bot in Bot.objects.all())


def test_the_code_of_a_house_bot_is_read_on_the_site_by_anybody(client):
    opening.ensure_bots(now=NOW)
    version = Version.objects.get(bot__name="EinStein Star1")
    address = reverse("version-source", args=[version.bot.slug, version.number])

    page = client.get(address, {"file": "house/star1.py"})
    download = client.get(reverse("version-code", args=[version.bot.slug, version.number]))

    assert "B. W. Ballard" in page.content.decode()
    assert b"".join(download).startswith(b"PK")


def test_a_second_time_changes_nothing_and_plays_nothing(worker):
    opening.ensure_bots(now=NOW)
    opening.furnish(worker, now=NOW)

    opening.furnish(worker, now=NOW)

    assert Bot.objects.count() == Version.objects.count() == len(shipped.HOUSE_BOTS)
    assert Tournament.objects.count() == len(shipped.VARIANTS)
    assert set(Match.objects.values_list("status", flat=True)) == {Match.Status.QUEUED}


def test_a_game_that_is_new_here_is_played_by_the_house_bots_of_before():
    opening.ensure_bots(now=NOW)
    Version.objects.update(games=["kalah"])

    opening.ensure_bots(now=NOW)

    assert "pachisi" in Version.objects.get(bot__name="Search").games
    assert Version.objects.get(bot__name="Pachisi Star1").games == ["pachisi"]


def test_every_shipped_variant_is_one_that_the_engine_plays():
    opening.ensure_variants()

    rows = Variant.objects.filter(rated=True)
    assert {row.key for row in rows} == {one.key for one in shipped.VARIANTS}
    assert {len(set(row.load().sides())) for row in rows} == {2, 4}
