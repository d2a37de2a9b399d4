"""The queue of checks: which upload is checked next, and the expected time of a verdict.

Owners take turns: everybody's first upload comes before anybody's second. Within a turn short
checks come first, by how long the last check of the same bot took. After `PATIENCE` an upload comes
before all later ones, so that no check waits for ever.
"""

from datetime import datetime, timedelta

from django.db.models import (
    Case,
    Count,
    DurationField,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from tournaments.models import Host, Match, Version
from tournaments.models.matches import MatchQuerySet
from tournaments.words import Sentence

USUAL = timedelta(seconds=10)
"""How long a check is assumed to take until one has been measured."""

PATIENCE = timedelta(minutes=5)
"""After this time in the queue an upload comes before all later ones."""

RECENT = 20
"""The most checks, of the newest versions, that the usual time is averaged over."""

_LASTED = ExpressionWrapper(F("ended_at") - F("started_at"), output_field=DurationField())


def ready(*, now: datetime) -> MatchQuerySet:
    """The queued checks that wait only for a free worker."""
    return Match.objects.queued().checks().filter(not_before__lte=now)


def next_checks(*, now: datetime) -> MatchQuerySet:
    """The checks that are ready, in the order of their turns."""
    overdue = When(queued_at__lte=now - PATIENCE, then=Value(-1))
    turn = Case(overdue, default=_of_same_owner())
    length = Case(When(turn=-1, then=Value(timedelta())), default=_length())
    in_turn = ready(now=now).annotate(turn=turn).annotate(length=length)
    return in_turn.order_by("turn", "length", "queued_at", "pk")


def waiting_checks(*, now: datetime, most: int) -> int:
    """The number of checks of uploads that are ready, at most `most`."""
    return ready(now=now)[:most].count()


def ahead(check: Match, *, now: datetime) -> int:
    """How many checks come before one that was ready; 0 if a worker has just taken it."""
    waiting = list(next_checks(now=now).values_list("pk", flat=True))
    return waiting.index(check.pk) if check.pk in waiting else 0


def outlook(check: Match, *, now: datetime) -> Sentence:
    """The expected time of the verdict of a waiting or running check.

    Empty if that is unknown: while no worker is alive, or in the pause after a failure.
    """
    usual, running = _usual_time(), Match.objects.running().checks().count()
    if check.status == Match.Status.RUNNING and check.started_at is not None:
        left = usual - (now - check.started_at)
    elif check.is_queued and check.not_before <= now and Host.objects.alive(now=now).exists():
        # Assume that as many run at once from now on as run now, on whatever hosts.
        before = ahead(check, now=now) + (running > 0)
        left = usual * (before / max(1, running) + 1)
    else:
        return Sentence()
    return Sentence("verdict-likely", seconds=max(0, round(left.total_seconds())))


def _of_same_owner() -> Coalesce:
    """The number of its owner's checks that come before a check, or are under way."""
    earlier = Q(queued_at__lt=OuterRef("queued_at"))
    earlier |= Q(queued_at=OuterRef("queued_at"), pk__lt=OuterRef("pk"))
    before = Q(status=Match.Status.RUNNING) | Q(earlier, status=Match.Status.QUEUED)
    same = Match.objects.checks().filter(before, checks__bot__owner=OuterRef("checks__bot__owner"))
    count = same.order_by().values("checks__bot__owner").annotate(count=Count("pk"))
    return Coalesce(Subquery(count.values("count")), 0)


def _length() -> Coalesce:
    """The time of the last check that accepted a version of the same bot."""
    of_bot = Match.objects.finished().checks().filter(checks__bot=OuterRef("checks__bot"))
    accepted = of_bot.filter(checks__status=Version.Status.ACCEPTED).order_by("-pk")
    last = accepted.annotate(lasted=_LASTED).values("lasted")[:1]
    return Coalesce(Subquery(last), Value(USUAL), output_field=DurationField())


def _usual_time() -> timedelta:
    """The mean time of the checks of the newest versions."""
    newest = Version.objects.order_by("-pk").values_list("pk", flat=True)[:RECENT]
    ended = Match.objects.finished().filter(checks__in=list(newest), started_at__isnull=False)
    lasted = list(ended.annotate(lasted=_LASTED).values_list("lasted", flat=True))
    return sum(lasted, timedelta()) / len(lasted) if lasted else USUAL
