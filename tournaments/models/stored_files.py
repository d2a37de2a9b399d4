"""Files in the storage that are named by the hash of their content."""

import gzip
import hashlib
import os
from collections.abc import Iterable
from io import BufferedRandom
from pathlib import Path
from typing import IO, Protocol

from django.core.files.base import File
from django.core.files.storage import Storage
from django.db.models.fields.files import FieldFile


class HashedFile(Protocol):
    """A row whose file is named by its SHA-256."""

    content: FieldFile
    sha256: str
    size: int


def pack(target: IO[bytes], pieces: Iterable[str]) -> str:
    """Write a text compressed, always in the same way; return its SHA-256."""
    digest = hashlib.sha256()
    with gzip.GzipFile(fileobj=target, mode="wb", mtime=0) as packed:
        for piece in pieces:
            data = piece.encode()
            digest.update(data)
            packed.write(data)
    return digest.hexdigest()


def store_hashed(row: HashedFile, written: BufferedRandom) -> None:
    """Store what was written as the file of a row, with hash and size; the row is not saved."""
    row.size = written.tell()
    written.seek(0)
    row.sha256 = hashlib.file_digest(written, "sha256").hexdigest()
    store(row.content, written, size=row.size)


def store(field: FieldFile, content: IO[bytes], *, size: int) -> None:
    """Store the content of a row's file, unless the storage has all of it; the row is not saved."""
    name = field.name = field.field.generate_filename(field.instance, "")
    if not is_whole(field, size=size):
        field.storage.delete(name)
        content.seek(0)
        field.storage.save(name, File(content))


def is_whole(field: FieldFile, *, size: int) -> bool:
    """Whether the storage has all of a file: a crash may have left it half written."""
    name = str(field.name)
    return field.storage.exists(name) and field.storage.size(name) == size


def flush(field: FieldFile) -> None:
    """Let a stored file survive a power failure; a bucket does so without us."""
    try:
        path = Path(field.path)
    except NotImplementedError:
        return
    for each in (path, *path.parents[:3]):
        descriptor = os.open(each, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def piece(storage: Storage, name: str, start: int, stop: int) -> bytes:
    """The bytes of a stored file from `start` to `stop`. Raises FileNotFoundError."""
    # Opening an object in a bucket would download all of it first.
    if hasattr(storage, "piece"):
        return bytes(storage.piece(name, start, stop))
    with storage.open(name) as file:
        file.seek(start)
        return bytes(file.read(stop - start))
