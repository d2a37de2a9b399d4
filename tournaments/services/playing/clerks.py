"""Who reports a worker's games: the worker itself, or others beside it while it plays on.

A thread ends a game's sandboxes, before the next bots' game clocks run. A process of its own, the
deputy, does what concerns the database alone, also while they run.
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


class Clerk:
    """Does one errand after the other, at once; a context manager that leaves none undone.

    An errand answers for its own failures. What it raises nevertheless is logged and goes no
    further: it concerns no other errand, and what it was about is left to its lease.
    """

    def take(self, errand: Callable[[], None]) -> None:
        """Do an errand, when the one before has been done."""
        try:
            errand()
        except Exception:
            logger.exception("an errand failed, and its match is left to its lease")

    def pass_on(
        self, work: Callable[..., Any], *arguments: object, then: Callable[[Any], object]
    ) -> None:
        """As part of an errand, have work done that concerns the database alone.

        It may be done twice if a process dies. `then` gets what it returns, in the thread of
        whoever brings errands. With a deputy, `work` and `arguments` can be pickled.
        """
        then(work(*arguments))

    def ask(
        self, work: Callable[..., Any], *arguments: object, then: Callable[[Any], object]
    ) -> None:
        """Have a deputy do work, if there is one at hand; it is never done twice.

        `then` gets what it returns. Call it after `clear`.
        """

    def clear(self) -> None:
        """Wait until none of its threads runs. A deputy may still work."""

    def look(self) -> None:
        """See what the deputy has done, without waiting."""

    def wait(self) -> None:
        """Wait until every errand has been done."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.wait()


class _Passed(NamedTuple):
    """Work that a deputy does, and whether to do it here if the deputy has died over it."""

    work: Callable[..., Any]
    arguments: tuple[object, ...]
    then: Callable[[Any], object]
    again: bool

    def do(self) -> None:
        """Do it here."""
        self.then(self.work(*self.arguments))


class ClerkBeside(Clerk):
    """Does the errands in a thread of its own, with a connection to the database of its own.

    It has one errand at a time: whoever brings the next one waits until then. What an errand passes
    on is done by the `deputy`, which stays the caller's; without one the thread does it as well.
    """

    def __init__(self, deputy: Deputy | None = None) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="clerk")
        self._errand: Future[None] | None = None
        self._deputy = deputy
        self._passed: deque[_Passed] = deque()

    def take(self, errand: Callable[[], None]) -> None:
        """Begin an errand, when the one before has been done."""
        self.wait()
        # The log names the match and the attempt that the errand is about.
        context = contextvars.copy_context()
        self._errand = self._thread.submit(context.run, self._do, errand)

    def pass_on(
        self, work: Callable[..., Any], *arguments: object, then: Callable[[Any], object]
    ) -> None:
        """See `Clerk`."""
        if not self._send(_Passed(work, arguments, then, again=True)):
            super().pass_on(work, *arguments, then=then)

    def ask(
        self, work: Callable[..., Any], *arguments: object, then: Callable[[Any], object]
    ) -> None:
        """See `Clerk`."""
        self._send(_Passed(work, arguments, then, again=False))

    def clear(self) -> None:
        """Wait until none of its threads runs. A deputy may still work."""
        if self._errand is not None:
            self._errand.result()

    def look(self) -> None:
        """See what the deputy has done, without waiting."""
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
        # The deputy lives on, and needs none while nothing is played.
        self.ask(_close_connection, then=bool)
        self._thread.submit(_close_connection).result()
        self._thread.shutdown()
        self.wait()

    def _send(self, passed: _Passed) -> bool:
        """Pass work to the deputy; False without one."""
        if self._deputy is None or self._deputy.gone:
            return False
        self._deputy.send(passed.work, *passed.arguments)
        self._passed.append(passed)
        return True

    def _settle(self) -> None:
        """Take the deputy's answer to what was passed on first."""
        assert self._deputy is not None, "nothing is passed on without a deputy"
        passed = self._passed.popleft()
        try:
            passed.then(self._deputy.answer())
        except DeputyGone:
            logger.warning("a worker's deputy has gone, and its worker goes on without")
            if passed.again:
                super().take(passed.do)

    def _do(self, errand: Callable[[], None]) -> None:
        # As before a request: the database may have been started again meanwhile.
        close_old_connections()
        super().take(errand)


def _close_connection() -> None:
    # In the thread that calls this: `connection.close`, handed over, would close the caller's.
    connection.close()
