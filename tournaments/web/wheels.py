"""The wheels of the kit that this site serves, as built by `tools/build-kit`."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings

_FOR_EVERY_PYTHON = "-py3-none-any.whl"


@dataclass(frozen=True)
class Wheel:
    """A file of the kit, by its name and its content."""

    path: Path
    size: int
    sha256: str

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def is_compiled(self) -> bool:
        """Whether it is for one Python on one kind of machine."""
        return not self.name.endswith(_FOR_EVERY_PYTHON)


def wheels() -> Sequence[Wheel]:
    """Return all of them, the compiled one first; none if the kit has not been built."""
    return [_wheel(path) for path in sorted(Path(settings.KIT).glob("*.whl"))]


def _wheel(path: Path) -> Wheel:
    found = path.stat()
    return Wheel(path, found.st_size, _sha256(path, found.st_size, found.st_mtime_ns))


@lru_cache(maxsize=16)
def _sha256(path: Path, _size: int, _written: int) -> str:
    """Return the hash of a file; it is read again when its size or time changes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
