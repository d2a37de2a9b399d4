"""The protocol between the referee and a bot's process: JSON lines, described in docs/40.

Requests go one way, replies the other, one reply to each request. What comes from a bot is
untrusted: `parse_reply` accepts exactly the replies below and nothing that is only like them.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

VERSION = 2
"""The version of the protocol; both sides must have the same. Version 2 has the reply "resign"."""
NOTE_CHARACTERS = 500
"""The longest note on an action; what is over is cut."""
SUMMARY_CHARACTERS = 300
"""The longest one-line account of a fault."""
DETAIL_CHARACTERS = 4000
"""The longest traceback; escaped, it still fits into a message of 64 KiB."""
NOTATION_CHARACTERS = 100
"""The longest notation of an action."""
INTEGER_DIGITS = 18
"""The most digits of an integer."""
REPORTABLE = frozenset({"crash", "invalid", "memory", "startup"})
"""The kinds of fault that a bot's own side may report about itself."""


# Overrides of the writing direction could make a line read as another.
_DIRECTION = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class ProtocolError(ValueError):
    """A line that is no valid message; the message says why, in words for the bot's author."""


@dataclass(frozen=True)
class Ready:
    """The bot's process runs, before any of the bot's own code; `nonce` is the one it was sent."""

    protocol: int
    nonce: str


@dataclass(frozen=True)
class Manifest:
    """The bot is loaded; `games` are the ids of the games that it plays."""

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
    """The bot has taken notice of the end."""


@dataclass(frozen=True)
class Complaint:
    """The bot's own side reports its failure; `kind` is one of `REPORTABLE`."""

    kind: str
    summary: str
    detail: str


Reply = Ready | Manifest | Started | Answer | Resigned | Finished | Complaint


def encode(message: Mapping[str, object]) -> bytes:
    """A message as one line of ASCII JSON with its line feed."""
    return _ENCODER.encode(message).encode() + b"\n"


def parse_reply(line: bytes) -> Reply:
    """The reply in a line. Raises ProtocolError for anything that is not exactly a reply."""
    message = _strict_json(line)
    if not isinstance(message, dict):
        raise ProtocolError("the answer is JSON, but no object")
    kind = message.get("type")
    read = _READERS.get(kind) if isinstance(kind, str) else None
    if read is None:
        raise ProtocolError(f"the answer has no known type; the types are {', '.join(_READERS)}")
    reply = read(message)
    allowed = {"type", *vars(reply)}
    if extra := set(message) - allowed:
        raise ProtocolError(
            f"the answer has an unknown member {clean(min(extra), characters=50)!r}"
        )
    return reply


def clean(text: str, *, characters: int) -> str:
    """The text without control characters, surrogates and direction overrides, cut to a length.

    Line feeds and tabs stay. A text that is cut keeps its first part and ends with an ellipsis;
    the result never has more than `characters` characters.
    """
    kept = "".join(filter(shows, text[: characters * 2].replace("\r\n", "\n"))).strip("\n")
    if len(kept) <= characters and len(text) <= characters * 2:
        return kept
    return kept[: characters - 1] + "…"


def shows(character: str) -> bool:
    """Tell whether a page can show a character: no control, surrogate or direction override."""
    if character in "\n\t":
        return True
    return unicodedata.category(character) not in ("Cc", "Cs") and character not in _DIRECTION


def _strict_json(line: bytes) -> Any:
    try:
        return _DECODER.decode(line.decode())
    except UnicodeDecodeError:
        raise ProtocolError("the answer is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise ProtocolError(f"the answer is not JSON ({error.msg})") from None
    except RecursionError:
        raise ProtocolError("the answer is nested too deeply") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    message = dict(pairs)
    if len(message) != len(pairs):
        raise ProtocolError("the answer has a member twice")
    return message


def _refuse_constant(name: str) -> NoReturn:
    raise ProtocolError(f"the answer contains {name}, which is not JSON")


def _refuse_float(_: str) -> NoReturn:
    raise ProtocolError("the answer contains a fraction; actions are integers or notation")


def _short_int(digits: str) -> int:
    if len(digits.lstrip("-")) > INTEGER_DIGITS:
        raise ProtocolError(f"the answer has an integer of more than {INTEGER_DIGITS} digits")
    return int(digits)


# Made once: json.dumps and json.loads would make them for every message.
_ENCODER = json.JSONEncoder(allow_nan=False, separators=(",", ":"))
_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_constant=_refuse_constant,
    parse_float=_refuse_float,
    parse_int=_short_int,
)


def _text(message: dict[str, Any], name: str, characters: int) -> str:
    value = message.get(name)
    if not isinstance(value, str):
        raise ProtocolError(f"{name!r} must be text")
    return clean(value, characters=characters)


def _integer(message: dict[str, Any], name: str) -> int:
    value = message.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ProtocolError(f"{name!r} must be an integer")
    return value


def _read_ready(message: dict[str, Any]) -> Ready:
    return Ready(_integer(message, "protocol"), _text(message, "nonce", 100))


def _read_manifest(message: dict[str, Any]) -> Manifest:
    games = message.get("games")
    if not isinstance(games, list) or len(games) > 100:
        raise ProtocolError("'games' must be a list of at most 100 ids")
    if not all(isinstance(game, str) and 0 < len(game) <= 50 for game in games):
        raise ProtocolError("'games' must hold ids of games")
    return Manifest(tuple(clean(game, characters=50) for game in games))


def _read_answer(message: dict[str, Any]) -> Answer:
    action = message.get("action")
    if isinstance(action, str) and len(action) > NOTATION_CHARACTERS:
        raise ProtocolError(f"the notation has more than {NOTATION_CHARACTERS} characters")
    if isinstance(action, bool) or not isinstance(action, int | str):
        raise ProtocolError("'action' must be an integer or the notation of an action")
    return Answer(_integer(message, "turn"), action, _text(message, "note", NOTE_CHARACTERS))


def _read_complaint(message: dict[str, Any]) -> Complaint:
    kind = _text(message, "kind", 20)
    if kind not in REPORTABLE:
        raise ProtocolError(f"'kind' must be one of {', '.join(sorted(REPORTABLE))}")
    summary = " ".join(_text(message, "summary", SUMMARY_CHARACTERS).split())
    if not summary:
        raise ProtocolError("'summary' must not be empty")
    return Complaint(kind, summary, _text(message, "detail", DETAIL_CHARACTERS))


_READERS: dict[str, Callable[[dict[str, Any]], Reply]] = {
    "ready": _read_ready,
    "manifest": _read_manifest,
    "started": lambda _: Started(),
    "action": _read_answer,
    "resign": lambda message: Resigned(_integer(message, "turn")),
    "finished": lambda _: Finished(),
    "fault": _read_complaint,
}
