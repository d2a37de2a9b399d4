"""Celery's pool of processes, made safe against the death of a process at any moment.

If the transport cannot be polled, as files cannot, Celery's pool hands tasks to its processes by a
pipe that they lock in turn, and an idle one waits for the next task with the lock held. If it is
killed then (by the kernel's out-of-memory killer, say), the lock is never released: the worker
takes no more tasks, and does not end on SIGTERM. The locks here are the kernel's, which releases
them when their process ends.
"""

import fcntl
import os
import weakref
from typing import Any, Self

from billiard import pool
from celery.concurrency import prefork


class Lock:
    """A lock held by one process at a time, until it releases it or ends; inherited by fork."""

    def __init__(self) -> None:
        self._file = os.memfd_create("lock")
        # Not at exit: threads that still wait for it would find it closed.
        weakref.finalize(self, os.close, self._file).atexit = False

    def acquire(self) -> None:
        """Wait for the lock and take it."""
        fcntl.lockf(self._file, fcntl.LOCK_EX)

    def release(self) -> None:
        """Release the lock."""
        fcntl.lockf(self._file, fcntl.LOCK_UN)

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(self, *_error: object) -> None:
        self.release()


class Pool(pool.Pool):
    """Billiard's pool, with the kernel's locks on the pipes that its processes share."""

    _inqueue: Any
    _outqueue: Any

    def _setup_queues(self) -> None:
        super()._setup_queues()  # type: ignore[misc] # the stub leaves out what is private
        for queue in (self._inqueue, self._outqueue):
            queue._rlock = Lock()  # noqa: SLF001 - billiard offers no other way
            queue._wlock = Lock()  # noqa: SLF001


class TaskPool(prefork.TaskPool):
    """The pool of `celery worker --pool prefork`."""

    BlockingPool: Any = Pool
