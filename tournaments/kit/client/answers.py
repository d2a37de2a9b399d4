"""The answers of a site, as far as the kit reads them; docs/60-api.md has all of it.

A site may be anybody's, so `fits` compares each answer with these types before it is used.
"""

from functools import cache
from types import UnionType
from typing import (
    Any,
    NewType,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

Line = NewType("Line", str)
"""A text of one line, so that a printed one cannot imitate a line of the command."""


class Site(TypedDict):
    """Facts about a site."""

    version: Line
    protocol: int | None


class Token(TypedDict):
    """A new token."""

    token: Line


class Bot(TypedDict):
    """A bot, as far as the kit reads it."""

    slug: Line
    name: Line
    owner: Line
    newest_accepted: int | None


class Version(TypedDict):
    """A version of a bot. `status` is checking, accepted, refused or unchecked."""

    url: Line
    bot: Line
    number: int
    status: Line
    games: list[Line]
    sha256: Line
    refusal: str | None
    check: dict[str, Any] | None


class VersionName(TypedDict):
    """A version in references: the name of its bot, and its number."""

    name: Line
    version: int


class Tournament(TypedDict):
    """A tournament, and how many of its games are settled; both are null for a ladder."""

    url: Line
    slug: Line
    name: Line
    status: Line
    format: Line
    entrants: int
    games: int | None
    settled: int | None


class Standing(TypedDict):
    """A line of a tournament's table."""

    place: int
    version: VersionName
    points: float
    played: int


class Game(TypedDict):
    """A game of a match. Lists of games leave the record out."""

    url: Line
    number: int
    variant: Line
    reason: Line
    plies: int
    seats: list[dict[str, Any]]
    record: NotRequired[dict[str, Any] | None]


class Match(TypedDict):
    """A match with its games."""

    url: Line
    id: int
    status: Line
    time_control: Line
    seed: Line | None
    value_function: Line
    value_sha256: Line
    games: list[Game]


class CasualGame(TypedDict):
    """A casual game; `key` is its name in addresses."""

    url: Line
    key: Line
    variant: Line
    time_control: Line
    status: Line
    seats: list[dict[str, Any]]
    events: int
    seed: Line | None


class RemoteGame(TypedDict):
    """A game of a remote bot as it begins or goes on; `own` are the seats of the bot."""

    game: Line
    page: Line
    variant: Line
    time_control: Line
    seats: list[Line]
    own: list[int]


class RemoteClock(TypedDict):
    """The clock of a remote bot in seconds; `action` is the most that its action may take."""

    remaining: float
    increment: float
    per_action: float | None
    action: float


class RemoteTurn(TypedDict):
    """A turn of a remote bot: docs/42-remote-bots.md."""

    game: Line
    ply: int
    seat: int
    variant: Line
    state: dict[str, Any]
    clock: RemoteClock


class RemoteFault(TypedDict):
    """What a remote bot did wrong in a game."""

    seat: int
    kind: Line
    summary: str


class Result(TypedDict):
    """The result of a game by seat."""

    returns: list[float]
    ranks: list[int]


class RemoteEnd(TypedDict):
    """How a game of a remote bot has ended."""

    game: Line
    reason: Line
    result: Result | None
    faults: list[RemoteFault]


class RemoteGreeting(TypedDict):
    """The first message of a stream: the games that go on."""

    bot: Line
    version: int | None
    games: list[Line]


class Acted(TypedDict):
    """A game after an action."""

    game: Line
    ply: int
    status: Line


class Trial(TypedDict):
    """A trial: `ratios` has the log-likelihood ratio after each pair."""

    url: Line
    id: int
    status: Line
    ratios: list[float]


class Fault(TypedDict):
    """A bot's fault, as a word and as a sentence: `code` is empty for one in a bot's own words."""

    kind: Line
    summary: str
    code: Line
    params: dict[str, Any]


class Log(TypedDict):
    """The output of one of the player's bots in a game of a match, and its fault."""

    game: int
    seat: int
    version: VersionName
    fault: Fault | None
    log: str


class Analysis(TypedDict):
    """The judge's view of a game. `found` is null until it is done: docs/27-analysis.md."""

    version: int
    status: Line
    reason: str
    found: dict[str, Any] | None


class Feed(TypedDict):
    """The secret address of a feed."""

    url: Line


class MarkedRead(TypedDict):
    """How many notices were new."""

    read: int


def fits(value: object, kind: Any) -> bool:
    """Whether a value of JSON has a type: one of the above, or one of their members."""
    if is_typeddict(kind):
        return isinstance(value, dict) and all(
            fits(value[name], member) if name in value else name in kind.__optional_keys__
            for name, member in _members(kind).items()
        )
    origin, of = get_origin(kind) or kind, get_args(kind)
    if origin is list:
        return isinstance(value, list) and (not of or all(fits(item, of[0]) for item in value))
    if origin in (Union, UnionType):
        return any(fits(value, choice) for choice in of)
    return isinstance(value, bool) is (kind is bool) and _is_plain(value, origin)


_members = cache(get_type_hints)


def _is_plain(value: object, kind: Any) -> bool:
    if kind is Line:
        return isinstance(value, str) and len(value.splitlines()) < 2
    if kind is float:
        return isinstance(value, int | float)
    return isinstance(value, kind)
