"""Restoring a backup, which is checked in full before anything is changed."""

import hashlib
import os
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.files import File
from django.core.management import call_command
from django.db import connection

from tournaments.backups import databases, manifest
from tournaments.backups.errors import BackupError
from tournaments.backups.manifest import BackupManifest, BackupPart
from tournaments.models import Match, Player, RecordFile, ReplacedSeed, Version
from tournaments.services import dice
from tournaments.services.ratings import ledger

_BLOCK = 1 << 20


@dataclass(frozen=True)
class Restored:
    """The result of a restore: the manifest, missing archives, findings on the ratings."""

    manifest: BackupManifest
    missing: list[str]
    differences: list[str]


def restore(path: Path, *, now: datetime, replace: bool = False) -> Restored:
    """Replace this installation's data by the backup in `path`, and check the result.

    Nothing is changed before every part has been read and its checksum compared. The archives come
    first, since nothing refers to them yet; then the database, all of it or nothing. Matches that
    were being played go back into the queue, and all that are not over get new dice seeds. Raises
    BackupError: for a file that is no whole backup, or of another database or a newer version, and,
    unless `replace` is set, for an installation that is in use.
    """
    databases.take_back()
    _refuse_used(now, replace)
    # On the disk of the data, which must have room for the parts anyway.
    with tempfile.TemporaryDirectory(prefix=".kauri-restore-", dir=settings.VAR) as folder:
        made, parts = _read(path, Path(folder))
        _refuse_foreign(made)
        _store_archives(made, parts)
        databases.load(parts[made.database_part])
        if manifest.SECRET_KEY in parts:
            _keep_key(parts[manifest.SECRET_KEY])
    call_command("migrate", verbosity=0, interactive=False)
    _hand_back(now)
    return Restored(made, _missing(), ledger.check(now=now, full=True).sentences)


def _refuse_used(now: datetime, replace: bool) -> None:
    if not connection.introspection.table_names():
        return
    if Match.objects.running().filter(lease_until__gt=now, is_remote=False).exists():
        raise BackupError("A worker is playing a match here. Stop Kauri, then restore.")
    if not replace and Player.objects.exists():
        raise BackupError(
            f"There are {Player.objects.count()} players here already. "
            "Add --replace to put the backup in the place of all that is here."
        )


def _read(path: Path, folder: Path) -> tuple[BackupManifest, dict[str, Path]]:
    """Unpack the backup into `folder` and compare it with its manifest, part by part."""
    try:
        with tarfile.open(path, "r:gz") as tar:
            unpacked = dict(_unpack(tar, folder))
    except FileNotFoundError as error:
        raise BackupError(f"There is no file {path}.") from error
    except (OSError, EOFError, tarfile.TarError) as error:
        raise BackupError(f"{path} cannot be read to its end: {error}") from error
    if manifest.NAME not in unpacked:
        raise BackupError(f"{path} has no manifest: it is not a whole backup of Kauri.")
    made = manifest.read(unpacked.pop(manifest.NAME)[1].read_bytes())
    if {name: part for name, (part, _file) in unpacked.items()} != made.parts:
        raise BackupError(f"{path} is damaged: {_difference(made, unpacked)}")
    return made, {name: file for name, (_part, file) in unpacked.items()}


def _unpack(tar: tarfile.TarFile, folder: Path) -> Iterator[tuple[str, tuple[BackupPart, Path]]]:
    """Every regular file of `tar`, under a generated name: its own is never used as a path."""
    for number, member in enumerate(tar):
        source = tar.extractfile(member) if member.isfile() else None
        if source is None:
            raise BackupError(f"{member.name!r} in it is no regular file: this is no backup.")
        target, digest = folder / str(number), hashlib.sha256()
        with target.open("xb") as file:
            while block := source.read(_BLOCK):
                digest.update(block)
                file.write(block)
        yield member.name, (BackupPart(digest.hexdigest(), member.size), target)


def _difference(made: BackupManifest, unpacked: dict[str, tuple[BackupPart, Path]]) -> str:
    for name, part in made.parts.items():
        if name not in unpacked:
            return f"{name} is missing."
        if unpacked[name][0] != part:
            return f"the checksum of {name} is another than when it was written."
    return f"{min(set(unpacked) - set(made.parts))} does not belong to it."


def _refuse_foreign(made: BackupManifest) -> None:
    if made.database != connection.vendor:
        raise BackupError(
            f"It was made of {made.database}, and this installation uses {connection.vendor}. "
            "Set or unset DATABASE_URL."
        )
    if newer := sorted(set(made.migrations) - manifest.known()):
        raise BackupError(
            f"It comes from a newer version of Kauri ({made.platform}) and has tables that this "
            f"one does not know ({newer[-1]}). Update Kauri first."
        )


def _store_archives(made: BackupManifest, parts: dict[str, Path]) -> None:
    storage = Version.archive.field.storage
    for part, path in parts.items():
        name = part.removeprefix(manifest.UPLOADS)
        # An archive's name is the hash of its content: an undamaged one is the same.
        if name != part and not _is_there(name, made.parts[part]):
            storage.delete(name)
            with path.open("rb") as file:
                storage.save(name, File(file))


def _is_there(name: str, part: BackupPart) -> bool:
    storage = Version.archive.field.storage
    if not storage.exists(name) or storage.size(name) != part.size:
        return False
    with storage.open(name) as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == part.sha256


def _keep_key(part: Path) -> None:
    """Install the backup's secret key, unless the environment sets one."""
    if settings.ENVIRONMENT["KAURI_SECRET_KEY"]:
        return
    part.chmod(0o600)
    os.replace(part, settings.VAR / "secret-key")


def _hand_back(now: datetime) -> None:
    """Requeue the matches that were running when the backup was written.

    All open matches get new seeds: they may have been played since, and their seeds shown.
    """
    dice.replace_waiting(now=now)
    for match in Match.objects.running():
        match.hand_back(now=now, why=ReplacedSeed.Why.RESTORED)


def _missing() -> list[str]:
    storage = Version.archive.field.storage
    hosted = Version.objects.hosted().order_by("archive")
    names = hosted.values_list("archive", flat=True).distinct()
    return [
        *(name for name in names if not storage.exists(name)),
        *(str(file) for file in RecordFile.objects.order_by("pk") if not _is_whole(file)),
    ]


def _is_whole(file: RecordFile) -> bool:
    return _is_there(str(file), BackupPart(file.sha256, file.size))
