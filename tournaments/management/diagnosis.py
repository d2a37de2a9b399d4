"""What `manage.py doctor` looks at: each check says how it is and, where it is due, what to do."""

import os
import platform
import shutil
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

import engine
from agents import sandbox
from agents.archive import TornArchive
from tournaments.machinery import environment
from tournaments.models import Host, LastDone, RatingCheck, Version
from tournaments.services import readiness
from tournaments.services.readiness import Health, ago

OK, WARNING, PROBLEM = "ok", "warning", "problem"

LONG_SINCE_BACKUP = timedelta(days=2)
LONG_SINCE_CHECK = timedelta(days=2)
CLOCK_TOLERANCE = timedelta(seconds=5)
LITTLE_DISK = 2_000_000_000
OLDEST_POSTGRESQL = 14
SHORTEST_SECRET = 32
SHORTEST_TOKEN = 16

_LOCAL = {"localhost", "127.0.0.1", "[::1]"}
_NAMED = 5
"""Archives that are named one by one."""
_BEYOND_BOTS = 512 * 1024 * 1024
"""Bytes that the site, the workers themselves and the system want."""


@dataclass(frozen=True)
class Finding:
    """What was looked at, how it is, and what to do, if anything."""

    name: str
    level: str
    text: str
    advice: str = ""

    def __str__(self) -> str:
        # Drivers write their errors on several lines.
        line = f"{self.level:7}  {self.name}: {' '.join(self.text.split())}"
        return f"{line}\n         {self.advice}" if self.advice else line


def _ok(name: str, text: str) -> Finding:
    return Finding(name, OK, text)


def _warning(name: str, text: str, advice: str) -> Finding:
    return Finding(name, WARNING, text, advice)


def _problem(name: str, text: str, advice: str) -> Finding:
    return Finding(name, PROBLEM, text, advice)


