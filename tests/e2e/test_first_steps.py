"""What somebody new does: sign up, upload, enter a tournament, watch a game, see the rating."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.e2e import bots
from tests.e2e.conftest import create_tournament, upload

ENTRANTS = ["Talkative", "Random", "Greedy"]
KEPT = """async () => {
  const caught = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
  return (await Promise.all(caught)).flat().map((one) => new URL(one.url).pathname);
}"""
"""What the browser has kept for times without network, by its paths."""


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
    meeting = page.get_by_role("listitem").filter(has_text="Talkative").filter(has_text="Match")
    path = page.url.partition("?")[0]
    for number in (1, 2):  # whole pages: a fragment may still be on its way
        page.goto(f"{path}?round={number}")
        if meeting.count():
            break
    meeting.get_by_role("link", name="Game 1").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Talkative")
    return page


@pytest.fixture(scope="module")
def refused(people):
    """The page of a version that has been refused, as its owner sees it."""
    page = people.player("frank")
    upload(page, "Crashing", bots.CRASHING)
    expect(page.get_by_text("Refused.")).to_be_visible()
    return page


@pytest.mark.on_files
def test_the_example_in_the_box_is_a_bot_that_works(people):
    page = people.player("erin")
    page.goto("bots/new/")

    page.get_by_role("textbox", name="Name").fill("Example")
    page.get_by_role("button", name="Create and check").click()

    expect(page.get_by_text("Accepted.")).to_be_visible()


def test_a_crashing_bot_is_refused_with_its_own_traceback(refused):
    traceback = refused.get_by_label("Traceback")
    expect(traceback).to_contain_text("plan_that_was_never_written")
    expect(traceback).to_contain_text("bot.py")
    expect(refused.get_by_text("It failed at seat 0")).to_be_visible()


def test_a_refused_version_and_its_traceback_are_for_the_owner_alone(people, refused):
    stranger = people.visitor()
    stranger.goto(refused.url)

    expect(stranger.get_by_text("There is no such page")).to_be_visible()
    expect(stranger.get_by_text("plan_that_was_never_written")).to_have_count(0)
    people.errors.clear()  # the browser notes every 404 in its console


def test_a_pasted_bot_is_accepted_and_plays_and_no_page_is_loaded_again(alice):
    upload(alice, "Patient", bots.PATIENT)
    alice.evaluate("window.sameDocument = true")
    expect(alice.get_by_role("link", name="Watch it now")).to_be_visible()
    expect(alice.get_by_text("Accepted.")).to_be_visible()
    assert alice.evaluate("window.sameDocument")

    create_tournament(alice, "Live cup", leaderboard="Kalah (6,3)", entrants=["Patient", "Random"])
    alice.evaluate("window.sameDocument = true")

    row = alice.get_by_role("group", name="Standings").get_by_role("row", name="Patient")
    expect(row.get_by_role("cell").nth(2)).to_have_text("0")
    expect(row.get_by_role("cell").nth(2)).to_have_text("2")
    expect(alice.get_by_text("2 of 2 games played")).to_be_visible()
    assert alice.evaluate("window.sameDocument")


@pytest.mark.on_files
def test_one_steps_through_a_game_on_a_drawn_board(game):
    expect(game.locator("#replay.ready")).to_be_visible()
    before = game.locator("#replay svg").first.inner_html()
    game.get_by_role("navigation", name="Steps").get_by_text("First").click()
    expect(game.locator("p.now")).to_contain_text("Before the first event.")
    first = game.locator("#replay svg").first.inner_html()

    game.get_by_role("navigation", name="Steps").get_by_text("Next").click()

    expect(game.locator("p.now")).to_contain_text(re.compile(r"^\s*1 of \d+"))
    assert first != before


@pytest.mark.on_files
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
    watcher.goto("leaderboards/einstein/")
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


def test_without_network_a_plain_page_comes_and_nothing_else_was_kept(people, site):
    page = people.visitor()
    page.goto("games/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    kept = page.evaluate(KEPT)

    page.context.set_offline(True)
    page.goto("leaderboards/")

    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    root = f"{urlsplit(site.url).path}/"
    assert {path for path in kept if not path.startswith(f"{root}static/")} == {f"{root}offline/"}
    page.context.set_offline(False)
    page.goto("leaderboards/")
    expect(page.get_by_role("heading", name="Leaderboards", level=1)).to_be_visible()
    people.errors.clear()  # the browser notes in its console that there was no network
