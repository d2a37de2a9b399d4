"""What bots printed beside each event of a finished game: for their owners and staff."""

from django.contrib.auth.models import AnonymousUser

from tournaments.models import Game, Player, Seat
from tournaments.queries import bots


def readable(player: Player | AnonymousUser, game: Game) -> list[Seat]:
    """The seats of a game whose bots printed something that this player may read."""
    seats = game.seats.all()
    return [seat for seat in seats
            if seat.log and bots.may_read_log(player=player, version=seat.version)]  # fmt: skip


def by_event(seat: Seat, last: int) -> dict[int, str]:
    """What the bot of a seat printed, by the number of the event in which it did.

    Event 0 is its start; what it printed after the end of the game stands with the `last` event.
    """
    found: dict[int, str] = {}
    begin = 0
    for event, end in [*(seat.log_cuts or ()), (last, len(seat.log))]:
        if text := seat.log[begin:end]:
            found[event] = found.get(event, "") + text
        begin = end
    return found
