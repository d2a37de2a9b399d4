"""Sentences in the reader's language: their English is looked up before values are filled in.

Nobody has to look anything up: without `translate_by` all is said in English.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from agents.sizes import MIB

Catalogue = Mapping[str, Callable[..., str]]
"""Sentences by their codes; each is made from its values."""

_FIELD = re.compile(r"\{(\w+)\}")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SAMPLE = "1,000.5"


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
    """Say from now on what these two return: for an English text, and for its two numbers."""
    _READER.look_up, _READER.choose = look_up, choose


def say(english: str, /, **values: object) -> str:
    """A sentence with its values; a field of it is a name in braces.

    What the values hold is never looked at: a brace in a name is a brace.
    """
    return _filled(_READER.look_up(english), values)


def say_count(one: str, many: str, /, count: float, **values: object) -> str:
    """The same for a number of things: `one` of them, or `many`. Both may hold `{count}`."""
    said = _READER.choose(one, many, count)
    return _filled(said, {"count": number(count), **values})


def number(value: float, form: str = ",") -> str:
    """A number as the reader writes it: 1,000.5. `form` is a format of Python's."""
    text, sample = format(value, form), _READER.look_up(_SAMPLE)
    return text.translate(str.maketrans(",.", sample[1] + sample[5]))


def mebibytes(count: int) -> str:
    """A number of bytes in MiB, with two decimals at the most: 10 MiB, 11.77 MiB."""
    return f"{number(round(count / MIB, 2), 'g')} MiB"


def said(text: str) -> str:
    """A text of the program's own that stands somewhere as English; its numbers stay as they are.

    A text that nobody has translated stays English.
    """
    found = _NUMBER.findall(text)
    fields = {str(place): one for place, one in enumerate(found, start=1)}
    return _filled(_READER.look_up(pattern(text)), fields)


def pattern(text: str) -> str:
    """The text with a field for each number in it, in their order: Round {1}."""
    places = iter(range(1, len(text) + 1))
    return _NUMBER.sub(lambda _found: f"{{{next(places)}}}", text)


def listed(names: Iterable[str]) -> str:
    """What is allowed, one after the other."""
    return ", ".join(names)


def _filled(template: str, values: dict[str, object]) -> str:
    return _FIELD.sub(lambda field: str(values.get(field[1], field[0])), template)
