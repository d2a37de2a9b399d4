"""What each game's folder of tests hands to the tests of every game."""

from importlib import import_module

import engine
from engine.facts import folder_of

CASES = {
    info.id: import_module(f"tests.engine.games.{folder_of(info.id)}.cases")
    for info in engine.games()
}
