"""How far the dice of a game favoured each seat, computed when its match is over."""

import time
from datetime import datetime, timedelta
from itertools import takewhile

from django.db.models import QuerySet

import engine
from engine import record
from tournaments.mathematics.statistics.luck import luck
from tournaments.models import Game, Match
from tournaments.queries.playing import queue
from tournaments.services import incidents

BACK = timedelta(days=7)
"""How long after the end of its match the luck of a game is still computed."""

SECONDS = 3.0
"""How long one run may take, plus at most one game: it shares its worker with the tick."""

MOST = 100


def compute_due(*, now: datetime, seconds: float = SECONDS) -> int:
    """Compute the luck of games that have none yet, the latest first; return how many."""
    end = time.monotonic() + seconds
    in_time = takewhile(lambda _game: time.monotonic() < end, due(now)[:MOST])
    return incidents.each(in_time, compute, failed="luck-failed", now=now)


def compute(game: Game) -> bool:
    """Compute and store the luck of a finished game with chance.

    Return False without a record, or if it was not played with dice of its match.
    """
    if game.record is None or (seed := game.match.seed_of(game.record)) is None:
        return False
    dice_luck = luck(game.variant.key, seed, game_number=record.game_number(game.record))
    seats = [round(value, 4) for value in dice_luck.seats]
    errors = [round(value, 4) for value in dice_luck.errors]
    return Game.objects.filter(pk=game.pk).update(luck={"seats": seats, "errors": errors}) == 1


def due(now: datetime) -> QuerySet[Game]:
    """Return the games whose luck is still to be computed, the latest first."""
    thrown = {info.id: info.rules_version for info in engine.games() if info.has_chance}
    rows = Game.objects.filter(
        queue.plays(thrown.items(), variant="variant"),
        match__tournament__isnull=False,
        match__status=Match.Status.FINISHED,
        match__ended_at__gt=now - BACK,
        luck__isnull=True,
        record__isnull=False,
    )
    joined = rows.select_related("match", "variant").prefetch_related("match__replaced_seeds")
    return joined.order_by("-match__ended_at", "match", "number")
