"""What a site answers, as far as the kit reads it; docs/60-api.md has all of it."""

from typing import Any, TypedDict


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


class CasualGame(TypedDict):
    """A game that somebody wanted to see; `key` is its name in addresses."""

    url: str
    key: str
    variant: str
    time_control: str
    status: str
    seats: list[dict[str, Any]]
    events: int
    seed: str | None


class Log(TypedDict):
    """What a bot of one's own printed in a game of a match, and its fault."""

    game: int
    seat: int
    version: dict[str, Any]
    fault: dict[str, Any] | None
    log: str


class Analysis(TypedDict):
    """The judge's view of a game. `found` is null until it is done: docs/27-analysis.md."""

    version: int
    status: str
    reason: str
    found: dict[str, Any] | None
