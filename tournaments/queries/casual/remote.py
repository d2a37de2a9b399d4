"""Remote bots at their boards: what their clocks show, and how long the site waits for them.

The site measures an action from the moment at which the turn was stored until the action arrives.
A bot whose line breaks has some time to come back, once in a game. Both that time and the grace of
each action are taken off its clock, and stand in the record as `stall`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import OuterRef, Subquery

from agents.terms.clock import PRESETS, GameClock, Spent, TimeControl, times_of
from tournaments.models import Bot, CasualGame, CasualSeat, Player, Version
from tournaments.models.bots import BotQuerySet
from tournaments.models.casual import CLOCKS, CasualGameQuerySet
from tournaments.models.versions import VersionQuerySet
from tournaments.queries.casual.people import Person

Events = Sequence[Mapping[str, Any]]

LEASE = timedelta(seconds=10)
"""How long a bot counts as connected after the last sign of its stream."""


@dataclass(frozen=True)
class Program(Person):
    """The program of a remote bot, which moves for its seats as a person does."""

    bot: Bot | None = None

    def holds(self, seat: CasualSeat) -> bool:
        return seat.version is not None and seat.version.bot == self.bot and seat.is_remote


def own(player: Player) -> BotQuerySet:
    """The remote bots of a player, but deleted ones."""
    return Bot.objects.kept().filter(owner=player, is_remote=True)


def connected(*, now: datetime) -> VersionQuerySet:
    """The version that plays of each remote bot whose program listens: the newest."""
    newest = Version.objects.remote().filter(bot=OuterRef("bot")).order_by("-number")
    rows = Version.objects.remote().filter(bot__in=Bot.objects.connected(now=now))
    return rows.filter(pk=Subquery(newest.values("pk")[:1]))


def games_of(bot: Bot) -> CasualGameQuerySet:
    """The games of a remote bot that are not over."""
    seats = CasualSeat.objects.filter(version__bot=bot).values("game")
    return CasualGame.objects.filter(has_remote=True, ended_at=None, pk__in=seats)


def refusal(version: Version, *, now: datetime) -> str:
    """The code of why a remote version takes no game now; empty if it does."""
    if not version.bot.is_connected(now=now):
        return "bot-not-connected"
    if not connected(now=now).filter(pk=version.pk).exists():
        return "bot-plays-newer-version"
    most = min(version.bot.at_once, settings.REMOTE_GAMES)
    return "bot-is-busy" if games_of(version.bot).count() >= most else ""


def clock_of(time_control: str, events: Events, seat: int) -> GameClock:
    """The clock of a bot before its next action."""
    return _clock(PRESETS[time_control], events, seat)


def clocks(game: CasualGame) -> list[float | None]:
    """The seconds that each seat has left before its next action; None without a clock."""
    people = CLOCKS.get(game.clock)
    controls = [PRESETS[game.time_control] if seat.is_bot else people for seat in game.seats.all()]
    return [
        None if control is None else round(_clock(control, game.events, number).remaining, 3)
        for number, control in enumerate(controls)
    ]


def _clock(control: TimeControl, events: Events, seat: int) -> GameClock:
    clock = GameClock(control)
    clock.resume(times_of(events, seat))
    return clock


def patience(time_control: str, events: Events, seat: int) -> timedelta:
    """Return how long a bot whose line holds may take to act."""
    allowance = clock_of(time_control, events, seat).allowance()
    grace = _grace(time_control, is_first=not times_of(events, seat))
    return timedelta(seconds=max(allowance, 0.0) + grace)


def deadline(game: CasualGame, seat: int, bot: Bot, *, now: datetime) -> datetime:
    """Return until when an action of the seat to act is in time, later if its line has broken."""
    usual = game.due_since + patience(game.time_control, game.events, seat)
    since = bot.connected_since
    if bot.is_connected(now=now) and since is not None and since <= game.due_since:
        return usual
    return max(usual, game.due_since + _return_time(game, seat))


def _return_time(game: CasualGame, seat: int) -> timedelta:
    """Return how long a bot may be away: what is left for it in this game."""
    used = sum(
        max(spent.stall - _grace(game.time_control, is_first=not number), 0.0)
        for number, spent in enumerate(times_of(game.events, seat))
    )
    return timedelta(seconds=max(settings.REMOTE_RETURN_SECONDS - used, 0.0))


def spent(game: CasualGame, seat: int, *, took: float) -> Spent:
    """The times of an action that has come in time: all beyond the clock was a broken line."""
    wall = round(max(took, 0.0), 3)
    grace = _grace(game.time_control, is_first=not times_of(game.events, seat))
    over = wall - max(clock_of(game.time_control, game.events, seat).allowance(), 0.0)
    return Spent(wall=wall, stall=round(min(wall, max(grace, over)), 3))


def _grace(time_control: str, *, is_first: bool) -> float:
    """The seconds of an action that no clock counts: of the line, and first of starting."""
    grace: float = settings.REMOTE_GRACE
    return grace + (PRESETS[time_control].startup if is_first else 0.0)
