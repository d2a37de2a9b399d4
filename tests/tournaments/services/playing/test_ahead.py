"""What a worker's deputy does while bots think: it reports games, and claims the next match."""

import multiprocessing
import os
import signal
import time
from dataclasses import replace

import pytest
from django.db import connection
from django.utils import timezone

from agents.table import referee
from tests.tournaments.factories import LEASE, NOW, VersionFactory, tournament
from tests.tournaments.services.playing.test_clerks import (
    PATIENCE_SECONDS,
    Stage,
    kinds,
    play_all,
)
from tests.tournaments.services.playing.test_play import worker
from tournaments.machinery.processes.deputies import Deputy
from tournaments.models import Game, LedgerEntry, Match
from tournaments.services.playing import failures, play, reports
from tournaments.services.playing.ahead import Ahead, Held
from tournaments.services.playing.clerks import Clerk

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def stage(monkeypatch):
    made = Stage()
    monkeypatch.setattr(referee, "play_game", made.play_game)
    return made


@pytest.fixture
def slow(monkeypatch):
    """Reports of the deputy wait until they may be written."""
    may, here, report = multiprocessing.Event(), os.getpid(), reports.report

    def late(*told, **terms):
        assert os.getpid() == here or may.wait(PATIENCE_SECONDS)
        report(*told, **terms)

    monkeypatch.setattr(reports, "report", late)
    return may


@pytest.fixture
def deputy(request):
    """Made when all that a test replaces has been replaced."""
    for name in ("slow", "stage"):
        if name in request.fixturenames:
            request.getfixturevalue(name)
    made = Deputy()
    yield made
    made.close()


def until(condition):
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert condition()


def two_are_claimed():
    return Match.objects.running().count() == 2


def test_bots_are_asked_while_the_deputy_still_reports(stage, slow, deputy):
    stage.asking = {2: slow.set}

    play_all(deputy=deputy)

    assert stage.asked == [0, 0]
    assert Match.objects.get().status == Match.Status.FINISHED
    assert LedgerEntry.objects.exclude(game=None).count() == 4


def is_connected():
    return connection.connection is not None


def test_a_deputy_keeps_no_connection_when_nothing_is_played(stage, deputy):
    play_all(deputy=deputy)

    deputy.send(is_connected)

    assert deputy.answer() is False


def test_a_deputy_that_dies_over_a_report_leaves_it_to_its_worker(stage, slow, deputy):
    stage.asking = {2: lambda: os.kill(deputy.pid, signal.SIGKILL)}

    play_all(deputy=deputy)

    assert Match.objects.get().status == Match.Status.FINISHED
    assert LedgerEntry.objects.exclude(game=None).count() == 4
    assert kinds() == []


def test_a_deputy_that_dies_after_its_report_counts_no_game_twice(stage, slow, deputy):
    slow.set()

    def die():
        until(lambda: Game.objects.finished().exists())
        os.kill(deputy.pid, signal.SIGKILL)

    stage.asking = {2: die}

    play_all(deputy=deputy)

    assert LedgerEntry.objects.exclude(game=None).count() == 4
    assert kinds() == []


def test_a_report_of_a_lost_lease_ends_the_game_in_hand(stage, slow, deputy):
    def lose_the_lease():
        match = Match.objects.get()
        match.hand_back(now=timezone.now())
        assert match.claim(worker="worker-2", now=timezone.now(), lease=LEASE)
        slow.set()
        until(deputy.has_answered)

    stage.asking = {2: lose_the_lease}

    play_all(deputy=deputy)

    match = Match.objects.get()
    assert (match.status, match.worker, match.attempt) == ("running", "worker-2", 2)
    assert Game.objects.finished().count() == 0
    assert kinds() == ["stale-report"]


def test_the_next_match_is_claimed_while_bots_think(stage, deputy):
    stage.asking = {2: lambda: until(two_are_claimed)}

    play_all(entrants=3, deputy=deputy)

    assert set(Match.objects.values_list("status", "attempt")) == {("finished", 1)}


def test_a_worker_that_is_stopped_gives_back_the_match_that_it_holds(stage, deputy):
    stopped = []

    def stop():
        until(two_are_claimed)
        stopped.append(True)

    stage.asking = {2: stop}

    play_all(entrants=3, deputy=deputy, stopping=lambda: bool(stopped))

    seeds = Match.objects.filter(replaced_seeds__isnull=False)
    assert Match.objects.running().count() == 0
    assert seeds.count() == 1
    assert {match.games.finished().count() for match in seeds} == {1}
    assert kinds() == []


def test_where_few_matches_wait_none_is_claimed_ahead():
    tournament([VersionFactory() for _ in range(2)])
    assert play.claim_ahead(worker()) is None

    tournament([VersionFactory() for _ in range(2)])
    held = play.claim_ahead(worker())

    assert (held.match.status, held.match.attempt) == ("running", 1)
    assert [game.number for game in held.games] == [1, 2]


class Asked(Clerk):
    """A clerk with somebody beside him who has done what he was asked by the next moment."""

    def pass_on(self, task):
        task.do()


def holding(*, now=lambda: NOW):
    """A worker that holds a match ahead."""
    tournament([VersionFactory(), VersionFactory()])
    match = Match.objects.get()
    assert match.claim(worker="worker-1", now=NOW, lease=LEASE)
    ahead = Ahead(Asked(), lambda: Held.of(match), worker(now=now))
    ahead.look()
    return ahead


def test_what_is_held_is_taken_with_a_new_lease():
    times = [NOW]
    ahead = holding(now=lambda: times[-1])
    times.append(NOW + LEASE / 4)
    ahead.tend()

    assert ahead.take().match.pk == Match.objects.get().pk

    assert Match.objects.get().lease_until == NOW + LEASE / 4 + LEASE
    assert ahead.take() is None


def test_what_is_held_for_long_goes_back_as_it_was():
    times = [NOW]
    ahead = holding(now=lambda: times[-1])
    seed = bytes(Match.objects.get().seed)
    times.append(NOW + LEASE / 3)

    ahead.tend()

    match = Match.objects.get()
    assert (match.status, match.worker, bytes(match.seed)) == ("queued", "", seed)
    assert not match.replaced_seeds.exists()
    assert ahead.take() is None


def test_what_others_have_taken_meanwhile_is_theirs():
    ahead = holding()
    failures.reap(now=NOW + 2 * LEASE)
    other = replace(worker(), name="worker-2", now=lambda: NOW + 3 * LEASE)
    assert play.claim(other, validation=False)

    assert ahead.take() is None
    ahead.leave()

    assert Match.objects.get().worker == "worker-2"


def test_checks_claim_nothing_ahead(stage):
    asked = []

    class Noting(Clerk):
        def pass_on(self, task):
            asked.append(task)

    tournament([VersionFactory(), VersionFactory()])
    ahead = Ahead(Noting(), lambda: None, worker())
    awake = replace(worker(), now=timezone.now)

    play.play_next(awake, validation=True, ahead=ahead)
    assert asked == []
    play.play_next(awake, validation=False, ahead=ahead)
    assert len(asked) == 1
