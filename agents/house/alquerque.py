"""What a position of Alquerque is worth, for bots of any method. Rules: docs/34-alquerque.md."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

FIRST_CAPTURE = 19_600
"""Ids of captures are at least this, and those of steps are less."""

LOOKED_AT = 60
SETTLED = 4


def worth(state: Any, seat: int) -> float:
    """The lead in stones over the mean of the other sides, as a part of all stones left."""
    sides = state.get_game().sides()
    stones = [0] * len(set(sides))
    for other, side in enumerate(sides):
        stones[side] += len(state.stones(other))
    mine: int = stones[sides[seat]]
    others = (sum(stones) - mine) / (len(stones) - 1)
    return 0.9 * (mine - others) / (mine + others)


def wary(state: Any, seat: int) -> float:
    """The same, less the stones that whoever is to act can capture at once.

    A search looks at captures itself. Who looks only one action ahead has to be told of them.
    """
    sides = state.get_game().sides()
    own = {
        point
        for other, side in enumerate(sides)
        if side == sides[seat]
        for point in state.stones(other)
    }
    lost = max((_prey(state, action, own) for action in loud(state)[-LOOKED_AT:]), default=0)
    return worth(state, seat) - 0.9 * lost / (len(own) + 1) / 2


def loud(state: Any) -> list[int]:
    """The captures: no look at a position can tell what comes of them."""
    return [action for action in state.legal_actions() if action >= FIRST_CAPTURE]


def settled(state: Any, most: int = SETTLED) -> Any:
    """The position after the captures that look best for those who make them, so many at most."""
    captures = loud(state) if most else []
    if not captures:
        return state
    seat = state.current_player()
    ends = (settled(state.child(action), most - 1) for action in captures[-LOOKED_AT:])
    return max(ends, key=lambda end: worth(end, seat))


def _prey(state: Any, capture: int, own: set[str]) -> int:
    """How many of these points a capture jumps over."""
    points = state.action_to_string(capture).partition("!")[0].split("x")
    return sum(_between(*jump) in own for jump in pairwise(points))


def _between(one: str, other: str) -> str:
    """The point in the middle of a jump."""
    file = chr((ord(one[0]) + ord(other[0])) // 2)
    return f"{file}{(int(one[1]) + int(other[1])) // 2}"
