"""Queries about clubs: members, leaderboards and tournaments."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournaments.models import Club, ClubMember, Player, Rating, Tournament, Variant
from tournaments.queries import tournament_lists
from tournaments.queries.ratings import leaderboards
from tournaments.queries.ratings.leaderboards import LeaderboardLine, LeaderboardLines
from tournaments.queries.slices import Slices


def visible_to(player: Player | AnonymousUser) -> QuerySet[Club]:
    """The clubs that a player may see: their own; staff see all."""
    if player.is_staff:
        return Club.objects.all()
    if not player.is_authenticated:
        return Club.objects.none()
    return Club.objects.filter(pk__in=player.memberships.values("club"))


def mine(player: Player) -> QuerySet[ClubMember]:
    """A player's memberships, with the clubs and how many members each has."""
    rows = player.memberships.select_related("club", "player")
    return rows.annotate(count=Count("club__members")).order_by("club__name", "pk")


def membership(club: Club, player: Player | AnonymousUser) -> ClubMember | None:
    """A player's membership in a club; None without one."""
    if not player.is_authenticated:
        return None
    return club.members.select_related("club").filter(player=player).first()


def may_organise(club: Club, player: Player | AnonymousUser) -> bool:
    """Whether a player organises a club, or is staff."""
    if player.is_staff or not player.is_authenticated:
        return player.is_staff
    return club.members.filter(player=player, role=ClubMember.Role.ORGANISER).exists()


def members(club: Club) -> QuerySet[ClubMember]:
    """The members of a club, the organisers first."""
    rows = club.members.select_related("player", "club")
    return rows.order_by("-role", "player__username")


def variants(club: Club) -> QuerySet[Variant]:
    """The leaderboards with bots of members."""
    rated = Rating.objects.listed().filter(_of_members(club), variant=OuterRef("pk"))
    return leaderboards.leaderboards().filter(Exists(rated)).order_by("game_id", "pk")


def _of_members(club: Club) -> Q:
    return Q(version__bot__owner__in=club.members.values("player"))


@dataclass(frozen=True)
class ClubLine:
    """A line of a club's leaderboard: its place in the club, and the author's name there."""

    number: int
    line: LeaderboardLine
    author: str


class ClubLines(Slices[ClubLine]):
    """The lines of a leaderboard that belong to members; a slice reads only its lines."""

    def __init__(self, club: Club, variant: Variant) -> None:
        self._club = club
        self._lines = LeaderboardLines(variant, _of_members(club))

    def __len__(self) -> int:
        return len(self._lines)

    def between(self, start: int, stop: int) -> list[ClubLine]:
        lines = self._lines[start:stop]
        owners = {line.rating.version.bot.owner_id for line in lines}
        rows = self._club.members.filter(player__in=owners).select_related("player", "club")
        names = {row.player_id: row.shown_name for row in rows}
        return [
            ClubLine(number, line, names[line.rating.version.bot.owner_id])
            for number, line in enumerate(lines, start=start + 1)
        ]


def tournaments(club: Club, viewer: Player) -> QuerySet[Tournament]:
    """The tournaments of a club that a player may see, the newest first."""
    return tournament_lists.listed(viewer).filter(club=club)


def offered(player: Player) -> QuerySet[Tournament]:
    """A player's tournaments that can become a club's: not begun, and in no club yet."""
    return player.tournaments.scheduled().filter(club=None).order_by("-pk")[:50]


def deadline(tournament: Tournament) -> datetime | None:
    """The moment until which uploads count in a tournament; None without one."""
    return tournament.club.uploads_close_at if tournament.club else None
