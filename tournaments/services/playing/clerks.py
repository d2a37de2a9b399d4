"""Reports a worker's games, in the worker or in the background while it plays on.

A thread ends the sandboxes of a game before the game clocks of the next bots run. The deputy, a
process of its own, does work that needs only the database, also while clocks run.
"""

import contextvars
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple, Self

from django.db import close_old_connections, connection

from tournaments.machinery.processes.deputies import Deputy, DeputyGone

logger = logging.getLogger(__name__)


class Task(NamedTuple):
    """Work that needs only the database. With a deputy, `work` and `arguments` are pickled.

    `then` gets its result, in the thread that calls `Clerk.take`. An `essential` task is done here
    if the deputy dies, so it may be done twice; any other at most once.
    """

    work: Callable[..., Any]
    arguments: tuple[object, ...]
    then: Callable[[Any], object]
    essential: bool

    def do(self) -> None:
        """Do the work here."""
        self.then(self.work(*self.arguments))


class Clerk:
    """Does one errand after another, immediately; a context manager that completes them all.

    An errand handles its own failures. An error that it lets through is logged and not raised,
    since it concerns no other errand; the lease of its match then expires.
    """

    def take(self, errand: Callable[[], None]) -> None:
        """Do an errand, after the previous one."""
        try:
            errand()
        except Exception:
            logger.exception("an errand failed, and its match is left to its lease")

    def pass_on(self, task: Task) -> None:
        """Pass on a task, to the deputy if there is one. Call this in an errand or after `clear`.

        Without a deputy only an `essential` task is done.
        """
        if task.essential:
            task.do()

    def clear(self) -> None:
        """Wait until none of the clerk's threads runs. A deputy may still work."""

    def look(self) -> None:
        """Take the deputy's answers so far, without waiting."""

    def wait(self) -> None:
        """Wait until every errand has been done."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.wait()


class ClerkBeside(Clerk):
    """Does errands in a thread with its own connection to the database.

    It does one errand at a time: `take` waits until the previous one is done. The `deputy`, which
    the caller owns, does what an errand passes on; without one the thread does that too.
    """

    def __init__(self, deputy: Deputy | None = None) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="clerk")
        self._errand: Future[None] | None = None
        self._deputy = deputy
        self._passed: deque[Task] = deque()

    def take(self, errand: Callable[[], None]) -> None:
        """Begin an errand, after the previous one."""
        self.wait()
        # The log names the match and the attempt that the errand is about.
        context = contextvars.copy_context()
        self._errand = self._thread.submit(context.run, self._do, errand)

    def pass_on(self, task: Task) -> None:
        """See `Clerk`."""
        if self._deputy is None or self._deputy.gone:
            super().pass_on(task)
        else:
            self._deputy.send(task.work, *task.arguments)
            self._passed.append(task)

    def clear(self) -> None:
        """Wait until none of the clerk's threads runs. A deputy may still work."""
        if self._errand is not None:
            self._errand.result()

    def look(self) -> None:
        """Take the deputy's answers so far, without waiting."""
        if self._errand is None or self._errand.done():
            while self._passed and self._deputy and self._deputy.has_answered():
                self._settle()

    def wait(self) -> None:
        """Wait until every errand has been done."""
        self.clear()
        while self._passed:
            self._settle()

    def __exit__(self, *_error: object) -> None:
        self.wait()
        # The deputy lives on, and needs no connection while nothing is played.
        self.pass_on(Task(_close_connection, (), bool, essential=False))
        self._thread.submit(_close_connection).result()
        self._thread.shutdown()
        self.wait()

    def _settle(self) -> None:
        """Take the deputy's answer to the oldest passed work."""
        assert self._deputy is not None, "nothing is passed on without a deputy"
        task = self._passed.popleft()
        try:
            task.then(self._deputy.answer())
        except DeputyGone:
            logger.warning("a worker's deputy has gone, and its worker goes on without")
            if task.essential:
                super().take(task.do)

    def _do(self, errand: Callable[[], None]) -> None:
        # As Django does before a request: the database may have been restarted since.
        close_old_connections()
        super().take(errand)


def _close_connection() -> None:
    # `connection` is looked up in the thread that runs this; passing `connection.close` itself
    # would close the caller's connection.
    connection.close()
