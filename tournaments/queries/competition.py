"""What pages and the API read of tournaments: standings, crosstable, progress."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from tournaments import standings
from tournaments.models import Entry, Game, Match, Seat, Tournament


@dataclass(frozen=True)
class Progress:
    """How far a tournament has come, in games; void games are not played again."""

    games: int
    finished: int
    playing: int
    void: int

    @property
    def percent(self) -> int:
        return 100 * (self.finished + self.void) // self.games if self.games else 0


@dataclass(frozen=True)
class Cell:
    """One field of the crosstable: None where an entry would meet itself."""

    score: standings.Score | None


@dataclass(frozen=True)
class Line:
    """One line of the standings, with its line of the crosstable in the same order."""

    row: standings.Row[Entry]
    cells: list[Cell]


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


def matches(tournament: Tournament) -> QuerySet[Match]:
    """The matches of a tournament by round, with all that a list of them shows."""
    rows = Match.objects.filter(pairing__round__tournament=tournament)
    return (
        rows.select_related("pairing__round")
        .prefetch_related("pairing__sides__entry__version__bot", "games__seats__version__bot")
        .order_by("pairing__round__number", "pairing__number", "number")
    )


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
