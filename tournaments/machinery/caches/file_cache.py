"""Django's cache in a file that all processes share, for a site on one machine without Redis."""

import fcntl
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.redis import RedisSerializer

WAIT = 20.0
"""The most seconds that a process waits for another one that writes."""


TABLE = """
CREATE TABLE IF NOT EXISTS entry (key TEXT PRIMARY KEY, value, ends REAL);
CREATE INDEX IF NOT EXISTS by_end ON entry (ends);
"""


class FileCache(BaseCache):
    """A cache in SQLite. Each step is one transaction, so that no process loses another's count."""

    def __init__(self, path: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._path = path
        self._mine = threading.local()
        self._as_stored = RedisSerializer()

    def add(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        key = self.make_and_validate_key(key, version=version)
        with self._writing() as rows:
            if _stored(rows, key) is not None:
                return False
            self._put(rows, key, value, timeout)
            return True

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        stored = _stored(self._rows(), self.make_and_validate_key(key, version=version))
        return default if stored is None else self._as_stored.loads(stored)

    def set(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        key = self.make_and_validate_key(key, version=version)
        with self._writing() as rows:
            self._put(rows, key, value, timeout)

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        key = self.make_and_validate_key(key, version=version)
        with self._writing() as rows:
            exists = _stored(rows, key) is not None
            rows.execute(
                "UPDATE entry SET ends = ? WHERE key = ?", [self.get_backend_timeout(timeout), key]
            )
            return exists

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        name = self.make_and_validate_key(key, version=version)
        with self._writing() as rows:
            stored = _stored(rows, name)
            if stored is None:
                raise ValueError(f"There is no key {key!r} in the cache.")
            value: int = self._as_stored.loads(stored) + delta
            rows.execute("UPDATE entry SET value = ? WHERE key = ?", [value, name])
            return value

    def delete(self, key: str, version: int | None = None) -> bool:
        key = self.make_and_validate_key(key, version=version)
        with self._writing() as rows:
            return rows.execute("DELETE FROM entry WHERE key = ?", [key]).rowcount == 1

    def clear(self) -> None:
        with self._writing() as rows:
            rows.execute("DELETE FROM entry")

    def _put(self, rows: sqlite3.Connection, key: str, value: Any, timeout: Any) -> None:
        rows.execute("DELETE FROM entry WHERE ends <= ?", [time.time()])
        rows.execute(
            "INSERT OR REPLACE INTO entry (key, value, ends) VALUES (?, ?, ?)",
            [key, self._as_stored.dumps(value), self.get_backend_timeout(timeout)],
        )

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Open a transaction that locks the file from its beginning."""
        rows = self._rows()
        rows.execute("BEGIN IMMEDIATE")
        with rows:
            yield rows

    def _rows(self) -> sqlite3.Connection:
        """Return this thread's connection; create the file if it is missing."""
        if not hasattr(self._mine, "rows"):
            self._mine.rows = self._open()
        opened: sqlite3.Connection = self._mine.rows
        return opened

    def _open(self) -> sqlite3.Connection:
        rows = sqlite3.connect(self._path, timeout=WAIT, isolation_level=None)
        # Two processes that switch a new file to its log at once do not wait: SQLite refuses one.
        with open(f"{self._path}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            # Counts may be lost in a power failure: nothing relies on them after a restart.
            rows.execute("PRAGMA journal_mode = WAL")
            rows.execute("PRAGMA synchronous = OFF")
            rows.executescript(TABLE)
        return rows


def _stored(rows: sqlite3.Connection, key: str) -> Any:
    """Return what is stored under the key, unless it has expired."""
    asked = "SELECT value FROM entry WHERE key = ? AND (ends IS NULL OR ends > ?)"
    row = rows.execute(asked, [key, time.time()]).fetchone()
    return None if row is None else row[0]
