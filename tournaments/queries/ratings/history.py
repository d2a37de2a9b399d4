"""The course of ratings: their ledger, entry by entry, as a chart, and the last change."""

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import F, Q

from tournaments.mathematics import elo
from tournaments.mathematics.charts import MOST_POINTS
from tournaments.models import LedgerEntry, Rating, Variant, Version
from tournaments.queries.slices import Slices


def last_changes(variant: Variant, rows: Sequence[Rating]) -> dict[int, float]:
    """The change by the last entry of each of these ratings, in Elo, by its version's id."""
    entries = variant.ledger.filter(
        version__in=[row.version_id for row in rows],
        version__ratings__variant=variant,
        number=F("version__ratings__entries"),
    )
    return {pk: delta / elo.MILLI for pk, delta in entries.values_list("version", "delta")}


def charts(ratings: Sequence[Rating], *, most: int = MOST_POINTS) -> dict[int, list[float]]:
    """The course of each rating from its start, in Elo, by its id; of a long one `most` points."""
    chosen = Q(pk__in=[])
    for row in ratings:
        numbers = Q(number__in=spread(row.entries, most))
        chosen |= Q(variant=row.variant_id, version=row.version_id) & numbers
    entries = LedgerEntry.objects.filter(chosen).order_by("number")
    courses: dict[tuple[int, int], list[float]] = defaultdict(list)
    for variant, version, total in entries.values_list("variant", "version", "total"):
        courses[variant, version].append(total / elo.MILLI)
    return {row.pk: courses[row.variant_id, row.version_id] for row in ratings}


def spread(last: int, most: int) -> list[int]:
    """Numbers from 0 to `last`, all of them or as many as a chart has points."""
    steps = min(last, most - 1)
    return [round(step * last / steps) for step in range(steps + 1)] if steps else [0]


class History(Slices[LedgerEntry]):
    """The entries of a version on a leaderboard, in the order in which they counted.

    A slice is read by the entries' numbers, so the last cost as little as the first.
    """

    def __init__(self, variant: Variant, version: Version) -> None:
        rows = variant.ledger.filter(version=version)
        # With a limit, PostgreSQL looks for the game of each, and does not read them all.
        self.rows = rows.order_by("number").select_related("game").defer("game__record_in_row")

    def __len__(self) -> int:
        last = self.rows.reverse().values_list("number", flat=True).first()
        return 0 if last is None else last + 1

    def between(self, start: int, stop: int) -> list[LedgerEntry]:
        rows = self.rows.filter(number__gte=start, number__lt=stop)
        return list(rows[: stop - start])
