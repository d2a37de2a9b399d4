import errno
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty
from threading import Timer

import pytest
from kombu import Connection

from tournaments.machinery.messages import celery, inotify
from tournaments.machinery.messages.transport import Channel

pytestmark = pytest.mark.once


@pytest.fixture
def connect(tmp_path):
    assert celery.app.conf.task_default_queue == "housekeeping"
    folders = {name: tmp_path / name for name in ("queue", "processed", "control")}
    for folder in folders.values():
        folder.mkdir()
    options = {
        "data_folder_in": str(folders["queue"]),
        "data_folder_out": str(folders["queue"]),
        "processed_folder": str(folders["processed"]),
        "control_folder": str(folders["control"]),
    }
    connections = []

    def open_one():
        connections.append(Connection("files://localhost/", transport_options=options))
        return connections[-1]

    yield open_one
    for connection in connections:
        connection.release()


@pytest.fixture
def open_channel(connect):
    return lambda: connect().channel()


@pytest.fixture
def queue(request):
    """A queue of this test alone: kombu remembers for all connections which it has bound."""
    return request.node.name


@pytest.fixture
def looks(monkeypatch):
    """How often somebody has looked for a message, one entry each time."""
    look, times = Channel._get, []

    def counted(channel, *details):
        times.append(details)
        return look(channel, *details)

    monkeypatch.setattr(Channel, "_get", counted)
    return times


def _send_later(queue, *, seconds):
    sender = Timer(seconds, lambda: queue.put("now"))
    sender.start()
    return sender


def test_messages_arrive_in_the_order_they_were_sent(open_channel):
    channel = open_channel()
    for number in range(3):
        channel._put("play", {"number": number})

    assert [channel._get("play")["number"] for _ in range(3)] == [0, 1, 2]


def test_a_queue_does_not_see_the_messages_of_another(open_channel):
    channel = open_channel()
    channel._put("play", {})

    with pytest.raises(Empty):
        channel._get("validation")


def test_nobody_sees_a_message_before_it_is_whole(open_channel, tmp_path, monkeypatch):
    channel = open_channel()
    write, seen = Path.write_text, []

    def slowly(path, text):
        write(path, text[:1])
        seen.append([*(tmp_path / "queue").iterdir()])
        return write(path, text)

    monkeypatch.setattr(Path, "write_text", slowly)
    channel._put("play", {"number": 1})

    assert seen == [[]]
    assert channel._get("play") == {"number": 1}


def test_a_message_that_cannot_be_read_is_left_out(open_channel, tmp_path):
    channel = open_channel()
    (tmp_path / "queue" / "0_half.play.msg").write_text("")
    channel._put("play", {"number": 1})

    assert channel._get("play") == {"number": 1}


def test_each_message_is_taken_once_by_many_readers(open_channel):
    sender, readers = open_channel(), [open_channel() for _ in range(4)]
    for number in range(200):
        sender._put("play", {"number": number})

    def drain(channel):
        taken = []
        while True:
            try:
                taken.append(channel._get("play")["number"])
            except Empty:
                return taken

    with ThreadPoolExecutor(4) as pool:
        taken = [number for part in pool.map(drain, readers) for number in part]

    assert sorted(taken) == list(range(200))


def test_nothing_is_left_behind(open_channel, tmp_path):
    channel = open_channel()
    channel._put("play", {})
    channel._get("play")

    assert not any(path.is_file() for path in tmp_path.rglob("*"))


def test_everybody_who_listens_at_once_is_in_the_table(open_channel):
    channels = [open_channel() for _ in range(4)]

    def listen(number):
        channels[number % 4]._queue_bind("celery.pidbox", "", "", f"worker-{number}")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(listen, range(40)))

    table = channels[0].get_table("celery.pidbox")
    assert sorted(one.queue for one in table) == sorted(f"worker-{n}" for n in range(40))


def test_a_table_that_cannot_be_read_is_written_again(open_channel, tmp_path):
    (tmp_path / "control" / "celery.pidbox.exchange").write_text('[["", "", "work')
    channel = open_channel()
    assert channel.get_table("celery.pidbox") == []

    channel._queue_bind("celery.pidbox", "", "", "worker-1")

    assert [one.queue for one in channel.get_table("celery.pidbox")] == ["worker-1"]


def test_who_listens_no_longer_leaves_the_table_and_no_message(open_channel):
    channel = open_channel()
    for name in ("worker-1", "worker-2"):
        channel._queue_bind("celery.pidbox", "", "", name)
    channel._put_fanout("celery.pidbox", {"ping": 1}, "")

    channel._delete("worker-1", "celery.pidbox", "", "")

    assert [one.queue for one in channel.get_table("celery.pidbox")] == ["worker-2"]
    assert (channel._size("worker-1"), channel._size("worker-2")) == (0, 1)


def test_who_waits_for_a_message_looks_when_one_has_come_and_not_all_the_time(
    connect, looks, queue
):
    waits = connect().SimpleQueue(queue)
    sender = _send_later(connect().SimpleQueue(queue), seconds=1.0)

    assert waits.get(timeout=60).payload == "now"
    sender.join()
    assert len(looks) <= 3


def test_a_message_that_came_before_is_taken_at_once(connect, looks, queue):
    connect().SimpleQueue(queue).put("before")

    assert connect().SimpleQueue(queue).get(timeout=60).payload == "before"
    assert len(looks) == 1


def test_who_waits_in_vain_hears_so_in_time(connect):
    with pytest.raises(TimeoutError):
        connect().drain_events(timeout=0.2)


def test_where_the_kernel_grants_no_more_watches_it_looks_again_and_again(
    connect, monkeypatch, caplog, queue
):
    def refuse(_folder):
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(inotify, "Watch", refuse)
    waits = connect().SimpleQueue(queue)
    sender = _send_later(connect().SimpleQueue(queue), seconds=0.2)

    assert waits.get(timeout=60).payload == "now"
    sender.join()
    assert [one.message for one in caplog.records] == [
        "looks for messages all the time, since it cannot wait: [Errno 24] Too many open files"
    ]


def test_an_end_of_the_connection_is_an_end_of_its_watch(connect):
    connection = connect()
    with pytest.raises(TimeoutError):
        connection.drain_events(timeout=0.01)
    watch = connection.transport._watch

    connection.release()

    assert not watch.close.alive
