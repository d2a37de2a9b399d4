"""Runtimes that no process uses any more: of older sources, or of another interpreter."""

import fcntl
import os
from pathlib import Path

from agents.sandbox import roots, runtime


def sweep(*, remove: bool) -> list[Path]:
    """Return the folders that no process uses and this version does not need; remove them if asked.

    Safe while workers run.
    """
    base = runtime.location()
    if not base.is_dir():
        return []
    # The roots clean up by themselves, when their user id is next in use.
    needed = {*runtime.names(), roots.FOLDER}
    # Under this lock no other process builds a runtime or begins to use one.
    with runtime.locked(base):
        folders = [
            folder
            for folder in sorted(base.iterdir())
            if folder.is_dir() and folder.name not in needed
        ]
        free = [folder for folder in folders if _is_free(folder)]
        for folder in free if remove else []:
            runtime.remove(folder)
    return free


def _is_free(folder: Path) -> bool:
    """Return whether no living process uses the folder."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    else:
        return True
    finally:
        os.close(descriptor)
