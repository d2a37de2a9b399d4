"""The time of day jumps by hours while matches run: at the most a match is played again."""

from datetime import timedelta

import pytest
from django.utils import timezone

from agents.sandbox import Isolation
from tests.tournaments.factories import LEASE, NOW, VersionFactory, tournament
from tournaments.models import Game, Incident, LedgerEntry, Match, Seat
from tournaments.services.playing import failures, play, workers
from tournaments.services.ratings import ledger

pytestmark = pytest.mark.django_db

HOURS = timedelta(hours=5)


class Clock:
    """The time of day, which jumps once, by `jump`, when it has been read `reads` times."""

    def __init__(self, jump, *, reads=10_000):
        self.offset = timedelta()
        self.jump, self.reads = jump, reads

    def __call__(self):
        self.reads -= 1
        if self.reads == 0:
            self.offset += self.jump
        return timezone.now() + self.offset


def play_on(clock):
    """All that is to be played, by a worker and a reaper with this clock."""
    worker = workers.Worker(name="w", isolation=Isolation.BUBBLEWRAP, lease=LEASE, now=clock)
    for _attempt in range(3):
        while play.play_next(worker, validation=False):
            pass
        clock.offset += 2 * LEASE
        failures.reap(now=clock())


def assert_everything_counted_once(*, attempts):
    match = Match.objects.get()
    assert (match.status, match.games.filter(ended_at=None).count()) == ("finished", 0)
    assert match.attempt <= attempts
    assert LedgerEntry.objects.exclude(game=None).count() == 2 * Game.objects.count()
    assert not Seat.objects.filter(fault__isnull=False).exists()
    assert not Incident.objects.filter(kind="conflicting-report").exists()
    assert ledger.check(now=NOW).differences == []


@pytest.mark.parametrize("reads", [2, 4, 6])
@pytest.mark.parametrize("jump", [HOURS, -HOURS])
def test_a_workers_clock_jumps(jump, reads):
    tournament([VersionFactory(), VersionFactory()])

    play_on(Clock(jump, reads=reads))

    assert_everything_counted_once(attempts=2)


def test_a_reapers_clock_that_is_hours_ahead_takes_a_match_once():
    tournament([VersionFactory(), VersionFactory()])
    clock = Clock(timedelta())

    def ahead():
        if Match.objects.filter(status="running", attempt=1).exists():
            failures.reap(now=clock() + HOURS)
        return clock()

    worker = workers.Worker(name="w", isolation=Isolation.BUBBLEWRAP, lease=LEASE, now=ahead)
    play.play_next(worker, validation=False)
    # Its pause after the supposed failure was counted from the wrong time.
    clock.offset += HOURS
    play_on(clock)

    assert_everything_counted_once(attempts=2)
    assert Incident.objects.filter(kind="lease-expired").count() == 1
