"""A stranger finds something to do: a first move, a lesson, and a game without an account."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.on_servers

QUICK = 10_000
"""Milliseconds in which a stranger has made the first move."""


@pytest.fixture
def stranger(people):
    return people.visitor(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")


def test_a_strangers_first_move_takes_one_click_on_the_first_page(stranger):
    stranger.goto("./")
    stranger.locator(".hero .k-tap").nth(1).click()

    expect(stranger).to_have_url(re.compile(r"/play/[0-9a-f]+/$"), timeout=QUICK)
    expect(stranger.get_by_text("Your turn.")).to_be_visible()
    expect(stranger.locator("[data-part=ply]")).not_to_have_text("0 of 0")


def test_a_strangers_first_move_in_any_other_game_takes_three_clicks_and_is_gone_on_with(stranger):
    stranger.goto("./")
    stranger.get_by_role("link", name="Play", exact=True).click()
    card = stranger.locator(".lobby .card", has_text="EinStein")
    card.get_by_role("button", name="Easy").click()
    stranger.locator(".k-tap").first.click()

    expect(stranger.locator("#panel")).to_be_visible()
    stranger.goto("play/")
    stranger.get_by_role("link", name=re.compile("Go on.*EinStein")).click()
    expect(stranger.locator("#panel")).to_be_visible()


def test_the_first_move_needs_no_javascript(people):
    page = people.visitor(java_script_enabled=False)
    page.goto("./")
    page.locator("button[name=first][value=B]").click()

    expect(page.get_by_text("thinks.").or_(page.get_by_text("Your turn."))).to_be_visible()


def test_a_lesson_is_played_on_the_board_until_a_game_begins(stranger):
    stranger.goto("games/kalah/learn/5/")
    taps = stranger.locator(".k-tap")
    taps.first.click()
    expect(stranger.get_by_text("Not this one.")).to_be_visible()
    taps.nth(1).click()
    expect(stranger.get_by_text("Right.")).to_be_visible()
    stranger.get_by_role("button", name="Now play against Easy").click()

    expect(stranger.get_by_text("Your turn.")).to_be_visible()
