"""Django's cache in Redis; the site keeps working while Redis is down.

Nothing in the cache must last: rate limits, failed attempts to log in, and locks for computing
leaderboards. Until Redis is back, each process keeps its own.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

logger = logging.getLogger(__name__)

SAID_EVERY = 60.0
"""Seconds between two log lines that Redis is down."""

SECONDS = 1.0
"""The most seconds that Redis may take to answer before it counts as down."""


def _patient(what: str) -> Callable[..., Any]:
    def ask(self: "PatientRedisCache", *args: Any, **kwargs: Any) -> Any:
        try:
            return getattr(RedisCache, what)(self, *args, **kwargs)
        except RedisError as error:
            self.say(error)
            return getattr(self.alone, what)(*args, **kwargs)

    return ask


class PatientRedisCache(RedisCache):
    """Use Redis, or this process's own memory while Redis does not answer."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        waits = {"socket_timeout": SECONDS, "socket_connect_timeout": SECONDS}
        super().__init__(server, params | {"OPTIONS": waits | params.get("OPTIONS", {})})
        self.alone = LocMemCache(f"without {server}", params)
        self._said = -SAID_EVERY

    def say(self, error: Exception) -> None:
        """Log that Redis is down, at most once in `SAID_EVERY` seconds."""
        if time.monotonic() - self._said >= SAID_EVERY:
            self._said = time.monotonic()
            logger.warning("the cache does without Redis: %s", error)

    add = _patient("add")
    get = _patient("get")
    set = _patient("set")
    touch = _patient("touch")
    delete = _patient("delete")
    get_many = _patient("get_many")
    has_key = _patient("has_key")
    incr = _patient("incr")
    set_many = _patient("set_many")
    delete_many = _patient("delete_many")
    clear = _patient("clear")
