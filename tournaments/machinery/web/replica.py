"""A second PostgreSQL that copies the first one, for reads that may come a moment late.

Who may read late says so by `late_reads`; everything else, and each write, goes to the primary.
"""

import contextlib
import logging
import time
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections

NAME = "replica"

MOST_LAG = 30.0
"""A replica that is more seconds behind is not read."""

_LOOK_SECONDS = 5.0
"""How long what was found of the replica holds for this process."""

_WRITTEN = "SELECT pg_current_wal_lsn()"
_LAG = """
SELECT CASE WHEN NOT pg_is_in_recovery() THEN NULL
       WHEN pg_last_wal_replay_lsn() >= %s::pg_lsn THEN 0
       ELSE extract(epoch FROM clock_timestamp() - coalesce(
            pg_last_xact_replay_timestamp(), pg_postmaster_start_time())) END
"""

logger = logging.getLogger(__name__)

_reads_late = ContextVar("reads_late", default=False)


class Router:
    """Sends reads that may come late to the replica, and all else to the primary."""

    def db_for_read(self, _model: Any, **_hints: Any) -> str:
        # What a transaction has written, it must also read.
        is_late = _reads_late.get() and not connection.in_atomic_block
        return NAME if is_late else DEFAULT_DB_ALIAS

    def db_for_write(self, _model: Any, **_hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, *_rows: Any, **_hints: Any) -> bool:
        """Both have the same rows."""
        return True

    def allow_migrate(self, name: str, *_model: Any, **_hints: Any) -> bool:
        return name == DEFAULT_DB_ALIAS


@contextlib.contextmanager
def late_reads() -> Iterator[None]:
    """Read from the replica meanwhile, if there is a usable one."""
    token = _reads_late.set(_state.is_usable())
    try:
        yield
    finally:
        _reads_late.reset(token)


def is_there() -> bool:
    """Whether the operator has named a replica."""
    return NAME in connections.settings


def give_up() -> bool:
    """Read from the primary from now on; return whether the replica was read until now."""
    was_late = _reads_late.get()
    if was_late:
        _reads_late.set(False)
        _state.note(None)
    return was_late


def lag() -> float | None:
    """Return by how many seconds the replica is behind; None if it does not answer, or copies none.

    One that has all that the primary has written is not behind, however long ago that was. Else
    it is the time since the last transaction there: the tick makes one every few seconds.
    """
    with connection.cursor() as cursor:
        cursor.execute(_WRITTEN)
        written = cursor.fetchone()
    try:
        with connections[NAME].cursor() as cursor:
            cursor.execute(_LAG, written)
            (seconds,) = cursor.fetchone()
    except DatabaseError:
        connections[NAME].close()
        return None
    return None if seconds is None else float(seconds)


class _State:
    """What this process has last found of the replica."""

    def __init__(self) -> None:
        self._looked = float("-inf")
        self._usable = False

    def is_usable(self) -> bool:
        """Whether it answers and is up to date, looked at every few seconds by one thread."""
        now = time.monotonic()
        if is_there() and now > self._looked + _LOOK_SECONDS:
            self._looked = now
            self.note(lag())
        return self._usable

    def note(self, seconds: float | None) -> None:
        """Note the lag, and log a change."""
        usable, before = seconds is not None and seconds <= MOST_LAG, self._usable
        self._usable, self._looked = usable, time.monotonic()
        if usable and not before:
            logger.info("The replica is read: it is %.1f s behind.", seconds)
        elif before and not usable:
            why = "does not answer" if seconds is None else f"is {seconds:.0f} s behind"
            logger.warning("The replica %s. The primary answers what it would have read.", why)


_state = _State()
