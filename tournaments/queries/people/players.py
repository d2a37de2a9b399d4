"""Queries about players."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.models import (
    ApiToken,
    Bot,
    FittedPlace,
    Player,
    Rating,
    TableLine,
    TokenAct,
    Tournament,
    Version,
)
from tournaments.queries import tournament_lists
from tournaments.queries.ratings import leaderboards
from tournaments.queries.tournaments.written import PODIUM


def listed() -> QuerySet[Player]:
    """The active players by name, annotated with `bot_count` and `tournament_count`.

    Private tournaments do not count.
    """
    rows = Player.objects.filter(is_active=True)
    # Counted by subqueries, so that only the rows of a page are counted.
    counted = rows.annotate(
        bot_count=_count(Bot.objects.all(), "owner"),
        tournament_count=_count(Tournament.objects.public(), "organiser"),
    )
    return counted.order_by("username")


def _count(rows: QuerySet[Any], player: str) -> Coalesce:
    """The number of these rows of a player, whom they name in the field `player`."""
    each = rows.order_by().filter(**{player: OuterRef("pk")}).values(player)
    return Coalesce(Subquery(each.annotate(count=Count("pk")).values("count")), 0)


ACTS, ENDED = 20, 10
"""The most acts of a token, and the most ended tokens, that an account shows."""


def tokens(player: Player, *, now: datetime) -> QuerySet[ApiToken]:
    """The player's valid tokens, each with its `latest_acts`."""
    return player.api_tokens.valid(now=now).prefetch_related(_latest_acts())


def ended_tokens(player: Player, *, now: datetime) -> QuerySet[ApiToken]:
    """The latest that have ended or expired, each with its `latest_acts`."""
    working = player.api_tokens.valid(now=now).values("pk")
    rows = player.api_tokens.exclude(pk__in=working).prefetch_related(_latest_acts())
    return rows[:ENDED]


def _latest_acts() -> Prefetch[str]:
    return Prefetch("acts", TokenAct.objects.all()[:ACTS], to_attr="latest_acts")


TROPHIES = 20
"""The most trophies that a player's page shows, the latest ones."""


def trophies(player: Player, viewer: Player | AnonymousUser) -> Sequence[TableLine]:
    """The podium places of a player's bots in ended tournaments that `viewer` may see.

    Each has its tournament and its version. Nobody wins a tournament in which nothing was played.
    """
    # With literal ids: planning a join over all of it takes longer than reading it.
    own = Version.objects.filter(bot__owner=player, bot__hidden_at=None).select_related("bot")
    versions = {version.pk: version for version in own}
    rows = TableLine.objects.filter(
        place__lte=PODIUM,
        entry__version__in=[*versions],
        table__finished__gt=0,
        table__tournament__status=Tournament.Status.FINISHED,
        table__tournament__in=tournament_lists.visible_to(viewer),
    )
    named = rows.select_related("entry", "table__tournament").defer("table__parts", "cells")
    lines = named.annotate(podium=F("table__parts__podium"))
    last = lines.order_by("-table__tournament__ended_at", "-pk")[: 2 * TROPHIES]
    for line in last:
        line.entry.version = versions[line.entry.version_id]
    # There is no podium where very many share the first places, or in a gauntlet.
    return [line for line in last if line.position < line.podium][:TROPHIES]


RATINGS = 20
"""The most ratings that a player's page shows, those with the most games."""


def ratings(player: Player) -> list[tuple[Rating, FittedPlace | None]]:
    """The listed ratings of a player's bots, each with its strength by the fit."""
    rows = Rating.objects.listed().filter(version__bot__owner=player)
    most = list(rows.select_related("variant", "version__bot").order_by("-games", "pk")[:RATINGS])
    strengths = leaderboards.strengths_by_rating(most)
    return [(row, strengths.get(row.pk)) for row in most]


def unread(player: Player | AnonymousUser) -> int:
    """How many notices a player has not read."""
    return player.notices.unread().count() if player.is_authenticated else 0
