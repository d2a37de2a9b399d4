"""The files of value functions: weights and how they were learned, under their hash.

A file is named for the variant and its version. Its first line says how it was learned, in JSON;
the weights follow as 16-bit numbers, in units of 1/1024. `weights/SHA256SUMS` lists all of them.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
from pathlib import Path
from typing import NamedTuple

import numpy as np

from agents.values.function import ValueFunction
from agents.values.network import UNIT, Network
from engine import Game

FOLDER = Path(__file__).with_name("weights")
SUMS = "SHA256SUMS"


class NoValueFunction(LookupError):
    """There is no value function for a variant."""


class Edition(NamedTuple):
    """A value function that comes with the platform: its name, with its version, and its hash."""

    name: str
    sha256: str


class Origin(NamedTuple):
    """How a function was learned: from a seed, by so many games, with a decay."""

    seed: int
    games: int
    decay: float


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
        for name, sha256 in hashes().items()
        if name.rpartition("-")[0] == stem
    ]
    return max(versions)[1] if versions else None


def stem_of(game: Game) -> str:
    """Return the name of a variant's functions, without a version."""
    return re.sub("[^a-z0-9]+", "-", game.variant).strip("-")


def load(game: Game, name: str = "") -> ValueFunction:
    """Return the newest value function of a variant, or the one of this name.

    Raises NoValueFunction if there is none, ValueError if a file does not have its hash.
    """
    newest_one = newest(game)
    chosen = name or (newest_one.name if newest_one else "")
    sha256 = hashes().get(chosen)
    if sha256 is None or chosen.rpartition("-")[0] != stem_of(game):
        raise NoValueFunction(f"no value function {chosen} is kept for {game.variant}")
    return _loaded(game, chosen, sha256)


@functools.lru_cache(maxsize=32)
def _loaded(game: Game, name: str, sha256: str) -> ValueFunction:
    content = (FOLDER / f"{name}.bin").read_bytes()
    if hashlib.sha256(content).hexdigest() != sha256:
        raise ValueError(f"{name}.bin is not the file that {SUMS} names")
    return read(game, content)


def read(game: Game, content: bytes) -> ValueFunction:
    """Return the function of a variant that a file holds. Raises ValueError for another one's."""
    line, _, rest = content.partition(b"\n")
    head = json.loads(line)
    if (head["variant"], head["rules"]) != (game.variant, game.rules_version):
        raise ValueError(f"this function is of {head['variant']} with rules {head['rules']}")
    shapes = head["shapes"]
    numbers = np.frombuffer(rest, "<i2").astype(np.float32) / UNIT
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes])
    parts = np.split(numbers, ends[:-1])
    weights = [part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)]
    return ValueFunction(game, Network(weights, game.sides()))


def save(
    function: ValueFunction, origin: Origin, *, version: int, folder: Path = FOLDER
) -> Edition:
    """Write a function with rounded weights to a folder, and list it there."""
    game = function.game
    weights = [np.rint(layer * UNIT).astype("<i2") for layer in function.network.weights]
    head = {"variant": game.variant, "rules": game.rules_version, "origin": origin._asdict()}
    head["shapes"] = [layer.shape for layer in weights]
    line = json.dumps(head, separators=(",", ":")).encode() + b"\n"
    content = line + b"".join(layer.tobytes() for layer in weights)
    made = Edition(f"{stem_of(game)}-{version}", hashlib.sha256(content).hexdigest())
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{made.name}.bin").write_bytes(content)
    sums = hashes(folder) | {made.name: made.sha256}
    lines = [f"{sha256}  {name}.bin\n" for name, sha256 in sorted(sums.items())]
    (folder / SUMS).write_text("".join(lines))
    return made
