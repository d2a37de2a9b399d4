"""The one folder that is the whole file system of every bot.

It holds the interpreter that this process runs, its standard library, the shared objects they
need, and the parts of this project that a bot imports; readable by all, writable by none. Its name
is a hash of its contents, so a changed source or interpreter makes a new folder and old folders
may be deleted whenever no bot runs.
"""

import compileall
import contextlib
import fcntl
import functools
import hashlib
import os
import re
import shutil
import stat
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from agents.sandbox.errors import SandboxUnavailable

PROJECT = Path(__file__).resolve().parents[2]
"""The folder that holds the packages `engine` and `agents`."""

CONTENTS = (
    "engine",
    "agents/__init__.py",
    "agents/limits.py",
    "agents/protocol.py",
    "agents/sdk.py",
    "agents/archive.py",
    "agents/harness.py",
)
"""What of this project a bot's process needs: folders with all their modules, and single modules.

Whatever these import has to stand here too, or be in the standard library."""

INTERPRETER = "/usr/bin/python3"
"""The interpreter's path inside the runtime."""

# Bump when the layout below changes: it is part of the name.
_LAYOUT = "1"
_NOT_FOR_BOTS = (
    *("test", "tests", "idlelib", "tkinter", "turtledemo", "turtle.py", "ensurepip", "lib2to3"),
    *(
        "pydoc_data",
        "site-packages",
        "dist-packages",
        "config-*",
        "_tkinter*",
        "_test*",
        "xxlimited*",
    ),
    *("*.opt-1.pyc", "*.opt-2.pyc", "*.a"),
)
_MODULE_SUFFIXES = (".py", ".so")


def location() -> Path:
    """Return the folder under which runtimes are kept; KAURI_RUNTIME_DIR overrides it."""
    if told := os.environ.get("KAURI_RUNTIME_DIR"):
        return Path(told).resolve()
    if os.geteuid() == 0:
        return Path("/var/lib/kauri/runtime")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kauri" / "runtime"


@functools.cache
def prepare() -> Path:
    """Return the runtime of this process's interpreter and sources, building it when it is new.

    Safe against others that build at the same time. Raises SandboxUnavailable when the folder
    cannot be written, or cannot be entered by the user id that bots run under.
    """
    base = location()
    try:
        base.mkdir(mode=0o755, parents=True, exist_ok=True)
        runtime = base / _name()
        with _locked(base / ".lock"):
            if not runtime.exists():
                _build(runtime)
    except OSError as error:
        raise SandboxUnavailable(
            f"The bots' runtime cannot be prepared in {base}: {error}. "
            "Set KAURI_RUNTIME_DIR to a folder that can be written."
        ) from error
    _check_reachable(runtime)
    return runtime


def _check_reachable(runtime: Path) -> None:
    """As root, bots run under another user id, which must be able to enter every parent."""
    if os.geteuid() != 0:
        return
    for folder in runtime.parents:
        if not folder.stat().st_mode & stat.S_IXOTH:
            raise SandboxUnavailable(
                f"The bots' runtime {runtime} lies inside {folder}, which only its owner may "
                "enter. Set KAURI_RUNTIME_DIR to a folder that everyone may enter."
            )


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _executable() -> Path:
    """Return the interpreter itself, also from within a virtual environment."""
    return Path(getattr(sys, "_base_executable", sys.executable)).resolve()


def _sources() -> list[Path]:
    """Return the project's files that go into the runtime, relative to the project, in order."""
    found: list[Path] = []
    for entry in CONTENTS:
        path = PROJECT / entry
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        found += [item.relative_to(PROJECT) for item in inside if item.suffix in _MODULE_SUFFIXES]
    return found


def _name() -> str:
    digest = hashlib.sha256()
    interpreter = _executable()
    written = interpreter.stat()
    facts = (_LAYOUT, sys.version, str(interpreter), str(written.st_mtime_ns))
    digest.update("\0".join(facts).encode())
    for source in _sources():
        digest.update(f"\0{source}\0".encode() + (PROJECT / source).read_bytes())
    return digest.hexdigest()[:24]


def _build(runtime: Path) -> None:
    unfinished = Path(tempfile.mkdtemp(prefix=".building-", dir=runtime.parent))
    try:
        _copy_interpreter(unfinished)
        _copy_project(unfinished)
        _make_mount_points(unfinished)
        _protect(unfinished)
        unfinished.rename(runtime)
    except BaseException:
        _remove(unfinished)
        raise


def _copy_interpreter(root: Path) -> None:
    standard = Path(sysconfig.get_path("stdlib"))
    library = root / "usr" / sys.platlibdir / f"python{sysconfig.get_python_version()}"
    binary = root / INTERPRETER.lstrip("/")
    binary.parent.mkdir(parents=True)
    shutil.copy2(_executable(), binary)
    # Modification times are kept: the byte code that came with the interpreter stays valid.
    shutil.copytree(standard, library, ignore=shutil.ignore_patterns(*_NOT_FOR_BOTS))
    _compile(library, inside=library.relative_to(root))
    _copy_shared_objects(root, [binary, *library.rglob("*.so")])


def _copy_shared_objects(root: Path, binaries: Iterable[Path]) -> None:
    """Copy what `binaries` link to: the loader to its own absolute path, the rest to /usr/lib."""
    listing = subprocess.run(  # noqa: S603 - our own files
        ["ldd", *map(str, binaries)],  # noqa: S607 - wherever the system keeps it
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C"},
    ).stdout
    if missing := sorted(set(re.findall(r"(\S+) => not found", listing))):
        raise SandboxUnavailable(f"The interpreter's own libraries are missing: {missing}.")
    libraries = root / "usr" / "lib"
    libraries.mkdir(parents=True, exist_ok=True)
    for name, path in set(re.findall(r"(\S+) => (/\S+)", listing)):
        shutil.copyfile(path, libraries / name)
    for loader in set(re.findall(r"^\s*(/\S+)", listing, re.MULTILINE)):
        if not loader.endswith(":"):
            target = root / loader.lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(loader, target)


def _copy_project(root: Path) -> None:
    package = root / "kauri"
    for source in _sources():
        target = package / source
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PROJECT / source, target)
    _compile(package, inside=Path("kauri"))


def _compile(folder: Path, *, inside: Path) -> None:
    """Write byte code, with the file names that a bot's traceback will show."""
    compileall.compile_dir(
        folder, quiet=2, stripdir=str(folder), prependdir=str(Path("/") / inside)
    )


def _make_mount_points(root: Path) -> None:
    (root / "tmp").mkdir()
    (root / "dev").mkdir()
    for device in ("null", "zero", "urandom"):
        (root / "dev" / device).touch()


def _protect(root: Path) -> None:
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            executable = path.is_dir() or path.stat().st_mode & stat.S_IXUSR or ".so" in path.name
            path.chmod(0o555 if executable else 0o444)


def _remove(root: Path) -> None:
    """Delete a folder whose parts may be write-protected already."""
    for path in (root, *root.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
    shutil.rmtree(root)
