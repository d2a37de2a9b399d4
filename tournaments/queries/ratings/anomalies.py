"""Queries about anomalies."""

from collections.abc import Mapping, Sequence
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


def explained(rows: Sequence[Anomaly]) -> list[tuple[Anomaly, list[dict[str, Any]]]]:
    """These anomalies, each with the games of every two versions that it is about.

    Each meeting has the results of a version of the first owner against one of the other, in the
    same seats. `difference` is its lead by the games of all others with the standard `error`, and
    `expected` are the points that the strengths give.
    """
    named = {pk for row in rows for part in row.encounters for pk in part["versions"]}
    versions = Version.objects.select_related("bot").in_bulk(named)
    return [(row, [_meeting(part, versions) for part in row.encounters]) for row in rows]


def _meeting(part: Mapping[str, Any], versions: Mapping[int, Version]) -> dict[str, Any]:
    version, other = (versions[pk] for pk in part["versions"])
    expected = part["games"] * expected_score(part["difference"])
    return {**part, "one": version, "other": other, "expected": expected}
