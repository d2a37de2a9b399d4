"""The files of value functions: weights, and how they were learned.

The first line of a file says how its function was learned, in JSON; the weights follow as 16-bit
numbers, in units of 1/1024.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from agents.values.editions import FOLDER, SUMS, Edition, hashes, stem_of
from agents.values.function import ValueFunction
from agents.values.network import Network
from agents.values.plain import UNIT
from engine import Game


class Origin(NamedTuple):
    """How a function was learned: from a seed, by a number of games, with a decay."""

    seed: int
    games: int
    decay: float


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
