"""What pages and the API read of bots and versions."""

from django.db.models import Q, QuerySet

from tournaments.models import Bot, Match, Player, Version


def listed() -> QuerySet[Bot]:
    """Every bot that has something to show, with its owner."""
    return Bot.objects.select_related("owner").prefetch_related("versions")


def enterable(*, player: Player, game_id: str) -> list[Version]:
    """The newest accepted version of each bot that `player` may enter in a game, by bot name."""
    mine_or_open = Q(bot__open_to_all=True) | Q(bot__owner=player)
    accepted = Version.objects.filter(mine_or_open, status=Version.Status.ACCEPTED)
    ordered = accepted.select_related("bot__owner").order_by("bot__name", "-number")
    newest: dict[int, Version] = {}
    for version in ordered:
        if game_id in version.games:
            newest.setdefault(version.bot_id, version)
    return list(newest.values())


def last_check(version: Version) -> Match | None:
    """The newest validation of a version."""
    return version.checks.prefetch_related("games__seats", "games__variant").last()


def may_read_log(*, player: Player, version: Version) -> bool:
    """Logs and tracebacks are for the bot's owner and staff."""
    return player.is_staff or player.pk == version.bot.owner_id
