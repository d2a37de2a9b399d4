"""Queries about leaderboards and ratings."""

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.text import slugify

import engine
from tournaments.mathematics import elo
from tournaments.models import (
    Bot,
    Fit,
    FittedPlace,
    Game,
    Player,
    Rating,
    RatingCheck,
    Tournament,
    Variant,
    names,
)
from tournaments.models.ratings import RatingQuerySet
from tournaments.queries.slices import Slices


def leaderboards() -> QuerySet[Variant]:
    """The variants that have a leaderboard, with their fits."""
    return Variant.objects.played_here().filter(rated=True).select_related("fit")


def hosted() -> QuerySet[Variant]:
    """The leaderboards without remote bots."""
    return leaderboards().filter(is_open=False)


def open_ones() -> QuerySet[Variant]:
    """The leaderboards on which remote bots play."""
    return leaderboards().filter(is_open=True)


def of_game(game: engine.Game, *, is_open: bool = False) -> Variant | None:
    """The variant of an engine game that has a leaderboard; None where there is none."""
    rows = leaderboards().filter(key=game.variant, rules_version=game.rules_version)
    rows = rows.filter(is_open=is_open)
    return rows.first()


def rated(variant: Variant) -> RatingQuerySet:
    """The ratings of all versions with a rated game, by live Elo, best first.

    Each has its version with bot and owner. Versions that a newer one has replaced are included.
    """
    rows = variant.ratings.with_games().select_related("version__bot__owner")
    return rows.order_by("-value", "version__bot__name", "version__number")


def ranked(variant: Variant) -> RatingQuerySet:
    """The ratings that a leaderboard lists, by live Elo, best first."""
    return rated(variant).listed()


def to_be_listed(rows: RatingQuerySet) -> RatingQuerySet:
    """Those of these ratings that a leaderboard should list.

    They are the rating of the newest rated version of each bot, hidden or not: otherwise owners
    could choose. A bot that is hidden as a whole leaves the leaderboard, and so does a banned one;
    a banned version counts as none.
    """
    newer = Rating.objects.with_games().filter(
        version__banned_at=None,
        variant=OuterRef("variant"),
        version__bot=OuterRef("version__bot"),
        version__number__gt=OuterRef("version__number"),
    )
    free = rows.filter(version__banned_at=None, version__bot__banned_at=None)
    return free.filter(~Exists(newer), version__bot__hidden_at=None, games__gt=0)


GoneLines = Mapping[tuple[int, int], list[int]]
"""The numbers of lines that are no longer listed, by fit and component."""


@dataclass(frozen=True)
class LeaderboardLine:
    """A bot on a leaderboard: the live Elo of its version, and its strength by the fit.

    `strength` is None until the fit knows its games, `place` also until it has enough of them.
    """

    rating: Rating
    strength: FittedPlace | None

    @property
    def place(self) -> int | None:
        return self.strength.place if self.strength else None

    @property
    def is_early(self) -> bool:
        """Whether its bot has played too little for a place."""
        return self.strength is not None and self.strength.place is None

    @property
    def is_superseded(self) -> bool:
        """Whether a newer version of the bot is ranked in its place."""
        return not self.rating.is_listed


