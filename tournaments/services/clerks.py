"""Who reports a worker's games: the worker itself, or a thread beside it while it plays on."""

import contextvars
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Self

from django.db import close_old_connections, connection

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

    def wait(self) -> None:
        """Wait until every errand has been done."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.wait()


class ClerkBeside(Clerk):
    """Does the errands in a thread of its own, with a connection to the database of its own.

    It has one errand at a time: whoever brings the next one waits until then.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="clerk")
        self._errand: Future[None] | None = None

    def take(self, errand: Callable[[], None]) -> None:
        """Begin an errand, when the one before has been done."""
        self.wait()
        # The log names the match and the attempt that the errand is about.
        context = contextvars.copy_context()
        self._errand = self._thread.submit(context.run, self._do, errand)

    def wait(self) -> None:
        """Wait until the errand in hand has been done."""
        if self._errand is not None:
            self._errand.result()

    def __exit__(self, *_error: object) -> None:
        self._thread.submit(_close_connection).result()
        self._thread.shutdown()

    def _do(self, errand: Callable[[], None]) -> None:
        # As before a request: the database may have been started again meanwhile.
        close_old_connections()
        super().take(errand)


def _close_connection() -> None:
    # In the thread that calls this: `connection.close`, handed over, would close the caller's.
    connection.close()
