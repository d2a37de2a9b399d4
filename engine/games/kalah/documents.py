"""Positions of Kalah as JSON-safe documents."""

# A document is written and read where the state's own fields are.
# ruff: noqa: SLF001

from typing import Any

from engine.games.kalah.rules import KalahGame, KalahState
from engine.machine import i64, vec
from engine.values import CHANCE, TERMINAL, integer


def position(state: KalahState) -> dict[str, Any]:
    """Return the position alone: what docs/30-kalah.md lists under documents."""
    return {
        "pits": [state.pits(0), state.pits(1)],
        "stores": [state.store(0), state.store(1)],
        "quiet": state._quiet,
    }


def restore(rules: KalahGame, document: dict[str, Any]) -> KalahState:
    """Return the state of a document; raise ValueError where it cannot be a position."""
    rows, stores = document["pits"], document["stores"]
    ring = [*rows[0], stores[0], *rows[1], stores[1]]
    total = 2 * rules.pits * rules.seeds
    if len(rows[0]) != rules.pits or len(rows[1]) != rules.pits or len(stores) != 2:
        raise ValueError(f"pits must be two rows of {rules.pits} and stores two numbers")
    if sum(integer(seeds, 0, total) for seeds in ring) != total:
        raise ValueError(f"there must be {total} seeds on the board")
    filled = sum([1 << place for place, seeds in enumerate(ring) if seeds])
    player = integer(document["player"], TERMINAL, 1)
    playable = any(rows[0]) and any(rows[1])
    if player == CHANCE or (player >= 0 and not playable):
        raise ValueError("a seat is to move, with seeds in both rows, or the game is over")
    state = KalahState(rules, vec[i64](ring), player, filled)
    state._quiet = integer(document["quiet"], 0, rules.quiet_limit)
    return state
