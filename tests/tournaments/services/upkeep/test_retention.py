"""What is kept no longer goes, and its page says so; results, ratings and ledger stay."""

import io
import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from agents import samples
from agents.sandbox import leftovers
from tests.tournaments.casual import opened, person
from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    VersionFactory,
    check_match,
    claimed,
    outcome,
    play_out,
    tournament,
)
from tournaments import tasks
from tournaments.models import (
    CasualGame,
    Game,
    GameAnalysis,
    LastDone,
    LedgerEntry,
    Match,
    Rating,
    Seat,
    Version,
)
from tournaments.services.analysis import analyses
from tournaments.services.bots import uploads
from tournaments.services.casual import moves
from tournaments.services.casual.printing import keep_printed
from tournaments.services.playing import reports
from tournaments.services.ratings import ledger
from tournaments.services.upkeep import retention

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(days=91)


@pytest.fixture(autouse=True)
def _no_runtimes(monkeypatch):
    """The tests' own sandboxes are none of this."""
    monkeypatch.setattr(leftovers, "sweep", lambda *, remove: [])


def make_once():
    tournament([VersionFactory(), VersionFactory()])
    return play_out(Match.objects.get())


@pytest.fixture
def played(made):
    return made


def pruned(now=LATER, **options):
    """What was removed, by its name."""
    removals = retention.prune(now=now, **options)
    return {removal.what.code: removal.count for removal in removals if removal.count}


def test_logs_go_after_their_time_and_nothing_else_does(played):
    before = list(Rating.objects.values_list("value", "games")), LedgerEntry.objects.count()

    assert pruned() == {"old-logs": 4}

    assert set(Seat.objects.values_list("log", "log_removed_at")) == {("", LATER)}
    assert Game.objects.filter(record_in_row__isnull=False).count() == 2
    after = list(Rating.objects.values_list("value", "games")), LedgerEntry.objects.count()
    assert after == before
    assert ledger.check(now=LATER).differences == []


def test_logs_of_casual_games_go_after_their_time(alice):
    game = opened([VersionFactory(), "me"], who=person(alice))
    keep_printed(game, {0: ("printed", ())}, last=0, size=100)
    game = moves.resign(game, who=person(alice), seat=1, now=NOW)

    assert pruned() == {"old-logs": 1}
    assert game.seats.get(number=0).log_removed_at == LATER


def test_casual_games_of_visitors_alone_go_after_their_time(alice):
    for players in ([], [person(alice)]):
        visitor = person(token=f"visitor-{len(players)}")
        game = opened(["me", "friend"], who=visitor, friends=players or [person(token="friend")])
        analyses.ask(moves.resign(game, who=visitor, seat=0, now=NOW), asker="player-1", now=NOW)
    going_on = opened(["me", "here"], who=person(token="slow"))

    assert pruned(now=NOW + timedelta(days=30)) == {}
    assert pruned(now=NOW + timedelta(days=31)) == {"visitors-games": 1}
    assert CasualGame.objects.filter(seats__player=alice).exists()
    assert GameAnalysis.objects.count() == 1
    assert CasualGame.objects.filter(pk=going_on.pk).exists()


def test_what_is_young_stays(played):
    assert pruned(now=NOW + timedelta(days=90)) == {}


def test_zero_days_are_for_ever(played, settings):
    settings.KEEP_LOGS_DAYS = settings.KEEP_VISITORS_GAMES_DAYS = 0
    visitor = person(token="visitor")
    game = opened([VersionFactory(), "me"], who=visitor)
    keep_printed(game, {0: ("printed", ())}, last=0, size=100)
    moves.resign(game, who=visitor, seat=1, now=NOW)

    assert pruned() == {}


def test_a_match_that_is_not_over_keeps_all(settings):
    settings.KEEP_RECORDS_DAYS = 1
    tournament([VersionFactory(), VersionFactory()])
    match = claimed(Match.objects.get())
    game = match.games.get(number=1)
    reports.report(match, game, outcome(game), now=NOW, lease=LEASE)

    assert pruned() == {}


def test_records_go_with_their_logs_where_the_operator_says_so(played, settings):
    settings.KEEP_RECORDS_DAYS, settings.KEEP_LOGS_DAYS = 30, 0

    assert pruned() == {"old-records": 2}
    assert pruned() == {}

    assert Game.objects.filter(record_in_row__isnull=True, record_removed_at=LATER).count() == 2
    assert not Seat.objects.exclude(log="").exists()
    assert list(Seat.objects.values_list("rank", flat=True).order_by("rank")) != [None] * 4
    assert ledger.check(now=LATER).differences == []


