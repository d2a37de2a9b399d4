"""What pages and the API read of players."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet

from tournaments.models import Notice, Player, Tournament


def listed() -> QuerySet[Player]:
    """The active players by name, annotated with `bot_count` and `tournament_count`.

    Private tournaments do not count.
    """
    rows = Player.objects.filter(is_active=True)
    public = ~Q(tournaments__access=Tournament.Access.PRIVATE)
    counted = rows.annotate(
        bot_count=Count("bots", distinct=True),
        tournament_count=Count("tournaments", filter=public, distinct=True),
    )
    return counted.order_by("username")


def notices(player: Player, *, limit: int) -> QuerySet[Notice]:
    """The newest notices to a player."""
    return player.notices.all()[:limit]


def unread(player: Player | AnonymousUser) -> int:
    """How many notices a player has not read."""
    return player.notices.unread().count() if player.is_authenticated else 0
