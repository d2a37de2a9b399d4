"""A child process for work on the database in the background, so that games do not wait for it.

A thread would not do: it may hold Python's global lock while it waits for a processor, and the
thread that plays would see every answer late.
"""

import contextlib
import ctypes
import logging
import os
import signal
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from django.db import close_old_connections, connections

logger = logging.getLogger(__name__)

_PR_SET_PDEATHSIG = 1


class DeputyGone(Exception):
    """The deputy has ended; its errand may or may not have been done."""


class Deputy:
    """A fork of this process that does one errand after the other, and ends with this process.

    An errand is a function of a module with its arguments; these and its answer can be pickled.
    Make a deputy in a thread that lives on, while no other thread has a connection to the database.
    Use it from one thread at a time.
    """

    def __init__(self) -> None:
        # A child would take the locks of an open SQLite file for its own.
        connections.close_all()
        self._pipe, other = Pipe()
        self.gone = False
        """Whether it is known to have ended."""
        parent = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            self._pipe.close()
            _serve(other, parent)
        other.close()

    def send(self, errand: Callable[..., object], *arguments: object) -> None:
        """Queue an errand; call `answer` once for each, in the same order."""
        # If the deputy has ended, `answer` raises.
        with contextlib.suppress(ConnectionError):
            self._pipe.send((errand, arguments))

    def has_answered(self) -> bool:
        """Tell whether `answer` would return at once."""
        return self._pipe.poll()

    def answer(self) -> Any:
        """Wait for the answer to the first errand without one. Raises DeputyGone."""
        try:
            return self._pipe.recv()
        except (EOFError, ConnectionError) as error:
            self.gone = True
            raise DeputyGone from error

    def close(self) -> None:
        """Let it finish its errands, and wait for its end; call once."""
        self._pipe.close()
        os.waitpid(self.pid, 0)


def _serve(pipe: Connection, parent: int) -> None:
    """Do errands until no more can come; what an errand raises is logged, and ends the deputy."""
    status = 1
    try:
        # The parent finishes its game on these signals, and still needs its deputy to report it.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == parent:
            _do_errands(pipe)
        status = 0
    except Exception:
        logger.exception("a worker's deputy ends")
    finally:
        os._exit(status)


def _do_errands(pipe: Connection) -> None:
    while True:
        try:
            errand, arguments = pipe.recv()
        except EOFError:
            return
        # As before a request: the database may have been restarted since.
        close_old_connections()
        pipe.send(errand(*arguments))
