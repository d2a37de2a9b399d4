"""From a first visit to a bot with a strength on a leaderboard, as a browser goes it."""

import re
from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.e2e.conftest import create_tournament, sign_up

PATIENCE = 180_000
"""Milliseconds until Python has started on a machine that is busy with other tests."""

BOT = "Grace One"

BROKEN = """from kauri.sdk import Bot


class Mine(Bot):
    games = ["kalah"]

    def choose(self, state, clock):
        print("I may play", len(state.legal_actions()))
        return state.best_action()
"""

MENDED = BROKEN.replace(
    "return state.best_action()",
    """seat = state.current_player()
        value = lambda action: sum(state.child(action).playout(seed)[seat] for seed in range(8))
        return max(state.legal_actions(), key=value)""",
)

MILESTONES = (
    "first action seen",
    "first game over",
    "an error at its line",
    "an opponent beaten",
    "bot accepted",
    "bot ranked",
)


def write(page: Page, text: str) -> None:
    """Put a text in the place of what is in the editor, as somebody who pastes it."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)


def run(page: Page, button: str = "Play a game") -> None:
    """Press a button of the workshop."""
    page.get_by_role("button", name=button).click()


def whole_way(page: Page) -> Iterator[str]:
    """Go from the first page to a ranked bot; yield each milestone when it is reached."""
    page.goto("./")
    page.get_by_role("link", name="Workshop", exact=True).click()
    run(page)
    expect(page.locator("#replay .k-picture")).to_be_visible(timeout=PATIENCE)
    yield "first action seen"
    expect(page.locator(".chip")).to_have_count(1)
    yield "first game over"
    yield from _mend(page)
    _upload(page)
    yield "bot accepted"
    _play(page)
    yield "bot ranked"


def _mend(page: Page) -> Iterator[str]:
    write(page, BROKEN)
    run(page)
    expect(page.get_by_role("alert")).to_contain_text("has no attribute 'best_action'")
    expect(page.locator(".cm-activeLine")).to_have_text("        return state.best_action()")
    expect(page.locator(".cm-lint-marker-error")).to_be_visible()
    expect(page.get_by_text("I may play 6")).to_be_visible()
    yield "an error at its line"

    write(page, MENDED)
    run(page, "Ten games")
    expect(page.locator(".chip")).to_have_count(10)
    expect(page.get_by_text("10 games: ")).to_be_visible()
    expect(page.locator(".chip.won").first).to_be_visible()
    expect(page.get_by_role("alert")).to_be_hidden()
    yield "an opponent beaten"


def _upload(page: Page) -> None:
    page.get_by_role("link", name="Log in to upload").click()
    page.get_by_role("main").get_by_role("link", name="Sign up").click()
    sign_up(page, "grace")
    page.get_by_role("button", name="Upload").click()
    page.get_by_label("Name of the new bot").fill(BOT)
    page.get_by_role("button", name="Upload and check").click()
    expect(page.get_by_text("Accepted.")).to_be_visible()


def _play(page: Page) -> None:
    entrants = [BOT, "Random"]
    create_tournament(page, "First cup", leaderboard="Kalah (6,3)", entrants=entrants)
    expect(page.get_by_text("2 of 2 games played")).to_be_visible()
    page.goto("leaderboards/kalah-6-3/")
    row = page.get_by_role("row").filter(has_text=BOT)
    strength = re.compile(r"\d+\s+\d+ to \d+")
    expect(row.get_by_role("cell").nth(1)).to_have_text(strength, timeout=PATIENCE)
