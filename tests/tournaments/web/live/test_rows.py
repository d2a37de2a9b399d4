"""Streams of rows: a message for each change, shared by all who see the same row."""

import pytest

from tests.tournaments.web.live.viewers import Viewer, play, serving
from tournaments.queries.games.changes import PLAY, TOURNAMENTS, Subject

pytestmark = pytest.mark.usefixtures("soon")


@pytest.mark.parametrize(
    ("path", "subject"),
    [
        ("/live/play/0f1e2d3c/", Subject(PLAY, "0f1e2d3c")),
        ("/live/tournaments/12/", Subject(TOURNAMENTS, "12")),
    ],
)
def test_a_page_hears_of_each_change_of_what_it_shows_until_that_is_gone(
    game, admitted, path, subject
):
    async def story():
        marks = {subject: "1"}
        async with serving(game, marks=marks) as (hub, application):
            viewer = Viewer(application, path)
            await viewer.until(lambda one: one.told("change") == [{"mark": "1"}])
            marks[subject] = "2"
            await viewer.until(lambda one: len(one.told("change")) == 2)
            marks.clear()
            await viewer.ended()

            assert [one["mark"] for one in viewer.told("change")] == ["1", "2"]
            assert hub._rows == {}

    play(story)


def test_all_who_see_the_same_row_share_it(game, admitted):
    async def story():
        marks = {Subject(PLAY, "0f"): "1"}
        async with serving(game, marks=marks) as (hub, application):
            viewers = [Viewer(application, "/live/play/0f/") for _ in range(2)]
            for viewer in viewers:
                await viewer.until(lambda one: one.told("change"))
            assert len(hub._rows) == 1

            viewers[0].leaves.set()
            await viewers[0].ended()
            marks[Subject(PLAY, "0f")] = "2"
            await viewers[1].until(lambda one: len(one.told("change")) == 2)

    play(story)
