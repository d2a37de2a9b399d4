"""What pages and the API read of tournaments: standings, crosstable, progress."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Case, Count, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from tournaments import standings
from tournaments.models import (
    Entry,
    Game,
    Match,
    Player,
    Rating,
    Seat,
    Tournament,
    Variant,
    Version,
)


@dataclass(frozen=True)
class Progress:
    """How far a tournament has come, in games; void games are not played again."""

    games: int
    finished: int
    playing: int
    void: int

    @property
    def settled(self) -> int:
        return self.finished + self.void

    @property
    def percent(self) -> int:
        return 100 * self.settled // self.games if self.games else 0


@dataclass(frozen=True)
class Cell:
    """One field of the crosstable: None where an entry would meet itself."""

    score: standings.Score | None


@dataclass(frozen=True)
class Line:
    """One line of the standings, with its line of the crosstable in the same order."""

    row: standings.Row[Entry]
    cells: list[Cell]


def listed() -> QuerySet[Tournament]:
    """Tournaments for lists: each with the numbers of its `entrants`, `games` and `settled` games.

    A game is settled when it has been played or its match is void.
    """
    entries = Entry.objects.filter(tournament=OuterRef("pk"))
    games = Game.objects.filter(match__pairing__round__tournament=OuterRef("pk"))
    settled = games.filter(Q(ended_at__isnull=False) | Q(match__status=Match.Status.VOID))
    rows = Tournament.objects.select_related("variant", "organiser")
    return rows.annotate(
        entrants=_counted(entries, "tournament"),
        games=_counted(games, "match__pairing__round__tournament"),
        settled=_counted(settled, "match__pairing__round__tournament"),
    )


def may_manage(*, player: Player, tournament: Tournament) -> bool:
    """A tournament is started and cancelled by its organiser and staff."""
    return player.is_staff or player.pk == tournament.organiser_id


def ratings_of(*, variant: Variant | None, versions: Iterable[Version]) -> dict[int, Rating]:
    """The ratings of versions on a variant's leaderboard, by version id."""
    if variant is None or not variant.rated:
        return {}
    rows = variant.ratings.filter(version__in=list(versions), games__gt=0)
    return {rating.version_id: rating for rating in rows}


def news(*, limit: int) -> QuerySet[Tournament]:
    """The tournaments to look at now: those that run, then the others, the latest first."""
    running = Case(When(status=Tournament.Status.RUNNING, then=0), default=1)
    rows = Tournament.objects.select_related("variant")
    return rows.order_by(running, "-starts_at", "-pk")[:limit]


def table(tournament: Tournament) -> list[Line]:
    """Standings of a tournament with the crosstable, best first."""
    entries = list(tournament.entries.select_related("version__bot__owner"))
    results = list(_results(tournament, entries))
    rows = standings.standings(entries, results)
    cross = standings.crosstable(results)
    order = [row.entrant for row in rows]
    return [Line(row, [_cell(cross, row.entrant, other) for other in order]) for row in rows]


def progress(tournament: Tournament) -> Progress:
    """Games of a tournament by what has become of them."""
    status = Match.Status
    open_ = Q(ended_at=None)
    counts = _games(tournament).aggregate(
        games=Count("pk"),
        finished=Count("pk", filter=~open_),
        playing=Count("pk", filter=open_ & Q(match__status=status.RUNNING)),
        void=Count("pk", filter=open_ & Q(match__status=status.VOID)),
    )
    return Progress(**counts)


def _counted(rows: QuerySet, group: str) -> Coalesce:
    counts = rows.order_by().values(group).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counts), 0)


def _games(tournament: Tournament) -> QuerySet[Game]:
    return Game.objects.filter(match__pairing__round__tournament=tournament)


def _results(tournament: Tournament, entries: list[Entry]) -> Iterator[dict[Entry, int]]:
    """The ranks of each finished game, by entry."""
    by_version = {entry.version_id: entry for entry in entries}
    seats = Seat.objects.filter(game__in=_games(tournament).exclude(ended_at=None))
    rows = seats.order_by("game", "number").values_list("game", "version", "rank")
    games: dict[int, dict[Entry, int]] = {}
    for game, version, rank in rows:
        games.setdefault(game, {})[by_version[version]] = rank
    yield from games.values()


def _cell(cross: dict[tuple[Entry, Entry], standings.Score], one: Entry, other: Entry) -> Cell:
    return Cell(None if one == other else cross.get((one, other), standings.Score()))
