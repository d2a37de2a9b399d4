"""Updates Elo after every game: a report lets its game wait, and then all that wait are entered.

Games are entered one after another, in transactions of as many as wait. So the row of a
leaderboard, for which reports take turns, is locked once for many. `ledger` checks the result.
"""

import logging
from datetime import datetime

from django.db import transaction

from tournaments.models import Game, Variant
from tournaments.queries.ratings import waiting
from tournaments.services import incidents
from tournaments.services.ratings import entering

logger = logging.getLogger(__name__)

AT_ONCE = 100
"""The most games that are entered in a transaction."""


def enter(game: Game) -> None:
    """Enter a game if it waits, and with it what else waits for its leaderboard.

    Call it after the report. While another process enters games, it waits for that, and mostly
    finds its own among them. A failure is logged and left to the tick: the game is stored, so it
    must not end the attempt.
    """
    try:
        while game.is_waiting:
            entered = _enter_some(game.variant_id)
            game.is_waiting = len(entered) == AT_ONCE and game.pk not in entered
    except Exception:
        logger.exception("%s could not be rated, and waits for the tick", game)


def enter_left(*, now: datetime) -> None:
    """Enter all games that wait: a process may have died between a report and this."""
    rows = Variant.objects.filter(pk__in=Game.objects.waiting().order_by().values("variant"))
    incidents.each(rows, _enter_all, failed="fit-failed", now=now)


def _enter_all(variant: Variant) -> int:
    """Enter all games of a leaderboard that wait, and return how many."""
    number = 0
    while True:
        entered = _enter_some(variant.pk)
        number += len(entered)
        if len(entered) < AT_ONCE:
            return number


@transaction.atomic
def _enter_some(variant: int) -> list[int]:
    """Enter the first games that wait, and return their ids: `AT_ONCE` if there may be more."""
    locked = Variant.objects.select_for_update(no_key=True).get(pk=variant)
    games = waiting.first(locked, AT_ONCE)
    if games:
        entering.enter(locked, games)
    else:
        # Nothing to write down, and so no wait for the disk.
        transaction.set_rollback(True)
    return [each.game for each in games]
