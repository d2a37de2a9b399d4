"""Counters that all processes of the site share, each for a limited time."""

from django.core.cache import cache


def one_more(key: str, *, seconds: float, step: int = 1) -> int:
    """Return the count after this step; it starts again `seconds` after its first step."""
    cache.add(key, 0, timeout=seconds)
    try:
        return cache.incr(key, step)
    except ValueError:  # it ran out between the two
        cache.set(key, max(step, 0), timeout=seconds)
        return max(step, 0)
