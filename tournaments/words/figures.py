"""How numbers, sizes and moments read inside a sentence."""

from datetime import datetime

from agents.words.speech import said, say, say_count

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def count(number: int, word: str) -> str:
    """1 game, 2 games, 1,000 games."""
    return say_count(f"{{count}} {word}", f"{{count}} {word}s", number)


def moment(written: str) -> str:
    """A moment as it is stored, for people."""
    at = datetime.fromisoformat(written)
    return say("{day} at {time} UTC", day=f"{at:%Y-%m-%d}", time=f"{at:%H:%M}")


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    ending = "th" if number % 100 in (11, 12, 13) else ending
    return said(f"{number}{ending}")


def short(seconds: float) -> str:
    """A span of time in one short unit: 40 s, 3 min, 5 h, 2 days."""
    whole = max(0, int(seconds))
    for size, unit in ((_DAY, "days"), (_HOUR, "h"), (_MINUTE, "min")):
        if whole >= 2 * size:
            return said(f"{whole // size} {unit}")
    return said(f"{whole} s")


def lasting(seconds: float) -> str:
    """A duration in one rounded unit: about 5 minutes, about 3 hours, about 2 days."""
    if seconds < _MINUTE:
        return say("less than a minute")
    duration = count(round(seconds / _DAY), "day")
    if seconds < 2 * _HOUR:
        duration = count(round(seconds / _MINUTE), "minute")
    elif seconds < 2 * _DAY:
        duration = count(round(seconds / _HOUR), "hour")
    return say("about {duration}", duration=duration)
