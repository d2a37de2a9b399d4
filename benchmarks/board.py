"""How soon a person sees a house bot's action in a casual game.

`python -m benchmarks.board` prints it: the milliseconds from the moment at which the action is
stored until a client that follows the game's stream has it. The site is that of `manage.py run`,
with its data in a temporary folder. REDIS_URL and DATABASE_URL choose what it stands on. Nothing is
asserted.
"""

import http.client
import json
import re
import statistics
import threading
import time
import urllib.request
from http.cookiejar import CookieJar
from queue import Queue
from typing import Any
from urllib.parse import urlencode

from benchmarks.common import own_site, parser
from tests.e2e.site import PATIENCE, Site

_CHOSEN = r'<select name="([^"]+)".*?<option value="([^"]*)" selected'
"""What a form has chosen beforehand: names and values."""


class Guest:
    """A person without an account in a browser of their own."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._cookies = CookieJar()
        processor = urllib.request.HTTPCookieProcessor(self._cookies)
        self._opener = urllib.request.build_opener(processor)

    def get(self, path: str) -> Any:
        """An answer to a script, which is JSON, or to a person."""
        return self._ask(path, None)

    def post(self, path: str, **fields: object) -> Any:
        """Send a form."""
        token = next(cookie.value for cookie in self._cookies if cookie.name == "csrftoken")
        return self._ask(path, urlencode(fields | {"csrfmiddlewaretoken": token}).encode())

    def _ask(self, path: str, data: bytes | None) -> Any:
        headers = {"Accept": "application/json"} if "/play/" in path else {}
        request = urllib.request.Request(self._site.url + path, data, headers)
        with self._opener.open(request, timeout=PATIENCE) as answer:
            text = answer.read().decode()
            is_json = "json" in answer.headers["Content-Type"]
            return json.loads(text) if is_json else (answer.geturl(), text)


def hear(site: Site, key: str, told: "Queue[int]") -> None:
    """Put the states of a game into a queue, as soon as its stream tells of each."""
    host = site.url.removeprefix("http://")
    connection = http.client.HTTPConnection(host, timeout=PATIENCE)
    connection.request("GET", f"/live/play/{key}/")
    for line in connection.getresponse():
        if line.startswith(b"data: "):
            told.put(int(json.loads(line[6:])["mark"]))


def open_game(guest: Guest) -> str:
    """Open a game of Kalah against a house bot; return its key."""
    _address, page = guest.get("/play/?variant=kalah")
    chosen = dict(
        re.findall(r'<select name="([^"]+)".*?<option value="([^"]*)" selected', page, re.S)
    )
    address, _page = guest.post("/play/?variant=kalah", **chosen)
    return str(address.rstrip("/").rpartition("/")[2])


def play(site: Site, guest: Guest) -> list[float]:
    """The milliseconds until each answer of the bot has arrived, in one game."""
    key, told, late = open_game(guest), Queue[int](), []
    threading.Thread(target=hear, args=(site, key, told), daemon=True).start()
    news = guest.get(f"/play/{key}/news/")
    while news["status"] != "over":
        was_mine = news["mine"]
        if was_mine:
            action = news["ways"][0]["action"]
            news = guest.post(f"/play/{key}/move/", state=news["state"], action=action)
            continue
        while told.get(timeout=PATIENCE) <= news["state"]:
            pass
        news = guest.get(f"/play/{key}/news/")
        arrived = time.time()
        if news["mine"]:
            stored = site.query(f"CasualGame.objects.get(key={key!r}).due_since.timestamp()")
            assert isinstance(stored, float)
            late.append(1000 * (arrived - stored))
    return late


def main() -> None:
    """Play some games, and print when the bot's actions arrived."""
    asked = parser(__doc__ or "", games=3).parse_args()
    with own_site() as site:
        late = sorted(one for _ in range(asked.games) for one in play(site, Guest(site)))
    tenth = late[int(0.9 * len(late))]
    print(
        f"{len(late)} answers: median {statistics.median(late):.0f} ms, nine in ten {tenth:.0f} ms"
    )


if __name__ == "__main__":
    main()
