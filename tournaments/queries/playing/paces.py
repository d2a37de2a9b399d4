"""Expected length of a tournament's matches, by recent ones of the same kind."""

from datetime import timedelta

from django.core.cache import cache
from django.db.models import Avg, DurationField, ExpressionWrapper, F

import engine
from tournaments.models import Match

RECENT = 500
"""The number of last matches among which those of the same kind count."""

KEPT_SECONDS = 60
"""How long a mean is kept: while somebody fills in a form, it hardly changes."""

_LASTED = ExpressionWrapper(F("ended_at") - F("started_at"), output_field=DurationField())


def of_kind(game: engine.Game, *, time_control: str) -> timedelta | None:
    """The mean length of recent matches of this variant and time control; None without any."""
    name = f"pace-{game.variant}-{game.rules_version}-{time_control}"
    usual: timedelta | None = cache.get_or_set(
        name, lambda: _mean(game, time_control), KEPT_SECONDS
    )
    return usual


def _mean(game: engine.Game, time_control: str) -> timedelta | None:
    ended = Match.objects.finished().of_tournaments().order_by("-ended_at")
    alike = Match.objects.filter(
        # With literal ids: PostgreSQL would begin with all matches of the variant.
        pk__in=list(ended.values_list("pk", flat=True)[:RECENT]),
        time_control=time_control,
        tournament__variant__key=game.variant,
        tournament__variant__rules_version=game.rules_version,
        tournament__variant__is_open=False,
    )
    lasted: timedelta | None = alike.aggregate(mean=Avg(_LASTED))["mean"]
    return lasted
