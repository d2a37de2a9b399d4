"""The life of a match on a worker: claimed, leased, played, reported game by game.

A bot's fault forfeits its game and is kept for its author. A fault of the platform costs no bot
anything: the match goes back into the queue and is played again.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from agents import referee
from agents.clock import TimeControl, preset
from agents.limits import Limits
from agents.referee import BotFault, GameReport, PlatformFault
from agents.sandbox import Isolation, SandboxUnavailable
from tournaments import dispatch, logs
from tournaments.errors import Interrupted, StaleAttempt
from tournaments.models import Game, Match
from tournaments.services import reports

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

    def time_control(self, match: Match) -> TimeControl:
        """The time control of a match, with the operator's start-up time if there is one."""
        return preset(match.time_control, startup_seconds=self.limits.startup_seconds)


def play_next(worker: Worker, *, validation: bool) -> bool:
    """Claim the match that has waited longest and play it; False when no other should follow.

    That is when none waits, or when this host cannot cage bots.
    """
    match = claim(worker, validation=validation)
    if match is None:
        return False
    with logs.about(match=match.pk, attempt=match.attempt):
        return _attempt(match, worker)


def _attempt(match: Match, worker: Worker) -> bool:
    """Play a claimed match as far as it goes; False when this host cannot cage bots."""
    try:
        _play(match, worker)
    except Interrupted:
        match.hand_back()
        logger.info("handed back %s, attempt %s", match, match.attempt)
    except SandboxUnavailable as error:
        match.hand_back()
        logger.error("this host plays nothing: %s", error)  # noqa: TRY400 - no traceback needed
        return False
    except StaleAttempt as stale:
        logger.warning("%s", stale)
    except PlatformFault as fault:
        _fail(match, str(fault), worker)
    except Exception as error:  # whatever it is, it is the platform's fault and not a bot's
        logger.exception("%s, attempt %s", match, match.attempt)
        _fail(match, f"{type(error).__name__}: {error}", worker)
    return True


def claim(worker: Worker, *, validation: bool) -> Match | None:
    """Take the longest waiting match; tries the next when another worker was first."""
    queued = Match.objects.filter(status=Match.Status.QUEUED, checks__isnull=not validation)
    while True:
        now = worker.now()
        match = queued.filter(not_before__lte=now).order_by("queued_at", "pk").first()
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


def _play(match: Match, worker: Worker) -> None:
    match.step(isolation=worker.isolation.value)
    if match.checks is not None and not match.games.exists() and not _load(match, worker):
        return
    for game in match.games.filter(ended_at=None).select_related("variant"):
        outcome = _referee(match, game, worker)
        reports.report(match, game, outcome, now=worker.now(), lease=worker.lease)


def _load(match: Match, worker: Worker) -> bool:
    """Load the bot that the match checks, and make its games; False when it cannot be loaded."""
    try:
        manifest = referee.probe(
            match.checks.read_archive(),
            time_control=worker.time_control(match),
            limits=worker.limits,
            isolation=worker.isolation,
        )
    except BotFault as error:
        reports.refuse(match, error.fault, now=worker.now())
        return False
    reports.plan_checks(match, manifest.games)
    return True


def _referee(match: Match, game: Game, worker: Worker) -> GameReport:
    """Play one game. What its bots do wrong is in the report."""
    seats = list(game.seats.select_related("version__bot"))
    seed = bytes(match.seed)
    return referee.play_game(
        game.variant.load(),
        [seat.version.read_archive() for seat in seats],
        seed=seed,
        names=[(seat.version.bot.name, seat.version.number) for seat in seats],
        time_control=worker.time_control(match),
        limits=worker.limits,
        isolation=worker.isolation,
        bot_seeds=referee.bot_seeds_from(seed, game_number=game.number, seats=len(seats)),
        watch=_heart(match, worker),
    )


def _heart(match: Match, worker: Worker) -> Callable[[], None]:
    """What the referee calls all the time: renews the lease long before it runs out."""
    due = worker.now() + worker.lease / 3

    def beat() -> None:
        nonlocal due
        if worker.stopping():
            raise Interrupted(f"{worker.name} is told to stop.")
        now = worker.now()
        if now >= due:
            due = now + worker.lease / 3
            if not match.step(lease_until=now + worker.lease):
                raise StaleAttempt(f"{match}: the lease of attempt {match.attempt} was lost.")

    return beat


def _fail(match: Match, reason: str, worker: Worker) -> None:
    logger.error("%s, attempt %s: %s", match, match.attempt, reason)
    if match.fail(reason=reason, now=worker.now()):
        dispatch.wake(dispatch.ADVANCE)
