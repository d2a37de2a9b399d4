"""What has happened before a state: actions, chance outcomes, and seats that have forfeited."""

# A past is replayed on states, whose protected methods it calls.
# ruff: noqa: SLF001

from collections.abc import Iterator
from typing import TYPE_CHECKING, Self, cast

from engine.machine import mypyc_attr
from engine.position import Position
from engine.values import HIDDEN

if TYPE_CHECKING:
    from engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Past(Position):
    """The part of `State` that tells its past."""

    def forfeited(self) -> list[int]:
        """Return the seats that have forfeited, the first one first."""
        return [seat for _, seat in self._forfeits]

    def history(self) -> list[int]:
        """Return all actions and chance outcomes so far; `engine.HIDDEN` for one not seen."""
        return self._history[:]

    def history_str(self) -> str:
        """Return the past in notation, separated by spaces; `?` for what is hidden."""
        return " ".join(
            "?" if action == HIDDEN else cast("State", state).action_to_string(action)
            for state, action in self.replayed()
        )

    def replayed(self) -> Iterator[tuple[Self, int]]:
        """Play the game again: yield the state before each entry of the history, and the entry.

        It is one state, which changes from entry to entry: keep a `clone` of it.
        """
        state = self._game.new_initial_state()
        for ply, action in enumerate(self._history):
            for _, seat in [entry for entry in self._forfeits if entry[0] == ply]:
                state.forfeit(seat)
            yield cast(Self, state), action
            state._record(action)
            state._advance(action)

    def previous(self) -> "State | None":
        """Return the state before the last action or chance outcome; None where it is unknown.

        It is replayed from the start: for pictures, not for search.
        """
        if not self._history or HIDDEN in self._history:
            return None
        last = len(self._history) - 1
        forfeits = [entry for entry in self._forfeits if entry[0] <= last]
        return self._game.state_from_history(self._history[:last], forfeits)

    def move_number(self) -> int:
        """Return the number of actions and chance outcomes so far."""
        return len(self._history)

    def _record(self, action: int) -> None:
        self._history.append(action)
