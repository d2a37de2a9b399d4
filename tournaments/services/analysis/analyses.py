"""Analyses of finished games: requested by anyone who may see the game, computed by a worker.

The judge is our own code and runs outside of any sandbox, in a slot of its own.
"""

import logging
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from operator import itemgetter
from random import Random

from structlog.contextvars import bound_contextvars

from engine import EngineError
from tournaments import dispatch
from tournaments.errors import Invalid
from tournaments.models import CasualGame, Game, GameAnalysis
from tournaments.models.analyses import GameAnalysisQuerySet
from tournaments.models.leases import unleased
from tournaments.queries.games import analyses
from tournaments.queries.games.replay import unfinished
from tournaments.queries.playing import queue
from tournaments.services.playing.workers import Heart, Worker, attempt, take
from tournaments.words import Sentence

logger = logging.getLogger(__name__)

MOST_WAITING = 500
"""The most analyses that may wait. When full, the asker with the most makes room for others."""


def ask(
    game: Game | CasualGame, *, asker: str, now: datetime, ply: int | None = None
) -> GameAnalysis:
    """Return the analysis of a finished game, or the what-if after `ply` events, or queue it.

    `asker` names a player or a visitor's network: askers take turns. Raises Invalid for a game that
    cannot be analysed, a position from which nobody can play on, and when too many wait.
    """
    before = 0 if ply is None else ply + 1
    existing = analyses.of(game, before)
    if existing is not None:
        return existing
    refusal = _refusal(game)
    if refusal:
        raise Invalid(refusal)
    if ply is not None:
        unfinished(analyses.record_of(game), ply)
    _make_room(asker, now)
    asked = {"asker": asker, "turn": _turn(asker), "asked_at": now, "not_before": now}
    row, _made = GameAnalysis.objects.get_or_create(**analyses.key_of(game, before), defaults=asked)
    dispatch.wake(dispatch.ANALYSE)
    return row


def _turn(asker: str) -> int:
    """Return the turn after the asker's last queued one; else the first turn in the queue."""
    queued = GameAnalysis.objects.queued()
    own = queued.filter(asker=asker).last()
    first = queued.first()
    return own.turn + 1 if own else first.turn if first else 0


def _make_room(asker: str, now: datetime) -> None:
    """If the queue is full, delete the last request of the asker with the most in it.

    Raises Invalid if this asker would then have as many.
    """
    counts = Counter(GameAnalysis.objects.queued().values_list("asker", flat=True))
    if counts.total() < MOST_WAITING:
        return
    largest, most = max(counts.items(), key=itemgetter(1), default=("", 0))
    if most <= counts[asker] + 1:
        raise Invalid("analyses-wait", None, most=MOST_WAITING)
    waiting = GameAnalysis.objects.queued().filter(unleased(now), asker=largest)
    waiting.reverse()[:1].get().delete()


def _refusal(game: Game | CasualGame) -> str:
    """Return the code of the reason why a game cannot be analysed; empty if it can."""
    if not game.is_over:
        return "game-goes-on"
    if not analyses.has_source(game):
        is_casual = isinstance(game, CasualGame)
        return "analysis-without-result" if is_casual else "analysis-without-record"
    rules = game.variant.game_id, game.variant.rules_version
    if rules not in queue.rules_here():
        return "analysis-of-old-rules"
    return "" if analyses.function_of(game) else "analysis-without-function"


def work_next(worker: Worker) -> bool:
    """Analyse the game whose turn it is; return False if there is none."""
    row = claim(worker)
    if row is None:
        return False
    with bound_contextvars(analysis=row.pk, attempt=row.attempt), attempt(row, worker):
        _analyse(row, worker)
    return True


def claim(worker: Worker) -> GameAnalysis | None:
    """Claim the analysis whose turn it is. One that has killed three workers is marked failed."""
    now = worker.now()
    line = _line(worker.rules, now).select_related("game", "casual_game__variant")
    return take(line, worker, now=now)


def are_wanted(*, now: datetime) -> bool:
    """Whether an analysis waits for a worker."""
    return _line(queue.rules_here(), now).exists()


def _line(rules: Iterable[tuple[str, int]], now: datetime) -> GameAnalysisQuerySet:
    """Return the analyses that a worker with these rules could do now."""
    playable = tuple(rules)
    of_matches = queue.plays(playable, variant="game__variant")
    casual = queue.plays(playable, variant="casual_game__variant")
    return GameAnalysis.objects.for_workers(now=now).filter(of_matches | casual)


def _analyse(row: GameAnalysis, worker: Worker) -> None:
    # Imported here since it imports numpy, which the web server does without.
    from agents.judge.analysis import analyse  # noqa: PLC0415
    from agents.judge.rollouts import play_out  # noqa: PLC0415

    game = row.judged_game
    if not analyses.has_source(game):
        row.refuse(Sentence("analysis-without-record"), now=worker.now())
        return
    edition = analyses.function_of(game)
    if edition is None:
        row.refuse(Sentence("analysis-without-function"), now=worker.now())
        return
    record, watch = analyses.record_of(game), Heart(row, worker).beat
    try:
        if row.before:
            state = unfinished(record, row.before - 1)
            document = play_out(state, rng=Random(row.pk), watch=watch)  # noqa: S311
        else:
            document = analyse(record, edition, watch=watch).document()
    except EngineError as error:
        logger.warning("%s: %s", row, error)
        row.refuse(Sentence("analysis-of-old-rules"), now=worker.now())
    else:
        row.finish(document, now=worker.now())
