"""The dates, points and promotions of a series of tournaments."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar
from zoneinfo import ZoneInfo

PLACE_POINTS = (10, 8, 6, 5, 4, 3, 2, 1)
"""The points for the first places of a tournament; later places get none."""

_Bot = TypeVar("_Bot")


def date(first: datetime, index: int, *, every: int, zone: str) -> datetime:
    """Return date number `index` from 0, `every` days apart, at the same local time as the first.

    Summer time of the zone changes the hour in UTC, not the one on the clock.
    """
    local = first.astimezone(ZoneInfo(zone)).replace(tzinfo=None) + timedelta(days=every * index)
    return local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def next_index(first: datetime, index: int, *, every: int, zone: str, now: datetime) -> int:
    """Return the number of the first date after `now`, from `index` on."""
    least = max(index, (now - first).days // every)
    while date(first, least, every=every, zone=zone) <= now:
        least += 1
    return least


def place_points(place: int, sharing: int) -> Fraction:
    """Return the points for a place; those who share places share the points of them all."""
    places = PLACE_POINTS[place - 1 : place - 1 + sharing]
    return Fraction(sum(places), sharing)


def promoted(divisions: Sequence[Sequence[_Bot]], movers: int) -> list[_Bot]:
    """Return all bots of the divisions in order, with `movers` of each pair exchanged.

    At most half of a division moves, so that nobody passes two divisions at once.
    """
    moved = [list(division) for division in divisions]
    for upper, lower in pairwise(moved):
        number = min(movers, len(upper) // 2, len(lower) // 2)
        if number:
            upper[-number:], lower[:number] = lower[:number], upper[-number:]
    return [bot for division in moved for bot in division]


def divided(bots: Sequence[_Bot], size: int | None) -> list[list[_Bot]]:
    """Return the bots in divisions of this size; one bot alone plays in the division above."""
    if size is None or len(bots) <= size:
        return [list(bots)]
    divisions = [list(bots[start : start + size]) for start in range(0, len(bots), size)]
    if len(divisions[-1]) == 1:
        (alone,) = divisions.pop()
        divisions[-1].append(alone)
    return divisions
