"""The log of a bot: what it printed, bounded."""

from collections.abc import Iterable, Iterator, Sequence

from agents.table.replies import shows


class Log:
    """Keeps the first and the last part of a stream of bytes, each up to half of `size` bytes."""

    def __init__(self, size: int) -> None:
        self.written = 0
        self._half = max(1, size // 2)
        self._first = bytearray()
        self._last = bytearray()
        self._cuts: list[tuple[int, int]] = []

    def write(self, data: bytes) -> None:
        """Add bytes as they arrive; `written` counts all of them."""
        self.written += len(data)
        room = self._half - len(self._first)
        self._first += data[:room]
        self._last += data[room:] if room else data
        # Trimmed only occasionally, so that many short writes stay cheap.
        if len(self._last) > 2 * self._half:
            del self._last[: -self._half]

    def cut(self, event: int) -> None:
        """Assign what was added since the last cut to an event of the game."""
        if self.written > (self._cuts[-1][1] if self._cuts else 0):
            self._cuts.append((event, self.written))

    def text(self) -> str:
        """Return the log as clean text; a mark counts the bytes left out in the middle."""
        return "".join(self._parts([self.written]))

    def cuts(self) -> tuple[tuple[int, int], ...]:
        """Return each event with text of its own, and the length of the log to the end of that.

        In the order of the text. The mark for bytes left out belongs to the event whose output
        ends the gap.
        """
        cuts, length = [], 0
        parts = self._parts([end for _event, end in self._cuts])
        for (event, _end), part in zip(self._cuts, parts, strict=True):
            length += len(part)
            if part:
                cuts.append((event, length))
        return tuple(cuts)

    def _parts(self, ends: Iterable[int]) -> Iterator[str]:
        """Yield the text between these offsets in all that was written, from its beginning."""
        last = self._last[-self._half :]
        early, late = len(self._first), self.written - len(last)
        whole, begin = self._first + last, 0
        for end in ends:
            if early == late:
                yield _decode(whole[begin:end])
            else:
                mark = f"\n[... {late - early} bytes left out ...]\n"
                ending = _decode(last[max(0, begin - late) : max(0, end - late)])
                between = mark if begin < late <= end else ""
                yield f"{_decode(self._first[begin:end])}{between}{ending}"
            begin = end


def by_event(log: str, cuts: Sequence[Sequence[int]], last: int) -> dict[int, str]:
    """Return the parts of a log's text by the number of the event in which they were printed.

    `cuts` are those of `Log.cuts`. What belongs to events after the `last` one counts to that.
    """
    printed: dict[int, str] = {}
    for event, text in parts(log, cuts, last):
        printed[min(event, last)] = printed.get(min(event, last), "") + text
    return printed


def parts(log: str, cuts: Sequence[Sequence[int]], last: int) -> Iterator[tuple[int, str]]:
    """Yield each part of a log's text with its event, by `Log.cuts`; the rest belongs to `last`."""
    begin = 0
    for event, end in [*cuts, (last, len(log))]:
        if text := log[begin:end]:
            yield event, text
        begin = end


def _decode(data: bytes | bytearray) -> str:
    text = bytes(data).decode(errors="replace").replace("\r\n", "\n")
    return "".join(filter(shows, text))
