"""Lists of casual games, and the bots that a form offers for their seats."""

from datetime import datetime

from django.db.models import Prefetch, Q, QuerySet, TextField
from django.db.models.functions import Cast

from engine import Game
from tournaments.models import Bot, CasualGame, CasualSeat, Player, Version
from tournaments.queries.casual import remote
from tournaments.queries.casual.people import Person


def found(key: str) -> CasualGame | None:
    """The game at an address, with all that its page shows; None without one."""
    return with_seats(CasualGame.objects.filter(key=key)).select_related("rematch").first()


def with_seats(rows: QuerySet[CasualGame]) -> QuerySet[CasualGame]:
    """Games with their variants, seats and players."""
    seats = CasualSeat.objects.select_related("version__bot__owner", "player")
    seats = seats.defer("log", "log_cuts").order_by("number")
    return rows.select_related("variant").prefetch_related(Prefetch("seats", seats))


def of(who: Person) -> QuerySet[CasualGame]:
    """A person's games, the newest first."""
    return with_seats(who.games()).defer("events")


def offering(who: Person) -> QuerySet[CasualGame]:
    """The games of others with a seat for anybody, the newest first."""
    rows = CasualGame.objects.filter(status=CasualGame.Status.OPEN, is_offered=True)
    return with_seats(rows.exclude(pk__in=who.games().order_by().values("pk")))


def against(player: Player) -> QuerySet[CasualGame]:
    """The games that people have played against a player's bots, the newest first."""
    seats = CasualSeat.objects.filter(version__bot__owner=player).values("game")
    rows = CasualGame.objects.filter(pk__in=seats, has_people=True)
    return with_seats(rows).defer("events").order_by("-created_at", "-pk")


def of_account(player: Player) -> QuerySet[CasualGame]:
    """All games that a player opened, sat in, or had a bot in, the oldest first."""
    by_bots = CasualSeat.objects.filter(version__bot__owner=player).values("game")
    rows = CasualGame.objects.filter(
        Q(pk__in=Person(player).games().order_by().values("pk")) | Q(pk__in=by_bots)
    )
    return with_seats(rows).order_by("pk")


def faults_of(bot: Bot) -> QuerySet[CasualSeat]:
    """The seats of a bot in casual games that ended by its own fault, the newest first."""
    seats = CasualSeat.objects.filter(version__bot=bot, fault__isnull=False, game__game=None)
    joined = seats.select_related("game__variant", "version__bot")
    return joined.defer("game__events", "log", "log_cuts").order_by("-game")


def playing(game: Game) -> QuerySet[Version]:
    """The versions that the site may run for a game, the newest first."""
    return _which_play(Version.objects.playable(), game)


def listening(game: Game, *, now: datetime) -> QuerySet[Version]:
    """The remote versions that are connected and play a game, the newest first."""
    return _which_play(remote.connected(now=now), game)


def _which_play(versions: QuerySet[Version], game: Game) -> QuerySet[Version]:
    rows = versions.annotate(text=Cast("games", TextField()))
    plays = rows.filter(text__contains=f'"{game.id}"')
    return plays.select_related("bot__owner").order_by("-pk")
