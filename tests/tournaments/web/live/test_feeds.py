"""What viewers are sent of a match: each event once, in order, whatever becomes of the log."""

import json

import pytest

from tournaments.machinery.messages.live_logs import Key, Piece, Place, head
from tournaments.queries.games.live import Look
from tournaments.web.live.feeds import Channel
from tournaments.web.live.strips import Reader

HEADING = {"match": 7, "attempt": 1, "game": 1, "seats": []}
EVENTS = [{"seat": 0, "action": "1"}, {"seat": 1, "throw": "r4"}, {"seat": 1, "action": "2"}]
RESULT = {"returns": [1.0, -1.0], "ranks": [1, 2], "reason": "corner"}
RECORD = {"events": EVENTS, "result": RESULT}


def log(count, *, game=1):
    """The whole log of a game with so many events."""
    told = [HEADING | {"game": game}, *({"n": n + 1, **EVENTS[n]} for n in range(count))]
    return Piece(head(game), 17, b"".join(json.dumps(one).encode() + b"\n" for one in told))


def parsed(messages):
    """The kind and the data of each message."""
    found = []
    for message in messages:
        fields = dict(line.split(": ", 1) for line in message.decode().strip().split("\n"))
        found.append((fields["event"], json.loads(fields["data"])))
    return found


def kinds(messages):
    return [
        told.get("n") if kind == "event" else told["status"] if kind == "state" else kind
        for kind, told in parsed(messages)
    ]


@pytest.fixture
def channel():
    made = Channel(7)
    made.look(Look("running", 1))
    return made


def test_a_viewer_gets_all_so_far_and_then_what_comes(channel):
    viewer = Reader(channel, "")
    channel.read(log(2))
    before = kinds(viewer.due())
    channel.read(log(3))

    assert before == ["running", "game", 1, 2]
    assert kinds(viewer.due()) == [3]
    assert kinds(viewer.due()) == []


def test_events_are_those_of_the_record_with_their_number(channel):
    channel.read(log(1))

    *_, (kind, told) = parsed(Reader(channel, "").due())

    assert kind == "event"
    assert told == {"match": 7, "game": 1, "n": 1, **EVENTS[0]}


@pytest.mark.parametrize(
    ("position", "rest"),
    [
        ("7.1.1.2", ["running", 3]),
        ("7.1.1.0", ["running", 1, 2, 3]),
        ("7.1.1.999999999", ["running"]),
        ("7.1.2.2", ["running", "game", 1, 2, 3]),
        ("7.2.1.2", ["running", "game", 1, 2, 3]),
        ("8.1.1.2", ["running", "game", 1, 2, 3]),
        ("nonsense", ["running", "game", 1, 2, 3]),
        ("-1.1.1.1", ["running", "game", 1, 2, 3]),
    ],
)
def test_who_comes_back_gets_what_was_missed(channel, position, rest):
    channel.read(log(3))

    assert kinds(Reader(channel, position).due()) == rest


def test_a_reader_knows_its_position_after_each_message(channel):
    channel.read(log(2))
    viewer = Reader(channel, "")

    assert [viewer.position for _told in viewer.due()] == ["", "7.1.1.0", "7.1.1.1", "7.1.1.2"]


def test_a_line_that_is_half_written_waits_for_its_end(channel):
    whole = log(1)
    channel.read(whole._replace(data=whole.data[:-5]))
    (_key, place) = channel.wanted()
    viewer = Reader(channel, "")

    first = kinds(viewer.due())
    rest = whole.data[place.offset - 17 :]
    channel.read(Piece(head(1), place.offset, rest))

    assert first == ["running", "game"]
    assert kinds(viewer.due()) == [1]


def test_the_end_of_a_game_brings_what_its_log_did_not(channel):
    viewer = Reader(channel, "")
    channel.read(log(1))
    channel.read(None)
    assert channel.is_stuck
    channel.look(Look("finished", 1, RECORD))

    told = parsed(viewer.due())

    assert [kind for kind, _ in told] == ["game", "event", "event", "event", "end", "state"]
    assert told[-2][1]["result"] == RESULT
    assert channel.is_over


def test_a_log_that_begins_again_repeats_nothing(channel):
    viewer = Reader(channel, "")
    channel.read(log(2))
    before = kinds(viewer.due())
    channel.read(None)
    assert channel.wanted() == (Key(7, 1), Place())
    channel.read(log(3))

    assert before == ["running", "game", 1, 2]
    assert kinds(viewer.due()) == [3]


def test_the_next_game_waits_until_the_end_of_the_one_before_is_known(channel):
    viewer = Reader(channel, "")
    channel.read(log(2))
    before = kinds(viewer.due())
    channel.read(log(1, game=2))
    assert channel.is_stuck
    channel.look(Look("running", 1, RECORD))
    channel.read(log(1, game=2))

    assert before == ["running", "game", 1, 2]
    assert kinds(viewer.due()) == [3, "end", "game", 1]


def test_a_game_that_is_broken_off_ends_without_a_result(channel):
    viewer = Reader(channel, "")
    channel.read(log(2))
    assert kinds(viewer.due()) == ["running", "game", 1, 2]
    channel.look(Look("queued", 1))
    channel.look(Look("running", 2))
    channel.read(log(1))

    told = parsed(viewer.due())

    assert kinds(Reader(channel, "").due()) == ["running", "game", 1]
    assert ("end", {"match": 7, "game": 1, "result": None}) in told
    assert told[-1][1] == {"match": 7, "status": "running", "attempt": 2}


def test_a_match_that_is_deleted_is_over(channel):
    channel.read(log(1))
    channel.look(None)

    assert channel.is_over
    assert kinds(Reader(channel, "").due())[-1] == "void"
