"""The broker as an operator sees it: whether it answers, and how many messages wait in it."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import redis
from django.conf import settings

TIMEOUT_SECONDS = 3.0


class BrokerError(Exception):
    """The broker cannot be used; the text says why, without any password."""


def lengths() -> dict[str, int]:
    """How many messages wait, by queue. Raises BrokerError."""
    names = [queue.name for queue in settings.CELERY_TASK_QUEUES]
    if not settings.ENVIRONMENT["REDIS_URL"]:
        return _files(names)
    with _redis() as client:
        return {name: client.llen(name) for name in names}


@contextlib.contextmanager
def _redis() -> Iterator["redis.Redis"]:
    client = redis.Redis.from_url(
        settings.CELERY_BROKER_URL,
        socket_timeout=TIMEOUT_SECONDS,
        socket_connect_timeout=TIMEOUT_SECONDS,
    )
    with contextlib.closing(client):
        try:
            yield client
        except redis.RedisError as error:
            raise BrokerError(f"Redis does not answer: {error}") from error


def _files(names: list[str]) -> dict[str, int]:
    folder = Path(settings.CELERY_BROKER_TRANSPORT_OPTIONS["data_folder_in"])
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise BrokerError(f"The folder of messages cannot be used: {folder}")
    waiting = [path.name for path in folder.iterdir()]
    return {name: sum(one.endswith(f".{name}.msg") for one in waiting) for name in names}
