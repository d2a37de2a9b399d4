"""What a check of a leaderboard looks at."""

from dataclasses import dataclass
from datetime import datetime, timedelta

NIGHTS = 90
"""Within this number of nights, every older result is looked at once."""

SETTLED = timedelta(hours=1)
"""What ended longer ago is in the database: reports are committed soon after their time."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What has ended after `since`, and a slice of what ended before; all without `since`."""

    since: datetime | None
    now: datetime

    @property
    def is_full(self) -> bool:
        return self.since is None

    @property
    def until(self) -> datetime:
        """The next check looks at what ends after this time."""
        return self.now - SETTLED

    @property
    def slot(self) -> int:
        """The number of this night's slice, of `NIGHTS`."""
        return self.now.toordinal() % NIGHTS

    def has(self, number: int) -> bool:
        """Whether what has this number is looked at: all, or one in `NIGHTS`."""
        return self.is_full or number % NIGHTS == self.slot
