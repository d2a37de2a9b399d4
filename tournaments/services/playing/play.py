"""The life of a match on a worker: claimed, leased, played, reported game by game.

A bot's fault forfeits its game and is kept for its author. A fault of the platform costs no bot
anything: it is noted as an incident, and the match goes back into the queue to be played again.
"""

import contextlib
import logging
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from structlog.contextvars import bound_contextvars

from agents.bots import checks
from agents.sandbox import Isolation, SandboxUnavailable
from agents.table import referee
from agents.table.bench import Bench
from agents.table.conditions import Conditions, Deal, SeatedBot
from agents.terms.clock import preset
from agents.terms.faults import BotFault, HostStalled, PlatformFault
from agents.terms.limits import Limits
from engine.record import Recorder
from tournaments import dispatch
from tournaments.errors import Interrupted, StaleAttempt, StorageUnavailable
from tournaments.machinery.messages.live_logs import Key
from tournaments.mathematics import lengths
from tournaments.models import Game, Incident, Match, Tournament, Version
from tournaments.models.matches import MatchQuerySet
from tournaments.queries.playing import check_queue, queue
from tournaments.services import incidents
from tournaments.services.playing import reports
from tournaments.services.playing.ahead import Ahead, Beside, Held, games_to_play
from tournaments.services.playing.clerks import Clerk
from tournaments.services.playing.publishing import Publisher, Sheet
from tournaments.words import Sentence

logger = logging.getLogger(__name__)


def _never() -> bool:
    return False


def _in_silence() -> None:
    pass


@dataclass(frozen=True)
class Worker:
    """Who plays: a name, how bots are caged, how long a lease lasts, and the time of day.

    `host` is the machine's name, `rules` the games with the version of their rules that it plays.
    `alive` is called with every beat of its heart. `publisher` shows its games to those who watch.
    """

    name: str
    isolation: Isolation
    lease: timedelta
    now: Callable[[], datetime]
    stopping: Callable[[], bool] = _never
    alive: Callable[[], object] = _in_silence
    limits: Limits = field(default_factory=Limits)
    host: str = ""
    rules: Set[tuple[str, int]] = field(default_factory=queue.rules_here)
    publisher: Publisher = field(default_factory=Publisher)

    def conditions(self, match: Match) -> Conditions:
        """What the bots of a match play under; the operator may have set the start-up time."""
        control = preset(match.time_control, startup_seconds=self.limits.startup_seconds)
        usual = Conditions(control, self.limits, self.isolation)
        return checks.hurried(usual) if match.checks_id else usual

    def deputised(self) -> "Worker":
        """What a deputy has to know of it."""
        return replace(self, stopping=_never, alive=_in_silence, publisher=Publisher())


def play_on(
    worker: Worker, *, validation: bool, enough: Callable[[], bool], clerk: Clerk | None = None
) -> bool:
    """Play one match after the other until it is enough; False when no other should follow.

    While one match is played the bots' processes of the next one come up, and `clerk` reports the
    game before. Its deputy claims the next match, where many wait. In between, the worker can stop.
    """
    with (
        Bench(limits=worker.limits, isolation=worker.isolation) as bench,
        clerk or Clerk() as at_hand,
        _ahead(worker, at_hand) as ahead,
    ):
        following = partial(
            play_next, worker, validation=validation, bench=bench, clerk=at_hand, ahead=ahead
        )
        return go_on(following, enough=enough)


def go_on(do_next: Callable[[], bool], *, enough: Callable[[], bool]) -> bool:
    """Do one thing after the other until it is enough; False when nothing more is to be done."""
    while do_next():
        if enough():
            return True
    return False


def _ahead(worker: Worker, clerk: Clerk) -> Ahead:
    claim = partial(claim_ahead, worker.deputised())
    return Ahead(clerk, claim, lease=worker.lease, now=worker.now)


def play_next(
    worker: Worker,
    *,
    validation: bool,
    bench: Bench | None = None,
    clerk: Clerk | None = None,
    ahead: Ahead | None = None,
) -> bool:
    """Claim the match whose turn it is and play it; False when no other should follow.

    That is when none waits, or when this host has no cages or no archives for bots. With a `bench`,
    which stays the caller's, another match is expected after this one. `clerk` may still have to
    report the last game when this returns. A match that is held `ahead` is played first.
    """
    held = (ahead and ahead.take()) or _claimed(worker, validation=validation)
    if held is None:
        return False
    with bound_contextvars(match=held.match.pk, attempt=held.match.attempt):
        return _attempt(held, worker, bench, clerk or Clerk(), None if validation else ahead)


def _claimed(worker: Worker, *, validation: bool) -> Held | None:
    match = claim(worker, validation=validation)
    return None if match is None else Held(match)


def claim_ahead(worker: Worker) -> Held | None:
    """Claim the next match, if more than one waits for each game that can be played at once.

    So nobody who could play it waits for the worker that holds it.
    """
    now, most = worker.now(), queue.slots_alive(now=worker.now())
    if queue.waiting_matches(now=now, rules=worker.rules, most=most + 1) <= most:
        return None
    match = claim(worker, validation=False)
    return None if match is None else Held.of(match)


