"""An entrant that is paused or banned in mid-tournament: what becomes of it, format by format."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import (
    FAILING,
    LEASE,
    NOW,
    VersionFactory,
    claimed,
    outcome,
    play_round,
    tournament,
)
from tournaments.mathematics import formats
from tournaments.models import Match, Tournament
from tournaments.queries.playing import queue
from tournaments.queries.tournaments import standings
from tournaments.queries.tournaments.format_input import format_input
from tournaments.services.bots import health
from tournaments.services.playing import failures, reports
from tournaments.services.tournaments import lifecycle, withdrawals

pytestmark = pytest.mark.django_db

OPTIONS = {"groups-knockout": {"groups": 2, "advance": 2}, "swiss": {"rounds": 4}}
PATIENCE = timedelta(hours=24)
SOON = NOW + timedelta(minutes=1)


@pytest.fixture(params=formats.FORMATS)
def cup(request):
    return _cup(request.param)


def _cup(format_id):
    """Eight entrants, the first of which is the strongest, before anything has been played."""
    versions = [VersionFactory() for _ in range(8)]
    return tournament(versions, format=format_id, format_options=OPTIONS.get(format_id, {}))


def strengths(row):
    return {entry.version: -entry.number for entry in row.entries.all()}


def entry(row, number=1):
    return row.entries.select_related("version__bot").get(number=number)


def finish(match, row):
    """Report the games of a match that is being played; the weaker gives up."""
    strong = strengths(row)
    for game in match.games.order_by("number"):
        seats = list(game.seats.order_by("number"))
        weakest = min(seats, key=lambda seat: strong[seat.version])
        report = outcome(game, seed=game.pk, forfeits=weakest.number)
        reports.report(match, game, report, now=SOON, lease=LEASE)


def play_what_may_be(row, *, now=SOON):
    """Play, round after round, whatever a worker may claim."""
    for _round in range(60):
        row.refresh_from_db()
        ready = set(queue.ready(now=now).values_list("pk", flat=True))
        if not ready:
            return
        for match in row.matches.filter(pk__in=ready):
            finish(claimed(match, now=now), row)
        withdrawals.withdraw_absent(now=now, patience=PATIENCE)
        lifecycle.advance(now=now)
    raise AssertionError(f"{row} does not end")


@pytest.mark.once
def test_who_is_banned_leaves_at_once_has_its_place_and_all_others_play_to_the_end(cup):
    banned = entry(cup)
    playing = claimed(cup.matches.filter(pairing__entries=banned).earliest("pk"))

    health.ban(banned.version.bot, reason="It attacks others.", now=SOON)
    withdrawals.withdraw_absent(now=SOON, patience=PATIENCE)
    finish(playing, cup)  # the one who is banned wins it
    lifecycle.advance(now=SOON)
    play_what_may_be(cup)

    assert cup.status == Tournament.Status.FINISHED
    mine = Match.objects.filter(pairing__entries=banned)
    assert {match.status for match in mine.exclude(pk=playing.pk)} <= {"void"}
    assert mine.get(pk=playing.pk).status == "finished"
    left = {str(match.void_reason) for match in mine.filter(status="void")}
    assert left <= {f"{banned.version} left the tournament before it was played."}
    banned.refresh_from_db()
    assert str(banned.withdrawal) == f"{banned.version.bot} was banned: It attacks others."
    _has_the_place_of_who_was_banned(banned, playing, cup)


def _has_the_place_of_who_was_banned(banned, won, cup):
    """Of one who was banned while it played, and won, the pairing of a match."""
    opponent = won.pairing.entries.exclude(pk=banned.pk).get()
    lines = {line.row.entrant.pk: line.row for line in standings.lines(format_input(cup))}
    if cup.format in ("knockout", "double-elimination"):
        # It loses the pairing that it was in; in the second bracket it does not play on.
        assert lines[banned.pk].place > lines[opponent.pk].place
        assert lines[banned.pk].place > 4
    elif cup.format in ("round-robin", "groups-knockout"):
        # It played less than half, so that nothing of it counts in the table of all or its group:
        # it shares the last place with who has lost all.
        assert lines[banned.pk].place == 7
    else:
        # What it played counts: in a Swiss tournament one pairing, in a gauntlet two games.
        assert lines[banned.pk].points == (1 if cup.format == "swiss" else 2)
    assert lines[banned.pk].place != 1 or cup.format == "gauntlet"


@pytest.mark.once
def test_who_is_paused_holds_up_its_own_matches_alone_and_goes_on_when_it_is_tried_again(cup):
    absent = entry(cup, 8)
    absent.version.pause(reason=FAILING, now=SOON)
    play_what_may_be(cup)

    waiting = cup.matches.filter(status="queued")
    assert cup.status == Tournament.Status.RUNNING
    assert waiting.exists()
    assert not waiting.exclude(pairing__entries=absent).exists()

    health.resume(absent.version, player=absent.version.bot.owner, now=SOON)
    play_what_may_be(cup)
    assert cup.status == Tournament.Status.FINISHED
    assert not cup.matches.exclude(status="finished").exists()


def test_who_stays_paused_is_withdrawn_and_it_ends_without_it(cup):
    absent = entry(cup, 8)
    absent.version.pause(reason=FAILING, now=SOON)
    play_what_may_be(cup)
    later = SOON + PATIENCE

    assert withdrawals.withdraw_absent(now=later, patience=PATIENCE) == 0
    assert withdrawals.withdraw_absent(now=later + LEASE, patience=PATIENCE) == 1
    lifecycle.advance(now=later)
    play_what_may_be(cup, now=later)

    assert cup.status == Tournament.Status.FINISHED
    assert not cup.matches.filter(pairing__entries=absent, status="finished").exists()
    assert str(absent.version.bot.owner.notices.get(text__code="taken-out").text) == (
        f"{absent.version} was taken out of Autumn Cup. It had been paused for more than 24 hours: "
        "5 of its last 10 games ended by its own fault."
    )
    champion = standings.lines(format_input(cup))[0].row.entrant
    assert champion.number == 1


@pytest.mark.once
@pytest.mark.parametrize(
    "format_id", [one for one, known in formats.FORMATS.items() if not known.eager]
)
def test_who_is_banned_between_two_rounds_is_not_paired_again(format_id):
    cup = _cup(format_id)
    play_round(cup, strengths=strengths(cup), now=SOON)
    banned = entry(cup)
    health.ban(banned.version.bot, reason="It attacks others.", now=SOON)
    withdrawals.withdraw_absent(now=SOON, patience=PATIENCE)
    drawn = cup.rounds.count()

    play_what_may_be(cup)

    assert cup.status == Tournament.Status.FINISHED
    assert not cup.rounds.filter(number__gt=drawn, pairings__entries=banned).exists()


def test_a_banned_bot_in_a_paused_tournament_leaves_it_too(alice):
    row = tournament([VersionFactory() for _ in range(4)], organiser=alice)
    lifecycle.pause(row, player=alice, now=NOW)
    banned = entry(row)

    health.ban(banned.version.bot, reason="It attacks others.", now=SOON)
    withdrawals.withdraw_absent(now=SOON, patience=PATIENCE)

    assert row.matches.filter(status="void").count() == 3
    lifecycle.resume(row, player=alice)
    play_what_may_be(row)
    assert row.status == Tournament.Status.FINISHED


def test_a_match_of_who_left_that_its_worker_lost_is_void_and_not_played_again(alice):
    row = tournament([VersionFactory() for _ in range(3)], organiser=alice)
    gone = entry(row)
    lost = claimed(row.matches.filter(pairing__entries=gone).earliest("pk"))
    withdrawals.withdraw(gone, player=alice, now=SOON)

    failures.reap(now=SOON + 2 * LEASE)
    withdrawals.withdraw_absent(now=SOON + 2 * LEASE, patience=PATIENCE)

    lost.refresh_from_db()
    assert (lost.status, str(lost.void_reason)) == (
        "void",
        f"{gone.version} left the tournament before it was played.",
    )
