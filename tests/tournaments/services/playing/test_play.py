"""Matches played through the real referee, in real sandboxes."""

import itertools
import logging
import os
from datetime import timedelta
from functools import partial

import pytest
from django.core.files.storage import default_storage
from django.utils import timezone

import engine
from agents import samples
from agents.sandbox import Isolation, SandboxUnavailable
from agents.table import bench, referee, wire
from agents.terms.clock import TimeControl
from agents.terms.faults import HostStalled, PlatformFault
from agents.terms.limits import Limits
from tests.load import load
from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    VersionFactory,
    check_match,
    tournament,
)
from tournaments.models import Game, Incident, Match, Rating, Seat, Version
from tournaments.services.bots import uploads
from tournaments.services.playing import play, reports, workers
from tournaments.services.ratings import ledger

pytestmark = pytest.mark.django_db

CRASHING = b"""
from agents.sdk import Bot

class Crashing(Bot):
    games = ["kalah"]

    def choose(self, state, clock):
        print("now it happens")
        return [][3]
"""


def worker(**changes):
    details = {
        "name": "worker-1",
        "isolation": Isolation.BUBBLEWRAP,
        "lease": LEASE,
        "now": timezone.now,
    }
    return workers.Worker(**details | changes)


def uploaded(code):
    bot = BotFactory()
    file = uploads.CodeFile("bot.py", code)
    version, _new = uploads.upload(bot=bot, player=bot.owner, code=file, now=NOW)
    return version


def checked(code):
    version = uploaded(code)
    play.play_next(worker(), validation=True)
    version.refresh_from_db()
    return version


@pytest.mark.once
def test_a_good_bot_is_accepted_for_the_games_it_plays():
    version = checked(samples.read("random"))

    assert (version.status, str(version.refusal)) == (Version.Status.ACCEPTED, "")
    assert version.games == [info.id for info in engine.games()]
    assert version.checks.get().games.filter(ended_at=None).count() == 0


def test_a_crashing_bot_is_refused_with_its_own_traceback_and_the_move():
    version = checked(CRASHING)

    assert version.status == Version.Status.REFUSED
    assert "IndexError: list index out of range" in str(version.refusal)
    assert "return [][3]" in str(version.refusal)
    seat = Seat.objects.filter(fault__isnull=False).order_by("game__number").first()
    assert seat.fault["ply"] == 0
    assert "now it happens" in seat.log


def test_a_version_that_exceeds_the_operators_start_up_time_is_refused_with_that_time():
    version = uploaded(b"import time\ntime.sleep(60)\n")

    play.play_next(worker(limits=Limits(startup_seconds=1)), validation=True)

    version.refresh_from_db()
    assert version.status == Version.Status.REFUSED
    assert "It did not start within its 1 s." in str(version.refusal)


def test_what_is_no_python_is_refused_before_any_game():
    version = checked(b"this is a letter, not a bot\n")

    assert version.status == Version.Status.REFUSED
    assert "SyntaxError" in str(version.refusal)
    assert not Game.objects.exists()


def test_a_crash_in_a_tournament_costs_the_game_and_stops_nothing():
    good = VersionFactory(code=samples.read("greedy"))
    bad = VersionFactory(code=CRASHING, games=["kalah"])
    tournament([good, bad])

    while play.play_next(worker(), validation=False):
        pass

    assert Match.objects.get().status == Match.Status.FINISHED
    assert set(Seat.objects.filter(version=good).values_list("rank", flat=True)) == {1}
    assert set(Seat.objects.filter(version=bad).values_list("rank", flat=True)) == {2}
    assert Rating.objects.get(version=good).value > Rating.objects.get(version=bad).value
    assert ledger.check(now=NOW).differences == []


def test_the_opening_of_a_match_is_played_in_all_its_games():
    tournament([VersionFactory(code=samples.read("random")) for _ in range(2)])
    Match.objects.update(opening=["B", "e"])

    play.play_next(worker(), validation=False)

    events = [game.record["events"] for game in Match.objects.get().games.all()]
    assert [[event["action"] for event in game[:2]] for game in events] == [["B", "e"]] * 2
    assert not any("wall" in event for game in events for event in game[:2])


