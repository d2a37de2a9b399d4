"""Ratings computed from all games of a leaderboard at once, with errors.

They are computed every night, on request, and every few minutes on small leaderboards with new
games.
"""

import hashlib
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, OuterRef

from tournaments.models import Fit, FitCovariance, FittedPlace, Incident, Rating, Variant
from tournaments.queries.ratings import move_times
from tournaments.queries.ratings.scope import Scope
from tournaments.services import incidents
from tournaments.services.ratings import listing
from tournaments.words import Sentence

AGAIN_AFTER = timedelta(minutes=1)
"""How soon a leaderboard can be computed again on request."""

QUICK_GAMES = 20_000
"""Up to this many rated games, a leaderboard is computed whenever there are new ones."""

HAIR = 0.001
"""By how much recomputed figures may differ, in Elo."""

_FIGURES = (
    "number", "version_id", "component", "place", "missing_games", "missing_owners", "rating",
    "error", "games", "best", "worst", "better_than_next", "games_to_separate",
)  # fmt: skip


def compute_all(*, now: datetime) -> int:
    """Compute every leaderboard with rated games; return how many there were.

    The largest comes first: what it needs is not added to what others have left in memory.
    """
    with_games = Rating.objects.filter(variant=OuterRef("pk"), games__gt=0)
    played = Variant.objects.filter(Exists(with_games), rated=True).order_by("-fit__games", "pk")
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
    fit = Fit.objects.filter(variant=variant).first()
    if fit is not None and fit.games > QUICK_GAMES:
        return False
    return variant.last_entry() > (fit.last_entry if fit else 0)


def ask(variant: Variant, *, now: datetime) -> Fit | None:
    """Compute a leaderboard now, unless that was done a moment ago."""
    fit = Fit.objects.filter(variant=variant).first()
    if fit is not None and fit.computed_at > now - AGAIN_AFTER:
        return fit
    # It takes seconds: however many requests come in the meantime, it is done once.
    busy = f"fit:{variant.pk}"
    if not cache.add(busy, True, timeout=AGAIN_AFTER.total_seconds()):
        return fit
    try:
        return compute(variant, now=now)
    finally:
        cache.delete(busy)


def compute(variant: Variant, *, now: datetime) -> Fit | None:
    """Compute a leaderboard, store the fit in place of the last one and return it, if any."""
    from tournaments.services.ratings import fitting  # noqa: PLC0415 - imports numpy and scipy

    last_entry = variant.last_entry()
    fitted = fitting.FittedGames(variant, until=last_entry)
    if not len(fitted.games):
        return None
    listed = variant.ratings.listed().values_list("version", flat=True)
    lines = list(fitted.lines(listed))
    if variant.is_open:
        before = FittedPlace.objects.filter(fit__variant=variant)
        move_times.add(variant, lines, {line.version_id: line for line in before})
    values = {
        "computed_at": now,
        "games": len(fitted.games),
        "games_in_full": fitted.games_in_full,
        "step": fitted.fit.spreads.step,
        "lines": len(lines),
        "component": lines[0].component if lines else 0,
        "seats": fitted.seats(),
        "anchors": sorted(fitted.anchors),
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
        Fit.objects.filter(pk=row.pk).update(digest=_digest(row))
        FitCovariance.objects.update_or_create(fit=row, defaults=fitted.covariance())
    return row


def _digest(fit: Fit) -> str:
    """Return a hash of the lines as they are stored."""
    rows = list(fit.places.order_by("number").values_list(*_FIGURES))
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def check(variant: Variant, scope: Scope) -> list[Sentence]:
    """Compute the last fit again from the games it was computed from; replace it if it differs.

    Unless all is to be checked, a fit whose lines are as they were written is believed. A wrong one
    is noted as an incident and returned as a sentence. A fit is not checked if some of its games
    have been voided since, if other bots fix the level now, or if other games count in full: the
    next fit replaces it then.
    """
    fit = Fit.objects.filter(variant=variant).first()
    if fit is None or (not scope.is_full and fit.digest == _digest(fit)):
        return []
    later = variant.ledger.filter(pk__gt=fit.last_entry)
    if later.filter(is_correction=True).exists():
        return []
    wrong = _wrong_lines(fit)
    if not wrong:
        return []
    text = Sentence("fit-differs", variant=variant, lines=wrong)
    incidents.alarm(Incident.Kind.WRONG_RECORD, text=text, now=scope.now)
    compute(variant, now=scope.now)
    return [text]


def _wrong_lines(fit: Fit) -> int:
    """Return how many lines of a fit are missing, or differ from what its games give."""
    from tournaments.services.ratings import fitting  # noqa: PLC0415 - imports numpy and scipy

    fitted = fitting.FittedGames(fit.variant, until=fit.last_entry)
    if (sorted(fitted.anchors), fitted.games_in_full) != (fit.anchors, fit.games_in_full):
        return 0
    stored = list(fit.places.order_by("number"))
    computed = list(fitted.lines(line.version_id for line in stored))
    missing = abs(fit.lines - len(computed))
    return missing + sum(not _is_same(*lines) for lines in zip(stored, computed, strict=False))


def _is_same(stored: FittedPlace, computed: FittedPlace) -> bool:
    """Return whether a line is as computed; figures of another machine may differ by `HAIR`."""
    pairs = ((getattr(stored, name), getattr(computed, name)) for name in _FIGURES)
    return all(
        old == new or (isinstance(old, float) and abs(old - new) < HAIR) for old, new in pairs
    )
