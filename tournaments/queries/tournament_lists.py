"""The tournaments that a player may see and manage, and their progress."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Count, OuterRef, Prefetch, Q, QuerySet, Subquery, When
from django.db.models.fields.related_descriptors import ManyToManyDescriptor
from django.db.models.functions import Coalesce

from tournaments.models import (
    Bot,
    Entry,
    Game,
    Match,
    Player,
    Rating,
    Tournament,
    TournamentTable,
)
from tournaments.models.tournaments import TournamentQuerySet

OWN_ENTRIES = 3
"""The most entries of a player named in a line of their list of tournaments."""


@dataclass(frozen=True)
class Progress:
    """Progress of a tournament, in games. A void game is never played again."""

    games: int
    finished: int
    playing: int
    void: int

    @property
    def settled(self) -> int:
        return self.finished + self.void


def listed(viewer: Player | AnonymousUser) -> TournamentQuerySet:
    """The tournaments that `viewer` may see, the newest first; `counted` adds their sizes."""
    return visible_to(viewer).select_related("variant", "organiser")


def counted(rows: Iterable[Tournament]) -> list[Tournament]:
    """These tournaments, annotated with the numbers of `entrants`, `games` and `settled` games.

    A game is settled when it has been played or its match is void. A ladder, which never ends, has
    None of both. One query counts for all of them.
    """
    listed_rows = list(rows)
    sizes = {size[0]: size for size in _sizes().filter(pk__in=[row.pk for row in listed_rows])}
    for row in listed_rows:
        _pk, row.entrants, row.games, row.settled = sizes[row.pk]
    return listed_rows


def _sizes() -> QuerySet[Tournament, tuple[int, int, int | None, int | None]]:
    """The id of each tournament, with its numbers of entrants, games and settled games."""
    entries = Entry.objects.filter(tournament=OuterRef("pk"))
    matches = Match.objects.filter(tournament=OuterRef("pk"))
    games = Game.objects.filter(match__tournament=OuterRef("pk"))
    begun = games.finished().filter(match__status__in=Match.OPEN, match__started_at__isnull=False)
    # Counted by matches, all of which have as many games as any other: games are many more.
    any_match = Match.objects.filter(tournament=OuterRef(OuterRef("pk"))).order_by()
    block = _counted(Game.objects.filter(match=Subquery(any_match.values("pk")[:1])), "match")
    every = _counted(matches, "tournament")
    over = _counted(matches.exclude(status__in=Match.OPEN), "tournament")
    settled = Case(
        # A finished tournament has nothing left to count.
        When(status=Tournament.Status.FINISHED, table__isnull=False, then="table__games"),
        default=block * over + _counted(begun, "match__tournament"),
    )
    return (
        Tournament.objects.order_by()
        .annotate(
            entered=_counted(entries, "tournament"),
            of_games=_unless_ladder(Coalesce("table__games", block * every)),
            over=_unless_ladder(settled),
        )
        .values_list("pk", "entered", "of_games", "over")
    )


def entered_by(bot: Bot) -> Q:
    """Condition for tournaments in which any version of a bot takes part."""
    return Q(pk__in=Entry.objects.filter(version__bot=bot).values("tournament"))


def entered_by_player(player: Player, viewer: Player | AnonymousUser) -> TournamentQuerySet:
    """The tournaments that `viewer` may see and a player's bots have entered, the newest first.

    Trials, hidden bots and deleted ones do not count. Each has the first of its entries in
    `own_entries`.
    """
    own = Entry.objects.filter(version__bot__owner=player, version__bot__hidden_at=None)
    entries = own.select_related("version__bot").order_by("number", "pk")[:OWN_ENTRIES]
    rows = visible_to(viewer).filter(pk__in=own.values("tournament"))
    rows = rows.exclude(format=Tournament.Format.TRIAL)
    named = rows.prefetch_related(Prefetch("entries", entries, to_attr="own_entries"))
    return named.select_related("variant").order_by("-starts_at", "-pk")


def may_manage(*, player: Player | AnonymousUser, tournament: Tournament) -> bool:
    """Whether a player organises a tournament or is staff; always False for a ladder."""
    if tournament.is_ladder:
        return False
    if player.is_staff or player.pk == tournament.organiser_id:
        return True
    return player.is_authenticated and player in tournament.co_organisers.all()


def may_withdraw(*, player: Player | AnonymousUser, entry: Entry) -> bool:
    """Whether a player may withdraw an entrant: its owner and the organisers may.

    Entrants of a ladder cannot be withdrawn.
    """
    if may_manage(player=player, tournament=entry.tournament):
        return True
    return not entry.tournament.is_ladder and player.pk == entry.version.bot.owner_id


def visible_to(player: Player | AnonymousUser) -> TournamentQuerySet:
    """The tournaments that `player` may see, the newest first.

    Staff see all. A private tournament is for its organisers, invited players and entrants.
    """
    if player.is_staff:
        return Tournament.objects.all()
    public = ~Q(access=Tournament.Access.PRIVATE)
    if not player.is_authenticated:
        return Tournament.objects.filter(public)
    theirs = Entry.objects.filter(version__bot__owner=player).values("tournament")
    return Tournament.objects.filter(
        public
        | Q(organiser=player)
        | Q(pk__in=_named(Tournament.co_organisers, player))
        | Q(pk__in=_named(Tournament.invited, player))
        | Q(pk__in=theirs)
    )


def _named(people: ManyToManyDescriptor[Player, Any], player: Player) -> QuerySet[Any]:
    rows: QuerySet[Any] = people.through.objects.filter(player=player).values("tournament")
    return rows


def news(viewer: Player | AnonymousUser, *, limit: int) -> list[Tournament]:
    """The tournaments that `viewer` may see, without ladders: running ones first, then new ones."""
    rows = visible_to(viewer).without_ladders().select_related("variant")
    newest = rows.order_by("-starts_at", "-pk")
    first = list(newest.running()[:limit])
    others = newest.exclude(status=Tournament.Status.RUNNING)[: limit - len(first)]
    return [*first, *others]


def progress(tournament: Tournament) -> Progress:
    """How many games of a tournament are finished, being played and void."""
    status = Match.Status
    open_, voided = Q(ended_at=None), Q(voided_at__isnull=False)
    counts = _games(tournament).aggregate(
        games=Count("pk"),
        finished=Count("pk", filter=~open_ & ~voided),
        playing=Count("pk", filter=open_ & Q(match__status=status.RUNNING)),
        void=Count("pk", filter=voided | (open_ & Q(match__status=status.VOID))),
    )
    return Progress(**counts)


def playing(matches: Sequence[int]) -> int:
    """How many games of matches that are being played are not over."""
    return Game.objects.filter(ended_at=None, match__in=matches).count() if matches else 0


def running(tournament: Tournament) -> list[int]:
    """The ids of the matches of a tournament that are being played, the latest first."""
    rows = Match.objects.running().filter(tournament=tournament)
    return list(rows.order_by("-started_at", "-pk").values_list("pk", flat=True))


def conditions(table: TournamentTable, first: int, last: int) -> list[tuple[object, ...]]:
    """What is shown of the entrants at these positions and changes outside of the tournament.

    These are their names, pauses and bans, and present ratings.
    """
    lines = table.lines.filter(position__gte=first, position__lt=last).order_by("position")
    ratings = Rating.objects.filter(
        variant=OuterRef("table__tournament__variant"), version=OuterRef("entry__version")
    )
    valued = lines.annotate(value=Subquery(ratings.values("value")[:1]))
    version = "entry__version"
    return list(
        valued.values_list(
            "entry", f"{version}__paused_at", f"{version}__bot__banned_at",
            f"{version}__bot__name", "value",
        )
    )  # fmt: skip


def _unless_ladder(count: Coalesce | Case) -> Case:
    return Case(When(format=Tournament.Format.LADDER, then=None), default=count)


def _counted(rows: QuerySet[Any], group: str) -> Coalesce:
    counts = rows.order_by().values(group).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counts), 0)


def _games(tournament: Tournament) -> QuerySet[Game]:
    return Game.objects.filter(match__tournament=tournament)
