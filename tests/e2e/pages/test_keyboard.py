"""By keys alone: what people do on pages that scripts change under their hands."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from agents.judge import analysis
from agents.sandbox import Isolation
from tests.tournaments.factories import LEASE, VersionFactory
from tournaments.services.analysis import analyses
from tournaments.services.playing.workers import Worker

pytestmark = pytest.mark.e2e


def reach(page: Page, target: str) -> None:
    """Press Tab until what a selector names has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", target):
            return
    pytest.fail(f"Tab does not lead to {target} at {page.url}")


def act_on_the_board(page: Page) -> None:
    """Choose the piece that has the focus, or the first one, and then the first place for it."""
    ply = page.locator("[data-part=ply]").inner_text()
    if not page.locator(".k-tap:focus").count():
        reach(page, ".k-tap")
    page.keyboard.press("Enter")
    reach(page, ".k-tap.end")
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=ply]")).not_to_have_text(ply)
    expect(page.locator(".k-tap:focus")).to_have_count(1)


def test_a_game_is_opened_played_ended_and_analysed(people, monkeypatch):
    monkeypatch.setattr(analysis, "BUDGET", 200)
    monkeypatch.setattr(analysis, "LEAST", 4)
    monkeypatch.setattr(analysis, "END", 100)
    page = people.visitor(reduced_motion="reduce")
    page.on("dialog", lambda asked: asked.accept())
    page.goto("/play/?variant=einstein")
    reach(page, "#id_seat_1")
    page.keyboard.type("Somebody")
    reach(page, "main button")
    page.keyboard.press("Enter")

    expect(page.locator(".k-tap").first).to_be_visible()
    for _turn in range(2):
        act_on_the_board(page)
    reach(page, "[data-part=resign] button")
    page.keyboard.press("Enter")

    expect(page.locator("#panel button:focus")).to_have_text("Rematch, seats turned")
    reach(page, "#analysis button")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The judge will look at this game next.")).to_be_visible()
    analyses.work_next(Worker("worker", Isolation.NONE, LEASE, timezone.now))
    expect(page.locator("#analysis .plot path.line").first).to_be_attached()


def test_what_comes_anew_keeps_the_focus(people):
    checked = VersionFactory(status="checking")
    page = people.visitor()
    page.goto(checked.get_absolute_url())
    reach(page, "#version a")
    page.evaluate("document.activeElement.dataset.before = true")

    expect(page.locator("[data-before]")).to_have_count(0)
    expect(page.locator("#version a:focus")).to_have_count(1)


def test_the_menu_of_a_phone_closes_behind_who_leaves_it(people):
    page = people.visitor(viewport={"width": 360, "height": 740})
    page.goto("/games/")
    reach(page, ".menu")
    page.keyboard.press("Enter")
    expect(page.locator("#menu")).to_be_visible()

    reach(page, "main a")

    expect(page.locator("#menu")).not_to_be_visible()
