"""The broker as an operator sees it: whether it answers, and how many messages wait in it."""

import contextlib
import math
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import redis
from django.conf import settings

TIMEOUT_SECONDS = 3.0


class BrokerError(Exception):
    """The broker cannot be used; the text says why, without any password."""


def lengths() -> dict[str, int]:
    """Return how many messages wait, by queue. Raises BrokerError."""
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


def old_messages(*, before: datetime) -> list[Path]:
    """Return the files of messages written before `before` and still there; none with Redis."""
    if settings.ENVIRONMENT["REDIS_URL"]:
        return []
    options: dict[str, Any] = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    folders = [Path(options[name]) for name in ("data_folder_in", "processed_folder")]
    files = [path for folder in folders for path in folder.iterdir() if path.is_file()]
    return [path for path in files if _written(path) < before.timestamp()]


def _written(path: Path) -> float:
    """Return when a file was written; infinity if a worker has taken it since."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return math.inf


def _files(names: list[str]) -> dict[str, int]:
    options: dict[str, Any] = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    folder = Path(options["data_folder_in"])
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise BrokerError(f"The folder of messages cannot be used: {folder}")
    files = [path.name for path in folder.iterdir()]
    return {name: sum(file.endswith(f".{name}.msg") for file in files) for name in names}
