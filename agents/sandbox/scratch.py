"""Bounds the scratch space of a bot where it lies on a disk: no file system of its own ends it."""

import errno
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

_INTERVAL_SECONDS = 0.1
# However many files there are to count, counting takes at most a tenth of one core.
_REST_FACTOR = 10
ENTRY_BYTES = 4096
"""What every file and folder counts beside its size."""


class Watch:
    """Looks at a folder ten times a second, and calls `end` once when too much is in it.

    The bot can write on for as long as that takes; and it must not be able to delete, or files
    that it deleted and keeps open would go uncounted.
    """

    exceeded: bool
    """Whether too much was found."""

    def __init__(self, folder: Path, *, limit_bytes: int, end: Callable[[], None]) -> None:
        self.exceeded = False
        self._folder = folder
        self._limit_bytes = limit_bytes
        self._end = end
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="scratch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Look no more; `end` is not called after this returns. May be repeated."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        rest = _INTERVAL_SECONDS
        while not self._stopped.wait(rest):
            began = time.monotonic()
            if exceeds(self._folder, self._limit_bytes):
                self.exceeded = True
                self._end()
                return
            rest = max(_INTERVAL_SECONDS, (time.monotonic() - began) * _REST_FACTOR)


def exceeds(folder: Path, limit_bytes: int) -> bool:
    """Return whether the files beneath `folder` take more than `limit_bytes`.

    Every file counts with its full size, holes included, and every entry with `ENTRY_BYTES`.
    """
    total = 0
    waiting = [str(folder)]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    total += ENTRY_BYTES
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        total += entry.stat(follow_symlinks=False).st_size
                    if total > limit_bytes:
                        return True
        except FileNotFoundError:
            continue  # a folder that was removed meanwhile
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG:
                return True  # folders in folders, deeper than any path can name
            raise
    return False
