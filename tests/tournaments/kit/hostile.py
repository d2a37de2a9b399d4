"""A site that means harm to its visitors' machines: each of its answers can be replaced."""

import copy
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from agents import samples
from agents.bots import archive
from agents.inside import protocol
from tests.tournaments.kit.records import played

NASTY = (
    "\x1b]8;;https://evil.example\x07a\x1b]8;;\x07\x1b[2J\x9b31m\u202eb\u2066\x7f\x00\r\n"
    "../../../c\ud800<script>[red]{why}%s"
)
"""A link and other orders for a terminal (C0 and C1), overrides of direction, NUL, line breaks."""

WRONG: tuple[Any, ...] = (None, 7, -1, True, 1e308, 10**4000, [], [[]], {}, {"a": 1}, "../x", NASTY)
"""Values for a member that is of another kind, or of its kind and still odd."""

RECORD = played("kalah") | {"time_control": "blitz"}
RECORD["events"][0]["note"] = "+0.5"

_GAME = {
    "url": "http://site/g", "number": 1, "variant": "kalah", "reason": "", "plies": 3, "seats": [],
}  # fmt: skip
_MATCH = {
    "url": "http://site/m", "id": 12, "status": "finished", "time_control": "blitz",
    "seed": None, "value_function": "", "value_sha256": "", "games": [_GAME],
}  # fmt: skip
_VERSION = {
    "url": "http://site/v", "bot": "sower", "number": 3, "status": "refused", "games": ["kalah"],
    "sha256": "ab", "refusal": "It crashed.", "check": None,
}  # fmt: skip
_TOURNAMENT = {
    "url": "http://site/t", "slug": "cup", "name": "Cup", "status": "finished",
    "format": "swiss", "entrants": 2, "games": 2, "settled": 2,
}  # fmt: skip
_CASUAL = {
    "url": "http://site/c", "key": "abc", "variant": "kalah", "time_control": "blitz",
    "status": "running", "seats": [], "events": 0, "seed": None,
}  # fmt: skip
_TRIAL = {"url": "http://site/t", "id": 5, "status": "not-better", "ratios": [0.1]}
_NAME = {"name": "Sower", "version": 3}
_BOT = {"slug": "sower", "name": "Sower", "owner": "alice", "newest_accepted": 3}
_LOG = {
    "game": 1, "seat": 0, "version": _NAME, "log": "printed",
    "fault": {"kind": "crash", "summary": "It raised.", "code": "raised", "params": {"step": "it"}},
}  # fmt: skip
_STANDING = {"place": 1, "version": _NAME, "points": 1.5, "played": 2}

_HELLO = {"bot": "sower", "version": 3, "games": ["abc"]}
_GOING_ON = {
    "game": "abc", "page": "/play/abc/", "variant": "kalah", "time_control": "blitz",
    "seats": ["Sower v3", "bob"], "own": [0],
}  # fmt: skip
_ENDED = {
    "game": "abc", "reason": "forfeit", "result": {"returns": [-1.0, 1.0], "ranks": [2, 1]},
    "faults": [{"seat": 0, "kind": "timeout", "summary": "It was late."}],
}  # fmt: skip

ANSWERS: dict[str, Any] = {
    "": {"version": "0.1.0", "protocol": protocol.VERSION},
    "token/": {"token": "kauri_abc"},
    "bots/": _BOT,
    "bots/sower/versions/": _VERSION,
    "bots/sower/versions/3/": _VERSION,
    "remote/": {"results": [_BOT], "next": None},
    "remote/sower/stream/": {"hello": _HELLO, "game": _GOING_ON, "over": _ENDED},
    "tournaments/": _TOURNAMENT,
    "casual-games/": _CASUAL,
    "bots/sower/versions/3/trials/": _TRIAL,
    "trials/5/": _TRIAL,
    "tournaments/cup/": _TOURNAMENT,
    "tournaments/cup/enter/": _TOURNAMENT,
    "tournaments/cup/standings/": {"standings": [_STANDING], "next": None},
    "tournaments/cup/matches/": {"results": [_MATCH], "next": None},
    "matches/12/": _MATCH,
    "matches/12/games/1/": _GAME | {"record": RECORD},
    "matches/12/logs/": [_LOG],
}
"""What an honest site answers, by the address."""

CODE = archive.pack("bot.py", samples.read("greedy")).data
"""The one answer that is no JSON: what bots/sower/versions/3/archive/ sends."""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where anything stands in an answer, by keys and numbers; of a list, its first element."""
    yield path
    for key in (
        list(value)
        if isinstance(value, dict)
        else range(min(1, len(value or ())))
        if (isinstance(value, list))
        else ()
    ):
        yield from places(value[key], (*path, key))


def replaced(value: Any, path: tuple[Any, ...], by: Any) -> Any:
    """The answer with something else in one place."""
    if not path:
        return by
    changed = copy.deepcopy(value)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = by
    return changed


class HostileSite:
    """A running site. `lies` replaces answers by address: JSON, or (status, headers, bytes)."""

    def __init__(self) -> None:
        self.lies: dict[str, Any] = {}
        self.asked: list[tuple[str, str | None]] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            wbufsize = -1

            def do_GET(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                site.asked.append((self.path, self.headers.get("Authorization")))
                status, headers, body = site.answer(self.path)
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET  # noqa: N815 - as the base class has it

            def log_message(self, *_told: Any) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def answer(self, target: str) -> tuple[int, dict[str, str], bytes]:
        """The status, the headers and the body for an address."""
        path = target.partition("?")[0].removeprefix("/api/v1/")
        if path == "bots/sower/versions/3/archive/" and path not in self.lies:
            return 200, {}, CODE
        said = self.lies.get(path, ANSWERS.get(path))
        if path.endswith("/stream/") and isinstance(said, dict):
            messages = [
                f"event: {kind}\ndata: {json.dumps(told)}\n\n" for kind, told in said.items()
            ]
            return 200, {"Content-Type": "text/event-stream"}, "".join(messages).encode()
        return said if isinstance(said, tuple) else (200, {}, json.dumps(said).encode())

    def close(self) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()
