"""A person plays house bots: on a desk by mouse and keyboard, and on a phone by finger."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.on_servers

NO_STREAMS = """
window.EventSource = class extends EventTarget { static OPEN = 1; readyState = 0; close() {} };
"""


def begin(page, variant):
    """Open a game with one click after the choice of the game; it is the person's turn."""
    page.goto(f"play/?variant={variant}")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text("Your turn.")).to_be_visible()
    expect(page.locator(".k-tap").first).to_be_visible()


def over(page):
    return page.get_by_role("link", name="Record (JSON)")


def act_by_keyboard(page):
    """Press the first button of the list, until the turn is another's or the game is over."""
    page.locator("body").press("1")


@pytest.fixture
def desk(people):
    return people.visitor(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")


def test_a_person_plays_kalah_to_the_end_and_then_a_rematch(desk):
    begin(desk, "kalah(seeds=1)")  # a dozen actions, where three seeds are forty
    moves = desk.locator("form.moves:not(.sent) .move-buttons button")
    for _ in range(60):
        expect(moves.first.or_(over(desk))).to_be_visible()
        if over(desk).is_visible():
            break
        before = desk.locator("[data-part=ply]").inner_text()
        act_by_keyboard(desk)
        expect(desk.locator("[data-part=ply]")).not_to_have_text(before)

    expect(over(desk)).to_be_visible()
    expect(desk.locator("#panel")).to_contain_text(re.compile("wins|draw", re.IGNORECASE))
    desk.get_by_role("button", name="Rematch, seats turned").click()
    expect(desk.get_by_text("Your turn.")).to_be_visible()
    expect(desk.locator("svg.flipped")).to_be_visible()


def test_two_actions_of_einstein_on_a_phone_by_finger(people, screenshots):
    page = people.visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    begin(page, "einstein")
    for number in range(2):
        expect(page.get_by_text("Your turn.").or_(over(page))).to_be_visible()
        expect(page.locator(".k-tap").first).to_be_visible()
        seen = page.locator("form.moves input[name=state]").get_attribute("value")
        page.screenshot(path=screenshots / f"play-phone-{number}.png")
        page.locator(".k-tap").first.tap()
        if page.locator(".k-tap.end").count():
            page.locator(".k-tap.end").first.tap()
        expect(page.locator(f"form.moves input[name=state][value='{seen}']")).to_have_count(0)

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_taking_back_brings_the_board_back(desk):
    begin(desk, "kalah")
    desk.locator(".move-buttons button[value=B]").click()
    expect(desk.locator("[data-part=ply]")).not_to_have_text("0 of 0")
    desk.get_by_role("button", name="Take back").click()

    expect(desk.locator("[data-part=ply]")).to_have_text("0 of 0")
    expect(desk.locator(".move-buttons button[value=B]")).to_be_visible()


def test_an_action_reaches_all_who_see_the_game_and_a_board_at_rest_asks_for_nothing(desk, people):
    begin(desk, "kalah")
    other = people.visitor()
    other.goto(desk.url)
    expect(other.get_by_text("is to act.")).to_be_visible()
    asked = []
    other.on("request", lambda request: asked.append(request.url))
    other.wait_for_timeout(5000)
    assert [url for url in asked if "/news/" in url] == []

    desk.locator(".move-buttons button[value=B]").click()

    expect(other.locator("[data-part=ply]")).not_to_have_text("0 of 0")
    other.context.close()


def test_without_streams_a_board_hears_of_actions_all_the_same(desk, people):
    begin(desk, "kalah")
    other = people.visitor()
    other.add_init_script(NO_STREAMS)
    other.goto(desk.url)
    expect(other.locator("[data-part=ply]")).to_have_text("0 of 0")

    desk.locator(".move-buttons button[value=B]").click()

    expect(other.locator("[data-part=ply]")).not_to_have_text("0 of 0")
    other.context.close()


def test_a_game_without_javascript(people):
    page = people.visitor(java_script_enabled=False)
    page.goto("play/?variant=kalah")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Pit B", exact=True).click()
    for _ in range(100):
        if page.get_by_text("Your turn.").is_visible():
            break
        page.wait_for_timeout(500)
        page.reload()

    expect(page.get_by_text("Your turn.")).to_be_visible()
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
