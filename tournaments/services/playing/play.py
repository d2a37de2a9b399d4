"""The worker's loop: claim a match, play its games, report each of them.

A bot's fault forfeits its game and is stored for its author. A platform fault costs no bot
anything: it is noted as an incident, and the match is requeued.
"""

import contextlib
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial

from structlog.contextvars import bound_contextvars

from agents.bots import checks
from agents.sandbox import SandboxUnavailable
from agents.table import referee
from agents.table.bench import Bench
from agents.table.conditions import Conditions, Deal
from agents.terms.faults import BotFault, PlatformFault
from engine.record import Recorder
from tournaments import dispatch
from tournaments.errors import StorageUnavailable
from tournaments.machinery.messages.live_logs import Key
from tournaments.mathematics import lengths
from tournaments.models import Game, Match, Tournament, Version
from tournaments.queries.playing import check_queue, queue
from tournaments.services.playing import failures, reports
from tournaments.services.playing.ahead import Ahead, Background, Held, games_to_play
from tournaments.services.playing.clerks import Clerk, Task
from tournaments.services.playing.publishing import Sheet
from tournaments.services.playing.workers import Heart, Worker, go_on, seated, take


def play_next(
    worker: Worker,
    *,
    validation: bool,
    bench: Bench | None = None,
    clerk: Clerk | None = None,
    ahead: Ahead | None = None,
) -> bool:
    """Claim the match whose turn it is and play it; return False to stop.

    It returns False if no match waits, or if this host lacks sandboxes or archives. With a `bench`,
    which the caller owns, another match is expected next. `clerk` may report the last game later.
    """
    # 1. Claim a match, or use the one that was claimed ahead.
    #    Race: other workers want the same row. One conditional update gives it to one of them.
    #    Race: the lease may have run out while the match was held. Then renewing it fails.
    held = (ahead and ahead.take()) or _claimed(worker, validation=validation)
    if held is None:
        return False
    match, clerk = held.match, clerk or Clerk()
    with bound_contextvars(match=match.pk, attempt=match.attempt):
        try:
            # 2. Handle what ends the attempt early, after the reports of its finished games.
            #    Race: the deputy may have handled it. Its last answer then sets `attempt_over`.
            with failures.handled(match, worker), _reports_first(clerk):
                _play(held, worker, bench, clerk, None if validation else ahead)
        except (SandboxUnavailable, StorageUnavailable) as error:
            failures.leave(match, error, worker=worker)
            return False
        finally:
            worker.publisher.end(Key(match.pk, match.attempt))
    return True


def _play(
    held: Held, worker: Worker, shared: Bench | None, clerk: Clerk, ahead: Ahead | None
) -> None:
    own = Bench(limits=worker.limits, isolation=worker.isolation)
    # 3. Read the games that are left. A check first loads its bot, and plans them.
    #    Race: the match may be another worker's by then. Planning begins with a conditional update.
    games = _games(held, worker)
    with contextlib.nullcontext(shared) if shared else own as bench:
        for game, following in zip(games, _followers(games, expects=bool(shared)), strict=False):
            # 4. Begin no other game of an attempt that is over.
            #    Race: the report of the last game may still fail. The heartbeat sees that later.
            if held.match.attempt_over:
                return
            background = Background(held.match, clerk, ahead, is_last=game is games[-1])
            # 5. Play the game, while the heartbeat renews the lease.
            #    Race: the lease may be lost, or a person may void the match. The heartbeat raises.
            bench.expect(*following)
            ended = _referee(game, worker, bench, background)
            # 6. Report the game. The report of the last game finishes the match.
            #    Race: another attempt may play the same game. Only the current one can report it.
            #    Race: a report may come twice, since a deputy may die. The game is stored once.
            _report(ended, game, background, worker)


def play_on(
    worker: Worker, *, validation: bool, enough: Callable[[], bool], clerk: Clerk | None = None
) -> bool:
    """Play one match after another until `enough`; return False as `play_next` does.

    During a match the bots of the next one start, and `clerk` reports the previous game. Its deputy
    claims the next match if many wait. The worker can stop between two matches.
    """
    with (
        Bench(limits=worker.limits, isolation=worker.isolation) as bench,
        clerk or Clerk() as at_hand,
        Ahead(at_hand, partial(claim_ahead, worker.deputised()), worker) as ahead,
    ):
        following = partial(
            play_next, worker, validation=validation, bench=bench, clerk=at_hand, ahead=ahead
        )
        return go_on(following, enough=enough)


def claim(worker: Worker, *, validation: bool) -> Match | None:
    """Claim the match whose turn it is, or the next one that no other worker is claiming."""
    terms = {"host": worker.host, "isolation": worker.isolation.value}
    while True:
        now = worker.now()
        checks_line = check_queue.next_checks(now=now)
        line = checks_line if validation else queue.next_matches(now=now, rules=worker.rules)
        match = take(line, worker, now=now, **terms)
        if match is not None and match.tournament_id is not None:
            Tournament.objects.filter(pk=match.tournament_id).update(last_claim_at=now)
        if match is not None or not line.exists():
            return match


