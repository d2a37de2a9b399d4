"""JSON from untrusted sources: the responses of a site, and records in files."""

import json
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

from agents.desk.contenders import Misuse
from agents.words import Sentence
from engine import record

LEVELS = 32
"""The deepest nesting that is read. Records have five levels."""


def parsed(text: str | bytes) -> Any:
    """Return the value of a JSON text. Raises ValueError, also for NaN and infinite numbers."""
    try:
        value = json.loads(text, parse_constant=_refuse, parse_float=_number)
    except RecursionError:
        raise ValueError(Sentence("json-too-deep")) from None
    if _is_deeper(value, LEVELS):
        raise ValueError(Sentence("json-too-deep"))
    return value


def record_in(path: Path) -> dict[str, Any]:
    """Return the record in a file. Raises Misuse for what is no valid record."""
    try:
        document = parsed(path.read_bytes())
    except OSError as error:
        raise Misuse("unreadable", path=path, why=error.strerror) from None
    except ValueError as error:
        raise Misuse("no-record", path=path, why=error) from None
    return verified(document, path)


def verified(document: object, path: object) -> dict[str, Any]:
    """Return the document if it is a valid record; else raise Misuse, which names its `path`."""
    if not isinstance(document, dict):
        raise Misuse("no-record-object", path=path)
    verdict = record.verify(document)
    if not verdict.ok:
        raise Misuse("no-record", path=path, why=verdict.line)
    return document


def _refuse(name: str) -> NoReturn:
    raise ValueError(Sentence("json-no-number", text=name))


def _number(text: str) -> float:
    value = float(text)
    return value if isfinite(value) else _refuse(text)


def _is_deeper(value: object, levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels < 0 or any(_is_deeper(one, levels - 1) for one in inner)
