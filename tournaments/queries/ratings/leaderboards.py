"""What pages and the API read of ratings."""

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

MANY_GAMES = 100_000
"""More than that need not be told exactly."""


@dataclass(frozen=True)
class Point:
    """A rating after an entry of its ledger; `game` is None at its start."""

    at: datetime
    elo: float
    delta: float
    game: int | None


def leaderboards() -> QuerySet[Variant]:
    """The variants that have a leaderboard."""
    return Variant.objects.filter(rated=True)


def of_game(game: engine.Game) -> Variant | None:
    """The variant of an engine game, if it has a leaderboard."""
    rows = leaderboards().filter(key=game.variant, rules_version=game.rules_version)
    return rows.first()


def rated(variant: Variant) -> QuerySet[Rating]:
    """The rated versions of a variant, superseded ones too, by live Elo, best first.

    A version is rated once it has a game.
    """
    rows = variant.ratings.with_games().select_related("version__bot__owner")
    return rows.order_by("-value", "version__bot__name", "version__number")


def ranked(variant: Variant) -> QuerySet[Rating]:
    """Of each bot that is not banned, the newest version that is rated, by live Elo."""
    newer = Rating.objects.with_games().filter(
        variant=OuterRef("variant"),
        version__bot=OuterRef("version__bot"),
        version__number__gt=OuterRef("version__number"),
    )
    return rated(variant).filter(~Exists(newer), version__bot__banned_at=None)


def lines(variant: Variant) -> list["LeaderboardLine"]:
    """The leaderboard: by the fit, best first, then whoever it does not know yet, by live Elo."""
    live = {rating.version_id: rating for rating in ranked(variant)}
    fit = Fit.objects.filter(variant=variant).first()
    measured = strengths(fit, of=live) if fit else []
    known = {one.version.pk for one in measured}
    return [
        *(LeaderboardLine(one.place, live[one.version.pk], one) for one in measured),
        *(LeaderboardLine(None, row, None) for pk, row in live.items() if pk not in known),
    ]


def tops(*, limit: int) -> list[tuple[Variant, list["LeaderboardLine"]]]:
    """The best of each leaderboard; those where nobody has played yet have an empty list."""
    return [(variant, lines(variant)[:limit]) for variant in leaderboards()]


@dataclass(frozen=True)
class Trend:
    """Where a rating comes from: its values after the last games, and what the last one gave."""

    values: list[float]
    change: float


def trends(variant: Variant, rows: Sequence[Rating], *, games: int = 40) -> list[Trend]:
    """The last games of each rating in `rows`, in the same order."""
    last = Window(RowNumber(), partition_by=F("version"), order_by=F("pk").desc())
    versions = [row.version_id for row in rows]
    entries = LedgerEntry.objects.current(variant).filter(version__in=versions)
    deltas: dict[int, list[int]] = defaultdict(list)
    numbered = entries.annotate(age=last).filter(age__lte=games).order_by("-pk")
    for version, delta in numbered.values_list("version", "delta"):
        deltas[version].append(delta)
    return [_trend(row, deltas[row.version_id]) for row in rows]


def _trend(rating: Rating, deltas: Sequence[int]) -> Trend:
    """Walk back from the live rating, the newest change first."""
    changes = list(deltas)
    values = list(accumulate((-change for change in changes[:-1]), initial=rating.value))
    return Trend([value / elo.MILLI for value in reversed(values)], changes[0] / elo.MILLI)


def history(variant: Variant, version: Version) -> list[Point]:
    """How a version's rating came about, entry by entry."""
    entries = list(LedgerEntry.objects.current(variant).filter(version=version))
    totals = accumulate(entry.delta for entry in entries)
    return [
        Point(entry.created_at, total / elo.MILLI, entry.delta / elo.MILLI, entry.game_id)
        for entry, total in zip(entries, totals, strict=True)
    ]


def last_check() -> RatingCheck | None:
    """The last comparison of ledger and live ratings."""
    return RatingCheck.objects.first()


def counted() -> QuerySet[Variant]:
    """The leaderboards, each with its number of rated `versions` and the `ladder_slug` of its
    ladder, None where there is none on.
    """
    on = Tournament.objects.ladders().open().filter(variant=OuterRef("pk"))
    return leaderboards().annotate(
        versions=Count("ratings", filter=Q(ratings__games__gt=0)),
        ladder_slug=Subquery(on.values("slug")[:1]),
    )


def ledger(variant: Variant, version: Version) -> QuerySet[LedgerEntry]:
    """The entries of a version in the order in which they counted, those of old epochs too.

    Each has the running `total` of its epoch.
    """
    entries = variant.ledger.filter(version=version)
    running = Window(Sum("delta"), partition_by=F("epoch"), order_by=F("pk").asc())
    rows = entries.select_related("game").defer("game__record")
    return rows.annotate(total=running).order_by("pk")


def voided(variant: Variant, *, limit: int) -> QuerySet[Game]:
    """The rated games that were voided, the last ones first: with each a new epoch began."""
    rows = variant.games.filter(voided_at__isnull=False, ledger__isnull=False).distinct()
    return rows.defer("record").select_related("match").order_by("-voided_at", "-pk")[:limit]


@dataclass(frozen=True)
class VersionStrength:
    """A version in the fit over all games: its rating, and how sure that is.

    `place` is that by rating among those that chains of games connect it with. `low` and `high`
    bound the 95% interval in Elo; `best` and `worst` the places that cannot be excluded.
    `better_than_next` and `games_to_separate` compare it with the next line, if any. That of an
    anchor is stated, and fixes the level.
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
    def places(self) -> str:
        """The places that cannot be excluded: "3rd" or "3rd to 6th"."""
        best, worst = ordinal(self.best), ordinal(self.worst)
        return best if best == worst else f"{best} to {worst}"

    @property
    def to_separate(self) -> str:
        """What it would take to be sure of the next line; empty for the last one."""
        this, following = ordinal(self.place), ordinal(self.place + 1)
        if self.better_than_next is None:
            return ""
        if self.games_to_separate is None:
            return f"{this} and {following} are equal as far as their games tell"
        if self.games_to_separate == 0:
            return f"sure to be above {following}"
        if self.games_to_separate > MANY_GAMES:
            return f"more than {MANY_GAMES:,} games to separate {this} from {following}"
        many = f"{self.games_to_separate:,} more game{'' if self.games_to_separate == 1 else 's'}"
        return f"about {many} would separate {this} from {following} nine times in ten"


@dataclass(frozen=True)
class LeaderboardLine:
    """A bot on a leaderboard: the live Elo of its version, and its strength by the fit.

    `place` and `strength` are None until the fit knows its games.
    """

    place: int | None
    rating: Rating
    strength: VersionStrength | None


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def strengths(fit: Fit, *, of: Container[int] | None = None) -> list[VersionStrength]:
    """The lines of a fit, best first; `of` these versions where they are given.

    `is_apart` ones no chain of games connects with the first.
    """
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
    """One line; `met` counts the lines of each component so far."""
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
