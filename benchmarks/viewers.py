"""How soon many viewers of one game see its actions, and what that costs the site.

`python -m benchmarks.viewers` prints it. The site is that of `manage.py web`, in a temporary
folder. A game is published as a worker publishes it. REDIS_URL puts it into Redis. `--kind` chooses
the stream: `film` (the page of a game), `boards` (small boards) or `matches` (events alone).
Nothing is asserted.
"""

import asyncio
import json
import os
import random
import re
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks import connections
from benchmarks.common import parser, settle_environment, web_server
from tests import reserved
from tests.e2e.site import PATIENCE

PATHS = {"film": "matches/{}/film/", "boards": "boards/{}/", "matches": "matches/{}/"}
_NUMBERS = re.compile(rb'"n":(\d+)')


class Audience:
    """Viewers of one stream: when each of them saw each event, in seconds after it was recorded."""

    def __init__(self) -> None:
        self.recorded: dict[int, float] = {}
        self.late: list[float] = []
        self.bytes = 0
        self.watching = 0

    async def watch(self, port: int, path: str) -> None:
        """Follow a stream until it ends or is cancelled."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        seen = 0
        try:
            while data := await reader.read(65536):
                now = time.perf_counter()
                self.watching += not seen
                self.bytes += len(data)
                numbers = [int(one) for one in _NUMBERS.findall(data)] or [0]
                for number in range(max(seen, 1), max(numbers) + 1):
                    if number in self.recorded:
                        self.late.append(now - self.recorded[number])
                seen = max(seen, max(numbers) + 1)
        finally:
            writer.close()


def running_match() -> Any:
    """A match that is being played, for all the database knows."""
    from datetime import timedelta  # noqa: PLC0415

    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connections  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from tests.tournaments.factories import VersionFactory, tournament  # noqa: PLC0415
    from tournaments.models import Match  # noqa: PLC0415

    call_command("migrate", verbosity=0, interactive=False)
    entrants = [VersionFactory(games=["ashte-kashte"]) for _ in range(2)]
    tournament(entrants, key="ashte-kashte(seats=2)")
    match = Match.objects.get()
    match.claim(worker="benchmark", now=timezone.now(), lease=timedelta(days=1))
    connections.close_all()
    return match


async def measure(match: Any, port: int, asked: Any, *, a_second: float) -> str:
    """One line: viewers of a game that goes on at this pace."""
    from tournaments.machinery.messages.live_logs import Key, logs  # noqa: PLC0415
    from tournaments.services.playing.publishing import PublisherBeside, Sheet  # noqa: PLC0415

    audience, stage = Audience(), _Stage()
    with PublisherBeside(logs()) as publisher:
        key = Key(match.pk, match.attempt)
        publisher.begin(Sheet(key, 1, "bullet", stage.recorder.heading(), stage.recorder.events))
        path = "/live/" + PATHS[asked.kind].replace("{}", str(match.pk))
        viewers = [asyncio.ensure_future(audience.watch(port, path)) for _ in range(asked.viewers)]
        deadline = time.monotonic() + PATIENCE
        while audience.watching < asked.viewers and time.monotonic() < deadline:
            await asyncio.sleep(0.1)
        audience.bytes = 0
        used, began = connections.cpu(port), time.perf_counter()
        for number in range(1, int(asked.seconds * a_second) + 1):
            audience.recorded[number] = time.perf_counter()
            stage.step()
            await asyncio.sleep(max(0.0, began + number / a_second - time.perf_counter()))
        await asyncio.sleep(1.5)
        lasted, used = time.perf_counter() - began, connections.cpu(port) - used
        for viewer in viewers:
            viewer.cancel()
        await asyncio.gather(*viewers, return_exceptions=True)
    late = sorted(audience.late) or [float("nan")]
    quarter = [statistics.median(late), late[int(len(late) * 0.99)], late[-1]]
    figures = " ".join(f"{1000 * one:8.0f}" for one in quarter)
    share, each = 100 * used / lasted, audience.bytes / max(1, audience.watching) / 1024
    return f"{a_second:9.0f} {audience.watching:8} {len(late):9} {figures} {share:7.0f} {each:9.0f}"


class _Stage:
    """A game of random actions, each recorded as the referee does."""

    def __init__(self) -> None:
        import engine  # noqa: PLC0415
        from engine.record import Recorder  # noqa: PLC0415

        game = engine.load_game("ashte-kashte", seats=2)
        seats = [{"name": "A", "version": 1}] * game.num_players()
        self.recorder = Recorder(game, seats, "ab" * 32, 1)
        self.state = game.new_initial_state()
        self.rng = random.Random(1)

    def step(self) -> None:
        if self.state.is_chance_node():
            outcome = self.state.sample_chance(self.rng)
            self.recorder.throw(self.state, outcome)
        else:
            outcome = self.rng.choice(self.state.legal_actions())
            self.recorder.action(self.state, outcome, wall=0.012345, cpu=0.012345, note="a note")
        self.state.apply_action(outcome)


def main() -> None:
    made = parser(__doc__ or "", viewers=500, seconds=20, kind="film")
    asked = made.parse_args()
    redis = {"REDIS_URL": os.environ["REDIS_URL"]} if os.environ.get("REDIS_URL") else {}
    with tempfile.TemporaryDirectory(prefix="kauri-") as name:
        folder, port = Path(name), reserved.port()
        viewers = {"KAURI_LIVE_VIEWERS": "5000", "KAURI_LIVE_VIEWERS_AN_ADDRESS": "5000"}
        settle_environment(folder, redis, KAURI_VIEWS_A_MINUTE="0", **viewers)
        import django  # noqa: PLC0415

        django.setup()
        match = running_match()
        print("actions/s  viewers  received  median ms    99%  longest   CPU %  KiB each")
        for a_second in (1, 5, 20):
            with web_server(port):
                line = asyncio.run(measure(match, port, asked, a_second=a_second))
            print(line, flush=True)
    print(json.dumps({"load": os.getloadavg()}))


if __name__ == "__main__":
    main()
