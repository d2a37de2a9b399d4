"""The entries of DATABASES, from variables of the environment."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import dj_database_url

from tournaments.machinery.setup.variables import SettingError


def configured(values: Mapping[str, Any], folder: Path) -> dict[str, dj_database_url.DBConfig]:
    """Return DATABASES: PostgreSQL, or SQLite in the folder; and the replica if there is one.

    Raises SettingError.
    """
    primary = postgresql(values) if values["DATABASE_URL"] else None
    if not values["KAURI_REPLICA_URL"]:
        return {"default": primary or _sqlite(folder)}
    if primary is None:
        raise SettingError("KAURI_REPLICA_URL needs DATABASE_URL, of which it is the copy")
    copy = postgresql(values, name="KAURI_REPLICA_URL")
    # Pages wait for its answer before they ask the primary.
    copy["OPTIONS"]["connect_timeout"] = 2
    copy["TEST"] = {"MIRROR": "default"}
    return {"default": primary, "replica": copy}


def postgresql(
    values: Mapping[str, Any], *, name: str = "DATABASE_URL"
) -> dj_database_url.DBConfig:
    """Return the variable of that name as an entry of DATABASES. Raises SettingError."""
    url = values[name]
    try:
        database = dj_database_url.parse(url, conn_max_age=60)
    except ValueError:
        database = {}
    if not database.get("NAME") or not url.startswith(("postgres://", "postgresql://")):
        # It is not repeated, as it may hold a password.
        raise SettingError(
            f"{name} cannot be used; allowed is postgresql://user:password@host:5432/name"
        )
    options = database.setdefault("OPTIONS", {})
    # A host that is off would otherwise keep each program waiting for two minutes.
    options.setdefault("connect_timeout", 10)
    if values["KAURI_POOLER"] and name == "DATABASE_URL":
        # A cursor that outlives its transaction would be looked for on another connection. And a
        # pooler accepts no options at the start.
        database["DISABLE_SERVER_SIDE_CURSORS"] = True
    else:
        # PostgreSQL reckons with a disk that has a head: then it reads 400,000 matches in order,
        # to leave out all but those of a tournament, in place of these by their index.
        # And it expects that a cursor is left after a tenth of its rows, so it begins with what
        # comes soon. Here all rows are read.
        options.setdefault("options", "-c random_page_cost=1.1 -c cursor_tuple_fraction=1")
    return database


def _sqlite(folder: Path) -> dj_database_url.DBConfig:
    """Return SQLite in a folder as an entry of DATABASES."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(folder / "kauri.sqlite3"),
        # A file, since connections to a database in memory share one lock and do not wait for it.
        "TEST": {"NAME": folder / "test.sqlite3"},
        "OPTIONS": {
            # Two that read first and then write would deadlock on SQLite's lock.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }
