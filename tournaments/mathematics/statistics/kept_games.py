"""Finished games as narrow rows that can be stored: a million of them take forty megabytes."""

import zlib
from collections.abc import Collection, Iterable, Sequence
from hashlib import blake2b
from io import BytesIO
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tournaments.mathematics.statistics.game_table import NO_SIDE, GameTable

KeptGames = NDArray[np.void]
"""A row for each game, with the columns of `_columns`."""


class IdentifiedGame(Protocol):
    """A finished game with its id, its tournament, and the hash of its final state."""

    @property
    def game(self) -> int: ...
    @property
    def block(self) -> int: ...
    @property
    def versions(self) -> Sequence[int]: ...
    @property
    def ranks(self) -> Sequence[int]: ...
    @property
    def faulty(self) -> bool: ...
    @property
    def tournament(self) -> int: ...
    @property
    def final(self) -> str: ...


def _columns(seats: int) -> np.dtype[np.void]:
    """The columns; identical games have the same number in `play`."""
    return np.dtype(
        [("game", "i8"), ("block", "i8"), ("tournament", "i4"), ("play", "u8"), ("faulty", "?"),
         ("versions", "i4", (seats,)), ("ranks", "i1", (seats,))]
    )  # fmt: skip


def kept(games: Iterable[IdentifiedGame], *, seats: int) -> KeptGames:
    """Read games one by one, and keep only their rows; `seats` is the most that one has."""
    return np.fromiter((_row(game, seats) for game in games), dtype=_columns(seats))


def _row(game: IdentifiedGame, seats: int) -> tuple[Any, ...]:
    empty = (NO_SIDE,) * (seats - len(game.versions))
    sides = ((*game.versions, *empty), (*game.ranks, *empty))
    return game.game, game.block, game.tournament, _play(game), game.faulty, *sides


def _play(game: IdentifiedGame) -> int:
    """The number of its versions and final state; its own number where that is unknown."""
    text = f"{tuple(game.versions)} {game.final or game.game}".encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest())


def packed(rows: KeptGames) -> bytes:
    """Write these games out; `unpacked` reads them."""
    written = BytesIO()
    np.save(written, rows)
    return zlib.compress(written.getvalue(), level=1)


def unpacked(content: bytes) -> KeptGames:
    """Read what `packed` has written."""
    rows: KeptGames = np.load(BytesIO(zlib.decompress(content)))
    return rows


def table(rows: KeptGames, *, without: Collection[int], in_full: Collection[int]) -> GameTable:
    """The first of identical games, by id; `in_full` are the tournaments whose games count so.

    The games in `without` are left out as if they had not been played.
    """
    order = np.argsort(rows["game"], kind="stable")
    left = order[~np.isin(rows["game"][order], list(without))]
    _plays, first = np.unique(rows["play"][left], return_index=True)
    games = rows[left[np.sort(first)]]
    sides, names = np.full(games["versions"].shape, NO_SIDE, dtype=np.int32), games["versions"]
    versions, sides[names != NO_SIDE] = np.unique(names[names != NO_SIDE], return_inverse=True)
    return GameTable(
        versions.tolist(), games["block"], sides, games["ranks"], games["faulty"],
        np.isin(games["tournament"], list(in_full)),
    )  # fmt: skip
