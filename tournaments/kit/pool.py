"""Games that are played in parallel, each in a process of its own.

A failure of the machine does not count: the game is played again with the same dice.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from typing import Any, Generic, TypeVar

import engine
from agents.desk.session import Session
from agents.table.conditions import Deal, SeatedBot
from agents.table.referee import GameReport
from agents.terms.faults import PlatformFault

TRIES = 3
"""The number of times a game is begun before the machine's failure ends the command."""

Key = TypeVar("Key")


@dataclass(frozen=True)
class Job(Generic[Key]):
    """A game to be played, with the caller's key for it."""

    key: Key
    variant: str
    bots: Sequence[SeatedBot]
    deal: Deal
    session: Session

    def play(self) -> GameReport:
        """Play it once. Raises PlatformFault."""
        return self.session.play(engine.parse_variant(self.variant), self.bots, self.deal)


def play(job: Job[Key]) -> GameReport:
    """Play one game here, again if this machine fails. Raises the last PlatformFault."""
    for _ in range(TRIES - 1):
        try:
            return job.play()
        except PlatformFault:
            continue
    return job.play()


Player = Callable[[Iterable[Job[Any]]], Iterator[tuple[Job[Any], GameReport]]]
"""Plays games, several at once, and yields each as it ends."""


def play_all(jobs: Iterable[Job[Key]], *, processes: int) -> Iterator[tuple[Job[Key], GameReport]]:
    """Play them, several at once, and yield each game as it ends.

    One at a time is played here, in order. Raises what `play` raises; what is under way then ends.
    """
    with players(processes) as play_these:
        yield from play_these(jobs)


@contextmanager
def players(processes: int) -> Iterator[Player]:
    """Processes that play one set of games after another, for sets that follow from results."""
    if processes == 1:
        yield lambda jobs: ((job, play(job)) for job in jobs)
        return
    # A fresh interpreter shares nothing with this one that its bots could wait for.
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"))
    try:
        yield lambda jobs: _each(pool, iter(jobs), processes)
    finally:
        pool.shutdown(cancel_futures=True)


def _each(
    pool: ProcessPoolExecutor, waiting: Iterator[Job[Key]], processes: int
) -> Iterator[tuple[Job[Key], GameReport]]:
    begun: dict[Future[GameReport], Job[Key]] = {}
    while True:
        for job in islice(waiting, processes - len(begun)):
            begun[pool.submit(play, job)] = job
        if not begun:
            return
        for done in wait(begun, return_when=FIRST_COMPLETED).done:
            yield begun.pop(done), done.result()
