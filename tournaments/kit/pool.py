"""Games that are played in parallel, each in a process of its own.

A failure of the machine does not count: the game is played again with the same dice.
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from typing import Generic, TypeVar

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


def play_all(jobs: Iterable[Job[Key]], *, processes: int) -> Iterator[tuple[Job[Key], GameReport]]:
    """Play them, several at once, and yield each game as it ends.

    One at a time is played here, in order. Raises what `play` raises; what is under way then ends.
    """
    if processes == 1:
        yield from ((job, play(job)) for job in jobs)
        return
    waiting = iter(jobs)
    # A fresh interpreter shares nothing with this one that its bots could wait for.
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"))
    try:
        yield from _each(pool, waiting, processes)
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
