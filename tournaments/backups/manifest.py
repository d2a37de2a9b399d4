"""The manifest of a backup."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

import engine
from tournaments.backups.errors import BackupError

FORMAT = 1

NAME = "manifest.json"
SECRET_KEY = "secret-key"  # noqa: S105 - the name of a part
DATABASES = {"sqlite": "database.sqlite3", "postgresql": "database.dump"}
UPLOADS = "uploads/"


@dataclass(frozen=True)
class BackupPart:
    """A file of the backup: SHA-256 in hexadecimal and size in bytes."""

    sha256: str
    size: int


@dataclass(frozen=True)
class BackupManifest:
    """Format, the platform's version, the kind of database, its migrations, and every part."""

    platform: str
    database: str
    made_at: str
    migrations: list[str]
    parts: dict[str, BackupPart] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    """Archives that the database names and the storage did not have."""
    format: int = FORMAT

    def to_bytes(self) -> bytes:
        return json.dumps(asdict(self), indent=1).encode()

    @property
    def database_part(self) -> str:
        return DATABASES[self.database]


def describe_here(*, made_at: str) -> BackupManifest:
    """The manifest of this installation, as yet without parts."""
    return BackupManifest(
        platform=engine.__version__,
        database=connection.vendor,
        made_at=made_at,
        migrations=applied(),
    )


def read(data: bytes) -> BackupManifest:
    """The manifest in `data`. Raises BackupError for what this version cannot read."""
    try:
        document: dict[str, Any] = json.loads(data)
        form = document["format"]
    except (ValueError, KeyError, TypeError) as error:
        raise BackupError("Its manifest cannot be read: this is no backup of Kauri.") from error
    if form != FORMAT:
        raise BackupError(
            f"It has format {form}, and this version of Kauri reads format {FORMAT}. "
            f"Restore it with the version that wrote it ({document.get('platform')})."
        )
    try:
        parts = {name: BackupPart(**part) for name, part in document.pop("parts").items()}
        made = BackupManifest(**document, parts=parts)
        # The caller checks for the kinds that are not supported here.
        whole = DATABASES.get(made.database) in {None, *parts} and all(map(_is_ours, parts))
    except (KeyError, TypeError, AttributeError) as error:
        raise BackupError("Its manifest is damaged, or was not written by Kauri.") from error
    if not whole:
        raise BackupError("It has no database, or parts that no backup of Kauri has.")
    return made


def _is_ours(name: str) -> bool:
    """Whether a part can be one of a backup; archives stay in their folder."""
    path = name.removeprefix(UPLOADS)
    if path == name:
        return name in {SECRET_KEY, *DATABASES.values()}
    return not {"", ".", ".."} & set(path.split("/"))


def applied() -> list[str]:
    """The migrations of this database, as "app.name", sorted."""
    return _named(MigrationRecorder(connection).applied_migrations())


def known() -> set[str]:
    """The migrations that this version of the code has."""
    return set(_named(MigrationLoader(None).disk_migrations))


def _named(keys: Iterable[tuple[str, str]]) -> list[str]:
    return sorted(f"{app}.{name}" for app, name in keys)