def test_a_fault_of_the_platform_costs_no_bot_anything(monkeypatch):
    tournament([VersionFactory(), VersionFactory()])

    def fail(*_args, **_kwargs):
        raise PlatformFault("not-reaped", seconds=10)

    monkeypatch.setattr(referee, "play_game", fail)

    assert play.play_next(worker(now=lambda: NOW), validation=False) is True
    match = Match.objects.get()
    assert (match.status, match.failures) == (Match.Status.QUEUED, 1)
    assert str(match.failure) == "A killed bot did not end within 10 s."
    assert [str(one) for one in match.incidents.all()] == [
        "fault of the platform: A killed bot did not end within 10 s."
    ]
    assert not Rating.objects.exists()


@pytest.mark.parametrize("lose", ["truncate", "delete"])
def test_an_archive_that_the_storage_lost_costs_no_bot_anything(lose):
    torn, other = VersionFactory(), VersionFactory()
    event = tournament([torn, other])
    if lose == "truncate":
        with torn.archive.open("r+b") as file:
            file.truncate(100)
    else:
        torn.archive.storage.delete(torn.archive.name)

    play.play_next(worker(), validation=False)

    match = Match.objects.get(pairing__round__tournament=event)
    assert match.status == Match.Status.QUEUED
    assert not Seat.objects.filter(fault__isnull=False).exists()
    assert f"The archive of {torn} is" in str(Incident.objects.get().text)


def test_a_stalled_host_is_noted_as_that_and_costs_no_bot_anything(monkeypatch):
    tournament([VersionFactory(), VersionFactory()])

    def stall(*_args, **_kwargs):
        raise HostStalled("starved", seconds=2)

    monkeypatch.setattr(referee, "play_game", stall)

    play.play_next(worker(now=lambda: NOW), validation=False)

    assert Incident.objects.get().kind == "host-stalled"
    assert Match.objects.get().status == Match.Status.QUEUED
    assert not Rating.objects.exists()


SPINNING = b"""
from agents.sdk import Bot

class Spinning(Bot):
    games = ["kalah"]

    def choose(self, state, clock):
        while True:
            pass
"""


@pytest.mark.once
def test_on_a_busy_host_a_bot_that_spins_loses_its_match_and_voids_nothing(monkeypatch):
    spinning = uploads.ship(bot=BotFactory(), data=SPINNING, games=["kalah"], now=NOW)
    tournament([spinning, VersionFactory()])
    short = TimeControl("short", bank=0.2, increment=0.0, per_action=None, startup=10.0)
    monkeypatch.setattr(workers, "preset", lambda _name, **_changes: short)

    with load(each=1):
        play.play_next(worker(), validation=False)

    faults = Seat.objects.filter(version=spinning).values_list("fault__kind", flat=True)
    assert Match.objects.get().status == Match.Status.FINISHED
    assert list(faults) == ["timeout", "timeout"]
    assert not Incident.objects.exists()


def test_an_error_of_our_own_counts_as_the_platforms(monkeypatch):
    tournament([VersionFactory(), VersionFactory()])
    monkeypatch.setattr(referee, "play_game", lambda *args, **kwargs: 1 / 0)

    play.play_next(worker(now=lambda: NOW), validation=False)

    assert str(Match.objects.get().failure) == "ZeroDivisionError: division by zero"


def test_a_host_without_sandbox_plays_nothing_and_says_so(monkeypatch, caplog):
    tournament([VersionFactory(), VersionFactory()])

    def refuse(*_args, **_kwargs):
        raise SandboxUnavailable("not-root")

    monkeypatch.setattr(referee, "play_game", refuse)

    with caplog.at_level(logging.ERROR):
        assert play.play_next(worker(now=lambda: NOW), validation=False) is False

    match = Match.objects.get()
    assert (match.status, match.failures) == (Match.Status.QUEUED, 0)
    assert "this host plays nothing: A root folder for bots (chroot) needs" in caplog.text
    assert Incident.objects.get().kind == "sandbox-unavailable"


def test_a_host_without_archives_leaves_its_match_to_others(monkeypatch):
    tournament([VersionFactory(), VersionFactory()])

    def refuse(*_args, **_kwargs):
        raise TimeoutError("nobody answers")

    monkeypatch.setattr(default_storage, "open", refuse)

    assert play.play_next(worker(now=lambda: NOW, host="oak"), validation=False) is False

    match = Match.objects.get()
    assert (match.status, match.failures) == (Match.Status.QUEUED, 0)
    assert "oak plays nothing: it cannot read the archives" in str(Incident.objects.get().text)


def test_what_a_host_runs_into_all_the_time_is_noted_once_an_hour(monkeypatch):
    tournament([VersionFactory(), VersionFactory()])

    def refuse(*_args, **_kwargs):
        raise SandboxUnavailable("not-root")

    monkeypatch.setattr(referee, "play_game", refuse)
    for minutes in (0, 1, 59, 60, 61):
        now = NOW + timedelta(minutes=minutes)
        play.play_next(worker(now=lambda now=now: now), validation=False)

    assert Incident.objects.count() == 2


def test_a_game_that_goes_on_longer_than_its_clocks_is_the_platforms_fault():
    tournament([VersionFactory(), VersionFactory()])
    hours = itertools.count()

    play.play_next(worker(now=lambda: NOW + next(hours) * timedelta(hours=1)), validation=False)

    assert "goes on longer than its clocks allow" in str(Match.objects.get().failure)
    assert Incident.objects.get().kind == "platform-fault"


def test_a_worker_that_is_told_to_stop_hands_its_match_back():
    tournament([VersionFactory(), VersionFactory()])

    play.play_next(worker(stopping=lambda: True), validation=False)

    match = Match.objects.get()
    assert (match.status, match.attempt, match.failures) == (Match.Status.QUEUED, 1, 0)


def test_a_worker_whose_lease_was_lost_drops_its_match(caplog):
    tournament([VersionFactory(), VersionFactory()])

    def time_passes():
        Match.objects.filter(status="running").update(attempt=9)
        return timezone.now()

    play.play_next(worker(now=time_passes), validation=False)

    assert "no longer the current one" in caplog.text
    assert Incident.objects.get().kind == "stale-report"
    assert not Game.objects.exclude(ended_at=None).exists()


def test_who_plays_renews_the_lease_long_before_it_runs_out(monkeypatch):
    monkeypatch.setattr(wire, "BEAT_SECONDS", 0.0)
    tournament([VersionFactory(), VersionFactory()])
    times, seen = iter([NOW] * 3), []

    def look():
        if not Game.objects.exclude(ended_at=None).exists():
            seen.append(Match.objects.get().lease_until)

    clock = partial(next, times, NOW + LEASE / 2)
    play.play_next(worker(now=clock, alive=look), validation=False)

    assert (min(seen), max(seen)) == (NOW + LEASE, NOW + LEASE / 2 + LEASE)


@pytest.fixture
def begun(monkeypatch):
    """The bots' processes that are begun, in order, as on two processors."""
    made = []
    begin = bench.begin
    monkeypatch.setattr(bench, "begin", lambda **terms: made.append(begin(**terms)) or made[-1])
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {0, 1})
    return made


def test_while_a_match_is_played_a_process_for_the_next_one_is_begun(begun, monkeypatch):
    tournament([VersionFactory() for _ in range(3)])
    report, counts = reports.report, []

    def counting(*told, **terms):
        counts.append(len(begun))
        report(*told, **terms)

    monkeypatch.setattr(reports, "report", counting)

    assert play.play_on(worker(), validation=False, enough=lambda: False) is False

    games = Game.objects.exclude(ended_at=None).count()
    assert games == len(counts) == 6
    assert counts[1] > 4


def test_enough_is_asked_after_every_match():
    tournament([VersionFactory() for _ in range(3)])

    assert play.play_on(worker(), validation=False, enough=lambda: True) is True

    assert Match.objects.filter(status=Match.Status.FINISHED).count() == 1


def test_nothing_waits_means_nothing_is_done():
    assert play.play_next(worker(), validation=False) is False


@pytest.mark.once
def test_a_check_of_a_bot_of_yesterday_can_still_be_read():
    version = VersionFactory(status=Version.Status.CHECKING)
    check_match(version)

    play.play_next(worker(), validation=True)

    assert Version.objects.get().status == Version.Status.ACCEPTED
