"""A casual game or a tournament that is watched: the stream only says that it has changed.

The page then asks for what has changed. So a stream reveals no more than the page does.
"""

import asyncio

from tournaments.web.live.strips import message


class Row:
    """What viewers of a row are sent: a mark that changes whenever the row does.

    `news` is set, and replaced, at each change. A row that is gone is over.
    """

    strip: None = None

    def __init__(self) -> None:
        self.viewers = 0
        self.is_over = False
        self.news = asyncio.Event()
        self._mark = ""

    @property
    def state(self) -> bytes:
        """The message with the mark; empty until the database has been asked."""
        return message("change", {"mark": self._mark}) if self._mark else b""

    def look(self, mark: str | None) -> None:
        """Process what the database says; None if the row is gone."""
        if mark is None:
            self.is_over = True
        elif mark == self._mark:
            return
        else:
            self._mark = mark
        self.tell()

    def tell(self) -> None:
        """Wake all viewers who wait for news."""
        news, self.news = self.news, asyncio.Event()
        news.set()
