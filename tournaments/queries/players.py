"""What pages and the API read of players."""

from django.db.models import Count, QuerySet

from tournaments.models import Player


def listed() -> QuerySet[Player]:
    """Every active player, counting bots and tournaments, by name."""
    rows = Player.objects.filter(is_active=True)
    counted = rows.annotate(
        bot_count=Count("bots", distinct=True),
        tournament_count=Count("tournaments", distinct=True),
    )
    return counted.order_by("username")
