"""The root folder of a bot that runs under chroot: one for each user id of bots.

Its files are hard links to the prepared runtime's, so it costs only folders; its /tmp is new for
every game. Only root can enter it from outside, and no bot can name another's.
"""

import contextlib
import os
import signal
import stat
import subprocess
import uuid
from pathlib import Path
from shutil import copytree

from agents.sandbox import runtime
from agents.sandbox.errors import SandboxUnavailable

FOLDER = "slots"
"""The folder of all of them, next to the prepared runtimes."""

_NUMBERS = {"/dev/null": (1, 3), "/dev/zero": (1, 5), "/dev/urandom": (1, 9)}
_REMOVE = "/bin/rm"
CAPABILITIES = {
    0: "CHOWN",
    1: "DAC_OVERRIDE",
    3: "FOWNER",
    5: "KILL",
    6: "SETGID",
    7: "SETUID",
    18: "SYS_CHROOT",
}
"""What root needs, by number: to own and clean folders, end bots, change its user, and chroot."""

# A time of last access that no reading changes (relatime): else a bot that reads a rarely read
# file leaves a message for its next game.
_NEVER_READ = 2**31 - 1


def prepare(user: int) -> Path:
    """Return the root folder for bots of this user id, which the caller holds (see `slots`).

    It removes what a killed worker left of that id's last bot. It needs the capabilities that
    `require_capabilities` checks.
    """
    folders = runtime.prepare()
    place = runtime.location() / FOLDER / str(user)
    root = place / "-".join((folders.root.name, folders.project.name, folders.packages.name))
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    place.parent.chmod(0o700)
    # Of an older runtime, or half built. Only the holder of the user id uses these.
    _remove(*(other for other in place.iterdir() if other != root))
    if not root.exists():
        _build(folders, place / "building").rename(root)
    clean(root, user)
    return root


def require_capabilities() -> None:
    """Raise SandboxUnavailable if this process is not root, or lacks one of `CAPABILITIES`."""
    if os.geteuid() != 0:
        raise SandboxUnavailable("not-root")
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    held = int(
        next(line for line in status.splitlines() if line.startswith("CapEff")).split()[1], 16
    )
    if missing := [name for bit, name in CAPABILITIES.items() if not held >> bit & 1]:
        raise SandboxUnavailable("no-capabilities", names=missing)


def clean(root: Path, user: int) -> None:
    """Kill everything that still runs under the user id, and give it a new, empty /tmp."""
    _end_all(user)
    scratch = root / runtime.SCRATCH.lstrip("/")
    try:
        scratch.rmdir()
    except OSError:
        # As one folder: a bot's files can be too many, or too deep, to name one by one.
        leaving = root.parent / f"leaving-{uuid.uuid4().hex}"
        scratch.rename(leaving)
        _remove(leaving)
    scratch.mkdir(mode=0o700)
    os.chown(scratch, user, user)


def has_devices(root: Path) -> bool:
    """Return whether the bot has its three devices, which some containers cannot make."""
    return all((root / device.lstrip("/")).is_char_device() for device in runtime.DEVICES)


def _build(folders: runtime.Runtime, root: Path) -> Path:
    parts = {".": folders.root, "kauri": folders.project, "packages": folders.packages}
    for place, folder in parts.items():
        copytree(folder, root / place, copy_function=os.link, symlinks=True, dirs_exist_ok=True)
    for device in runtime.DEVICES:
        path = root / device.lstrip("/")
        path.unlink()
        _make_device(path, _NUMBERS[device])
    for path in (root, *root.rglob("*")):
        os.utime(path, (_NEVER_READ, path.stat().st_mtime))
    return root


def _make_device(path: Path, numbers: tuple[int, int]) -> None:
    """Make a device, if it can be opened."""
    try:
        os.mknod(path, stat.S_IFCHR, os.makedev(*numbers))
    except PermissionError:
        return
    path.chmod(0o666)
    try:
        path.open("rb").close()
    except PermissionError:  # the file system allows none
        path.unlink()


def _end_all(user: int) -> None:
    """Kill all processes of the user id, which nothing else in this container has.

    There is no process namespace whose end would do it. The workers in other containers of this
    machine use the same ids.
    """
    while left := [pid for pid in _processes_of(user) if not _has_ended(pid)]:
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)


def _processes_of(user: int) -> list[str]:
    processes = []
    with os.scandir("/proc") as entries:
        for entry in entries:
            # Processes may end while we look.
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                if entry.name.isdecimal() and entry.stat().st_uid == user and _is_ours(entry.path):
                    processes.append(entry.name)
    return processes


def _is_ours(process: str) -> bool:
    """Return whether a process is in the worker's own namespace, and in none below it."""
    lines = Path(process, "status").read_text().splitlines()
    ids = next((line.split()[1:] for line in lines if line.startswith("NSpid:")), [])
    return len(ids) <= 1


def _has_ended(pid: str) -> bool:
    """Return whether it is gone, or only waits for its parent to reap it."""
    try:
        state = Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state in "ZX"


def _remove(*paths: Path) -> None:
    if not paths:
        return
    done = subprocess.run(  # noqa: S603 - our own folders
        [_REMOVE, "-rf", "--one-file-system", "--", *paths],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SandboxUnavailable("folder-stays", why=done.stderr.strip())
