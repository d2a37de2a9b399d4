"""Which value functions come with the platform: their names with versions, and their hashes.

A file is named for the variant and its version; `weights/SHA256SUMS` lists all of them. To
read that list needs no numpy, so programs that only name a function stay small.
"""

from __future__ import annotations

import functools
import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine import Game

if TYPE_CHECKING:
    from agents.values.function import ValueFunction

FOLDER = Path(__file__).with_name("weights")
"""Where the functions of the engine's own games are; a game's package has a folder `weights`."""
SUMS = "SHA256SUMS"


class NoValueFunction(LookupError):
    """There is no value function for a variant."""


class Edition(NamedTuple):
    """A value function that comes with the platform: its name, with its version, and its hash."""

    name: str
    sha256: str


def hashes(folder: Path = FOLDER) -> dict[str, str]:
    """Return the SHA-256 of each file in a folder, by the function's name."""
    lines = (folder / SUMS).read_text().split("\n") if (folder / SUMS).exists() else []
    pairs = [line.split() for line in lines if line]
    return {name.removesuffix(".bin"): sha256 for sha256, name in pairs}


def newest(game: Game) -> Edition | None:
    """Return the newest value function of a variant; None if there is none."""
    stem = stem_of(game)
    versions = [
        (int(name[len(stem) + 1 :]), Edition(name, sha256))
        for name, sha256 in hashes(folder_of(game)).items()
        if name.rpartition("-")[0] == stem
    ]
    return max(versions)[1] if versions else None


def folder_of(game: Game) -> Path:
    """Return the folder of a game's value functions."""
    return Path(game.info.folder, FOLDER.name) if game.info.is_package else FOLDER


def stem_of(game: Game) -> str:
    """Return the name of a variant's functions, without a version."""
    return re.sub("[^a-z0-9]+", "-", game.variant).strip("-")


def load(game: Game, name: str = "") -> ValueFunction:
    """Return the newest value function of a variant, or the one of this name.

    Raises NoValueFunction if there is none, ValueError if a file does not have its hash.
    """
    latest = newest(game)
    chosen = name or (latest.name if latest else "")
    sha256 = hashes(folder_of(game)).get(chosen)
    if sha256 is None or chosen.rpartition("-")[0] != stem_of(game):
        raise NoValueFunction(f"no value function {chosen} is kept for {game.variant}")
    return _loaded(game, chosen, sha256)


@functools.lru_cache(maxsize=32)
def _loaded(game: Game, name: str, sha256: str) -> ValueFunction:
    from agents.values import store  # noqa: PLC0415 - it imports numpy

    content = (folder_of(game) / f"{name}.bin").read_bytes()
    if hashlib.sha256(content).hexdigest() != sha256:
        raise ValueError(f"{name}.bin is not the file that {SUMS} names")
    return store.read(game, content)
