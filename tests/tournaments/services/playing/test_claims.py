from dataclasses import replace
from datetime import timedelta

import pytest

from agents.sandbox import Isolation
from tests.tournaments.factories import (
    LEASE,
    NOW,
    VersionFactory,
    check_match,
    claimed,
    fault,
    outcome,
    tournament,
)
from tournaments.errors import StaleAttempt
from tournaments.models import Game, Incident, Match
from tournaments.services.playing import failures, hosts, play, reports, workers

pytestmark = pytest.mark.django_db


def worker(*, name="worker-1", now=NOW):
    return workers.Worker(name=name, isolation=Isolation.BUBBLEWRAP, lease=LEASE, now=lambda: now)


@pytest.fixture
def match():
    tournament([VersionFactory(), VersionFactory()])
    return Match.objects.get()


def report(match, number=1, *, now=NOW):
    game = match.games.get(number=number)
    reports.report(match, game, outcome(game), now=now, lease=LEASE)


def test_a_claim_sets_worker_lease_and_attempt(match):
    taken = play.claim(worker(), validation=False)

    assert (taken.pk, taken.status, taken.worker) == (match.pk, "running", "worker-1")
    assert (taken.attempt, taken.lease_until, taken.started_at) == (1, NOW + LEASE, NOW)


def test_a_claimed_match_is_not_claimed_again(match):
    play.claim(worker(), validation=False)

    assert play.claim(worker(name="worker-2"), validation=False) is None


def test_the_worker_that_lost_the_race_is_told_so(match):
    same_row = Match.objects.get()

    assert match.claim(worker="worker-1", now=NOW, lease=LEASE) is True
    assert same_row.claim(worker="worker-2", now=NOW, lease=LEASE) is False
    assert same_row.worker == "worker-1"


def test_in_a_tournament_the_longest_wait_comes_first():
    tournament([VersionFactory() for _ in range(3)])
    late, early, latest = Match.objects.all()
    Match.objects.filter(pk=early.pk).update(queued_at=NOW - timedelta(hours=1))
    Match.objects.filter(pk=latest.pk).update(queued_at=NOW - timedelta(minutes=1))

    taken = [play.claim(worker(), validation=False) for _ in range(3)]

    assert taken == [early, latest, late]


def test_checks_and_tournaments_wait_in_queues_of_their_own(match):
    check = check_match(VersionFactory())

    assert play.waiting(now=NOW, most=5) == {"kauri.play": 1, "kauri.validate": 1}
    assert play.claim(worker(), validation=True) == check


def test_a_silent_worker_loses_its_match_and_its_report(match):
    held = claimed(match)
    later = NOW + LEASE + timedelta(seconds=1)

    assert failures.reap(now=later) == 1

    with pytest.raises(StaleAttempt, match="attempt 1 is no longer the current one"):
        report(held, now=later)
    assert not Game.objects.exclude(ended_at=None).exists()


def test_a_lost_attempt_changes_nothing_while_another_plays(match):
    lost = claimed(match)
    failures.reap(now=NOW + 2 * LEASE)
    later = NOW + 3 * LEASE
    current = play.claim(worker(now=later), validation=False)

    assert not lost.step(lease_until=later + 9 * LEASE)
    assert not lost.hand_back(now=NOW)
    assert not reports.fail(lost, reason=fault("too late"), now=later)
    with pytest.raises(StaleAttempt, match="attempt 1 is no longer the current one"):
        report(lost, now=later)

    match.refresh_from_db()
    assert (match.status, match.attempt) == (Match.Status.RUNNING, 2)
    assert match.lease_until == current.lease_until
    assert not Game.objects.exclude(ended_at=None).exists()


def test_a_lease_that_is_renewed_is_not_reaped(match):
    held = claimed(match)
    held.step(lease_until=NOW + 2 * LEASE)

    assert failures.reap(now=NOW + LEASE + timedelta(seconds=1)) == 0


def test_the_next_attempt_plays_only_what_is_missing(match):
    report(claimed(match), number=1)
    failures.reap(now=NOW + 2 * LEASE)
    second = play.claim(worker(now=NOW + 3 * LEASE), validation=False)

    report(second, number=2)

    match.refresh_from_db()
    assert (match.status, match.attempt) == (Match.Status.FINISHED, 2)


def test_a_report_that_comes_twice_counts_once(match):
    held = claimed(match)
    report(held)
    first = Game.objects.get(number=1).record

    report(held)

    game = Game.objects.get(number=1)
    assert game.record == first
    assert game.ledger.count() == 2


def test_the_seed_is_secret_until_the_match_is_over(match):
    assert match.revealed_seed is None
    assert len(match.commitment) == 64
    held = claimed(match)
    report(held, 1)
    report(held, 2)

    match.refresh_from_db()

    assert match.revealed_seed == bytes(match.seed).hex()


def test_three_platform_failures_in_a_row_void_a_match(match):
    now = NOW
    for number in (1, 2, 3):
        held = claimed(Match.objects.get(), now=now)
        reports.fail(held, reason=fault(f"The disk is full, {number}."), now=now)

    match.refresh_from_db()
    assert (match.status, str(match.failure)) == (Match.Status.VOID, "The disk is full, 3.")


def test_after_a_platform_failure_a_match_waits_longer_each_time(match):
    reports.fail(claimed(match), reason=fault("no memory"), now=NOW)

    assert play.claim(worker(now=NOW + timedelta(seconds=4)), validation=False) is None
    again = play.claim(worker(now=NOW + timedelta(seconds=5)), validation=False)
    reports.fail(again, reason=fault("no memory"), now=NOW)
    match.refresh_from_db()
    assert match.not_before == NOW + timedelta(seconds=10)


def test_progress_forgives_earlier_failures(match):
    reports.fail(claimed(match), reason=fault("no memory"), now=NOW)
    held = claimed(Match.objects.get())

    report(held)

    match.refresh_from_db()
    assert match.failures == 0


def test_a_failure_after_progress_is_the_first_again(match):
    for number in (1, 2):
        reports.fail(claimed(Match.objects.get()), reason=fault(f"no memory, {number}"), now=NOW)
    held = claimed(Match.objects.get())
    report(held)

    reports.fail(held, reason=fault("no memory"), now=NOW)

    match.refresh_from_db()
    assert (match.status, match.failures) == (Match.Status.QUEUED, 1)


def test_a_lost_lease_is_noted_with_its_worker(match):
    claimed(match)

    failures.reap(now=NOW + 2 * LEASE)

    incident = Incident.objects.get()
    assert (incident.kind, incident.match, incident.attempt) == ("lease-expired", match, 1)
    assert incident.worker == "worker-1"


def test_the_host_and_its_speed_stay_with_the_match(match):
    host = hosts.register("box", isolation="bubblewrap", slots=1, speed_index=1.5, now=NOW)

    play.claim(replace(worker(), host="box"), validation=False)
    Match.objects.get().hand_back(now=NOW)

    match.refresh_from_db()
    assert (match.host, match.speed_index) == (host, 1.5)


def test_handing_back_is_nobodys_failure(match):
    claimed(match).hand_back(now=NOW)

    match.refresh_from_db()
    assert (match.status, match.failures, match.worker) == (Match.Status.QUEUED, 0, "")
