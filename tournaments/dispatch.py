"""Wakes workers, by the names of their tasks and only after the transaction has committed.

A message carries no work, so a lost one only causes a delay: the tick looks for waiting rows.
Services need not import the tasks; a test asserts that every name here is registered.
"""

import logging

from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

from tournaments.machinery.messages.celery import app

logger = logging.getLogger(__name__)

PLAY = "kauri.play"
VALIDATE = "kauri.validate"
ADVANCE = "kauri.advance"
TABLES = "kauri.tables"
FORGET = "kauri.forget"
CASUAL = "kauri.casual"
BOARDS = "kauri.boards"
ANALYSE = "kauri.analyse"
LUCK = "kauri.luck"
DELIVER = "kauri.deliver"
NIGHTLY = "kauri.nightly"

NAMES = (
    PLAY, VALIDATE, ADVANCE, TABLES, FORGET, CASUAL, BOARDS, ANALYSE, LUCK, DELIVER, NIGHTLY,
)  # fmt: skip


def wake(name: str, *, times: int = 1) -> None:
    """Send the task `name`, `times` over, once the running transaction has committed."""
    transaction.on_commit(lambda: _send(name, times))


def _send(name: str, times: int) -> None:
    # Messages expire, so that they do not pile up without workers: the tick sends them again.
    expires = 3 * settings.CELERY_BEAT_SCHEDULE["tick"]["schedule"]
    try:
        for _time in range(times):
            app.send_task(name, expires=expires, retry=False)
    except (OperationalError, OSError) as error:  # OSError: a full disk, where messages are files
        logger.warning("could not send %s; the next tick sends it: %s", name, error)
