"""Hosts of workers: what a worker reports of its host when it starts, and its heartbeats."""

from datetime import datetime

import engine
import tournaments
from agents.sandbox import TIERS
from tournaments.models import Host, Incident
from tournaments.services import incidents
from tournaments.words import Sentence

_LAYERS = [isolation.value for isolation in TIERS]


def register(
    name: str,
    *,
    isolation: str,
    slots: int,
    speed_index: float | None,
    now: datetime,
    is_chosen: bool = False,
) -> Host:
    """Store that a worker has started on the host `name`; warn staff of a weaker isolation.

    There is no warning about an isolation that the operator has chosen. Without a speed index the
    last one stays.
    """
    before = Host.objects.filter(name=name).first()
    stronger = _stronger_before(before, isolation) if before and not is_chosen else ""
    if before and stronger and isolation not in {"", before.isolation}:
        text = Sentence("sandbox-weaker", host=name, before=stronger, after=isolation)
        incidents.note_once(Incident.Kind.WEAKER_SANDBOX, text=text, now=now, worker=name)
    measured = {} if speed_index is None else {"speed_index": speed_index}
    host, _new = Host.objects.update_or_create(
        name=name,
        defaults={
            "isolation": isolation,
            "stronger_before": stronger,
            "slots": slots,
            "engine_version": engine.__version__,
            "platform_version": tournaments.__version__,
            "rules": {info.id: info.rules_version for info in engine.games()},
            "started_at": now,
            "seen_at": now,
            **measured,
        },
    )
    return host


def _stronger_before(before: Host, isolation: str) -> str:
    """Return the strongest isolation that the host has had, if it is stronger than this one."""
    strongest = min(before.stronger_before, before.isolation, key=_rank)
    return strongest if _rank(strongest) < _rank(isolation) else ""


def _rank(isolation: str) -> int:
    return _LAYERS.index(isolation) if isolation in _LAYERS else len(_LAYERS)


def seen(name: str, *, now: datetime) -> None:
    """Store that a worker on this host is alive."""
    Host.objects.filter(name=name).update(seen_at=now)
