"""What pages and the API read of tournaments: standings, crosstable, progress."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Count, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from tournaments import standings, tiebreaks
from tournaments.models import (
    Entry,
    Game,
    Match,
    Player,
    Rating,
    Tournament,
    Variant,
    Version,
)
from tournaments.queries.course import Course, course


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
    """One field of the crosstable: None where an entry would meet itself, and whom it meets."""

    score: standings.Score | None
    other: Entry


@dataclass(frozen=True)
class Whole:
    """What all lines of the standings read: the entries in their order, and what they played."""

    ordered: list[Entry]
    cross: dict[tuple[int, int], standings.Score]
    played: tiebreaks.Tournament[int]


@dataclass(frozen=True)
class Line:
    """One line of the standings, with the values of its tie-breaks.

    Where the way through the tournament decides, `reached` says how far it has come. What grows
    with the tournament is worked out when it is asked for: a page shows some lines of many.
    """

    row: standings.Row[Entry]
    values: tuple[tiebreaks.Value, ...]
    whole: Whole = field(repr=False)
    reached: str = ""

    @property
    def cells(self) -> list[Cell]:
        """Its line of the crosstable, in the order of the standings."""
        return [_cell(self.whole.cross, self.row.entrant.pk, one) for one in self.whole.ordered]

    @property
    def performance(self) -> float:
        """The rating at which its points were to be expected."""
        return tiebreaks.performance(self.whole.played, self.row.entrant.pk)

    @property
    def progress(self) -> list[Fraction]:
        """The points after each round that has begun."""
        return tiebreaks.progress(self.whole.played, self.row.entrant.pk)


def listed(viewer: Player | AnonymousUser) -> QuerySet[Tournament]:
    """Those that `viewer` may see, each with its numbers of `entrants`, `games`, `settled` games.

    A game is settled when it has been played or its match is void.
    """
    entries = Entry.objects.filter(tournament=OuterRef("pk"))
    games = Game.objects.filter(match__tournament=OuterRef("pk"))
    settled = games.filter(Q(ended_at__isnull=False) | Q(match__status=Match.Status.VOID))
    rows = visible_to(viewer).select_related("variant", "organiser")
    return rows.annotate(
        entrants=_counted(entries, "tournament"),
        games=_counted(games, "match__tournament"),
        settled=_counted(settled, "match__tournament"),
    )


def may_manage(*, player: Player | AnonymousUser, tournament: Tournament) -> bool:
    """A tournament is managed by its organisers and staff; a ladder by its switch alone."""
    if tournament.is_ladder:
        return False
    if player.is_staff or player.pk == tournament.organiser_id:
        return True
    return tournament.co_organisers.filter(pk=player.pk).exists()


def may_withdraw(*, player: Player | AnonymousUser, entry: Entry) -> bool:
    """An entrant is withdrawn by who manages its tournament or by its owner; none on a ladder."""
    if may_manage(player=player, tournament=entry.tournament):
        return True
    return not entry.tournament.is_ladder and player.pk == entry.version.bot.owner_id


def visible_to(player: Player | AnonymousUser) -> QuerySet[Tournament]:
    """The tournaments that somebody may see: private ones only if they have to do with them."""
    if player.is_staff:
        return Tournament.objects.all()
    public = ~Q(access=Tournament.Access.PRIVATE)
    if not player.is_authenticated:
        return Tournament.objects.filter(public)
    theirs = Entry.objects.filter(version__bot__owner=player).values("tournament")
    return Tournament.objects.filter(
        public
        | Q(organiser=player)
        | Q(pk__in=player.co_organised.values("pk"))
        | Q(pk__in=player.invitations.values("pk"))
        | Q(pk__in=theirs)
    )


def ratings_of(*, variant: Variant | None, versions: Iterable[Version]) -> dict[int, Rating]:
    """The ratings of versions on a variant's leaderboard, by version id."""
    if variant is None or not variant.rated:
        return {}
    rows = variant.ratings.filter(version__in=list(versions), games__gt=0)
    return {rating.version_id: rating for rating in rows}


def news(viewer: Player | AnonymousUser, *, limit: int) -> QuerySet[Tournament]:
    """What `viewer` may look at now: tournaments that run, then the others, the latest first."""
    running = Case(When(status=Tournament.Status.RUNNING, then=0), default=1)
    rows = visible_to(viewer).exclude(format=Tournament.Format.LADDER).select_related("variant")
    return rows.order_by(running, "-starts_at", "-pk")[:limit]


def table(tournament: Tournament) -> list[Line]:
    """Standings of a tournament with the crosstable, best first."""
    return lines(course(tournament))


def lines(known: Course) -> list[Line]:
    """The same of a course that has been read."""
    entries = {entry.pk: entry for entry in known.entries}
    results = [game for games in known.results.values() for game in games]
    played = _for_tie_breaks(known)
    ordered = _ordered(known, played)
    rows = {row.entrant: row for row in standings.standings(list(entries), results)}
    whole = Whole([entries[one.entrant] for one in ordered], standings.crosstable(results), played)
    return [
        Line(
            row=replace(
                rows[one.entrant],
                place=one.place,
                entrant=entries[one.entrant],
                points=played.totals[one.entrant],
            ),
            values=one.values,
            whole=whole,
        )
        for one in ordered
    ]


def tie_breaks(tournament: Tournament) -> list[tiebreaks.TieBreak]:
    """The tie-breaks of a tournament, in the order in which they decide."""
    swiss = tournament.format == Tournament.Format.SWISS
    usual = tiebreaks.USUAL_SWISS if swiss else tiebreaks.USUAL
    return [tiebreaks.TIE_BREAKS[code] for code in tournament.tie_breaks or usual]


def _ordered(known: Course, played: tiebreaks.Tournament[int]) -> list[tiebreaks.Ranked[int]]:
    """By the way through the tournament where that decides, else by points and tie-breaks."""
    codes = [one.code for one in tie_breaks(known.tournament)]
    ranked = tiebreaks.ranked(played, [entry.pk for entry in known.entries], codes)
    places = known.places
    if places is None:
        return ranked
    values = {one.entrant: one.values for one in ranked}
    return [tiebreaks.Ranked(place, entry.pk, values[entry.pk]) for place, entry in places]


def _for_tie_breaks(known: Course) -> tiebreaks.Tournament[int]:
    ratings = {known.entries[one.number].pk: one.rating for one in known.entrants}
    return tiebreaks.Tournament(
        known.meetings,
        known.points,
        ratings,
        every_round=known.counts_meetings,
        over=known.rounds_over,
    )


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
    return Game.objects.filter(match__tournament=tournament)


def _cell(cross: dict[tuple[int, int], standings.Score], one: int, other: Entry) -> Cell:
    score = cross.get((one, other.pk), standings.Score())
    return Cell(None if one == other.pk else score, other)
