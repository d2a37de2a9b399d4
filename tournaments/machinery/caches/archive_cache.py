"""A cache of archives that this machine has read lately, if their storage is on another machine.

A file's name is the SHA-256 of its content, and every read compares the two. All processes of the
machine share the folder. Nothing depends on it: what is not in it comes from the storage.
"""

import contextlib
import hashlib
import logging
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from django.conf import settings

logger = logging.getLogger(__name__)


def read(sha256: str, fetch: Callable[[], bytes]) -> bytes:
    """Return the bytes with this hash: from the cache, else from `fetch`, and cached then.

    If ARCHIVE_CACHE_BYTES is 0, nothing is cached.
    """
    if not settings.ARCHIVE_CACHE_BYTES:
        return fetch()
    path = Path(settings.ARCHIVE_CACHE) / sha256
    cached = _cached(path, sha256)
    if cached is not None:
        return cached
    data = fetch()
    try:
        _store(path, data)
    except OSError as error:
        logger.warning("the cache of archives keeps nothing: %s", error)
    return data


def drop(sha256: str) -> None:
    """Remove the bytes with this hash from the cache of this machine."""
    (Path(settings.ARCHIVE_CACHE) / sha256).unlink(missing_ok=True)


def _cached(path: Path, sha256: str) -> bytes | None:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        logger.warning("the cache of archives gives nothing: %s", error)
        return None
    if hashlib.sha256(data).hexdigest() != sha256:
        return None
    # Another process may have removed it since, or another user may own it.
    with contextlib.suppress(OSError):
        os.utime(path)
    return data


def _store(path: Path, data: bytes) -> None:
    """Write the file in one step, and remove those that were read longest ago to make room."""
    path.parent.mkdir(exist_ok=True)
    descriptor, unfinished = tempfile.mkstemp(dir=path.parent, prefix=".")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            os.fchmod(descriptor, 0o644)
        os.replace(unfinished, path)
    except OSError:
        os.unlink(unfinished)
        raise
    _make_room(path.parent)


def _make_room(folder: Path) -> None:
    files = [(file.stat().st_mtime, file.stat().st_size, file.path) for file in os.scandir(folder)]
    held = 0
    for _moment, size, path in sorted(files, reverse=True):
        held += size
        if held > settings.ARCHIVE_CACHE_BYTES:
            os.unlink(path)
