"""Remote bots: what their programs do on a site."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import httpx

from agents.desk.documents import parsed
from agents.sizes import MIB
from tournaments.kit.client.answers import (
    Acted,
    Bot,
    RemoteEnd,
    RemoteGame,
    RemoteGreeting,
    RemoteTurn,
    Version,
    fits,
)
from tournaments.kit.client.connection import ANSWER_BYTES, Connection
from tournaments.kit.errors import Unreachable

MESSAGES: dict[str, Any] = {
    "hello": RemoteGreeting, "game": RemoteGame, "turn": RemoteTurn, "over": RemoteEnd,
}  # fmt: skip
"""The messages of a stream that are read; others are skipped."""

MESSAGE_BYTES = 4 * MIB
"""The largest message of a stream that is read."""

_KEY = re.compile(r"[a-z0-9]{1,20}")


class RemoteBots(Connection):
    """Requests of the programs of remote bots; the token needs the scope `remote`."""

    def remote_bots(self) -> Iterator[Bot]:
        """The player's remote bots by name."""
        return self._pages(Bot, "remote/")

    def create_remote_bot(self, name: str, *, description: str = "") -> Bot:
        """Create a remote bot."""
        return self._post(Bot, "remote/", {"name": name, "description": description})

    def register_version(
        self, slug: str, identity: str, games: Sequence[str], *, notes: str = ""
    ) -> Version:
        """Register a version of a remote bot, or return the one with this identity."""
        sent = {"identity": identity, "games": list(games), "notes": notes}
        return self._post(Version, f"remote/{slug}/versions/", sent)

    def act(self, slug: str, game: str, ply: int, action: str) -> Acted:
        """Act at a ply; the same again changes nothing."""
        sent = {"ply": ply, "action": action}
        return self._post(Acted, f"remote/{slug}/games/{game}/actions/", sent)

    def resign_game(self, slug: str, game: str) -> Acted:
        """Resign in a game."""
        return self._post(Acted, f"remote/{slug}/games/{game}/resign/")

    def remote_stream(self, slug: str, *, at_once: int = 1) -> Iterator[tuple[str, Any]]:
        """The kind and the fields of each message, until the site or the line ends the stream."""
        path = f"remote/{slug}/stream/"
        self._agree()
        try:
            with self._http.stream("GET", path, params={"at_once": at_once}) as answer:
                if not answer.is_success:
                    self._sound(self._whole(path, answer, ANSWER_BYTES))
                is_stream = answer.headers.get("Content-Type", "").startswith("text/event-stream")
                if not is_stream:
                    raise self._odd(path)
                for block in self._blocks(path, answer):
                    yield from self._message(path, block)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unreachable("site-silent", site=self.site, why=error) from error

    def _blocks(self, path: str, answer: httpx.Response) -> Iterator[bytes]:
        """The texts between empty lines."""
        waiting = b""
        for part in self._parts(path, answer):
            *whole, waiting = (waiting + part).split(b"\n\n")
            yield from whole
            if len(waiting) > MESSAGE_BYTES:
                raise Unreachable("answer-too-large", site=self.site, most=MESSAGE_BYTES)

    def _message(self, path: str, block: bytes) -> Iterator[tuple[str, Any]]:
        lines = [line.partition(b": ") for line in block.split(b"\n")]
        by_name = {name: text for name, _colon, text in lines if name}
        kind = by_name.get(b"event", b"").decode(errors="replace")
        if kind not in MESSAGES:
            return
        try:
            fields = parsed(by_name.get(b"data", b""))
        except ValueError:
            raise self._odd(path) from None
        if not fits(fields, MESSAGES[kind]) or not self._has_keys(fields):
            raise self._odd(path)
        yield kind, fields

    @staticmethod
    def _has_keys(fields: dict[str, Any]) -> bool:
        """Whether the games have keys that are safe in addresses."""
        keys = fields.get("games", [fields.get("game")])
        return all(_KEY.fullmatch(key) for key in keys)
