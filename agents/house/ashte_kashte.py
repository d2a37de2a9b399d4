"""What a position of Ashte Kashte is worth, for bots of any method. Rules: docs/33-ashte-kashte.md.

A place is an index as seat 0 would count it, so that a square has one place for all seats.
"""

from __future__ import annotations

from typing import Any

CHANCES = {1: 4 / 16, 2: 6 / 16, 3: 4 / 16, 4: 1 / 16, 8: 1 / 16}
"""By steps, how likely a throw is."""

GOAL = 48
RINGS = ((0, 24), (24, 16), (40, 8))
STARTS = (0, 6, 12, 18)


def worth(state: Any, seat: int) -> float:
    """How many steps a seat is ahead of the mean of the others, less what it may lose at once."""
    return worths(state)[seat]


def worths(state: Any) -> list[float]:
    """The worth of a position for every seat."""
    pieces = [state.pieces(seat) for seat in range(state.num_players())]
    scores = [score(pieces, seat) for seat in range(len(pieces))]
    whole, rivals = sum(scores), len(scores) - 1
    return [0.9 * (mine - (whole - mine) / rivals) / (4 * GOAL) for mine in scores]


def score(pieces: list[list[int | None]], seat: int) -> float:
    """The steps that a seat's pieces have gone, less those that captures may soon cost."""
    total, row = 0.0, pieces[seat]
    for index in filter(None, row):
        total += index
        # A single cannot capture a double, and nobody a piece on a start square.
        if index < GOAL and index not in STARTS and row.count(index) == 1:
            total -= index * hunted(pieces, seat, index)
    return total


def hunted(pieces: list[list[int | None]], seat: int, index: int) -> float:
    """The chance, added up over all other pieces, that a throw leads one to this square."""
    turns, risk = _edges(len(pieces)), 0.0
    for other, row in enumerate(pieces):
        if other != seat:
            there = seen(index, turns[seat] - turns[other])
            risk += sum(CHANCES.get(there - (at or 0), 0.0) for at in row)
    return risk


def seen(index: int, quarters: int) -> int:
    """The index of a square on the path of a seat that sits so many quarters back."""
    for first, length in RINGS:
        if index < first + length:
            return first + (index - first + quarters * length // 4) % length
    return index


def _edges(seats: int) -> tuple[int, ...]:
    """The side of the board at which each seat sits."""
    return (0, 2) if seats == 2 else (0, 1, 2, 3)[:seats]
