"""Writing a backup, while the platform runs."""

import hashlib
import io
import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.conf import settings

from agents.bots import archive
from tournaments.backups import databases, manifest
from tournaments.backups.errors import BackupError
from tournaments.backups.manifest import BackupManifest, BackupPart
from tournaments.errors import StorageUnavailable
from tournaments.models import GameFile, RecordFile, Version


def write(path: Path, *, now: datetime, secret_key: bool = False) -> BackupManifest:
    """Write a backup to the new file `path`; it appears there whole, readable by its owner alone.

    The database comes first and the archives after it: an archive is stored before the row that
    names it, and never changed, so each that the copied database names is there. `secret_key` adds
    the key that signs sessions. Raises BackupError.
    """
    if path.exists():
        raise BackupError(f"{path} is there already. Choose another name.")
    if not path.parent.is_dir():
        raise BackupError(f"There is no folder {path.parent}.")
    with tempfile.TemporaryDirectory(prefix=".kauri-backup-", dir=path.parent) as folder:
        unfinished = Path(folder) / "backup.tar.gz"
        made = _fill(unfinished, Path(folder), now, secret_key)
        os.link(unfinished, path)  # unlike a rename, this never replaces a file made since
    return made


def _fill(path: Path, folder: Path, now: datetime, secret_key: bool) -> BackupManifest:
    made = manifest.describe_here(made_at=now.isoformat())
    dumped = folder / "database"
    databases.dump(dumped)
    with _tar(path) as tar:
        with dumped.open("rb") as database:
            made.parts[made.database_part] = _add(tar, made.database_part, database)
        for name, data in _uploads(made):
            part = manifest.UPLOADS + name
            made.parts[part] = _add(tar, part, io.BytesIO(data))
        if secret_key:
            key = io.BytesIO(settings.SECRET_KEY.encode())
            made.parts[manifest.SECRET_KEY] = _add(tar, manifest.SECRET_KEY, key)
        _add(tar, manifest.NAME, io.BytesIO(made.to_bytes()))
    return made


@contextmanager
def _tar(path: Path) -> Iterator[tarfile.TarFile]:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        # Archives are already compressed; a database of records shrinks even at the lowest level.
        with tarfile.open(fileobj=file, mode="w:gz", compresslevel=1) as tar:
            yield tar
        file.flush()
        os.fsync(file.fileno())


def _uploads(made: BackupManifest) -> Iterator[tuple[str, bytes]]:
    """Name and content of every archive, and of every file of games or records.

    Those that the storage has lost are noted. Other files can be made again.
    """
    hosted = Version.objects.hosted().order_by("archive")
    archives = hosted.values_list("archive", "sha256").distinct()
    games = GameFile.objects.values_list("content", "sha256")
    records = RecordFile.objects.values_list("content", "sha256")
    for rows in (archives, games, records):
        is_whole = _is_whole_archive if rows is archives else _is_whole
        for name, sha256 in rows.iterator():
            data = _read(name)
            if data is None or not is_whole(data, sha256):
                made.missing.append(name)
            else:
                yield name, data


def _is_whole(data: bytes, sha256: str) -> bool:
    return hashlib.sha256(data).hexdigest() == sha256


def _is_whole_archive(data: bytes, sha256: str) -> bool:
    try:
        archive.restore(data, sha256=sha256)
    except archive.TornArchive:
        return False
    return True


def _read(name: str) -> bytes | None:
    storage = Version.archive.field.storage
    try:
        with storage.open(name) as file:
            data: bytes = file.read()
    except FileNotFoundError:
        return None
    except StorageUnavailable as error:
        raise BackupError(str(error)) from error
    return data


def _add(tar: tarfile.TarFile, name: str, file: io.BufferedReader | io.BytesIO) -> BackupPart:
    member = tarfile.TarInfo(name)
    digest = hashlib.file_digest(file, "sha256").hexdigest()
    member.size, member.mode = file.seek(0, os.SEEK_END), 0o600
    file.seek(0)
    tar.addfile(member, file)
    return BackupPart(digest, member.size)
