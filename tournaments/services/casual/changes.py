"""Changes of a casual game: they set whose turn it is, and wake a worker for a bot."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from agents.table.course import Course
from tournaments import dispatch
from tournaments.models import CasualGame
from tournaments.queries.casual import remote
from tournaments.queries.casual.courses import gone, left_of


def keep(game: CasualGame, course: Course, *, now: datetime, **more: Any) -> bool:
    """Store the game so far; return False and store nothing if the row has changed since."""
    due = _ending(course, now) or _turn(game, course, now)
    stored = game.change(events=list(course.events), wanted_back=None, **due, **more)
    if stored and game.bot_due and not game.is_hosted:
        dispatch.wake(dispatch.CASUAL)
    if stored and game.is_over and game.game_id:
        dispatch.wake(dispatch.BOARDS)
    return stored


def is_deserted(game: CasualGame, course: Course) -> bool:
    """Whether people sat at the board and all of them have left."""
    left = gone(course.events)
    return game.has_people and all(seat.is_bot or seat.number in left for seat in game.seats.all())


def _ending(course: Course, now: datetime) -> dict[str, Any]:
    outcome = course.state.outcome()
    if outcome is None:
        return {}
    result = {"returns": course.state.returns(), "ranks": course.state.ranks()}
    return CasualGame.ending(outcome.reason, now=now) | {"result": result}


def _turn(game: CasualGame, course: Course, now: datetime) -> dict[str, Any]:
    if is_deserted(game, course):
        return CasualGame.ending("left", now=now)
    seat = course.state.current_player()
    sitter = game.seats.all()[seat]
    waits = _patience(game, course, seat)
    if sitter.is_remote:
        # Until then a lost line has been noticed.
        waits = remote.patience(game.time_control, course.events, seat) + remote.LEASE
    return {
        "status": CasualGame.Status.PLAYING,
        "due_seat": seat,
        "bot_due": sitter.is_hosted_bot,
        "due_since": now,
        "due_until": None if sitter.is_hosted_bot else now + waits,
    }


def _patience(game: CasualGame, course: Course, seat: int) -> timedelta:
    """Return how long a person may take to act."""
    idle = timedelta(minutes=settings.CASUAL_IDLE_MINUTES)
    left = left_of(game.clock, course.events, seat)
    return idle if left is None else min(idle, timedelta(seconds=max(left, 0.0)))
