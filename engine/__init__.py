"""Rules of the games, pure and deterministic, behind OpenSpiel's names.

    import engine

    game = engine.load_game("kalah", seeds=4)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    print(state.returns(), state.outcome().text)

`engine.dice`, `engine.record`, `engine.svg` and `engine.perft` are imported by those who need them.
"""

from engine.builds import build
from engine.errors import (
    EngineError,
    IllegalAction,
    InvalidDocument,
    InvalidNotation,
    OptionError,
    UnknownGame,
)
from engine.facts import GameInfo, OptionSpec
from engine.game import Game
from engine.registry import (
    games,
    load_game,
    option_from_text,
    options_from_text,
    parse_variant,
    read_option,
    spell,
)
from engine.state import State
from engine.values import CHANCE, HIDDEN, TERMINAL, Outcome

__version__ = "1.0.0"

__all__ = [
    "CHANCE",
    "HIDDEN",
    "TERMINAL",
    "EngineError",
    "Game",
    "GameInfo",
    "IllegalAction",
    "InvalidDocument",
    "InvalidNotation",
    "OptionError",
    "OptionSpec",
    "Outcome",
    "State",
    "UnknownGame",
    "__version__",
    "build",
    "games",
    "load_game",
    "option_from_text",
    "options_from_text",
    "parse_variant",
    "read_option",
    "spell",
]
