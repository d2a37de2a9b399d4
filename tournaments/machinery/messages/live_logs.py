"""The events of running games while they are played: a log for each, which readers follow.

A log is text: 17 bytes that name the game, then a line for each of its events. It has one writer,
the worker that plays the attempt, and any number of readers, which ask for what is new. It is in
Redis if there is one, else in a file, and is removed with the attempt. It may be lost: finished
games are in the database.
"""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, Protocol

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

HEAD_BYTES = 17
PIECE_BYTES = 256 * 1024
"""The most that a reader gets of one log at once."""

KEPT_SECONDS = 120
"""A log that its worker has not touched for this long is removed: the worker is gone."""

REDIS_SECONDS = 1.0
"""The most seconds that Redis may take to answer."""


class LogsUnavailable(Exception):
    """The logs cannot be written or read now."""


class Key(NamedTuple):
    """The key of a log: an attempt to play a match."""

    match: int
    attempt: int


class Place(NamedTuple):
    """How far a reader has read: the game that the log is about, and the offset in its bytes."""

    head: bytes = b""
    offset: int = HEAD_BYTES


class Piece(NamedTuple):
    """The bytes of a log from an offset on, and the game that it is about now."""

    head: bytes
    offset: int
    data: bytes


def head(game: int) -> bytes:
    """Return the first bytes of the log of a game."""
    return b"%016x\n" % game


def game_of(beginning: bytes) -> int:
    """Return the game that a log is about, from its first bytes."""
    return int(beginning, 16)


class Logs(Protocol):
    """All logs of the platform. Every method raises LogsUnavailable."""

    def write(self, key: Key, offset: int, data: bytes) -> bool:
        """Write from an offset on, or a new log from 0; False if earlier bytes are lost."""

    def touch(self, key: Key) -> None:
        """Record that the worker is alive."""

    def remove(self, key: Key) -> None:
        """Remove a log, if there is one."""

    def read(self, places: Mapping[Key, Place]) -> dict[Key, Piece]:
        """Return what is new in each log; logs that do not exist are left out."""

    def sweep(self) -> int:
        """Remove the logs that dead workers have left; return how many."""


def logs() -> Logs:
    """Return the logs, in Redis or in files as the settings say."""
    address = settings.ENVIRONMENT["REDIS_URL"]
    return RedisLogs(address) if address else FileLogs(settings.VAR / "live")


@contextmanager
def _unavailable_on(kind: type[Exception]) -> Iterator[None]:
    """Raise LogsUnavailable for errors of this kind."""
    try:
        yield
    except kind as error:
        raise LogsUnavailable(str(error)) from error


class FileLogs:
    """A file for each log, in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @_unavailable_on(OSError)
    def write(self, key: Key, offset: int, data: bytes) -> bool:
        path = self._path(key)
        try:
            if offset == 0:
                self._folder.mkdir(mode=0o700, exist_ok=True)
                unfinished = path.with_suffix(".new")
                unfinished.write_bytes(data)
                unfinished.rename(path)
                return True
            with path.open("r+b") as file:
                if file.seek(0, os.SEEK_END) < offset:
                    return False
                file.seek(offset)
                file.write(data)
        except FileNotFoundError:
            return False
        return True

    @_unavailable_on(OSError)
    def touch(self, key: Key) -> None:
        with suppress(FileNotFoundError):
            os.utime(self._path(key))

    @_unavailable_on(OSError)
    def remove(self, key: Key) -> None:
        self._path(key).unlink(missing_ok=True)

    def read(self, places: Mapping[Key, Place]) -> dict[Key, Piece]:
        pieces = {key: self._read(key, place) for key, place in places.items()}
        return {key: piece for key, piece in pieces.items() if piece is not None}

    def sweep(self) -> int:
        old = time.time() - KEPT_SECONDS
        removed = 0
        for path in self._folder.glob("*.*") if self._folder.exists() else ():
            try:
                if path.stat().st_mtime < old:
                    path.unlink()
                    removed += 1
            except FileNotFoundError:
                continue
        return removed

    def _path(self, key: Key) -> Path:
        return self._folder / f"{key.match}-{key.attempt}.log"

    @_unavailable_on(OSError)
    def _read(self, key: Key, place: Place) -> Piece | None:
        try:
            with self._path(key).open("rb") as file:
                beginning = file.read(HEAD_BYTES)
                offset = place.offset if beginning == place.head else HEAD_BYTES
                file.seek(offset)
                return Piece(beginning, offset, file.read(PIECE_BYTES))
        except FileNotFoundError:
            return None


class RedisLogs:
    """A string for each log, which expires in Redis if its worker falls silent."""

    def __init__(self, address: str) -> None:
        self._redis = redis.Redis.from_url(
            address,
            socket_timeout=REDIS_SECONDS,
            socket_connect_timeout=REDIS_SECONDS,
            # A connection that broke may mean that Redis has lost everything: the writer must know.
            retry=Retry(NoBackoff(), 0),
        )

    @_unavailable_on(redis.RedisError)
    def write(self, key: Key, offset: int, data: bytes) -> bool:
        name = _name(key)
        if offset == 0:
            self._redis.set(name, data, ex=KEPT_SECONDS)
            return True
        if self._redis.strlen(name) < offset:
            return False
        pipeline = self._redis.pipeline()
        pipeline.setrange(name, offset, data.decode("ascii"))
        pipeline.expire(name, KEPT_SECONDS)
        pipeline.execute()
        return True

    @_unavailable_on(redis.RedisError)
    def touch(self, key: Key) -> None:
        self._redis.expire(_name(key), KEPT_SECONDS)

    @_unavailable_on(redis.RedisError)
    def remove(self, key: Key) -> None:
        self._redis.delete(_name(key))

    def read(self, places: Mapping[Key, Place]) -> dict[Key, Piece]:
        pipeline = self._redis.pipeline()
        for key, place in places.items():
            pipeline.getrange(_name(key), 0, HEAD_BYTES - 1)
            pipeline.getrange(_name(key), place.offset, place.offset + PIECE_BYTES - 1)
        with _unavailable_on(redis.RedisError):
            answers: list[bytes] = pipeline.execute()
        pieces = {}
        for number, (key, place) in enumerate(places.items()):
            beginning, data = answers[2 * number : 2 * number + 2]
            if not beginning:
                continue
            if beginning == place.head:
                pieces[key] = Piece(beginning, place.offset, data)
            else:
                # Another game: bytes from the old offset are useless, the next read gets them all.
                pieces[key] = Piece(
                    beginning, HEAD_BYTES, data if place.offset == HEAD_BYTES else b""
                )
        return pieces

    def sweep(self) -> int:
        return 0


def _name(key: Key) -> str:
    return f"kauri:live:{key.match}:{key.attempt}"
