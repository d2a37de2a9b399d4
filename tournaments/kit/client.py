"""A client of a site's API: the few calls that an author needs, each one request.

    with Client("https://kauri.example.org", token) as site:
        version = site.upload("sower", Path("bot.py"))
        while version["status"] == "checking":
            ...

Answers are the JSON that docs/60-api.md describes. Before its first request a client asks the site
for its version, and refuses to go on where bots speak another protocol.
"""

import platform
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Self, TypedDict, cast

import httpx

import tournaments
from agents import protocol
from tournaments.kit.errors import OtherProtocol, Refused, Unreachable

SECONDS = 30.0
"""How long a site may take to answer."""

LONGEST_NAME = 80
"""How long the name of a token may be."""

AGENT = f"kauri-kit/{tournaments.__version__}"


class Site(TypedDict):
    """What a site says of itself."""

    version: str
    protocol: int


class Bot(TypedDict):
    """A bot, as far as the kit reads it."""

    slug: str
    name: str
    owner: str
    newest_accepted: int | None


class Version(TypedDict):
    """A version of a bot. `status` is checking, accepted, refused or unchecked."""

    url: str
    bot: str
    number: int
    status: str
    games: list[str]
    sha256: str
    refusal: str | None
    check: dict[str, Any] | None


class Tournament(TypedDict):
    """A tournament, and how many of its games are settled; both are null for a ladder."""

    url: str
    slug: str
    name: str
    status: str
    format: str
    entrants: int
    games: int | None
    settled: int | None


class Game(TypedDict):
    """A game of a match. Lists of games leave the record out."""

    url: str
    number: int
    variant: str
    reason: str
    plies: int
    seats: list[dict[str, Any]]
    record: dict[str, Any] | None


class Match(TypedDict):
    """A match with its games."""

    url: str
    id: int
    status: str
    time_control: str
    seed: str | None
    games: list[Game]


class Client:
    """A site, by its address, and whoever has the token; a context manager.

    Every call raises Refused with the site's own sentence, Unreachable, or OtherProtocol.
    """

    def __init__(
        self, site: str, token: str = "", *, transport: httpx.BaseTransport | None = None
    ) -> None:
        """`transport` stands in for the network, in tests."""
        headers = {"User-Agent": AGENT, "Accept": "application/json"}
        if token:
            headers["Authorization"] = f"Token {token}"
        self.site = site.rstrip("/")
        self._http = httpx.Client(
            base_url=f"{self.site}/api/v1/", headers=headers, timeout=SECONDS, transport=transport
        )

    def __enter__(self) -> Self:
        """Return the client itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close its connections."""
        self.close()

    def close(self) -> None:
        """Close its connections."""
        self._http.close()

    @cached_property
    def about(self) -> Site:
        """What the site says of itself, also where it speaks another protocol."""
        return cast(Site, self._send("GET", ""))

    def token(self, username: str, password: str) -> str:
        """A new token for a player's password, which may upload and enter bots."""
        given = {
            "username": username,
            "password": password,
            "name": f"kauri on {platform.node() or 'a computer'}"[:LONGEST_NAME],
            "scopes": ["read", "upload"],
        }
        return str(self._post("token/", given)["token"])

    def bot(self, slug: str) -> Bot:
        """A bot by its name in addresses."""
        return cast(Bot, self._get(f"bots/{slug}/"))

    def create_bot(self, name: str, *, description: str = "", open_to_all: bool = True) -> Bot:
        """A new bot of the player's."""
        given = {"name": name, "description": description, "open_to_all": open_to_all}
        return cast(Bot, self._post("bots/", given))

    def upload(self, slug: str, file: Path, *, notes: str = "") -> Version:
        """A new version of a bot, or the one that has this code already."""
        with file.open("rb") as archive:
            sent = {"data": {"notes": notes}, "files": {"archive": (file.name, archive)}}
            return cast(Version, self._request("POST", f"bots/{slug}/versions/", **sent))

    def version(self, slug: str, number: int) -> Version:
        """A version of a bot."""
        return cast(Version, self._get(f"bots/{slug}/versions/{number}/"))

    def tournament(self, slug: str) -> Tournament:
        """A tournament by its name in addresses."""
        return cast(Tournament, self._get(f"tournaments/{slug}/"))

    def enter(self, slug: str, bot: str) -> Tournament:
        """Enter a bot of the player's into a tournament."""
        return cast(Tournament, self._post(f"tournaments/{slug}/enter/", {"bot": bot}))

    def standings(self, slug: str) -> list[dict[str, Any]]:
        """The lines of a tournament's table, the best first."""
        return list(self._pages(f"tournaments/{slug}/standings/", "standings"))

    def tournament_matches(self, slug: str) -> Iterator[Match]:
        """The matches of a tournament in the order of its rounds."""
        yield from cast(Iterator[Match], self._pages(f"tournaments/{slug}/matches/"))

    def match(self, number: int) -> Match:
        """A match with its games, without their records."""
        return cast(Match, self._get(f"matches/{number}/"))

    def game(self, match: int, number: int) -> Game:
        """A game of a match with its record."""
        return cast(Game, self._get(f"matches/{match}/games/{number}/"))

    def _pages(self, path: str, member: str = "results") -> Iterator[dict[str, Any]]:
        """The rows of all pages of a list, which are asked for one after the other."""
        address: str | None = path
        while address:
            page = self._get(address)
            yield from page[member]
            address = page["next"]

    def _get(self, path: str) -> dict[str, Any]:
        return self._request("GET", path)

    def _post(self, path: str, given: Mapping[str, object]) -> dict[str, Any]:
        return self._request("POST", path, json=given)

    def _request(self, method: str, path: str, **sent: Any) -> dict[str, Any]:
        self._agree()
        return self._send(method, path, **sent)

    def _agree(self) -> None:
        """A site of another protocol is asked nothing else."""
        theirs = self.about.get("protocol")
        if theirs != protocol.VERSION:
            ours = protocol.VERSION
            raise OtherProtocol("other-protocol", site=self.site, theirs=theirs, ours=ours)

    def _send(self, method: str, path: str, **sent: Any) -> dict[str, Any]:
        try:
            answer = self._http.request(method, path, **sent)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unreachable("site-silent", site=self.site, why=error) from error
        body = _json(answer)
        if answer.is_success and isinstance(body, dict):
            return body
        if answer.is_success or answer.status_code >= httpx.codes.INTERNAL_SERVER_ERROR:
            status = f"{answer.status_code} {answer.reason_phrase}"
            raise Unreachable("site-failed", site=self.site, status=status)
        raise Refused(answer.status_code, body)


def _json(answer: httpx.Response) -> object:
    try:
        return answer.json()
    except ValueError:
        return None
