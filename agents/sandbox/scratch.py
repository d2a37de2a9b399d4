"""Limits the scratch space of a bot that lies on a disk, where no file system of its own does."""

import contextlib
import errno
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

from agents.words import Sentence

_INTERVAL_SECONDS = 0.1
# However many files there are to count, counting takes at most a tenth of one core.
_REST_FACTOR = 10
# Of a long path every folder takes time to pass, and for as long as one looks, a bot writes on.
_MOST_DEEP = 64
ENTRY_BYTES = 4096
"""What every file and folder counts in addition to its size."""


class Watch:
    """Looks at a folder ten times a second, and calls `end` once when too much is in it.

    Until then the bot can still write. It must not be able to delete: files that it deleted and
    keeps open would not count.
    """

    exceeded: bool
    """Whether too much was found."""
    failure: Sentence | None
    """Why nobody could look into the folder, which also ended the bot; else None."""

    def __init__(self, folder: Path, *, limit_bytes: int, end: Callable[[], None]) -> None:
        self.exceeded = False
        self.failure = None
        self._turns, self._paused = 0, False
        self._folder = folder
        self._limit_bytes = limit_bytes
        self._end = end
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="scratch", daemon=True)
        self._thread.start()

    def pause(self) -> None:
        """The bot has stopped: one more look is enough, and then this takes no processor time."""
        self._paused = True

    def resume(self) -> None:
        """The bot writes again."""
        self._turns += 1
        self._paused = False

    def stop(self) -> None:
        """Look no more; `end` is not called after this returns. May be repeated."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        rest, seen = _INTERVAL_SECONDS, -1
        while not self._stopped.wait(rest):
            began, now = time.monotonic(), self._turns
            if self._paused and seen == now:
                continue
            seen = now if self._paused else -1
            if self._must_end():
                self._end()
                return
            rest = max(_INTERVAL_SECONDS, (time.monotonic() - began) * _REST_FACTOR)

    def _must_end(self) -> bool:
        # Nobody writes unseen: where looking fails, the game does.
        try:
            self.exceeded = exceeds(self._folder, self._limit_bytes)
        except OSError as error:
            # Folders in folders, with longer names than a path can have: the bot's doing.
            self.exceeded = error.errno == errno.ENAMETOOLONG
            if not self.exceeded:
                self.failure = Sentence("scratch-unreadable", why=error)
        return self.exceeded or self.failure is not None


def exceeds(folder: Path, limit_bytes: int) -> bool:
    """Return whether the files beneath `folder` take more than `limit_bytes`.

    Every file counts with its full size, holes included, and every entry with `ENTRY_BYTES`. More
    than 64 nested folders are too much as well.
    """
    total = 0
    waiting = [(str(folder), 0)]
    while waiting:
        path, depth = waiting.pop()
        # A bot may have removed the folder meanwhile, or put a file in its place.
        with contextlib.suppress(FileNotFoundError, NotADirectoryError), os.scandir(path) as found:
            for entry in found:
                total += ENTRY_BYTES
                if entry.is_dir(follow_symlinks=False):
                    waiting.append((entry.path, depth + 1))
                else:
                    total += entry.stat(follow_symlinks=False).st_size
                if total > limit_bytes or depth >= _MOST_DEEP:
                    return True
    return False
