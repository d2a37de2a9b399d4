"""Trouble for some time, then peace, then the reckoning. Sets Django up when it is imported."""

import os
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402

from benchmarks.chaos import fleet, laws, members, story, tables, trouble  # noqa: E402
from benchmarks.chaos.audience import Audience  # noqa: E402
from tests import reserved  # noqa: E402
from tests.servers import Pair  # noqa: E402

WORKERS = 4
HOSTS = 2
"""How many hosts share a database, Redis and a bucket. Each has a site and workers."""
PAUSE_SECONDS = (0.2, 2.5)
"""The shortest and the longest pause between two troubles."""
UPLOAD_SECONDS = 15.0
THINKING_FROM = 120.0
"""The seconds of trouble from which on bots play as well that use up their clocks."""
SMALL_BELOW = 30.0
"""With fewer seconds of trouble, what is left of large tournaments would be most of the run."""
POLL_SECONDS = 0.1
PATIENCE_SECONDS = 240.0
"""How long what was begun may take to end when nobody makes trouble any more."""


@dataclass(frozen=True)
class Plan:
    """How long trouble is made, in which order, and where the workers' log goes."""

    seconds: float
    seed: int
    log: Path


def run(plan: Plan, *, servers: Pair | None) -> int:
    """All of it, told on standard output; 1 if a law is broken."""
    began, since = time.monotonic(), time.time()
    ports = [reserved.port() for _host in range(HOSTS)] if servers else []
    world, audience = _world(plan, servers, ports), Audience(ports)
    if ports:
        audience.start()
    try:
        _make_trouble(world, plan.seconds)
        _make_peace(world)
        wrong = audience.leave() if ports else []
    finally:
        late = world.fleet.stop()
    wrong += [f"{name} did not end when it was told to." for name in late]
    wrong += world.stage.wrongs + laws.broken(conflicts=world.stage.conflicts)
    wrong += [f"left behind: {one}" for one in _leftover(world, since)]
    print(f"Seed {plan.seed}, on {'PostgreSQL and Redis' if servers else 'SQLite and files'}:")
    tables.show(world.made, restarts=world.fleet.restarts, answers=audience.answers)
    print(f"Duration: {time.monotonic() - began:.0f} s, {plan.seconds:.0f} s of them in trouble.")
    tables.show_wrongs(wrong)
    return int(bool(wrong))


def _leftover(world: trouble.World, since: float) -> list[str]:
    serve = world.servers.pids() | world.before if world.servers else set()
    serve |= {one for pid in serve for one in fleet.descendants(pid)}
    family = world.fleet.family
    return laws.leftover(settings.VAR.parent, family=family, since=since, but=serve)


def _world(plan: Plan, servers: Pair | None, ports: Sequence[int]) -> trouble.World:
    call_command("migrate", verbosity=0, interactive=False)
    rng = random.Random(plan.seed)
    lease = timedelta(seconds=settings.LEASE_SECONDS)
    stage = story.Stage(
        rng,
        lease=lease,
        thinkers=plan.seconds >= THINKING_FROM,
        small=plan.seconds < SMALL_BELOW,
    )
    stage.furnish()
    folders = [settings.VAR, *(settings.VAR.parent / f"host-{port}" for port in ports[1:])]
    return trouble.World(
        fleet=fleet.Fleet(members.members(WORKERS, folders=folders, ports=ports), log=plan.log),
        stage=stage,
        rng=rng,
        messages=settings.VAR / "messages",
        servers=servers,
        before=set(fleet.descendants(os.getpid())),
    )


def _make_trouble(world: trouble.World, seconds: float) -> None:
    """Keep the platform busy and make trouble, until the time is over."""
    world.stage.keep_busy()
    _wait_for_workers(world)
    end = time.monotonic() + seconds
    due, upload_due = 0.0, 0.0
    while (now := time.monotonic()) < end:
        _pass_the_time(world)
        if now >= upload_due:
            upload_due = now + UPLOAD_SECONDS
            world.stage.upload()
        if now >= due and world.fleet.pool("play"):
            trouble.make(world)
            due = time.monotonic() + world.rng.uniform(*PAUSE_SECONDS)
        world.stage.keep_busy()


def _wait_for_workers(world: trouble.World) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while len(world.fleet.pool("play")) < WORKERS and time.monotonic() < deadline:
        _pass_the_time(world)


def _pass_the_time(world: trouble.World) -> None:
    world.fleet.tend()
    world.thaw(now=time.monotonic())
    time.sleep(POLL_SECONDS)


def _make_peace(world: trouble.World) -> None:
    """Wait until what was begun is over; what is not then, a law names."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while world.stage.unfinished() and time.monotonic() < deadline:
        _pass_the_time(world)
    world.thaw(now=float("inf"))
