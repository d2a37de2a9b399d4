"""Whole games: on the board alone, by mouse, finger and keys; and by what is read aloud."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.e2e

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1366, "height": 768}}

MOST_CHOICES = 400
NAMED = re.compile(r'- button "(.+)"')


def click(place: Locator) -> None:
    place.click()


def tap(place: Locator) -> None:
    place.tap()


def press(place: Locator) -> None:
    place.focus()
    place.press("Enter")


def begin(page: Page, variant: str) -> None:
    """Open a game in which one person plays all seats."""
    page.goto(f"/play/?variant={variant}")
    for seat in page.locator("select[name^=seat_]").all()[1:]:
        seat.select_option("here")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".k-tap").first).to_be_visible()


@pytest.mark.parametrize(
    ("variant", "window", "choose"),
    [
        ("kalah(seeds=1)", DESK, click),
        ("einstein", PHONE, tap),
        ("kalah(seeds=1)", PHONE, press),
    ],
)
def test_a_whole_game_is_played_on_the_board_alone(people, variant, window, choose):
    page = people.visitor(reduced_motion="reduce", **window)
    begin(page, variant)
    over = page.get_by_role("link", name="Record (JSON)")
    places = page.locator(".k-tap:not(.chosen)")
    for number in range(MOST_CHOICES):
        expect(places.first.or_(over)).to_be_visible()
        if over.is_visible():
            break
        choose(places.nth(number * 7 % places.count()))

    expect(over).to_be_visible()
    page.context.close()


def test_a_whole_game_is_played_by_what_a_screen_reader_says(people):
    page = people.visitor(reduced_motion="reduce", **DESK)
    begin(page, "kalah(seeds=1)")
    table = page.get_by_role("region", name="Board")
    actions, over = (
        table.get_by_role("group", name="Actions"),
        page.get_by_role("link", name="Record"),
    )
    # Only what is written into an element that was there before is read aloud.
    live = table.locator("[aria-live=polite]").element_handle()
    for _ in range(MOST_CHOICES):
        expect(actions.or_(over)).to_be_visible()
        if over.is_visible():
            break
        name = NAMED.findall(actions.aria_snapshot())[-1]
        actions.get_by_role("button", name=name, exact=True).dispatch_event("click")
        expect(page.locator("form.sent")).to_have_count(0)
        assert f"sows {name[0].lower()}{name[1:]}" in live.text_content()

    assert "wins" in live.text_content() or "draw" in live.text_content()
    assert over.is_visible()
    page.context.close()


def test_the_first_visible_button_has_the_first_key(people):
    page = people.visitor(reduced_motion="reduce", **DESK)
    begin(page, "einstein")
    buttons = page.locator(".move-buttons button")
    assert buttons.count() > 1
    page.locator(".move-buttons").evaluate("(box) => { box.children[0].hidden = true; }")
    expect(buttons.first).to_be_hidden()
    second = buttons.nth(1).get_attribute("value")

    with page.expect_request("**/move/") as sent:
        page.locator("body").press("1")
    assert second in sent.value.post_data
    page.context.close()


def test_an_action_chosen_in_advance_is_played_when_the_turn_comes(people):
    one, other = (people.visitor(reduced_motion="reduce", **DESK) for _seat in range(2))
    one.goto("/play/?variant=kalah")
    one.locator("select[name=seat_1]").select_option("friend")
    one.get_by_role("button", name="Play", exact=True).click()
    other.goto(one.url)
    other.get_by_role("button", name="Sit down as orange").click()
    expect(one.locator(".k-tap")).to_have_count(6)
    expect(other.locator("[data-part=steps]")).to_be_visible()

    # Both see their own pits below, at the same places of their windows.
    box = one.locator(".k-tap").nth(1).bounding_box()
    other.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(other.get_by_text("You have chosen your next action.")).to_be_visible()
    one.locator(".k-tap").first.click()

    expect(other.locator("[data-part=ply]")).to_have_text("2 of 2")
    expect(other.get_by_text("You have chosen your next action.")).not_to_be_visible()
    for page in (one, other):
        page.context.close()
