"""The context of a tournament's page for its organisers and players who enter bots."""

from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.timesince import timeuntil

from tournaments.forms.tournaments.people import PeopleForm
from tournaments.mathematics import formats
from tournaments.models import Entry, Player, RequestedBye, Tournament
from tournaments.queries import tournament_lists
from tournaments.queries.tournaments import entrants
from tournaments.queries.tournaments.tables import KeptTable
from tournaments.services.tournaments import byes, faults, lifecycle, registration, tables

CHOICE = 100
"""The most entrants to choose from on the page; with more, the list has the choice."""


def shown(request: HttpRequest, row: Tournament, table: KeptTable | None) -> dict[str, Any]:
    """The context of managing and entering; there is a `table` once it has begun."""
    now = timezone.now()
    may_manage = tournament_lists.may_manage(player=request.user, tournament=row)
    chosen = may_manage and not row.is_over
    # Managers see all entrants; own ones are needed only where bots can be entered.
    counts_own = not chosen or bool(registration_state(row, now)[0])
    mine = entrants.of_player(row, request.user) if counts_own else []
    are_many = table is not None and table.count > CHOICE
    theirs = mine if not chosen else [] if are_many else entrants.few(row, most=CHOICE)
    return {
        "entrants": theirs if may_manage else [],
        "may_manage": may_manage,
        "longer": lifecycle.extendable(row) if may_manage else None,
        "people": _people(request, row) if may_manage else None,
        "pause_hours": settings.PAUSE_HOURS,
        "withdrawable": [] if row.is_over or may_manage else mine,
        **_registration(request, row, mine, now),
        **_byes(row, table, theirs),
    }


def of_entrants(request: HttpRequest, row: Tournament, listed: list[Entry]) -> dict[str, Any]:
    """The actions of organisers on those of these entrants that have not been withdrawn."""
    if row.is_over or not tournament_lists.may_manage(player=request.user, tournament=row):
        return {}
    present = [entry for entry in listed if entry.is_active]
    table = KeptTable(row, tables.current(row, now=timezone.now())) if row.started_at else None
    return {"may_manage": True, "entrants": present, **_byes(row, table, present)}


def _byes(row: Tournament, table: KeptTable | None, theirs: list[Entry]) -> dict[str, Any]:
    """Byes of future rounds, and those of these entrants for whom the player may request one."""
    if row.format != Tournament.Format.SWISS:
        return {}
    paired, entered = (0, row.entry_count) if table is None else (table.rounds, table.count)
    to_come = partial(byes.rounds_to_come, row, paired=paired, entrants=entered)
    rounds = faults.attempt(row, to_come, failed="preview-failed", now=timezone.now())
    if not rounds:
        return {}
    asked = RequestedBye.objects.filter(entry__tournament=row, round__gte=rounds[0])
    return {
        "bye_rounds": rounds,
        "bye_entrants": theirs,
        "byes_to_come": asked.select_related("entry__version__bot").order_by("round", "entry"),
        "most_byes": formats.get(row.format).complete(row.format_options)["byes"],
    }


def registration_state(row: Tournament, now: datetime) -> tuple[str, str]:
    """The state of a registration, and the time until it changes; empty without one."""
    opens, closes = row.registration_opens_at, row.registration_closes_at
    if registration.is_open_late(row):
        return "late", ""
    if opens is None or closes is None or row.status != Tournament.Status.SCHEDULED:
        return "", ""
    if now < opens:
        return "coming", timeuntil(opens, now)
    if now < closes:
        return "open", timeuntil(closes, now)
    return "closed", ""


def _registration(
    request: HttpRequest, row: Tournament, mine: list[Entry], now: datetime
) -> dict[str, Any]:
    state, left = registration_state(row, now)
    if not state:
        return {}
    late = registration.is_open_late(row)
    is_open = late or registration.is_open(row, now=now)
    may_enter = is_open and entrants.may_enter(row, request.user)
    entered = {entry.version.bot_id for entry in mine}
    bots = entrants.own(row, request.user) if may_enter else []
    return {
        "registration": state,
        "registration_left": left,
        "registration_is_open": is_open,
        "may_enter": may_enter,
        "mine": mine if is_open and not late else [],
        "enterable": [bot for bot in bots if bot.pk not in entered],
    }


def co_organisers(row: Tournament) -> list[Player]:
    """The co-organisers, by name."""
    return sorted(row.co_organisers.all(), key=lambda player: player.username)


def _people(request: HttpRequest, row: Tournament) -> PeopleForm:
    """The form for people, without the fields that this organiser may not change."""
    initial = {
        "invited": list(row.invited.order_by("username")),
        "co_organisers": co_organisers(row),
    }
    form = PeopleForm(initial=initial)
    if request.user.pk != row.organiser_id and not request.user.is_staff:
        del form.fields["co_organisers"]
    return form
