"""What pages and the API read of bots and versions."""

from dataclasses import dataclass

from django.db.models import F, Prefetch, Q, QuerySet, TextField
from django.db.models.functions import Cast

from tournaments.models import Bot, Match, Player, Rating, Seat, Version
from tournaments.queries import leaderboards


def listed() -> QuerySet[Bot]:
    """Every bot that has something to show, with its owner."""
    return Bot.objects.select_related("owner").prefetch_related("versions")


def search(words: str) -> QuerySet[Bot]:
    """The bots in whose name, owner or description every word appears; all for no words."""
    found = listed()
    for word in words.split():
        found = found.filter(
            Q(name__icontains=word)
            | Q(owner__username__icontains=word)
            | Q(description__icontains=word)
        )
    return found


def newest(*, limit: int) -> QuerySet[Bot]:
    """The bots that came last and have been accepted at least once."""
    accepted = Version.objects.filter(status=Version.Status.ACCEPTED).values("bot")
    return listed().filter(pk__in=accepted).order_by("-created_at", "-pk")[:limit]


def accepted_for(game_id: str) -> Q:
    """Bots of which a version that plays this game has been accepted."""
    accepted = Version.objects.filter(status=Version.Status.ACCEPTED)
    # SQLite cannot look into a JSON list; ids are plain words, so the quoted id is exact.
    plays = accepted.annotate(text=Cast("games", TextField())).filter(text__contains=f'"{game_id}"')
    return Q(pk__in=plays.values("bot"))


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


def versions(bot: Bot) -> QuerySet[Version]:
    """The versions of a bot with their checks, the newest first."""
    checks = Prefetch("checks", Match.objects.order_by("pk"))
    return bot.versions.select_related("bot__owner").prefetch_related(checks).order_by("-number")


def may_read_log(*, player: Player, version: Version) -> bool:
    """Logs and tracebacks are for the bot's owner and staff."""
    return player.is_staff or player.pk == version.bot.owner_id


@dataclass(frozen=True)
class Standing:
    """A version's rating on a leaderboard, its place there, and how it came about."""

    rating: Rating
    place: int
    history: list[leaderboards.Point]


def standings(bot: Bot) -> list[Standing]:
    """The ratings of a bot's versions by leaderboard, the newest version first."""
    rows = Rating.objects.filter(version__bot=bot, games__gt=0, variant__rated=True)
    ordered = rows.select_related("variant", "version__bot").order_by(
        "variant__game_id", "variant", "-version__number"
    )
    return [
        Standing(
            rating,
            leaderboards.place(rating),
            leaderboards.history(rating.variant, rating.version),
        )
        for rating in ordered
    ]


def recent_games(bot: Bot, *, limit: int) -> QuerySet[Seat]:
    """The seats of a bot's versions in the last finished games that were not checks."""
    seats = Seat.objects.filter(
        version__bot=bot, game__ended_at__isnull=False, game__match__checks=None
    )
    return (
        seats.select_related("game__variant", "game__match", "version")
        .defer("game__record", "log")
        .prefetch_related("game__seats__version__bot")
        .order_by(F("game__ended_at").desc(), "-game", "number")[:limit]
    )
