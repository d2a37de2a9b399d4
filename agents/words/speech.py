"""Sentences in the reader's language: their English is looked up before values are filled in.

Translation is optional: without `translate_by`, everything is said in English.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from agents.sizes import MIB, size_text

Catalogue = Mapping[str, str | Callable[..., str]]
"""Sentences by their codes: each with fields for its values, or a function that computes it."""

THINGS = {
    f"{one}s": (f"{{count}} {one}", f"{{count}} {one}s")
    for one in (
        "day", "entrant", "game", "host", "hour", "line", "migration", "minute", "more game",
        "more owner", "pair", "pairing", "question", "rated game", "record", "round",
    )
}  # fmt: skip
"""The texts for one thing and for many, by the plural."""

_FIELD = re.compile(r"\{(\w+)(?::([^{}]+))?\}")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SAMPLE = "1,000.5"
_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def _chosen(one: str, many: str, number: float) -> str:
    return one if number == 1 else many


@dataclass
class _Reader:
    look_up: Callable[[str], str] = str
    choose: Callable[[str, str, float], str] = _chosen


_READER = _Reader()


def translate_by(
    look_up: Callable[[str], str] = str, choose: Callable[[str, str, float], str] = _chosen
) -> None:
    """Translate with these from now on: `look_up` for a text, `choose` for singular and plural."""
    _READER.look_up, _READER.choose = look_up, choose


def say(english: str, /, **values: object) -> str:
    """Return a sentence with its values: `{name}` is a field, `{size:mib}` one with a format.

    A format is one of FORMATS, or else Python's for a number: `{seconds:.3f}`. What the values
    hold is never looked at: a brace in a name is a brace.
    """
    return _filled(_READER.look_up(english), values)


def say_count(one: str, many: str, /, count: float, **values: object) -> str:
    """Return the same for a number of things: `one` or `many`. Both may hold `{count}`."""
    said = _READER.choose(one, many, count)
    return _filled(said, {"count": number(count), **values})


def said(text: str) -> str:
    """Return the translation of an English text of the program's own; its numbers stay the same.

    A text without a translation stays English.
    """
    figures = enumerate(_NUMBER.findall(text), start=1)
    numbers = {str(place): figure for place, figure in figures}
    return _filled(_READER.look_up(pattern(text)), numbers)


def pattern(text: str) -> str:
    """Return the text with a field in place of each number, in their order: Round {1}."""
    places = iter(range(1, len(text) + 1))
    return _NUMBER.sub(lambda _found: f"{{{next(places)}}}", text)


def number(value: float, form: str = ",") -> str:
    """Return a number as the reader writes it: 1,000.5. `form` is a format of Python's."""
    text, sample = format(value, form), _READER.look_up(_SAMPLE)
    return text.translate(str.maketrans(",.", sample[1] + sample[5]))


def count(things: str, number: float) -> str:
    """Return 1 game, 2 games, or 1,000 games; `things` is a plural of THINGS."""
    return say_count(*THINGS[things], number)


def mebibytes(count: int) -> str:
    """Return a number of bytes in MiB, with at most two decimals: 10 MiB, 11.77 MiB."""
    return f"{number(round(count / MIB, 2), 'g')} MiB"


def listed(names: Iterable[object]) -> str:
    """Return the names, separated by commas."""
    return ", ".join(map(str, names))


def together(names: Iterable[str]) -> str:
    """Return the names as one enumeration: A, B and C."""
    *others, last = [*names] or [""]
    return say("{others} and {last}", others=listed(others), last=last) if others else last


def ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    ending = "th" if number % 100 in (11, 12, 13) else ending
    return said(f"{number}{ending}")


def moment(written: str) -> str:
    """Return a stored moment as text for people."""
    at = datetime.fromisoformat(written)
    return say("{day} at {time} UTC", day=f"{at:%Y-%m-%d}", time=f"{at:%H:%M}")


def short(seconds: float) -> str:
    """Return a span of time in one short unit: 40 s, 3 min, 5 h, 2 days."""
    whole = max(0, int(seconds))
    for size, unit in ((_DAY, "days"), (_HOUR, "h"), (_MINUTE, "min")):
        if whole >= 2 * size:
            return said(f"{whole // size} {unit}")
    return said(f"{whole} s")


def lasting(seconds: float) -> str:
    """Return a duration in one rounded unit: about 5 minutes, about 3 hours, about 2 days."""
    if seconds < _MINUTE:
        return say("less than a minute")
    duration = count("days", round(seconds / _DAY))
    if seconds < 2 * _HOUR:
        duration = count("minutes", round(seconds / _MINUTE))
    elif seconds < 2 * _DAY:
        duration = count("hours", round(seconds / _HOUR))
    return say("about {duration}", duration=duration)


FORMATS: dict[str, Callable[[Any], str]] = {
    "": str,
    "repr": repr,
    "list": listed,
    "all": together,
    "said": said,
    "mib": mebibytes,
    "size": size_text,
    "ordinal": ordinal,
    "moment": moment,
    "short": short,
    "lasting": lasting,
    **{things: partial(count, things) for things in THINGS},
}
"""How a value is written in its field; other formats are Python's, for numbers."""


def _filled(template: str, values: Mapping[str, object]) -> str:
    return _FIELD.sub(lambda field: _written(field, values), template)


def _written(field: re.Match[str], values: Mapping[str, Any]) -> str:
    name, form = field.groups(default="")
    if name not in values:
        return field[0]
    return FORMATS[form](values[name]) if form in FORMATS else number(values[name], form)
