"""Django's cache in Redis, without which the site goes on while Redis is away.

Nothing that counts is in the cache: what one may do how often, failed attempts to log in, and who
computes a leaderboard now. Until Redis is back each process keeps these for itself.
"""

import logging
import time
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

logger = logging.getLogger(__name__)

SAID_EVERY = 60.0
"""Seconds between two lines in the log that say so."""

SECONDS = 1.0
"""What Redis may take to answer before it counts as away."""


class Cache(RedisCache):
    """Asks Redis, and while it does not answer this process's own memory."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        waits = {"socket_timeout": SECONDS, "socket_connect_timeout": SECONDS}
        super().__init__(server, params | {"OPTIONS": waits | params.get("OPTIONS", {})})
        self._alone = LocMemCache(f"without {server}", params)
        self._said = -SAID_EVERY

    def _ask(self, what: str, *args: Any, **kwargs: Any) -> Any:
        try:
            return getattr(super(), what)(*args, **kwargs)
        except RedisError as error:
            self._say(error)
            return getattr(self._alone, what)(*args, **kwargs)

    def _say(self, error: Exception) -> None:
        if time.monotonic() - self._said >= SAID_EVERY:
            self._said = time.monotonic()
            logger.warning("the cache does without Redis: %s", error)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask("add", *args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("get", *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._ask("set", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask("touch", *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask("delete", *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return self._ask("get_many", *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask("has_key", *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> int:
        return self._ask("incr", *args, **kwargs)

    def set_many(self, *args: Any, **kwargs: Any) -> list[Any]:
        return self._ask("set_many", *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._ask("delete_many", *args, **kwargs)

    def clear(self) -> None:
        self._ask("clear")
