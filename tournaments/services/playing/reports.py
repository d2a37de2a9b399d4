"""Reports of a worker: finished games, bots that could not be loaded, and platform failures.

Every report is one transaction that begins with a conditional update of the match, so a report of
an attempt that is not current changes nothing. A game is counted once: repeating a report changes
nothing, and a report that differs is an incident.
"""

import json
from collections.abc import Iterable, Sequence, Set
from dataclasses import asdict
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from agents.bots import checks
from agents.table.referee import GameReport
from agents.terms.faults import Fault
from tournaments import dispatch
from tournaments.errors import StaleAttempt
from tournaments.models import (
    Game,
    Incident,
    Match,
    ReplacedSeed,
    Seat,
    TournamentTable,
    Variant,
    Version,
)
from tournaments.queries.bots import overview
from tournaments.queries.ratings import eligibility
from tournaments.services import incidents
from tournaments.services.bots import health, news
from tournaments.services.ratings import live
from tournaments.words import Sentence


def report(
    match: Match, game: Game, outcome: GameReport, *, now: datetime, lease: timedelta
) -> None:
    """Count one finished game: record and seats in one transaction, then ledger and ratings.

    The last game finishes the match. A game that was reported before does not change: a report
    that differs is noted as an incident. Raises StaleAttempt for an unfinished game if the attempt
    is not current.
    """
    if _count(match, game, outcome, now, lease):
        live.enter(game)
        return
    stored = Game.objects.get(pk=game.pk)
    if not stored.is_over:
        raise _stale(match)
    if not _is_same(stored, outcome):
        _alarm(match, stored, outcome, now)
    live.enter(stored)


@transaction.atomic
def _count(match: Match, game: Game, outcome: GameReport, now: datetime, lease: timedelta) -> bool:
    """Store the game; False, and nothing changes, if it was reported or the attempt is stale."""
    started = F("sandboxes") + len(outcome.logs)
    current = match.step(lease_until=now + lease, failures=0, sandboxes=started)
    seats = list(Seat.objects.of_report(game))
    if not current or not _store(game, seats, outcome, now):
        transaction.set_rollback(True)
        return False
    _store_seats(seats, outcome)
    health.review(seats, now=now)
    if match.checks_id and any(outcome.faults):
        _stop_check(match)
    if match.finish(now=now):
        _follow_up(match, now)
    # Last, since all other reports of the tournament wait from here on.
    TournamentTable.changed([match.tournament_id])
    return True


def _stop_check(match: Match) -> None:
    """End a check early, since its first fault refuses the version."""
    match.games.filter(ended_at=None).delete()
    match.attempt_over = True


def _is_same(stored: Game, outcome: GameReport) -> bool:
    """Return whether this is the stored report; without a record in the row, by the final state."""
    if stored.record_in_row is None:
        return bool(stored.final == outcome.record["final"])
    return bool(stored.record_in_row == json.loads(json.dumps(outcome.record)))


def _alarm(match: Match, stored: Game, outcome: GameReport, now: datetime) -> None:
    text = Sentence(
        "reports-differ",
        game=stored,
        reason=stored.reason,
        final=stored.final[:12],
        attempt=match.attempt,
        other_reason=outcome.reason,
        other_final=outcome.record["final"][:12],
    )
    kind = Incident.Kind.CONFLICTING_REPORT
    incidents.alarm(kind, text=text, now=now, worker=match.worker, match=match)


@transaction.atomic
def fail(
    match: Match, *, reason: Sentence, now: datetime, why: str = ReplacedSeed.Why.FAILED
) -> bool:
    """Count a platform failure of this attempt; if that voids a check, mark its version unchecked.

    `why` is published with the dice seed that is replaced. Return False if the attempt is not
    current.
    """
    if not match.fail(reason=reason, now=now, why=why):
        return False
    match.refresh_from_db(fields=["status"])
    if match.is_over:
        TournamentTable.changed([match.tournament_id])
        if match.checks is not None:
            _leave_unchecked(match.checks, now)
    return True


def _leave_unchecked(version: Version, now: datetime) -> None:
    version.leave_unchecked()
    if overview.next_check_at(version) is None:
        news.tell_of_check(version, Sentence("could-not-be-checked", version=version), now=now)


