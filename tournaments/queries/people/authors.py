"""What an author's start page shows: their bots' ratings, and what needs attention."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, Exists, F, OuterRef, Prefetch, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from tournaments.mathematics import elo
from tournaments.models import (
    Entry,
    LedgerEntry,
    Match,
    PairingSide,
    Player,
    Rating,
    Seat,
    Trial,
    Version,
)

SHOWN = 6
"""The most lines of each list."""

DAY = timedelta(days=1)
RECENT = timedelta(days=7)
"""How long a failure or a finished trial is news."""


def desk(player: Player, *, now: datetime) -> dict[str, list[Any]]:
    """The start page of an author: the first of each list.

    The `ratings` have `change`: the Elo gained in the last 24 hours.
    """
    lists: dict[str, QuerySet[Any]] = {
        "ratings": _ratings(player, since=now - DAY),
        "matches": _matches(player),
        "failures": _failures(player, since=now - RECENT),
        "checks": _checks(player, since=now - RECENT),
        "trials": _trials(player),
        "notices": player.notices.unread(),
    }
    return {name: list(rows[:SHOWN]) for name, rows in lists.items()}


def _ratings(player: Player, *, since: datetime) -> QuerySet[Rating]:
    """The listed ratings of their bots, those with the most games first."""
    before = LedgerEntry.objects.filter(
        version=OuterRef("version"),
        variant=OuterRef("variant"),
        created_at__lte=since,
    ).order_by("-number")
    change = F("value") - Coalesce(Subquery(before.values("total")[:1]), F("start"))
    rows = Rating.objects.listed().with_games().filter(version__bot__owner=player)
    return (
        rows.select_related("variant", "version__bot")
        .annotate(change=change * 1.0 / Value(elo.MILLI))
        .order_by("-games", "pk")
    )


def _matches(player: Player) -> QuerySet[Match]:
    """The open matches of their bots in tournaments, those being played first."""
    entered = Entry.objects.active().filter(version__bot__owner=player)
    sides = PairingSide.objects.select_related("entry__version__bot")
    running = When(status=Match.Status.RUNNING, then=0)
    rows = (
        Match.objects.open()
        .of_running_tournaments()
        .filter(
            Exists(entered.filter(sides__pairing=OuterRef("pairing"))),
            tournament__in=entered.values("tournament"),
        )
    )
    return (
        rows.select_related("tournament", "pairing")
        .prefetch_related(Prefetch("pairing__sides", sides))
        .order_by(Case(running, default=1), "queued_at", "pk")
    )


def _failures(player: Player, *, since: datetime) -> QuerySet[Seat]:
    """The seats of their bots in tournament games that ended lately by the bot's own fault."""
    seats = Seat.objects.filter(
        fault__isnull=False,
        version__bot__owner=player,
        version__deleted_at=None,
        game__ended_at__gt=since,
        game__match__tournament__isnull=False,
    )
    return (
        seats.select_related("version__bot", "game__match", "game__variant")
        .defer("game__record_in_row", "log")
        .order_by("-game")
    )


def _checks(player: Player, *, since: datetime) -> QuerySet[Version]:
    """Their versions that are being checked, or were uploaded lately and not accepted."""
    rows = Version.objects.kept().filter(bot__owner=player, created_at__gt=since)
    return (
        rows.exclude(status=Version.Status.ACCEPTED)
        .select_related("bot__owner")
        .order_by("-created_at")
    )


def _trials(player: Player) -> QuerySet[Trial]:
    """The trials of their bots, the newest first."""
    return Trial.objects.filter(challenger__bot__owner=player).select_related(
        "challenger__bot", "incumbent__bot"
    )
