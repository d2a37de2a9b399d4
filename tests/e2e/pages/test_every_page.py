"""Every page on a desk and on a phone, by day and by night: it answers, fits, and is accessible.

The addresses are those of the table of permissions, which names each that the site has. With
SCREENSHOTS=1 in the environment (`make sheet`), each page is pictured in each look as well.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Page

from tests.tournaments.permissions import TABLE
from tests.tournaments.worlds import PASSWORD, address, furnish, population

LOOKS = {
    f"{size}-{scheme}": (width, height, scheme)
    for size, (width, height) in {"desktop": (1280, 900), "phone": (360, 740)}.items()
    for scheme in ("light", "dark")
}
GAMES = {"games/<slug:game_id>": "einstein", "guide/<slug:name>": "formats"}
"""All that a site shows on which nothing has happened."""

SEEN_BY = ("organiser", "owner", "staff", "anonymous")
"""Whoever has most to do on a page looks at it."""

WIDTH = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def stretched(name: str) -> str:
    """A name of 40 characters without a place to break it."""
    return name.replace(" ", "_").ljust(40, "W")


def shown_to(player, routes: set[str], values: dict[str, object]) -> Iterator[tuple[str, str]]:
    """Those of the routes that answer with a whole page, and their paths."""
    client = Client()
    if player:
        client.force_login(player)
    for route in sorted(routes):
        path = address(route, values)
        if "<" in path or "(" in path or path.startswith("/api/v1/docs"):
            continue
        answer = client.get(path)
        if not answer.streaming and answer.content.lstrip()[:9].lower() == b"<!doctype":
            yield route, path


def look(page: Page, path: str, picture: Callable[[str], None]) -> Iterator[str]:
    """What is wrong with a page, in each look."""
    answer = page.goto(path)
    if answer is None or answer.status != 200:
        yield f"{path}: {answer and answer.status}"
    for name, (width, height, scheme) in LOOKS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        excess = page.evaluate(WIDTH)
        if excess > 0:
            yield f"{path} ({name}): {excess} pixels too wide"
        yield from (f"{path} ({name}): {one}" for one in inaccessible(page))
        picture(name)


def inaccessible(page: Page) -> Iterator[str]:
    """What axe, which checks how pages can be used without seeing them, has against this one."""
    for violation in Axe().run(page).response["violations"]:
        places = "; ".join(node["html"] for node in violation["nodes"][:3])
        yield f"{violation['help']}: {places}"


def photographer(page: Page, folder: Path, path: str) -> Callable[[str], None]:
    """Keeps a picture of each look, where they are wished for."""
    file = path.strip("/").replace("/", "-") or "home"

    def picture(name: str) -> None:
        if os.environ.get("SCREENSHOTS"):
            page.screenshot(path=folder / f"{file}-{name}.png", full_page=True)

    return picture


def visitor(people, player, url) -> Page:
    page = people.visitor(reduced_motion="reduce")
    if player:
        client = Client()
        client.force_login(player)
        page.context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}]
        )
    return page


@pytest.mark.parametrize("kind", ["empty", "full", "long names"])
def test_every_page_answers_fits_and_is_accessible(site, people, screenshots, kind):
    name = stretched if kind == "long names" else str
    population_ = population(name)
    values = GAMES if kind == "empty" else furnish(population_, name)
    folder = screenshots / kind.replace(" ", "-")
    folder.mkdir()

    wrong, done = [], set()
    for role in SEEN_BY:
        page = visitor(people, population_[role], site.url)
        mine = {route for route, methods in TABLE.items() if role in methods.get("GET", ())}
        for route, path in shown_to(population_[role], mine - done, values):
            wrong += look(page, path, photographer(page, folder, path))
            # Strangers find another first page than those who have signed in.
            done |= {route} - {""}
        page.context.close()

    assert wrong == []
    assert len(done) > 20


def test_a_page_that_is_not_there_says_so(people):
    page = people.visitor()

    answer = page.goto("/bots/nobody/")

    assert answer.status == 404
    people.errors.clear()  # the browser notes every 404 in its console


def test_pages_are_readable_without_javascript(people):
    values = furnish(population())
    page = people.visitor(java_script_enabled=False)

    page.goto(address("matches/<int:pk>/games/<int:number>/", values))
    page.get_by_role("link", name="First").click()

    assert page.get_by_text("Before the first event.").is_visible()


def test_a_leaderboard_is_searched_without_javascript(people):
    values = furnish(population())
    page = people.visitor(java_script_enabled=False)

    page.goto(address("leaderboards/<slug:slug>/", values))
    page.get_by_role("textbox", name="Bot").fill("ell")
    page.get_by_role("button", name="Show", exact=True).click()

    assert page.locator("#ranking tbody tr").count() == 1
    assert page.get_by_role("link", name="Ella", exact=True).is_visible()
    page.get_by_role("link", name="Show all").click()
    assert page.locator("#ranking tbody tr").count() == 2


def test_the_administration_opens_for_staff(people):
    population()
    page = people.visitor()

    page.goto("/admin/")
    page.get_by_label("Username").fill("carol")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()

    page.get_by_role("link", name="Bots").wait_for()
