"""A running site, a browser, and people at it."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.e2e import bots
from tests.e2e.site import Site, stop

CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PASSWORD = "kalah-and-cowries-42"

# What a person calls "within seconds", on a machine that is busy with other tests.
WITHIN_MS = 180_000
expect.set_options(timeout=WITHIN_MS)


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("site"), number=1)
    running.start()
    yield running
    if running.process.poll() is None:  # the last test kills it, when all are run
        assert stop(running.process) == 0, running.story()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert CHROMIUM, "Chromium is missing: tools/system-packages test"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


class People:
    """Opens browsers for people, and keeps what went wrong in their pages."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self._browser = browser
        self._site = site
        self.errors: list[str] = []

    def visitor(self, **options: object) -> Page:
        """Somebody who is not logged in."""
        return self._page(self._browser.new_context(base_url=f"{self._site.url}/", **options))

    def player(self, name: str) -> Page:
        """Somebody who signs up."""
        page = self.visitor()
        page.goto("./")
        page.get_by_role("link", name="Sign up").first.click()
        sign_up(page, name)
        return page

    def leave(self) -> None:
        """Close all browsers, so that no page asks for a site that is stopped."""
        for context in self._browser.contexts:
            context.close()

    def _page(self, context: BrowserContext) -> Page:
        page = context.new_page()
        page.set_default_timeout(WITHIN_MS)
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self._hear(page, message))
        return page

    def _hear(self, page: Page, message: object) -> None:
        if message.type == "error":
            self.errors.append(f"{page.url}: {message.text}")


@pytest.fixture(scope="session")
def people(browser, site) -> People:
    return People(browser, site)


@pytest.fixture(autouse=True)
def _no_errors_in_pages(request) -> Iterator[None]:
    """Scripts that fail, and whatever the content security policy had to stop."""
    if "people" not in request.fixturenames:
        yield
        return
    people = request.getfixturevalue("people")
    people.errors.clear()
    yield
    assert people.errors == []


@pytest.fixture(scope="session")
def alice(people) -> Page:
    """Alice, whose bot Talkative has been accepted."""
    page = people.player("alice")
    upload(page, "Talkative", bots.TALKATIVE)
    expect(page.get_by_text("Accepted.")).to_be_visible()
    return page


def sign_up(page: Page, name: str) -> None:
    """Fill in the form for a new account."""
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()


def upload(page: Page, name: str, code: str) -> None:
    """Make a bot by pasting its code; ends on the page of its first version."""
    page.goto("bots/new/")
    page.get_by_role("textbox", name="Name").fill(name)
    page.get_by_label("Or paste the code").fill(code)
    page.get_by_role("button", name="Create and check").click()


def create_tournament(page: Page, name: str, *, leaderboard: str, entrants: list[str]) -> str:
    """Create a round-robin that starts now; the path of its page."""
    page.goto("tournaments/new/")
    page.get_by_role("link", name=leaderboard, exact=True).click()
    page.get_by_role("textbox", name="Name").fill(name)
    for entrant in entrants:
        page.get_by_role("checkbox", name=entrant).check()
    page.get_by_role("radio", name="Bullet").check()
    page.get_by_role("radio", name="Now", exact=True).check()
    # By keyboard: the preview comes when it is computed, and may move the button under a pointer.
    page.get_by_role("button", name="Create the tournament").press("Enter")
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    return urlsplit(page.url).path


@pytest.fixture(scope="session")
def screenshots() -> Path:
    """An empty folder, which no other part of the tests at the same time has."""
    folder = settings.VAR / "screenshots"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder
