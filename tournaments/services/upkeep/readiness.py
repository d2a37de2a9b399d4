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
from django.db import DatabaseError, Error, InterfaceError, OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tournaments.machinery.messages.broker import BrokerError, lengths
from tournaments.models import Host, LastDone
from tournaments.models.hosts import SILENT_AFTER
from tournaments.words import Sentence

LEAST_FREE = 50_000_000
"""The free bytes of disk that are needed to store anything new safely."""


@dataclass(frozen=True)
class Health:
    """The outcome of a check: well, not well, or not known yet (None); and why, for operators."""

    well: bool | None
    text: Sentence

    @property
    def line(self) -> str:
        """Return the text on one line, since messages of servers may have several."""
        return " ".join(str(self.text).split())


def checks(*, now: datetime) -> dict[str, Health]:
    """Return every check by its name. Those of the database are skipped if it does not answer."""
    outcomes = {"database": database(), "broker": broker(), "storage": storage()}
    rest: dict[str, Callable[[], Health]] = {
        "migrations": migrations,
        "scheduler": lambda: scheduler(now=now),
        "workers": lambda: workers(now=now),
    }
    for name, check in rest.items():
        outcomes[name] = (
            _asked(check) if outcomes["database"].well else Health(False, Sentence("not-asked"))
        )
    return outcomes


def _asked(check: Callable[[], Health]) -> Health:
    try:
        return check()
    except DatabaseError as error:
        return Health(False, Sentence("database-refuses", error=error))


def database() -> Health:
    """Whether the database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return Health(False, Sentence("database-silent", error=error))
    return Health(True, Sentence("database-answers"))


def obstacle() -> Health | None:
    """Return why the database cannot be used: silence or missing migrations; None if it can."""
    health = database()
    if health.well:
        health = _asked(migrations)
    return None if health.well else health


def obstacle_behind(error: Error) -> Health | None:
    """Return why the database cannot be used, or could not be when it raised this error."""
    present = obstacle()
    if present is None and _is_of_connection(error):
        return Health(False, Sentence("database-silent", error=error))
    return present


def _is_of_connection(error: Error) -> bool:
    """Whether PostgreSQL did not answer or ended the connection, as it does at a restart."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    state = getattr(error.__cause__, "sqlstate", "")
    return state is None or state.startswith(("08", "57P"))


def migrations() -> Health:
    """Whether every migration of this version has been applied."""
    missing = _known_migrations() - set(MigrationRecorder(connection).applied_migrations())
    if missing:
        return Health(False, Sentence("migrations-missing", missing=len(missing)))
    return Health(True, Sentence("migrations-applied"))


@functools.cache
def _known_migrations() -> frozenset[tuple[str, str]]:
    """Return the migrations of the code; cached, since they are slow to load and do not change."""
    return frozenset(MigrationLoader(None).disk_migrations)


def broker() -> Health:
    """Whether the broker answers."""
    try:
        waiting = lengths()
    except BrokerError as error:
        return Health(False, Sentence("broker-silent", error=error))
    answer = Sentence("broker-answers", names=[*waiting], lengths=[*waiting.values()])
    return Health(True, answer)


def storage() -> Health:
    """Whether the bucket of the archives answers, or their folder can be written and has room."""
    if settings.ENVIRONMENT["KAURI_S3_BUCKET"]:
        return _bucket(settings.ENVIRONMENT["KAURI_S3_BUCKET"])
    folder = _nearest(Path(default_storage.path("")))
    if not os.access(folder, os.W_OK | os.X_OK):
        return Health(False, Sentence("storage-read-only", folder=folder))
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return Health(False, Sentence("storage-unreadable", folder=folder, error=error))
    return Health(free >= LEAST_FREE, Sentence("storage-free", free=free, folder=folder))


def _bucket(name: str) -> Health:
    try:
        default_storage.listdir("archives")
    except OSError as error:
        return Health(False, Sentence("bucket-silent", error=error))
    return Health(True, Sentence("bucket-answers", bucket=name))


def written_and_read() -> Health:
    """Whether the storage returns what is stored in it; the test file is removed again."""
    data = secrets.token_bytes(32)
    try:
        name = default_storage.save(f"trials/{data.hex()}", ContentFile(data))
        try:
            with default_storage.open(name) as file:
                same = file.read() == data
        finally:
            default_storage.delete(name)
    except OSError as error:
        return Health(False, Sentence("storage-fails", error=error))
    return Health(same, Sentence("storage-works" if same else "storage-changes-files"))


def _nearest(folder: Path) -> Path:
    """Return the folder, or if it has not been made yet its nearest parent that exists."""
    return folder if folder.exists() else _nearest(folder.parent)


def scheduler(*, now: datetime) -> Health:
    """Whether a recent tick has been sent by the scheduler and done by a worker."""
    last = LastDone.when(LastDone.Name.TICK)
    if last is None:
        return Health(None, Sentence("tick-never"))
    tick = timedelta(seconds=settings.ENVIRONMENT["KAURI_TICK_SECONDS"])
    late = max(timedelta(minutes=1), 6 * tick)
    said = Sentence("tick-last", seconds=(now - last).total_seconds())
    return Health(now - last <= late, said)


def workers(*, now: datetime) -> Health:
    """Whether the host of any worker has a recent heartbeat."""
    hosts = list(Host.objects.all())
    alive = [host for host in hosts if host.is_alive(now=now)]
    if not hosts:
        return Health(None, Sentence("workers-never"))
    if not alive:
        silent = now - max(host.seen_at for host in hosts)
        return Health(False, Sentence("workers-silent", seconds=silent.total_seconds()))
    seconds = SILENT_AFTER.total_seconds()
    return Health(True, Sentence("workers-alive", hosts=len(alive), seconds=seconds))
