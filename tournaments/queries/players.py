"""What pages and the API read of players."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.models import Bot, Notice, Player, Tournament


def listed() -> QuerySet[Player]:
    """The active players by name, annotated with `bot_count` and `tournament_count`.

    Private tournaments do not count.
    """
    rows = Player.objects.filter(is_active=True)
    # Each counted by itself, so that only the rows of a page are.
    counted = rows.annotate(
        bot_count=_count(Bot.objects.all(), "owner"),
        tournament_count=_count(Tournament.objects.public(), "organiser"),
    )
    return counted.order_by("username")


def _count(rows: QuerySet[Any], player: str) -> Coalesce:
    """How many of these rows there are; they name a player in the field `player`."""
    each = rows.order_by().filter(**{player: OuterRef("pk")}).values(player)
    return Coalesce(Subquery(each.annotate(count=Count("pk")).values("count")), 0)


def notices(player: Player, *, limit: int) -> QuerySet[Notice]:
    """The newest notices to a player."""
    return player.notices.all()[:limit]


def unread(player: Player | AnonymousUser) -> int:
    """How many notices a player has not read."""
    return player.notices.unread().count() if player.is_authenticated else 0
