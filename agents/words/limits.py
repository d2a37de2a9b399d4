"""Why a limit or a time control is refused."""

from __future__ import annotations

from collections.abc import Sequence


def unknown_limit(name: str, known: Sequence[str]) -> str:
    """A limit that there is not."""
    return f"There is no limit {name!r}; the limits are {', '.join(known)}."


def no_amount(name: str, units: Sequence[str], text: str) -> str:
    """A text that is no amount; without `units` the limit is a plain number."""
    allowed = f", with {', '.join(units)} or none" if units else ""
    return f"The limit {name} must be a whole number{allowed}, not {text!r}."


def too_low(name: str, least: int, value: object) -> str:
    """A value that no limit can have."""
    return f"The limit {name} must be a whole number of at least {least}, not {value!r}."


def not_positive(name: str, seconds: float) -> str:
    """A part of a time control that must take time."""
    return f"{name} must be more than 0 seconds, not {seconds}"


def negative(name: str, seconds: float) -> str:
    """A part of a time control that must not be negative."""
    return f"{name} must be 0 seconds or more, not {seconds}"
