"""Positions of Ashte Kashte for its tests."""

import engine
from engine.games.ashte_kashte.board import PATHS, SQUARES
from tests.engine.walks import legal_texts

OFF, HOME = None, 48
SPIRAL = (
    "d1 e1 f1 g1 g2 g3 g4 g5 g6 g7 f7 e7 d7 c7 b7 a7 a6 a5 a4 a3 a2 a1 b1 c1 "
    "d2 e2 f2 f3 f4 f5 f6 e6 d6 c6 b6 b5 b4 b3 b2 c2 d3 e3 e4 e5 d5 c5 c4 c3 d4"
)
SOUTH = SPIRAL.split()


def position(*sides, turn=0, throw=None, throws=1, arrived=(), **options):
    """A position: each seat's pieces by index (the rest wait), and the throw that lies there."""
    game = engine.load_game("ashte-kashte", **({"seats": len(sides)} | options))
    place = {
        "pieces": [[*side, *[OFF] * (4 - len(side))] for side in sides],
        "arrived": list(arrived),
        "turn": turn,
        "throw": throw,
        "throws": throws,
        "player": turn if throw else engine.CHANCE,
    }
    past = {"history": [], "forfeits": [], "reason": "", "ranks": []}
    document = {"game": "ashte-kashte", "rules": 1, "options": game.options}
    return game.state_from_dict(document | past | place)


def index_of(square, side):
    """The index of a square on the path of a side."""
    return PATHS[side].index(SQUARES.index(square))


def moves(*sides, throw, **more):
    return legal_texts(position(*sides, throw=throw, **more))
