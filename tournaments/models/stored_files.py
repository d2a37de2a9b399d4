"""Files in the storage that are named by the hash of their content."""

import gzip
import hashlib
from collections.abc import Iterable
from typing import IO

from django.core.files.base import File
from django.db.models.fields.files import FieldFile


def pack(target: IO[bytes], pieces: Iterable[str]) -> str:
    """Write a text compressed, always in the same way; return its SHA-256."""
    digest = hashlib.sha256()
    with gzip.GzipFile(fileobj=target, mode="wb", mtime=0) as packed:
        for piece in pieces:
            data = piece.encode()
            digest.update(data)
            packed.write(data)
    return digest.hexdigest()


def store(field: FieldFile, content: IO[bytes], *, size: int) -> None:
    """Store the content of a row's file, unless the storage has all of it; the row is not saved."""
    name = field.name = field.field.generate_filename(field.instance, "")
    if not field.storage.exists(name) or field.storage.size(name) != size:
        # A crash may have left the file half written.
        field.storage.delete(name)
        content.seek(0)
        field.storage.save(name, File(content))
