"""What a position of EinStein is worth, for bots of any method. Rules: docs/31-einstein.md."""

from __future__ import annotations

from typing import Any

NEAR = 5
TARGETS = ((4, 0), (0, 4))


def worth(state: Any, seat: int) -> float:
    """How much nearer this seat is to its corner than the other one."""
    return 0.9 * (way(state, 1 - seat) - way(state, seat)) / 5


def way(state: Any, seat: int) -> float:
    """The mean, over the faces of the die, of how far the better stone for it has to go."""
    steps = [distance(square, TARGETS[seat]) for square in state.stones(seat)]
    if not any(steps):
        return 4.0
    # From each face the nearest stone below and above; the stone of that face is both.
    below, above = [5] * 6, [5] * 6
    for face in range(6):
        below[face] = steps[face] or (below[face - 1] if face else 5)
        other = 5 - face
        above[other] = steps[other] or (above[other + 1] if face else 5)
    return sum(map(min, below, above)) / 6


def distance(square: str | None, target: tuple[int, int]) -> int:
    """How many steps a stone has to go to its corner; 0 for a stone that is gone."""
    if square is None:
        return 0
    across, up = ord(square[0]) - ord("a") - target[0], int(square[1]) - 1 - target[1]
    return max(abs(across), abs(up))


def is_near(state: Any) -> bool:
    """Whether few stones are left on the board."""
    stones = state.stones(0) + state.stones(1)
    return bool(state.history()) and 0 < 12 - stones.count(None) <= NEAR
