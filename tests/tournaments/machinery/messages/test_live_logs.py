"""Logs of running games, in files and in a real Redis: all is read, and nothing stays."""

import os
import time

import pytest

from tests import servers
from tournaments.machinery.messages import live_logs
from tournaments.machinery.messages.live_logs import (
    HEAD_BYTES,
    FileLogs,
    Key,
    LogsUnavailable,
    Piece,
    Place,
    RedisLogs,
    game_of,
    head,
)

pytestmark = pytest.mark.xdist_group("live logs")

KEY, OTHER = Key(7, 1), Key(7, 2)


@pytest.fixture(scope="module")
def redis():
    with servers.redis_server() as server:
        yield server


@pytest.fixture(params=["files", "redis"])
def logs(request, tmp_path):
    if request.param == "files":
        return FileLogs(tmp_path / "live")
    made = RedisLogs(request.getfixturevalue("redis").url)
    made._redis.flushdb()
    return made


def new(logs, text=b"one\n", *, game=1):
    assert logs.write(KEY, 0, head(game) + text)


def test_a_reader_gets_what_was_written_and_then_what_has_come_since(logs):
    new(logs)
    first = logs.read({KEY: Place()})[KEY]
    assert logs.write(KEY, HEAD_BYTES + 4, b"two\n")

    second = logs.read({KEY: Place(first.head, first.offset + len(first.data))})[KEY]

    assert (game_of(first.head), first.data) == (1, b"one\n")
    assert second == Piece(head(1), HEAD_BYTES + 4, b"two\n")


def test_what_is_written_twice_is_there_once(logs):
    new(logs)

    for _ in range(2):
        assert logs.write(KEY, HEAD_BYTES + 4, b"two\n")

    assert logs.read({KEY: Place()})[KEY].data == b"one\ntwo\n"


def test_the_next_game_takes_the_place_of_the_one_before(logs):
    new(logs, b"a long first game\n")
    new(logs, game=2)

    piece = logs.read({KEY: Place(head(1), HEAD_BYTES + 18)})[KEY]
    again = logs.read({KEY: Place(piece.head, piece.offset + len(piece.data))})[KEY]

    assert game_of(piece.head) == 2
    assert piece.data + again.data == b"one\n"


def test_an_attempt_has_a_log_of_its_own(logs):
    new(logs)

    assert logs.read({OTHER: Place(), KEY: Place()}).keys() == {KEY}


def test_a_writer_hears_that_what_it_wrote_is_lost(logs):
    new(logs)
    logs.remove(KEY)

    assert not logs.write(KEY, HEAD_BYTES + 4, b"two\n")
    assert logs.read({KEY: Place()}) == {}


def test_nothing_is_left_of_a_log_that_is_removed_twice(logs):
    new(logs)

    for _ in range(2):
        logs.remove(KEY)
        logs.touch(KEY)

    assert logs.read({KEY: Place()}) == {}


def test_files_of_dead_workers_are_swept_and_those_of_living_ones_stay(tmp_path):
    logs = FileLogs(tmp_path / "live")
    assert logs.sweep() == 0
    new(logs)
    logs.write(OTHER, 0, head(1))
    long_ago = time.time() - live_logs.KEPT_SECONDS - 1
    for path in (tmp_path / "live").iterdir():
        os.utime(path, (long_ago, long_ago))
    logs.touch(OTHER)

    assert logs.sweep() == 1
    assert logs.read({KEY: Place(), OTHER: Place()}).keys() == {OTHER}


def test_redis_forgets_the_logs_of_dead_workers_by_itself(redis):
    logs = RedisLogs(redis.url)
    new(logs)
    logs.write(KEY, HEAD_BYTES + 4, b"two\n")

    assert 0 < logs._redis.ttl("kauri:live:7:1") <= live_logs.KEPT_SECONDS


@pytest.mark.parametrize("act", ["write", "touch", "remove", "read"])
def test_a_redis_that_is_away_is_said_to_be_away(act):
    logs = RedisLogs("redis://127.0.0.1:1/0")
    given = {"write": (KEY, 0, b""), "read": ({KEY: Place()},)}.get(act, (KEY,))

    with pytest.raises(LogsUnavailable):
        getattr(logs, act)(*given)


def test_a_folder_that_cannot_be_used_is_said_to_be_so(tmp_path):
    (tmp_path / "live").write_text("a file in the place of the folder")

    with pytest.raises(LogsUnavailable):
        new(FileLogs(tmp_path / "live"))
