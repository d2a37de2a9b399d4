"""The packages that bots may import besides the standard library, and how they are copied.

They come from this process's own environment, so the lock file decides their versions. An operator
may name more. With them travel the games that are packages of their own.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from agents.sandbox.errors import SandboxUnavailable
from engine import packages as games

NAMES = ("numpy", "wasmtime")
"""The distributions that bots may always import."""

SETTING = "KAURI_BOT_PACKAGES"
"""The variable of the environment that names more of them, with commas between."""

LIBRARIES = "lib"
"""The folder, next to the packages, of the system's libraries that only they need."""

# Tests, input of compilers and tools that build extensions: two fifths of numpy's size.
_LEFT_OUT = shutil.ignore_patterns(
    *("tests", "__pycache__", "distutils", "f2py", "_pyinstaller", "conftest.py", "include"),
    *("*.pyi", "*.pxd", "*.a", "*.pc", "*.ini", "_*_tests.*.so", "_simd.*.so"),
)


def names() -> tuple[str, ...]:
    """Return the distributions that bots may import here."""
    more = os.environ.get(SETTING, "").split(",")
    return (*NAMES, *(name.strip() for name in more if name.strip()))


def versions() -> dict[str, str]:
    """Return the installed version of each package. Raises SandboxUnavailable if one is missing."""
    return {name: _found(name).version for name in names()}


def fingerprint() -> tuple[str, ...]:
    """Return the list of files with hashes of each package, which changes when the package does."""
    listed = tuple(_found(name).read_text("RECORD") or "" for name in names())
    return (*listed, *(f"{module} {games.sha256(module)}" for module in games.modules()))


def copy(folder: Path, *, present: Path) -> None:
    """Copy the packages into `folder`, with the libraries that the folder `present` lacks."""
    for name in names():
        for part in _parts(_found(name)):
            # Two distributions may share a folder, as those of Google do.
            shutil.copytree(
                part, folder / part.name, ignore=_LEFT_OUT, copy_function=shutil.copy,
                dirs_exist_ok=True,
            )  # fmt: skip
    for module in games.modules():
        _copy_game(module, folder)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)
    libraries = folder / LIBRARIES
    libraries.mkdir()
    for name, path in linked(folder.rglob("*.so*")).items():
        if not (present / name).exists() and not path.is_relative_to(folder):
            shutil.copyfile(path, libraries / name)


def _copy_game(module: str, folder: Path) -> None:
    """Copy the files of a game's package, below empty packages where its name has dots."""
    home = folder / module.replace(".", "/")
    for place, path in games.files(games.folder(module)):
        target = home / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def linked(binaries: Iterable[Path]) -> dict[str, Path]:
    """Return by name the shared objects that binaries link to, as the system's loader finds them.

    Raises SandboxUnavailable when one of them is missing.
    """
    listing = dynamic_links(binaries)
    if missing := sorted(set(re.findall(r"(\S+) => not found", listing))):
        raise SandboxUnavailable("no-libraries", names=missing)
    return {name: Path(path) for name, path in re.findall(r"(\S+) => (/\S+)", listing)}


def dynamic_links(binaries: Iterable[Path]) -> str:
    """Return the output of `ldd` for the binaries."""
    return subprocess.run(  # noqa: S603 - our own files
        ["ldd", *map(str, binaries)],  # noqa: S607 - wherever the system keeps it
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C"},
    ).stdout


def _found(name: str) -> metadata.Distribution:
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise SandboxUnavailable("no-package", name=name) from None


def _parts(package: metadata.Distribution) -> list[Path]:
    """Return the folders of a package: its modules, its libraries, and its description."""
    tops = {file.parts[0] for file in package.files or () if len(file.parts) > 1}
    return [Path(str(package.locate_file(top))) for top in sorted(tops - {"..", "__pycache__"})]
