"""Python's debugger for one's own bot: where it raises, or from the beginning of one answer."""

import pdb  # noqa: T100 - the user has asked for it
from collections.abc import Callable
from typing import Any

from agents.sdk import Clock
from engine import State


class Debugger:
    """Open the debugger when the bot raises, and at the event with the number `at`, from 0."""

    def __init__(self, at: int | None = None) -> None:
        self._at = at
        self._ply: int | None = None

    def asking(self, ply: int) -> None:
        """Set which event the bot is to decide next."""
        self._ply = ply

    def choose(self, choose: Callable[..., Any], state: State, clock: Clock) -> Any:
        """Return the bot's answer; at the chosen event, step through it line by line.

        Raises KeyboardInterrupt if the user leaves the debugger.
        """
        if self._ply is None or self._ply != self._at:
            return choose(state, clock)
        steps = _Steps()
        answer = steps.runcall(choose, state, clock)
        if steps.left:
            raise KeyboardInterrupt
        return answer

    def failed(self, error: BaseException) -> None:
        """Open the debugger where the bot has raised this."""
        pdb.post_mortem(error.__traceback__)


class _Steps(pdb.Pdb):
    """A debugger that knows whether the user has left it."""

    left = False

    def set_quit(self) -> None:
        self.left = True
        super().set_quit()
