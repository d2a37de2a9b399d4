"""A game is counted once: whatever comes again, too late or otherwise changes nothing."""

import logging

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import (
    LEASE,
    NOW,
    VersionFactory,
    claimed,
    fault,
    outcome,
    tournament,
)
from tournaments.errors import StaleAttempt
from tournaments.models import Game, Incident, LedgerEntry, Match
from tournaments.services.playing import failures, reports
from tournaments.services.tournaments import lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    tournament([VersionFactory(), VersionFactory()])
    return claimed(Match.objects.get())


def report(match, number=1, *, seed=1):
    game = match.games.get(number=number)
    reports.report(match, game, outcome(game, seed=seed), now=NOW, lease=LEASE)


def statements(work):
    """The statements that some work sends, without those that begin and end a transaction."""
    with CaptureQueriesContext(connection) as seen:
        work()
    sent = [one["sql"].split()[0] for one in seen]
    return [verb for verb in sent if verb in ("SELECT", "INSERT", "UPDATE", "DELETE")]


def test_a_report_takes_few_statements_and_its_leaderboard_as_many_for_all_that_wait(match):
    report(match, 1)
    game = match.games.select_related("variant").get(number=2)
    result = outcome(game, seed=2)

    sent = statements(lambda: reports.report(match, game, result, now=NOW, lease=LEASE))

    stores = ["UPDATE", "SELECT", *["UPDATE"] * 4]
    rates = [*["SELECT"] * 6, "INSERT", "INSERT"]
    meets = [*["SELECT"] * 3, "INSERT"]
    assert sent == [*stores, *rates, *meets, "UPDATE"]
    assert Match.objects.get().status == Match.Status.FINISHED


def everything():
    """All that a report could change."""
    rows = (Match, Game, LedgerEntry)
    return [list(model.objects.order_by("pk").values()) for model in rows]


def test_the_same_again_changes_nothing(match):
    report(match)
    before = everything()

    report(match)

    assert everything() == before
    assert not Incident.objects.exists()


def test_the_same_again_is_welcome_when_the_match_is_over(match):
    report(match, 1)
    report(match, 2)
    before = everything()

    report(match, 2)

    assert everything() == before
    assert not Incident.objects.exists()


def test_a_different_report_is_an_alarm_and_changes_nothing(match, caplog):
    report(match, seed=1)
    before = everything()

    with caplog.at_level(logging.ERROR):
        report(match, seed=2)

    assert everything() == before
    incident = Incident.objects.get()
    assert (incident.kind, incident.match, incident.attempt) == ("conflicting-report", match, 1)
    assert "The first report stays." in caplog.text


def test_a_different_report_of_a_lost_attempt_is_an_alarm_too(match):
    lost = Match.objects.get()
    failures.reap(now=NOW + 2 * LEASE)
    second = claimed(Match.objects.get(), now=NOW + 2 * LEASE)
    report(second, seed=2)
    before = everything()

    report(lost, seed=1)

    assert everything() == before
    assert set(Incident.objects.values_list("kind", flat=True)) == {
        "lease-expired",
        "conflicting-report",
    }


def test_when_the_record_is_gone_the_final_state_tells(match):
    report(match)
    Game.objects.filter(number=1).update(record_in_row=None, record_removed_at=NOW)

    report(match, seed=1)
    assert not Incident.objects.exists()

    report(match, seed=2)
    assert Incident.objects.get().kind == "conflicting-report"


def test_after_a_match_is_void_a_late_report_changes_nothing(match):
    for _attempt in range(3):
        Match.objects.update(status="running", lease_until=NOW + LEASE)
        reports.fail(match, reason=fault("no memory"), now=NOW)
    before = everything()

    with pytest.raises(StaleAttempt):
        report(match)

    assert everything() == before


def test_after_a_tournament_is_cancelled_what_was_handed_back_is_void(match):
    row = match.tournament
    match.hand_back(now=NOW)
    lifecycle.cancel(row, player=row.organiser, now=NOW)
    before = everything()

    with pytest.raises(StaleAttempt):
        report(match)

    assert everything() == before
    assert str(Match.objects.get().void_reason) == "The tournament was cancelled."
