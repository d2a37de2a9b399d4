"""A folder in the machine's memory (tmpfs) for the files that all bots share.

There the kernel caches no names of missing files, and reads no pages from a disk. On a disk a bot
leaves traces of both for the next bot, and can fill the kernel's memory with names.
Source: simple_lookup in the kernel's fs/libfs.c, which tmpfs uses.
"""

import fcntl
import functools
import os
import stat
import subprocess
from pathlib import Path

_MOUNTED = Path("/run/kauri/runtime")
_SHARED = Path("/dev/shm")  # noqa: S108 - a folder of our own in it, whose owner is checked
_MOUNT = "/bin/mount"
_OPTIONS = "nosuid,noatime,mode=755"
# Runtimes of two versions of everything.
_ROOM_BYTES = 320 * 1024 * 1024


@functools.cache
def place(user: int) -> Path | None:
    """Return a folder in memory for the runtimes of this user's workers, or None.

    Root gets a file system of its own, which is mounted now unless it exists. Others get a folder
    in /dev/shm, if programs may run there.
    """
    return _mounted(_MOUNTED) if user == 0 else _own_folder(_SHARED, user)


def holds(folder: Path) -> bool:
    """Return whether the folder lies in memory."""
    device = folder.stat().st_dev
    number = f"{os.major(device)}:{os.minor(device)}"
    mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()
    # Its file system's number is the third word of a mount, its kind the one after the dash.
    return any(
        line.split()[2] == number and line.partition(" - ")[2].startswith("tmpfs ")
        for line in mounts
    )


def _mounted(folder: Path) -> Path | None:
    try:
        folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        with (folder.parent / ".mounting").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.is_mount():
                _mount(folder)
    except (OSError, subprocess.CalledProcessError):
        # Containers allow no mounts. The bots' files are on a disk then, and `check` reports it.
        return None
    return folder


def _mount(folder: Path) -> None:
    subprocess.run(  # noqa: S603 - our own folder
        [_MOUNT, "-t", "tmpfs", "-o", _OPTIONS, "kauri", folder], check=True, capture_output=True
    )


def _own_folder(shared: Path, user: int) -> Path | None:
    folder = shared / f"kauri-runtime-{user}"
    try:
        if not _is_fit(shared):
            return None
        folder.mkdir(mode=0o755, exist_ok=True)
    except OSError:
        return None
    # All users may write to the folder around it: another one may have made it first.
    status = folder.lstat()
    ours = stat.S_ISDIR(status.st_mode) and status.st_uid == user and not status.st_mode & 0o022
    return folder if ours else None


def _is_fit(folder: Path) -> bool:
    """Return whether it lies in memory, has room for runtimes, and lets programs run."""
    found = os.statvfs(folder)
    room = found.f_bavail * found.f_frsize >= _ROOM_BYTES
    return holds(folder) and room and not found.f_flag & os.ST_NOEXEC
