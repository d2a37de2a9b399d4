"""Python's debugger for one's own bot: where it raises, or from the beginning of one answer."""

import pdb  # noqa: T100 - what somebody has asked for
from collections.abc import Callable
from typing import Any

from agents.sdk import Clock
from engine import State


class Debugger:
    """Waits for what goes wrong, and for the event with the number `at`, counted from 0."""

    def __init__(self, at: int | None = None) -> None:
        self._at = at
        self._ply: int | None = None

    def asking(self, ply: int) -> None:
        """Hear which event the bot is to decide next."""
        self._ply = ply

    def choose(self, choose: Callable[..., Any], state: State, clock: Clock) -> Any:
        """What the bot answers; at the event that is waited for, line by line.

        Raises KeyboardInterrupt if somebody leaves the debugger.
        """
        if self._ply is None or self._ply != self._at:
            return choose(state, clock)
        steps = _Steps()
        answer = steps.runcall(choose, state, clock)
        if steps.left:
            raise KeyboardInterrupt
        return answer

    def failed(self, error: BaseException) -> None:
        """Look at where the bot has raised this."""
        pdb.post_mortem(error.__traceback__)


class _Steps(pdb.Pdb):
    """A debugger that knows whether somebody has left it."""

    left = False

    def set_quit(self) -> None:
        self.left = True
        super().set_quit()
