"""The inputs of a game: the conditions for its bots, the seated bots, and the deal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agents.sandbox import Isolation
from agents.terms.clock import TimeControl
from agents.terms.limits import Limits


@dataclass(frozen=True)
class Conditions:
    """The conditions for every bot of a game: its time, its limits, and its isolation."""

    time_control: TimeControl
    limits: Limits
    isolation: Isolation


@dataclass(frozen=True)
class SeatedBot:
    """A bot at its seat: a canonical zip of `agents.bots.archive`, and a seed for its random draws.

    The record shows `name`, `version` and `seed`.
    """

    archive: bytes
    name: str
    version: int
    seed: int

    def seat(self) -> dict[str, Any]:
        """Return the entry of its seat in the record."""
        return {"name": self.name, "version": self.version, "seed": self.seed}


@dataclass(frozen=True)
class Deal:
    """The random inputs of a game: the 32 bytes of its dice seed, and its opening.

    `game_number` keys the dice, so that every game has its own (None: the rule of old records).
    `opening` holds actions in notation, which the referee plays before it asks the bots.
    """

    seed: bytes
    game_number: int | None
    opening: Sequence[str] = ()
