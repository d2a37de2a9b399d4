"""Queries about anomalies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from tournaments.mathematics.statistics.scale import expected_score
from tournaments.models import Anomaly, Game, Seat, StaffAction, Variant, Version


def games_of(row: Anomaly) -> QuerySet[Game]:
    """The finished games on its leaderboard in which both owners had a bot of their own."""
    rows = Game.objects.finished().filter(variant=row.variant)
    for owner in row.owners:
        theirs = Seat.objects.filter(version__bot__owner=owner, version__bot__is_house=False)
        rows = rows.filter(Exists(theirs.filter(game=OuterRef("pk"))))
    return rows


def with_undecided(rows: QuerySet[Variant]) -> QuerySet[Variant]:
    """These leaderboards, each with `undecided_anomalies`: how many staff have still to decide."""
    is_open = Q(anomalies__status=Anomaly.Status.OPEN)
    return rows.annotate(undecided_anomalies=Count("anomalies", filter=is_open))


def shown(variant: Variant) -> QuerySet[Anomaly]:
    """The anomalies of a leaderboard with the steps of staff; the last found first."""
    trail = Prefetch("staff_actions", StaffAction.objects.select_related("by"))
    rows = variant.anomalies.select_related("variant", "one", "other")
    return rows.prefetch_related(trail)


@dataclass(frozen=True)
class Explained:
    """An anomaly with the games of every two versions that it is about."""

    row: Anomaly
    meetings: list["VersionMeeting"]

    @property
    def key(self) -> str:
        """The prefix that tells the forms of the page apart."""
        return str(self.row.pk)


@dataclass(frozen=True)
class VersionMeeting:
    """Results of a version of the first owner against one of the other, in the same seats.

    `difference` is its lead by the games of all others, and `error` its standard error.
    """

    one: Version
    other: Version
    games: int
    points: float
    difference: float
    error: float

    @property
    def expected(self) -> float:
        """The points that the strengths give."""
        return self.games * expected_score(self.difference)


def explained(rows: Sequence[Anomaly]) -> list[Explained]:
    """These anomalies with their versions, which are read at once."""
    named = {pk for row in rows for part in row.encounters for pk in part["versions"]}
    versions = Version.objects.select_related("bot").in_bulk(named)
    return [Explained(row, [_meeting(part, versions) for part in row.encounters]) for row in rows]


def _meeting(part: Mapping[str, Any], versions: Mapping[int, Version]) -> VersionMeeting:
    version, other = (versions[pk] for pk in part["versions"])
    figures = {name: part[name] for name in ("games", "points", "difference", "error")}
    return VersionMeeting(version, other, **figures)
