"""What goes on beside a game: reports of the last one, and the claim of the next match."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple, Self

from django.db.models import Prefetch

from tournaments.models import Game, Match, Seat
from tournaments.services.playing.clerks import Clerk


class Held(NamedTuple):
    """A match that a worker holds, and its games that are not over, if they have been read."""

    match: Match
    games: list[Game] | None = None

    @classmethod
    def of(cls, match: Match) -> Self:
        """The match with all that it takes to play its games."""
        return cls(match, games_to_play(match))


def games_to_play(match: Match) -> list[Game]:
    """The games of a match that are not over, with what it takes to play them."""
    seated = Prefetch("seats", Seat.objects.select_related("version__bot"))
    unplayed = match.games.filter(ended_at=None).select_related("variant")
    return list(unplayed.prefetch_related(seated))


class Ahead:
    """At most one match, claimed by the clerk's deputy; a context manager that gives it back.

    It is held for a third of its lease at the most: then it goes back to the queue as it was, since
    no bot has seen anything of it.
    """

    def __init__(
        self,
        clerk: Clerk,
        claim: Callable[[], Held | None],
        *,
        lease: timedelta,
        now: Callable[[], datetime],
    ) -> None:
        """`claim` is what the deputy does: it can be pickled."""
        self._clerk, self._claim = clerk, claim
        self._lease, self._now = lease, now
        self._held: Held | None = None
        self._until = now()

    def look(self) -> None:
        """Have the next match claimed; call it when the clerk is clear."""
        if self._held is None:
            self._clerk.ask(self._claim, then=self._hold)

    def tend(self) -> None:
        """Give the match back if it has been held for long."""
        if self._now() >= self._until:
            self.leave()

    def take(self) -> Held | None:
        """The match that is held, with its lease begun again; None where it has been lost."""
        held, self._held = self._held, None
        if held and held.match.step(lease_until=self._now() + self._lease):
            return held
        return None

    def leave(self) -> None:
        """Give the match back. May be repeated."""
        held, self._held = self._held, None
        if held:
            held.match.leave()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._clerk.wait()
        self.leave()

    def _hold(self, held: Held | None) -> None:
        self._held, self._until = held, self._now() + self._lease / 3


class AttemptOver(Exception):
    """The attempt in hand has ended beside; what follows from that has been done."""


@dataclass(frozen=True)
class Beside:
    """What goes on beside a game."""

    match: Match
    clerk: Clerk
    ahead: Ahead | None
    is_last: bool

    def ready(self) -> None:
        """Have no bot's game clock run while a thread of this process works beside.

        A thread that the host keeps waiting while it holds the interpreter would hold up the
        referee, and no account of the kernel would show that.
        """
        self.clerk.clear()
        self.look()
        if self.ahead is not None and self.is_last:
            self.ahead.look()

    def look(self) -> None:
        """See what has come of what is done beside. Raises AttemptOver."""
        self.clerk.look()
        if self.match.attempt_over:
            raise AttemptOver
        if self.ahead is not None:
            self.ahead.tend()
