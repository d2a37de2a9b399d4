"""What many connected remote bots cost one host, and how soon each sees that it is to act.

`python -m benchmarks.remote` prints it. The site is that of `manage.py web`, in a temporary folder;
DATABASE_URL and REDIS_URL put it elsewhere. All bots are connected, first for a moment, then for
`--calm` seconds more. Then some pairs of them play Kalah against each other, by the first action
that is allowed. A delay is from the answer to an action until the opponent's stream has its turn.
Nothing is asserted.
"""

import asyncio
import json
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks import connections
from benchmarks.common import parser, settle_environment, web_server
from tests import reserved
from tests.e2e.site import PATIENCE

HEAD = "HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token {token}\r\n"


class Programs:
    """The programs of all bots, in this process."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.head = port, HEAD.format(token=token)
        self.connected = 0
        self.acted: dict[tuple[str, int], float] = {}
        self.late: list[float] = []

    async def follow(self, slug: str) -> None:
        """Follow the stream of a bot, and act in each turn."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        writer.write(f"GET /api/v1/remote/{slug}/stream/?at_once=1 {self.head}\r\n".encode())
        kind = ""
        try:
            while line := (await reader.readline()).decode().strip():
                pass
            while line := (await reader.readline()).decode():
                name, _, text = line.strip().partition(": ")
                kind = text if name == "event" else kind
                if name == "data":
                    await self._hear(slug, kind, json.loads(text))
        finally:
            writer.close()

    async def _hear(self, slug: str, kind: str, told: dict[str, Any]) -> None:
        self.connected += kind == "hello"
        if kind != "turn":
            return
        began = self.acted.pop((told["game"], told["ply"]), None)
        if began is not None:
            self.late.append(time.perf_counter() - began)
        body = json.dumps({"ply": told["ply"], "action": told["actions"][0]})
        path = f"/api/v1/remote/{slug}/games/{told['game']}/actions/"
        answer = await self._post(path, body)
        self.acted[told["game"], answer.get("ply", 0)] = time.perf_counter()

    async def _post(self, path: str, body: str) -> dict[str, Any]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        writer.write(f"POST {path} {self.head}{kind}Connection: close\r\n\r\n{body}".encode())
        answer = await reader.read()
        writer.close()
        told: dict[str, Any] = json.loads(answer.partition(b"\r\n\r\n")[2])
        return told


def furnished(bots: int) -> tuple[str, list[Any]]:
    """A token, and a version of each of its player's remote bots."""
    from django.core.management import call_command  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from tournaments.models import Bot, Player  # noqa: PLC0415
    from tournaments.services.bots import remote  # noqa: PLC0415
    from tournaments.services.people import accounts  # noqa: PLC0415

    call_command("migrate", verbosity=0, interactive=False)
    now, owner = timezone.now(), Player.objects.create_user("far")
    versions = []
    for number in range(bots):
        bot = Bot.objects.create(
            owner=owner, name=f"Far {number}", slug=f"far-{number}", is_remote=True, created_at=now
        )
        given = {"bot": bot, "player": owner, "identity": "one", "games": ["kalah"]}
        versions.append(remote.register(**given, now=now)[0])
    return accounts.make_token(owner, label="far", scopes=["remote"], now=now), versions


def open_games(versions: list[Any], games: int) -> None:
    """A game of each two of the first bots, each opened by somebody else."""
    from django.utils import timezone  # noqa: PLC0415

    import engine  # noqa: PLC0415
    from tournaments.models import Player, Variant  # noqa: PLC0415
    from tournaments.queries.casual.people import Person  # noqa: PLC0415
    from tournaments.services.casual import opening  # noqa: PLC0415

    variant = Variant.objects.of(engine.load_game("kalah"))
    for number in range(games):
        config = opening.CasualConfiguration(
            variant=variant, seats=versions[2 * number : 2 * number + 2], time_control="classical"
        )
        fan = Person(Player.objects.create_user(f"fan{number}"))
        opening.open_game(config, who=fan, now=timezone.now())


async def measure(port: int, token: str, versions: list[Any], asked: Any) -> None:
    """Connect all, look at them idle, and let some play."""
    programs = Programs(port, token)
    lines = [asyncio.ensure_future(programs.follow(one.bot.slug)) for one in versions]
    deadline = time.monotonic() + PATIENCE
    while programs.connected < len(versions) and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    idle = await _share(port, asked.seconds)
    memory = connections.memory(port)
    print(f"{programs.connected} connected: {idle:.0f} % of a core, {memory:.0f} MiB", flush=True)
    await asyncio.sleep(asked.calm)
    print(f"after {asked.calm:.0f} s more: {await _share(port, asked.seconds):.0f} %", flush=True)
    await asyncio.to_thread(open_games, versions, asked.games)
    busy = await _share(port, asked.seconds)
    late = sorted(programs.late) or [float("nan")]
    middle, most = 1000 * statistics.median(late), 1000 * late[int(0.95 * len(late))]
    pace = len(late) / asked.seconds
    print(
        f"{asked.games} games: {pace:.0f} turns a second, {busy:.0f} % of a core, "
        f"median {middle:.0f} ms, 95 % {most:.0f} ms"
    )
    for line in lines:
        line.cancel()
    await asyncio.gather(*lines, return_exceptions=True)


async def _share(port: int, seconds: float) -> float:
    """The share of a core that the site takes, in per cent."""
    used, began = connections.cpu(port), time.perf_counter()
    await asyncio.sleep(seconds)
    return 100 * (connections.cpu(port) - used) / (time.perf_counter() - began)


def main() -> None:
    asked = parser(__doc__ or "", bots=1000, games=50, seconds=15.0, calm=75.0).parse_args()
    names = ("DATABASE_URL", "REDIS_URL")
    servers = {name: os.environ[name] for name in names if name in os.environ}
    free = {"KAURI_VIEWS_A_MINUTE": "0", "KAURI_REMOTE_STREAMS": "5000",
            "KAURI_RATE_REMOTE": "1000000/minute", "KAURI_LIVE_VIEWERS_AN_ADDRESS": "5000",
            "KAURI_LIVE_VIEWERS": "5000", "KAURI_PLAYER_BOTS": "5000"}  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="kauri-") as name:
        settle_environment(Path(name), servers, **free)
        import django  # noqa: PLC0415

        django.setup()
        port = reserved.port()
        token, versions = furnished(asked.bots)
        with web_server(port):
            asyncio.run(measure(port, token, versions, asked))
    print(f"load {os.getloadavg()[0]:.0f}")


if __name__ == "__main__":
    main()
