"""How time controls and options are written for people."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from agents.terms.clock import TimeControl
from agents.words.speech import number, said, say

TIME_CONTROLS = {
    "bullet": _("Bullet"),
    "blitz": _("Blitz"),
    "rapid": _("Rapid"),
    "classical": _("Classical"),
}
"""The presets of time controls, as people read their names."""


def label(name: str) -> str:
    """The name of an option for people."""
    return name.replace("_", " ").capitalize()


def describe(control: TimeControl) -> str:
    """A time control in one sentence."""
    cap = ""
    if control.per_action is not None:
        cap = say("; at most {seconds} s for one action", seconds=number(control.per_action, "g"))
    return say(
        "{bank} s for the whole game and {increment} s more after each action{cap}.",
        bank=number(control.bank, "g"),
        increment=number(control.increment, "g"),
        cap=cap,
    )


def options_stated(options: Mapping[str, Any]) -> str:
    """The options of a variant or a format with their values, on one line."""
    return ", ".join(
        f"{said(label(name).lower())} {value_stated(value)}" for name, value in options.items()
    )


def value_stated(value: object) -> str:
    """The value of an option, as a word."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return said(str(value))
