"""Limit the scratch space of a bot on a disk, where it has no file system of its own."""

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
# Every folder of a long path takes time to walk, and during the walk the bot can go on writing.
_MOST_DEEP = 64
ENTRY_BYTES = 4096
"""The bytes that every file and folder counts in addition to its size."""


class Watch:
    """Look at a folder ten times a second, and call `end` once when too much is in it.

    Between two looks the bot can exceed the limit. It must not be able to delete: files that it
    deleted and keeps open would not count.
    """

    exceeded: bool
    """Whether too much was found."""
    failure: Sentence | None
    """Why the folder could not be read, which also ended the bot; else None."""

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
        """Look once more, then use no processor time: the bot has been paused."""
        self._paused = True

    def resume(self) -> None:
        """Look regularly again: the bot runs."""
        self._turns += 1
        self._paused = False

    def stop(self) -> None:
        """Stop looking; `end` is not called after this returns. May be repeated."""
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
        # No bot may write unchecked: if the folder cannot be read, the game fails.
        try:
            self.exceeded = exceeds(self._folder, self._limit_bytes)
        except OSError as error:
            # Nested folders with longer names than a path can have: only the bot makes these.
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
        # The bot may have removed the folder since, or put a file in its place.
        with (
            contextlib.suppress(FileNotFoundError, NotADirectoryError),
            os.scandir(path) as entries,
        ):
            for entry in entries:
                total += ENTRY_BYTES
                if entry.is_dir(follow_symlinks=False):
                    waiting.append((entry.path, depth + 1))
                else:
                    total += entry.stat(follow_symlinks=False).st_size
                if total > limit_bytes or depth >= _MOST_DEEP:
                    return True
    return False
