"""The prepared folders that are the whole file system of every bot.

One holds the interpreter that this process runs, its standard library and the shared objects they
need; it becomes the root. A small one holds the parts of this project that a bot imports, and is
seen as /kauri. A third holds the packages that bots may import, and is seen as /packages. All are
readable by all and writable by none. Their names are hashes of their contents: a changed source,
interpreter or package makes a new folder. Old ones may be deleted when no bot runs.
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
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from agents.sandbox import memory, packages
from agents.sandbox.errors import SandboxUnavailable
from engine import builds

PROJECT = Path(__file__).resolve().parents[2]
"""The folder that holds the packages `engine` and `agents`, or the kit's one package."""

CONTENTS = (
    os.path.relpath(builds.SOURCES, PROJECT),
    "kauri/__init__.py",
    *(
        f"{Path(__file__).resolve().parents[1].name}/{place}"
        for place in (
            "__init__.py",
            "inside",
            "sdk.py",
            "complaints.py",
            "frames.py",
            "sizes.py",
            "terms/__init__.py",
            "terms/repertoire.py",
            "values",
        )
    ),
)
"""The parts of this project that a bot's process needs: folders with all modules and weights, and
single modules.

Everything that these import has to be listed too, or be in the standard library. The compiled
engine brings its modules and what those import."""

INTERPRETER = "/usr/bin/python3"
"""The interpreter's path inside the runtime."""

PACKAGES = "/packages"
"""Where a bot sees the packages that it may import."""

SCRATCH = "/tmp"  # noqa: S108 - the bot's own
"""The only place that a bot may write in."""

DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")
"""Three devices that keep no state and reach nothing."""

# Bump when the layout below changes: it is part of the name.
_LAYOUT = "2"
_NOT_FOR_BOTS = """
    test tests idlelib tkinter turtledemo turtle.py ensurepip lib2to3 curses _curses* readline.*
    nis.* sitecustomize.py pydoc_data site-packages dist-packages config-* _tkinter* _test*
    xxlimited* *.opt-1.pyc *.opt-2.pyc *.a
"""


def location() -> Path:
    """Return the folder under which runtimes are kept; KAURI_RUNTIME_DIR overrides it.

    It lies in memory if possible (see `memory`), else on a disk.
    """
    if setting := os.environ.get("KAURI_RUNTIME_DIR"):
        return Path(setting).resolve()
    if in_memory := memory.place(os.geteuid()):
        return in_memory
    if os.geteuid() == 0:
        return Path("/var/lib/kauri/runtime")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kauri" / "runtime"


@dataclass(frozen=True, slots=True)
class Runtime:
    """The three folders."""

    root: Path
    """What a bot sees as /."""
    project: Path
    """What a bot sees as /kauri."""
    packages: Path
    """What a bot sees as /packages."""


def prepare() -> Runtime:
    """Return the folders for this process's interpreter and sources, building what is new.

    Several processes may do this at once. Raises SandboxUnavailable if the folders cannot be
    written, or if the user id that bots run under cannot enter them.
    """
    if not _built().root.exists():
        # Some systems delete the files in /dev/shm of a user who has logged out.
        forget()
    return _built()


def forget() -> None:
    """Make `location` and `prepare` look everything up again."""
    memory.place.cache_clear()
    _built.cache_clear()


@functools.cache
def _built() -> Runtime:
    base = location()
    try:
        base.mkdir(mode=0o755, parents=True, exist_ok=True)
        interpreter, project, packages = names()
        root = _prepared(base / interpreter, _fill_root)
        built = Runtime(
            root=root,
            project=_prepared(base / project, _fill_project),
            packages=_prepared(
                base / packages, lambda folder: _fill_packages(folder, root / "usr" / "lib")
            ),
        )
    except OSError as error:
        raise SandboxUnavailable("no-runtime", folder=base, why=error) from error
    _check_reachable(built.root)
    return built


def names() -> tuple[str, str, str]:
    """Return the names of this process's folders: interpreter, project, packages."""
    interpreter = _executable()
    written = str(interpreter.stat().st_mtime_ns)
    python = _hash(sys.version, str(interpreter), written)
    texts = [f"{place}:{file.read_bytes().hex()}" for place, file in _files().items()]
    return (
        f"python-{python}",
        f"kauri-{_hash(sys.version, *texts)}",
        f"packages-{_hash(python, *packages.fingerprint())}",
    )


