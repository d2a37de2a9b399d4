"""Streams as viewers get them: all of a game, for as long as they read it."""

import pytest
from django.db import OperationalError

from tests.tournaments.web.live.viewers import Viewer, play, serving
from tournaments.web.live import streams

pytestmark = pytest.mark.usefixtures("soon")


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


def test_a_stream_ends_after_a_while_so_that_its_viewer_is_let_in_again(
    game, admitted, monkeypatch
):
    monkeypatch.setattr(streams, "STREAM_SECONDS", 0.0)

    async def story():
        async with serving(game) as (_hub, application):
            viewer = await Viewer(application, "/live/matches/7/").ended()

        assert viewer.is_over

    play(story)


def test_a_stream_that_begins_while_the_database_is_away_is_refused(game, monkeypatch):
    def admit(*_asked):
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(streams, "admit", admit)

    async def story():
        async with serving(game) as (_hub, application):
            viewer = await Viewer(application, "/live/matches/7/").ended()

        assert viewer.status == 503
        assert b"database_away" in viewer.text

    play(story)


def test_a_silent_stream_shows_that_it_lives(game, admitted, monkeypatch):
    monkeypatch.setattr(streams, "BEAT_SECONDS", 0.02)

    async def story():
        async with serving(game) as (_hub, application):
            await Viewer(application, "/live/matches/7/").until(
                lambda one: one.text.count(b": still here\n\n") > 1
            )

    play(story)
