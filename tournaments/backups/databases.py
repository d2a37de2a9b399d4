"""Dump and load the database: SQLite by its backup API, PostgreSQL by its programs."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.db import DatabaseError, connection, connections, transaction

from tournaments.backups.errors import BackupError

_COPY_TIMEOUT = 60.0
"""Seconds to wait for SQLite's lock, which writers hold briefly."""

_PLACE, _ASIDE = "public", "before_restore"
"""Schemas of PostgreSQL: of the tables, and of those that a restore is about to replace."""


def dump(path: Path) -> None:
    """Write a consistent copy of the database to `path`, while others read and write."""
    if connection.vendor == "sqlite":
        _dump_sqlite(path)
    else:
        _run(_program("pg_dump", "--format=custom", "--no-owner", "--no-privileges",
                      f"--file={path}"))  # fmt: skip


def load(path: Path) -> None:
    """Replace the database by a `dump`: all of it, or nothing. Nobody else may use it meanwhile."""
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
        if (verdict := _verdict(source)) != "ok":
            raise BackupError(f"Its database is damaged: {verdict}")
        try:
            # One transaction, so that an interruption leaves the target unchanged.
            source.backup(target)
        except sqlite3.Error as error:
            raise BackupError(f"SQLite could not be filled: {error}. Stop Kauri first.") from error
        target.execute("PRAGMA journal_mode=WAL")


def _verdict(database: sqlite3.Connection) -> str:
    try:
        return str(database.execute("PRAGMA quick_check").fetchone()[0])
    except sqlite3.DatabaseError as error:
        return str(error)


@contextlib.contextmanager
def _sqlite(path: Path | str) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path, timeout=_COPY_TIMEOUT)) as opened:
        yield opened


def take_back() -> None:
    """Put the old tables in the place of what an interrupted `load` has filled, if there are any.

    On SQLite a load is one transaction, and leaves none.
    """
    if connection.vendor == "sqlite" or not (old := _tables(_ASIDE)):
        return
    drops = [f"DROP TABLE {name} CASCADE" for name in _tables(_PLACE)]
    moves = [f"ALTER TABLE {name} SET SCHEMA {_PLACE}" for name in old]
    _change(*drops, *moves, f"DROP SCHEMA {_ASIDE}")


def _load_postgresql(path: Path) -> None:
    """Fill new tables on all cores, with the old ones aside until all of the new ones are there."""
    take_back()
    moves = [f"ALTER TABLE {name} SET SCHEMA {_ASIDE}" for name in _tables(_PLACE)]
    # A client that still uses the old tables would block this for ever.
    _change("SET LOCAL lock_timeout = '30s'", f"CREATE SCHEMA {_ASIDE}", *moves)
    connections.close_all()
    try:
        # Only the owner of an extension may set its comment.
        _run(_program("pg_restore", "--no-owner", "--no-privileges", "--no-comments",
                      "--exit-on-error", f"--jobs={settings.CORES}", str(path)))  # fmt: skip
    except BackupError:
        take_back()
        raise
    _change(f"DROP SCHEMA {_ASIDE} CASCADE")


def _tables(schema: str) -> list[str]:
    """The tables of a schema, by their names in SQL."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", [schema])
        names = [name for (name,) in cursor.fetchall()]
    return [f"{schema}.{connection.ops.quote_name(name)}" for name in names]


def _change(*statements: str) -> None:
    """Run the statements in one transaction. Raises BackupError."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
    except DatabaseError as error:
        raise BackupError(f"PostgreSQL refused: {error}".strip()) from error


@contextlib.contextmanager
def scratch() -> Iterator[str]:
    """An empty database beside ours, dropped at the end: its DATABASE_URL.

    That is empty for SQLite, whose file lies in the folder of its installation.
    """
    if connection.vendor == "sqlite":
        yield ""
        return
    name = f"{connection.settings_dict['NAME']}_proof"
    url = urlsplit(settings.ENVIRONMENT["DATABASE_URL"])._replace(path=f"/{quote(name)}")
    # One that is there was left by a process that was killed.
    _replace_database(name, "CREATE DATABASE")
    try:
        yield url.geturl()
    finally:
        _replace_database(name)


def _replace_database(name: str, *then: str) -> None:
    try:
        with connection.cursor() as cursor:
            for what in ("DROP DATABASE IF EXISTS", *then):
                cursor.execute(f"{what} {connection.ops.quote_name(name)}")
    except DatabaseError as error:
        raise BackupError(
            f"PostgreSQL refused: {error} A proof needs a database of its own: "
            "ALTER ROLE kauri CREATEDB, for the role in DATABASE_URL."
        ) from error


def _program(name: str, *options: str) -> list[str]:
    """A PostgreSQL program's command line for our database; the password is not on it."""
    (_psql, *where, database), _environment = _client()
    return [shutil.which(name) or name, *options, *where, f"--dbname={database}"]


def _client() -> tuple[Sequence[str], Mapping[str, str]]:
    settings = connection.settings_dict
    command, environment = connection.client.settings_to_cmd_args_env(settings, [])
    return command, environment or {}


def _run(command: Sequence[str]) -> None:
    try:
        done = subprocess.run(  # noqa: S603 - our own commands
            command,
            env={**os.environ, **_client()[1]},
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
