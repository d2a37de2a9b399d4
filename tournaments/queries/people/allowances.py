"""What a player has used of each limit."""

from django.db.models import QuerySet, Sum

from tournaments.models import Bot, Game, Match, Player, Tournament, Trial, Version
from tournaments.models.tournaments import TournamentQuerySet


def open_tournaments(player: Player) -> TournamentQuerySet:
    """A player's tournaments that are not over, with trials but no ladders, which never end."""
    return Tournament.objects.open().without_ladders().filter(organiser=player)


def waiting_games(player: Player) -> QuerySet[Game]:
    """The games of the open tournaments of a player that are still to be played."""
    waiting = Match.objects.open().filter(tournament__in=open_tournaments(player))
    return Game.objects.filter(match__in=waiting, ended_at=None)


def kept_bots(player: Player) -> QuerySet[Bot]:
    """The bots of a player that are not deleted."""
    return Bot.objects.kept().filter(owner=player)


def running_trials(player: Player) -> QuerySet[Trial]:
    """The running trials that a player has started."""
    return Trial.objects.running().filter(started_by=player)


def unchecked_versions(player: Player) -> QuerySet[Version]:
    """A player's uploads whose check is not over."""
    versions = Version.objects.kept()
    return versions.filter(bot__owner=player, status=Version.Status.CHECKING)


def stored_bytes(player: Player) -> int:
    """How many bytes the uploads of a player take in the storage."""
    of_player = Version.objects.filter(bot__owner=player, forgotten_at=None)
    return of_player.aggregate(sum=Sum("stored_size"))["sum"] or 0
