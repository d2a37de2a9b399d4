"""A worker claims a row, keeps its lease while it works, and ends the attempt."""

import pytest

from agents.sandbox import Isolation, SandboxUnavailable
from tests.tournaments.factories import LEASE, NOW, VersionFactory, check_match
from tournaments.errors import Interrupted, StaleAttempt
from tournaments.models import Incident, Match
from tournaments.services.playing import workers

pytestmark = pytest.mark.django_db


def worker(times=(NOW,), **changes):
    """A worker whose clock shows the last of the `times`."""
    terms = {"isolation": Isolation.NONE, "lease": LEASE, "now": lambda: times[-1]}
    return workers.Worker(name="worker-1", **terms | changes)


@pytest.fixture
def row():
    made = check_match(VersionFactory())
    assert made.claim(worker="worker-1", now=NOW, lease=LEASE)
    return made


def test_a_heart_renews_the_lease_when_a_third_of_it_is_over(row):
    times, beats = [NOW], []
    heart = workers.Heart(row, worker(times, alive=lambda: beats.append(times[-1])))
    for moment in (NOW, NOW + LEASE / 4, NOW + LEASE / 3, NOW + LEASE / 2):
        times.append(moment)
        heart.beat()
        row.refresh_from_db()
        beats.append(row.lease_until - LEASE)

    assert beats[1::2] == [NOW, NOW, NOW + LEASE / 3, NOW + LEASE / 3]
    assert beats[::2] == times[1:]


def test_a_heart_ends_an_attempt_that_is_lost_or_whose_worker_stops(row):
    times = [NOW]
    heart = workers.Heart(row, worker(times))
    Match.objects.update(attempt=9)
    heart.beat()
    times.append(NOW + LEASE / 3)

    with pytest.raises(StaleAttempt):
        heart.beat()
    with pytest.raises(Interrupted):
        workers.Heart(row, worker(stopping=lambda: True)).beat()


def test_a_row_that_has_killed_too_many_workers_is_given_up_and_the_next_is_claimed(row):
    row.release(failures=3)
    following = check_match(VersionFactory())

    line = Match.objects.queued().order_by("pk")
    assert workers.take(line, worker(), now=NOW, host="oak") == following

    row.refresh_from_db()
    assert row.is_over
    assert workers.take(line, worker(), now=NOW) is None


@pytest.mark.parametrize("error", [Interrupted("worker-stops", worker="w"), None])
def test_an_attempt_that_ends_without_a_failure_releases_its_row(row, error):
    with workers.attempt(row, worker()):
        if error:
            raise error

    row.refresh_from_db()
    assert (row.is_queued, row.failures, Incident.objects.count()) == (True, 0, 0)


def test_an_attempt_with_an_error_is_a_platform_failure(row):
    with workers.attempt(row, worker()):
        _none = 1 / 0

    incident = Incident.objects.get()
    assert (incident.kind, incident.worker) == ("platform-fault", "worker-1")
    row.refresh_from_db()
    assert (row.failures, str(row.failure)) == (1, "ZeroDivisionError: division by zero")


def test_what_a_host_lacks_is_no_failure_of_the_row(row):
    with pytest.raises(SandboxUnavailable), workers.attempt(row, worker()):
        raise SandboxUnavailable("not-root")

    row.refresh_from_db()
    assert (row.is_queued, row.failures, Incident.objects.count()) == (True, 0, 0)


@pytest.mark.parametrize(("left", "went_on", "done"), [(1, False, 2), (5, True, 3)])
def test_a_worker_goes_on_until_nothing_is_left_or_it_is_enough(left, went_on, done):
    calls = []

    def do_next():
        calls.append(len(calls))
        return len(calls) <= left

    assert workers.go_on(do_next, enough=lambda: len(calls) == 3) is went_on
    assert len(calls) == done
