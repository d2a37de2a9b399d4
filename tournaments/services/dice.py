"""Dice seeds: drawn for each match, and drawn again for a match that begins again.

A bot may have seen the first throws of a broken game. So an unfinished game gets other dice.
"""

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import Count

from engine.dice import SEED_BYTES
from tournaments.models import Match, ReplacedSeed

_AT_ONCE = 500


def fresh() -> bytes:
    """A dice seed that nobody knows."""
    return secrets.token_bytes(SEED_BYTES)


@transaction.atomic
def replace_waiting(*, now: datetime) -> int:
    """Give all matches that wait a new seed, after a backup was restored; how many these are.

    They may have been played since the backup was made, and their seeds told to everybody.
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
        match.seed = fresh()
    Match.objects.bulk_update(waiting, ["seed"], batch_size=_AT_ONCE)
    return len(waiting)
