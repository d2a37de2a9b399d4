"""Proving a backup: restoring it into nowhere, as after a loss, and looking at the result."""

import os
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection

from tournaments.backups import databases
from tournaments.backups.errors import BackupError
from tournaments.machinery.processes import slots
from tournaments.models import BackupProof, Incident, Player
from tournaments.services import incidents
from tournaments.services.notices import notices
from tournaments.words import Sentence

_OURS = ("DATABASE_URL", "REDIS_URL", "KAURI_POOLER", "KAURI_S3_BUCKET", "KAURI_EMAIL_HOST")
"""What leads a program to the platform's own servers."""

_SECONDS = 3 * 3600
"""A nightly job has an hour more."""

_PLACES = 3
"""In how many places a part of a backup lies at most: packed in it, unpacked, and restored."""


def prove_newest(*, now: datetime) -> BackupProof:
    """Prove the newest backup in the folder that KAURI_BACKUPS names."""
    files = list(Path(settings.BACKUPS).glob("*.tar.gz"))
    if not files:
        return _store("", f"There is no backup in {settings.BACKUPS}.", now)
    return prove(max(files, key=lambda path: path.stat().st_mtime), now=now)


def prove(path: Path, *, now: datetime) -> BackupProof:
    """Restore a backup into a database and a folder that are removed again; store the outcome.

    A backup that cannot be restored is an incident, of which all staff get a notice. Raises
    BackupError if another process of this host proves one.
    """
    with slots.held(slots.folder(settings.VAR), kind="proof", number=1) as slot:
        if slot is None:
            raise BackupError("Another backup is being proved on this host.")
        try:
            _restore(path.absolute())
        except (BackupError, OSError, subprocess.TimeoutExpired) as error:
            return _store(path.name, str(error), now)
    return _store(path.name, "", now)


def _restore(path: Path) -> None:
    folder = settings.VAR / "proof"
    shutil.rmtree(folder, ignore_errors=True)  # what a process that was killed has left
    _refuse_little_room(path)
    folder.mkdir(mode=0o700)
    try:
        with databases.scratch() as address:
            _restore_there(path, {"KAURI_VAR": str(folder), "DATABASE_URL": address})
    finally:
        shutil.rmtree(folder)


def _refuse_little_room(path: Path) -> None:
    database = Path(connection.settings_dict["NAME"])
    size = path.stat().st_size + (database.stat().st_size if connection.vendor == "sqlite" else 0)
    if shutil.disk_usage(settings.VAR).free < _PLACES * size:
        raise BackupError(f"To prove it takes {_PLACES * size / 1e9:.1f} GB in {settings.VAR}.")


def _restore_there(path: Path, there: dict[str, str]) -> None:
    """Restore in a process of its own, which knows no server of ours but the scratch database."""
    others = {name: value for name, value in os.environ.items() if name not in _OURS}
    done = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, str(settings.BASE_DIR / "manage.py"), "restore", str(path)],
        env=others | there,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=_SECONDS,
    )
    if done.returncode:
        raise BackupError(done.stderr.strip() or f"It ended with status {done.returncode}.")


def _store(file: str, trouble: str, now: datetime) -> BackupProof:
    proof = BackupProof.objects.create(at=now, file=file, trouble=trouble)
    if trouble:
        text = Sentence("backup-unproved", file=file or settings.BACKUPS, why=trouble)
        incidents.alarm(Incident.Kind.PLATFORM_FAULT, text=text, now=now)
        staff = Player.objects.filter(is_active=True, is_staff=True)
        link = proof.get_absolute_url()
        notices.tell_all(staff, text, kind=notices.Kind.PEOPLE, link=link, now=now)
    return proof
