"""Matches: their states, each step from one to the next, and what the database refuses."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from engine.dice import commitment
from tests.tournaments.factories import (
    GIVEN_UP,
    LEASE,
    NOW,
    VersionFactory,
    check_match,
    claimed,
    fault,
    tournament,
)
from tournaments.models import Host, Match, ReplacedSeed, Tournament
from tournaments.models.seeds import fresh_seed
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db

VOIDED = Sentence("withdrawn-waits", version="Tide 1")
REASON = fault("The disk is full.")


@pytest.fixture
def match():
    tournament([VersionFactory(), VersionFactory()])
    return Match.objects.get()


@pytest.fixture
def check():
    return check_match(VersionFactory())


def played(match):
    """The match, without any game that is left."""
    match.games.update(ended_at=NOW, record_removed_at=NOW)
    return match


def in_status(match, status):
    """The match in a status that it came to in some way."""
    lease = NOW + LEASE if status == "running" else None
    Match.objects.filter(pk=match.pk).update(status=status, lease_until=lease)
    match.refresh_from_db()
    return match


STATUSES = ["queued", "running", "finished", "void"]


@pytest.mark.parametrize(
    ("status", "queued", "over"),
    [
        ("queued", True, False),
        ("running", False, False),
        ("finished", False, True),
        ("void", False, True),
    ],
)
def test_a_match_is_queued_or_running_or_over(check, status, queued, over):
    match = in_status(check, status)

    assert (match.is_queued, match.is_over) == (queued, over)
    assert match.revealed_seed == (bytes(match.seed).hex() if over else None)


@pytest.mark.parametrize("status", STATUSES)
def test_each_status_has_its_query(check, status):
    in_status(check, status)
    queries = {
        "queued": Match.objects.queued(),
        "running": Match.objects.running(),
        "finished": Match.objects.finished(),
        "void": Match.objects.void(),
    }

    assert [name for name, rows in queries.items() if rows.exists()] == [status]
    assert Match.objects.open().exists() == (status in {"queued", "running"})


def test_checks_and_matches_of_tournaments_have_their_queries(match, check):
    assert list(Match.objects.checks()) == [check]
    assert list(Match.objects.of_tournaments()) == [match]
    assert list(Match.objects.of_running_tournaments()) == [match]

    Tournament.objects.update(status="paused", pause_reason=REASON)
    assert not Match.objects.of_running_tournaments().exists()


def test_only_the_queued_matches_are_voided_with_those_that_wait(match, check):
    claimed(check)

    assert Match.objects.void_waiting(reason=VOIDED, now=NOW) == 1

    match.refresh_from_db()
    check.refresh_from_db()
    assert (match.status, match.void_reason, match.ended_at) == ("void", VOIDED, NOW)
    assert (check.status, check.void_reason) == ("running", Sentence())


@pytest.mark.parametrize(
    ("status", "number"), [("queued", 1), ("running", 1), ("finished", 0), ("void", 0)]
)
def test_calling_off_voids_what_waits_and_what_is_played(check, status, number):
    in_status(check, status)

    assert Match.objects.call_off(reason=VOIDED, now=NOW) == number

    check.refresh_from_db()
    assert (check.void_reason == VOIDED) == bool(number)
    if number:
        assert (check.status, check.worker, check.lease_until) == ("void", "", None)
        assert check.ended_at == NOW


@pytest.mark.parametrize(
    ("status", "reason", "called_off"),
    [
        ("void", VOIDED, True),
        ("void", GIVEN_UP, False),
        ("finished", Sentence(), False),
        ("queued", Sentence(), False),
    ],
)
def test_a_match_that_the_platform_gave_up_was_not_called_off(check, status, reason, called_off):
    Match.objects.update(status=status, void_reason=reason)
    check.refresh_from_db()

    assert check.was_called_off is called_off


def test_a_claim_takes_one_queued_match_and_no_other(match, check):
    assert match.claim(worker="worker-1", now=NOW, lease=LEASE, isolation="chroot")

    assert (match.status, match.worker, match.attempt) == ("running", "worker-1", 1)
    assert (match.lease_until, match.started_at) == (NOW + LEASE, NOW)
    assert (match.isolation, match.host, match.failures) == ("chroot", None, 0)
    check.refresh_from_db()
    assert (check.status, check.attempt) == ("queued", 0)


@pytest.mark.parametrize("status", ["running", "finished", "void"])
def test_only_a_queued_match_is_claimed(check, status):
    in_status(check, status)

    assert not check.claim(worker="worker-1", now=NOW + 2 * LEASE, lease=LEASE)
    assert (check.status, check.attempt, check.worker) == (status, 0, "")


def test_a_claim_keeps_the_known_host_its_speed_and_the_first_start(check):
    names = {"isolation": "chroot", "slots": 1, "started_at": NOW, "seen_at": NOW, "rules": {}}
    Host.objects.create(name="elm", speed_index=0.5, **names)
    host = Host.objects.create(name="oak", speed_index=1.5, **names)
    Host.objects.create(name="yew", speed_index=0.5, **names)
    claimed(check).release()

    later = NOW + timedelta(hours=1)
    check.claim(worker="worker-1", now=later, lease=LEASE, host="oak")

    assert (check.host, check.speed_index) == (host, 1.5)
    assert (check.started_at, check.lease_until, check.attempt) == (NOW, later + LEASE, 2)


def lost(match):
    """An attempt at the match that another one has followed."""
    claimed(match).release()
    claimed(Match.objects.get(pk=match.pk))
    return match


STEPS = {
    "step": lambda match: match.step(sandboxes=7),
    "release": lambda match: match.release(),
    "hand back": lambda match: match.hand_back(now=NOW),
    "fail": lambda match: match.fail(reason=REASON, now=NOW),
    "give up": lambda match: match.give_up(now=NOW),
    "finish": lambda match: match.finish(now=NOW),
}


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
@pytest.mark.parametrize("prepare", [lost, lambda match: match], ids=["lost", "queued"])
def test_only_the_attempt_that_owns_a_match_changes_it(check, prepare, step):
    prepare(check)
    before = Match.objects.values().get()

    assert step(check) is False

    assert Match.objects.values().get() == before
    assert not check.replaced_seeds.exists()


def test_a_step_changes_the_match_in_hand_and_no_other(match, check):
    claimed(check)
    assert claimed(match).step(sandboxes=7) is True

    assert [row.sandboxes for row in (Match.objects.get(pk=match.pk), match)] == [7, 0]
    assert Match.objects.get(pk=check.pk).sandboxes == 0


def test_a_released_match_is_queued_as_it_was(check):
    seed = bytes(check.seed)

    assert claimed(check).release() is True

    check.refresh_from_db()
    assert (check.status, check.worker, check.lease_until) == ("queued", "", None)
    assert (bytes(check.seed), check.failures, check.ended_at) == (seed, 0, None)
    assert not check.replaced_seeds.exists()


def test_a_match_that_is_handed_back_gets_another_seed_and_keeps_the_old_one(check):
    first = bytes(check.seed)

    assert claimed(check).hand_back(now=NOW) is True
    check.refresh_from_db()
    second = bytes(check.seed)
    assert claimed(check).hand_back(now=NOW + LEASE, why="restored") is True

    check.refresh_from_db()
    assert (check.status, check.worker, check.lease_until) == ("queued", "", None)
    assert (check.failures, check.not_before) == (0, NOW)
    assert check.seeds == [first, second, bytes(check.seed)]
    assert len(set(check.seeds)) == 3
    told = check.replaced_seeds.values_list("number", "why", "replaced_at")
    assert list(told) == [(1, "stopped", NOW), (2, "restored", NOW + LEASE)]


def test_after_a_failure_a_match_waits_with_another_seed(check):
    first = bytes(check.seed)

    assert claimed(check).fail(reason=REASON, now=NOW) is True
    check.refresh_from_db()
    assert check.not_before == NOW + timedelta(seconds=5)
    assert claimed(check).fail(reason=REASON, now=NOW, why="silent") is True

    check.refresh_from_db()
    assert (check.status, check.failures, check.failure) == ("queued", 2, REASON)
    assert check.not_before == NOW + timedelta(seconds=10)
    assert (check.worker, check.lease_until, check.ended_at) == ("", None, None)
    assert check.seeds[0] == first
    assert [old.why for old in check.replaced_seeds.all()] == ["failed", "silent"]


def test_the_third_failure_in_a_row_voids_a_match_with_its_last_seed(check):
    Match.objects.update(failures=2)
    seed = bytes(check.seed)

    assert claimed(check).fail(reason=REASON, now=NOW) is True

    check.refresh_from_db()
    assert (check.status, check.void_reason, check.ended_at) == ("void", GIVEN_UP, NOW)
    assert (check.failures, check.failure) == (3, REASON)
    assert (check.worker, check.lease_until) == ("", None)
    assert check.seeds == [seed]
    assert not check.was_called_off


def test_a_failure_counts_from_the_row_and_not_from_what_was_read(check):
    Match.objects.update(failures=2)
    claimed(check)
    Match.objects.update(failures=0)  # the deputy has reported a game

    check.fail(reason=REASON, now=NOW)

    check.refresh_from_db()
    assert (check.status, check.failures) == ("queued", 1)


def test_a_match_is_finished_when_no_game_is_left(match):
    claimed(match)
    match.games.filter(number=1).update(ended_at=NOW, record_removed_at=NOW)
    assert match.finish(now=NOW) is False

    assert played(match).finish(now=NOW + LEASE) is True

    match.refresh_from_db()
    assert (match.status, match.ended_at) == ("finished", NOW + LEASE)
    assert (match.worker, match.lease_until) == ("", None)


def test_games_of_other_matches_leave_a_match_finished(match, check):
    claimed(check)
    assert match.games.filter(ended_at=None).exists()

    assert check.finish(now=NOW) is True

    match.refresh_from_db()
    assert match.status == "queued"


@pytest.mark.parametrize(("before", "told"), [(False, True), (True, False), (True, True)])
def test_an_attempt_that_is_over_stays_over(before, told):
    match = Match()
    assert not match.attempt_over
    match.note_end(False)
    assert not match.attempt_over

    match.note_end(before)
    match.note_end(told)

    assert match.attempt_over


def test_a_seed_is_found_by_the_commitment_of_a_record(check):
    first = bytes(check.seed)
    claimed(check).hand_back(now=NOW)
    check.refresh_from_db()

    def record(seed):
        return {"dice": {"commitment": commitment(seed)}}

    assert check.seed_of(record(first)) == first
    assert check.seed_of(record(bytes(check.seed))) == bytes(check.seed)
    assert check.seed_of(record(fresh_seed())) is None
    assert check.commitment == commitment(bytes(check.seed))


def test_a_replaced_seed_is_secret_until_the_match_is_over(check):
    first = bytes(check.seed)
    claimed(check).hand_back(now=NOW)
    old = ReplacedSeed.objects.get()
    assert (old.commitment, old.revealed_seed) == (commitment(first), None)

    in_status(check, "void")

    assert ReplacedSeed.objects.get().revealed_seed == first.hex()


def test_fresh_seeds_are_long_and_differ():
    assert [len(fresh_seed()), len({fresh_seed() for _ in range(9)})] == [32, 9]


@pytest.mark.parametrize(
    "changes",
    [
        {"pairing": None},
        {"status": "running"},
        {"void_reason": VOIDED},
        {"checks": True},
    ],
)
def test_the_database_refuses_what_no_match_can_be(match, check, changes):
    if "checks" in changes:
        changes = {"checks": check.checks}

    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=match.pk).update(**changes)


def test_the_database_refuses_a_check_in_a_tournament_and_a_number_twice(match, check):
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=check.pk).update(tournament=match.tournament)
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=check.pk).update(pairing=match.pairing, checks=None)
