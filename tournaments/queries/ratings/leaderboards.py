"""What pages and the API read of leaderboards and ratings."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum, Window
from django.db.models.functions import RowNumber

import engine
from tournaments.mathematics import elo
from tournaments.mathematics.statistics.scale import Z
from tournaments.models import (
    Fit,
    Game,
    LedgerEntry,
    Rating,
    RatingCheck,
    Tournament,
    Variant,
    Version,
)
from tournaments.words import Sentence

MANY_GAMES = 100_000
"""Larger numbers of games are not told exactly."""


@dataclass(frozen=True)
class Point:
    """A rating after an entry of its ledger; `game` is None for the start of the rating."""

    at: datetime
    elo: float
    delta: float
    game: int | None


def leaderboards() -> QuerySet[Variant]:
    """The variants that have a leaderboard."""
    return Variant.objects.filter(rated=True)


def of_game(game: engine.Game) -> Variant | None:
    """The variant of an engine game that has a leaderboard; None where there is none."""
    rows = leaderboards().filter(key=game.variant, rules_version=game.rules_version)
    return rows.first()


def rated(variant: Variant) -> QuerySet[Rating]:
    """The ratings of all versions with a rated game, by live Elo, best first.

    Each has its version with bot and owner. Versions that a newer one has replaced are included.
    """
    rows = variant.ratings.with_games().select_related("version__bot__owner")
    return rows.order_by("-value", "version__bot__name", "version__number")


def ranked(variant: Variant) -> QuerySet[Rating]:
    """The rating of the newest rated version of each bot, by live Elo, without banned bots."""
    newer = Rating.objects.with_games().filter(
        variant=OuterRef("variant"),
        version__bot=OuterRef("version__bot"),
        version__number__gt=OuterRef("version__number"),
    )
    return rated(variant).filter(~Exists(newer), version__bot__banned_at=None)


def lines(variant: Variant) -> list["LeaderboardLine"]:
    """The lines of a leaderboard, best first.

    The versions in the fit come first, by its rating. Versions that it does not know yet follow,
    by live Elo.
    """
    live = {rating.version_id: rating for rating in ranked(variant)}
    fit = Fit.objects.filter(variant=variant).first()
    measured = strengths(fit, of=live) if fit else []
    known = {one.version.pk for one in measured}
    return [
        *(LeaderboardLine(one.place, live[one.version.pk], one) for one in measured),
        *(LeaderboardLine(None, row, None) for pk, row in live.items() if pk not in known),
    ]


def tops(*, limit: int) -> list[tuple[Variant, list["LeaderboardLine"]]]:
    """Each leaderboard with its first lines; with no lines where nobody has played yet."""
    return [(variant, lines(variant)[:limit]) for variant in leaderboards()]


@dataclass(frozen=True)
class Trend:
    """The values of a rating after its last games, in Elo, and the change by the last game."""

    values: list[float]
    change: float


def trends(variant: Variant, rows: Sequence[Rating], *, games: int = 40) -> list[Trend]:
    """The trend of each rating in `rows`, over its last `games`, in the same order."""
    last = Window(RowNumber(), partition_by=F("version"), order_by=F("pk").desc())
    versions = [row.version_id for row in rows]
    entries = LedgerEntry.objects.current(variant).filter(version__in=versions)
    deltas: dict[int, list[int]] = defaultdict(list)
    numbered = entries.annotate(age=last).filter(age__lte=games).order_by("-pk")
    for version, delta in numbered.values_list("version", "delta"):
        deltas[version].append(delta)
    return [_trend(row, deltas[row.version_id]) for row in rows]


def _trend(rating: Rating, deltas: Sequence[int]) -> Trend:
    """Computes the values backwards from the live rating; `deltas` has the newest first."""
    changes = list(deltas)
    values = list(accumulate((-change for change in changes[:-1]), initial=rating.value))
    return Trend([value / elo.MILLI for value in reversed(values)], changes[0] / elo.MILLI)


def history(variant: Variant, version: Version) -> list[Point]:
    """The rating of a version after each entry of the current epoch, the oldest first."""
    entries = list(LedgerEntry.objects.current(variant).filter(version=version))
    totals = accumulate(entry.delta for entry in entries)
    return [
        Point(entry.created_at, total / elo.MILLI, entry.delta / elo.MILLI, entry.game_id)
        for entry, total in zip(entries, totals, strict=True)
    ]


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


def ledger(variant: Variant, version: Version) -> QuerySet[LedgerEntry]:
    """The ledger entries of a version in all epochs, in the order in which they counted.

    Each is annotated with `total`, the rating after it in its epoch.
    """
    entries = variant.ledger.filter(version=version)
    running = Window(Sum("delta"), partition_by=F("epoch"), order_by=F("pk").asc())
    rows = entries.select_related("game").defer("game__record")
    return rows.annotate(total=running).order_by("pk")


def voided(variant: Variant, *, limit: int) -> QuerySet[Game]:
    """The voided games that had been rated, the last voided first."""
    rows = variant.games.filter(voided_at__isnull=False, ledger__isnull=False).distinct()
    return rows.defer("record").select_related("match").order_by("-voided_at", "-pk")[:limit]


@dataclass(frozen=True)
class VersionStrength:
    """A version in the fit over all games: its rating, and how sure that is.

    `place` counts only versions that a chain of games connects with this one. `low` and `high`
    bound the 95% interval in Elo, `best` and `worst` the places that cannot be excluded.
    `better_than_next` and `games_to_separate` compare it with the next line, if there is one.
    `is_apart` says that no chain of games connects it with the first line. The rating of an anchor
    is stated, and fixes the level.
    """

    version: Version
    place: int
    rating: float
    low: float
    high: float
    games: int
    best: int
    worst: int
    better_than_next: float | None
    games_to_separate: int | None
    is_apart: bool
    is_anchor: bool

    @property
    def places(self) -> Sentence:
        """The places that cannot be excluded."""
        return Sentence("places", best=self.best, worst=self.worst)

    @property
    def to_separate(self) -> Sentence:
        """How many games would separate it from the next line; empty for the last line."""
        if self.better_than_next is None:
            return Sentence()
        if self.games_to_separate is None:
            return Sentence("equal-so-far", rank=self.place)
        if self.games_to_separate == 0:
            return Sentence("surely-above", rank=self.place)
        if self.games_to_separate > MANY_GAMES:
            return Sentence("many-games-apart", rank=self.place, most=MANY_GAMES)
        return Sentence("games-apart", rank=self.place, games=self.games_to_separate)


@dataclass(frozen=True)
class LeaderboardLine:
    """A bot on a leaderboard: the live Elo of its version, and its strength by the fit.

    `place` and `strength` are None until the fit knows its games.
    """

    place: int | None
    rating: Rating
    strength: VersionStrength | None


def strengths(fit: Fit, *, of: Container[int] | None = None) -> list[VersionStrength]:
    """The versions in a fit, best first; only the versions in `of` where that is given."""
    rows = [place for place in fit.places if of is None or place["version"] in of]
    versions = Version.objects.select_related("bot__owner").in_bulk(
        [place["version"] for place in rows]
    )
    met: Counter[int] = Counter()
    return [_strength(place, rows[0], versions, met, fit.anchors) for place in rows]


def _strength(
    place: dict[str, Any],
    first: dict[str, Any],
    versions: dict[int, Version],
    met: Counter[int],
    anchors: Container[int],
) -> VersionStrength:
    """One version of a fit; `met` counts the versions of each component so far."""
    half = Z * place["error"]
    met[place["component"]] += 1
    return VersionStrength(
        version=versions[place["version"]],
        place=met[place["component"]],
        rating=place["rating"],
        low=place["rating"] - half,
        high=place["rating"] + half,
        games=place["games"],
        best=place["best"],
        worst=place["worst"],
        better_than_next=place["better_than_next"],
        games_to_separate=place["games_to_separate"],
        is_apart=place["component"] != first["component"],
        is_anchor=place["version"] in anchors,
    )


def ratings_of(*, variant: Variant | None, versions: Iterable[Version]) -> dict[int, Rating]:
    """The ratings of versions on a variant's leaderboard, by version id."""
    if variant is None or not variant.rated:
        return {}
    rows = variant.ratings.with_games().filter(version__in=list(versions))
    return {rating.version_id: rating for rating in rows}
