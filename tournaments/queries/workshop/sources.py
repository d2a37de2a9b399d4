"""The Python that runs in the visitor's browser, as one zip."""

import hashlib
import io
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

_FOLDERS = ("engine", "agents", "kauri", "tournaments/mathematics")
_LEFT_OUT = (
    "engine/.compiled",
    "agents/judge",
    "agents/learning",
    *(f"agents/values/{name}.py" for name in ("function", "inputs", "network", "store")),
)
"""What needs numpy or the site."""

_MODULES = ("tournaments/__init__.py", "tournaments/kit/__init__.py", "tournaments/kit/workshop.py")
_EPOCH = (1980, 1, 1, 0, 0, 0)


class Sources(NamedTuple):
    """A zip, and its hash in hex."""

    data: bytes
    sha256: str


@cache
def sources() -> Sources:
    """The zip, the same for the same files."""
    target, root = io.BytesIO(), Path(settings.BASE_DIR)
    with zipfile.ZipFile(target, "w") as packed:
        for path in sorted(_paths(root)):
            info = zipfile.ZipInfo(path.relative_to(root).as_posix(), _EPOCH)
            packed.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return Sources(target.getvalue(), hashlib.sha256(target.getvalue()).hexdigest())


def _paths(root: Path) -> Iterator[Path]:
    yield from (root / name for name in _MODULES)
    for folder in _FOLDERS:
        for path in (root / folder).rglob("*.py"):
            if not any(path.is_relative_to(root / name) for name in _LEFT_OUT):
                yield path
