"""The checks of `manage.py doctor`: the state of each thing and, if needed, what to do.

It says what Django's checks find in the settings (`tournaments.machinery.setup.checks`), and looks
itself at what needs the running platform. What is well is an `Info`.
"""

import os
import platform
import shutil
import sqlite3
import stat
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage
from django.db import DatabaseError, connection
from django.template.defaultfilters import pluralize
from django.utils import timezone

import engine
from agents import sandbox
from agents.bots.archive import TornArchive
from agents.words.speech import short
from tournaments.machinery.setup import environment
from tournaments.machinery.setup.checks import TAG, matches_at_once, memory
from tournaments.machinery.web import replica
from tournaments.models import BackupProof, Game, Host, LastDone, RatingCheck, Version
from tournaments.services.upkeep import readiness
from tournaments.services.upkeep.readiness import Health

LONG_SINCE_BACKUP = timedelta(days=2)
LONG_SINCE_CHECK = timedelta(days=2)
LONG_UNRATED = timedelta(minutes=5)
CLOCK_TOLERANCE = timedelta(seconds=5)
LITTLE_DISK = 2_000_000_000
OLDEST_POSTGRESQL = 14
_MEND_STORAGE = "Make room, or mend its permissions or KAURI_S3_BUCKET and what belongs to it."
_NAMED = 5
"""The most damaged archives that are listed by name."""


def _ok(name: str, text: str) -> CheckMessage:
    return checks.Info(text, obj=name)


def _warning(name: str, text: str, advice: str) -> CheckMessage:
    return checks.Warning(text, hint=advice, obj=name)


def _problem(name: str, text: str, advice: str) -> CheckMessage:
    return checks.Error(text, hint=advice, obj=name)


def findings(*, now: datetime) -> Iterator[CheckMessage]:
    """Every finding, in the order in which to fix things."""
    yield _ok("python", f"{platform.python_version()} ({sys.executable})")
    yield from _configured()
    database = _database()
    yield database
    if not database.is_serious():
        yield from _guarded("database", _inside_database(now))
    yield _from_health("broker", readiness.broker(), "Start Redis, or mend REDIS_URL.")
    yield _storage()
    if not database.is_serious():
        yield from _guarded("archives", _archives())
    yield _sandbox()
    yield from _programs()


def _guarded(name: str, rest: Iterator[CheckMessage]) -> Iterator[CheckMessage]:
    """The rest of the findings, and one more where the database fails."""
    try:
        yield from rest
    except DatabaseError as error:
        yield _problem(name, f"It refused to say: {error}", "Run manage.py migrate.")


def _from_health(name: str, health: Health, advice: str) -> CheckMessage:
    if health.well:
        return _ok(name, str(health.text))
    return (_warning if health.well is None else _problem)(name, str(health.text), advice)


def _configured() -> Iterator[CheckMessage]:
    """The findings on the settings: those of the checks, and facts where all is well."""
    failures = checks.run_checks(tags=[TAG], include_deployment_checks=True)
    yield from failures
    bad = {failure.obj for failure in failures}
    yield from (_ok(name, text) for name, text in _facts() if name not in bad)


def _facts() -> Iterator[tuple[str, str]]:
    """The facts about settings without a finding."""
    names = [variable.name for variable in environment.VARIABLES if os.environ.get(variable.name)]
    own = settings.ENVIRONMENT["KAURI_SECRET_KEY"]
    secret_file = f"{settings.VAR / 'secret-key'}, for its owner alone"
    yield "engine", f"{engine.__version__}, {engine.build()}"
    yield "settings", f"set: {', '.join(names) or 'none'}; all of them are known"
    yield "secret key", "from the environment" if own else secret_file
    yield "slots", matches_at_once()
    yield "memory", memory()


def _database() -> CheckMessage:
    health = readiness.database()
    if not health.well:
        return _problem("database", str(health.text), "Start the database, or mend DATABASE_URL.")
    if connection.vendor == "sqlite":
        return _ok("database", f"SQLite {sqlite3.sqlite_version}")
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        version = int(cursor.fetchone()[0])
    if version // 10_000 < OLDEST_POSTGRESQL:
        return _warning(
            "database", f"PostgreSQL {version // 10_000} is out of support.", "Upgrade the server."
        )
    return _ok("database", f"PostgreSQL {version // 10_000}.{version % 10_000}")


def _inside_database(now: datetime) -> Iterator[CheckMessage]:
    migrated = readiness.migrations()
    yield _from_health("migrations", migrated, "Run manage.py migrate.")
    yield from _sqlite_file() if connection.vendor == "sqlite" else _postgresql()
    if not migrated.well:
        return
    yield _from_health(
        "scheduler",
        readiness.scheduler(now=now),
        "Start manage.py beat, and manage.py worker tick --concurrency 1.",
    )
    yield _from_health("workers", readiness.workers(now=now), "Start manage.py worker play.")
    yield from _other_versions(now)
    yield _ratings(now)
    yield from _unrated(now)
    yield _backup(now)
    yield from _proof(now)


def _sqlite_file() -> Iterator[CheckMessage]:
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


def _postgresql() -> Iterator[CheckMessage]:
    with connection.cursor() as cursor:
        before = timezone.now()
        cursor.execute("SELECT clock_timestamp()")
        (theirs,) = cursor.fetchone()
    apart = abs(theirs.astimezone(UTC) - before)
    if apart > CLOCK_TOLERANCE:
        yield _problem(
            "clock",
            f"The database server's clock is {short(apart.total_seconds())} off.",
            "Let both machines keep time by NTP: leases depend on it.",
        )
    else:
        yield _ok("clock", "It agrees with the database server's.")
    yield from _replica()
    missing = [name for name in ("pg_dump", "pg_restore") if not shutil.which(name)]
    if missing:
        yield _warning(
            "backup programs",
            f"{', '.join(missing)} is not here.",
            "For backups from this machine: apt-get install postgresql-client",
        )


