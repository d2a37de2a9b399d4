"""The platform's figures for Prometheus.

Each request reads them from the database. So all processes on all hosts give the same answer, and
a restart resets none. Only what each web server counts of its requests is its own.
"""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import Count, Min
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

import engine
from tournaments.machinery.messages import broker
from tournaments.machinery.web import figures, replica
from tournaments.models import (
    BackupProof,
    CasualGame,
    Delivery,
    Game,
    GameAnalysis,
    Host,
    Incident,
    LastDone,
    Match,
    Notice,
    RatingCheck,
)
from tournaments.queries.playing import check_queue, luck, queue, totals

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

Family = TypeVar("Family", GaugeMetricFamily, CounterMetricFamily)


def exposition(*, now: datetime) -> bytes:
    """Every figure, in the text format of Prometheus."""
    registry = CollectorRegistry()
    registry.register(_Figures(now))
    return generate_latest(registry)


class _Figures(Collector):
    def __init__(self, now: datetime) -> None:
        self._now = now

    def describe(self) -> Iterable[Metric]:
        """Yield nothing: describing the figures would take a query for each."""
        return []

    def collect(self) -> Iterator[Metric]:
        yield _gauge(
            "kauri_info", "Version of Kauri and build of its engine", ["version", "build"],
            {(engine.__version__, engine.build()): 1},
        )  # fmt: skip
        yield from _queues(self._now)
        yield from _messages()
        yield from _played()
        yield from _hosts(self._now)
        yield from _upkeep()
        yield from _deliveries(self._now)
        yield from _replica()
        yield _gauge(
            "kauri_disk_free_bytes", "Free bytes of the disk that has KAURI_VAR", [],
            {(): shutil.disk_usage(settings.VAR).free},
        )  # fmt: skip
        yield from figures.collected()


def _queues(now: datetime) -> Iterator[Metric]:
    due = {
        "play": (queue.ready(now=now).of_running_tournaments(), "queued_at"),
        "validation": (check_queue.ready(now=now), "queued_at"),
        "casual": (CasualGame.objects.for_hosts(now=now), "due_since"),
        "analysis": (GameAnalysis.objects.for_workers(now=now), "asked_at"),
        "luck": (luck.due(), "luck_due_at"),
        "ratings": (Game.objects.waiting(), "ended_at"),
    }
    length, age = {}, {}
    for name, (rows, since) in due.items():
        waiting = rows.order_by().aggregate(count=Count("pk"), oldest=Min(since))
        length[name,] = waiting["count"]
        age[name,] = (now - (waiting["oldest"] or now)).total_seconds()
    what = "Matches, casual games, analyses, luck and ratings that wait for a worker alone"
    yield _gauge("kauri_queue_length", what, ["queue"], length)
    yield _gauge("kauri_queue_oldest_seconds", "Age of the oldest of them", ["queue"], age)


def _messages() -> Iterator[Metric]:
    try:
        waiting = {(name,): count for name, count in broker.lengths().items()}
        up = 1
    except broker.BrokerError:
        waiting, up = {}, 0
    yield _gauge("kauri_broker_up", "Whether the broker answers", [], {(): up})
    yield _gauge("kauri_broker_messages", "Messages that wait", ["queue"], waiting)


def _played() -> Iterator[Metric]:
    counted = totals.now()
    matches = {(status,): counted.matches[status] for status in Match.Status.values}
    yield _gauge("kauri_matches", "Matches by status", ["status"], matches)
    games = {(reason,): count for reason, count in counted.games.items()}
    yield _counter("kauri_games", "Finished games by the reason of their end", ["reason"], games)
    started = {(): counted.sandboxes}
    yield _counter("kauri_sandboxes_started", "Sandboxes started", [], started)
    incidents = {(kind,): 0 for kind in Incident.Kind.values}
    kinds = Incident.objects.order_by().values_list("kind").annotate(count=Count("pk"))
    incidents |= {(kind,): count for kind, count in kinds}
    yield _counter("kauri_incidents", "What the platform did wrong, by kind", ["kind"], incidents)


def _hosts(now: datetime) -> Iterator[Metric]:
    hosts = list(Host.objects.all())
    alive = [host for host in hosts if host.is_alive(now=now)]
    yield _gauge("kauri_hosts_alive", "Hosts of workers heard of lately", [], {(): len(alive)})
    slots = {(host.name,): host.slots for host in alive}
    yield _gauge("kauri_host_slots", "Games at once on a host", ["host"], slots)
    speeds = {(host.name,): host.speed_index for host in alive if host.speed_index is not None}
    yield _gauge("kauri_host_speed_index", "Its speed; 1 is the reference", ["host"], speeds)
    seen = {(host.name,): host.seen_at.timestamp() for host in hosts}
    yield _gauge("kauri_host_seen_timestamp_seconds", "When heard of", ["host"], seen)


def _upkeep() -> Iterator[Metric]:
    done = {(row.name,): row.at.timestamp() for row in LastDone.objects.all()}
    yield _gauge("kauri_last_done_timestamp_seconds", "When it was last done", ["what"], done)
    proved = BackupProof.last_good()
    when = {(): proved.timestamp()} if proved else {}
    yield _gauge("kauri_backup_proved_timestamp_seconds", "When one was restored well", [], when)
    check = RatingCheck.objects.first()
    when = {(): check.checked_at.timestamp()} if check else {}
    wrong = {(): len(check.differences)} if check else {}
    yield _gauge("kauri_rating_check_timestamp_seconds", "When the ledger was replayed", [], when)
    yield _gauge("kauri_rating_differences", "What that found wrong", [], wrong)
    unread = Notice.objects.unread().count()
    yield _gauge("kauri_notices_unread", "Notices that nobody has read", [], {(): unread})


def _deliveries(now: datetime) -> Iterator[Metric]:
    length = {(way,): 0 for way in Delivery.Way.values}
    age = dict.fromkeys(length, 0.0)
    rows = Delivery.objects.pending().order_by().values_list("way")
    for way, count, oldest in rows.annotate(count=Count("pk"), oldest=Min("created_at")):
        length[way,], age[way,] = count, (now - oldest).total_seconds()
    yield _gauge("kauri_deliveries_waiting", "Mails and webhooks to be sent", ["way"], length)
    yield _gauge("kauri_deliveries_oldest_seconds", "Age of the oldest of them", ["way"], age)


def _replica() -> Iterator[Metric]:
    """Without a replica there is no value, only the names."""
    seconds = replica.lag() if replica.is_there() else None
    up = {(): int(seconds is not None)} if replica.is_there() else {}
    behind = {} if seconds is None else {(): seconds}
    yield _gauge("kauri_replica_up", "Whether it answers", [], up)
    yield _gauge("kauri_replica_lag_seconds", "How far it is behind", [], behind)


def _filled(
    family: type[Family],
    name: str,
    help_text: str,
    labels: list[str],
    values: Mapping[Any, float],
) -> Family:
    filled = family(name, help_text, labels=labels)
    for key, value in values.items():
        filled.add_metric(key, value)
    return filled


_gauge = partial(_filled, GaugeMetricFamily)
_counter = partial(_filled, CounterMetricFamily)
