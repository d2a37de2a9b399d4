"""Dump and load the database: SQLite by its backup API, PostgreSQL by its programs."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from django.db import connection, connections

from tournaments.backups.errors import BackupError

_COPY_TIMEOUT = 60.0
"""Seconds to wait for SQLite's lock, which writers hold briefly."""


def dump(path: Path) -> None:
    """Write a consistent copy of the database to `path`, while others read and write."""
    if connection.vendor == "sqlite":
        _dump_sqlite(path)
    else:
        _run(_program("pg_dump", "--format=custom", "--no-owner", "--no-privileges",
                      f"--file={path}"))  # fmt: skip


def load(path: Path) -> None:
    """Replace the database by a `dump`: all of it, or nothing."""
    if connection.vendor == "sqlite":
        _load_sqlite(path)
    else:
        _load_postgresql(path)
    # Rows read before are out of date.
    connections.close_all()


def _dump_sqlite(path: Path) -> None:
    with _sqlite(connection.settings_dict["NAME"]) as source, _sqlite(path) as copy:
        source.backup(copy)
        # One file, without a log beside it.
        copy.execute("PRAGMA journal_mode=DELETE")


def _load_sqlite(path: Path) -> None:
    connections.close_all()
    with _sqlite(path) as source, _sqlite(connection.settings_dict["NAME"]) as target:
        (verdict,) = source.execute("PRAGMA quick_check").fetchone()
        if verdict != "ok":
            raise BackupError(f"Its database is damaged: {verdict}")
        try:
            # One transaction, so that an interruption leaves the target unchanged.
            source.backup(target)
        except sqlite3.Error as error:
            raise BackupError(f"SQLite could not be filled: {error}. Stop Kauri first.") from error
        target.execute("PRAGMA journal_mode=WAL")


@contextlib.contextmanager
def _sqlite(path: Path | str) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path, timeout=_COPY_TIMEOUT)) as opened:
        yield opened


def _load_postgresql(path: Path) -> None:
    """Replace everything in one transaction, beginning with the removal of the old tables."""
    script, removal = path.with_suffix(".sql"), path.with_suffix(".removal.sql")
    # Only the owner of an extension may set its comment.
    _run([shutil.which("pg_restore") or "pg_restore", "--no-owner", "--no-privileges",
          "--no-comments", f"--file={script}", str(path)], environment={})  # fmt: skip
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
    drops = [f"DROP TABLE {connection.ops.quote_name(name)} CASCADE;" for name in tables]
    # A client that still uses the old tables would block this for ever.
    removal.write_text("\n".join(["SET lock_timeout = '30s';", *drops]))
    connections.close_all()
    _run(_program("psql", "--no-psqlrc", "--quiet", "--single-transaction",
                  "--set=ON_ERROR_STOP=1", "--output=/dev/null",
                  f"--file={removal}", f"--file={script}"))  # fmt: skip


def _program(name: str, *options: str) -> list[str]:
    """A PostgreSQL program's command line for our database; the password is not on it."""
    (_psql, *where), _environment = _client()
    return [shutil.which(name) or name, *options, *where]


def _client() -> tuple[Sequence[str], Mapping[str, str]]:
    settings = connection.settings_dict
    command, environment = connection.client.settings_to_cmd_args_env(settings, [])
    return command, environment or {}


def _run(command: Sequence[str], *, environment: Mapping[str, str] | None = None) -> None:
    added = _client()[1] if environment is None else environment
    try:
        done = subprocess.run(  # noqa: S603 - our own commands
            command,
            env={**os.environ, **added},
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except FileNotFoundError as error:
        raise BackupError(
            f"The program {command[0]} is missing. It is part of PostgreSQL's client programs: "
            "apt-get install postgresql-client, of the server's version or newer."
        ) from error
    if done.returncode:
        raise BackupError(f"{Path(command[0]).name} failed: {done.stderr.strip()}")
