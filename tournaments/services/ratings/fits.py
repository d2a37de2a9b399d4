"""Ratings computed from all games of a leaderboard at once, with errors.

They are computed every night, on request, and every few minutes on small leaderboards with new
games.
"""

import logging
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction
from django.db.models import Max

from tournaments.models import Fit, FitCovariance, FittedPlace, Incident, Variant
from tournaments.queries.ratings import anchors
from tournaments.services import incidents
from tournaments.services.ratings import listing
from tournaments.words import Sentence

logger = logging.getLogger(__name__)

AGAIN_AFTER = timedelta(minutes=1)
"""How soon a leaderboard can be computed again on request."""

QUICK_GAMES = 20_000
"""Up to this many rated games, a leaderboard is computed whenever there are new ones."""

HAIR = 0.001
"""By how much recomputed figures may differ, in Elo."""

_TOLD = (
    "number", "version_id", "component", "place", "missing_games", "missing_owners", "rating",
    "error", "games", "best", "worst", "better_than_next", "games_to_separate",
)  # fmt: skip


def compute_all(*, now: datetime) -> int:
    """Compute every leaderboard with rated games; return how many there were."""
    played = Variant.objects.filter(rated=True, ratings__games__gt=0).distinct()
    return incidents.each(
        played, lambda variant: compute(variant, now=now) is not None, failed="fit-failed", now=now
    )


def refresh(*, now: datetime) -> int:
    """Compute the small leaderboards with newer rated games; return how many there were."""
    due = (variant for variant in Variant.objects.filter(rated=True) if _is_due(variant))
    return incidents.each(
        due, lambda variant: compute(variant, now=now) is not None, failed="fit-failed", now=now
    )


def _is_due(variant: Variant) -> bool:
    known = Fit.objects.filter(variant=variant).first()
    if known is not None and known.games > QUICK_GAMES:
        return False
    return _last_entry(variant) > (known.last_entry if known else 0)


def _last_entry(variant: Variant) -> int:
    return variant.ledger.aggregate(last=Max("pk"))["last"] or 0


def ask(variant: Variant, *, now: datetime) -> Fit | None:
    """Compute a leaderboard now, unless that was done a moment ago."""
    known = Fit.objects.filter(variant=variant).first()
    if known is not None and known.computed_at > now - AGAIN_AFTER:
        return known
    # It takes seconds: however many requests come in the meantime, it is done once.
    busy = f"fit:{variant.pk}"
    if not cache.add(busy, True, timeout=AGAIN_AFTER.total_seconds()):
        return known
    try:
        return compute(variant, now=now)
    finally:
        cache.delete(busy)


def compute(variant: Variant, *, now: datetime) -> Fit | None:
    """Compute a leaderboard, store the fit in place of the last one and return it, if any."""
    from tournaments.services.ratings import fitting  # noqa: PLC0415 - imports numpy and scipy

    last_entry = _last_entry(variant)
    counted = fitting.counted_games(variant, until=last_entry)
    if not len(counted):
        return None
    fixed = anchors.anchors(variant, counted.versions)
    whose = fitting.authors_of(variant, counted)
    found = fitting.fitted(counted, whose, fixed)
    listed = variant.ratings.listed().values_list("version", flat=True)
    lines = list(fitting.lines(found, counted, whose, listed, fixed=fixed))
    values = {
        "computed_at": now,
        "games": len(counted),
        "games_in_full": int(counted.in_full.sum()),
        "step": found.spreads.step,
        "lines": len(lines),
        "component": lines[0].component if lines else 0,
        "seats": fitting.seats(counted),
        "anchors": sorted(fixed),
        "last_entry": last_entry,
    }
    with transaction.atomic():
        row, _created = Fit.objects.update_or_create(variant=variant, defaults=values)
        row.places.all().delete()
        for line in lines:
            line.fit = row
        FittedPlace.objects.bulk_create(lines, batch_size=1000)
        # Some bots may have been banned since the listed versions were read.
        listing.mark_gone(row.places.all())
        covariance = fitting.covariance(found, counted)
        FitCovariance.objects.update_or_create(fit=row, defaults=covariance)
    return row


def check(variant: Variant, *, now: datetime) -> list[Sentence]:
    """Compute the last fit again from the games it was computed from; replace it if it differs.

    A wrong fit is noted as an incident and returned as a sentence. A fit is not checked if some of
    its games have been voided since, if other bots fix the level now, or if other games count in
    full: the next fit replaces it then.
    """
    known = Fit.objects.filter(variant=variant).first()
    if known is None or not _is_of_now(known):
        return []
    wrong = _wrong_lines(known)
    if not wrong:
        return []
    text = Sentence("fit-differs", variant=variant, lines=wrong)
    logger.error("%s", text)
    incidents.note(Incident.Kind.WRONG_RECORD, text=text, now=now)
    compute(variant, now=now)
    return [text]


def _is_of_now(fit: Fit) -> bool:
    later = fit.variant.ledger.filter(pk__gt=fit.last_entry)
    return not later.filter(is_correction=True).exists()


def _wrong_lines(fit: Fit) -> int:
    """Return how many lines of a fit are missing, or differ from what its games give."""
    from tournaments.services.ratings import fitting  # noqa: PLC0415 - imports numpy and scipy

    counted = fitting.counted_games(fit.variant, until=fit.last_entry)
    fixed = anchors.anchors(fit.variant, counted.versions)
    if sorted(fixed) != fit.anchors or int(counted.in_full.sum()) != fit.games_in_full:
        return 0
    whose = fitting.authors_of(fit.variant, counted)
    kept = list(fit.places.order_by("number"))
    listed = [line.version_id for line in kept]
    fitted = fitting.fitted(counted, whose, fixed)
    found = list(fitting.lines(fitted, counted, whose, listed, fixed=fixed))
    missing = abs(fit.lines - len(found))
    alike = zip(kept, found, strict=False)
    return missing + sum(not _is_same(one, other) for one, other in alike)


def _is_same(kept: FittedPlace, found: FittedPlace) -> bool:
    """Return whether a line is as computed; figures of another machine may differ by `HAIR`."""
    return all(
        one == other or (isinstance(one, float) and abs(one - other) < HAIR)
        for one, other in ((getattr(kept, name), getattr(found, name)) for name in _TOLD)
    )
