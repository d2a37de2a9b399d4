"""Background work during a game: the report of the last one, and the claim of the next match."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Self

from django.db.models import Prefetch

from tournaments.models import Game, Match, Seat
from tournaments.services.playing.clerks import Clerk, Task
from tournaments.services.playing.workers import Worker


class Held(NamedTuple):
    """A claimed match, and its unfinished games if they have been read."""

    match: Match
    games: list[Game] | None = None

    @classmethod
    def of(cls, match: Match) -> Self:
        """Return the match with its unfinished games."""
        return cls(match, games_to_play(match))


def games_to_play(match: Match) -> list[Game]:
    """Return the unfinished games of a match, with all that is needed to play them."""
    seated = Prefetch("seats", Seat.objects.select_related("version__bot"))
    unplayed = match.games.filter(ended_at=None).select_related("variant")
    return list(unplayed.prefetch_related(seated))


class Ahead:
    """At most one match, claimed by the clerk's deputy; a context manager that gives it back.

    It is held for a third of its lease at most. Then it is requeued as it was, since no bot has
    seen anything of it.
    """

    def __init__(self, clerk: Clerk, claim: Callable[[], Held | None], worker: Worker) -> None:
        """The deputy calls `claim`, which must be picklable."""
        self._clerk, self._claim, self._worker = clerk, claim, worker
        self._held: Held | None = None
        self._until = worker.now()

    def look(self) -> None:
        """Ask for the next match. Call this when no errand is running."""
        if self._held is None:
            self._clerk.pass_on(Task(self._claim, (), self._hold, essential=False))

    def tend(self) -> None:
        """Give the match back if it has been held for a third of its lease."""
        if self._worker.now() >= self._until:
            self.leave()

    def take(self) -> Held | None:
        """Return the match that is held, with a new lease; None if it has been lost."""
        held, self._held = self._held, None
        if held and held.match.step(lease_until=self._worker.now() + self._worker.lease):
            return held
        return None

    def leave(self) -> None:
        """Give the match back. May be repeated."""
        held, self._held = self._held, None
        if held:
            held.match.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._clerk.wait()
        self.leave()

    def _hold(self, held: Held | None) -> None:
        self._held, self._until = held, self._worker.now() + self._worker.lease / 3


class AttemptOver(Exception):
    """The attempt has ended in the background, where its failure was handled."""


@dataclass(frozen=True)
class Background:
    """Background work during a game."""

    match: Match
    clerk: Clerk
    ahead: Ahead | None
    is_last: bool

    def ready(self) -> None:
        """Wait for the threads of this process before any game clock runs.

        A thread that waits for a processor while it holds the interpreter would hold up the
        referee, and the kernel's accounts would not show that.
        """
        self.clerk.clear()
        self.look()
        if self.ahead is not None and self.is_last:
            self.ahead.look()

    def look(self) -> None:
        """Take the results of the background work. Raises AttemptOver."""
        self.clerk.look()
        if self.match.attempt_over:
            raise AttemptOver
        if self.ahead is not None:
            self.ahead.tend()
