"""Some of the simulated workers, in a process of their own: `python -m benchmarks.workers.part`.

The argument is what `play_a_part` takes, as JSON. It prints what the workers' steps took.
"""

import contextlib
import heapq
import itertools
import json
import random
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from benchmarks.workers import KINDS, LEASE, setup

setup()

from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from agents.sandbox import Isolation  # noqa: E402
from tests.tournaments.factories import outcome  # noqa: E402
from tournaments.models import Game  # noqa: E402
from tournaments.services.playing import play, reports  # noqa: E402
from tournaments.services.playing.workers import Worker  # noqa: E402


@dataclass
class Simulated:
    """A worker without bots: what it holds, and when it has something to do."""

    worker: Any
    match: Any = None
    games: list[Any] = field(default_factory=list)
    renew_at: float = 0.0
    game_ends_at: float = 0.0
    link: Any = None
    """The connection to the database that it has kept, if each has its own."""

    @contextlib.contextmanager
    def linked(self, each: bool) -> Iterator[None]:
        """Use its own connection meanwhile, if `each` worker has one, in this thread."""
        if not each:
            yield
            return
        connection.connection, connection.autocommit = self.link, self.link is not None
        try:
            yield
        finally:
            self.link, connection.connection = connection.connection, None


@dataclass
class Part:
    """The workers of one process, taken in turn by its threads."""

    seconds: float
    game_seconds: float
    each: bool
    took: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    late: list[float] = field(default_factory=list)
    failed: int = 0
    error: str = ""
    due: list[tuple[float, int, Simulated]] = field(default_factory=list)
    number: Iterator[int] = field(default_factory=itertools.count)
    lock: Any = field(default_factory=threading.Lock)
    end: float = 0.0

    def put(self, at: float, one: Simulated) -> None:
        with self.lock:
            heapq.heappush(self.due, (at, next(self.number), one))

    def enter(self, worker: Any) -> None:
        """Have a worker in the middle of a game, where games take time."""
        one = Simulated(worker)
        if not self.game_seconds:
            self.put(time.monotonic(), one)
            return
        with one.linked(self.each):
            self.claim(one)
        self.took["claim"].clear()
        one.game_ends_at = time.monotonic() + self.game_seconds * random.random()
        self.put(self.next_of(one), one)

    def work(self) -> None:
        """Take the worker whose turn it is, and do what it has to do, until time is up."""
        while (now := time.monotonic()) < self.end:
            with self.lock:
                at, _number, one = heapq.heappop(self.due) if self.due else (now + 1, 0, None)
            if one is None or at > now:
                if one is not None:
                    self.put(at, one)
                time.sleep(min(0.005, max(0.0, at - now)))
                continue
            self.late.append(now - at)
            try:
                with one.linked(self.each):
                    due_at = self.step(one)
                self.put(due_at, one)
            except Exception as error:  # noqa: BLE001 - counted, and shown in the table
                self.failed, self.error = self.failed + 1, repr(error)[:200]
                one.match = None
                self.put(time.monotonic() + 0.5, one)
        connection.close()

    def step(self, one: Simulated) -> float:
        """What a worker does now; returns when it has to do something again."""
        if one.match is None:
            return self.claim(one)
        if time.monotonic() < one.game_ends_at:
            with self.timed("renew"):
                assert one.match.step(lease_until=one.worker.now() + LEASE)
            one.renew_at = time.monotonic() + LEASE.total_seconds() / 3
        else:
            self.report(one)
        return self.next_of(one)

    def claim(self, one: Simulated) -> float:
        with self.timed("claim"):
            one.match = play.claim(one.worker, validation=False)
        if one.match is None:
            return time.monotonic() + 1.0
        one.games = list(one.match.games.filter(ended_at=None).select_related("variant"))
        self.begin(one)
        return self.next_of(one)

    def begin(self, one: Simulated) -> None:
        now = time.monotonic()
        one.renew_at = now + LEASE.total_seconds() / 3
        one.game_ends_at = now + self.game_seconds * random.uniform(0.5, 1.5)

    def report(self, one: Simulated) -> None:
        game = one.games.pop(0)
        with self.timed("report"):
            reports.report(one.match, game, OUTCOMES(game), now=one.worker.now(), lease=LEASE)
        if one.games:
            self.begin(one)
        else:
            one.match = None

    def next_of(self, one: Simulated) -> float:
        if one.match is None:
            return time.monotonic()
        return min(one.renew_at, one.game_ends_at)

    @contextlib.contextmanager
    def timed(self, kind: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.took[kind].append(time.perf_counter() - began)


class _Outcomes:
    """A report of each game: one that was played at random once, told again and again."""

    def __init__(self) -> None:
        self._known: dict[int, Any] = {}

    def __call__(self, game: Any) -> Any:
        if game.variant_id not in self._known:
            self._known[game.variant_id] = outcome(game)
        return self._known[game.variant_id]


OUTCOMES = _Outcomes()


def play_a_part(
    *, workers: int, threads: int, seconds: float, game_seconds: float, name: str, each: bool
) -> dict[str, Any]:
    """Be some of the workers, in a process of their own."""
    queued = Game.objects.filter(match__status="queued")
    for game in queued.order_by("variant_id").distinct("variant_id"):
        OUTCOMES(game)
    part = Part(seconds, game_seconds, each)
    terms = {"isolation": Isolation.NONE, "lease": LEASE, "now": timezone.now}
    named = [Worker(name=f"{name}-{number}", host="bench", **terms) for number in range(workers)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(part.enter, named))
    used = time.process_time()
    part.end = time.monotonic() + seconds
    pool = [threading.Thread(target=part.work) for _thread in range(threads)]
    for thread in pool:
        thread.start()
    for thread in pool:
        thread.join()
    cpu = time.process_time() - used
    told = {"took": part.took, "late": part.late, "failed": part.failed, "error": part.error}
    return {**told, "cpu": cpu}


if __name__ == "__main__":
    print(json.dumps(play_a_part(**json.loads(sys.argv[1]))))
