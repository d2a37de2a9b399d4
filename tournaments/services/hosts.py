"""Hosts tell what they are when a worker starts there, and that they live while it runs."""

from datetime import datetime

import engine
import tournaments
from tournaments.models import Host


def register(
    name: str, *, isolation: str, slots: int, speed_index: float | None, now: datetime
) -> Host:
    """A worker has started on the host `name`. Without a speed index the last one stays."""
    measured = {} if speed_index is None else {"speed_index": speed_index}
    host, _new = Host.objects.update_or_create(
        name=name,
        defaults={
            "isolation": isolation,
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


def seen(name: str, *, now: datetime) -> None:
    """A worker on this host lives."""
    Host.objects.filter(name=name).update(seen_at=now)
