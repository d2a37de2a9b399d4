"""How strong the house bots are that do not look at their clock: anchors of ratings."""

import hashlib
import json
from pathlib import Path

from agents import house
from engine import Game
from engine.shelf import shelves

FILE = Path(__file__).with_suffix(".json")
"""What `benchmarks.anchors` and `benchmarks.ladder` have measured."""

_STATED = json.loads(FILE.read_text())

MEASURED_CODE: dict[str, str] = {
    **_STATED["code"],
    **{bot.code: bot.sha256 for _info, shelf in shelves() for bot in shelf.bots if bot.sha256},
}
"""SHA-256 of the archives of the house bots whose strengths are stated below."""

STRENGTHS: dict[tuple[str, int], dict[str, int]] = {
    **{
        (variant, int(rules)): elo
        for key, elo in _STATED["strengths"].items()
        for variant, _, rules in [key.partition(" ")]
    },
    **{
        (board.key, info.rules_version): dict(board.strengths)
        for info, shelf in shelves()
        for board in shelf.leaderboards
    },
}
"""Strengths in Elo by variant and its rules version. Greedy is 1500, and another bot stands where
its error is at most 25. They fix the level of the leaderboards: docs/23-ratings-and-standings.md.
"""


def anchors(game: Game) -> dict[str, float]:
    """The house bots of stated strength in a variant, in exactly the code that was measured."""
    stated = STRENGTHS.get((game.variant, game.rules_version), {})
    return {name: float(elo) for name, elo in stated.items() if _is_as_measured(name)}


def _is_as_measured(name: str) -> bool:
    return hashlib.sha256(house.read(name)).hexdigest() == MEASURED_CODE[name]
