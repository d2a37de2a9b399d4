"""The Python that runs in the visitor's browser, as one zip."""

import hashlib
import io
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from engine import packages

_FOLDERS = ("engine", "agents", "kauri", "tournaments/mathematics")
_LEFT_OUT = (
    "engine/.compiled",
    "agents/judge",
    "agents/learning",
    *(f"agents/values/{name}.py" for name in ("function", "inputs", "network", "store")),
)
"""What needs numpy or the site."""

_MODULES = ("tournaments/__init__.py", "tournaments/kit/__init__.py", "tournaments/kit/workshop.py")
GAMES = "GAMES"
"""The file of the zip that names the modules of the games that are packages."""

_EPOCH = (1980, 1, 1, 0, 0, 0)


class Sources(NamedTuple):
    """A zip, and its hash in hex."""

    data: bytes
    sha256: str


@cache
def sources() -> Sources:
    """The zip, the same for the same files."""
    target, root = io.BytesIO(), Path(settings.BASE_DIR)
    files = {path.relative_to(root).as_posix(): path.read_bytes() for path in _paths(root)}
    files |= {name: path.read_bytes() for name, path in _of_packages()}
    files[GAMES] = ",".join(packages.modules()).encode()
    with zipfile.ZipFile(target, "w") as packed:
        for name, content in sorted(files.items()):
            packed.writestr(zipfile.ZipInfo(name, _EPOCH), content, zipfile.ZIP_DEFLATED)
    return Sources(target.getvalue(), hashlib.sha256(target.getvalue()).hexdigest())


def _of_packages() -> Iterator[tuple[str, Path]]:
    """The Python of each game that is a package, by its place in the zip."""
    for module in packages.modules():
        folder = module.replace(".", "/")
        for name, path in packages.files(packages.folder(module)):
            if name.endswith(".py") and not name.startswith("tests/"):
                yield f"{folder}/{name}", Path(path)


def _paths(root: Path) -> Iterator[Path]:
    yield from (root / name for name in _MODULES)
    for folder in _FOLDERS:
        for path in (root / folder).rglob("*.py"):
            if not any(path.is_relative_to(root / name) for name in _LEFT_OUT):
                yield path
