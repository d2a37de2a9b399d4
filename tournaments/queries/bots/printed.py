"""What bots printed at each event of a game, for their owners and staff."""

from django.contrib.auth.models import AnonymousUser

from agents.table import log
from tournaments.models import CasualGame, CasualSeat, Game, Player, Seat
from tournaments.queries.bots import overview


def readable(player: Player | AnonymousUser, game: Game) -> list[Seat]:
    """The seats of a game whose bots printed something that this player may read."""
    return [seat for seat in game.seats.all()
            if seat.log and overview.is_owner(player, seat.version.bot)]  # fmt: skip


def of_casual(player: Player | AnonymousUser, game: CasualGame) -> list[CasualSeat]:
    """The seats of a casual game whose bots' logs this player may read, with the logs."""
    numbers = [
        seat.number
        for seat in game.seats.all()
        if seat.version and overview.is_owner(player, seat.version.bot)
    ]
    if not numbers:
        return []
    rows = CasualSeat.objects.filter(game=game, number__in=numbers)
    return list(rows.select_related("game__variant", "version__bot").order_by("number"))


def by_event(seat: Seat | CasualSeat, last: int) -> dict[int, str]:
    """The output of a seat's bot, by the number of the event in which it was printed.

    Event 0 is its start. Output after the end of the game counts to the `last` event, and so
    does output from events that were taken back.
    """
    return log.by_event(seat.log, seat.log_cuts or (), last)
