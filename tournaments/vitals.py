"""Tells the platform which hosts there are: once when a worker starts, and while it lives."""

import logging
import socket
import threading
import time

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from agents import speed
from tournaments.services import hosts

logger = logging.getLogger(__name__)

BEAT_SECONDS = 15.0


def start() -> None:
    """Measure this host, before its worker has anything else to do, and tell of it from now on."""
    index = speed.speed_index()
    threading.Thread(target=_tell, args=[index], name="vitals", daemon=True).start()


def tell_once(*, name: str, speed_index: float | None) -> None:
    """Enter this host among those that play."""
    hosts.register(
        name,
        isolation=settings.ISOLATION,
        slots=settings.SLOTS,
        speed_index=speed_index,
        now=timezone.now(),
    )


def _tell(index: float) -> None:
    name = socket.gethostname()
    known = False
    while True:
        # A database that is away for a while is no reason to end: it is told when it is back.
        try:
            if known:
                hosts.seen(name, now=timezone.now())
            else:
                tell_once(name=name, speed_index=index)
                known = True
        except Error as error:
            logger.warning("could not tell of this host: %s", error)
        finally:
            connection.close()
        time.sleep(BEAT_SECONDS)
