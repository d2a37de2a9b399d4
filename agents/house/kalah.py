"""What a position of Kalah is worth, for bots of any method. Rules: docs/30-kalah.md."""

from __future__ import annotations

from typing import Any

NEAR = 9
OWN_ROW = 0.25


def worth(state: Any, seat: int) -> float:
    """The lead in banked seeds, and a little for seeds in one's own row, which may end up there.

    A store with more than half of the seeds has won already.
    """
    stores: list[int] = [state.store(side) for side in (seat, 1 - seat)]
    rows: list[int] = [sum(state.pits(side)) for side in (seat, 1 - seat)]
    half = (sum(stores) + sum(rows)) / 2
    if max(stores) > half:
        return 0.95 if stores[0] > half else -0.95
    lead = stores[0] - stores[1] + OWN_ROW * (rows[0] - rows[1])
    return 0.9 * lead / (2 * half)


def is_near(state: Any) -> bool:
    """Whether few seeds are left in the pits."""
    left: int = sum(state.pits(0)) + sum(state.pits(1))
    return left <= NEAR