def _attempt(
    held: Held, worker: Worker, bench: Bench | None, clerk: Clerk, ahead: Ahead | None
) -> bool:
    """Play a claimed match as far as it goes; False when this host cannot play any other now."""
    match = held.match
    try:
        with _answering(match, worker), _after(clerk):
            _play(held, worker, bench, clerk, ahead)
    except (SandboxUnavailable, StorageUnavailable) as error:
        _leave(match, worker)
        plays_nothing(error, host=worker.host or worker.name, now=worker.now())
        return False
    finally:
        worker.publisher.end(Key(match.pk, match.attempt))
    return True


@contextlib.contextmanager
def _after(clerk: Clerk) -> Iterator[None]:
    """When something goes wrong, let first be reported what has been played."""
    try:
        yield
    except BaseException:
        clerk.wait()
        raise


@contextlib.contextmanager
def _answering(match: Match, worker: Worker) -> Iterator[None]:
    """Do once what follows from a failed attempt; what this host lacks for bots is passed on."""
    try:
        yield
    except (SandboxUnavailable, StorageUnavailable):
        raise
    except Exception as error:  # noqa: BLE001 - none is swallowed: `_answer` tells of it
        if not match.attempt_over:
            match.attempt_over = True
            _answer(error, match, worker)


def _answer(error: Exception, match: Match, worker: Worker) -> None:
    if isinstance(error, Interrupted):
        reports.hand_back(match, now=worker.now())
        logger.info("handed back %s, attempt %s", match, match.attempt)
    elif isinstance(error, StaleAttempt) and _was_called_off(match):
        logger.info("%s was called off while it was played, attempt %s", match, match.attempt)
    elif isinstance(error, StaleAttempt):
        logger.warning("%s", error)
        _note(Incident.Kind.STALE_REPORT, match, error.sentence, worker)
    elif isinstance(error, PlatformFault):
        _fail(match, Sentence("platform-failed", why=error), worker, kind=_kind(error))
    else:  # whatever it is, it is the platform's fault and not a bot's
        logger.error("%s, attempt %s", match, match.attempt, exc_info=error)
        _fail(match, Sentence("unexpected", error=type(error).__name__, why=error), worker)


def _was_called_off(match: Match) -> bool:
    """Whether somebody has voided it on purpose, which is no incident."""
    return Match.objects.get(pk=match.pk).was_called_off


def _leave(match: Match, worker: Worker) -> None:
    """Queue a match again, as it was if no bot can have seen a throw."""
    if match.has_begun:
        reports.hand_back(match, now=worker.now())
    else:
        match.leave()


def plays_nothing(
    error: SandboxUnavailable | StorageUnavailable, *, host: str, now: datetime
) -> None:
    """Say that a host has no cages or no archives: in the log, and as an incident once an hour."""
    logger.error("this host plays nothing: %s", error)
    kind = Incident.Kind.SANDBOX_UNAVAILABLE
    text = Sentence("host-plays-nothing", host=host, why=error)
    if isinstance(error, StorageUnavailable):
        # Its text names an archive, and another one at every try.
        kind, text = Incident.Kind.PLATFORM_FAULT, Sentence("host-without-archives", host=host)
    incidents.note_once(kind, text=text, now=now, worker=host)


def claim(worker: Worker, *, validation: bool) -> Match | None:
    """Take the match whose turn it is; the next one where another worker is taking it."""
    while True:
        now = worker.now()
        line = _line(worker, now, validation=validation)
        match = _take(line, worker, now)
        if match is not None and match.tournament_id is not None:
            Tournament.objects.filter(pk=match.tournament_id).update(last_claim_at=now)
        if match is not None or not line.exists():
            return match


def _line(worker: Worker, now: datetime, *, validation: bool) -> MatchQuerySet:
    if validation:
        return check_queue.next_checks(now=now)
    return queue.next_matches(now=now, rules=worker.rules)


@transaction.atomic
def _take(line: MatchQuerySet, worker: Worker, now: datetime) -> Match | None:
    """Take the first match that nobody else is taking at this moment; None without one.

    A thousand workers that all went for the very first would get one match, and try again.
    """
    match = line.select_for_update(skip_locked=True, of=("self",)).first()
    terms = {"host": worker.host, "isolation": worker.isolation.value}
    if match and match.claim(worker=worker.name, now=now, lease=worker.lease, **terms):
        return match
    return None


def waiting(*, now: datetime, most: int) -> dict[str, int]:
    """How many matches could be claimed, up to `most`, by the name of the task that plays them."""
    rules = queue.rules_alive(now=now)
    return {
        dispatch.PLAY: queue.waiting_matches(now=now, rules=rules, most=most),
        dispatch.VALIDATE: check_queue.waiting_checks(now=now, most=most),
    }


