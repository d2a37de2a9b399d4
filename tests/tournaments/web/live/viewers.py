"""Viewers of a game that asks no worker, and what serves it to them."""

import asyncio
import contextlib
import json

import engine
from engine.record import Recorder
from tournaments.machinery.messages.live_logs import Key, head
from tournaments.queries.games.live import Look
from tournaments.web.live.hub import Hub
from tournaments.web.live.streams import Streams
from tournaments.web.live.visitors import Places

PATIENCE_SECONDS = 60
KEY = Key(7, 1)


class Viewer:
    """Asks for a stream as an ASGI server would, and reads it."""

    def __init__(self, application, path, *, address="192.0.2.1", query="", **headers):
        named = {"host": "localhost", **{key.replace("_", "-"): v for key, v in headers.items()}}
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": query.encode(),
            "client": (address, 1),
            "headers": [(name.encode(), text.encode()) for name, text in named.items()],
        }
        self.status, self.headers, self.text, self.is_over = None, {}, b"", False
        self.reads = asyncio.Event()
        self.reads.set()
        self.leaves = asyncio.Event()
        self.task = asyncio.ensure_future(application(self.scope, self.receive, self.send))

    async def receive(self):
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        await self.reads.wait()
        self.status = message.get("status", self.status)
        self.headers |= dict(message.get("headers", ()))
        self.text += message.get("body", b"")
        self.is_over = message["type"].endswith("body") and not message.get("more_body")

    async def until(self, look):
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not look(self):
                await asyncio.sleep(0.005)
        return self

    async def ended(self):
        # Not `timeout`: a stream that is cancelled ends as if its viewer had left.
        done, _ = await asyncio.wait({self.task}, timeout=PATIENCE_SECONDS)
        assert done
        await self.task
        return self

    def told(self, kind):
        blocks = [block.split("\n") for block in self.text.decode().split("\n\n")]
        fields = [dict(line.split(": ", 1) for line in block if ": " in line) for block in blocks]
        return [json.loads(one["data"]) for one in fields if one.get("event") == kind]


class Game:
    """A game of Kalah in a log, which goes on when it is told to."""

    def __init__(self, logs, key=KEY):
        self.logs, self.key = logs, key
        seats = [{"name": name, "version": 1} for name in ("Ann", "Ben")]
        self.state = engine.load_game("kalah").new_initial_state()
        self.recorder = Recorder(self.state.get_game(), seats, "ab" * 32, 1)
        self.look = Look("running", key.attempt)
        self._write()

    def play(self, count=1):
        for _ in range(count):
            action = self.state.legal_actions()[0]
            self.recorder.action(self.state, action)
            self.state.apply_action(action)
        self._write()

    def end(self):
        record = {"events": self.recorder.events, "result": {"reason": "empty"}}
        self.look = Look("finished", self.key.attempt, record)
        self.logs.remove(self.key)

    def _write(self):
        told = {"match": self.key.match, "game": 1, "time_control": "bullet"}
        heading = told | self.recorder.heading()
        events = [{"n": n, **event} for n, event in enumerate(self.recorder.events, start=1)]
        text = b"".join(json.dumps(one).encode() + b"\n" for one in [heading, *events])
        self.logs.write(self.key, 0, head(1) + text)


@contextlib.asynccontextmanager
async def serving(game, *, most=10, most_each=10, matches_each=10, marks=None):
    """A hub that serves one game, and rows with these marks, and what asks it for streams."""
    hub = Hub(
        game.logs, lambda asked: dict.fromkeys(asked, game.look), lambda _subjects: marks or {}
    )
    running = asyncio.ensure_future(hub.run())
    application = Streams(hub, Places(most=most, most_each=most_each, matches_each=matches_each))
    try:
        yield hub, application
    finally:
        hub.stop()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await running


def play(story):
    """Run a test that waits for something."""
    asyncio.run(story())
