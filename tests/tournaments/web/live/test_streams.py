"""Streams as viewers get them: all of a game, to whoever may see it, and no more than fit."""

import asyncio
import contextlib
import json

import pytest
from django.urls import resolve

import engine
from engine.record import Recorder
from tournaments.machinery.messages.live_logs import FileLogs, Key, head
from tournaments.queries.games.live import Look
from tournaments.web.live import streams
from tournaments.web.live.hub import Hub
from tournaments.web.live.streams import Streams
from tournaments.web.live.visitors import Admitted, Places

PATIENCE_SECONDS = 60
KEY = Key(7, 1)


class Viewer:
    """Asks for a stream as an ASGI server would, and reads it."""

    def __init__(self, application, path, *, address="192.0.2.1", query="", **headers):
        named = {"host": "localhost", **{key.replace("_", "-"): v for key, v in headers.items()}}
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": query.encode(),
            "client": (address, 1),
            "headers": [(name.encode(), text.encode()) for name, text in named.items()],
        }
        self.status, self.headers, self.text, self.is_over = None, {}, b"", False
        self.reads = asyncio.Event()
        self.reads.set()
        self.leaves = asyncio.Event()
        self.task = asyncio.ensure_future(application(self.scope, self.receive, self.send))

    async def receive(self):
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        await self.reads.wait()
        self.status = message.get("status", self.status)
        self.headers |= dict(message.get("headers", ()))
        self.text += message.get("body", b"")
        self.is_over = message["type"].endswith("body") and not message.get("more_body")

    async def until(self, look):
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not look(self):
                await asyncio.sleep(0.005)
        return self

    async def ended(self):
        # Not `timeout`: a stream that is cancelled ends as if its viewer had left.
        done, _ = await asyncio.wait({self.task}, timeout=PATIENCE_SECONDS)
        assert done
        await self.task
        return self

    def told(self, kind):
        blocks = [block.split("\n") for block in self.text.decode().split("\n\n")]
        fields = [dict(line.split(": ", 1) for line in block if ": " in line) for block in blocks]
        return [json.loads(one["data"]) for one in fields if one.get("event") == kind]


class Game:
    """A game of Kalah in a log, which goes on when it is told to."""

    def __init__(self, logs, key=KEY):
        self.logs, self.key = logs, key
        seats = [{"name": name, "version": 1} for name in ("Ann", "Ben")]
        self.state = engine.load_game("kalah").new_initial_state()
        self.recorder = Recorder(self.state.get_game(), seats, "ab" * 32, 1)
        self.look = Look("running", key.attempt)
        self._write()

    def play(self, count=1):
        for _ in range(count):
            action = self.state.legal_actions()[0]
            self.recorder.action(self.state, action)
            self.state.apply_action(action)
        self._write()

    def end(self):
        record = {"events": self.recorder.events, "result": {"reason": "empty"}}
        self.look = Look("finished", self.key.attempt, record)
        self.logs.remove(self.key)

    def _write(self):
        told = {"match": self.key.match, "game": 1, "time_control": "bullet"}
        heading = told | self.recorder.heading()
        events = [{"n": n, **event} for n, event in enumerate(self.recorder.events, start=1)]
        text = b"".join(json.dumps(one).encode() + b"\n" for one in [heading, *events])
        self.logs.write(self.key, 0, head(1) + text)


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    for name in ("READ_SECONDS", "LOOK_SECONDS"):
        monkeypatch.setattr(f"tournaments.web.live.hub.{name}", 0.01)


@pytest.fixture
def game(tmp_path):
    return Game(FileLogs(tmp_path / "live"))


@pytest.fixture
def admitted(monkeypatch):
    """Everybody may see everything."""
    monkeypatch.setattr(
        streams, "admit", lambda _headers, matches, visitor: Admitted(visitor, frozenset(matches))
    )


@contextlib.asynccontextmanager
async def serving(game, *, most=10, most_each=10, matches_each=10):
    """A hub that serves one game, and what asks it for streams."""
    hub = Hub(game.logs, lambda asked: dict.fromkeys(asked, game.look))
    running = asyncio.ensure_future(hub.run())
    application = Streams(hub, Places(most=most, most_each=most_each, matches_each=matches_each))
    try:
        yield hub, application
    finally:
        hub.stop()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await running


def play(story):
    """Run a test that waits for something."""
    asyncio.run(story())


