"""Who takes part in a tournament, and who may: seeds, and a player's own bots."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from tournaments.mathematics import elo
from tournaments.models import Bot, Entry, Player, Tournament, Variant
from tournaments.queries import bots
from tournaments.queries.ratings import leaderboards


@dataclass(frozen=True)
class Seed:
    """An entrant with its place by rating.

    Before the start `elo` is the live rating, from then on the rating at the start. It is None for
    an entrant without a rating, who is seeded by the rating that everybody begins with.
    """

    number: int
    entry: Entry
    elo: float | None


def listed(tournament: Tournament) -> list[Entry]:
    """The entries in the order of their registration, with all that a list of them shows."""
    rows = tournament.entries.select_related("version__bot__owner").order_by("number")
    return list(rows.prefetch_related("requested_byes"))


def active(tournament: Tournament) -> list[Entry]:
    """The entries that have not been withdrawn, in the order of their registration."""
    rows = tournament.entries.active().select_related("version__bot")
    return list(rows.order_by("number"))


def of_player(tournament: Tournament, player: Player | AnonymousUser) -> list[Entry]:
    """The entries of a player's own bots that have not been withdrawn, in their order."""
    if not player.is_authenticated:
        return []
    rows = tournament.entries.active().filter(version__bot__owner=player)
    return list(rows.select_related("version__bot").order_by("number"))


def seeds(tournament: Tournament, entries: Sequence[Entry]) -> list[Seed]:
    """The entrants in the order in which formats seed them: by rating, then by registration."""
    live = {} if tournament.started_at else _live(tournament.variant, entries)
    known = [(entry, live.get(entry.version_id, entry.rating)) for entry in entries]
    ordered = sorted(
        known, key=lambda one: (-(elo.START if one[1] is None else one[1]), one[0].number)
    )
    return [
        Seed(number, entry, None if value is None else value / elo.MILLI)
        for number, (entry, value) in enumerate(ordered, start=1)
    ]


def own(tournament: Tournament, player: Player | AnonymousUser) -> list[Bot]:
    """The bots of a player that may be entered now, by name."""
    if not player.is_authenticated:
        return []
    game_id = tournament.variant.game_id
    versions = bots.enterable(player=player, game_id=game_id)
    return [version.bot for version in versions if version.bot.owner_id == player.pk]


def may_enter(tournament: Tournament, player: Player | AnonymousUser) -> bool:
    """Whether a player may enter bots: the tournament is open, or the player is invited."""
    if not player.is_authenticated:
        return False
    if tournament.club and not tournament.club.members.filter(player=player).exists():
        return False
    if tournament.access == Tournament.Access.OPEN:
        return True
    return tournament.invited.filter(pk=player.pk).exists()


def _live(variant: Variant, entries: Sequence[Entry]) -> dict[int, int]:
    versions = [entry.version for entry in entries]
    found = leaderboards.ratings_of(variant=variant, versions=versions)
    return {version: rating.value for version, rating in found.items()}