def count(number: int, one: str, several: str = "") -> str:
    """ "1 match", "2 matches"."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def findings(*, now: datetime) -> Iterator[Finding]:
    """Every finding, in the order in which one would mend things."""
    yield from _python()
    yield from _engine()
    yield from _settings()
    found = _database()
    yield found
    if found.level != PROBLEM:
        yield from _guarded("database", _inside_database, now)
    yield _from_health("broker", readiness.broker(), "Start Redis, or mend REDIS_URL.")
    yield _storage()
    if found.level != PROBLEM:
        yield from _guarded("archives", _archives, now)
    yield _sandbox()
    yield from _machine()
    yield from _programs()


def _guarded(
    name: str, check: Callable[[datetime], Iterator[Finding]], now: datetime
) -> Iterator[Finding]:
    """The findings of `check`, and one more where the database breaks off."""
    try:
        yield from check(now)
    except DatabaseError as error:
        yield _problem(name, f"It refused to say: {error}", "Run manage.py migrate.")


def _from_health(name: str, health: Health, advice: str) -> Finding:
    level = {True: OK, False: PROBLEM, None: WARNING}[health.well]
    return Finding(name, level, health.text, "" if health.well else advice)


def _python() -> Iterator[Finding]:
    yield _ok("python", f"{platform.python_version()} ({sys.executable})")


def _engine() -> Iterator[Finding]:
    if engine.build() == "compiled":
        yield _ok("engine", f"{engine.__version__}, compiled")
    else:
        yield _warning(
            "engine",
            f"{engine.__version__}, interpreted: right, but slow",
            "Run tools/build-engine with the Python that runs Kauri.",
        )


def _settings() -> Iterator[Finding]:
    """What is set, and what of it is not safe. A site for this machine alone is not public."""
    names = [one.name for one in environment.VARIABLES if os.environ.get(one.name)]
    yield _ok("settings", f"set: {', '.join(names) or 'none'}; all of them are known")
    public = bool(set(settings.ENVIRONMENT["KAURI_HOSTS"]) - _LOCAL)
    for holds, level, text, advice in _rules(settings.ENVIRONMENT, public=public):
        if holds:
            yield Finding("settings", level, text, advice)
    yield _secret_key()


def _rules(given: Mapping[str, Any], *, public: bool) -> list[tuple[bool, str, str, str]]:
    """Whether it is so, how bad that is, what it is, and what to do."""
    grave = PROBLEM if public else WARNING
    hosts, address, token = (
        given[f"KAURI_{name}"] for name in ("HOSTS", "ADDRESS", "METRICS_TOKEN")
    )
    return [
        (
            given["KAURI_DEBUG"],
            grave,
            "KAURI_DEBUG=1 shows the inside of the site to visitors.",
            "Unset KAURI_DEBUG.",
        ),
        (
            "*" in hosts,
            PROBLEM,
            "KAURI_HOSTS=* answers to any name.",
            "Name the hosts of the site, like KAURI_HOSTS=kauri.example.org.",
        ),
        (
            public and not given["KAURI_HTTPS"],
            WARNING,
            "The site has a public name, and passwords may travel without TLS.",
            "Put a proxy with TLS in front and set KAURI_HTTPS=1: see docs/50-running-it.md.",
        ),
        (
            not public and address not in {"127.0.0.1", "::1"},
            WARNING,
            f"It listens on {address}, and answers only to localhost.",
            "Name the site's host in KAURI_HOSTS.",
        ),
        (
            given["KAURI_ISOLATION"] == "none",
            grave,
            "KAURI_ISOLATION=none runs bots without a sandbox.",
            "Unset it, unless you trust the code of every bot.",
        ),
        (
            0 < len(token) < SHORTEST_TOKEN,
            WARNING,
            "KAURI_METRICS_TOKEN can be guessed.",
            f"Take at least {SHORTEST_TOKEN} random characters.",
        ),
    ]


def _secret_key() -> Finding:
    path = settings.VAR / "secret-key"
    if len(settings.SECRET_KEY) < SHORTEST_SECRET:
        return _problem(
            "secret key",
            "It is so short that it can be guessed.",
            'Make one: python3 -c "import secrets; print(secrets.token_urlsafe(64))"',
        )
    if settings.ENVIRONMENT["KAURI_SECRET_KEY"]:
        return _ok("secret key", "from the environment")
    return _private("secret key", path)


def _private(name: str, path: Path) -> Finding:
    """Whether nobody but its owner may read a file."""
    if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        return _warning(name, f"Others on this machine may read {path}.", f"chmod go= {path}")
    return _ok(name, f"{path}, for its owner alone")


def _database() -> Finding:
    health = readiness.database()
    if not health.well:
        return _problem("database", health.text, "Start the database, or mend DATABASE_URL.")
    if connection.vendor == "sqlite":
        return _ok("database", f"SQLite {sqlite3.sqlite_version}")
    version = connection.pg_version
    if version // 10_000 < OLDEST_POSTGRESQL:
        return _warning(
            "database", f"PostgreSQL {version // 10_000} is out of support.", "Upgrade the server."
        )
    return _ok("database", f"PostgreSQL {version // 10_000}.{version % 10_000}")


def _inside_database(now: datetime) -> Iterator[Finding]:
    migrated = readiness.migrations()
    yield _from_health("migrations", migrated, "Run manage.py migrate.")
    yield from _sqlite_file() if connection.vendor == "sqlite" else _postgresql()
    if not migrated.well:
        return
    yield _from_health(
        "scheduler",
        readiness.scheduler(now=now),
        "Start manage.py beat, and manage.py worker validation housekeeping.",
    )
    yield _from_health("workers", readiness.workers(now=now), "Start manage.py worker play.")
    yield from _other_versions(now)
    yield _ratings(now)
    yield _backup(now)


def _sqlite_file() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        (mode,) = cursor.fetchone()
    if mode != "wal":
        yield _problem(
            "database",
            f"Its journal is {mode}: readers stop writers.",
            "Put KAURI_VAR on a local disk; a shared folder cannot hold SQLite.",
        )
    path = Path(connection.settings_dict["NAME"])
    if path.stat().st_mode & path.parent.stat().st_mode & stat.S_IRWXO:
        yield _warning(
            "database file",
            f"Everybody on this machine may read {path}.",
            f"chmod o= {path.parent}",
        )
    else:
        yield _ok("database file", f"{path}, {path.stat().st_size / 1e6:.1f} MB")


def _postgresql() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        before = timezone.now()
        cursor.execute("SELECT clock_timestamp()")
        (theirs,) = cursor.fetchone()
    apart = abs(theirs.astimezone(UTC) - before)
    if apart > CLOCK_TOLERANCE:
        yield _problem(
            "clock",
            f"The database server's clock is {ago(apart)} off.",
            "Let both machines keep time by NTP: leases depend on it.",
        )
    else:
        yield _ok("clock", "It agrees with the database server's.")
    missing = [name for name in ("pg_dump", "pg_restore", "psql") if not shutil.which(name)]
    if missing:
        yield _warning(
            "backup programs",
            f"{', '.join(missing)} is not here.",
            "For backups from this machine: apt-get install postgresql-client",
        )


def _other_versions(now: datetime) -> Iterator[Finding]:
    """Workers that still run another version of the rules or of the platform."""
    for host in Host.objects.all():
        if host.is_alive(now=now) and host.engine_version != engine.__version__:
            yield _warning(
                "workers",
                f"{host.name} runs engine {host.engine_version}; here it is {engine.__version__}.",
                "Stop its workers (they hand back), update, start them.",
            )


def _ratings(now: datetime) -> Finding:
    last = RatingCheck.objects.first()
    if last is None:
        return _warning(
            "ratings", "The ledger has never been replayed.", "Run manage.py ratings check."
        )
    if last.differences:
        return _problem(
            "ratings",
            " ".join(last.sentences),
            "Keep a backup as it is now; then restore the last one from before it went wrong.",
        )
    since = now - last.checked_at
    level = WARNING if since > LONG_SINCE_CHECK else OK
    advice = "Is the scheduler running? It checks every night." if level == WARNING else ""
    return Finding("ratings", level, f"The ledger agreed {ago(since)} ago.", advice)


def _backup(now: datetime) -> Finding:
    last = LastDone.when(LastDone.Name.BACKUP)
    advice = "Run manage.py backup FILE every night, and keep the files elsewhere."
    if last is None:
        return _warning("backup", "None is known of.", advice)
    since = now - last
    late = since > LONG_SINCE_BACKUP
    return Finding(
        "backup", WARNING if late else OK, f"The last is {ago(since)} old.", advice if late else ""
    )


def _storage() -> Finding:
    found = _from_health("storage", readiness.storage(), "Make room, or mend its permissions.")
    free = shutil.disk_usage(settings.VAR).free
    if found.level == OK and free < LITTLE_DISK:
        return _warning("storage", found.text, "Make room before it is full.")
    return found


def _archives(_now: datetime) -> Iterator[Finding]:
    """Whether every version's archive is there, byte for byte."""
    lost = []
    versions = Version.objects.select_related("bot").order_by("pk")
    for version in versions.iterator(chunk_size=100):
        try:
            version.read_archive()
        except (TornArchive, OSError) as error:
            lost.append(str(error))
    if lost:
        named = " ".join(lost[:_NAMED])
        more = f" And {len(lost) - _NAMED} more." if len(lost) > _NAMED else ""
        yield _problem(
            "archives",
            f"{count(len(lost), 'archive is', 'archives are')} lost. {named}{more}",
            "Restore them from a backup: their matches are played again, and no bot loses by it.",
        )
    else:
        yield _ok("archives", f"{count(versions.count(), 'archive')}, all whole")


