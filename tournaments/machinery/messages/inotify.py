"""Wait for files to be moved into a folder: the kernel reports them, so that nothing polls."""

import ctypes
import os
import weakref
from pathlib import Path
from typing import Self

from agents.sandbox.polling import has_input

_MOVED_TO = 0x80
"""`IN_MOVED_TO` of inotify(7). Its two flags for a new instance are those of open(2)."""

_EVENTS_BYTES = 64 * 1024

_library = ctypes.CDLL(None, use_errno=True)


class Watch:
    """Sees each file that is moved into a folder from now on."""

    def __init__(self, folder: Path) -> None:
        """Begin to watch. Raises OSError if the folder is missing or the kernel's limit reached."""
        self._file = _checked(_library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
        self.close = weakref.finalize(self, os.close, self._file)
        try:
            _checked(_library.inotify_add_watch(self._file, os.fsencode(folder), _MOVED_TO))
        except OSError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def forget(self) -> None:
        """Discard past events: wait only for files that come from now on."""
        try:
            while os.read(self._file, _EVENTS_BYTES):
                pass
        except BlockingIOError:
            pass

    def wait(self, seconds: float) -> bool:
        """Wait for a file that has come since `forget`; return False if none comes in time."""
        return has_input(self._file, seconds)


def _checked(status: int) -> int:
    if status < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return status
