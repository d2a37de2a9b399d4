"""Texts that are made once and shared by all readers, through the cache."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.utils.translation import get_language

SECONDS = 3600
"""How long a text is kept after it was made."""

BUSY_SECONDS = 10
"""Seconds after which a process that makes a text counts as gone."""


BRIEF_SECONDS = 4
"""How old a text may be that changes all the time; pages ask for updates as often."""


@dataclass(frozen=True)
class Shared:
    """A text, and the mark of what it was made from."""

    mark: str
    text: str


def shared(name: str, mark: str, make: Callable[[], str]) -> Shared:
    """Return the text of this name and mark in the reader's language, made if it is not cached.

    While one process makes it, the others get the last text of this name, if there is one. A text
    replaces the one before it, so that only one is kept for each name and language.
    """
    name = f"{name}:{get_language()}"
    last = _last(name)
    if last is not None and last.mark == mark:
        return last
    if cache.add(f"{name}:busy", True, timeout=BUSY_SECONDS):
        try:
            return _made(name, mark, make)
        finally:
            cache.delete(f"{name}:busy")
    return Shared(mark, make()) if last is None else last


def brief(name: str, now: datetime, make: Callable[[], str]) -> str:
    """Return the text of this name, made within the last `BRIEF_SECONDS`."""
    return shared(name, str(int(now.timestamp()) // BRIEF_SECONDS), make).text


def _last(name: str) -> Shared | None:
    cached = cache.get(name)
    return None if cached is None else Shared(*cached)


def _made(name: str, mark: str, make: Callable[[], str]) -> Shared:
    text = make()
    cache.set(name, (mark, text), timeout=SECONDS)
    return Shared(mark, text)
