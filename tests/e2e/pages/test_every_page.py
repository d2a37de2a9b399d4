"""Every page on a desk and on a phone, by day and by night: it answers, fits, and is accessible.

The addresses are those of the table of permissions, which names each that the site has. With
SCREENSHOTS=1 in the environment (`make sheet`), each page is pictured in each look as well.

To look at a page costs a processor a second. So by night only colours are checked, which are all
that the night changes; and where only names are longer, how wide pages get and what scrolls. Where
nothing has happened yet, a phone shows what a desk does, with less of it than a full site. A
page that one kind of site shows just as another does is looked at once. In German each page is
looked at in the narrowest window by day, where its longer words have least room.
"""

import hashlib
import json
import os
import re
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page

from tests.e2e.site import PROJECT
from tests.tournaments.permissions import TABLE
from tests.tournaments.worlds import PASSWORD, address, furnish, population
from tournaments.errors import StorageUnavailable
from tournaments.models import Version

SIZES = {"desktop": (1280, 900), "phone": (360, 740)}
WHOLLY = {"empty": ("desktop",), "full": tuple(SIZES), "long names": ()}
"""Kinds of sites, and at which sizes all of a page is checked there."""

EXTREMES = (320, 2560)
"""The narrowest and the widest window that every page fits, in pixels."""

PICTURED = bool(os.environ.get("SCREENSHOTS"))

# This rule is off by default, since it is an experiment of axe's: who speaks says what is seen.
WHOLE: dict[str, object] = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
COLOURS = {
    "runOnly": {"type": "tag", "values": ["cat.color"]},
    "rules": {"color-contrast-enhanced": {"enabled": False}},  # beyond AA, as by day
}
SCROLLING = {"runOnly": {"type": "rule", "values": ["scrollable-region-focusable"]}}
"""What axe is asked to check."""

NIGHT = re.compile(r"@media \(prefers-color-scheme: dark\) \{(.*?)\n\}", re.DOTALL)
COLOUR_ALONE = re.compile(
    r"(?:--[\w-]+|fill|stroke|color|background|background-color|border-color): "
    r"(?:#[0-9a-f]{3,8}|rgb\([^)]*\)|none|var\(--[\w-]+\));|--shadow: .*;"
)
GAMES = {"games/<slug:game_id>": "einstein", "guide/<slug:name>": "formats"}
"""All that a site shows on which nothing has happened."""

SEEN_BY = ("organiser", "owner", "staff", "anonymous")
"""Whoever has most to do on a page looks at it."""

UNSEEN = {"workshop/frame/"}
"""Part of a page that shows nothing."""

WIDTH = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def stretched(name: str) -> str:
    """A name of 40 characters without a place to break it."""
    return name.replace(" ", "_").ljust(40, "W")


def shown_to(player, routes: set[str], values: dict[str, object]) -> Iterator[tuple[str, str, str]]:
    """Those of the routes that answer with a whole page, their paths, and a digest of each."""
    client = Client()
    if player:
        client.force_login(player)
    for route in sorted(routes - UNSEEN):
        path = address(route, values)
        if "<" in path or "(" in path:
            continue
        answer = client.get(path)
        if not answer.streaming and answer.content.lstrip()[:9].lower() == b"<!doctype":
            yield route, path, digest(path, answer.content)


def digest(path: str, page: bytes) -> str:
    """The same for what is the same page, but for the tokens of its forms."""
    same = re.sub(rb'\b[A-Za-z0-9]{64}\b|nonce="[^"]*"', b"", page)
    return path + hashlib.sha256(same).hexdigest()


def look_in_german(
    page: Page, path: str, url: str, picture: Callable[[str], None]
) -> Iterator[str]:
    """What is wrong with a page in German, in the narrowest window by day."""
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "de", "url": url}])
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": EXTREMES[0], "height": 740})
    page.goto(path)
    yield from too_wide(page, path, "german")
    yield from (f"{path} (german): {one}" for one in inaccessible(page, SCROLLING))
    picture("german-light")
    page.emulate_media(color_scheme="dark")
    picture("german-dark")
    page.context.clear_cookies(name=settings.LANGUAGE_COOKIE_NAME)


def too_wide(page: Page, path: str, size: str) -> Iterator[str]:
    """By how much a page must be scrolled sideways in the window as it is."""
    excess = page.evaluate(WIDTH)
    if excess > 0:
        yield f"{path} ({size}): {excess} pixels too wide"


