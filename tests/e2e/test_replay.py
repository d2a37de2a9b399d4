"""The replay of a game: every control, by finger and by keyboard, on one played game."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.site import eventually

pytestmark = pytest.mark.on_files

CLOCKS_OUTSIDE = """[...document.querySelectorAll(".plate .clock")].filter((clock) =>
  clock.getBoundingClientRect().right > clock.closest(".plate").getBoundingClientRect().right
).map((clock) => clock.textContent)"""


@pytest.fixture(scope="module")
def path(site):
    """The page of a game of an opening tournament, which the site plays as soon as it is up."""
    game = "Match.objects.filter(games__variant__game_id='kalah', checks=None, status='finished')"
    eventually(lambda: site.query(f"{game}.exists()"), what=site.story)
    return site.query(f"{game}.first().games.first().get_absolute_url()")


@pytest.fixture(scope="module")
def page(people, path):
    page = people.visitor(viewport={"width": 1280, "height": 900})
    page.goto(path)
    expect(page.locator("#replay.ready")).to_be_visible()
    return page


@pytest.fixture(autouse=True)
def _at_the_start(page):
    page.locator("body").press("Home")
    expect(now(page)).to_contain_text(re.compile(r"^0 of"))


def now(page):
    return page.locator("p.now")


def drawn(page):
    return page.locator("#replay .board-box").inner_html()


def at(page, ply):
    expect(now(page)).to_contain_text(re.compile(rf"^{ply} of"))


def test_keys_step_jump_flip_and_list_themselves(page):
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    page.keyboard.press("End")
    expect(now(page)).to_contain_text(re.compile("wins|a draw"))
    page.keyboard.press("f")
    expect(page.locator("#replay svg.flipped")).to_be_visible()
    page.keyboard.press("f")
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keys")).to_be_hidden()


def test_buttons_step_and_play_until_paused(page):
    before = drawn(page)
    page.get_by_role("navigation", name="Steps").get_by_text("Next").click()
    at(page, 1)
    assert drawn(page) != before
    page.get_by_label("Speed").select_option(index=3)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(now(page)).to_contain_text(re.compile(r"^[3-9] of"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_slider_the_list_and_the_plots_lead_to_any_event(page):
    page.get_by_label("Position in the game").fill("5")
    at(page, 5)
    page.get_by_role("region", name="Events of the game").get_by_role("link").nth(2).click()
    at(page, 3)
    page.locator(".plot").first.click()
    expect(now(page)).not_to_contain_text(re.compile(r"^3 of"))


def test_steps_leave_no_history_and_the_address_leads_back(page, people):
    entries = page.evaluate("history.length")
    for _step in range(4):
        page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"ply=4$"))
    assert page.evaluate("history.length") == entries

    other = people.visitor()
    other.goto(page.url)

    expect(now(other)).to_contain_text(re.compile(r"^4 of"))


def test_one_step_asks_the_server_for_nothing(page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.keyboard.press("ArrowRight")
    at(page, 1)
    assert asked == []


def test_players_sit_at_the_board_with_clocks_that_run(page):
    clock = page.locator('.plate[data-seat="0"] .clock')
    before = clock.inner_text()
    page.keyboard.press("End")

    expect(clock).not_to_have_text(before)
    expect(page.locator(".plate.due")).to_have_count(0)


def test_a_german_reads_how_the_game_ended_and_what_stands_where_in_german(people, path):
    german = people.visitor(locale="de-DE")
    german.goto(path)
    expect(german.locator("#replay.ready")).to_be_visible()
    german.keyboard.press("End")

    expect(now(german)).to_contain_text(
        re.compile(r"(?:Eine Reihe ist leer|In \d+ Zügen .+): (?:Blau|Orange|remis)")
    )
    expect(german.locator(".plate .tally").first).to_have_text(re.compile(r"^\d+ Samen$"))


def test_who_asks_for_less_motion_gets_none(people, path):
    still = people.visitor(reduced_motion="reduce")
    still.goto(f"{path}?ply=0")
    expect(still.locator("#replay.ready")).to_be_visible()
    still.keyboard.press("ArrowRight")
    at(still, 1)
    assert still.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (360, 740)])
def test_board_and_buttons_fit_the_screen(people, path, width, height):
    seen = people.visitor(viewport={"width": width, "height": height})
    seen.goto(path)
    expect(seen.locator("#replay.ready")).to_be_visible()
    bottom = "document.querySelector('.replay-steps').getBoundingClientRect().bottom"
    assert seen.evaluate(bottom) <= height
    assert seen.evaluate("document.documentElement.scrollWidth") <= width
    assert seen.evaluate(CLOCKS_OUTSIDE) == []


def test_a_game_plays_in_a_frame_of_another_page(people, path, site):
    frame = people.visitor()
    frame.goto(f"{path}embed/")
    expect(frame.locator("#replay.ready")).to_be_visible()
    frame.keyboard.press("End")
    expect(now(frame)).to_contain_text(re.compile("wins|a draw"))


def test_one_plays_on_from_the_position_that_is_shown(page):
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.get_by_role("button", name="Play on from here").click()

    expect(page.locator("#table")).to_contain_text("2 of 2")
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
