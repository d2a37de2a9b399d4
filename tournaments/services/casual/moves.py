"""What people do at the board of a casual game, given the state or the event that they have seen.

A request for an outdated state, after another person's action or a second click, is refused with a
sentence and changes nothing. A bot's answer does not prevent resigning or taking an action back.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from agents.table.course import Course
from agents.terms.faults import RESIGNED
from engine import EngineError
from tournaments import dispatch
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import CasualGame
from tournaments.queries.casual import boards
from tournaments.queries.casual.courses import course_of, gone, left_of
from tournaments.queries.casual.outages import outage
from tournaments.queries.casual.people import Person
from tournaments.services.casual.changes import is_deserted, keep

_SHOWN_ACTIONS = 50


@transaction.atomic
def act(game: CasualGame, *, who: Person, state: int, action: str, now: datetime) -> CasualGame:
    """Take an action for the seat whose turn it is; the dice that follow are thrown.

    A person whose clock has run out loses on time. Raises NotAllowed for anyone who does not hold
    that seat, Invalid for another state and for an action that the rules do not allow.
    """
    row = _seen(game, state, who)
    if row.due_seat is None or row.due_seat not in who.seats(row):
        raise NotAllowed("not-your-turn")
    course, took = course_of(row), (now - outage(now=now) - row.due_since).total_seconds()
    left = left_of(row.clock, course.events, row.due_seat)
    if left is not None and took >= left:
        course.forfeit(row.due_seat, "timeout")
    else:
        course.act(legal_action(course, action), wall=round(max(took, 0.0), 3))
    return kept(row, course, now)


@transaction.atomic
def ask_judge(game: CasualGame, *, who: Person, state: int, now: datetime) -> CasualGame:
    """Ask a worker what the judge would do for the seat whose turn it is.

    Raises NotAllowed for anyone who does not hold that seat, and Invalid for another state and
    where the judge knows nothing.
    """
    row = _seen(game, state, who)
    if row.due_seat not in who.seats(row):
        raise NotAllowed("not-your-turn")
    refusal = boards.no_hint(row, who)
    if refusal:
        raise Invalid(refusal)
    asked = {"seat": row.due_seat, "ply": len(row.events), "rewinds": row.rewinds}
    earlier = row.hints[:-1] if row.hint else row.hints
    row.change(hints=[*earlier, asked], hint_due_at=now)
    dispatch.wake(dispatch.ANALYSE)
    return row


@transaction.atomic
def resign(game: CasualGame, *, who: Person, seat: int, now: datetime) -> CasualGame:
    """Resign for a seat of one's own. A bot may have answered since the board was seen.

    Raises NotAllowed for another person's seat, and for one that has left the game.
    """
    row = _running(game, who)
    if seat not in still_in(row, who):
        raise NotAllowed("not-at-this-board")
    if row.is_open:
        row.change(**CasualGame.ending("nobody-came", now=now))
        return row
    course = course_of(row)
    course.forfeit(seat, RESIGNED)
    return kept(row, course, now)


@transaction.atomic
def take_back(game: CasualGame, *, who: Person, event: int, now: datetime) -> CasualGame:
    """Take one's last action back, or ask the other people at the board for it. Bots agree.

    `event` is the index of that action in the game, since a bot may have answered it since the
    board was seen. The dice stay: the same throws come again. Raises Invalid if there is nothing to
    take back, for another event, while another person asks, and where a remote bot plays: its
    action may be under way.
    """
    row = _running(game, who)
    if row.has_remote:
        raise Invalid("remote-bots-take-nothing-back")
    own = who.seats(row)
    at = last_of(row.events, own)
    if at is None:
        raise Invalid("nothing-to-take-back")
    if at != event or row.wanted_back:
        raise Invalid("board-has-changed")
    return _wished(row, at, {"seat": row.events[at]["seat"], "agreed": own}, now)


@transaction.atomic
def agree_back(game: CasualGame, *, who: Person, state: int, now: datetime) -> CasualGame:
    """Agree that another person takes an action back; it is done when all people have agreed."""
    row = _seen(game, state, who)
    wish = row.wanted_back
    at = last_of(row.events, _held_with(row, wish["seat"])) if wish else None
    if wish is None or at is None:
        raise Invalid("nothing-to-take-back")
    agreed = sorted({*wish["agreed"], *who.seats(row)})
    return _wished(row, at, {"seat": wish["seat"], "agreed": agreed}, now)


@transaction.atomic
def refuse_back(game: CasualGame, *, who: Person, state: int) -> CasualGame:
    """Refuse another person's request to take back, or withdraw one's own."""
    row = _seen(game, state, who)
    row.change(wanted_back=None)
    return row


def last_of(events: Sequence[dict[str, Any]], seats: Sequence[int]) -> int | None:
    """Return the index of the last action of these seats; None if nothing can be taken back.

    An action before a forfeit cannot be taken back, since that player has left the game, and none
    of the position from which the game began.
    """
    for number in range(len(events) - 1, -1, -1):
        if "forfeit" in events[number]:
            return None
        if "opening" in events[number]:
            return None
        if "action" in events[number] and events[number]["seat"] in seats:
            return number
    return None


def still_in(row: CasualGame, who: Person) -> list[int]:
    """Return the seats of a person that are still in the game, beginning with the one to act."""
    out = gone(row.events)
    own = [seat for seat in who.seats(row) if seat not in out]
    return sorted(own, key=lambda seat: seat != row.due_seat)


def _running(game: CasualGame, who: Person) -> CasualGame:
    """Return the locked row, for a person at its board."""
    row = CasualGame.objects.select_for_update(of=("self",)).get(pk=game.pk)
    if not who.seats(row):
        raise NotAllowed("not-at-this-board")
    if row.is_over:
        raise Invalid("game-is-over")
    return row


def _seen(game: CasualGame, state: int, who: Person) -> CasualGame:
    """Return the locked row, if it is in the state that a person at its board has seen."""
    row = _running(game, who)
    if row.state != state:
        raise Invalid("board-has-changed")
    return row


def _held_with(row: CasualGame, seat: int) -> list[int]:
    """Return all seats of the person who holds this seat."""
    seats = list(row.seats.all())
    own = seats[seat]
    return [
        other.number
        for other in seats
        if not other.is_bot and (other.player_id, other.visitor) == (own.player_id, own.visitor)
    ]


def _still_to_ask(row: CasualGame, agreed: Sequence[int]) -> list[int]:
    """Return the seats of people who are still in the game and have not agreed."""
    done = {*agreed, *gone(row.events)}
    return [seat.number for seat in row.seats.all() if not seat.is_bot and seat.number not in done]


def _wished(row: CasualGame, at: int, wish: dict[str, Any], now: datetime) -> CasualGame:
    """Go back to before an event if all people have agreed; otherwise store the request."""
    if not _still_to_ask(row, wish["agreed"]):
        return _rewound(row, at, now)
    row.change(wanted_back=wish)
    return row


def _rewound(row: CasualGame, at: int, now: datetime) -> CasualGame:
    """Go back to the game as it was before an event."""
    row.events = row.events[:at]
    keep(row, course_of(row), now=now, rewinds=row.rewinds + 1)
    return row


def legal_action(course: Course, action: str) -> int:
    """Return an action by its notation. Raises Invalid, with what is allowed."""
    try:
        return course.state.string_to_action(action)
    except EngineError:
        state = course.state
        legal = [state.action_to_string(move) for move in state.legal_actions()]
        choices = {"allowed": legal[:_SHOWN_ACTIONS], "more": len(legal) > _SHOWN_ACTIONS}
        raise Invalid("action-not-allowed", "action", tried=action[:40], **choices) from None


def kept(row: CasualGame, course: Course, now: datetime) -> CasualGame:
    """Throw the dice that follow, and store the locked row."""
    if not course.state.is_terminal() and not is_deserted(row, course):
        course.roll()
    keep(row, course, now=now)
    return row
