"""How close a running game is, by the judge's value function, without numpy."""

from collections import deque
from functools import lru_cache
from typing import Any

import engine
from agents.values import editions
from agents.values.plain import PlainFunction
from engine import EngineError, record

_MOST = 4
"""The most functions in memory: one has a megabyte."""


def lead(document: dict[str, Any]) -> float | None:
    """How much more the side in front can expect than the last one, in returns: from 0 to 2.

    It looks at the last position of an unfinished record that the function knows. None where no
    function knows one.
    """
    game = record.load_variant(document)
    edition = editions.newest(game)
    if edition is None:
        return None
    function = _function(game.variant, edition.name)
    try:
        looked_at = filter(function.looks_at, record.states(document))
        last = deque(looked_at, maxlen=1)
    except EngineError:
        return None  # a set-up that is still secret cannot be replayed
    values = function.value(last[0]) if last else []
    return max(values) - min(values) if values else None


@lru_cache(maxsize=_MOST)
def _function(variant: str, name: str) -> PlainFunction:
    game = engine.parse_variant(variant)
    return PlainFunction(game, (editions.folder_of(game) / f"{name}.bin").read_bytes())
