"""Analyses of finished games: asked for by whoever may see the game, found by a worker.

The judge is our own code and runs outside of any sandbox, in a slot of its own.
"""

import logging
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from operator import itemgetter

from django.db import transaction
from structlog.contextvars import bound_contextvars

from agents import judge
from engine import EngineError
from tournaments import dispatch
from tournaments.errors import Interrupted, Invalid, StaleAttempt
from tournaments.models import CasualGame, Game, GameAnalysis
from tournaments.models.analyses import GameAnalysisQuerySet
from tournaments.models.leases import unleased
from tournaments.models.matches import MAX_FAILURES
from tournaments.queries.games import analyses
from tournaments.queries.playing import queue
from tournaments.services import incidents
from tournaments.services.playing.play import Worker
from tournaments.words import Sentence

logger = logging.getLogger(__name__)

MOST_WAITING = 500
"""The most analyses that may wait. Beyond them, who asks for few displaces who asks for many."""


def ask(game: Game | CasualGame, *, asker: str, now: datetime) -> GameAnalysis:
    """The analysis of a finished game: the one that there is, or a new one in the queue.

    `asker` names a player or a visitor's network: askers take turns. Raises Invalid for a game that
    cannot be analysed, and where too many wait.
    """
    known = analyses.of(game)
    if known is not None:
        return known
    refusal = _refusal(game)
    if refusal:
        raise Invalid(refusal)
    _make_room(asker, now)
    asked = {"asker": asker, "turn": _turn(asker), "asked_at": now, "not_before": now}
    row, _made = GameAnalysis.objects.get_or_create(**analyses.key_of(game), defaults=asked)
    dispatch.wake(dispatch.ANALYSE)
    return row


def _turn(asker: str) -> int:
    """The turn after the asker's last one that waits, and after that in hand."""
    queued = GameAnalysis.objects.queued()
    own = queued.filter(asker=asker).last()
    first = queued.first()
    return own.turn + 1 if own else first.turn if first else 0


def _make_room(asker: str, now: datetime) -> None:
    """Take back the last wish of who has most of the queue, if it is full and the asker has less.

    Raises Invalid if the asker has as much as anybody.
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
    """Why a game cannot be analysed, by its code; empty if it can."""
    if not game.is_over:
        return "game-goes-on"
    if not analyses.can_be_judged(game):
        is_casual = isinstance(game, CasualGame)
        return "analysis-without-result" if is_casual else "analysis-without-record"
    rules = game.variant.game_id, game.variant.rules_version
    return "" if rules in queue.rules_here() else "analysis-of-old-rules"


def work_next(worker: Worker) -> bool:
    """Analyse the game whose turn it is; False when no other should follow."""
    row = claim(worker)
    if row is None:
        return False
    with bound_contextvars(analysis=row.pk, attempt=row.attempt):
        _attempt(row, worker)
    return True


@transaction.atomic
def claim(worker: Worker) -> GameAnalysis | None:
    """Take the analysis whose turn it is; None without one. Who has killed three workers fails."""
    now = worker.now()
    line = _line(worker.rules, now).select_related("game", "casual_game__variant")
    row = line.select_for_update(skip_locked=True, of=("self",)).first()
    if row is None or not row.claim(worker=worker.name, now=now, lease=worker.lease):
        return None
    if row.failures >= MAX_FAILURES:
        row.refuse(Sentence("analysis-failed"), now=now)
        return claim(worker)
    return row


def are_wanted(*, now: datetime) -> bool:
    """Whether any waits for a worker."""
    return _line(queue.rules_here(), now).exists()


def _line(rules: Iterable[tuple[str, int]], now: datetime) -> GameAnalysisQuerySet:
    """What a worker with these rules could analyse now."""
    known = tuple(rules)
    of_matches = queue.plays(known, variant="game__variant")
    casual = queue.plays(known, variant="casual_game__variant")
    return GameAnalysis.objects.for_workers(now=now).filter(of_matches | casual)


def _attempt(row: GameAnalysis, worker: Worker) -> None:
    try:
        if not analyses.can_be_judged(row.judged_game):
            row.refuse(Sentence("analysis-without-record"), now=worker.now())
            return
        record = analyses.record_of(row.judged_game)
        found = judge.analyse(record, watch=_Heart(row, worker).beat).document()
    except (Interrupted, StaleAttempt) as error:
        logger.info("%s: %s", row, error)
        row.release()
    except EngineError as error:
        logger.warning("%s: %s", row, error)
        row.refuse(Sentence("analysis-of-old-rules"), now=worker.now())
    except Exception as error:  # noqa: BLE001 - none is swallowed: an incident tells of it
        incidents.failed_over(row, error, worker=worker.name, now=worker.now())
    else:
        row.finish(found, now=worker.now())


class _Heart:
    """Keeps the lease of an analysis, and ends it when the worker stops or has lost it."""

    def __init__(self, row: GameAnalysis, worker: Worker) -> None:
        self._row = row
        self._worker = worker
        self._due = worker.now() + worker.lease / 3

    def beat(self) -> None:
        self._worker.alive()
        if self._worker.stopping():
            raise Interrupted("worker-stops", worker=self._worker.name)
        now = self._worker.now()
        if now >= self._due:
            self._due = now + self._worker.lease / 3
            if not self._row.hold(until=now + self._worker.lease):
                raise StaleAttempt("lease-lost", match=self._row, attempt=self._row.attempt)
