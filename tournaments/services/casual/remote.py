"""What the programs of remote bots do at their boards, and how they lose on time.

A program names the ply of its action. So it may send the same action again after a lost answer,
and an action for another ply changes nothing.
"""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import transaction

from agents.table.course import Course
from agents.terms.faults import RESIGNED, Fault
from tournaments.errors import NotAllowed, OutOfDate
from tournaments.models import Bot, CasualGame
from tournaments.queries.casual import remote
from tournaments.queries.casual.courses import course_of, gone
from tournaments.queries.casual.outages import outage
from tournaments.queries.casual.remote import Program
from tournaments.services.casual import moves
from tournaments.words import Sentence


@transaction.atomic
def act(game: CasualGame, *, bot: Bot, ply: int, action: str, now: datetime) -> CasualGame:
    """Take an action for a seat of a bot at a ply; a bot whose time is over loses instead.

    Repeating an action changes nothing. Raises NotAllowed for another bot's game, OutOfDate for
    another ply than that of the bot's turn, and Invalid for what the rules do not allow.
    """
    row, seats = _locked(game, bot)
    if _has_acted(row, seats, ply, action):
        return row
    if row.is_over:
        raise OutOfDate("remote-game-is-over")
    if ply != len(row.events) or row.due_seat not in seats:
        raise OutOfDate("remote-not-due", "ply", ply=ply, now=len(row.events))
    arrived = now - outage(now=now)
    if arrived > remote.deadline(row, row.due_seat, bot, now=now):
        return _lose(row, row.due_seat, bot, now)
    course, took = course_of(row), (arrived - row.due_since).total_seconds()
    spent = remote.spent(row, row.due_seat, took=took)
    number = moves.legal_action(course, action)
    course.act(number, wall=spent.wall, stall=spent.stall)
    return moves.kept(row, course, now)


@transaction.atomic
def resign(game: CasualGame, *, bot: Bot, now: datetime) -> CasualGame:
    """Let all seats of a bot leave the game. Raises NotAllowed for another bot's game."""
    row, seats = _locked(game, bot)
    staying = sorted(set(seats) - gone(row.events))
    course = course_of(row)
    for seat in staying if not row.is_over else ():
        if not course.state.is_terminal():
            course.forfeit(seat, RESIGNED)
    return row if row.is_over else moves.kept(row, course, now)


def leave(row: CasualGame, seat: int, *, now: datetime) -> bool:
    """Let the bot at the seat to act lose on time, or wait for one whose line has broken.

    The row is locked. Return whether the bot has lost.
    """
    version = row.seats.all()[seat].version
    assert version is not None
    until = remote.deadline(row, seat, version.bot, now=now)
    if now < until:
        row.change(due_until=until)
        return False
    _lose(row, seat, version.bot, now)
    return True


def _locked(game: CasualGame, bot: Bot) -> tuple[CasualGame, list[int]]:
    row = CasualGame.objects.select_for_update(of=("self",)).get(pk=game.pk)
    seats = Program(bot=bot).seats(row)
    if not seats:
        raise NotAllowed("not-at-this-board")
    if bot.banned_at:
        raise NotAllowed("bot-banned", bot=bot, reason=bot.ban_reason)
    return row, seats


def _has_acted(row: CasualGame, seats: list[int], ply: int, action: str) -> bool:
    """Whether the bot has taken this action at this ply; raises OutOfDate for another action."""
    event: dict[str, Any] = row.events[ply] if ply < len(row.events) else {}
    if "action" not in event or event["seat"] not in seats:
        return False
    if event["action"] != action:
        raise OutOfDate("remote-ply-passed", "ply", ply=ply, action=event["action"])
    return True


def _lose(row: CasualGame, seat: int, bot: Bot, now: datetime) -> CasualGame:
    course = course_of(row)
    fault = _fault(row, course, seat, bot, now)
    row.seats.filter(number=seat, fault__isnull=True).update(fault=asdict(fault))
    course.forfeit(seat, fault.kind)
    return moves.kept(row, course, now)


def _fault(row: CasualGame, course: Course, seat: int, bot: Bot, now: datetime) -> Fault:
    allowed = (remote.deadline(row, seat, bot, now=now) - row.due_since).total_seconds()
    if bot.is_connected(now=now):
        wall = (now - row.due_since).total_seconds()
        kind, said = "timeout", Sentence("remote-late", wall=wall, allowed=allowed)
    else:
        kind, said = "away", Sentence("remote-away", allowed=allowed)
    return Fault(kind, len(course.events), str(said), **said.stored())