def test_a_viewer_gets_the_game_from_its_beginning_to_its_end(game, admitted):
    async def story():
        async with serving(game) as (_hub, application):
            game.play(2)
            viewer = Viewer(application, "/live/matches/7/")
            await viewer.until(lambda one: len(one.told("event")) == 2)
            game.play(3)
            await viewer.until(lambda one: len(one.told("event")) == 5)
            game.end()
            await viewer.ended()

        assert viewer.status == 200
        assert [one["n"] for one in viewer.told("event")] == [1, 2, 3, 4, 5]
        assert viewer.told("end") == [{"match": 7, "game": 1, "result": {"reason": "empty"}}]
        assert [one["status"] for one in viewer.told("state")] == ["running", "finished"]
        assert viewer.is_over

    play(story)


def test_a_viewer_who_comes_back_gets_the_rest(game, admitted):
    async def story():
        async with serving(game) as (_hub, application):
            game.play(4)
            viewer = Viewer(application, "/live/matches/7/", last_event_id="7.1.1.2")
            await viewer.until(lambda one: len(one.told("event")) == 2)

        assert [one["n"] for one in viewer.told("event")] == [3, 4]
        assert viewer.told("game") == []

    play(story)


def test_a_script_that_asks_anew_names_its_position_in_the_address(game, admitted):
    async def story():
        async with serving(game) as (_hub, application):
            game.play(4)
            viewer = Viewer(application, "/live/matches/7/film/", query="after=7.1.1.2")
            await viewer.until(lambda one: len(one.told("frame")) == 2)

        assert [one["n"] for one in viewer.told("frame")] == [3, 4]
        assert viewer.told("film") == []
        assert b"id: 7.1.1.4\n" in viewer.text

    play(story)


def test_a_page_that_opens_in_the_middle_gets_the_film_so_far_and_then_each_step(game, admitted):
    async def story():
        async with serving(game) as (_hub, application):
            game.play(9)
            viewer = Viewer(application, "/live/matches/7/film/")
            await viewer.until(lambda one: one.told("film"))
            game.play()
            await viewer.until(lambda one: one.told("frame"))
            game.end()
            await viewer.ended()

        (told,) = viewer.told("film")
        had = [event["action"] for event in told["film"]["events"]]
        came = [one["event"]["action"] for one in viewer.told("frame")]
        assert [seat["name"] for seat in told["film"]["seats"]] == ["Ann v1", "Ben v1"]
        assert told["n"] == len(had)
        assert had + came == [event["action"] for event in game.recorder.events]
        assert [one["result"] for one in viewer.told("end")] == [{"reason": "empty"}]
        assert [one["status"] for one in viewer.told("state")] == ["running", "finished"]

    play(story)


def test_a_small_board_begins_with_the_position_that_stands_and_no_more(game, admitted):
    async def story():
        async with serving(game) as (_hub, application):
            game.play(9)
            viewer = Viewer(application, "/live/boards/7/", last_event_id="7.1.1.3")
            await viewer.until(lambda one: one.told("film"))
            game.play()
            await viewer.until(lambda one: any(frame["n"] == 10 for frame in one.told("frame")))

        (told,) = viewer.told("film")
        assert "events" not in told["film"]
        assert told["n"] + len(viewer.told("frame")) == 10

    play(story)


def test_a_film_longer_than_a_piece_is_sent_whole(game, admitted, monkeypatch):
    monkeypatch.setattr(streams, "PIECE_BYTES", 100)

    async def story():
        async with serving(game) as (_hub, application):
            game.play(3)
            viewer = Viewer(application, "/live/matches/7/film/")
            await viewer.until(lambda one: one.told("film"))

    play(story)


def test_boards_end_when_all_their_matches_are_over(game, admitted):
    async def story():
        async with serving(game) as (_hub, application):
            viewer = Viewer(application, "/live/boards/7,8/")
            await viewer.until(lambda one: one.told("film"))
            game.end()
            await viewer.ended()

        assert {one["match"] for one in viewer.told("state")} == {7, 8}

    play(story)


def test_who_leaves_is_forgotten_and_so_is_the_match(game, admitted):
    async def story():
        async with serving(game) as (hub, application):
            viewer = Viewer(application, "/live/boards/7/")
            await viewer.until(lambda one: one.told("film"))
            assert len(hub) == 1
            viewer.leaves.set()
            await viewer.ended()

            assert len(hub) == 0
            assert hub._screens == {}

    play(story)


def test_who_does_not_read_is_left(game, admitted, monkeypatch):
    monkeypatch.setattr(streams, "SLOW_SECONDS", 0.05)

    async def story():
        async with serving(game) as (hub, application):
            game.play(3)
            viewer = Viewer(application, "/live/matches/7/")
            await viewer.until(lambda one: one.told("event"))
            viewer.reads.clear()
            game.play()
            await viewer.ended()

            assert len(hub) == 0

    play(story)


