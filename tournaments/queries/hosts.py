"""What pages and the API read of the hosts that play."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet

from agents.sandbox import Isolation
from tournaments.models import Host, Match
from tournaments.queries import queue

SHOWN_FOR = timedelta(days=1)
"""How long a host that has fallen silent is still shown."""


def listed(*, now: datetime) -> QuerySet[Host]:
    """The hosts heard of within a day, each with how many matches it is `playing`."""
    playing = Count("matches", filter=Q(matches__status=Match.Status.RUNNING))
    recent = Host.objects.filter(seen_at__gt=now - SHOWN_FOR)
    return recent.annotate(playing=playing).order_by("pk")


def any_trusts(*, now: datetime) -> bool:
    """Whether a worker that lives runs bots without a sandbox."""
    return Host.objects.alive(now=now).filter(isolation=Isolation.NONE.value).exists()


@dataclass(frozen=True)
class Work:
    """What there is to do, and who does it."""

    hosts: Sequence[Host]
    matches: int
    checks: int
    each: timedelta | None

    @property
    def per_hour(self) -> int | None:
        """How many matches an hour the last minutes' pace would be; None where there is none."""
        return None if self.each is None else round(timedelta(hours=1) / self.each)


def work(*, now: datetime) -> Work:
    """The hosts, what waits for them, and the pace of the last minutes."""
    return Work(
        list(listed(now=now)),
        queue.ready(now=now).count(),
        queue.next_checks(now=now).count(),
        queue.pace(now=now),
    )
