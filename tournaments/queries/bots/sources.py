"""The code of a version, file by file, for reading. It is never run."""

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass

from agents.bots.archive import MAIN
from tournaments.models import Version

SHOWN_BYTES = 256 * 1024
"""The most bytes of a file that are shown; the download has all of it."""


@dataclass(frozen=True)
class SourceFile:
    """A file of an archive: its path and its size in bytes."""

    path: str
    size: int


@dataclass(frozen=True)
class Source:
    """The files of a version, and the text of one of them.

    `text` is None for a file that is no UTF-8; `is_cut` says that more of it is not shown.
    """

    files: Sequence[SourceFile]
    shown: str
    text: str | None
    is_cut: bool


def read(version: Version, path: str = MAIN) -> Source:
    """The files of a version with the text of the one at `path`. Raises KeyError without one."""
    with zipfile.ZipFile(io.BytesIO(version.read_archive())) as packed:
        files = [SourceFile(member.filename, member.file_size) for member in packed.infolist()]
        with packed.open(path) as file:
            data = file.read(SHOWN_BYTES + 1)
    return Source(files, path, _text(data[:SHOWN_BYTES]), len(data) > SHOWN_BYTES)


def _text(data: bytes) -> str | None:
    # The cut may have split the last character.
    for end in range(len(data), max(len(data) - 4, -1), -1):
        try:
            return data[:end].decode()
        except UnicodeDecodeError:
            continue
    return None