def test_a_dry_run_says_the_same_and_removes_nothing(played, settings):
    settings.KEEP_RECORDS_DAYS = 30

    assert pruned(dry_run=True) == {"old-logs": 4, "old-records": 2}

    assert Seat.objects.exclude(log="").count() == 4
    assert LastDone.when("pruning") is None


def page(client, name, *args):
    return client.get(reverse(name, args=args))


def test_the_page_of_a_game_says_that_its_log_was_removed(played, client, carol):
    pruned()
    client.force_login(carol)

    text = page(client, "game", played.pk, 1).content.decode()

    assert "The log was removed after 91 days." in text


def test_the_page_of_a_game_without_its_record_still_has_the_result(played, client, settings):
    settings.KEEP_RECORDS_DAYS = 30
    pruned()

    answer = page(client, "game", played.pk, 1)

    text = answer.content.decode()
    assert answer.status_code == 200
    assert "The record was removed after 91 days, so there is no replay." in text
    assert "wins." in text or "A draw." in text
    assert page(client, "game-record", played.pk, 1).status_code == 404
    assert page(client, "match", played.pk).status_code == 200
    assert client.get(f"/api/v1/matches/{played.pk}/games/1/").json()["record"] is None


def test_the_page_of_a_check_says_so_as_well(client, carol, settings):
    settings.KEEP_RECORDS_DAYS = 30
    version = VersionFactory(status=Version.Status.CHECKING)
    match = claimed(check_match(version))
    reports.plan_checks(match, ["kalah"])
    play_games(match)
    pruned()
    client.force_login(carol)

    answer = page(client, "version", version.bot.slug, version.number)

    assert "The log was removed after 91 days." in answer.content.decode()


def play_games(match):
    for game in match.games.all():
        reports.report(match, game, outcome(game), now=NOW, lease=LEASE)


def test_sessions_that_ran_out_go(played):
    Session.objects.create(session_key="old", expire_date=NOW)
    Session.objects.create(session_key="new", expire_date=LATER + timedelta(days=1))

    assert pruned()["old-sessions"] == 1
    assert Session.objects.get().session_key == "new"


@pytest.fixture
def orphan():
    """An archive in the storage that no version has."""
    storage = Version.archive.field.storage
    storage.save("archives/ab/abcd.zip", ContentFile(b"left by a crash"))
    return storage


def test_archives_without_a_version_go_after_a_day(orphan):
    kept = VersionFactory()

    assert pruned(now=timezone.now()) == {}
    assert pruned(now=timezone.now() + timedelta(days=2)) == {"orphaned-archives": 1}

    assert not orphan.exists("archives/ab/abcd.zip")
    assert kept.read_archive()


def test_an_upload_that_meets_an_old_archive_of_its_own_uses_it():
    bot = BotFactory()
    code = uploads.CodeFile("bot.py", samples.read("random"))
    given = {"bot": bot, "player": bot.owner, "code": code, "now": timezone.now()}
    first, _new = uploads.upload(**given)
    first.checks.all().delete()
    first.delete()

    second, _new = uploads.upload(**given)

    assert pruned(now=timezone.now() + timedelta(days=2)) == {}
    assert len(second.read_archive()) == second.size


def test_messages_that_nobody_took_go_after_a_day(settings, tmp_path):
    options = {"data_folder_in": str(tmp_path), "processed_folder": str(tmp_path / "processed")}
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = options
    settings.ENVIRONMENT = settings.ENVIRONMENT | {"REDIS_URL": ""}
    (tmp_path / "processed").mkdir()
    for name in ("old.play.msg", "processed/half.new"):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (NOW.timestamp(), NOW.timestamp()))
    (tmp_path / "new.play.msg").touch()

    pruned(now=timezone.now())

    assert {path.name for path in tmp_path.iterdir()} == {"processed", "new.play.msg"}
    assert list((tmp_path / "processed").iterdir()) == []


def test_runtimes_that_nobody_uses_are_counted(monkeypatch):
    monkeypatch.setattr(leftovers, "sweep", lambda *, remove: [Path("kauri-0")])

    assert pruned() == {"unused-runtimes": 1}


def test_the_command_says_what_it_would_remove(played):
    said = io.StringIO()

    call_command("prune", "--dry-run", stdout=said)

    assert "Would remove 4 logs of bots." in said.getvalue()
    assert "Would remove 0 records of games." in said.getvalue()


def test_the_nightly_task_prunes_and_notes_it(played):
    tasks.do_nightly()

    assert LastDone.when("pruning") is not None
    assert not Seat.objects.exclude(log="").exists()
