"""What pages and the API read of hosts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet

from agents.sandbox import Isolation
from tournaments.models import Host, Match
from tournaments.queries import queue

SHOWN_FOR = timedelta(days=1)
"""How long a silent host is still shown."""


def listed(*, now: datetime) -> QuerySet[Host]:
    """The hosts heard of within a day, by id; `playing` is how many matches run there."""
    playing = Count("matches", filter=Q(matches__status=Match.Status.RUNNING))
    recent = Host.objects.filter(seen_at__gt=now - SHOWN_FOR)
    return recent.annotate(playing=playing).order_by("pk")


def any_trusts(*, now: datetime) -> bool:
    """Whether a living host runs bots without a sandbox."""
    return Host.objects.alive(now=now).filter(isolation=Isolation.NONE.value).exists()


@dataclass(frozen=True)
class Work:
    """The hosts, how many matches and checks wait for them, and the time each match takes."""

    hosts: Sequence[Host]
    matches: int
    checks: int
    each: timedelta | None

    @property
    def per_hour(self) -> int | None:
        """How many matches an hour the pace of the last minutes makes; None without a pace."""
        return None if self.each is None else round(timedelta(hours=1) / self.each)


def work(*, now: datetime) -> Work:
    """The hosts, what waits for them, and the pace of the last minutes."""
    return Work(
        list(listed(now=now)),
        queue.ready(now=now).count(),
        queue.next_checks(now=now).count(),
        queue.pace(now=now),
    )
