"""Bots at some seats of a game, with people at the others. No database, no queue.

A host does not referee people: their actions reach it as events of the record, which it applies.
For its bots it is a referee as in any other game: they run in the same sandbox, and only while
they think.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Self

from agents.table.bench import Bench
from agents.table.conditions import Conditions, SeatedBot
from agents.table.course import Course
from agents.table.play import Play
from agents.table.player import RunningBot
from agents.table.wire import Table
from agents.terms.clock import times_of

Cuts = tuple[tuple[int, int], ...]
"""Which parts of a log belong to which events: see `agents.table.log.Log.cuts`."""


class Host:
    """The bots of one game, new or already under way; a context manager that ends them.

    `bots` are by seat. Bots that have left the game are not started, and the clocks of the others
    go on from the times in the record. `watch` is called at least once a second, and what it raises
    ends the hosting. Entering the context starts the bots; one that cannot start leaves the game.
    Raises what `agents.table.referee.play_game` raises.
    """

    def __init__(
        self,
        course: Course,
        bots: Mapping[int, SeatedBot],
        conditions: Conditions,
        watch: Callable[[], None],
    ) -> None:
        left = {event["seat"] for event in course.events if "forfeit" in event}
        self.course = course
        self._bots = {seat: bot for seat, bot in bots.items() if seat not in left}
        self._conditions = conditions
        self._table = Table(watch)
        self.play = Play(course)
        """The bots, with the fault of each since it was started here."""
        self._processes = contextlib.ExitStack()

    @property
    def bot_is_due(self) -> bool:
        """Whether it is the turn of one of the bots."""
        state = self.course.state
        return not state.is_terminal() and state.current_player() in self.play.players

    def printed(self) -> dict[int, tuple[str, Cuts]]:
        """Return each bot's log and its cuts by seat; complete once the bot is closed."""
        last = len(self.course.events)
        for player in self.play.players.values():
            player.log.cut(last)
        return {
            seat: (player.log.text(), player.log.cuts())
            for seat, player in sorted(self.play.players.items())
        }

    def answer(self) -> None:
        """Let the bot whose turn it is act, and throw the dice that follow."""
        self._table.beat()
        self.play.turn(self.course.state.current_player())
        self.course.roll()

    def wait(self, seconds: float) -> None:
        """Wait `seconds`, at most half a second, and beat; the bots stay paused."""
        self._table.wait(seconds)

    def __enter__(self) -> Self:
        bench = Bench(limits=self._conditions.limits, isolation=self._conditions.isolation)
        with contextlib.ExitStack() as stack:
            for seat in self._bots:
                player = RunningBot(self._table, bench.take(), self._conditions)
                stack.callback(player.close)
                player.resume(times_of(self.course.events, seat))
                self.play.players[seat] = player
            self.play.start(self._bots, abreast=bench.abreast)
            self.course.roll()
            self._processes = stack.pop_all()
        return self

    def __exit__(self, *_error: object) -> None:
        self._processes.close()
