"""What a game's package gives a site besides its rules: leaderboards, and bots of the house.

The package's module `shelf` has them as `SHELF`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.facts import GameInfo
from engine.registry import games

_NONE: Mapping[str, Any] = MappingProxyType({})


class Leaderboard(NamedTuple):
    """A named variant: its spelling, its name for people, and its slug for addresses.

    `strengths` are Elo points of house bots by their codes, with Greedy at 1500; they fix the level
    of the leaderboard. `lessons` is (rounds, games a round, decay), by which its value function
    learns.
    """

    key: str
    name: str
    slug: str
    strengths: Mapping[str, int] = _NONE
    lessons: tuple[int, int, float] | None = None


class HouseBot(NamedTuple):
    """A bot of the house, which everybody may enter and read.

    `code` is its name for programs; a package has it as `bots/CODE.py`, with `_` for `-`. One that
    `opens` plays the opening tournaments of its games. `sha256` is the hash of the archive whose
    strengths were measured.
    """

    code: str
    name: str
    description: str
    opens: bool = True
    sha256: str = ""


class Shelf(NamedTuple):
    """All of a game. `short` are options that shorten it, for the checks of new versions."""

    leaderboards: tuple[Leaderboard, ...] = ()
    bots: tuple[HouseBot, ...] = ()
    short: Mapping[str, Any] = _NONE


def shelves() -> list[tuple[GameInfo, Shelf]]:
    """Return each game that is a package with its shelf."""
    return [(info, info.part("shelf").SHELF) for info in games() if info.is_package]
