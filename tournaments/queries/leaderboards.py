"""What pages and the API read of ratings."""

from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate

from django.db.models import QuerySet

from tournaments import ratings
from tournaments.models import Rating, RatingCheck, Variant, Version


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


def leaderboard(variant: Variant) -> QuerySet[Rating]:
    """The rated versions of a variant, best first; a version is rated once it has a game."""
    rows = variant.ratings.filter(games__gt=0).select_related("version__bot__owner")
    return rows.order_by("-value", "version__bot__name", "version__number")


def history(variant: Variant, version: Version) -> list[Point]:
    """How a version's rating came about, entry by entry."""
    entries = list(variant.ledger.filter(version=version, epoch=variant.epoch))
    totals = accumulate(entry.delta for entry in entries)
    return [
        Point(entry.created_at, total / ratings.MILLI, entry.delta / ratings.MILLI, entry.game_id)
        for entry, total in zip(entries, totals, strict=True)
    ]


def last_check() -> RatingCheck | None:
    """The last comparison of ledger and live ratings."""
    return RatingCheck.objects.first()
