"""Queries about hosts, and the work that they do."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Max, Q, QuerySet

from tournaments.models import CasualGame, Host, Incident, Match, Player
from tournaments.queries import tournament_lists
from tournaments.queries.playing import check_queue, queue
from tournaments.words import Sentence

SHOWN_FOR = timedelta(days=1)
"""How long a silent host is still shown."""


def listed(*, now: datetime) -> QuerySet[Host]:
    """The hosts with a heartbeat within a day, by id; `playing` is how many matches run there."""
    playing = Count("matches", filter=Q(matches__status=Match.Status.RUNNING))
    recent = Host.objects.filter(seen_at__gt=now - SHOWN_FOR)
    return recent.annotate(playing=playing).order_by("pk")


LINES = 10
"""The most tournaments and running matches that the page of the queue lists."""

FAULTS_OF = timedelta(days=1)
"""How long a fault of the platform is shown."""


MEANINGS: dict[str, str] = {
    Incident.Kind.PLATFORM_FAULT: "incident-platform-fault",
    Incident.Kind.LEASE_EXPIRED: "incident-lease-expired",
    Incident.Kind.HOST_STALLED: "incident-host-stalled",
    Incident.Kind.CONFLICTING_REPORT: "incident-conflicting-report",
    Incident.Kind.STALE_REPORT: "incident-stale-report",
    Incident.Kind.WRONG_TABLE: "incident-wrong-table",
    Incident.Kind.WRONG_RECORD: "incident-wrong-record",
    Incident.Kind.SANDBOX_UNAVAILABLE: "incident-sandbox-unavailable",
    Incident.Kind.WEAKER_SANDBOX: "incident-weaker-sandbox",
}
"""The public sentence for each kind of incident, by its code; it names no machine and no bot."""


def work(viewer: Player | AnonymousUser, *, now: datetime) -> dict[str, Any]:
    """What workers play, what waits and why, and recent faults, as far as `viewer` may see it.

    `lines` are the tournaments whose turn it is next, each with its ready matches; `visible` are
    the ids of those that the reader may see. `per_hour` is the pace of the last minutes, in
    matches; None without one. Of casual games it says how many a worker has in hand, and in how
    many a bot waits for one.
    """
    running = list(_running()[:LINES])
    in_turn = queue.lines(now=now, limit=LINES)
    played = {match.tournament_id for match in running if match.tournament_id}
    named = played.union(row.pk for row, _count in in_turn)
    visible = tournament_lists.visible_to(viewer).filter(pk__in=named)
    each = queue.pace(now=now)
    return {
        "hosts": list(listed(now=now)),
        "running": running,
        "lines": in_turn,
        "visible": set(visible.values_list("pk", flat=True)),
        "matches": queue.ready(now=now).of_running_tournaments().count(),
        "held": queue.held(now=now),
        "checks": check_queue.ready(now=now).count(),
        "per_hour": None if each is None else round(timedelta(hours=1) / each),
        "faults": _faults(now),
        "casual_hosted": CasualGame.objects.hosted(now=now).count(),
        "casual_waiting": CasualGame.objects.for_hosts(now=now).count(),
    }


def _running() -> QuerySet[Match]:
    rows = Match.objects.running().of_tournaments().select_related("tournament__variant", "host")
    return rows.order_by("-started_at", "-pk")


def _faults(now: datetime) -> list[dict[str, Any]]:
    """The faults of the last day by their kind: a sentence, how many, and when the last was."""
    kinds = Incident.objects.filter(kind__in=Incident.Kind.values, at__gt=now - FAULTS_OF)
    counted = kinds.order_by().values("kind").annotate(count=Count("pk"), last=Max("at"))
    return [
        fault | {"meaning": Sentence(MEANINGS[fault["kind"]])}
        for fault in counted.order_by("-last")
    ]
