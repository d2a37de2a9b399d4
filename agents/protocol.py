"""The protocol between the referee and a bot's process: JSON lines, described in docs/40.

Requests go one way, replies the other, one reply to each request. This is what both sides need, and
every game imports it again. The referee reads the replies with `agents.replies`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from json.encoder import c_make_encoder, encode_basestring_ascii  # type: ignore[attr-defined]

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
MEMORY_STATUS = 86
"""The exit status with which the harness says that the bot ran out of memory."""

_ENCODER = json.JSONEncoder(allow_nan=False, separators=(",", ":"))
# What `_ENCODER.encode` would make anew for every message, while nobody's clock runs. In the order
# of the arguments: no look for cycles, no indentation, keys neither sorted nor skipped, no NaN.
_WRITE = c_make_encoder(
    None, _ENCODER.default, encode_basestring_ascii, None, ":", ",", False, False, False
)


def encode(message: Mapping[str, object]) -> bytes:
    """A message as one line of ASCII JSON with its line feed."""
    return "".join(_WRITE(message, 0)).encode() + b"\n"