def look(
    page: Page, path: str, picture: Callable[[str], None], *, whole: Collection[str]
) -> Iterator[str]:
    """What is wrong with a page, in each look; with its layout only but for the sizes `whole`."""
    page.emulate_media(color_scheme="light")
    answer = page.goto(path)
    if answer is None or answer.status != 200:
        yield f"{path}: {answer and answer.status}"
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="light")
        yield from too_wide(page, path, size)
        by_day = WHOLE if size in whole else SCROLLING
        yield from (f"{path} ({size}-light): {one}" for one in inaccessible(page, by_day))
        picture(f"{size}-light")
        if size in whole:
            page.emulate_media(color_scheme="dark")
            yield from (f"{path} ({size}-dark): {one}" for one in inaccessible(page, COLOURS))
            picture(f"{size}-dark")
    for width in EXTREMES:
        page.set_viewport_size({"width": width, "height": 900})
        yield from too_wide(page, path, f"{width} wide")
        picture(f"{width}-dark")


def inaccessible(page: Page, checks: dict[str, object]) -> Iterator[str]:
    """What axe, which checks how pages can be used without seeing them, has against this one."""
    # Axe would copy sheets that a sheet imports into the page, which the policy forbids.
    options = json.dumps({"resultTypes": ["violations"], "preload": False, **checks})
    for violation in page.evaluate(f"axe.run({options}).then((found) => found.violations)"):
        places = "; ".join(node["html"] for node in violation["nodes"][:3])
        yield f"{violation['help']}: {places}"


def photographer(page: Page, folder: Path, path: str) -> Callable[[str], None]:
    """Keeps a picture of each look, where they are wished for."""
    file = path.strip("/").replace("/", "-") or "home"

    def picture(name: str) -> None:
        if PICTURED:
            page.screenshot(path=folder / f"{file}-{name}.png", full_page=True)

    return picture


def visitor(people, player, url) -> Page:
    page = people.visitor(reduced_motion="reduce")
    page.add_init_script(AXE_SCRIPT)
    if player:
        client = Client()
        client.force_login(player)
        page.context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}]
        )
    return page


def does_not_answer(_version):
    raise StorageUnavailable("storage-away")


@pytest.fixture(scope="session")
def seen():
    """Digests of the pages that have been looked at."""
    return set()


@pytest.mark.parametrize("kind", WHOLLY)
def test_every_page_answers_fits_and_is_accessible(site, people, screenshots, seen, kind):
    name = stretched if kind == "long names" else str
    population_ = population(name)
    values = GAMES if kind == "empty" else furnish(population_, name)
    folder = screenshots / kind.replace(" ", "-")
    folder.mkdir()

    wrong, done = [], set()
    for role in SEEN_BY:
        page = visitor(people, population_[role], site.url)
        mine = {route for route, methods in TABLE.items() if role in methods.get("GET", ())}
        for route, path, known in shown_to(population_[role], mine - done, values):
            picture = photographer(page, folder, path)
            if PICTURED or known not in seen:
                wrong += look(page, path, picture, whole=SIZES if PICTURED else WHOLLY[kind])
            if kind == "full":
                wrong += look_in_german(page, path, site.url, picture)
            seen.add(known)
            # Strangers find another first page than those who have signed in.
            done |= {route} - {""}
        page.context.close()

    assert wrong == []
    assert len(done) > 20


def test_by_night_nothing_changes_but_colours():
    sheets = Path(PROJECT, "tournaments/static/kauri").rglob("*.css")
    nights = [night for sheet in sheets for night in NIGHT.findall(sheet.read_text())]
    lines = [line.strip() for night in nights for line in night.splitlines() if line.endswith(";")]

    assert len(lines) > 20
    assert [line for line in lines if not COLOUR_ALONE.fullmatch(line)] == []


def test_a_page_that_is_not_there_says_so(people):
    page = people.visitor()

    answer = page.goto("/bots/nobody/")

    assert answer.status == 404
    people.errors.clear()  # the browser notes every 404 in its console


def test_a_page_without_its_storage_says_so_in_each_look(site, people, screenshots, monkeypatch):
    population_ = population()
    values = furnish(population_)
    monkeypatch.setattr(Version, "read_archive", does_not_answer)
    page = visitor(people, population_["owner"], site.url)
    path = address("bots/<slug:slug>/versions/<int:number>/code/", values)

    picture = photographer(page, screenshots, path)
    wrong = [*look(page, path, picture, whole=SIZES)]
    wrong += look_in_german(page, path, site.url, picture)

    assert wrong == [f"{path}: 503"]
    people.errors.clear()  # the browser notes every 503 in its console


def test_pages_are_readable_without_javascript(people):
    values = furnish(population())
    page = people.visitor(java_script_enabled=False)

    page.goto(address("matches/<int:pk>/games/<int:number>/", values))
    page.get_by_role("link", name="First").click()

    assert page.get_by_text("Before the first event.").is_visible()


def test_a_phone_has_one_line_and_a_menu_that_needs_no_javascript(people):
    page = people.visitor(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    page.goto("/games/")
    assert page.locator("header").bounding_box()["height"] < 80
    assert not page.get_by_role("link", name="Bots").first.is_visible()

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Bots").click()

    page.wait_for_url("**/bots/")


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