class LeaderboardLines(Slices[LeaderboardLine]):
    """The lines of a leaderboard, best first.

    The versions in the fit come first, those with a place before the others. Versions that it does
    not know yet follow, by live Elo; if `every` one is asked for, those that a newer one has
    replaced are among them.
    """

    def __init__(self, variant: Variant, only: Q | None = None, *, every: bool = False) -> None:
        self._variant, self._only, self._every = variant, only or Q(), every
        self.fit: Fit | None = getattr(variant, "fit", None)

    def __len__(self) -> int:
        rows = self._variant.ratings
        ratings = rows.with_games().shown_or_listed() if self._every else rows.listed()
        return ratings.filter(self._only).count()

    def of(self, *, bot: Bot | None, owner: Player | None) -> "LeaderboardLines":
        """The lines of one bot, or of one owner, with their places among all."""
        named = {"version__bot": bot, "version__bot__owner": owner}
        asked = {name: value for name, value in named.items() if value is not None}
        return LeaderboardLines(self._variant, Q(**asked))

    def between(self, start: int, stop: int) -> list[LeaderboardLine]:
        measured = self._measured(start, stop)
        if start + len(measured) >= stop:
            return measured
        placed = start + len(measured) if measured or not start else self._placed().count()
        unknown = self._unknown()[max(0, start - placed) : stop - placed]
        return [*measured, *(LeaderboardLine(row, None) for row in unknown)]

    @cached_property
    def _gone(self) -> GoneLines:
        return _gone({self.fit.pk} if self.fit else ())

    def _placed(self) -> QuerySet[FittedPlace]:
        rows = FittedPlace.objects.filter(self._only, fit=self.fit, is_gone=False)
        return rows.order_by("number")

    def _taken(self, start: int, stop: int) -> QuerySet[FittedPlace]:
        """The places of a slice; on a whole leaderboard they are read by number, not counted."""
        if self._only or self.fit is None:
            return self._placed()[start:stop]
        first = start
        for number in sorted(chain.from_iterable(self._gone.values())):
            first += number <= first
        return self._placed().filter(number__gte=first)[: stop - start]

    def _measured(self, start: int, stop: int) -> list[LeaderboardLine]:
        if self.fit is None:
            return []
        places = list(self._taken(start, stop))
        rows = ranked(self._variant).filter(version__in=[place.version_id for place in places])
        live = {row.version_id: row for row in rows}
        measured = strengths(self.fit, places, self._gone)
        return [LeaderboardLine(live[row.version_id], row) for row in measured]

    def _unknown(self) -> QuerySet[Rating]:
        placed = FittedPlace.objects.filter(
            fit=self.fit, version=OuterRef("version"), is_gone=False
        )
        rows = rated(self._variant).shown_or_listed() if self._every else ranked(self._variant)
        return rows.filter(~Exists(placed), self._only)


MOST_FOUND = 200
"""The most bots that a search returns."""


@dataclass(frozen=True)
class Search:
    """A search for lines of a leaderboard; by default all.

    `bot` is how its name begins, `author` the name of one. `house` is "only", "without" or empty.
    `every` asks for versions that a newer one has replaced as well.
    """

    bot: str = ""
    author: str = ""
    house: str = ""
    every: bool = False

    @property
    def names(self) -> bool:
        return bool(self.bot or self.author)


def found(variant: Variant, search: Search) -> tuple[LeaderboardLines, bool]:
    """The lines that match a search, with their places among all.

    Also whether more bots than `MOST_FOUND` have the name, so that some lines are left out.
    """
    only, named = Q(), _named(search)
    if search.names:
        only &= Q(version__bot__in=named[:MOST_FOUND])
    if search.house:
        only &= Q(version__bot__is_house=search.house == "only")
    lines = LeaderboardLines(variant, only, every=search.every)
    return lines, len(named) > MOST_FOUND


def _named(search: Search) -> list[int]:
    """The ids of the bots with the name or the author, at most one more than `MOST_FOUND`."""
    rows, slug = Bot.objects.listed(), slugify(search.bot)
    if search.bot:
        rows = rows.filter(slug__startswith=slug) if slug else rows.none()
    if search.author:
        rows = rows.filter(owner__look=names.look(search.author))
    bots = rows.order_by("slug").values_list("pk", flat=True)[: MOST_FOUND + 1]
    return list(bots) if search.names else []


def strengths_by_rating(ratings: Sequence[Rating]) -> dict[int, FittedPlace]:
    """The strength by the fit of each of these ratings that is listed, by its id."""
    listed = {(row.variant_id, row.version_id): row.pk for row in ratings if row.is_listed}
    versions = {version for _variant, version in listed}
    rows = FittedPlace.objects.filter(version__in=versions).select_related("fit")
    gone = _gone({row.fit_id for row in rows})
    by_rating = {listed.get((row.fit.variant_id, row.version_id)): row for row in rows}
    return {
        pk: strengths(row.fit, [row], gone)[0] for pk, row in by_rating.items() if pk is not None
    }


def _gone(fits: Collection[int]) -> GoneLines:
    """The numbers of the lines that are no longer listed, by fit and component."""
    rows = FittedPlace.objects.filter(fit__in=fits, is_gone=True).order_by("number")
    gone: dict[tuple[int, int], list[int]] = defaultdict(list)
    for fit, component, number in rows.values_list("fit", "component", "number"):
        gone[fit, component].append(number)
    return gone


