"""Time controls, and the clock that a referee keeps for one bot. Everything is in seconds.

A bot has a bank for the whole game. During its turn its clock measures wall time, less the stall
for which the host kept it waiting (`agents.table.stall`). After each action the increment is added
to the bank (Fischer's rule: not before the action). `per_action` caps a single action, however much
is left in the bank, and `startup` is the time for loading and starting, apart from the bank.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from agents.words import Sentence


@dataclass(frozen=True)
class TimeControl:
    """How much time each bot of a game has, in seconds.

    `bank` for the whole game, `increment` added after each action, `per_action` the most that one
    action may take (None: no cap but the bank), `startup` to load the bot and start the game.
    `shown` is the share of its clock that a bot sees after its first action. Raises ValueError for
    a bank, cap or start-up that is not positive, or an increment below 0.
    """

    name: str
    bank: float
    increment: float
    per_action: float | None
    startup: float
    shown: float = 1.0

    def __post_init__(self) -> None:
        _positive("bank", self.bank)
        _positive("startup", self.startup)
        if self.per_action is not None:
            _positive("per_action", self.per_action)
        if not (math.isfinite(self.increment) and self.increment >= 0):
            raise ValueError(Sentence("time-negative", name="increment", given=self.increment))

    def __str__(self) -> str:
        cap = "" if self.per_action is None else f", at most {self.per_action:g} s for one"
        return f"{self.bank:g} s and {self.increment:g} s for each action{cap}"

    def longest(self, actions: float) -> float:
        """Return the most seconds that a bot's clock runs in this many actions."""
        whole = self.bank + self.increment * actions
        return whole if self.per_action is None else min(whole, self.per_action * actions)


def _positive(name: str, seconds: float) -> None:
    if not (math.isfinite(seconds) and seconds > 0):
        raise ValueError(Sentence("time-not-positive", name=name, given=seconds))


PRESETS: dict[str, TimeControl] = {
    control.name: control
    for control in (
        TimeControl("bullet", bank=2.0, increment=0.02, per_action=1.0, startup=5.0),
        TimeControl("blitz", bank=10.0, increment=0.1, per_action=3.0, startup=5.0),
        TimeControl("rapid", bank=60.0, increment=0.5, per_action=15.0, startup=10.0),
        TimeControl("classical", bank=300.0, increment=2.0, per_action=60.0, startup=10.0),
    )
}
"""The named time controls, from the quickest to the slowest."""


def preset(name: str, *, startup_seconds: int = 0) -> TimeControl:
    """Return the preset of a name; `startup_seconds` replaces its start-up time unless 0."""
    control = PRESETS[name]
    return replace(control, startup=float(startup_seconds)) if startup_seconds else control


def time_control(text: str, *, startup_seconds: int = 0) -> TimeControl:
    """Return the preset of a name, or the control that "BANK+INCREMENT" gives in seconds.

    The latter has no cap for one action, and the start-up time of `blitz`. Raises ValueError.
    """
    if text in PRESETS:
        return preset(text, startup_seconds=startup_seconds)
    try:
        bank, increment = map(float, text.split("+"))
    except ValueError:
        raise ValueError(Sentence("no-time-control", text=text, known=list(PRESETS))) from None
    startup = startup_seconds or PRESETS["blitz"].startup
    return TimeControl(text, bank, increment, None, startup)


STALL_FACTOR = 9.0
STALL_SECONDS = 1.0
"""The most stall that is taken off a clock: this many times its given time, plus these seconds."""


def longest(given: float, *, clocks: int) -> float:
    """Return the most wall time until `clocks` clocks, with `given` seconds in all, run out."""
    return given + _most_stall(given, clocks=clocks)


def _most_stall(given: float, *, clocks: int = 1) -> float:
    return STALL_FACTOR * given + STALL_SECONDS * clocks


class Budget:
    """A number of seconds to spend, and the stall that may still be taken off."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds
        self._given = seconds
        self._stalled = 0.0

    def excusable(self) -> float:
        """Return the most stall that may still be taken off."""
        return _most_stall(self._given) - self._stalled

    def spend(self, wall: float, stall: float) -> None:
        """Charge the wall time, less the stall."""
        self.left -= wall - stall
        self._stalled += stall

    def add(self, seconds: float) -> None:
        """Add seconds to spend."""
        self.left += seconds
        self._given += seconds


class Spent(NamedTuple):
    """The seconds that an answer took: wall time, CPU time, and the stall to take off."""

    wall: float = 0.0
    cpu: float = 0.0
    stall: float = 0.0

    @property
    def charged(self) -> float:
        """The seconds that the bot's clock has run."""
        return self.wall - self.stall

    def plus(self, other: Spent) -> Spent:
        """Return the sum of both."""
        return Spent(self.wall + other.wall, self.cpu + other.cpu, self.stall + other.stall)


def times_of(events: Iterable[Mapping[str, Any]], seat: int) -> list[Spent]:
    """Return the times of a seat's actions, by the events of a record."""
    return [
        Spent(event["wall"], event.get("cpu", 0.0), event.get("stall", 0.0))
        for event in events
        if event["seat"] == seat and "wall" in event
    ]


class GameClock:
    """The time that one bot has left; callers pass seconds, and it reads no clock.

    >>> clock = GameClock(TimeControl("", bank=1.0, increment=0.5, per_action=None, startup=1.0))
    >>> clock.spend(0.25)
    >>> clock.remaining
    1.25
    """

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.bank = Budget(control.bank)
        self.startup = Budget(control.startup)
        self._has_acted = False

    @property
    def remaining(self) -> float:
        """The seconds left in the bank."""
        return self.bank.left

    def told(self) -> dict[str, float | None]:
        """Return the values of `agents.sdk.Clock` that the bot gets as its turn begins."""
        control, cap = self.control, self.control.per_action
        share = control.shown if self._has_acted else 1.0
        return {
            "remaining": self.remaining * share,
            "increment": control.increment * share,
            "per_action": None if cap is None else cap * share,
        }

    @property
    def late(self) -> str:
        """The code of the sentence for when the next action comes too late."""
        return "late-action" if self.capped() else "empty-bank"

    def resume(self, spent: Iterable[Spent]) -> None:
        """Set it to its state after these times."""
        self.bank, self._has_acted = Budget(self.control.bank), False
        for one in spent:
            self.spend(one.wall, one.stall)

    def capped(self) -> bool:
        """Tell whether the cap on one action, and not the bank, limits the next action."""
        cap = self.control.per_action
        return cap is not None and cap <= self.remaining

    def allowance(self) -> float:
        """Return the seconds that the next action may take."""
        cap = self.control.per_action
        return self.remaining if cap is None else min(self.remaining, cap)

    def spend(self, wall: float, stall: float = 0.0) -> None:
        """Take the seconds of an action made in time, less its stall, and add the increment."""
        self.bank.spend(wall, stall)
        self.bank.add(self.control.increment)
        self._has_acted = True
