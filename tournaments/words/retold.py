"""What workers have said in English, said again in the reader's language.

Stored faults are the same for all readers. So their sentences are recognised by their forms, which
are looked up like any other text.
"""

import re
from functools import cache

from agents.words.speech import number, said, say

FAULTS = (
    "It broke the protocol: it names no games, or games or options not known here.",
    "It broke the protocol: {got} came in place of {wanted}.",
    "It broke the protocol: {how}.",
    "the answer has no known type; known are {known}",
    "the answer has an unknown member {name}",
    "the answer is not JSON ({why})",
    "the answer contains {name}, which is not JSON",
    "the answer has an integer of more than {most} digits",
    "{member} must be text",
    "{member} must be an integer",
    "the notation has more than {most} characters",
    "'kind' must be one of {known}",
    "It did not answer within {seconds} s.",
    "It did not start within its {seconds} s.",
    "It did not answer within {seconds} s, the most allowed.",
    "It used up its time: {seconds} s were left in its bank.",
    "It did not notice the end of the game within {seconds} s.",
    "It answered turn {answered} in turn {turn}.",
    "It answered without being asked, or twice.",
    "It used {cpu} s of CPU time while it was stopped.",
    "It made more than {most} files in /tmp.",
    "It used more than {limit} of memory.",
    "It put more than {limit} into /tmp.",
    "It used more than {seconds} s of CPU time.",
    "Its answer is longer than {limit}.",
    "It printed more than {limit}.",
    "It closed the descriptor of its answers.",
    "Its process ended early with status {status}.",
    "Its process was ended by {signal}.",
    "It answered {notation}, which is no action of {game}.",
    "It chose {tried}, which is not allowed here.",
    "bot.py defines no class that derives from agents.sdk.Bot.",
    "bot.py has more than one bot: {several}; keep one.",
    "{bot} has no method choose(self, state, clock).",
    "{bot}.games must be a list of ids, as {example}.",
    "{bot}.games is empty; name a game or leave it out.",
    "{bot}.games has more than {most} entries.",
    "{bot}.games has an entry of {found} characters; {most} are allowed.",
    "{bot}.games names {game}: no game {named}: the games are {known}.",
    "{bot}.games names {game}: {named} has no option {option}: its options are {known}.",
    "{bot}.games names {game}: option {option} is not allowed: it must be {known}.",
    "{bot}.games names {game}: {text}: write a variant as {form} or {example}.",
    "choose() returned {action}; it must return one of state.legal_actions(), {rest}.",
    "the notation of one, or RESIGN",
    "choose() returned a number far beyond any action.",
    "importing bot.py raised {name}.",
    "unpacking the archive raised {name}.",
    "{step} raised {name}.",
)
"""Sentences of `agents.words` that a fault keeps, and what the program around a bot says."""

_WITH_WORDS = {"how", "game", "rest"}
"""Fields that hold words of the platform; what stands in the others is a bot's or a host's."""

_JOINTS = (": ", "; ", ", ")
_DECIMAL = re.compile(r"\d+\.\d+")


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


def _told(form: str, found: dict[str, str]) -> str:
    if say(form) == form:
        return say(form, **found)
    return say(form, **{name: _value(name, text) for name, text in found.items()})


def _value(name: str, text: str) -> str:
    if _DECIMAL.fullmatch(text):
        return number(float(text), f".{len(text.partition('.')[2])}f")
    return retold(said(text)) if name in _WITH_WORDS else text


def _as_begun(text: str, told: str) -> str:
    """With a capital where the English begins with one."""
    return told[0].upper() + told[1:] if text[0].isupper() else told


@cache
def _known() -> list[tuple[str, "re.Pattern[str]"]]:
    return [(form, _shape(form)) for form in FAULTS]


def _shape(form: str) -> "re.Pattern[str]":
    parts = re.split(r"\{(\w+)\}", form)
    texts = [re.escape(part) for part in parts[::2]]
    fields = [f"(?P<{name}>.+)" for name in parts[1::2]]
    joined = "".join(one for pair in zip(texts, [*fields, ""], strict=True) for one in pair)
    return re.compile(joined, re.IGNORECASE | re.DOTALL)
