"""A casual game or a tournament that is watched: the stream only says that it has changed.

The page then asks for what has changed. So a stream reveals no more than the page does.
"""

import asyncio
import time

from tournaments.web.live.strips import message

LIVELY_SECONDS = 60.0
"""A game is asked for often until it has not changed for this long."""


class Row:
    """What viewers of a row are sent: a mark that changes whenever the row does.

    `news` is set, and replaced, at each change. A row that is gone is over.
    """

    strip: None = None

    def __init__(self, *, is_game: bool = False) -> None:
        self._is_game = is_game
        self._changed = time.monotonic()
        self.viewers = 0
        self.is_over = False
        self.news = asyncio.Event()
        self._mark = ""

    @property
    def state(self) -> bytes:
        """The message with the mark; empty until the database has been asked."""
        return message("change", {"mark": self._mark}) if self._mark else b""

    @property
    def is_lively(self) -> bool:
        """Whether people may wait at the board for the next action."""
        return self._is_game and time.monotonic() - self._changed < LIVELY_SECONDS

    def look(self, mark: str | None) -> None:
        """Process what the database says; None if the row is gone."""
        if mark is None:
            self.is_over = True
        elif mark == self._mark:
            return
        else:
            self._mark = mark
            self._changed = time.monotonic()
        self.tell()

    def tell(self) -> None:
        """Wake all viewers who wait for news."""
        news, self.news = self.news, asyncio.Event()
        news.set()
