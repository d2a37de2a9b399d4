"""Ends the turns of people and remote bots that do not come, or come too late."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from tournaments.models import CasualGame
from tournaments.queries.casual.courses import course_of, left_of
from tournaments.queries.casual.outages import outage
from tournaments.services import incidents
from tournaments.services.casual import moves, remote


def excuse_outage(*, now: datetime) -> int:
    """Give the time for which the site was down back to who was to act; return how many games.

    Call it at a tick, before that is noted.
    """
    down = outage(now=now)
    if not down:
        return 0
    waiting = CasualGame.objects.going_on().filter(bot_due=False)
    since, until = F("due_since"), F("due_until")
    during = waiting.filter(due_since__gt=now - down)
    # These first: they are due since now then, and are not among those before.
    since_now = during.update(state=F("state") + 1, due_since=now, due_until=until + (now - since))
    before = waiting.filter(due_since__lte=now - down)
    return since_now + before.update(
        state=F("state") + 1, due_since=since + down, due_until=until + down
    )


def end_overdue(*, now: datetime) -> int:
    """Forfeit for people and remote bots that do nothing, or too late; return how many games."""
    rows = CasualGame.objects.overdue(now=now)

    def leave(game: CasualGame) -> bool:
        return _leave(game, now)

    return incidents.each(rows, leave, failed="casual-failed", now=now)


@transaction.atomic
def _leave(game: CasualGame, now: datetime) -> bool:
    row = CasualGame.objects.select_for_update(of=("self",)).get(pk=game.pk)
    if row.is_over or row.due_until is None or row.due_until > now:
        return False
    if row.due_seat is None:
        return row.change(**CasualGame.ending("nobody-came", now=now))
    if row.seats.all()[row.due_seat].is_remote:
        return remote.leave(row, row.due_seat, now=now)
    course = course_of(row)
    left = left_of(row.clock, course.events, row.due_seat)
    flagged = left is not None and (now - row.due_since).total_seconds() >= left
    course.forfeit(row.due_seat, "timeout" if flagged else "abandoned")
    moves.kept(row, course, now)
    return True