def _play(
    held: Held, worker: Worker, shared: Bench | None, clerk: Clerk, ahead: Ahead | None
) -> None:
    match = held.match
    if match.checks is not None:
        reports.forget_outdated(match, rules=worker.rules)
        if not match.games.exists() and not _load(match, match.checks, worker):
            return
    games = held.games or games_to_play(match)
    needs = [(game.variant.load().num_players(), game.variant.key) for game in games]
    after = needs[1:] + (needs[-1:] if shared else [(0, "")])
    with contextlib.ExitStack() as stack:
        own = Bench(limits=worker.limits, isolation=worker.isolation)
        bench = shared or stack.enter_context(own)
        for game, need in zip(games, after, strict=False):
            if match.attempt_over:
                return
            bench.expect(*need)
            beside = Beside(match, clerk, ahead, is_last=game is games[-1])
            ended = _referee(game, worker, bench, beside)
            _report(ended, game, beside, worker)


def _begin(game: Game, worker: Worker, beside: Beside, recorder: Recorder) -> None:
    """Begin to publish a game whose bots are ready, when no thread works beside any more."""
    beside.ready()
    key, control = Key(beside.match.pk, beside.match.attempt), beside.match.time_control
    worker.publisher.begin(Sheet(key, game.number, control, recorder.heading(), recorder.events))


def _report(ended: referee.EndedGame, game: Game, beside: Beside, worker: Worker) -> None:
    """Report a game that has just ended, unless the attempt has come to its end before it."""
    match, now = beside.match, worker.now()

    def errand() -> None:
        with _answering(match, worker):
            if match.attempt_over:
                ended.close()
            else:
                told = (match, game, ended.report(), worker.deputised(), now)
                beside.clerk.pass_on(_count, *told, then=match.note_end)

    beside.clerk.take(errand)


def _count(
    match: Match, game: Game, outcome: referee.GameReport, worker: Worker, now: datetime
) -> bool:
    """Report a game; whether the attempt has come to its end over it."""
    bound = bound_contextvars(match=match.pk, attempt=match.attempt)
    with bound, _answering(match, worker):
        reports.report(match, game, outcome, now=now, lease=worker.lease)
    return match.attempt_over


def _load(match: Match, version: Version, worker: Worker) -> bool:
    """Load the version that the match checks, and make its games; False when it cannot load."""
    try:
        games = referee.probe(version.read_archive(), worker.conditions(match))
    except BotFault as error:
        reports.refuse(match, error.fault, now=worker.now())
        return False
    reports.plan_checks(match, games)
    return True


def _referee(game: Game, worker: Worker, bench: Bench, beside: Beside) -> referee.EndedGame:
    """Play one game. What its bots do wrong is in the report."""
    match, seats = beside.match, list(game.seats.all())
    deal = Deal(bytes(match.seed), game.number, match.opening)
    seeds = referee.bot_seeds_from(deal.seed, game_number=game.number, seats=len(seats))
    bots = [
        SeatedBot(version.read_archive(), version.bot.name, version.number, seed)
        for version, seed in zip([seat.version for seat in seats], seeds, strict=True)
    ]
    return referee.play_game(
        game.variant.load(),
        bots,
        deal,
        worker.conditions(match),
        watch=_heart(game, worker, beside),
        bench=bench,
        ready=partial(_begin, game, worker, beside),
    )


def _heart(game: Game, worker: Worker, beside: Beside) -> Callable[[], None]:
    """What the referee calls all the time: renews the lease long before it runs out.

    It ends a game that the clocks must have ended, should they ever fail to.
    """
    match, due = beside.match, worker.now() + worker.lease / 3
    end = worker.now() + lengths.ended_within(
        game.variant.load(), worker.conditions(match).time_control
    )

    def beat() -> None:
        nonlocal due
        match.has_begun = True
        worker.alive()
        beside.look()
        if worker.stopping():
            raise Interrupted("worker-stops", worker=worker.name)
        now = worker.now()
        if now > end:
            raise PlatformFault("game-too-long", game=game)
        if now >= due:
            due = now + worker.lease / 3
            if not match.step(lease_until=now + worker.lease):
                raise StaleAttempt("lease-lost", match=match, attempt=match.attempt)

    return beat


def _fail(
    match: Match, reason: Sentence, worker: Worker, *, kind: str = Incident.Kind.PLATFORM_FAULT
) -> None:
    logger.error("%s, attempt %s: %s", match, match.attempt, reason)
    _note(kind, match, reason, worker)
    if reports.fail(match, reason=reason, now=worker.now()):
        dispatch.wake(dispatch.ADVANCE)


def _kind(fault: PlatformFault) -> str:
    stalled = isinstance(fault, HostStalled)
    return Incident.Kind.HOST_STALLED if stalled else Incident.Kind.PLATFORM_FAULT


def _note(kind: str, match: Match, text: Sentence, worker: Worker) -> None:
    incidents.note(kind, text=text, now=worker.now(), worker=worker.name, match=match)
