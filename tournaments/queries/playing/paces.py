"""How long the matches of a tournament take: as others of its kind did lately."""

from datetime import timedelta

from django.db.models import Avg, DurationField, ExpressionWrapper, F

import engine
from tournaments.models import Match

RECENT = 500
"""Of so many matches that ended last, those of the same kind count."""

_LASTED = ExpressionWrapper(F("ended_at") - F("started_at"), output_field=DurationField())


def of_kind(game: engine.Game, *, time_control: str) -> timedelta | None:
    """How long a match of this variant lasts under a time control; None where none ended lately."""
    ended = Match.objects.finished().of_tournaments().order_by("-ended_at")[:RECENT]
    alike = Match.objects.filter(
        pk__in=ended.values("pk"),
        time_control=time_control,
        tournament__variant__key=game.variant,
        tournament__variant__rules_version=game.rules_version,
    )
    lasted: timedelta | None = alike.aggregate(mean=Avg(_LASTED))["mean"]
    return lasted