def _claimed(worker: Worker, *, validation: bool) -> Held | None:
    match = claim(worker, validation=validation)
    return None if match is None else Held(match)


def claim_ahead(worker: Worker) -> Held | None:
    """Claim the next match if more wait than all living hosts can play at once.

    Otherwise another worker might go without a match while this one holds it.
    """
    now, most = worker.now(), queue.slots_alive(now=worker.now())
    if queue.waiting_matches(now=now, rules=worker.rules, most=most + 1) <= most:
        return None
    match = claim(worker, validation=False)
    return None if match is None else Held.of(match)


def waiting(*, now: datetime, most: int) -> dict[str, int]:
    """Return how many matches could be claimed, up to `most`, by the task that plays them."""
    rules = queue.rules_alive(now=now)
    return {
        dispatch.PLAY: queue.waiting_matches(now=now, rules=rules, most=most),
        dispatch.VALIDATE: check_queue.waiting_checks(now=now, most=most),
    }


@contextlib.contextmanager
def _reports_first(clerk: Clerk) -> Iterator[None]:
    """On an error, report the finished games first."""
    try:
        yield
    except BaseException:
        clerk.wait()
        raise


def _games(held: Held, worker: Worker) -> list[Game]:
    """Return the games that are left to play; none if the bot of a check cannot be loaded."""
    match = held.match
    if match.checks is not None:
        reports.forget_outdated(match, rules=worker.rules)
        if not match.games.exists() and not _load(match, match.checks, worker):
            return []
    return held.games or games_to_play(match)


def _load(match: Match, version: Version, worker: Worker) -> bool:
    """Load the version that the match checks and plan its games; False if loading fails."""
    try:
        games = referee.probe(version.read_archive(), _conditions(match, worker))
    except BotFault as error:
        reports.refuse(match, error.fault, now=worker.now())
        return False
    reports.plan_checks(match, games)
    return True


def _followers(games: list[Game], *, expects: bool) -> list[tuple[int, str]]:
    """Return the bots to start during each game: their number, and their variant's key.

    During the last game that is a guess, if the worker expects another match.
    """
    needs = [(game.variant.load().num_players(), game.variant.key) for game in games]
    return needs[1:] + (needs[-1:] if expects else [(0, "")])


def _conditions(match: Match, worker: Worker) -> Conditions:
    usual = worker.conditions(match.time_control)
    return checks.hurried(usual) if match.checks_id else usual


def _referee(game: Game, worker: Worker, bench: Bench, background: Background) -> referee.EndedGame:
    """Play one game. The faults of its bots are in the report."""
    match, versions = background.match, [seat.version for seat in game.seats.all()]
    deal = Deal(bytes(match.seed), game.number, match.opening)
    seeds = referee.bot_seeds_from(deal.seed, game_number=game.number, seats=len(versions))
    return referee.play_game(
        game.variant.load(),
        list(map(seated, versions, seeds)),
        deal,
        _conditions(match, worker),
        watch=_heartbeat(game, worker, background),
        bench=bench,
        ready=partial(_begin, game, worker, background),
    )


def _heartbeat(game: Game, worker: Worker, background: Background) -> Callable[[], None]:
    """Return what the referee calls all the time; it ends games that their clocks did not end."""
    match, heart = background.match, Heart(background.match, worker)
    control = _conditions(match, worker).time_control
    end = worker.now() + lengths.ended_within(game.variant.load(), control)

    def beat() -> None:
        match.has_begun = True
        background.look()
        heart.beat()
        if worker.now() > end:
            raise PlatformFault("game-too-long", game=game)

    return beat


def _begin(game: Game, worker: Worker, background: Background, recorder: Recorder) -> None:
    """Publish a game whose bots are ready, once no thread of this process is busy any more."""
    background.ready()
    match = background.match
    key, control = Key(match.pk, match.attempt), match.time_control
    worker.publisher.begin(Sheet(key, game.number, control, recorder.heading(), recorder.events))


def _report(ended: referee.EndedGame, game: Game, background: Background, worker: Worker) -> None:
    """Report a game that has just ended, unless the attempt is over by the time of the report."""
    match, now = background.match, worker.now()

    def errand() -> None:
        with failures.handled(match, worker):
            if match.attempt_over:
                ended.close()
            else:
                details = (match, game, ended.report(), worker.deputised(), now)
                background.clerk.pass_on(Task(_count, details, match.note_end, essential=True))

    background.clerk.take(errand)


def _count(
    match: Match, game: Game, outcome: referee.GameReport, worker: Worker, now: datetime
) -> bool:
    """Report a game; True if that has ended the attempt."""
    bound = bound_contextvars(match=match.pk, attempt=match.attempt)
    with bound, failures.handled(match, worker):
        reports.report(match, game, outcome, now=now, lease=worker.lease)
    return match.attempt_over
