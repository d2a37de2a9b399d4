"""Register this host with the platform when a worker starts, and send heartbeats while it runs."""

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Protocol

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from agents import sandbox
from agents.desk import speed

logger = logging.getLogger(__name__)

BEAT_SECONDS = 15.0

connected = threading.Lock()
"""Held while this process has a connection in its thread, so that no process is forked then.

A process that inherits an open connection to SQLite takes locks for its own that it does not hold,
and writes to files that others have deleted.
"""

os.register_at_fork(
    before=connected.acquire, after_in_parent=connected.release, after_in_child=connected.release
)


class Register(Protocol):
    """Store that a host plays, or that it cannot because it has no sandbox."""

    def __call__(
        self,
        name: str,
        *,
        isolation: str,
        is_chosen: bool,
        slots: int,
        speed_index: float | None,
        now: datetime,
    ) -> object: ...


class Seen(Protocol):
    """Store the time of a host's heartbeat."""

    def __call__(self, name: str, *, now: datetime) -> object: ...


def start(register: Register, seen: Seen) -> None:
    """Measure this host before its worker has anything else to do, then send its heartbeats."""
    # The worker's processes inherit the result, and need not try the sandbox again.
    first = partial(
        enter,
        register,
        name=socket.gethostname(),
        isolation=isolation(settings.ISOLATION),
        speed_index=speed.speed_index(),
    )
    threading.Thread(target=_tell, args=(first, seen), name="vitals", daemon=True).start()


def isolation(setting: str) -> str:
    """Return how bots are isolated on this host; empty if they cannot be: it plays nothing."""
    try:
        return sandbox.choose(setting).value
    except sandbox.SandboxUnavailable as error:
        logger.error("this host plays nothing: %s", error)  # noqa: TRY400 - no traceback needed
        return ""


def enter(register: Register, *, name: str, isolation: str, speed_index: float | None) -> None:
    """Register this host as one that plays, or that does not because it has no sandbox."""
    register(
        name,
        isolation=isolation,
        is_chosen=sandbox.AUTO != settings.ISOLATION,
        slots=settings.SLOTS if isolation else 0,
        speed_index=speed_index,
        now=timezone.now(),
    )


def _tell(first: Callable[[], None], seen: Seen) -> None:
    is_registered = False
    while True:
        with connected:
            is_registered = _tell_or_warn(first, seen, is_registered=is_registered)
        time.sleep(BEAT_SECONDS)


def _tell_or_warn(first: Callable[[], None], seen: Seen, *, is_registered: bool) -> bool:
    """Register or send a heartbeat; if the database is down, only log a warning."""
    try:
        if is_registered:
            seen(socket.gethostname(), now=timezone.now())
        else:
            first()
    except Error as error:
        logger.warning("the database does not know that this host lives: %s", error)
        return is_registered
    else:
        return True
    finally:
        connection.close()
