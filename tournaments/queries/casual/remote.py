"""Remote bots at their boards: what their clocks show, and how long the site waits for them.

The site measures an action from the moment at which the turn was stored until the action arrives.
A bot whose line breaks has some time to come back, once in a game. Both that time and the grace of
each action are taken off its clock, and stand in the record as `stall`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings

from agents.terms.clock import PRESETS, GameClock, Spent
from tournaments.models import Bot, CasualGame, CasualSeat
from tournaments.queries.casual.people import Person


@dataclass(frozen=True)
class Program(Person):
    """The program of a remote bot, which moves for its seats as a person does."""

    bot: Bot | None = None

    def holds(self, seat: CasualSeat) -> bool:
        return seat.version is not None and seat.version.bot == self.bot and seat.is_remote


def clock_of(game: CasualGame, seat: int) -> GameClock:
    """The clock of a remote bot before its next action."""
    clock = GameClock(PRESETS[game.time_control])
    clock.resume(_spent(game.events, seat))
    return clock


def patience(game: CasualGame, seat: int) -> timedelta:
    """Return how long the site waits for the next action of a bot whose line holds."""
    return timedelta(seconds=max(clock_of(game, seat).allowance(), 0.0) + settings.REMOTE_GRACE)


def return_time(game: CasualGame, seat: int) -> timedelta:
    """Return how much longer it waits for one without a connection: what the game has left."""
    grace = settings.REMOTE_GRACE
    used = sum(max(spent.stall - grace, 0.0) for spent in _spent(game.events, seat))
    return timedelta(seconds=max(settings.REMOTE_RETURN_SECONDS - used, 0.0))


def spent(game: CasualGame, seat: int, *, took: float) -> Spent:
    """The times of an action that has come in time: all beyond the clock was a broken line."""
    wall = round(max(took, 0.0), 3)
    over = wall - max(clock_of(game, seat).allowance(), 0.0)
    return Spent(wall=wall, stall=round(min(wall, max(settings.REMOTE_GRACE, over)), 3))


def _spent(events: Sequence[Mapping[str, Any]], seat: int) -> list[Spent]:
    return [
        Spent(event["wall"], stall=event.get("stall", 0.0))
        for event in events
        if event["seat"] == seat and "wall" in event
    ]
