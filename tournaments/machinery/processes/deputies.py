"""A process beside this one for what only concerns the database, so that nobody waits for it.

A thread would not do: while it waits for a processor it may hold Python's lock, and whoever waits
for that lock sees everything late.
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
    """The deputy has ended; nobody knows whether it has done its errand."""


class Deputy:
    """A fork of this process that does one errand after the other, and ends with this process.

    An errand is a function of a module with its arguments; these and its answer can be pickled.
    Make one in a thread that lives on, while no other has a connection to the database. For one
    thread at a time.
    """

    def __init__(self) -> None:
        # A child would take the locks of an open SQLite for its own.
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
        """Have it do an errand, after those before; ask for an answer to each, in their order."""
        # Where it has ended, whoever asks for the answer learns so.
        with contextlib.suppress(ConnectionError):
            self._pipe.send((errand, arguments))

    def has_answered(self) -> bool:
        """Tell whether `answer` need not wait."""
        return self._pipe.poll()

    def answer(self) -> Any:
        """Wait for the answer to the first errand without one. Raises DeputyGone."""
        try:
            return self._pipe.recv()
        except (EOFError, ConnectionError) as error:
            self.gone = True
            raise DeputyGone from error

    def close(self) -> None:
        """Let it finish what it has, and wait for its end; call once."""
        self._pipe.close()
        os.waitpid(self.pid, 0)


def _serve(pipe: Connection, parent: int) -> None:
    """Do errands until no more can come; what an errand raises is logged, and ends the deputy."""
    status = 1
    try:
        # Whoever stops this process's parent lets it finish its game, and its reports.
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
        # As before a request: the database may have been started again meanwhile.
        close_old_connections()
        pipe.send(errand(*arguments))
