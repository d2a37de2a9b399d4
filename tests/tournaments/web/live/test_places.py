"""Who gets a stream: whoever may see the match, and no more viewers than there are places."""

import json

import pytest
from django.urls import resolve

from tests.tournaments.web.live.viewers import Viewer, play, serving
from tournaments.queries.games.live import Look
from tournaments.web.live import streams
from tournaments.web.live.visitors import Admitted

pytestmark = pytest.mark.usefixtures("soon")


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
        lambda _headers, matches, visitor, _subject: Admitted(
            visitor, frozenset(running & {*matches})
        ),
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
        ("/live/play/UPPER/", {}, 404),
        ("/live/tournaments/cup/", {}, 404),
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
