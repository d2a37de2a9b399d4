"""What the judge says of a finished game, and the version of the judge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.sentences import Sentence

VERSION = 2
"""Incremented with every change that gives a record a different analysis."""


@dataclass(frozen=True)
class Swing:
    """An action that gave much away: event number `ply` (from 1), by `seat`.

    `lost` is in expected returns. `better` is the action that the judge would have preferred, in
    notation; empty where a seat left the game. `played` and `preferred` are both actions in words
    (`engine.words`).
    """

    ply: int
    seat: int
    lost: float
    better: str
    played: Sentence | None = None
    preferred: Sentence | None = None


@dataclass(frozen=True)
class Total:
    """What a seat could expect before the first event, and how that changed, in returns.

    `luck` is what throws and a random opening gave it, and `lost` what its own actions gave away.
    `actions` counts its judged actions, which all had an alternative.
    """

    expected: float
    luck: float
    lost: float
    actions: int


@dataclass(frozen=True)
class Analysis:
    """The judge's view of a finished game, by the value function of this name and hash.

    Keyed by the number of events before a position, `values` holds the expected returns there by
    seat.
    """

    function: str
    sha256: str
    values: dict[int, list[float]]
    seats: list[Total]
    swings: list[Swing]

    def document(self) -> dict[str, Any]:
        """Return the analysis as JSON-safe data; its numbers have three decimals, luck six."""
        return {
            "version": VERSION,
            "function": self.function,
            "sha256": self.sha256,
            "points": [
                {"ply": ply, "values": [_rounded(value) for value in row]}
                for ply, row in sorted(self.values.items())
            ],
            "seats": [
                vars(seat) | {"expected": _rounded(seat.expected), "lost": _rounded(seat.lost)}
                for seat in self.seats
            ],
            "swings": [vars(swing) | {"lost": _rounded(swing.lost)} for swing in self.swings],
        }


def _rounded(value: float) -> float:
    return round(value, 3) + 0.0
