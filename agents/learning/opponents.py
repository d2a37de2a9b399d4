"""Who plays the other seats: bots by name, file or class, and policies such as past selves.

    opponents = Opponents({"einstein-glance": 2.0, "bot.py": 1.0})
    opponents.add(policy)

All of them run in this process: use your own bots, or code that you have read.
"""

from __future__ import annotations

import atexit
import importlib
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents import house
from agents.bots import archive
from agents.inside.harness import find_bot, unpack
from agents.learning.seeded import Bytes, Mask, mask_of
from agents.sdk import Bot, Clock
from engine import Game, State, planes

Policy = Callable[[Bytes, Mask], NDArray[Any]]
"""Chooses a code for each row of observations and masks."""

Opponent = str | Path | bytes | type[Bot] | Policy
"""A house bot's name, a file or folder, an archive such as a site sends, a class, or a policy."""


class Opponents:
    """A mixture of opponents, of which one is drawn by its weight for each game."""

    def __init__(self, weights: Mapping[Opponent, float]) -> None:
        """Raises ValueError for a name that is neither a house bot nor a file."""
        self._kinds: list[Callable[[], Bot]] = []
        self._weights: list[float] = []
        for opponent, weight in weights.items():
            self.add(opponent, weight)

    @classmethod
    def of(cls, opponent: Opponent | Mapping[Opponent, float] | Opponents) -> Opponents:
        """The mixture itself, one of these weights, or one of a single opponent."""
        if isinstance(opponent, Opponents):
            return opponent
        return cls(opponent if isinstance(opponent, Mapping) else {opponent: 1.0})

    def add(self, opponent: Opponent, weight: float = 1.0) -> None:
        """Add one more, such as a past self. Games that have begun keep their opponents."""
        self._kinds.append(_kind(opponent))
        self._weights.append(weight)

    def draw(self, rng: np.random.Generator) -> Callable[[], Bot]:
        """Draw one, by the weights: it makes a bot for each seat."""
        weights = np.array(self._weights)
        return self._kinds[rng.choice(len(weights), p=weights / weights.sum())]


class PolicyBot(Bot):
    """A policy as a bot, for one game at a time."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def start(self, game: Game, seat: int, rng: random.Random) -> None:  # noqa: ARG002
        """Count the codes of the game's actions."""
        self._actions = planes.actions(game)

    def choose(self, state: State, clock: Clock) -> int:  # noqa: ARG002 - a bot's signature
        """Return the action that the policy chooses."""
        seen = np.frombuffer(planes.observe(state, state.current_player()), np.uint8)
        (code,) = self.policy(seen[None], mask_of(state, self._actions)[None])
        return dict(planes.codes(state))[int(code)]


def _kind(opponent: Opponent) -> Callable[[], Bot]:
    if isinstance(opponent, bytes):
        return _loaded(opponent)
    if isinstance(opponent, str | Path):
        return _named(opponent)
    if isinstance(opponent, type):
        return opponent
    policy = opponent
    return lambda: PolicyBot(policy)


def _named(name: str | Path) -> type[Bot]:
    """Return the class of a house bot, or of the bot in a file or folder."""
    if house.is_known(str(name)):
        return house.kind(str(name))
    path = Path(name)
    if path.is_dir():
        return _loaded(archive.pack_folder(path, most=archive.MOST_UPLOAD_BYTES).data)
    if not path.exists():
        names = ", ".join(house.NAMES)
        raise ValueError(f"there is no file {str(name)!r}, and no house bot of that name: {names}")
    return _loaded(archive.pack(path.name, path.read_bytes(), most=archive.MOST_UPLOAD_BYTES).data)


@cache
def _loaded(code: bytes) -> type[Bot]:
    """Import a bot whose modules belong to it alone; those must be imported when it is."""
    place = tempfile.mkdtemp(prefix="kauri-bot-")
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    folder = os.path.join(place, "bot-files")
    unpack(code, folder)
    names = {os.path.splitext(name)[0] for name in os.listdir(folder)}
    others = _taken(names)
    sys.path.insert(0, folder)
    importlib.invalidate_caches()
    try:
        return find_bot(vars(importlib.import_module("bot")), "bot")
    finally:
        sys.path.remove(folder)
        _taken(names)
        sys.modules.update(others)


def _taken(names: set[str]) -> dict[str, Any]:
    """Take the modules of these names out of the loaded ones, and return them."""
    loaded = [name for name in sys.modules if name.partition(".")[0] in names]
    return {name: sys.modules.pop(name) for name in loaded}
