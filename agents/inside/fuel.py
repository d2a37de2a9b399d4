"""The clock of a WebAssembly bot, which counts instructions and not time.

It starts at what the first turn's clock has left. So it is the same on every machine.
"""

from __future__ import annotations

from typing import Any

PER_NANOSECOND = 2
"""How many instructions are a nanosecond."""

_SECOND = 1_000_000_000 * PER_NANOSECOND
_WITHOUT_END = 1 << 62


class FuelClock:
    """How many instructions one bot may execute, and how many it has executed."""

    def __init__(self) -> None:
        """Until the first turn a bot may execute any number."""
        self.given = _WITHOUT_END
        """How many it may execute before it asks for the next request."""
        self._bank: int | None = None
        self._most: int | None = None
        self._increment = self._used = 0

    def begin(self, clock: dict[str, Any]) -> dict[str, Any]:
        """Give a turn its instructions; return the clock that the bot shall see.

        `clock` is the referee's. The bot sees it only if it has less than half as much left: the
        site is slow then, or a check hurries, which shows less than there is after the first turn.
        """
        if self._bank is None:
            self._bank, self._increment = _fuel(clock["remaining"]), _fuel(clock["increment"])
            self._most = None if clock["per_action"] is None else _fuel(clock["per_action"])
        self.given = self._bank if self._most is None else min(self._bank, self._most)
        seconds = self._bank / _SECOND
        return clock if clock["remaining"] < seconds / 2 else {**clock, "remaining": seconds}

    def end(self, left: int) -> None:
        """Charge what the bot has executed since its last request: all but `left` of the given."""
        self._used += self.given - left
        if self._bank is not None:
            self._bank += self._increment - (self.given - left)
        self.given = _WITHOUT_END

    def nanoseconds(self, left: int) -> int:
        """Return how long the bot runs; `left` of the given instructions are not executed yet."""
        return (self._used + self.given - left) // PER_NANOSECOND


def _fuel(seconds: float) -> int:
    return int(seconds * _SECOND)
