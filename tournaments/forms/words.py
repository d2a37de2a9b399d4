"""How time controls and options are written for people."""

from collections.abc import Mapping
from typing import Any

from agents.clock import TimeControl


def label(name: str) -> str:
    """The name of an option for people."""
    return name.replace("_", " ").capitalize()


def describe(control: TimeControl) -> str:
    """A time control in one sentence."""
    cap = "" if control.per_action is None else f"; at most {control.per_action:g} s for one action"
    return (
        f"{control.bank:g} s for the whole game and {control.increment:g} s more "
        f"after each action{cap}."
    )


def options_stated(options: Mapping[str, Any]) -> str:
    """The options of a variant or a format with their values, as one line."""
    words = {True: "yes", False: "no"}
    return ", ".join(
        f"{label(name).lower()} {words[value] if isinstance(value, bool) else value}"
        for name, value in options.items()
    )
