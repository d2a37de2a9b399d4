"""Whatever dies between any two writes: told again, every format goes on as if nothing had been.

A machine that stops is a statement that never reaches the database: what was committed stays, the
rest of its transaction is gone, and so is everything that the program knew.
"""

from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from random import Random

import pytest
from django.db import connection, transaction

from tests.tournaments import pairs
from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    VersionFactory,
    outcome,
    tournament,
    variant,
)
from tournaments.mathematics import formats
from tournaments.models import LedgerEntry, Match, Pairing, Tournament, Trial
from tournaments.queries.bots.trials import sequential
from tournaments.queries.tournaments import ladder_work, standings
from tournaments.queries.tournaments.format_input import format_input
from tournaments.services.bots import trials
from tournaments.services.playing import failures, reports
from tournaments.services.ratings import ledger, live
from tournaments.services.tournaments import ladder, lifecycle, withdrawals

pytestmark = pytest.mark.django_db

WRITES = ("INSERT", "UPDATE", "DELETE", "RELEASE")
OPTIONS = {"groups-knockout": {"groups": 2, "advance": 2}}


class Crash(BaseException):
    """The machine stops, so nothing handles it."""


@contextmanager
def stopping_at(number):
    """Stop before the write of this number, from 1; the end of a transaction is one as well."""
    seen = count(1)

    def watch(execute, sql, params, many, context):
        if sql.startswith(WRITES) and next(seen) == number:
            raise Crash
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield


def stubbornly(step):
    """Take a step that dies at its first write, then at its second, until it comes through.

    Returns how often it died.
    """
    return next(died for died in range(500) if _comes_through(step, before=died + 1))


def _comes_through(step, *, before):
    """Whether a step ends that would have to stop before the write of this number."""
    try:
        with stopping_at(before):
            step()
    except Crash:
        # The statement was never sent, so the test's own transaction is sound.
        transaction.set_rollback(False)
        return False
    return True


def tick():
    lifecycle.start_due(now=NOW)
    failures.reap(now=NOW)
    live.enter_left(now=NOW)
    withdrawals.withdraw_absent(now=NOW, patience=timedelta(hours=24))
    lifecycle.advance(now=NOW)


def play_on(match, strengths):
    """What a worker does with a match: claim it, and report what is not over. The weaker loses.

    If it dies between its last report and the ratings, the tick sees to them.
    """
    live.enter_left(now=NOW)
    match = Match.objects.get(pk=match.pk)
    if match.is_over:
        return
    if match.status == Match.Status.RUNNING:
        match.hand_back(now=NOW)
    assert match.claim(worker="worker-1", now=NOW, lease=LEASE)
    for game in match.games.filter(ended_at=None).order_by("number"):
        seats = list(game.seats.order_by("number"))
        weakest = min(seats, key=lambda seat: strengths[seat.version_id])
        report = outcome(game, seed=game.number, forfeits=weakest.number)
        reports.report(match, game, report, now=NOW, lease=LEASE)


def held(format_id, *, do):
    """A tournament of six from its start to its end.

    Each step by which it goes on is taken by `do`, and so is the play of one match.
    """
    versions = [VersionFactory() for _ in range(6)]
    strengths = {version.pk: -number for number, version in enumerate(versions)}
    row = tournament(
        versions,
        format=format_id,
        format_options=OPTIONS.get(format_id, {}),
        starts_at=NOW + timedelta(hours=1),
        name="Cup",
    )
    Tournament.objects.filter(pk=row.pk).update(starts_at=NOW, pairing_seed=7)
    do(tick)
    do(lambda: play_on(row.matches.earliest("pk"), strengths))
    for _round in range(30):
        for match in row.matches.filter(status="queued"):
            play_on(match, strengths)
        do(tick)
        row.refresh_from_db()
        if row.is_over:
            return row
    raise AssertionError(f"{row} does not end")


def story(row):
    """All that was drawn, and the places: by the numbers of entrants."""
    drawn = row.rounds.values_list(
        "number", "name", "pairings__number", "pairings__sides__position",
        "pairings__sides__entry__number", "pairings__matches__number",
    )  # fmt: skip
    ordered = drawn.order_by(
        "number", "pairings__number", "pairings__sides__position", "pairings__matches"
    )
    lines = standings.lines(format_input(row))
    return list(ordered), [(one.row.place, one.row.entrant.number, one.row.points) for one in lines]


EACH_FORMAT = [
    pytest.param(one, marks=[] if one == "knockout" else pytest.mark.once)
    for one in formats.FORMATS
]


@pytest.mark.parametrize("format_id", EACH_FORMAT)
def test_a_tournament_that_dies_at_every_write_is_the_one_that_never_died(format_id):
    died = []

    row = held(format_id, do=lambda step: died.append(stubbornly(step)))

    start, match, *_rounds, end = died
    assert start > 5
    assert match > 10
    assert end > 0
    assert story(row) == story(held(format_id, do=lambda step: step()))
    assert row.status == Tournament.Status.FINISHED
    played = row.matches.filter(status="finished", games__ended_at__isnull=False).count()
    assert LedgerEntry.objects.filter(game__match__tournament=row).count() == 2 * played
    assert ledger.check(now=NOW).differences == []


def begun_trial():
    bot = BotFactory()
    old, new = (VersionFactory(bot=bot) for _ in range(2))
    config = trials.TrialConfiguration(variant=variant("einstein"), most_pairs=40, replaces=True)
    given = {"challenger": new, "incumbent": old, "player": bot.owner, "now": NOW, "config": config}
    return given, {new.pk: 1, old.pk: 0}


def test_a_trial_that_dies_at_every_write_comes_to_the_same_verdict():
    given, strengths = begun_trial()
    assert stubbornly(lambda: trials.start(**given)) > 10

    for _batch in range(5):
        for match in Match.objects.filter(status="queued"):
            play_on(match, strengths)
            pairs.judge(match)
        assert stubbornly(lambda: trials.advance(now=NOW)) > 1
        if Trial.objects.get().is_over:
            break

    trial = Trial.objects.get()
    due = list(sequential(trial).run([2.0] * 40))
    assert (trial.status, len(trial.ratios)) == ("better", len(due))
    assert not Match.objects.filter(status__in=["queued", "running"]).exists()
    given["challenger"].refresh_from_db()
    assert not given["challenger"].held_back
    assert given["player"].notices.count() == 1


def test_a_ladder_that_dies_at_every_write_queues_each_match_once():
    board = variant("einstein")
    board.ladder = True
    board.save()
    strengths = {VersionFactory().pk: number for number in range(4)}

    for turn in range(4):
        now = NOW + timedelta(minutes=turn)
        assert stubbornly(lambda: ladder.tend(now=now, rng=Random(turn))) > 5  # noqa: B023
        waiting = Match.objects.filter(status="queued")
        assert waiting.count() == ladder_work.WAITING
        for match in waiting:
            play_on(match, strengths)

    assert not Pairing.objects.filter(matches=None).exists()
    assert Match.objects.filter(status="finished").count() == 4 * ladder_work.WAITING
    assert ledger.check(now=NOW).differences == []


def test_a_withdrawal_that_dies_at_every_write_is_whole_or_not_at_all(alice):
    row = tournament([VersionFactory() for _ in range(5)], organiser=alice)
    entry = row.entries.first()

    stubbornly(lambda: withdrawals.withdraw(entry, player=alice, now=NOW))

    entry.refresh_from_db()
    assert str(entry.withdrawal) == "Withdrawn by alice."
    assert row.matches.filter(status="void").count() == 4
    assert entry.version.bot.owner.notices.filter(text__code="taken-out").count() == 1