def _sandbox() -> Finding:
    isolation = sandbox.named(settings.ISOLATION)
    if isolation is sandbox.Isolation.NONE:
        return _warning(
            "sandbox", "Not tried, since KAURI_ISOLATION=none.", "Unset it to have bots caged."
        )
    report = sandbox.check(isolation)
    if report.ok:
        return _ok("sandbox", f"tier {report.tier}: real escapes were tried and stopped")
    return _problem(
        "sandbox",
        " ".join(report.missing),
        "docs/41-sandbox.md says how to allow it; no bot runs here until then.",
    )


def _machine() -> Iterator[Finding]:
    cores, slots = settings.CORES, settings.SLOTS
    text = f"{count(slots, 'match', 'matches')} at once on {count(cores, 'core')}"
    if slots > max(1, cores - 1):
        yield _warning(
            "slots",
            f"{text}: bots will wait for each other on the clock.",
            f"Set KAURI_SLOTS={max(1, cores - 1)}, or unset it.",
        )
    else:
        yield _ok("slots", text)
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    wanted = slots * 4 * settings.LIMITS.memory_bytes + _BEYOND_BOTS
    text = f"{memory / 1e9:.1f} GB; matches of four bots may want {wanted / 1e9:.1f} GB"
    yield Finding(
        "memory",
        WARNING if memory < wanted else OK,
        text,
        "Lower KAURI_SLOTS or the bots' memory." if memory < wanted else "",
    )


def _programs() -> Iterator[Finding]:
    missing = [name for name in ("setpriv",) if not shutil.which(name)]
    if missing:
        yield _problem(
            "programs",
            f"{', '.join(missing)} is missing.",
            "It is part of util-linux; manage.py run needs it.",
        )