def _prepared(folder: Path, fill: Callable[[Path], None]) -> Path:
    """Return `folder`, filled and in use; it appears complete and protected, or not at all."""
    with locked(folder.parent):
        if not folder.exists():
            unfinished = Path(tempfile.mkdtemp(prefix=".building-", dir=folder.parent))
            try:
                fill(unfinished)
                _protect(unfinished)
                unfinished.rename(folder)
            except BaseException:
                remove(unfinished)
                raise
        _use(folder)
    return folder


def _use(folder: Path) -> None:
    """Keep `folder` from being removed while this process lives, or one that it forked."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    fcntl.flock(descriptor, fcntl.LOCK_SH)


def _check_reachable(folder: Path) -> None:
    """Raise SandboxUnavailable if bots could not enter every parent of the folder.

    If the worker is root, they run under another user id.
    """
    if os.geteuid() != 0:
        return
    for parent in folder.parents:
        if not parent.stat().st_mode & stat.S_IXOTH:
            raise SandboxUnavailable("private-parent", folder=folder, parent=parent)


@contextlib.contextmanager
def locked(base: Path) -> Iterator[None]:
    """Lock `base`, so that no other process builds, uses or removes what is in it."""
    with (base / ".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _executable() -> Path:
    """Return the interpreter itself, also from within a virtual environment."""
    return Path(getattr(sys, "_base_executable", sys.executable)).resolve()


def _files() -> dict[str, Path]:
    """Return the files that go into the runtime, by their places in it, in order.

    They are the project's sources and, if this process runs the compiled engine, its modules.
    """
    files: dict[str, Path] = {}
    for entry in CONTENTS:
        path = PROJECT / entry
        inside = [*path.rglob("*.py"), *path.rglob("weights/*")] if path.is_dir() else [path]
        files |= {str(item.relative_to(PROJECT)): item for item in inside if not _hidden(item)}
    files |= {place: Path(file) for place, file in builds.compiled_files().items()}
    return dict(sorted(files.items()))


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(PROJECT).parts)


def _hash(*facts: str) -> str:
    return hashlib.sha256("\0".join((_LAYOUT, *facts)).encode()).hexdigest()[:24]


def _fill_root(root: Path) -> None:
    library = root / "usr" / sys.platlibdir / f"python{sysconfig.get_python_version()}"
    binary = root / INTERPRETER.lstrip("/")
    binary.parent.mkdir(parents=True)
    shutil.copy2(_executable(), binary)
    # Modification times are kept: the byte code that came with the interpreter stays valid.
    shutil.copytree(
        sysconfig.get_path("stdlib"),
        library,
        ignore=shutil.ignore_patterns(*_NOT_FOR_BOTS.split()),
        ignore_dangling_symlinks=True,
    )
    for folder in (library, *(path for path in library.rglob("*") if path.is_dir())):
        folder.chmod(0o755)
    _compile(library, inside=library.relative_to(root))
    _copy_shared_objects(root, [binary, *library.rglob("*.so")])
    for mount_point in ("tmp", "dev", "kauri", PACKAGES.lstrip("/")):
        (root / mount_point).mkdir()
    for device in DEVICES:
        (root / device.lstrip("/")).touch()


def _copy_shared_objects(root: Path, binaries: Iterable[Path]) -> None:
    """Copy what `binaries` link to: the loader to its own absolute path, the rest to /usr/lib."""
    linking = list(binaries)
    libraries = root / "usr" / "lib"
    libraries.mkdir(parents=True, exist_ok=True)
    for name, path in packages.linked(linking).items():
        shutil.copyfile(path, libraries / name)
    for loader in set(re.findall(r"^\s*(/\S+)", packages.dynamic_links(linking), re.MULTILINE)):
        if not loader.endswith(":"):
            target = root / loader.lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(loader, target)


def _fill_project(folder: Path) -> None:
    for place, file in _files().items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    _compile(folder, inside=Path("kauri"))


def _fill_packages(folder: Path, libraries: Path) -> None:
    packages.copy(folder, present=libraries)
    _compile(folder, inside=Path(PACKAGES.lstrip("/")))


def _compile(folder: Path, *, inside: Path) -> None:
    """Write byte code, with the file names that a bot's traceback will show."""
    shown = str(Path("/") / inside)
    if not compileall.compile_dir(folder, quiet=1, stripdir=str(folder), prependdir=shown):
        raise SandboxUnavailable("not-compiled", folder=folder)


def _protect(root: Path) -> None:
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            executable = path.is_dir() or path.stat().st_mode & stat.S_IXUSR or ".so" in path.name
            path.chmod(0o555 if executable else 0o444)


def remove(root: Path) -> None:
    """Delete a folder whose parts may be write-protected already."""
    for path in (root, *root.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
    shutil.rmtree(root)
