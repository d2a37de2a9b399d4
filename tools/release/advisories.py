"""usage: python -m tools.release.advisories FILE_OR_FOLDER...

Compares all that the locks pin with advisories in OSV's format: JSON files, or folders or zips of
them. Exit status 1: a pinned package has a known weakness. 2: an advisory cannot be read.
"""

import json
import re
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

from tools.release import locks
from tools.release.locks import Package

Advisory = dict[str, Any]


class Unreadable(Exception):
    """A file that is no advisory; the text says which and why."""


@dataclass(frozen=True)
class Hit:
    """A pinned package that an advisory is about."""

    package: Package
    advisory: Advisory
    fixed: list[str]

    def __str__(self) -> str:
        package, names = self.package, [self.advisory["id"], *self.advisory.get("aliases", ())]
        place = "" if package.is_shipped else ", for tests only"
        told = self.advisory.get("summary", "It has no summary.")
        fixed = f" Fixed in {', '.join(self.fixed)}." if self.fixed else " No release repairs it."
        head = f"{package.name} {package.version} ({package.ecosystem}{place})"
        return f"{head}: {' '.join(names)}: {told}{fixed}"


def hits(packages: Iterable[Package], advisories: Iterable[Advisory]) -> list[Hit]:
    """What the advisories say of the packages. Withdrawn ones say nothing."""
    pinned: dict[tuple[str, str], list[Package]] = {}
    for package in packages:
        pinned.setdefault((package.ecosystem, _normal(package.name)), []).append(package)
    found = [
        Hit(package, advisory, _repairs(affected))
        for advisory in advisories
        if not advisory.get("withdrawn")
        for affected in advisory.get("affected", ())
        for package in pinned.get(_key(affected), ())
        if _is_affected(package, affected)
    ]
    return sorted(found, key=str)


def _key(affected: dict[str, Any]) -> tuple[str, str]:
    package = affected.get("package", {})
    return package.get("ecosystem", ""), _normal(package.get("name", ""))


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _is_affected(package: Package, affected: dict[str, Any]) -> bool:
    if package.version in affected.get("versions", ()):
        return True
    ranges = [one["events"] for one in affected.get("ranges", ()) if one["type"] != "GIT"]
    return any(_is_within(package, events) for events in ranges)


def _is_within(package: Package, events: list[dict[str, str]]) -> bool:
    """Whether a version is in a range. One whose bounds have no order counts as affected."""
    order = ORDERS[package.ecosystem]
    try:
        version = order(package.version)
        steps = sorted((order(text), kind) for event in events for kind, text in event.items())
    except (InvalidVersion, ValueError):
        return True
    is_within = False
    for bound, kind in steps:
        if kind == "introduced" and version >= bound:
            is_within = True
        elif (kind == "fixed" and version >= bound) or (
            kind == "last_affected" and version > bound
        ):
            is_within = False
    return is_within


def _semantic(text: str) -> tuple[Any, ...]:
    """The order of npm's versions: a pre-release comes before its release."""
    core, _, before = text.partition("+")[0].partition("-")
    numbers = [int(number) for number in core.split(".")]
    parts = [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in before.split(".")]
    return (*numbers, 0, 0)[:3], not before, parts


ORDERS: dict[str, Callable[[str], Any]] = {locks.PYPI: Version, locks.NPM: _semantic}


def _repairs(affected: dict[str, Any]) -> list[str]:
    return [
        event["fixed"]
        for one in affected.get("ranges", ())
        if one["type"] != "GIT"
        for event in one["events"]
        if "fixed" in event
    ]


def read(path: Path) -> Iterator[Advisory]:
    """The advisories of a file, a folder or a zip. Raises Unreadable."""
    if path.is_dir():
        texts = ((str(file), file.read_bytes()) for file in sorted(path.rglob("*.json")))
    elif not path.is_file():
        raise Unreadable(f"There is no file or folder {path}.")
    elif zipfile.is_zipfile(path):
        texts = _zipped(path)
    else:
        texts = iter([(str(path), path.read_bytes())])
    count = 0
    for name, text in texts:
        count += 1
        yield _advisory(name, text)
    if not count:
        raise Unreadable(f"{path} has no file *.json.")


def _zipped(path: Path) -> Iterator[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(path) as packed:
            for name in packed.namelist():
                if name.endswith(".json"):
                    yield f"{path}/{name}", packed.read(name)
    except zipfile.BadZipFile as error:
        raise Unreadable(f"{path} is a damaged zip: {error}") from error


def _advisory(name: str, text: bytes) -> Advisory:
    try:
        document = json.loads(text)
        _check(document)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"{name} is no advisory in OSV's format: {error!r}") from error
    advisory: Advisory = document
    return advisory


def _check(document: Advisory) -> None:
    """Look at what is read later. Raises what Python raises for other forms."""
    if not isinstance(document["id"], str):
        raise TypeError("id is no text")
    for affected in document.get("affected", ()):
        _key(affected)
        for one in affected.get("ranges", ()):
            if one["type"] != "GIT":
                [text.strip() for event in one["events"] for text in event.values()]


def main(arguments: list[str]) -> int:
    """Print the hits, and return the exit status."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    packages = locks.packages()
    try:
        advisories = [one for argument in arguments for one in read(Path(argument))]
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 2
    found = hits(packages, advisories)
    print("\n".join(map(str, found)))
    print(f"{len(packages)} packages, {len(advisories)} advisories, {len(found)} hits")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
