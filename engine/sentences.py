"""Sentences as codes with values, which programs read, and their English, which people read.

A sentence is plain data: `{"code": "wins", "params": {"seats": [0]}}`. A value is a number, a text,
a list of seats, another sentence or a list of sentences. `SHARED` has the English of the codes that
several games need; the module `text` of a game adds its own.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

Sentence = dict[str, Any]

SHARED: Final[Mapping[str, str]] = {
    "cause-result": "{cause}: {result}",
    "result-cause": "{result}: {cause}",
    "wins": "{seats} wins",
    "wins-together": "{seats} win",
    "surrender": "{seats} forfeits, {winners} wins",
    "no-stone-left": "{seats} has no stone left",
    "rank-shared": "{seats} share rank {rank}",
}

RACES: Final[Mapping[str, str]] = {
    "race-capture": "capturing a piece of {captured}",
    "race-again": "with another throw",
    "race-stuck": "and no piece can move",
    "race-only": "Only one piece can move",
}
"""What the actions and throws of races mean, in words (`engine.words`)."""

_FIELD: Final = re.compile(r"\{(\w+)(?::said)?\}")


def sentence(code: str, /, **params: Any) -> Sentence:
    """Return a sentence by its code and its values."""
    return {"code": code, "params": params}


def of_seats(code: str, seats: Sequence[int], /, **params: Any) -> Sentence:
    """Return a sentence about seats; for several of them the code ends in `-together`."""
    together = "" if len(seats) == 1 else "-together"
    return sentence(f"{code}{together}", seats=list(seats), **params)


def surrender(loser: int) -> Sentence:
    """Return how a game of two seats ended when this one gave up."""
    return sentence("surrender", seats=[loser], winners=[1 - loser])


def seat_names(seats: Sequence[int]) -> str:
    """Return seats by their numbers: seat 0; seats 0, 1 and 3."""
    return f"seat{'s' if len(seats) > 1 else ''} {enumeration([str(seat) for seat in seats])}"


def enumeration(names: Sequence[str]) -> str:
    """Return names as English joins them: A, B and C."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def capitalised(text: str) -> str:
    """Return a text with a capital at its start."""
    return text[:1].upper() + text[1:]


def say(template: str, /, **values: object) -> str:
    """Return a template with values in its fields: `{seeds}`, and `{colour:said}` for a word.

    A function of the same form that translates templates and words can stand in for this one.
    """
    return _FIELD.sub(lambda field: str(values[field[1]]), template)


class Writer:
    """Writes sentences: `templates` are by code, and `name_seats` names the seats in a list.

    `translate` is `say`, or a function of its form that knows another language.
    """

    def __init__(
        self,
        templates: Mapping[str, str],
        name_seats: Callable[[Sequence[int]], str] = seat_names,
        translate: Callable[..., str] = say,
    ) -> None:
        self._templates = templates
        self._name_seats = name_seats
        self._translate = translate

    def whole(self, written: Sentence) -> str:
        """Return a sentence with a capital and a full stop."""
        return f"{capitalised(self.part(written))}."

    def part(self, written: Sentence) -> str:
        """Return a sentence as it stands inside another one."""
        values = {name: self._value(value) for name, value in written["params"].items()}
        return self._translate(self._templates[written["code"]], **values)

    def _value(self, value: Any) -> Any:
        if isinstance(value, dict):
            return self.part(value)
        if not isinstance(value, list):
            return value
        if isinstance(value[0], int):
            return self._name_seats(value)
        return ", ".join([self.part(inner) for inner in value])
