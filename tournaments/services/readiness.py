"""Whether the platform can do its work: each check is quick, and never raises."""

import functools
import os
import secrets
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tournaments.machinery.broker import BrokerError, lengths
from tournaments.models import Host, LastDone
from tournaments.models.hosts import SILENT_AFTER

LEAST_FREE = 50_000_000
"""Bytes of disk without which nothing new can safely be stored."""


@dataclass(frozen=True)
class Health:
    """The outcome of a check: well, not well, or (None) not known yet; and why, for operators."""

    well: bool | None
    text: str


def checks(*, now: datetime) -> dict[str, Health]:
    """Every check by its name. What needs the database is not asked where it does not answer."""
    found = {"database": database(), "broker": broker(), "storage": storage()}
    rest: dict[str, Callable[[], Health]] = {
        "migrations": migrations,
        "scheduler": lambda: scheduler(now=now),
        "workers": lambda: workers(now=now),
    }
    for name, check in rest.items():
        found[name] = _asked(check) if found["database"].well else Health(False, "not asked")
    return found


def _asked(check: Callable[[], Health]) -> Health:
    try:
        return check()
    except DatabaseError as error:
        return Health(False, f"The database refused to say: {error}")


def database() -> Health:
    """Whether the database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return Health(False, f"The database does not answer: {error}")
    return Health(True, "It answers.")


def migrations() -> Health:
    """Whether every migration of this version has been applied."""
    missing = _known_migrations() - set(MigrationRecorder(connection).applied_migrations())
    if missing:
        return Health(False, f"{len(missing)} of them are missing.")
    return Health(True, "All are applied.")


@functools.cache
def _known_migrations() -> frozenset[tuple[str, str]]:
    """Those of the code; it is the same as long as this process lives, and slow to look through."""
    return frozenset(MigrationLoader(None).disk_migrations)


def broker() -> Health:
    """Whether the broker answers."""
    try:
        waiting = lengths()
    except BrokerError as error:
        return Health(False, str(error))
    said = ", ".join(f"{count} in {name}" for name, count in waiting.items())
    return Health(True, f"It answers; messages: {said}.")


def storage() -> Health:
    """Whether the bucket of the archives answers, or their folder can be written and has room."""
    if settings.ENVIRONMENT["KAURI_S3_BUCKET"]:
        return _bucket(settings.ENVIRONMENT["KAURI_S3_BUCKET"])
    folder = _nearest(Path(default_storage.path("")))
    if not os.access(folder, os.W_OK | os.X_OK):
        return Health(False, f"{folder} cannot be written.")
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return Health(False, f"{folder} cannot be looked at: {error}")
    text = f"{free / 1e9:.1f} GB are free in {folder}."
    return Health(free >= LEAST_FREE, text)


def _bucket(name: str) -> Health:
    try:
        default_storage.listdir("archives")
    except OSError as error:
        return Health(False, str(error))
    return Health(True, f"The bucket {name} answers.")


def written_and_read() -> Health:
    """Whether the storage gives back what is stored in it; what was stored is removed again."""
    data = secrets.token_bytes(32)
    try:
        name = default_storage.save(f"trials/{data.hex()}", ContentFile(data))
        try:
            with default_storage.open(name) as file:
                same = file.read() == data
        finally:
            default_storage.delete(name)
    except OSError as error:
        return Health(False, f"A file cannot be stored and read: {error}")
    return Health(same, "A file was stored, read and removed." if same else "It changes files.")


def _nearest(folder: Path) -> Path:
    """The folder, or while it has not been made the one that it will be made in."""
    return folder if folder.exists() else _nearest(folder.parent)


def scheduler(*, now: datetime) -> Health:
    """Whether the tick has been sent by the scheduler, and done by a worker, lately."""
    last = LastDone.when(LastDone.Name.TICK)
    if last is None:
        return Health(None, "The tick has never been done.")
    tick = timedelta(seconds=settings.ENVIRONMENT["KAURI_TICK_SECONDS"])
    late = max(timedelta(minutes=1), 6 * tick)
    return Health(now - last <= late, f"The tick was last done {ago(now - last)} ago.")


def workers(*, now: datetime) -> Health:
    """Whether a worker has been heard of lately."""
    hosts = list(Host.objects.all())
    alive = [host for host in hosts if host.is_alive(now=now)]
    if not hosts:
        return Health(None, "No worker has ever been heard of.")
    if not alive:
        last = max(host.seen_at for host in hosts)
        return Health(False, f"The last worker was heard of {ago(now - last)} ago.")
    seconds = SILENT_AFTER.total_seconds()
    hosts_are = "1 host was" if len(alive) == 1 else f"{len(alive)} hosts were"
    return Health(True, f"{hosts_are} heard of in the last {seconds:.0f} s.")


def ago(span: timedelta) -> str:
    """A span of time as a person would say it: "40 s", "3 min", "5 h", "2 days"."""
    seconds = max(0, int(span.total_seconds()))
    for size, unit in ((86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"
