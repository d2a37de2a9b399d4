"""The site of a trial, as a player's program meets it: by its API and its pages."""

import http.client
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PATIENCE = 900.0

# A match of this bot lasts long enough to be stopped in.
SLOW = """
import time
from agents.sdk import Bot

class Slow(Bot):
    games = ["kalah"]

    def choose(self, state, clock):
        time.sleep(0.1)
        return state.legal_actions()[0]
"""


def say(what: str, value: object) -> None:
    """One line of the report."""
    print(f"{what:<34} {value}", flush=True)


def until(what: str, found: Callable[[], Any]) -> Any:
    """The first true value of `found`, which is asked all the time."""
    deadline = time.monotonic() + PATIENCE
    while not (value := found()):
        if time.monotonic() > deadline:
            raise SystemExit(f"Not within {PATIENCE:.0f} s: {what}")
        time.sleep(0.2)
    return value


class Site:
    """The site's API for one player, and its pages."""

    def __init__(self, address: str):
        self.connection = http.client.HTTPConnection(address, timeout=30)
        self.headers = {"Content-Type": "application/json"}

    def log_in(self, name: str, password: str) -> None:
        """Ask for a token, and send it from now on."""
        wanted = {"username": name, "password": password, "scopes": ["read", "upload", "organise"]}
        token = self.ask("token/", wanted)["token"]
        self.headers["Authorization"] = f"Token {token}"

    def ask(self, path: str, document: object = None) -> Any:
        """The answer to a GET, or with a document to a POST; asked again when the site says so."""
        deadline = time.monotonic() + PATIENCE
        answer = self._answer(path, document)
        while (wait := answer.headers["Retry-After"]) and time.monotonic() < deadline:
            time.sleep(int(wait))
            answer = self._answer(path, document)
        text = answer.read().decode()
        if answer.status >= 400:
            raise SystemExit(f"{path}: {answer.status} {text}")
        return json.loads(text)

    def _answer(self, path: str, document: object) -> http.client.HTTPResponse:
        data = None if document is None else json.dumps(document).encode()
        self.connection.close()
        method = "GET" if document is None else "POST"
        self.connection.request(method, f"/api/v1/{path}", data, self.headers)
        return self.connection.getresponse()

    def fetch(self, path: str) -> bytes:
        """What a browser gets at a path."""
        self.connection.close()
        self.connection.request("GET", path)
        answer = self.connection.getresponse()
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status}")
        return answer.read()

    def answers(self) -> bool:
        """Whether the first page comes."""
        try:
            self.connection.close()
            self.connection.request("GET", "/")
            return self.connection.getresponse().status == 200
        except OSError:
            return False

    def is_in(self, path: str, status: str) -> bool:
        """Whether what is there has this status."""
        return bool(self.ask(path)["status"] == status)


def upload(site: Site) -> list[str]:
    """Three bots of one player, accepted after their checks; the last is slow."""
    codes = {
        name: (ROOT / f"agents/samples/{name}.py").read_text() for name in ("greedy", "random")
    }
    for name, code in (codes | {"slow": SLOW}).items():
        slug = site.ask("bots/", {"name": f"My {name}"})["slug"]
        site.ask(f"bots/{slug}/versions/", {"code": f"{code}\n# of a player\n"})
    slugs = ["my-greedy", "my-random", "my-slow"]
    for slug in slugs:
        path = f"bots/{slug}/versions/1/"
        until(f"{slug} is checked", lambda path=path: not site.is_in(path, "checking"))
        if not site.is_in(path, "accepted"):
            raise SystemExit(f"{slug} is refused: {site.ask(path)['refusal']}")
    return slugs


def hold(site: Site, name: str, entrants: list[str], games: int) -> str:
    """A round-robin; its slug."""
    wanted = {"name": name, "variant": "kalah", "entrants": entrants, "games_per_pairing": games}
    return str(site.ask("tournaments/", wanted)["slug"])


def playing(site: Site, slug: str) -> list[Any]:
    """The matches of a tournament that are being played."""
    found = site.ask(f"tournaments/{slug}/matches/")["results"]
    return [match for match in found if match["status"] == "running"]


def hold_casual(site: Site) -> str:
    """A casual game between two house bots, which is over; the reason of its end."""
    wanted = {"variant": "kalah", "seats": ["greedy", "random"], "time_control": "blitz"}
    key = site.ask("casual-games/", wanted)["key"]
    until("the casual game is over", lambda: site.ask(f"casual-games/{key}/")["ended_at"])
    return str(site.ask(f"casual-games/{key}/")["reason"])


def fetch_kit(site: Site) -> dict[str, int]:
    """The sizes of the kit's files in bytes, as the page of the kit offers them, by name."""
    links = re.findall(r'href="(/kit/([^"?]+\.whl)\?[^"#]*)', site.fetch("/kit/").decode())
    return {name: len(site.fetch(link)) for link, name in links}
