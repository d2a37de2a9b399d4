"""What a bot's process may reply, and how the referee reads it (the protocol: docs/40).

Nothing that comes from a bot is trusted: `parse_reply` accepts exactly the replies below, and
nothing similar.
"""

import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeVar

from agents import complaints
from agents.inside.protocol import (
    DETAIL_CHARACTERS,
    INTEGER_DIGITS,
    NOTATION_CHARACTERS,
    NOTE_CHARACTERS,
    REPORTABLE,
    SUMMARY_CHARACTERS,
    VALUE_CHARACTERS,
)
from agents.terms import repertoire
from agents.words import CodedError, Sentence

# Overrides of the writing direction could make a line look like another one.
_DIRECTION = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class ProtocolError(CodedError):
    """A line that is no valid message; the sentence explains why to the bot's author."""


@dataclass(frozen=True)
class Ready:
    """The bot's process runs, before any of the bot's own code; `nonce` is the one it was sent."""

    protocol: int
    nonce: str


@dataclass(frozen=True)
class BotManifest:
    """The bot is loaded; `games` are what it says it plays, as `repertoire` reads them."""

    games: tuple[str, ...]


@dataclass(frozen=True)
class Started:
    """The bot is ready for its first turn."""


@dataclass(frozen=True)
class Answer:
    """The action chosen in a turn, as an integer or in notation, with the bot's note on it."""

    turn: int
    action: int | str
    note: str


@dataclass(frozen=True)
class Resigned:
    """The bot gives the game up in this turn."""

    turn: int


@dataclass(frozen=True)
class Finished:
    """The bot knows that the game is over."""


@dataclass(frozen=True)
class Complaint:
    """The bot's own side reports its failure; `kind` is one of `REPORTABLE`.

    `code` is a sentence of `agents.complaints` with exactly its `values`, or empty.
    """

    kind: str
    summary: str
    detail: str
    code: str = ""
    values: dict[str, int | str] = field(default_factory=dict)

    @property
    def sentence(self) -> Sentence | str:
        """The sentence of the code, or the bot's own summary."""
        return Sentence(self.code, **self.values) if self.code else self.summary


Reply = Ready | BotManifest | Started | Answer | Resigned | Finished | Complaint
R = TypeVar("R", bound=Reply)


def parse_reply(line: bytes) -> Reply:
    """Return the reply in a line. Raises ProtocolError for anything that is not exactly a reply."""
    if ordinary := _ORDINARY.fullmatch(line):
        turn, action, note = ordinary.groups()
        return Answer(int(turn), int(action), note.decode())
    message = _strict_json(line)
    if not isinstance(message, dict):
        raise ProtocolError("answer-no-object")
    kind = message.get("type")
    read = _READERS.get(kind) if isinstance(kind, str) else None
    if read is None:
        raise ProtocolError("answer-unknown-type", known=list(_READERS))
    reply = read(message)
    allowed = {"type", *vars(reply)}
    if extra := set(message) - allowed:
        raise ProtocolError("answer-unknown-member", name=clean(min(extra), characters=50))
    return reply


def clean(text: str, *, characters: int) -> str:
    """Return the text without control characters, surrogates and direction overrides, cut.

    Line feeds and tabs stay. A text that is cut keeps its first part and ends with an ellipsis;
    the result never has more than `characters` characters.
    """
    if len(text) <= characters and text.isprintable():
        return text
    visible = "".join(filter(shows, text[: characters * 2].replace("\r\n", "\n"))).strip("\n")
    if len(visible) <= characters and len(text) <= characters * 2:
        return visible
    return visible[: characters - 1] + "…"


def shows(character: str) -> bool:
    """Tell whether a page can show a character: no control, surrogate or direction override."""
    if character in "\n\t":
        return True
    return unicodedata.category(character) not in ("Cc", "Cs") and character not in _DIRECTION


def _strict_json(line: bytes) -> Any:
    try:
        return _DECODER.decode(line.decode())
    except UnicodeDecodeError:
        raise ProtocolError("answer-not-utf8") from None
    except json.JSONDecodeError as error:
        raise ProtocolError("answer-not-json", why=error.msg) from None
    except RecursionError:
        raise ProtocolError("answer-too-deep") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    message = dict(pairs)
    if len(message) != len(pairs):
        raise ProtocolError("answer-member-twice")
    return message


