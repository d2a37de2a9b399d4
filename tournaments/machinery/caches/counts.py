"""Counters that all processes of the site share, each for a limited time."""

from django.core.cache import cache


def one_more(key: str, *, seconds: float) -> int:
    """Return the count with this one; it starts again `seconds` after its first."""
    cache.add(key, 0, timeout=seconds)
    try:
        return cache.incr(key)
    except ValueError:  # it ran out between the two
        cache.set(key, 1, timeout=seconds)
        return 1
