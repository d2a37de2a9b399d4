"""What a game is played with: the conditions for its bots, the seated bots, and the deal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agents.sandbox import Isolation
from agents.terms.clock import TimeControl
from agents.terms.limits import Limits


@dataclass(frozen=True)
class Conditions:
    """What holds for every bot of a game: its time, what it may use, and how it is isolated."""

    time_control: TimeControl
    limits: Limits
    isolation: Isolation


@dataclass(frozen=True)
class SeatedBot:
    """A bot at its seat: a canonical zip of `agents.bots.archive`, and a seed for what it draws.

    The record shows `name`, `version` and `seed`.
    """

    archive: bytes
    name: str
    version: int
    seed: int

    def seat(self) -> dict[str, Any]:
        """What the record says of its seat."""
        return {"name": self.name, "version": self.version, "seed": self.seed}


@dataclass(frozen=True)
class Deal:
    """What chance gives a game: the 32 bytes of its dice seed, and its opening.

    `game_number` keys the dice, so that every game has its own (None: the rule of old records).
    `opening` holds actions in notation, which the referee plays before it asks the bots.
    """

    seed: bytes
    game_number: int | None
    opening: Sequence[str] = ()
