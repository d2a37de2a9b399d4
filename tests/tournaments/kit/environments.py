"""Virtual environments with the kit: what its wheel declares, and nothing else.

No network is needed. The packages that the wheel declares are links to those of the environment
that runs the tests, since the installer would only fetch the same ones.
"""

import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parents[3]
MADE = ROOT / "dist" / "kit"


def wheels() -> dict[str, Path]:
    """The wheels of the sources as they stand: the compiled one and the one for every Python."""
    subprocess.run([ROOT / "tools" / "build-kit", sys.executable], cwd=ROOT, check=True)
    found = sorted(MADE.glob("*.whl"))
    return {"everywhere" if one.name.endswith("-any.whl") else "compiled": one for one in found}


class Environment:
    """A virtual environment in a folder, with the kit."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        venv.create(folder, with_pip=False)
        self.home.mkdir()

    @property
    def packages(self) -> Path:
        return next((self.folder / "lib").iterdir()) / "site-packages"

    def install(self, *what: str) -> None:
        """Let pip install this, and give what it declares, with its extras: kauri-kit[ratings]."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.folder / "bin" / "python")]
        options = ["--quiet", "--no-deps", "--no-index", "--no-cache-dir", "--isolated"]
        subprocess.run([*pip, "install", *options, *what], check=True, cwd=self.folder)
        declared = next(self.packages.glob("kauri_kit-*.dist-info"))
        extras = re.findall(r"kauri-kit\[(\w+)\]", what[0])
        for name in _needed(metadata.PathDistribution(declared), extras):
            for path in _top_level(metadata.distribution(name)):
                link = self.packages / path.name
                if not link.exists():
                    link.symlink_to(path)

    def run(
        self, *arguments: str | Path, folder: Path, status: int = 0
    ) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment in a folder; it must end with this status."""
        begun = self.begin(*arguments, folder=folder)
        said, errors = begun.communicate()
        assert begun.returncode == status, said + errors
        return subprocess.CompletedProcess(begun.args, status, said, errors)

    def begin(self, *arguments: str | Path, folder: Path) -> subprocess.Popen[str]:
        """Start a program of the environment in a folder, and do not wait for it."""
        return subprocess.Popen(
            [self.folder / "bin" / arguments[0], *arguments[1:]],
            cwd=folder,
            env={**_plain(), "HOME": str(self.home)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


def _plain() -> dict[str, str]:
    """The variables that lead to this project, or tell a terminal, are left out."""
    kept = ("PATH", "LANG", "KAURI_GAMES", "KAURI_RUNTIME_DIR", "KIT_SITE", "KIT_TOKEN")
    return {name: os.environ[name] for name in kept if name in os.environ} | {"COLUMNS": "200"}


def _needed(distribution: metadata.Distribution, extras: list[str]) -> set[str]:
    """The names of all that a distribution needs here, and of what that needs."""
    found = {
        re.match(r"[\w.-]+", one).group().lower()
        for one in distribution.requires or ()
        if any(f'extra == "{extra}"' in one for extra in extras)
    }
    waiting = [distribution, *map(metadata.distribution, found)]
    while waiting:
        for name in _required(waiting.pop()):
            if name not in found:
                found.add(name)
                waiting.append(metadata.distribution(name))
    return found


def _required(distribution: metadata.Distribution) -> Iterator[str]:
    for one in distribution.requires or ():
        requirement, _, condition = one.partition(";")
        if re.search("extra|platform_system|python_version|win32", condition):
            continue
        yield re.match(r"[\w.-]+", requirement).group().lower()


def _top_level(distribution: metadata.Distribution) -> set[Path]:
    """The folders and modules that a distribution has put into the environment."""
    root = Path(str(distribution.locate_file("")))
    names = {Path(str(file)).parts[0] for file in distribution.files or ()}
    return {root / name for name in names - {"..", "__pycache__"} if (root / name).exists()}
