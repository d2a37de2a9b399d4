"""What somebody new does: sign up, upload, enter a tournament, watch a game, see the rating."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e import bots
from tests.e2e.conftest import create_tournament, upload

ENTRANTS = ["Talkative", "Random", "Greedy"]


@pytest.fixture(scope="module")
def cup(alice):
    """A tournament of Alice's Talkative and two house bots that has been played."""
    path = create_tournament(
        alice, "Cowrie cup", leaderboard="EinStein würfelt nicht", entrants=ENTRANTS
    )
    expect(alice.get_by_text("6 of 6 games played")).to_be_visible()
    return path


@pytest.fixture
def game(alice, cup):
    """The page of the first game of the cup in which Talkative played."""
    alice.goto(cup)
    return _open_game(alice)


def _open_game(page):
    page.get_by_role("navigation", name="Rounds").get_by_role("link", name="1").click()
    meeting = page.get_by_role("listitem").filter(has_text="Talkative").filter(has_text="Match")
    if meeting.count() == 0:
        page.get_by_role("navigation", name="Rounds").get_by_role("link", name="2").click()
    meeting.get_by_role("link", name="Game 1").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Talkative")
    return page


def test_a_pasted_bot_is_accepted_without_reloading(people):
    page = people.player("bob")

    upload(page, "Paster", bots.TALKATIVE)
    page.evaluate("window.sameDocument = true")

    expect(page.get_by_text("Accepted.")).to_be_visible()
    assert page.evaluate("window.sameDocument")


def test_the_example_in_the_box_is_a_bot_that_works(people):
    page = people.player("erin")
    page.goto("/bots/new/")

    page.get_by_role("textbox", name="Name").fill("Example")
    page.get_by_role("button", name="Create and check").click()

    expect(page.get_by_text("Accepted.")).to_be_visible()


def test_a_crashing_bot_is_refused_with_its_own_traceback(people):
    page = people.player("frank")

    upload(page, "Crashing", bots.CRASHING)

    expect(page.get_by_text("Refused.")).to_be_visible()
    traceback = page.get_by_label("Traceback")
    expect(traceback).to_contain_text("plan_that_was_never_written")
    expect(traceback).to_contain_text("bot.py")
    expect(page.get_by_text("It failed at seat 0")).to_be_visible()


def test_a_refused_version_and_its_traceback_are_for_the_owner_alone(people):
    owner = people.player("grace")
    upload(owner, "Private", bots.CRASHING)
    expect(owner.get_by_text("Refused.")).to_be_visible()

    stranger = people.visitor()
    stranger.goto(owner.url)

    expect(stranger.get_by_text("There is no such page")).to_be_visible()
    expect(stranger.get_by_text("plan_that_was_never_written")).to_have_count(0)
    people.errors.clear()  # the browser notes every 404 in its console


def test_standings_fill_without_reloading(alice):
    create_tournament(alice, "Live cup", leaderboard="Kalah (6,3)", entrants=["Patient", "Random"])
    alice.evaluate("window.sameDocument = true")

    row = alice.get_by_role("group", name="Standings").get_by_role("row", name="Patient")
    expect(row.get_by_role("cell").nth(2)).to_have_text("0")
    expect(row.get_by_role("cell").nth(2)).to_have_text("2")
    expect(alice.get_by_text("2 of 2 games played")).to_be_visible()
    assert alice.evaluate("window.sameDocument")


def test_one_steps_through_a_game_on_a_drawn_board(game):
    expect(game.locator("#replay.ready")).to_be_visible()
    before = game.locator("#replay svg").first.inner_html()
    game.get_by_role("navigation", name="Steps").get_by_text("First").click()
    expect(game.locator("p.now")).to_contain_text("Before the first event.")
    first = game.locator("#replay svg").first.inner_html()

    game.get_by_role("navigation", name="Steps").get_by_text("Next").click()

    expect(game.locator("p.now")).to_contain_text(re.compile(r"^\s*1 of \d+"))
    assert first != before


def test_a_game_shows_notation_notes_time_and_dice(game):
    expect(game.locator("#replay.ready")).to_be_visible()
    events = game.get_by_role("region", name="Events of the game")

    note = game.locator(".note.whole")
    game.keyboard.press("Home")
    for _event in range(8):
        game.keyboard.press("ArrowRight")
        if "the first one" in note.inner_text():
            break
    expect(note).to_contain_text("the first one")
    expect(events.get_by_text("throw", exact=True).first).to_be_visible()
    expect(events.get_by_role("link").filter(has_text=re.compile(r"\d m?s")).first).to_be_visible()
    expect(game.get_by_role("link", name="Record (JSON)")).to_be_visible()


def test_a_log_is_shown_to_the_owner_and_to_no_stranger(people, game):
    game.get_by_text("Log of").first.click()
    expect(game.get_by_text("I take the first of").first).to_be_visible()

    stranger = people.visitor()
    stranger.goto(game.url)

    expect(stranger.get_by_role("heading", level=1)).to_contain_text("Talkative")
    expect(stranger.get_by_text("I take the first of")).to_have_count(0)


def test_the_leaderboard_shows_the_rating_change_without_reloading(alice, people, cup):
    watcher = people.visitor()
    watcher.goto("/leaderboards/einstein/")
    watcher.evaluate("window.sameDocument = true")
    row = watcher.get_by_role("row").filter(has_text="Talkative")
    expect(row.get_by_role("cell").nth(6)).to_have_text("4")

    create_tournament(
        alice,
        "Rating cup",
        leaderboard="EinStein würfelt nicht",
        entrants=["Talkative", "Random"],
    )

    expect(row.get_by_role("cell").nth(6)).to_have_text("6")
    expect(row.get_by_role("cell").nth(5)).to_have_text(re.compile(r"^\s*[+\u2212]\d"))
    assert watcher.evaluate("window.sameDocument")


def test_replayed_the_ledger_equals_the_live_ratings(site, cup):
    assert "equals the live ratings" in site.manage("ratings", "check").stdout
