"""What a worker reports of a match: games that ended, bots that could not be loaded, the end.

Every report is one transaction that begins with a conditional update of the match, so that one
from an attempt that is no longer current changes nothing.
"""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

import engine
from agents.referee import Fault, GameReport
from tournaments import dispatch
from tournaments.errors import StaleAttempt
from tournaments.models import Game, Match, Seat, Variant
from tournaments.services import ratings


@transaction.atomic
def report(
    match: Match, game: Game, outcome: GameReport, *, now: datetime, lease: timedelta
) -> None:
    """Count one finished game: record, seats, ledger and ratings.

    The same report again is a no-op. The last game finishes the match. Raises StaleAttempt.
    """
    started = F("sandboxes") + len(outcome.logs)
    _keep(match, lease_until=now + lease, failures=0, sandboxes=started)
    if _store(game, outcome, now):
        _store_seats(game, outcome)
        ratings.rate(game, now=now)
    if not match.games.filter(ended_at=None).exists():
        _finish(match, now)


@transaction.atomic
def plan_checks(match: Match, game_ids: Iterable[str]) -> None:
    """The bot that a match checks could be loaded: plan a game against itself in all it plays.

    Raises StaleAttempt.
    """
    _keep(match, failures=0)
    match.checks.games = list(game_ids)
    match.checks.save(update_fields=["games"])
    for number, game_id in enumerate(match.checks.games, start=1):
        variant = Variant.objects.of(engine.load_game(game_id))
        game = Game.objects.create(match=match, number=number, variant=variant)
        Seat.objects.bulk_create(
            Seat(game=game, number=seat, version=match.checks)
            for seat in range(variant.load().num_players())
        )


@transaction.atomic
def refuse(match: Match, fault: Fault, *, now: datetime) -> None:
    """The bot that a match checks could not even be loaded. Raises StaleAttempt."""
    _end(match, now)
    match.checks.refuse(_reason(fault))


def _keep(match: Match, **changes: object) -> None:
    if not match.step(**changes):
        raise StaleAttempt(f"{match}: attempt {match.attempt} is no longer the current one.")


def _end(match: Match, now: datetime) -> None:
    _keep(match, status=Match.Status.FINISHED, ended_at=now, worker="", lease_until=None)


def _store(game: Game, outcome: GameReport, now: datetime) -> bool:
    """Write the record, unless the game has been reported before."""
    stored = Game.objects.filter(pk=game.pk, ended_at=None).update(
        record=outcome.record,
        reason=outcome.reason,
        plies=sum("action" in event for event in outcome.record["events"]),
        ended_at=now,
    )
    return stored == 1


def _store_seats(game: Game, outcome: GameReport) -> None:
    for seat in game.seats.all():
        fault = outcome.faults[seat.number]
        seat.rank = outcome.ranks[seat.number]
        seat.returns = outcome.returns[seat.number]
        seat.log = outcome.logs[seat.number]
        seat.fault = asdict(fault) if fault else None
        seat.save(update_fields=["rank", "returns", "log", "fault"])


def _finish(match: Match, now: datetime) -> None:
    _end(match, now)
    if match.checks is None:
        dispatch.wake(dispatch.ADVANCE)
    else:
        _settle(match)


def _settle(match: Match) -> None:
    """Accept the checked version, or refuse it with the first of its faults."""
    faulty = Seat.objects.filter(game__match=match, fault__isnull=False)
    first = faulty.order_by("game__number", "number").first()
    if first is None:
        match.checks.accept()
    else:
        match.checks.refuse(_reason(Fault(**first.fault)))


def _reason(fault: Fault) -> str:
    return f"{fault.summary}\n\n{fault.detail}".strip()
