"""The entrants of a tournament by seed, and the bots that a player may enter."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.mathematics import elo
from tournaments.models import Bot, Entry, Player, Rating, Tournament
from tournaments.models.tournaments import EntryQuerySet
from tournaments.queries.bots import overview
from tournaments.queries.slices import Slices

_SHOWN = (
    "tournament", "number", "newest", "provisional", "rating", "withdrawn_at", "withdrawal",
    "version__number", "version__paused_at", "version__pause_reason", "version__bot__slug",
    "version__bot__name", "version__bot__banned_at", "version__bot__deleted_at",
    "version__bot__owner__username",
)  # fmt: skip
"""The columns of an entry that a list of entrants shows."""

_NAMED = ("tournament", "number", "version__number", "version__bot__slug", "version__bot__name")
"""The columns of an entry that a choice of entrants shows."""


@dataclass(frozen=True)
class Seed:
    """An entrant with its place by rating.

    Before the start `elo` is the live rating, from then on the rating at the start. It is None for
    an entrant without a rating, which is seeded by the initial rating.
    """

    number: int
    entry: Entry
    elo: float | None


class Seeds(Slices[Seed]):
    """The entrants in the order in which formats seed them: by rating, then by registration.

    They have the columns of a list.
    """

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._rows = _seeded(tournament)

    def __len__(self) -> int:
        return self._tournament.entry_count

    def between(self, start: int, stop: int) -> list[Seed]:
        keys = list(self._rows.values_list("pk", "value")[start:stop])
        rows = Entry.objects.select_related("version__bot__owner").only(*_SHOWN)
        entries = rows.in_bulk([pk for pk, _ in keys])
        return [
            Seed(number, entries[pk], None if value is None else value / elo.MILLI)
            for number, (pk, value) in enumerate(keys, start=start + 1)
        ]


def few(tournament: Tournament, *, most: int) -> list[Entry]:
    """The entries that have not been withdrawn, in their order; empty if more than `most`.

    Only the columns that name them are read.
    """
    entries = _active(tournament.entries.active()).only(*_NAMED)[: most + 1]
    return list(entries) if len(entries) <= most else []


def of_player(tournament: Tournament, player: Player | AnonymousUser) -> list[Entry]:
    """The entries of a player's own bots that have not been withdrawn, in their order."""
    if not player.is_authenticated:
        return []
    return list(_active(tournament.entries.active()).filter(version__bot__owner=player))


def own(tournament: Tournament, player: Player | AnonymousUser) -> list[Bot]:
    """The bots of a player that may be entered now, by name."""
    if not player.is_authenticated:
        return []
    return overview.own(player=player, variant=tournament.variant)


def may_enter(tournament: Tournament, player: Player | AnonymousUser) -> bool:
    """Whether a player may enter bots: the tournament is open, or the player is invited."""
    if not player.is_authenticated:
        return False
    if tournament.club and not tournament.club.members.filter(player=player).exists():
        return False
    if tournament.access == Tournament.Access.OPEN:
        return True
    return tournament.invited.filter(pk=player.pk).exists()


def _active(rows: EntryQuerySet) -> EntryQuerySet:
    return rows.select_related("version__bot").order_by("number")


def _seeded(tournament: Tournament) -> QuerySet[Any]:
    """The entries by their seeds, annotated with the rating (`value`) that seeds them."""
    live = (
        Rating.objects.with_games()
        .order_by()
        .filter(variant=tournament.variant, version=OuterRef("version"))
    )
    is_live = tournament.variant.rated and not tournament.started_at
    value = Coalesce(Subquery(live.values("value")), F("rating")) if is_live else F("rating")
    rows = tournament.entries.annotate(value=value)
    return rows.order_by(Coalesce("value", elo.START).desc(), "number")
