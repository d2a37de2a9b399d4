"""Totals of games and matches, without counting old rows again."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet, Sum

from tournaments.models import Game, Match, PlayedTotals


@dataclass(frozen=True)
class Totals:
    """Finished games by the reason of their end, matches by status, and sandboxes started."""

    games: Counter[str] = field(default_factory=Counter)
    matches: Counter[str] = field(default_factory=Counter)
    sandboxes: int = 0

    def __add__(self, other: "Totals") -> "Totals":
        return Totals(
            self.games + other.games,
            self.matches + other.matches,
            self.sandboxes + other.sandboxes,
        )


def now() -> Totals:
    """The present totals: the stored ones, what ended since, and what is open."""
    row = PlayedTotals.objects.first()
    before = Totals() if row is None else of(row)
    return before + ended(after=None if row is None else row.until) + _counted(Match.objects.open())


def of(row: PlayedTotals) -> Totals:
    """The stored totals."""
    return Totals(Counter(row.games), Counter(row.matches), row.sandboxes)


def ended(*, after: datetime | None = None, until: datetime | None = None) -> Totals:
    """Totals of what ended after `after` and until `until`; None is no bound."""
    limits = {"ended_at__gt": after, "ended_at__lte": until}
    bounds = {name: moment for name, moment in limits.items() if moment is not None}
    games = Game.objects.finished().filter(**bounds).order_by().values_list("reason")
    # Each status is named, since the index begins with the status.
    over = [Match.Status.FINISHED, Match.Status.VOID]
    matches = Match.objects.filter(status__in=over, **bounds)
    return Totals(games=Counter(dict(games.annotate(Count("pk"))))) + _counted(matches)


def _counted(rows: QuerySet[Match, Any]) -> Totals:
    by_status = rows.order_by().values_list("status").annotate(Count("pk"), Sum("sandboxes"))
    counted = list(by_status)
    return Totals(
        matches=Counter({status: count for status, count, _started in counted}),
        sandboxes=sum(started for _status, _count, started in counted),
    )
