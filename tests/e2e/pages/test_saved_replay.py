"""A replay that `kauri replay --html` has saved: a file that asks nobody for anything."""

import re

import pytest
from playwright.sync_api import expect

from agents.terms.clock import PRESETS
from tests.tournaments.kit.records import played
from tournaments.kit import saved_page

pytestmark = pytest.mark.e2e


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "game.html"
    file.write_text(saved_page.page(played("einstein"), PRESETS["blitz"]), encoding="utf-8")
    return file


def test_a_saved_replay_steps_to_its_end_without_any_request(browser, path):
    page = browser.new_page()
    asked, errors = [], []
    page.on("request", lambda request: asked.append(request.url.partition(",")[0]))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text))

    page.goto(path.as_uri())
    page.get_by_role("button", name="Next").click()
    expect(page.locator("p.now")).to_contain_text(re.compile("^1 of"))
    page.get_by_role("button", name="Last").click()

    expect(page.locator("p.now")).to_contain_text("wins")
    expect(page.locator(".board-box svg")).to_be_visible()
    # The address follows a quarter of a second after the last step.
    expect(page).to_have_url(re.compile(r"\?ply="))
    assert set(asked) <= {path.as_uri(), "data:application/json;base64"}
    assert errors == []
