"""The life of a match on a worker: claimed, leased, played, reported game by game.

A bot's fault forfeits its game and is kept for its author. A fault of the platform costs no bot
anything: the match goes back into the queue and is played again.
"""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from agents.referee import BotFault, Fault, GameReport, PlatformFault
from django.db import transaction

import engine
from agents import referee
from agents.clock import PRESETS
from agents.limits import Limits
from agents.sandbox import Isolation
from tournaments import dispatch
from tournaments.errors import Interrupted, StaleAttempt
from tournaments.models import Game, Match, Seat, Variant
from tournaments.services import ratings

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Worker:
    """Who plays: a name, how bots are caged, how long a lease lasts, and the time of day."""

    name: str
    isolation: Isolation
    lease: timedelta
    now: Callable[[], datetime]
    stopping: Callable[[], bool] = lambda: False
    limits: Limits = field(default_factory=Limits)


def play_next(worker: Worker, *, validation: bool) -> bool:
    """Claim the match that has waited longest and play it; False when none waits."""
    match = claim(worker, validation=validation)
    if match is None:
        return False
    try:
        _play(match, worker)
    except Interrupted:
        match.hand_back()
        logger.info("handed back %s, attempt %s", match, match.attempt)
    except StaleAttempt as stale:
        logger.warning("%s", stale)
    except PlatformFault as fault:
        _fail(match, str(fault), worker)
    except Exception as error:  # whatever it is, it is the platform's and not a bot's
        logger.exception("%s, attempt %s", match, match.attempt)
        _fail(match, f"{type(error).__name__}: {error}", worker)
    return True


def claim(worker: Worker, *, validation: bool) -> Match | None:
    """Take the longest waiting match; tries the next when another worker was first."""
    waiting = Match.objects.filter(
        status=Match.Status.QUEUED, checks__isnull=not validation
    ).order_by("queued_at", "pk")
    while True:
        now = worker.now()
        match = waiting.filter(not_before__lte=now).first()
        if match is None or match.claim(worker=worker.name, now=now, lease=worker.lease):
            return match


def waiting(*, now: datetime) -> dict[str, int]:
    """How many matches could be claimed, by the name of the task that plays them."""
    queued = Match.objects.filter(status=Match.Status.QUEUED, not_before__lte=now)
    return {
        dispatch.PLAY: queued.filter(checks__isnull=True).count(),
        dispatch.VALIDATE: queued.filter(checks__isnull=False).count(),
    }


def reap(*, now: datetime) -> int:
    """Queue again the matches whose worker fell silent; how many leases had run out."""
    expired = Match.objects.filter(status=Match.Status.RUNNING, lease_until__lt=now)
    return sum(
        match.fail(reason=f"Worker {match.worker} fell silent.", now=now) for match in expired
    )


def report(match: Match, game: Game, outcome: GameReport, worker: Worker) -> None:
    """Count one finished game: record, seats, ledger and ratings in one transaction.

    The same report again is a no-op. Raises StaleAttempt for an attempt that is not current.
    """
    now = worker.now()
    with transaction.atomic():
        if not match.step(lease_until=now + worker.lease, failures=0):
            raise StaleAttempt(f"{match}: attempt {match.attempt} is no longer the current one.")
        if _store(game, outcome, now):
            _store_seats(game, outcome)
            ratings.rate(game, now=now)
        if not match.games.filter(ended_at=None).exists():
            _finish(match, now)


def _play(match: Match, worker: Worker) -> None:
    if match.checks is not None and not match.games.exists():
        fault = _prepare_check(match, worker)
        if fault:
            _refuse(match, fault, worker)
            return
    for game in match.games.filter(ended_at=None).select_related("variant"):
        report(match, game, _referee(match, game, worker), worker)


def _referee(match: Match, game: Game, worker: Worker) -> GameReport:
    """Play one game. What its bots do wrong is in the report."""
    seats = list(game.seats.order_by("number").select_related("version__bot__owner"))
    return referee.play_game(
        game.variant.load(),
        [seat.version.read_archive() for seat in seats],
        seed=bytes(match.seed),
        names=[(str(seat.version.bot), seat.version.number) for seat in seats],
        time_control=PRESETS[match.time_control],
        limits=worker.limits,
        isolation=worker.isolation,
        bot_seeds=[bot_seed(match, game, seat.number) for seat in seats],
        watch=_heart(match, worker),
    )


