"""How long bots took for their actions on an open leaderboard, by the site's clock."""

from collections.abc import Iterable, Mapping
from statistics import median

from tournaments.models import FittedPlace, Seat, Variant, load_records

LAST = 20
"""How many last games of a version are looked at."""


def add(variant: Variant, lines: Iterable[FittedPlace], before: Mapping[int, FittedPlace]) -> None:
    """Note the median time of each line's version, in seconds.

    That of a version without new games is taken from its line of `before`, by its id.
    """
    for line in lines:
        old = before.get(line.version_id)
        if old is not None and old.games == line.games:
            line.move_seconds = old.move_seconds
        else:
            line.move_seconds = _median(variant, line.version_id)


def _median(variant: Variant, version: int) -> float | None:
    seats = Seat.objects.finished().filter(version=version, game__variant=variant)
    recorded = seats.filter(game__record_removed_at=None).select_related("game")
    last = recorded.order_by("-game__ended_at")[:LAST]
    load_records([seat.game for seat in last])
    times = [
        event["wall"]
        for seat in last
        for event in seat.game.kept_record["events"]
        if event.get("seat") == seat.number and "wall" in event
    ]
    return median(times) if times else None