def test_a_stream_ends_after_a_while_so_that_its_viewer_is_let_in_again(
    game, admitted, monkeypatch
):
    monkeypatch.setattr(streams, "STREAM_SECONDS", 0.0)

    async def story():
        async with serving(game) as (_hub, application):
            viewer = await Viewer(application, "/live/matches/7/").ended()

        assert viewer.is_over

    play(story)


def test_a_silent_stream_shows_that_it_lives(game, admitted, monkeypatch):
    monkeypatch.setattr(streams, "BEAT_SECONDS", 0.02)

    async def story():
        async with serving(game) as (_hub, application):
            await Viewer(application, "/live/matches/7/").until(
                lambda one: one.text.count(b": still here\n\n") > 1
            )

    play(story)


def test_viewers_have_places_of_all_and_of_their_address(game, admitted):
    async def story():
        async with serving(game, most=3, most_each=2) as (_hub, application):
            own = [Viewer(application, "/live/matches/7/") for _ in range(3)]
            other = [Viewer(application, "/live/matches/7/", address="::1") for _ in range(2)]
            for one in [*own, *other]:
                await one.until(lambda viewer: viewer.status)
            assert [one.status for one in [*own, *other]] == [200, 200, 429, 200, 503]

            own[0].leaves.set()
            await own[0].ended()
            late = await Viewer(application, "/live/matches/7/").until(lambda one: one.status)
            assert late.status == 200

    play(story)


def test_so_many_matches_can_be_watched_and_no_more(game, admitted, monkeypatch):
    monkeypatch.setattr("tournaments.web.live.hub.MATCHES", 2)

    async def story():
        async with serving(game) as (_hub, application):
            first = Viewer(application, "/live/boards/7,8/")
            await first.until(lambda one: one.status)
            second = await Viewer(application, "/live/matches/9/").ended()
            again = await Viewer(application, "/live/matches/8/").until(lambda one: one.status)

            assert (second.status, again.status) == (503, 200)

    play(story)


def test_matches_that_wait_take_no_place(game, monkeypatch):
    monkeypatch.setattr("tournaments.web.live.hub.MATCHES", 1)
    running = {7}
    monkeypatch.setattr(
        streams,
        "admit",
        lambda _headers, matches, visitor: Admitted(visitor, frozenset(running & {*matches})),
    )

    async def story():
        async with serving(game) as (hub, application):
            hub._look = lambda asked: {
                one: Look("running" if one in running else "queued", 1) for one in asked
            }
            waiting = Viewer(application, "/live/boards/1,2,3/")
            await waiting.until(lambda one: one.status)
            played = Viewer(application, "/live/matches/7/")
            await played.until(lambda one: one.told("game"))
            running.add(8)
            other = await Viewer(application, "/live/matches/8/").ended()

            assert (waiting.status, played.status, other.status) == (200, 200, 503)

    play(story)


def test_a_viewer_watches_a_few_matches_in_any_number_of_streams(game, admitted):
    async def story():
        async with serving(game, matches_each=3) as (_hub, application):
            first = await Viewer(application, "/live/boards/1,2/").until(lambda one: one.status)
            again = await Viewer(application, "/live/boards/2,3/").until(lambda one: one.status)
            more = await Viewer(application, "/live/matches/4/").ended()
            other = Viewer(application, "/live/matches/4/", address="192.0.2.9")
            await other.until(lambda one: one.status)
            first.leaves.set()
            await first.ended()
            later = await Viewer(application, "/live/matches/4/").until(lambda one: one.status)

            statuses = [one.status for one in (first, again, more, other, later)]
            assert statuses == [200, 200, 429, 200, 200]

    play(story)


@pytest.mark.parametrize(
    ("path", "changes", "status"),
    [
        ("/live/", {}, 404),
        ("/live/matches/seven/", {}, 404),
        ("/live/matches/7", {}, 404),
        ("/live/boards/1,2,3,4/", {}, 400),
        ("/live/boards/" + "9" * 19 + "/", {}, 404),
        ("/live/matches/7/", {"host": "elsewhere.example"}, 400),
    ],
)
def test_what_is_no_stream_is_a_problem_as_in_the_api(game, admitted, path, changes, status):
    async def story():
        async with serving(game) as (_hub, application):
            viewer = await Viewer(application, path, **changes).ended()

        problem = json.loads(viewer.text)
        assert (viewer.status, problem["status"]) == (status, status)
        assert viewer.headers[b"content-type"] == b"application/problem+json"
        assert problem["detail"].endswith(".")
        assert resolve(problem["type"]).kwargs == {"problem": problem["code"]}

    play(story)
