"""What is done to the platform: each kind of trouble is a function, and says whether it struck."""

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.chaos import fleet, story
from tests.servers import Pair

FROZEN_SECONDS = 6.0
"""How long a worker is stopped: longer than its lease and the tick that notices."""


@dataclass
class World:
    """Everything that trouble can be made with.

    `before` are the processes that ran before those of the platform, and `frozen` those that are
    stopped, with their thaw.
    """

    fleet: fleet.Fleet
    stage: story.Stage
    rng: random.Random
    messages: Path
    servers: Pair | None = None
    before: set[int] = field(default_factory=set)
    frozen: dict[int, float] = field(default_factory=dict)
    made: Counter[str] = field(default_factory=Counter)

    def thaw(self, *, now: float) -> None:
        """Let run on what has been stopped for long enough."""
        for pid in [pid for pid, due in self.frozen.items() if due <= now]:
            del self.frozen[pid]
            signalled(pid, signal.SIGCONT)


def kinds(world: World) -> Mapping[str, tuple[int, Callable[[World], bool]]]:
    """Every kind of trouble that can be made in this world, each with its weight."""
    if not world.servers:
        return {**KINDS, "losses of all messages": (4, _lose_messages)}
    return {
        **KINDS,
        "restarts of PostgreSQL": (2, _restart_postgresql),
        "restarts of Redis": (3, _restart_redis),
        "kills of sites": (3, _kills(lambda world: world.fleet.mains("web"))),
    }


def make(world: World) -> None:
    """One trouble: each kind once in a random order, then any; counted if it could strike."""
    known = kinds(world)
    untried = [name for name in known if name not in world.made]
    weights = [1 if untried else known[name][0] for name in untried or known]
    (name,) = world.rng.choices(untried or list(known), weights)
    if known[name][1](world):
        world.made[name] += 1


def signalled(pid: int, number: signal.Signals) -> bool:
    """Whether the process was still there to get the signal."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return False
    return True


def _kills(of: Callable[[World], Sequence[int]]) -> Callable[[World], bool]:
    """Kill one of these processes, if there is any."""

    def strike(world: World) -> bool:
        pids = of(world)
        return bool(pids) and signalled(world.rng.choice(pids), signal.SIGKILL)

    return strike


def _freeze_player(world: World) -> bool:
    pids = [pid for pid in world.fleet.pool("play") if pid not in world.frozen]
    if not pids:
        return False
    pid = world.rng.choice(pids)
    world.frozen[pid] = time.monotonic() + FROZEN_SECONDS
    return signalled(pid, signal.SIGSTOP)


def _restart_postgresql(world: World) -> bool:
    assert world.servers
    # What PostgreSQL calls an immediate shutdown: it recovers from its log at the next start.
    world.servers.postgresql.restart(signal.SIGQUIT)
    world.stage.reconnect()
    return True


def _restart_redis(world: World) -> bool:
    assert world.servers
    world.servers.redis.restart(signal.SIGKILL)
    return True


def _lose_messages(world: World) -> bool:
    for path in (world.messages / "queue").iterdir():
        path.unlink(missing_ok=True)
    return True


KINDS: Mapping[str, tuple[int, Callable[[World], bool]]] = {
    "kills of workers": (3, _kills(lambda world: world.fleet.mains("play"))),
    "kills of processes that play": (4, _kills(lambda world: world.fleet.pool("play"))),
    "kills of deputies": (3, _kills(lambda world: world.fleet.deputies("play"))),
    "kills of bots": (6, _kills(lambda _world: fleet.bots())),
    "kills of bubblewrap": (4, _kills(lambda _world: fleet.cages())),
    "kills of the background worker": (2, _kills(lambda world: world.fleet.mains("background"))),
    "kills of processes that reap": (3, _kills(lambda world: world.fleet.pool("background"))),
    "kills of the scheduler": (2, _kills(lambda world: world.fleet.mains("beat"))),
    "workers stopped beyond their lease": (2, _freeze_player),
    "messages sent many times": (3, lambda world: world.stage.wake_often()),
    "messages sent late": (3, lambda world: world.stage.wake_late()),
    "reports repeated at once": (4, lambda world: world.stage.repeat_a_report()),
    "games reported by four at once": (3, lambda world: world.stage.report_at_once()),
    "matches claimed and deserted": (2, lambda world: world.stage.desert()),
    "reports of deserted matches": (3, lambda world: world.stage.report_late()),
    "reports that differ": (2, lambda world: world.stage.report_otherwise()),
}
"""Every kind of trouble on any installation, each with its weight."""
