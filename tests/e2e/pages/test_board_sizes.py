"""A board is as large as the window allows, where people play and where they look."""

import pytest
from playwright.sync_api import Page, expect

from tests.tournaments.factories import VersionFactory, play_all, tournament

pytestmark = pytest.mark.e2e

# What is drawn, as shares of the window, and how far the page is wider than the window.
DRAWN = """() => {
  const picture = document.querySelector(".stage .k-picture");
  const scale = picture.getScreenCTM().a;
  const { width, height } = picture.viewBox.baseVal;
  return {
    across: (width * scale) / innerWidth,
    high: (height * scale) / innerHeight,
    beyond: document.documentElement.scrollWidth - innerWidth,
  };
}"""

# By window: the least share of its height that a square board has, or of its width on a phone, and
# of its width that the long one has. 683 by 384 is a laptop at 200 % zoom, 320 by 256 at 400 %.
LEAST = {
    (1366, 768): ("high", 0.66, 0.65),
    (683, 384): ("high", 0.78, 0.9),
    (2560, 1440): ("high", 0.8, 0.7),
    (360, 740): ("across", 0.9, 0.9),
    (320, 256): ("high", 0.75, 0.9),
    (768, 1024): ("across", 0.85, 0.85),
}


def is_large(page: Page, *, across: bool) -> None:
    for (width, height), (side, square, long) in LEAST.items():
        page.set_viewport_size({"width": width, "height": height})
        drawn = page.evaluate(DRAWN)
        assert drawn["beyond"] == 0, (width, drawn)
        share = drawn["across"] if across else drawn[side]
        assert share >= (long if across else square), (width, height, drawn)


@pytest.mark.parametrize("variant", ["pachisi", "kalah", "einstein"])
def test_the_board_that_people_play_on_fills_the_window(people, variant):
    page = people.visitor(reduced_motion="reduce")
    page.goto(f"/play/?variant={variant}")
    for seat in page.locator("select[name^=seat_]").all()[1:]:
        seat.select_option("here")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".k-tap").first).to_be_visible()

    is_large(page, across=variant == "kalah")


@pytest.mark.parametrize("game", ["einstein", "kalah"])
def test_the_board_of_a_replay_fills_the_window(people, game):
    row = play_all(tournament([VersionFactory(), VersionFactory()], key=game))
    page = people.visitor(reduced_motion="reduce")
    page.goto(row.matches.get().games.first().get_absolute_url())
    expect(page.locator("#replay.ready")).to_be_visible()

    is_large(page, across=game == "kalah")
