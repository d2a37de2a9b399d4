"""The code of a version, file by file, for reading. It is never run."""

import io
import zipfile
from typing import Any

from agents.bots.archive import MAIN, MODULE
from tournaments.errors import Invalid
from tournaments.models import Version
from tournaments.models.drafts import BYTES

SHOWN_BYTES = 256 * 1024
"""The most bytes of a file that are shown; the download has all of it."""


def read(version: Version, path: str = "") -> dict[str, Any]:
    """The `files` of a version, and the `text` of the one at `path`, by default the bot itself.

    Raises KeyError without such a file.

    The text is None for a file that is no UTF-8; `is_cut` says that more of it is not shown.
    """
    with zipfile.ZipFile(io.BytesIO(version.read_archive())) as packed:
        files = packed.infolist()
        path = path or (MAIN if MAIN in packed.namelist() else MODULE)
        with packed.open(path) as file:
            data = file.read(SHOWN_BYTES + 1)
    text, is_cut = _text(data[:SHOWN_BYTES]), len(data) > SHOWN_BYTES
    return {"files": files, "path": path, "text": text, "is_cut": is_cut}


def texts(version: Version) -> dict[str, str]:
    """The text of each file by its name, for a draft. Raises Invalid for what is no text."""
    with zipfile.ZipFile(io.BytesIO(version.read_archive())) as packed:
        if sum(file.file_size for file in packed.infolist()) > BYTES:
            raise Invalid("draft-too-large", "files", most=BYTES // 1024)
        return {
            file.filename: _whole(file.filename, packed.read(file)) for file in packed.infolist()
        }


def _whole(name: str, data: bytes) -> str:
    text = None if b"\0" in data else _text(data)
    if text is None or text.encode() != data:
        raise Invalid("draft-no-text", "files", name=name)
    return text


def _text(data: bytes) -> str | None:
    # The cut may have split the last character.
    for end in range(len(data), max(len(data) - 4, -1), -1):
        try:
            return data[:end].decode()
        except UnicodeDecodeError:
            continue
    return None