def _replica() -> Iterator[CheckMessage]:
    if not replica.is_there():
        return
    seconds = replica.lag()
    if seconds is None:
        text = "It does not answer, or copies nothing. The primary answers in its place."
        yield _warning("replica", text, "Start it, or mend KAURI_REPLICA_URL.")
    elif seconds > replica.MOST_LAG:
        text = f"It is {short(seconds)} behind, so the primary answers in its place."
        yield _warning("replica", text, "Look at its log, and at pg_stat_replication.")
    else:
        yield _ok("replica", f"It is {seconds:.1f} s behind.")


def _other_versions(now: datetime) -> Iterator[CheckMessage]:
    """Workers that still run another version of the rules or of the platform."""
    for host in Host.objects.all():
        if host.is_alive(now=now) and host.engine_version != engine.__version__:
            yield _warning(
                "workers",
                f"{host.name} runs engine {host.engine_version}; here it is {engine.__version__}.",
                "Stop its workers (they hand back), update, start them.",
            )


def _ratings(now: datetime) -> CheckMessage:
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
    text = f"The ledger agreed {short(since.total_seconds())} ago."
    if since > LONG_SINCE_CHECK:
        return _warning("ratings", text, "Is the scheduler running? It checks every night.")
    return _ok("ratings", text)


def _unrated(now: datetime) -> Iterator[CheckMessage]:
    """Finished games that have long waited to be rated."""
    waiting = Game.objects.waiting().filter(ended_at__lt=now - LONG_UNRATED)
    if number := waiting.count():
        yield _warning(
            "ratings",
            f"{number} finished game{pluralize(number)} should have been rated by now.",
            "Is the tick running? The incidents and its log say what went wrong.",
        )


def _backup(now: datetime) -> CheckMessage:
    last = LastDone.when(LastDone.Name.BACKUP)
    advice = "Run manage.py backup FILE every night, and keep the files elsewhere."
    if last is None:
        return _warning("backup", "None is known of.", advice)
    text = f"The last is {short((now - last).total_seconds())} old."
    return (
        _warning("backup", text, advice) if now - last > LONG_SINCE_BACKUP else _ok("backup", text)
    )


def _proof(now: datetime) -> Iterator[CheckMessage]:
    """What came of the last proof of a backup, where one was made or should be."""
    last, good = BackupProof.objects.first(), BackupProof.last_good()
    since = f"{short((now - good).total_seconds())} ago" if good else "never"
    text = f"A backup was last restored into nowhere, and well, {since}."
    if last and last.trouble:
        yield _problem("backup proof", f"{last.trouble} {text}", "Write another, and prove that.")
    elif settings.BACKUPS and (good is None or now - good > LONG_SINCE_BACKUP):
        yield _warning("backup proof", text, "Is a worker of housekeeping running here?")
    elif good:
        yield _ok("backup proof", text)


def _storage() -> CheckMessage:
    state = _from_health("storage", readiness.storage(), _MEND_STORAGE)
    if state.is_serious():
        return state
    tried = readiness.written_and_read()
    if not tried.well:
        return _problem("storage", str(tried.text), _MEND_STORAGE)
    text = f"{state.msg} {tried.text}"
    if shutil.disk_usage(settings.VAR).free < LITTLE_DISK:
        return _warning("storage", text, "Make room before it is full.")
    return _ok("storage", text)


def _archives() -> Iterator[CheckMessage]:
    """Whether every version's archive is there, byte for byte."""
    lost = []
    versions = Version.objects.hosted().kept().select_related("bot").order_by("pk")
    for version in versions.iterator(chunk_size=100):
        try:
            version.fetch_archive()
        except (TornArchive, OSError) as error:
            lost.append(str(error))
    if lost:
        named = " ".join(lost[:_NAMED])
        more = f" And {len(lost) - _NAMED} more." if len(lost) > _NAMED else ""
        yield _problem(
            "archives",
            f"{len(lost)} archive{pluralize(len(lost), ' is,s are')} lost. {named}{more}",
            "Restore them from a backup: their matches are played again, and no bot loses by it.",
        )
    else:
        number = versions.count()
        yield _ok("archives", f"{number} archive{pluralize(number)}, all whole")


def _sandbox() -> CheckMessage:
    isolation = sandbox.named(settings.ISOLATION)
    if isolation is sandbox.Isolation.NONE:
        return _warning(
            "sandbox", "Not tried, since KAURI_ISOLATION=none.", "Unset it to have bots caged."
        )
    report = sandbox.check(isolation)
    if report.isolation and report.passed_over:
        return _warning(
            "sandbox",
            f"tier {report.tier}, as {report.passed_over.value} does not hold: {report.notes[0]}",
            f"Repair it, or set KAURI_ISOLATION={report.isolation.value} if this is enough.",
        )
    if report.ok:
        return _ok("sandbox", f"tier {report.tier}: real escapes were tried and stopped")
    return _problem(
        "sandbox",
        " ".join(report.missing),
        "docs/41-sandbox.md says how to allow it; no bot runs here until then.",
    )


def _programs() -> Iterator[CheckMessage]:
    if not shutil.which("setpriv"):
        hint = "It is part of util-linux; manage.py run needs it."
        yield _problem("programs", "setpriv is missing.", hint)
