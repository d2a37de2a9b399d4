"""Stores what the bots of a casual game print, for their owners and staff."""

from collections.abc import Mapping

from django.db import transaction

from agents.table.hosting import Cuts
from agents.table.log import Log, parts
from tournaments.models import CasualGame, CasualSeat


def keep_printed(
    game: CasualGame, printed: Mapping[int, tuple[str, Cuts]], *, last: int, size: int
) -> None:
    """Add what bots have printed up to the event `last` to the logs of their seats.

    A game may have many hosts, one after another. Of all that a bot printed, the first and the last
    part are kept, together at most `size` bytes, as for a game of a match.
    """
    for number, (text, cuts) in printed.items():
        if text:
            _add(game, number, list(parts(text, cuts, last)), size)


@transaction.atomic
def _add(game: CasualGame, number: int, new: list[tuple[int, str]], size: int) -> None:
    """Add it to the log of a seat, unless its version has been deleted since."""
    rows = CasualSeat.objects.select_for_update(of=("self",))
    seat = rows.filter(game=game, number=number, version__deleted_at=None).first()
    if seat is None:
        return
    log = Log(size)
    for event, text in [*parts(seat.log, seat.log_cuts or (), 0), *new]:
        log.write(text.encode())
        log.cut(event)
    seat.log, seat.log_cuts = log.text(), log.cuts()
    seat.save(update_fields=["log", "log_cuts"])