def tops(*, limit: int) -> Iterator[tuple[Variant, list[LeaderboardLine]]]:
    """Each hosted leaderboard with its first lines; with no lines before the first game."""
    rows = Rating.objects.listed().filter(variant=OuterRef("pk"))
    # Ordered by an index: PostgreSQL would read all of the rows to find any.
    best = Subquery(rows.order_by("-value").values("pk")[:1])
    variants = list(hosted().annotate(best=best))
    heads = _heads([variant.fit for variant in variants if hasattr(variant, "fit")], limit)
    for variant in variants:
        head = heads.get(variant.pk, [])
        if variant.best is not None and len(head) < limit:
            # Some that the fit does not know yet may follow.
            head = LeaderboardLines(variant)[:limit]
        yield variant, head


def _heads(fits: Sequence[Fit], limit: int) -> dict[int, list[LeaderboardLine]]:
    """The first lines of each of these fits, by variant; as many queries for one as for all."""
    gone = _gone({fit.pk for fit in fits})
    places = _first_places(fits, gone, limit)
    live = {
        (row.variant_id, row.version_id): row
        for row in Rating.objects.listed()
        .filter(
            variant__in={fit.variant_id for fit in fits},
            version__in={place.version_id for place in places},
        )
        .select_related("version__bot__owner")
    }
    heads: dict[int, list[LeaderboardLine]] = {}
    for fit in fits:
        own = [place for place in places if place.fit_id == fit.pk][:limit]
        heads[fit.variant_id] = [
            LeaderboardLine(live[fit.variant_id, place.version_id], place)
            for place in strengths(fit, own, gone)
        ]
    return heads


def _first_places(fits: Sequence[Fit], gone: GoneLines, limit: int) -> list[FittedPlace]:
    """The first places of each fit: `limit` of them or more, if it has them."""
    missing = Counter(fit for (fit, _component), numbers in gone.items() for _number in numbers)
    first = Q(pk__in=[])
    for fit in fits:
        first |= Q(fit=fit, number__lt=limit + missing[fit.pk])
    return list(FittedPlace.objects.filter(first, is_gone=False).order_by("fit", "number"))


def last_check() -> RatingCheck | None:
    """The last check of the live ratings against the ledger; None before the first."""
    return RatingCheck.objects.first()


def counted() -> QuerySet[Variant]:
    """The leaderboards, annotated with how many rated `versions` each has, and its `ladder_slug`.

    `ladder_slug` is the slug of the ladder that is on, else None.
    """
    on = Tournament.objects.ladders().open().filter(variant=OuterRef("pk"))
    return leaderboards().annotate(
        versions=Count("ratings", filter=Q(ratings__games__gt=0)),
        ladder_slug=Subquery(on.values("slug")[:1]),
    )


def voided(variant: Variant, *, limit: int) -> QuerySet[Game]:
    """The voided games that had been rated, the last voided first."""
    rows = variant.games.filter(voided_at__isnull=False, ledger__isnull=False).distinct()
    return rows.defer("record_in_row").select_related("match").order_by("-voided_at", "-pk")[:limit]


def fitted(fit: Fit) -> QuerySet[FittedPlace]:
    """The lines of a fit, best first, with their versions."""
    return fit.places.select_related("version__bot__owner").order_by("number")


def strengths(
    fit: Fit, lines: Sequence[FittedPlace], gone: GoneLines | None = None
) -> Sequence[FittedPlace]:
    """These lines of a fit, with their places among those that are still listed.

    `gone` are its lines that are no longer listed, where they have been read.
    """
    gone = _gone({fit.pk}) if gone is None else gone
    for line in lines:
        line.fit = fit
        if line.place is not None:
            line.place -= bisect(gone.get((fit.pk, line.component), []), line.number)
    return lines


def elo_of(*, variant: Variant | None, versions: Iterable[int]) -> dict[int, float]:
    """The ratings of versions, given by id, on a variant's leaderboard: in Elo, by version id."""
    if variant is None or not variant.rated:
        return {}
    rows = variant.ratings.with_games().filter(version__in=list(versions))
    return {version: value / elo.MILLI for version, value in rows.values_list("version", "value")}
