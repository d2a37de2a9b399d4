"""What active hosts say of themselves, for pages: they are asked once in some seconds."""

from datetime import datetime

from django.core.cache import cache

from agents.sandbox import Isolation
from tournaments.models import Host

KEPT_SECONDS = 10
"""How old an answer may be."""


def any_plays(*, now: datetime) -> bool:
    """Whether a host is active."""
    return bool(_isolations(now))


def any_trusts(*, now: datetime) -> bool:
    """Whether an active host runs bots without a sandbox."""
    return Isolation.NONE.value in _isolations(now)


def _isolations(now: datetime) -> list[str]:
    """How each active host cages bots."""
    rows = Host.objects.alive(now=now).values_list("isolation", flat=True)
    return list(cache.get_or_set("isolations-alive", lambda: list(rows), KEPT_SECONDS) or ())
