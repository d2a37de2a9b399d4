"""Versions that keep failing, bots that are banned, and what becomes of their matches."""

from datetime import timedelta

import pytest

from agents.terms.faults import Fault
from tests.tournaments.factories import (
    FAILING,
    LEASE,
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    check_match,
    claimed,
    outcome,
    tournament,
)
from tournaments import dispatch
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Match, Notice, Tournament
from tournaments.services.bots import health, uploads
from tournaments.services.playing import reports
from tournaments.services.tournaments import lifecycle, withdrawals

pytestmark = pytest.mark.django_db

CRASH = Fault("crash", 3, "It raised IndexError.", "Traceback ...")
DAY = timedelta(hours=24)


@pytest.fixture
def failing(alice):
    return VersionFactory(bot=BotFactory(owner=alice, name="Failing"))


@pytest.fixture
def cup(failing, bob):
    return tournament([failing, VersionFactory()], organiser=bob, games_per_pairing=20)


def play_matches(number, *, fault, now=NOW):
    """Matches of two games in which the first entrant fails each time, or never."""
    for match in Match.objects.filter(status="queued").order_by("pk")[:number]:
        claimed(match, now=now)
        for game in match.games.order_by("number"):
            seat = next(s.number for s in game.seats.all() if s.version.bot.name == "Failing")
            report = outcome(game, seed=game.pk, forfeits=seat if fault else None, fault=fault)
            reports.report(match, game, report, now=now, lease=LEASE)


def test_the_fifth_failure_of_the_last_ten_pauses_a_version(cup, failing):
    play_matches(2, fault=CRASH)
    failing.refresh_from_db()
    assert failing.paused_at is None

    play_matches(1, fault=CRASH)

    failing.refresh_from_db()
    assert failing.paused_at == NOW
    assert str(failing.pause_reason) == "5 of its last 5 games ended by its own fault."


def test_its_author_is_told_once(cup, failing, alice):
    play_matches(4, fault=CRASH)

    notice = Notice.objects.get(kind=Notice.Kind.PAUSED)
    assert (notice.player, notice.link) == (alice, failing.get_absolute_url())
    assert str(notice.text).startswith("Failing v1 is paused: 5 of its last 5 games")


def test_four_failures_in_ten_are_not_too_many(cup, failing):
    play_matches(2, fault=CRASH)
    play_matches(5, fault=None)
    play_matches(2, fault=CRASH)

    failing.refresh_from_db()
    assert failing.paused_at is None


def test_a_failed_check_pauses_nobody(failing):
    for _time in range(6):
        match = claimed(check_match(failing))
        reports.plan_checks(match, ["kalah"])
        game = match.games.order_by("number").first()
        report = outcome(game, forfeits=0, fault=CRASH)
        reports.report(match, game, report, now=NOW, lease=LEASE)

    failing.refresh_from_db()
    assert failing.paused_at is None


def test_tried_again_it_starts_with_a_clean_record(cup, failing, alice):
    play_matches(3, fault=CRASH)

    assert health.resume(failing, player=alice, now=NOW) is True

    play_matches(2, fault=CRASH, now=NOW + timedelta(minutes=1))
    failing.refresh_from_db()
    assert failing.paused_at is None
    play_matches(1, fault=CRASH, now=NOW + timedelta(minutes=1))
    failing.refresh_from_db()
    assert failing.paused_at is not None


def test_its_owner_and_staff_have_it_tried_again_and_nobody_else(failing, bob, carol):
    failing.pause(reason=FAILING, now=NOW)

    with pytest.raises(NotAllowed, match="Only alice may have Failing v1 tried again"):
        health.resume(failing, player=bob, now=NOW)

    assert health.resume(failing, player=carol, now=NOW) is True
    assert health.resume(failing, player=carol, now=NOW) is False


def test_a_tournament_does_not_wait_for_ever(cup, failing, alice, bob):
    play_matches(3, fault=CRASH)
    assert withdrawals.withdraw_absent(now=NOW + DAY, patience=DAY) == 0

    assert withdrawals.withdraw_absent(now=NOW + DAY + LEASE, patience=DAY) == 1
    lifecycle.advance(now=NOW + DAY + LEASE)

    cup.refresh_from_db()
    assert cup.status == Tournament.Status.FINISHED
    void = Match.objects.filter(status="void")
    assert (void.count(), Match.objects.filter(status="finished").count()) == (7, 3)
    assert str(void.first().void_reason) == "Failing v1 left the tournament before it was played."
    assert "more than 24 hours" in str(cup.entries.get(version=failing).withdrawal)
    assert "was taken out of Autumn Cup" in str(Notice.objects.get(text__code="taken-out"))


