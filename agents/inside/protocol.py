"""The protocol between the referee and a bot's process: JSON lines, described in docs/40.

Requests go one way, replies the other, one reply to each request. This module holds only what both
sides need, since every game imports it again. The referee reads replies with
`agents.table.replies`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

VERSION = 2
"""The version of the protocol; both sides must have the same. Version 2 has the reply "resign"."""
MODULE = "bot.wasm"
"""The file of a bot that is a WebAssembly module, if there is no bot.py."""
NOTE_CHARACTERS = 500
"""The longest note on an action; longer ones are cut."""
SUMMARY_CHARACTERS = 300
"""The longest one-line account of a fault."""
VALUE_CHARACTERS = 250
"""The longest text among the values of a fault's sentence."""
DETAIL_CHARACTERS = 4000
"""The longest traceback; escaped, it still fits into a message of 64 KiB."""
NOTATION_CHARACTERS = 100
"""The longest notation of an action."""
INTEGER_DIGITS = 18
"""The most digits of an integer."""
REPORTABLE = frozenset({"crash", "invalid", "memory", "startup", "timeout"})
"""The kinds of fault that a bot's own side may report about itself."""
MEMORY_STATUS = 86
"""The exit status with which the harness says that the bot ran out of memory."""

# Made once: json.dumps would make an encoder for every message.
_ENCODER = json.JSONEncoder(allow_nan=False, separators=(",", ":"))


def encode(message: Mapping[str, object]) -> bytes:
    """Return a message as one line of ASCII JSON with its line feed."""
    return _ENCODER.encode(message).encode() + b"\n"
