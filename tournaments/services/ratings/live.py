"""Updates Elo after every game: a report lets its game wait, and then all that wait are entered.

Games are entered one after another, in transactions of as many as wait. So the row of a
leaderboard, for which reports take turns, is locked once for many. `ledger` checks the result.
"""

from django.db import transaction

from tournaments.models import Game, Variant
from tournaments.queries.ratings import waiting
from tournaments.services.ratings import entering

AT_ONCE = 100
"""The most games that are entered in a transaction."""


def enter(game: Game) -> None:
    """Enter a game if it waits, and with it what else waits for its leaderboard.

    Call it after the report. While another process enters games, it waits for that, and mostly
    finds its own among them.
    """
    while game.is_waiting:
        entered = _enter_some(game.variant_id)
        game.is_waiting = len(entered) == AT_ONCE and game.pk not in entered


def enter_left() -> None:
    """Enter all games that wait: a process may have died between a report and this."""
    for variant in set(Game.objects.waiting().order_by().values_list("variant", flat=True)):
        while len(_enter_some(variant)) == AT_ONCE:
            pass


def enter_all(variant: Variant) -> None:
    """Enter all games of a leaderboard that wait; call it while its row is locked."""
    while games := waiting.first(variant, AT_ONCE):
        entering.enter(variant, games)


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