def test_the_others_of_the_tournament_go_on(failing, bob):
    tournament([failing, VersionFactory(), VersionFactory()], organiser=bob)

    health.ban(failing.bot, reason="It attacks others.", now=NOW)
    withdrawals.withdraw_absent(now=NOW, patience=DAY)

    assert sorted(Match.objects.values_list("status", flat=True)) == ["queued", "void", "void"]


def test_a_match_that_comes_back_after_its_entrant_left_is_void(cup, bob):
    match = claimed(Match.objects.first())
    entry = cup.entries.first()
    withdrawals.withdraw(entry, player=bob, now=NOW)
    match.hand_back(now=NOW)

    withdrawals.withdraw_absent(now=NOW, patience=DAY)

    match.refresh_from_db()
    assert match.status == Match.Status.VOID


def test_the_organiser_withdraws_an_entrant_and_its_owner_is_told(cup, alice, bob):
    entry = cup.entries.first()

    with pytest.raises(NotAllowed, match="Only bob and alice may withdraw Failing v1"):
        withdrawals.withdraw(entry, player=PlayerFactory(), now=NOW)
    assert withdrawals.withdraw(entry, player=bob, now=NOW) is True

    entry.refresh_from_db()
    assert (str(entry.withdrawal), entry.withdrawn_at) == ("Withdrawn by bob.", NOW)
    assert str(alice.notices.get(text__code="taken-out").text).startswith(
        "Failing v1 was taken out of Autumn Cup."
    )
    assert withdrawals.withdraw(entry, player=bob, now=NOW) is False


def test_before_it_begins_two_entrants_must_stay(failing, bob):
    later = NOW + DAY
    row = tournament([failing, VersionFactory()], organiser=bob, starts_at=later)

    with pytest.raises(Invalid, match="Two entrants must stay"):
        withdrawals.withdraw(row.entries.first(), player=bob, now=NOW)


def test_who_left_before_the_beginning_is_not_paired(failing, bob):
    three = [failing, VersionFactory(), VersionFactory()]
    row = tournament(three, organiser=bob, starts_at=NOW + DAY)
    withdrawals.withdraw(row.entries.first(), player=bob, now=NOW)

    lifecycle.start(row, now=NOW + DAY)

    assert Match.objects.count() == 1
    assert not Match.objects.filter(games__seats__version=failing).exists()


def test_a_paused_or_banned_bot_enters_nothing(failing, alice):
    failing.pause(reason=FAILING, now=NOW)
    failing.refresh_from_db()
    with pytest.raises(Invalid, match="Failing v1 is paused: 5 of its last 10"):
        tournament([failing, VersionFactory()])
    failing.resume(now=NOW)
    failing.refresh_from_db()

    health.ban(failing.bot, reason="It attacks others.", now=NOW)

    failing.bot.refresh_from_db()
    with pytest.raises(Invalid, match="Failing is banned"):
        tournament([failing, VersionFactory()])
    with pytest.raises(NotAllowed, match="Failing is banned: It attacks others"):
        uploads.upload(bot=failing.bot, player=alice, code=uploads.CodeFile("bot.py", b""), now=NOW)
    health.unban(failing.bot, now=NOW)
    failing.bot.refresh_from_db()
    assert failing.bot.banned_at is None
    assert [str(notice.text) for notice in Notice.objects.order_by("pk")] == [
        "Failing was banned: It attacks others.",
        "Failing is no longer banned.",
    ]


def test_workers_wake_for_who_is_tried_again_and_the_tick_for_who_is_banned(
    failing, alice, sent, django_capture_on_commit_callbacks
):
    failing.pause(reason=FAILING, now=NOW)
    with django_capture_on_commit_callbacks(execute=True):
        health.resume(failing, player=alice, now=NOW)
    assert sent == [dispatch.PLAY]

    for _again in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            health.ban(failing.bot, reason="It attacks.", now=NOW)
    assert sent == [dispatch.PLAY, dispatch.ADVANCE]
