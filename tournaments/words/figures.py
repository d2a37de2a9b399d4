"""How numbers, sizes and moments read inside a sentence."""

from datetime import datetime

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def count(number: int, word: str) -> str:
    """1 game, 2 games, 1,000 games."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def moment(written: str) -> str:
    """A moment as it is stored, for people."""
    return f"{datetime.fromisoformat(written):%Y-%m-%d at %H:%M} UTC"


def lasting(seconds: float) -> str:
    """A duration in one rounded unit: about 5 minutes, about 3 hours, about 2 days."""
    if seconds < _MINUTE:
        return "less than a minute"
    unit, word = (_MINUTE, "minute") if seconds < 2 * _HOUR else (_HOUR, "hour")
    unit, word = (unit, word) if seconds < 2 * _DAY else (_DAY, "day")
    return f"about {count(round(seconds / unit), word)}"
