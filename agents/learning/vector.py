"""Many games at once as arrays, stepped inside the compiled engine, on one core or several.

from agents.learning.vector import VectorGames

games = VectorGames("einstein", 64, seed=1, workers=2)
step = games.now()
while ...:
    step = games.step(choose(step.observations, step.masks, step.seats))
"""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import signal
import weakref
from collections.abc import Callable
from ctypes import Array, c_ubyte
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawArray
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.learning.seeded import Bytes
from engine import IllegalAction, parse_variant, vector


class Step(NamedTuple):
    """The present states of the games: a row each. The next step overwrites these arrays.

    `observations` are those of the `seats` to act, `masks` have 1 for each action that is allowed.
    `returns` has each seat's return in the games that have `ended`, which have begun again since;
    elsewhere zeros.
    """

    observations: Bytes
    masks: Bytes
    seats: Bytes
    returns: NDArray[np.float32]
    ended: NDArray[np.bool_]

    def copy(self) -> Step:
        """Return the same in arrays that no step overwrites."""
        return Step(**{name: array.copy() for name, array in self._asdict().items()})


class VectorGames:
    """`count` games of a variant, whose dice follow from `seed`, played by `workers` processes.

    How many those are changes nothing but the pace; this process is one of them. Actions are
    "codes" (`engine.planes`) or "ranks", places among the legal actions. Ranks are the default
    where there would be more than 1,000 codes.
    """

    def __init__(
        self,
        variant: str,
        count: int,
        seed: int = 0,
        *,
        actions: str | None = None,
        workers: int = 1,
    ) -> None:
        if actions not in {None, "codes", "ranks"}:
            raise ValueError(f'actions are "codes" or "ranks", not "{actions}"')
        if not 0 < workers <= count:
            raise ValueError(f"{count} games for {workers} workers: each needs one")
        ranks = None if actions is None else actions == "ranks"
        self.game = parse_variant(variant)
        make = partial(vector.Games, self.game, count, seed, ranks=ranks)
        first = make(share=range(1))
        self.ranks, self.actions, self.width = first.ranks, int(first.actions), int(first.width)
        table = _Table(count, self.width, self.actions, self.game.num_players())
        ends = [count * worker // workers for worker in range(workers + 1)]
        shares = [range(*pair) for pair in itertools.pairwise(ends)]
        self._pipes = [_worker(make, table, share) for share in shares[1:]]
        self._own = _Share(make, table, shares[0])
        self._chosen, self._now = table.rows(range(count))
        self.close = weakref.finalize(self, _end, self._pipes)
        for pipe in self._pipes:
            pipe.recv_bytes()

    def step(self, codes: NDArray[Any]) -> Step:
        """Apply an action in every game. Raises IllegalAction for one that is not allowed there.

        Some of the other games have gone on then.
        """
        if codes.shape != self._chosen.shape:
            raise ValueError(f"{codes.shape} actions for {len(self._chosen)} games")
        np.copyto(self._chosen, codes, casting="same_kind")
        self._all("step")
        return self._now

    def now(self) -> Step:
        """Return the states of the games, after the last step or at the start."""
        return self._now

    def random(self) -> NDArray[np.int64]:
        """Draw an allowed action for every game, all equally likely."""
        self._all("random")
        return self._chosen.copy()

    def _all(self, command: str) -> None:
        """Let all processes carry out a command at the same time."""
        for pipe in self._pipes:
            pipe.send_bytes(command.encode())
        refusals = [_refusal(self._own, command), *(pipe.recv_bytes() for pipe in self._pipes)]
        for refusal in filter(None, refusals):
            raise IllegalAction(refusal.decode())


class _Table:
    """The arrays of all games, in memory that processes share."""

    def __init__(self, count: int, width: int, actions: int, seats: int) -> None:
        self.layout = np.dtype(
            [
                ("chosen", np.int64, (count,)),
                ("observations", np.uint8, (count, width)),
                ("masks", np.uint8, (count, actions)),
                ("seats", np.uint8, (count,)),
                ("returns", np.float32, (count, seats)),
                ("ended", np.bool_, (count,)),
            ],
            align=True,
        )
        self.memory: Array[c_ubyte] = RawArray(c_ubyte, self.layout.itemsize)

    def rows(self, share: range) -> tuple[NDArray[np.int64], Step]:
        """Return the rows of some games: the actions that are chosen there, and their states."""
        arrays = np.frombuffer(memoryview(self.memory), self.layout)
        rows = {name: arrays[name][0, share.start : share.stop] for name in Step._fields}
        return arrays["chosen"][0, share.start : share.stop], Step(**rows)


class _Share:
    """The games that one process plays, and their rows."""

    def __init__(self, make: Callable[..., vector.Games], table: _Table, share: range) -> None:
        self.games = make(share=share)
        self.chosen, self.now = table.rows(share)
        self._show()

    def carry_out(self, command: str) -> None:
        """Apply the chosen actions, or choose some at random."""
        if command == "step":
            self.games.step(self.chosen.tolist())
            self._show()
        else:
            self.chosen[:] = self.games.random()

    def _show(self) -> None:
        games, now = self.games, self.now
        games.write_observations(now.observations.reshape(-1).data)
        games.write_masks(now.masks.reshape(-1).data)
        games.write_seats(now.seats.data)
        now.returns[:], now.ended[:] = 0, False
        for place, final in games.ended:
            now.returns[place], now.ended[place] = final, True


def _worker(make: Callable[..., vector.Games], table: _Table, share: range) -> Connection:
    """Start a process that plays some of the games, and return the pipe to it."""
    here, there = multiprocessing.Pipe()
    arguments = make, table, share, here, there
    multiprocessing.Process(target=_work, args=arguments, daemon=True).start()
    there.close()
    return here


def _work(
    make: Callable[..., vector.Games],
    table: _Table,
    share: range,
    here: Connection,
    pipe: Connection,
) -> None:
    """Play until the pipe says nothing more."""
    # Of the other end no copy may stay open, or its closing would not be noticed.
    here.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    games = _Share(make, table, share)
    pipe.send_bytes(b"")
    with contextlib.suppress(EOFError):
        while command := pipe.recv_bytes().decode():
            pipe.send_bytes(_refusal(games, command))


def _refusal(games: _Share, command: str) -> bytes:
    """Carry out a command; return nothing, or what was not allowed."""
    try:
        games.carry_out(command)
    except IllegalAction as error:
        return str(error).encode()
    return b""


def _end(pipes: list[Connection]) -> None:
    for pipe in pipes:
        with contextlib.suppress(OSError):
            pipe.send_bytes(b"")
        pipe.close()
