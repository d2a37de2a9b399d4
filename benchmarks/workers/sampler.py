"""What the processes of a PostgreSQL wait for, and what they cost."""

import contextlib
import os
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import psycopg

SAMPLE_SECONDS = 0.1
_SELDOM = 30
"""The samples between two looks at memory, which cost the kernel time."""

_CONNECTIONS = """
select count(*) from pg_stat_activity
where backend_type = 'client backend' and pid <> pg_backend_pid()
"""
_WAITING = """
select coalesce(wait_event_type || ' ' || wait_event, 'its processor'), query
from pg_stat_activity
where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()
"""


class Sampler:
    """Looks ten times a second at what the database's processes wait for."""

    def __init__(self, url: str) -> None:
        self.seen: Counter[str] = Counter()
        self.samples = 0
        self.cpu_seconds = 0.0
        self.connections = 0
        self.mib = 0.0
        self._url = url
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> "Sampler":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        with psycopg.connect(self._url, autocommit=True) as database:
            used: dict[int, float] = {}
            postmaster = _parent(database.info.backend_pid)
            while not self._over.wait(SAMPLE_SECONDS):
                for waits, query in database.execute(_WAITING).fetchall():
                    self.seen[f"{waits}, in {_short(query)}"] += 1
                self.samples += 1
                if self.samples % _SELDOM == 0:
                    self._look_at_memory(database, postmaster)
                for child in _children(postmaster):
                    with contextlib.suppress(OSError):
                        used[child] = _cpu_seconds(child)
                if self.samples == 1:
                    before = dict(used)
            self.cpu_seconds = sum(now - before.get(pid, 0.0) for pid, now in used.items())

    def _look_at_memory(self, database: "psycopg.Connection[Any]", postmaster: int) -> None:
        """Note the most connections of clients, and the most memory of all processes (PSS)."""
        ((count,),) = database.execute(_CONNECTIONS).fetchall()
        self.connections = max(self.connections, count)
        self.mib = max(self.mib, sum(map(_mib, [postmaster, *_children(postmaster)])))


def _short(query: str) -> str:
    """What a statement does, and to which table."""
    words = query.replace('"', "").split()
    verb = words[0] if words else "nothing"
    table = next((word for word in words if word.startswith("tournaments_")), "")
    locks = " FOR UPDATE" if " FOR " in query else ""
    return f"{verb} {table.partition('.')[0].removeprefix('tournaments_')}{locks}".strip()


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def _children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _mib(pid: int) -> float:
    with contextlib.suppress(OSError):
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        return int(rollup.split("Pss:")[1].split()[0]) / 1024
    return 0.0


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