@transaction.atomic
def forget_outdated(match: Match, *, rules: Set[tuple[str, int]]) -> None:
    """Delete the games of a check that another release planned, if `rules` cannot play them.

    The bot is then loaded again. Raises StaleAttempt.
    """
    games = match.games.select_related("variant")
    played = [game.variant for game in games]
    if all((variant.game_id, variant.rules_version) in rules for variant in played):
        return
    _keep(match, failures=0)
    match.games.all().delete()


@transaction.atomic
def plan_checks(match: Match, entries: Iterable[str]) -> None:
    """Plan the games of a check: the loaded bot against itself in every mode.

    `entries` are the games that the bot lists. Raises StaleAttempt.
    """
    _keep(match, failures=0)
    version = _checked(match)
    version.games = list(entries)
    version.save(update_fields=["games"])
    for number, mode in enumerate(checks.modes_of(version.games), start=1):
        variant = Variant.objects.of(mode)
        game = Game.objects.create(match=match, number=number, variant=variant)
        Seat.objects.bulk_create(
            Seat(game=game, number=seat, version=version) for seat in range(mode.num_players())
        )


@transaction.atomic
def refuse(match: Match, fault: Fault, *, now: datetime) -> None:
    """Refuse the version that a match checks, since it cannot be loaded. Raises StaleAttempt."""
    if not match.finish(now=now):
        raise _stale(match)
    _refuse(_checked(match), fault, now)


def _refuse(version: Version, fault: Fault, now: datetime) -> None:
    version.refuse(_reason(fault))
    dispatch.wake(dispatch.ADVANCE)
    refusal = Sentence("version-was-refused", version=version, why=fault.sentence)
    news.tell_of_check(version, refusal, now=now)


def _checked(match: Match) -> Version:
    assert match.checks is not None, "only a check loads a bot"
    return match.checks


def _keep(match: Match, **changes: object) -> None:
    if not match.step(**changes):
        raise _stale(match)


def _stale(match: Match) -> StaleAttempt:
    return StaleAttempt("stale-attempt", match=match, attempt=match.attempt)


def _store(game: Game, seats: Sequence[Seat], outcome: GameReport, now: datetime) -> bool:
    """Store the record; return False if the game was reported before."""
    facts = eligibility.facts_of(seats)
    game.is_waiting = facts.is_meeting
    stored = Game.objects.filter(pk=game.pk, ended_at=None).update(
        record_in_row=outcome.record,
        final=outcome.record["final"],
        reason=outcome.reason,
        plies=sum("action" in event for event in outcome.record["events"]),
        ended_at=now,
        is_waiting=game.is_waiting,
        unrated_reason="" if game.is_waiting else facts.barred(),
    )
    return stored == 1


def _store_seats(seats: Sequence[Seat], outcome: GameReport) -> None:
    for seat in seats:
        seat.rank = outcome.ranks[seat.number]
        seat.returns = outcome.returns[seat.number]
        seat.log = outcome.logs[seat.number]
        seat.log_cuts = outcome.cuts[seat.number] if seat.log else None
        if fault := outcome.faults[seat.number]:
            seat.fault = asdict(fault)
            seat.save(update_fields=["fault"])
    Seat.objects.bulk_update(seats, ["rank", "returns", "log", "log_cuts"])


def _follow_up(match: Match, now: datetime) -> None:
    """Wake what waits for the end of a match, or settle the version that it checked."""
    if match.checks is None:
        dispatch.wake(dispatch.ADVANCE)
        if match.value_function:
            dispatch.wake(dispatch.LUCK)
    else:
        _settle(match, now)


def _settle(match: Match, now: datetime) -> None:
    """Accept the checked version, or refuse it with its first fault."""
    faulty = Seat.objects.filter(game__match=match, fault__isnull=False)
    first = faulty.order_by("game__number", "number").first()
    if first is None or first.fault is None:
        version = _checked(match)
        version.accept()
        dispatch.wake(dispatch.ADVANCE)
        news.tell_of_check(version, Sentence("version-was-accepted", version=version), now=now)
    else:
        _refuse(_checked(match), Fault(**first.fault), now)


def _reason(fault: Fault) -> Sentence:
    return Sentence("bot-fault", kind=fault.kind, summary=fault.sentence, detail=fault.detail)
