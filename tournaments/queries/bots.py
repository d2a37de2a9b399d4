"""What pages and the API read of bots and versions."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Prefetch, Q, QuerySet, TextField
from django.db.models.functions import Cast

from agents.faults import Fault
from engine import State, record
from tournaments.models import Bot, Match, Player, Rating, Seat, Version
from tournaments.queries.ratings import leaderboards
from tournaments.queries.tournaments import lists


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
    accepted = Version.objects.filter(
        mine_or_open,
        status=Version.Status.ACCEPTED,
        held_back=False,
        paused_at=None,
        bot__banned_at=None,
    )
    ordered = accepted.select_related("bot__owner").order_by("bot__name", "-number")
    newest: dict[int, Version] = {}
    for version in ordered:
        if game_id in version.games:
            newest.setdefault(version.bot_id, version)
    return list(newest.values())


def playing(bot: Bot, *, game_id: str) -> Version | None:
    """The version with which a bot plays a game now: its newest that may play, if there is one."""
    accepted = bot.versions.filter(
        status=Version.Status.ACCEPTED, held_back=False, paused_at=None, bot__banned_at=None
    )
    newest_first = accepted.order_by("-number")
    return next((version for version in newest_first if game_id in version.games), None)


Named = tuple[str, int | None]
"""A bot by its slug, and which version of it; without a number the one that plays now."""


def named(entrants: Collection[Named], *, game_id: str) -> dict[Named, Version]:
    """The versions meant, by one query; what there is not, or cannot play the game, is left out."""
    slugs = {slug for slug, _number in entrants if "\0" not in slug}
    rows = Version.objects.filter(bot__slug__in=slugs).select_related("bot__owner")
    found: dict[Named, Version] = {}
    for version in rows.order_by("number"):
        found[version.bot.slug, version.number] = version
        if version.may_play and game_id in version.games:
            found[version.bot.slug, None] = version
    return {one: found[one] for one in entrants if one in found}


def climbing(*, game_id: str) -> list[Version]:
    """The version with which each bot that climbs ladders plays a game now, by bot name."""
    accepted = Version.objects.filter(
        bot__on_ladders=True,
        bot__banned_at=None,
        status=Version.Status.ACCEPTED,
        held_back=False,
        paused_at=None,
    )
    newest: dict[int, Version] = {}
    for version in accepted.select_related("bot__owner").order_by("bot__name", "-number"):
        if game_id in version.games:
            newest.setdefault(version.bot_id, version)
    return list(newest.values())


def last_check(version: Version) -> Match | None:
    """The newest validation of a version."""
    return version.checks.prefetch_related("games__seats", "games__variant").last()


def newest_accepted(bot: Bot) -> Version | None:
    """The newest version of a listed bot that may play."""
    versions = sorted(bot.versions.all(), key=lambda version: -version.number)
    return next((version for version in versions if version.is_accepted), None)


def versions(bot: Bot) -> QuerySet[Version]:
    """The versions of a bot with their checks, the newest first."""
    checks = Prefetch("checks", Match.objects.order_by("pk"))
    return bot.versions.select_related("bot__owner").prefetch_related(checks).order_by("-number")


def may_read_log(*, player: Player | AnonymousUser, version: Version) -> bool:
    """Logs and tracebacks are for the bot's owner and staff."""
    return player.is_staff or player.pk == version.bot.owner_id


@dataclass(frozen=True)
class Standing:
    """A version's rating on a leaderboard, its place there if it has one, and how it came about."""

    rating: Rating
    place: int | None
    history: list[leaderboards.Point]

    @property
    def values(self) -> list[float]:
        return [point.elo for point in self.history]


def leaderboard_ratings(bot: Bot) -> list[Standing]:
    """The ratings of a bot's versions by leaderboard, the newest version first."""
    rows = Rating.objects.filter(version__bot=bot, games__gt=0, variant__rated=True)
    ordered = rows.select_related("variant", "version__bot").order_by(
        "variant__game_id", "variant", "-version__number"
    )
    boards = {rating.variant: leaderboards.lines(rating.variant) for rating in ordered}
    places = {line.rating.pk: line.place for board in boards.values() for line in board}
    return [
        Standing(
            rating,
            places.get(rating.pk),
            leaderboards.history(rating.variant, rating.version),
        )
        for rating in ordered
    ]


def recent_games(bot: Bot, viewer: Player | AnonymousUser, *, limit: int) -> QuerySet[Seat]:
    """The seats of a bot in the last finished tournament games that `viewer` may see."""
    seats = Seat.objects.filter(
        version__bot=bot,
        game__ended_at__isnull=False,
        game__match__tournament__in=lists.visible_to(viewer),
    )
    return (
        seats.select_related("game__variant", "game__match", "version")
        .defer("game__record", "log")
        .prefetch_related("game__seats__version__bot")
        .order_by(F("game__ended_at").desc(), "-game", "number")[:limit]
    )


CHECK_PAUSES = (timedelta(minutes=10), timedelta(hours=1), timedelta(hours=6))
"""The pauses before the platform tries again to check a version that it could not check."""


def next_check_at(version: Version) -> datetime | None:
    """When the platform tries again to check an unchecked version; None once it has given up."""
    checks = list(version.checks.order_by("number"))
    if not checks or len(checks) > len(CHECK_PAUSES) or checks[-1].ended_at is None:
        return None
    return checks[-1].ended_at + CHECK_PAUSES[len(checks) - 1]


def why_unchecked(check: Match) -> str:
    """The kind of the last incident that kept a check from being made; empty if none is known."""
    last = check.incidents.order_by("pk").last()
    return last.kind if last else ""


def is_being_checked(version: Version) -> bool:
    """Whether a verdict on the version is still to come without anybody's doing."""
    return version.status == Version.Status.CHECKING


@dataclass(frozen=True)
class Reason:
    """Why a version was refused: one sentence, and the traceback or what was allowed."""

    summary: str
    detail: str


def reason(version: Version) -> Reason:
    """The two parts of a refusal; both are empty for a version that was not refused."""
    summary, _blank, detail = version.refusal.partition("\n\n")
    return Reason(summary, detail)


@dataclass(frozen=True)
class Failure:
    """Where a bot failed its check: the seat, the fault, the position (None: there is none)."""

    seat: Seat
    fault: Fault
    state: State | None


def failed_at(check: Match) -> Failure | None:
    """The first fault in the games of a check; None when there is none."""
    faulty = Seat.objects.filter(game__match=check, fault__isnull=False)
    seat = faulty.select_related("game__variant").order_by("game__number", "number").first()
    if seat is None:
        return None
    fault = Fault(**seat.fault)
    if fault.ply is None or seat.game.record is None:
        return Failure(seat, fault, None)
    return Failure(seat, fault, next(islice(record.states(seat.game.record), fault.ply, None)))


def may_resume(*, player: Player | AnonymousUser, version: Version) -> bool:
    """A paused version is tried again, and an unchecked one checked, by its owner and staff."""
    return player.is_staff or player.pk == version.bot.owner_id
