"""New dice seeds for the queued matches of a restored backup."""

from datetime import datetime

from django.db import transaction
from django.db.models import Count

from tournaments.models import Match, ReplacedSeed
from tournaments.models.seeds import fresh_seed

_AT_ONCE = 500


@transaction.atomic
def replace_waiting(*, now: datetime) -> int:
    """Give every queued match a new seed, and return their number.

    They may have been played since the backup was made, and then their seeds are public.
    """
    waiting = list(Match.objects.queued().only("seed"))
    counted = Match.objects.queued().values_list("pk").annotate(Count("replaced_seeds"))
    replaced = dict(counted.order_by())
    ReplacedSeed.objects.bulk_create(
        ReplacedSeed(
            match=match,
            number=replaced[match.pk] + 1,
            seed=match.seed,
            replaced_at=now,
            why=ReplacedSeed.Why.RESTORED,
        )
        for match in waiting
    )
    for match in waiting:
        match.seed = fresh_seed()
    Match.objects.bulk_update(waiting, ["seed"], batch_size=_AT_ONCE)
    return len(waiting)
