"""Games that are reported beside the play: each once, whatever happens before the report."""

import threading
from dataclasses import dataclass, field

import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.utils import timezone

from agents.sandbox import Isolation
from agents.table import referee
from engine.record import Recorder
from tests.tournaments.factories import LEASE, VersionFactory, outcome, tournament
from tournaments.models import Game, Incident, LedgerEntry, Match
from tournaments.services.playing import play, reports, workers
from tournaments.services.playing.clerks import Clerk, ClerkBeside

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_SECONDS = 30


@dataclass
class Ended:
    """A game that has been played by nobody."""

    game: Game
    closed: list[int]

    def report(self):
        self.close()
        return outcome(self.game)

    def close(self):
        self.closed.append(self.game.pk)


@dataclass
class Stage:
    """Plays games without bots, and does what a test has put there: first, and while bots think."""

    begun: list[int] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    during: dict[int, object] = field(default_factory=dict)
    asking: dict[int, object] = field(default_factory=dict)

    def play_game(self, _game, _bots, deal, _conditions, *, watch, bench, ready):
        known = Game.objects.filter(number=deal.game_number).select_related("match")
        (game,) = (one for one in known if bytes(one.match.seed) == deal.seed)
        watch()
        self.begun.append(game.pk)
        self.during.get(len(self.begun), lambda: None)()
        ready(Recorder(game.variant.load(), [{}] * 2, ""))
        self.asked.append(Game.objects.finished().count())
        self.asking.get(len(self.asked), lambda: None)()
        watch()
        return Ended(game, self.closed)


@pytest.fixture
def stage(monkeypatch):
    made = Stage()
    monkeypatch.setattr(referee, "play_game", made.play_game)
    return made


@pytest.fixture
def slow(monkeypatch):
    """The first report waits until it may be written, or the one of another number."""
    may, report, told = threading.Event(), reports.report, []

    def late(match, game, *outcome, **terms):
        told.append(game.pk)
        assert len(told) != late.number or may.wait(PATIENCE_SECONDS)
        report(match, game, *outcome, **terms)

    monkeypatch.setattr(reports, "report", late)
    late.may, late.told, late.number = may, told, 1
    return late


def play_all(entrants=2, **changes):
    tournament([VersionFactory() for _ in range(entrants)])
    play_on(**changes)


def play_on(*, deputy=None, **changes):
    details = {"isolation": Isolation.BUBBLEWRAP, "lease": LEASE, "now": timezone.now}
    worker = workers.Worker(**{"name": "worker-1", **details, **changes})
    clerk = ClerkBeside(deputy)
    return play.play_on(worker, validation=False, enough=worker.stopping, clerk=clerk)


def kinds():
    return sorted(Incident.objects.values_list("kind", flat=True))


def test_the_next_game_begins_while_the_report_is_written(stage, slow):
    stage.during = {2: slow.may.set}

    play_all()

    assert slow.told == stage.begun
    assert Match.objects.get().status == Match.Status.FINISHED
    assert LedgerEntry.objects.exclude(game=None).count() == 4


def test_no_bot_is_asked_anything_while_a_report_is_written(stage, slow):
    stage.during = {2: threading.Timer(0.2, slow.may.set).start}

    play_all()

    assert stage.asked == [0, 1]


def test_the_next_match_begins_while_the_last_report_of_this_one_is_written(stage, slow):
    slow.number = 2
    stage.during = {3: slow.may.set}

    play_all(entrants=3)

    assert slow.told == stage.begun
    assert Match.objects.finished().count() == 3
    assert Game.objects.filter(ended_at=None).count() == 0


def test_a_report_of_a_lost_lease_ends_the_next_game_and_is_told_once(stage, slow):
    def lose_the_lease():
        match = Match.objects.get()
        match.hand_back(now=timezone.now())
        assert match.claim(worker="worker-2", now=timezone.now(), lease=LEASE)
        slow.may.set()

    stage.during = {2: lose_the_lease}

    play_all()

    match = Match.objects.get()
    assert (match.status, match.worker, match.attempt) == ("running", "worker-2", 2)
    assert Game.objects.finished().count() == 0
    assert kinds() == ["stale-report"]
    assert stage.closed == stage.begun[:1]
    assert len(stage.asked) == 1


def test_a_report_that_fails_is_the_platforms_fault_and_the_game_is_played_again(
    stage, monkeypatch
):
    report, broken = reports.report, [OSError("The disk is full.")]

    def failing(*told, **terms):
        if broken:
            raise broken.pop()
        report(*told, **terms)

    monkeypatch.setattr(reports, "report", failing)
    tournament([VersionFactory(), VersionFactory()])
    seed = bytes(Match.objects.get().seed)

    play_on()

    match = Match.objects.get()
    assert (match.status, match.failures) == (Match.Status.QUEUED, 1)
    assert bytes(match.seed) != seed
    assert kinds() == ["platform-fault"]
    assert Game.objects.finished().count() == 0

    Match.objects.update(not_before=timezone.now())
    play_on()

    assert Match.objects.get().status == Match.Status.FINISHED
    assert LedgerEntry.objects.exclude(game=None).count() == 4


def test_the_last_report_fails_and_the_match_that_has_begun_goes_on(stage, monkeypatch):
    report, reported = reports.report, []

    def failing(match, game, *outcome, **terms):
        reported.append(game.pk)
        if len(reported) == 2:
            raise OSError("The disk is full.")
        report(match, game, *outcome, **terms)

    monkeypatch.setattr(reports, "report", failing)

    play_all(entrants=3)

    failed, *others = Match.objects.order_by("started_at")
    assert (failed.status, failed.failures) == (Match.Status.QUEUED, 1)
    assert failed.games.filter(ended_at=None).count() == 1
    assert {match.status for match in others} == {Match.Status.FINISHED}
    assert {match.attempt for match in others} == {1}


def test_a_worker_that_is_stopped_first_reports_what_it_has_played(stage, slow):
    stopped = threading.Event()

    def stop():
        stopped.set()
        slow.may.set()

    stage.during = {2: stop}

    play_all(stopping=stopped.is_set, alive=lambda: None)

    match = Match.objects.get()
    assert match.status == Match.Status.QUEUED
    assert [game.number for game in Game.objects.finished()] == [1]
    assert match.replaced_seeds.get().why == "stopped"
    assert kinds() == []


def test_a_clerk_goes_on_after_an_errand_that_failed(caplog):
    done = []

    for clerk in (Clerk(), ClerkBeside()):
        with clerk:
            clerk.take(lambda: 1 / 0)
            clerk.take(lambda: done.append("the next"))

    assert done == ["the next", "the next"]
    assert caplog.text.count("left to its lease") == 2


def test_whoever_leaves_a_clerk_has_waited_for_it():
    may, done = threading.Event(), []

    with ClerkBeside() as clerk:
        clerk.take(lambda: done.append(may.wait(PATIENCE_SECONDS)))
        assert done == []
        may.set()

    assert done == [True]


def test_a_clerk_closes_its_own_connection_and_not_its_callers():
    connection.ensure_connection()
    mine, seen = connection.connection, []

    def look():
        connection.ensure_connection()
        seen.append(connections[DEFAULT_DB_ALIAS])

    with ClerkBeside() as clerk:
        clerk.take(look)

    assert seen[0].connection is None
    assert connection.connection is mine
