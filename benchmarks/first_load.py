"""How soon a slow phone shows a page that it has never opened.

`python -m benchmarks.first_load` makes a site on which everything has happened once, and opens each
kind of page in Chromium with an empty cache: 1.6 Mbit/s, 150 ms for each request, and a processor
slowed by four. It prints the largest contentful paint (LCP) and the arrival of the last script in
the median of three loads, the kB on the wire, and the requests, by kinds. `--all 1` opens every
page of the site. Nothing is asserted.
"""

import json
import os
import shutil
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from benchmarks.common import parser, settle_environment, web_server
from tests import reserved

NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOWER = 4
SETTINGS = {"KAURI_VIEWS_A_MINUTE": "0", "KAURI_HOSTS": "127.0.0.1,testserver"}
SCREEN = {"width": 360, "height": 740}
QUIET = 1.5
"""Seconds without a request after which nothing more is to come."""

SCRIPTED = """
Math.max(0, ...performance.getEntriesByType("resource")
  .filter(({ name }) => name.endsWith(".js")).map(({ responseEnd }) => responseEnd))
"""
OBSERVE = """
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.largest = entry.startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });
"""
KINDS = (
    "",
    "accounts/login/",
    "api/v1/docs/",
    "bots/<slug:slug>/",
    "calendar/",
    "games/",
    "games/<slug:game_id>/",
    "games/<slug:game_id>/learn/<int:number>/",
    "games/<slug:game_id>/specification/",
    "guide/<slug:name>/",
    "leaderboards/<slug:slug>/",
    "matches/<int:pk>/",
    "matches/<int:pk>/games/<int:number>/",
    "matches/<int:pk>/games/<int:number>/embed/",
    "play/",
    "play/<slug:key>/",
    "tournaments/",
    "tournaments/<slug:slug>/",
    "tournaments/new/",
)


class Address(NamedTuple):
    """A page, and the session of the player that opens it."""

    route: str
    path: str
    session: str


class Load:
    """One load of a page: what was asked for and how much came."""

    def __init__(self, session: CDPSession) -> None:
        self.requests: Counter[str] = Counter()
        self.bytes = 0
        self._last = time.monotonic()
        session.on("Network.requestWillBeSent", self._ask)
        session.on("Network.loadingFinished", self._end)

    def _ask(self, event: dict[str, Any]) -> None:
        self.requests[event["type"]] += not event["request"]["url"].startswith("data:")
        self._last = time.monotonic()

    def _end(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])
        self._last = time.monotonic()

    def wait(self, page: Page) -> None:
        """Wait until nothing more is to come, also where a stream stays open."""
        while time.monotonic() < self._last + QUIET:
            page.wait_for_timeout(100)


def furnished() -> list[Address]:
    """The pages of a site on which everything has happened once."""
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connections  # noqa: PLC0415

    from tests.tournaments.worlds import furnish, population  # noqa: PLC0415
    from tournaments.web import static  # noqa: PLC0415

    call_command("migrate", verbosity=0, interactive=False)
    static.collect()
    people = population()
    values = furnish(people)
    pages = [*addresses(people, values)]
    connections.close_all()
    return pages


def addresses(people: dict[str, Any], values: dict[str, Any]) -> Iterator[Address]:
    """Each page once, by the first of these readers who may see it."""
    from django.test import Client  # noqa: PLC0415

    from tests.tournaments.permissions import TABLE  # noqa: PLC0415
    from tests.tournaments.worlds import address  # noqa: PLC0415

    left = {route for route, methods in TABLE.items() if "GET" in methods}
    for role in ("anonymous", "owner", "organiser", "staff"):
        client = Client()
        if people[role]:
            client.force_login(people[role])
        session = client.cookies["sessionid"].value if people[role] else ""
        for route in sorted(route for route in left if role in TABLE[route]["GET"]):
            path = address(route, values)
            answer = client.get(path)
            if not answer.streaming and answer.content.lstrip()[:9].lower() == b"<!doctype":
                left.remove(route)
                yield Address(route, path, session)


def load(browser: Browser, url: str, address: Address) -> tuple[float, float, Load]:
    """The milliseconds to a page's largest paint and last script, and what was sent for it."""
    context = browser.new_context(viewport=SCREEN, is_mobile=True, has_touch=True, base_url=url)
    if address.session:
        context.add_cookies([{"name": "sessionid", "value": address.session, "url": url}])
    page = context.new_page()
    page.add_init_script(OBSERVE)
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    sent = Load(session)
    page.goto(address.path)
    sent.wait(page)
    largest, scripted = page.evaluate("window.largest ?? NaN"), page.evaluate(SCRIPTED)
    context.close()
    return largest, scripted, sent


def line(browser: Browser, url: str, address: Address, repeats: int) -> str:
    """What the table says of a page."""
    load(browser, url, address)  # the server's caches are warm, as for all but its first reader
    loads = [load(browser, url, address) for _ in range(repeats)]
    largest, scripted = (statistics.median(one[place] for one in loads) for place in (0, 1))
    sent = loads[-1][2]
    kinds = [sent.requests.pop(kind, 0) for kind in ("Stylesheet", "Script")]
    seconds = f"{largest / 1000:.2f} | {scripted / 1000:.2f}"
    figures = f"{seconds} | {sent.bytes / 1000:.0f} | {kinds[0]} | {kinds[1]}"
    return f"| `/{address.route}` | {figures} | {sent.requests.total()} |"


def main() -> None:
    """Measure each page, and print a table."""
    asked = parser(__doc__ or "", repeats=3, all=0).parse_args()
    with tempfile.TemporaryDirectory(prefix="kauri-") as folder, sync_playwright() as playwright:
        port = reserved.port()
        settle_environment(
            Path(folder), {}, KAURI_VIEWS_A_MINUTE="0", KAURI_HOSTS="127.0.0.1,testserver"
        )
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        import django  # noqa: PLC0415

        django.setup()
        pages = [one for one in furnished() if asked.all or one.route in KINDS]
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        print("| page | LCP, s | last script, s | kB | style sheets | scripts | other requests |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        with web_server(port):
            for page in pages:
                print(line(browser, f"http://127.0.0.1:{port}", page, asked.repeats), flush=True)
        browser.close()
    print(json.dumps({"load": os.getloadavg()}))


if __name__ == "__main__":
    main()