def bot_seed(match: Match, game: Game, seat: int) -> int:
    """A bot's own seed for a game: from the match's, of which it gives nothing away."""
    text = f"kauri bot seed {game.number} {seat} ".encode() + bytes(match.seed)
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "big")


def _heart(match: Match, worker: Worker) -> Callable[[], None]:
    """What the referee calls all the time: renews the lease before it runs out."""
    due = worker.now() + worker.lease / 3

    def beat() -> None:
        nonlocal due
        if worker.stopping():
            raise Interrupted(f"{worker.name} is told to stop.")
        now = worker.now()
        if now >= due:
            due = now + worker.lease / 3
            if not match.renew(now=now, lease=worker.lease):
                raise StaleAttempt(f"{match}: the lease of attempt {match.attempt} was lost.")

    return beat


def _prepare_check(match: Match, worker: Worker) -> Fault | None:
    """Load the bot of a validation match and make a game against itself for each game it plays."""
    version = match.checks
    try:
        manifest = referee.probe(
            version.read_archive(),
            time_control=PRESETS[match.time_control],
            limits=worker.limits,
            isolation=worker.isolation,
        )
    except BotFault as error:
        return error.fault
    with transaction.atomic():
        if not match.renew(now=worker.now(), lease=worker.lease):
            raise StaleAttempt(f"{match}: attempt {match.attempt} is no longer the current one.")
        version.games = list(manifest.games)
        version.save(update_fields=["games"])
        for number, game_id in enumerate(manifest.games, start=1):
            _make_check_game(match, number, engine.load_game(game_id))
    return None


def _make_check_game(match: Match, number: int, game: engine.Game) -> None:
    row = Game.objects.create(match=match, number=number, variant=Variant.objects.of(game))
    Seat.objects.bulk_create(
        Seat(game=row, number=seat, version=match.checks) for seat in range(game.num_players())
    )


def _store(game: Game, outcome: GameReport, now: datetime) -> bool:
    """Write the record unless the game has been reported before."""
    events = outcome.record["events"]
    rows = Game.objects.filter(pk=game.pk, ended_at=None).update(
        record=outcome.record,
        reason=outcome.reason,
        plies=sum("action" in event for event in events),
        ended_at=now,
    )
    return rows == 1


def _store_seats(game: Game, outcome: GameReport) -> None:
    for seat in game.seats.all():
        fault = outcome.faults[seat.number]
        seat.rank = outcome.ranks[seat.number]
        seat.returns = outcome.returns[seat.number]
        seat.log = outcome.logs[seat.number]
        seat.fault = fault.to_dict() if fault else None
        seat.save(update_fields=["rank", "returns", "log", "fault"])


def _finish(match: Match, now: datetime) -> None:
    match.step(status=Match.Status.FINISHED, ended_at=now, worker="", lease_until=None)
    if match.checks is not None:
        _settle(match)
    else:
        dispatch.wake(dispatch.ADVANCE)


def _settle(match: Match) -> None:
    """Accept the checked version, or refuse it with the first of its faults."""
    faulty = Seat.objects.filter(game__match=match, fault__isnull=False)
    first = faulty.order_by("game__number", "number").first()
    if first is None:
        match.checks.accept()
    else:
        match.checks.refuse(_reason(Fault(**first.fault)))


def _refuse(match: Match, fault: Fault, worker: Worker) -> None:
    """End a validation whose bot could not even be loaded."""
    with transaction.atomic():
        now = worker.now()
        if match.step(status=Match.Status.FINISHED, ended_at=now, worker="", lease_until=None):
            match.checks.refuse(_reason(fault))


def _reason(fault: Fault) -> str:
    return f"{fault.summary}\n\n{fault.detail}".strip()


def _fail(match: Match, reason: str, worker: Worker) -> None:
    logger.error("%s, attempt %s: %s", match, match.attempt, reason)
    if match.fail(reason=reason, now=worker.now()):
        dispatch.wake(dispatch.ADVANCE)