def _refuse_constant(name: str) -> NoReturn:
    raise ProtocolError("answer-no-number", name=name)


def _refuse_float(_: str) -> NoReturn:
    raise ProtocolError("answer-fraction")


def _short_int(digits: str) -> int:
    if len(digits.lstrip("-")) > INTEGER_DIGITS:
        raise ProtocolError("answer-long-integer", most=INTEGER_DIGITS)
    return int(digits)


# Most replies are answers as the harness writes them, with nothing in the note to clean. Reading
# those as JSON takes five times as long, and is on no bot's clock.
_NUMBER = rb"(0|[1-9][0-9]{0,8})"
_PLAIN = rb"([ !#-\[\]-~]{0," + str(NOTE_CHARACTERS).encode() + rb"})"
_ORDINARY = re.compile(
    rb'\{"type":"action","turn":' + _NUMBER + rb',"action":' + _NUMBER
    + rb',"note":"' + _PLAIN + rb'"\}'
)  # fmt: skip

# Made once: json.loads would make a decoder for every message.
_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_constant=_refuse_constant,
    parse_float=_refuse_float,
    parse_int=_short_int,
)


def _text(message: dict[str, Any], name: str, characters: int) -> str:
    value = message.get(name)
    if not isinstance(value, str):
        raise ProtocolError("answer-no-text", member=name)
    return clean(value, characters=characters)


def _integer(message: dict[str, Any], name: str) -> int:
    value = message.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ProtocolError("answer-no-integer", member=name)
    return value


def _read_ready(message: dict[str, Any]) -> Ready:
    return Ready(_integer(message, "protocol"), _text(message, "nonce", 100))


def _read_manifest(message: dict[str, Any]) -> BotManifest:
    games = message.get("games")
    if not isinstance(games, list) or len(games) > repertoire.MOST:
        raise ProtocolError("answer-no-games", most=repertoire.MOST)
    if not all(isinstance(game, str) and 0 < len(game) <= repertoire.CHARACTERS for game in games):
        raise ProtocolError("answer-no-ids", most=repertoire.CHARACTERS)
    return BotManifest(tuple(clean(game, characters=repertoire.CHARACTERS) for game in games))


def _read_answer(message: dict[str, Any]) -> Answer:
    action = message.get("action")
    if isinstance(action, str) and len(action) > NOTATION_CHARACTERS:
        raise ProtocolError("answer-long-notation", most=NOTATION_CHARACTERS)
    if isinstance(action, bool) or not isinstance(action, int | str):
        raise ProtocolError("answer-no-action")
    return Answer(_integer(message, "turn"), action, _text(message, "note", NOTE_CHARACTERS))


def _read_complaint(message: dict[str, Any]) -> Complaint:
    kind = _text(message, "kind", 20)
    if kind not in REPORTABLE:
        raise ProtocolError("answer-unknown-kind", known=sorted(REPORTABLE))
    summary = " ".join(_text(message, "summary", SUMMARY_CHARACTERS).split())
    if not summary:
        raise ProtocolError("answer-no-summary")
    detail = _text(message, "detail", DETAIL_CHARACTERS)
    code, values = _coded(message.get("code"), message.get("values"))
    return Complaint(kind, f"{summary.rstrip('.')}.", detail, code, values)


def _coded(code: object, values: object) -> tuple[str, dict[str, int | str]]:
    """Return the code and values of a complaint's sentence; none if they do not fit exactly."""
    if not (isinstance(code, str) and code in complaints.SENTENCES and isinstance(values, dict)):
        return "", {}
    if {name: type(value) for name, value in values.items()} != complaints.fields(code):
        return "", {}
    texts = {name: value for name, value in values.items() if isinstance(value, str)}
    if max(map(len, texts.values()), default=0) > VALUE_CHARACTERS:
        return "", {}
    return code, values | {
        name: " ".join(clean(text, characters=VALUE_CHARACTERS).split())
        for name, text in texts.items()
    }


_READERS: dict[str, Callable[[dict[str, Any]], Reply]] = {
    "ready": _read_ready,
    "manifest": _read_manifest,
    "started": lambda _: Started(),
    "action": _read_answer,
    "resign": lambda message: Resigned(_integer(message, "turn")),
    "finished": lambda _: Finished(),
    "fault": _read_complaint,
}
