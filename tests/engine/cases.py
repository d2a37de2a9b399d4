"""What each game's folder of tests hands to the tests of every game.

A game that is a package has them in a folder `tests` of its own. `CONFORM_GAME` names the game
that is held to the promises, where these are not all.
"""

import os
from importlib import import_module

import engine

CONFORM = "CONFORM_GAME"


def home(info):
    """The module that has the cases of a game."""
    return f"{info.module}.tests.cases" if info.is_package else f"tests.{info.module}.cases"


GAMES = [info for info in engine.games() if info.id == os.environ.get(CONFORM, info.id)]
CASES = {info.id: import_module(home(info)) for info in GAMES}
