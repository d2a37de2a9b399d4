"""What the engine has said in English, said again in the reader's language.

The engine knows no languages, and films and pictures are the same for all readers.
So their sentences are recognised by their forms, which are looked up like any other text.
`static/kauri/words.js` does the same for films, with the forms and shapes that the page carries.
"""

import re
from functools import cache
from html import escape, unescape

from agents.terms import faults
from agents.words.speech import said, say, together

COLOURS = (
    "blue", "orange", "green", "purple", "red", "yellow", "white", "turquoise", "black",
    "red and yellow", "blue and green",
)  # fmt: skip
TALLIES = ("{n} seeds", "{n} seed", "{n} stones", "{n} stone", "{n} captured", "{n} home")
MARKS = ("capture", "again", "fault", "mistake")
ENDS = (
    "{who} wins",
    "{who} win",
    "a draw",
    "{who} forfeits",
    "{who} forfeit",
    "{who} cannot move",
    "{who} has no stone left",
    "{who} have no stone left",
    "{who} share the first place",
    "{who} has rank {n}",
    "{who} share rank {n}",
    "a row is empty",
    "no seed entered a store in {n} actions",
    "a draw, {n} seeds each",
    "{who} wins by {n} seeds to {m}",
    "it has reached {square}",
    "no stone left the board in {n} actions",
    "the others have left the board",
    "{who} wins with {n} captured",
    "{who} win with {n} captured",
    "all {n} throws are made",
    "{who} forfeits, and nobody else is left",
    "all places but the last are decided",
    "all its pieces are home",
    "both colours are home",
    "{n} throws are over",
    "{who} is the last one left and takes rank {n}",
    "its four pieces came home first",
)
"""The parts of what the engine says of how a game ended, with colours for seats."""

VERDICTS = (
    "rules, dice and result hold ({n} events)",
    "rules and result hold ({n} events)",
    "dice unchecked, no seed yet",
    "refused",
    "refused at event {n}",
    "the record stops before the game is over",
    "the hash of the final state is not the recorded one",
)
"""The parts of what the engine says of a record that it has replayed."""

PICTURES = (
    "Pit {pit}", "Store of {who}", "Square {n}", "Goal square of {who}", "Yard of {who}", "Die",
    "Throw", "to be thrown", "to come", "Stone {n} of {who} on {square}", "{who} stone on {square}",
    "{who} has captured {n}", "{who} piece {n}", "Piece {n} of {who}", "in the yard",
    "on a goal square", "on square {n}", "single on {square}", "double on {square}",
    "to enter",
)  # fmt: skip
"""The parts of what pictures of boards tell of a thing."""

OPENING_NAME = "Opening tournament"
"""What the names of the tournaments begin with that a new site holds first."""

NAMES = ("Trial of {challenger} against {incumbent}", "Ladder: {variant}")
"""The names of tournaments that the site begins by itself."""

KINDS = (*faults.KINDS, faults.RESIGNED, "abandoned")
FORMS = (*NAMES, *COLOURS, *TALLIES, *MARKS, *KINDS, *ENDS, *VERDICTS, *PICTURES)
OF_FILMS = (*COLOURS, *TALLIES, *MARKS, *KINDS, *ENDS)
"""The forms that scripts meet in films."""

WHO = r"[a-z]+(?:(?:, | and )[a-z]+)*"
"""Seats by their colours."""

SHAPES = {"who": WHO, "n": r"\d+", "m": r"\d+", "square": r"[a-z]\d", "pit": "[A-L]"}
"""What may stand in a field, as a pattern that scripts understand as well."""

_WITH_WORDS = {"variant"}
"""Fields that hold words of the platform; what stands in the others is a bot's or a host's."""

_JOINTS = (": ", "; ", ", ")
_TITLE = re.compile("(?<=<title>)[^<]+")


def retold(text: str) -> str:
    """A sentence that stands in English, in the reader's language; what nobody knows stays."""
    for form, shape in _known():
        if found := shape.fullmatch(text):
            return _as_begun(text, _told(form, found.groupdict()))
    if text.endswith("."):
        return f"{retold(text[:-1])}."
    for joint in _JOINTS:
        first, _joint, rest = text.partition(joint)
        if rest:
            return f"{retold(first)}{joint}{retold(rest)}"
    return text


def titled(drawing: str) -> str:
    """A drawing whose titles tell of its things in the reader's language."""
    return _TITLE.sub(lambda found: escape(retold(unescape(found[0]))), drawing)


def colours(text: str) -> str:
    """Colours of seats as they begin a German sentence or stand in one: Rot und Gelb."""
    return together(said(one).capitalize() for one in re.split(", | and ", text.lower()))


def _told(form: str, found: dict[str, str]) -> str:
    if say(form) == form:
        return say(form, **found)
    return say(form, **{name: _value(name, text) for name, text in found.items()})


def _value(name: str, text: str) -> str:
    if name == "who":
        return colours(text)
    return retold(said(text)) if name in _WITH_WORDS else text


def _as_begun(text: str, told: str) -> str:
    """With a capital where the English begins with one."""
    return told[0].upper() + told[1:] if text[0].isupper() else told


@cache
def _known() -> list[tuple[str, "re.Pattern[str]"]]:
    return [(form, _shape(form)) for form in FORMS]


def _shape(form: str) -> "re.Pattern[str]":
    parts = re.split(r"\{(\w+)\}", form)
    texts = [re.escape(part) for part in parts[::2]]
    fields = [f"(?P<{name}>{SHAPES.get(name, '.+')})" for name in parts[1::2]]
    joined = "".join(one for pair in zip(texts, [*fields, ""], strict=True) for one in pair)
    return re.compile(joined, re.IGNORECASE | re.DOTALL)
