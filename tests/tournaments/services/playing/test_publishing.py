"""Games that are published while they are played: all of it, nothing secret, and nothing stays."""

import json
import threading
import time
from datetime import timedelta

import pytest
from django.utils import timezone

import engine
from agents.sandbox import Isolation
from engine.record import Recorder
from tests import servers
from tests.tournaments.factories import VersionFactory, tournament
from tournaments.machinery.messages.live_logs import (
    FileLogs,
    Key,
    LogsUnavailable,
    Place,
    RedisLogs,
)
from tournaments.models import Game, Match
from tournaments.services.playing import play, publishing, workers
from tournaments.services.playing.publishing import PublisherBeside, Sheet, Witness

KEY = Key(7, 1)
PATIENCE_SECONDS = 60


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    monkeypatch.setattr(publishing, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(publishing, "PAUSE_SECONDS", 0.05)


@pytest.fixture
def logs(tmp_path):
    return FileLogs(tmp_path / "live")


@pytest.fixture
def recorder():
    seats = [{"name": name, "version": 1, "seed": 4242424242} for name in ("Ann", "Ben")]
    return Recorder(engine.load_game("kalah"), seats, "ab" * 32, 1)


def sheet(recorder, *, key=KEY, game=1):
    return Sheet(key, game, "bullet", recorder.heading(), recorder.events)


def lines(logs, key=KEY):
    piece = logs.read({key: Place()}).get(key)
    return [] if piece is None else [json.loads(line) for line in piece.data.splitlines()]


def eventually(look):
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (found := look()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return found


def test_what_is_recorded_is_published_soon(logs, recorder):
    with PublisherBeside(logs) as publisher:
        publisher.begin(sheet(recorder))
        recorder.forfeit(0, "crash")

        heading, event = eventually(lambda: len(found := lines(logs)) == 2 and found)

    assert (heading["match"], heading["game"], heading["variant"]["game"]) == (7, 1, "kalah")
    assert event.items() >= {"n": 1, "seat": 0, "forfeit": "crash"}.items()


def test_no_seed_is_published(logs, recorder):
    with PublisherBeside(logs) as publisher:
        publisher.begin(sheet(recorder))
        (heading,) = eventually(lambda: lines(logs))

    assert heading["dice"]["seed"] is None
    assert "4242424242" not in json.dumps(heading)


def test_nothing_is_left_when_an_attempt_ends_or_the_worker_does(logs, recorder):
    with PublisherBeside(logs) as publisher:
        publisher.begin(sheet(recorder))
        eventually(lambda: lines(logs))
        publisher.end(KEY)
        eventually(lambda: not lines(logs))
        publisher.begin(sheet(recorder, key=Key(8, 1)))

    assert [*logs._folder.iterdir()] == []


def test_the_next_attempt_removes_what_a_killed_worker_has_left(logs, recorder):
    logs.write(KEY, 0, b"the log of a worker that was killed\n")

    with PublisherBeside(logs) as publisher:
        publisher.begin(sheet(recorder, key=Key(7, 2)))
        eventually(lambda: lines(logs, Key(7, 2)))

        assert lines(logs) == []


def test_the_thread_ends_with_the_worker(logs, recorder):
    with PublisherBeside(logs) as publisher:
        publisher.begin(sheet(recorder))
        assert "publisher" in {thread.name for thread in threading.enumerate()}

    assert "publisher" not in {thread.name for thread in threading.enumerate()}


def test_a_redis_that_comes_back_empty_gets_the_whole_game(recorder):
    with servers.redis_server() as redis:
        logs = RedisLogs(redis.url)
        with PublisherBeside(logs) as publisher:
            publisher.begin(sheet(recorder))
            eventually(lambda: lines(logs))
            redis.stop()
            recorder.forfeit(0, "crash")
            time.sleep(0.1)
            redis.start()
            recorder.forfeit(1, "crash")

            published = eventually(lambda: len(found := lines(logs)) == 3 and found)

        assert [line.get("n") for line in published] == [None, 1, 2]
        assert logs._redis.keys() == []


def test_a_failure_of_any_kind_is_logged_and_ends_nothing_but_the_watching(recorder, caplog):
    class Broken:
        def write(self, *_what):
            raise ZeroDivisionError

    with PublisherBeside(Broken()) as publisher:
        publisher.begin(sheet(recorder))
        eventually(lambda: "cannot be watched" in caplog.text)


def test_logs_that_are_away_are_complained_of_once(recorder, caplog):
    class Away:
        tries = 0

        def write(self, *_what):
            self.tries += 1
            raise LogsUnavailable("gone")

        def remove(self, _key):
            raise LogsUnavailable("gone")

    away = Away()
    with PublisherBeside(away) as publisher:
        publisher.begin(sheet(recorder))
        eventually(lambda: away.tries > 2)

    assert caplog.text.count("cannot be watched") == 1


def test_a_chosen_arrangement_is_shown_only_when_both_have_chosen():
    game = engine.load_game("einstein", setup="chosen")
    recorder = Recorder(game, [{"name": "A", "version": 1}] * 2, "ab", 1)
    witness, state = Witness(recorder.heading()), game.new_initial_state()
    shown = []
    for text in ("s163524", "s123456", None):
        shown.append(witness.shown(recorder.events))
        action = state.string_to_action(text) if text else state.legal_actions()[0]
        (recorder.throw if state.is_chance_node() else recorder.action)(state, action)
        state.apply_action(action)

    assert [*shown, witness.shown(recorder.events)] == [0, 0, 2, 3]


def test_a_choice_stays_hidden_when_the_other_gives_up_instead():
    game = engine.load_game("einstein", setup="chosen")
    recorder = Recorder(game, [{"name": "A", "version": 1}] * 2, "ab", 1)
    state = game.new_initial_state()
    recorder.action(state, state.string_to_action("s163524"))
    recorder.forfeit(1, "resigned")

    assert Witness(recorder.heading()).shown(recorder.events) == 0


class Overheard(FileLogs):
    """Keeps what has been written, which is gone from the log after the match."""

    def __init__(self, folder):
        super().__init__(folder)
        self.kept = {}

    def write(self, key, offset, data):
        beginning = self.kept.get(key, b"")[:offset] if offset else b""
        self.kept[key] = beginning + data
        return super().write(key, offset, data)


def worker(publisher):
    terms = {"isolation": Isolation.NONE, "lease": timedelta(seconds=60), "now": timezone.now}
    return workers.Worker(name="worker-1", publisher=publisher, **terms)


@pytest.mark.django_db(transaction=True)
def test_a_worker_publishes_what_it_plays_and_it_is_what_the_record_has(tmp_path):
    logs = Overheard(tmp_path / "live")
    tournament([VersionFactory(), VersionFactory()], games_per_pairing=2)

    with PublisherBeside(logs) as publisher:
        assert play.play_next(worker(publisher), validation=False)

    game = Game.objects.get(number=2)
    text = logs.kept[Key(game.match_id, 1)]
    told = [json.loads(line) for line in text[17:].splitlines()][1:]
    recorded = game.record["events"]
    known = [{k: v for k, v in event.items() if k not in {"n", "at"}} for event in told]
    assert known == recorded[: len(known)]
    assert [*logs._folder.iterdir()] == []


@pytest.mark.django_db(transaction=True)
def test_a_worker_without_its_redis_plays_on():
    tournament([VersionFactory(), VersionFactory()], games_per_pairing=2)

    with PublisherBeside(RedisLogs("redis://127.0.0.1:1/0")) as publisher:
        play.play_next(worker(publisher), validation=False)

    assert Match.objects.get().status == Match.Status.FINISHED
