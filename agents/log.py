"""The log of a bot: what it printed, bounded."""

from agents.replies import shows


class Log:
    """Keeps the first and the last part of a stream of bytes, each up to half of `size` bytes."""

    def __init__(self, size: int) -> None:
        self.written = 0
        self._half = max(1, size // 2)
        self._first = bytearray()
        self._last = bytearray()

    def write(self, data: bytes) -> None:
        """Add bytes as they came; `written` counts all of them."""
        self.written += len(data)
        room = self._half - len(self._first)
        self._first += data[:room]
        self._last += data[room:] if room else data
        # Trimmed only now and then, so that many short writes stay cheap.
        if len(self._last) > 2 * self._half:
            del self._last[: -self._half]

    def text(self) -> str:
        """The log as clean text, with a mark that counts the bytes left out in the middle."""
        last = self._last[-self._half :]
        cut = self.written - len(self._first) - len(last)
        if not cut:
            return _decode(self._first + last)
        return f"{_decode(self._first)}\n[... {cut} bytes left out ...]\n{_decode(last)}"


def _decode(data: bytes | bytearray) -> str:
    text = bytes(data).decode(errors="replace").replace("\r\n", "\n")
    return "".join(filter(shows, text))
