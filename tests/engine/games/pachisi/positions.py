"""Positions of Pachisi for its tests."""

import engine
from tests.engine.walks import legal_texts

HOME = [41, 42, 43, 44]
OPTIONS = {"mode", "barriers", "passing", "capture", "playout"}


def position(
    *, red=(), blue=(), yellow=(), green=(), turn=0, dice=(), again=None, throws=1, **options
):
    """A position: each colour's pieces outside the yard, and the dice left to play."""
    game = engine.load_game("pachisi", **options)
    rows = [[*row, *[0] * (4 - len(row))] for row in (red, blue, yellow, green)]
    owned = {"two": [(0, 2), (1, 3)]}.get(game.options["mode"], [(c,) for c in range(4)])
    full = [game.options["track"] + step for step in range(1, 5)]
    home = [s for s, colours in enumerate(owned) if all(rows[c] == full for c in colours)]
    place = {
        "pieces": rows,
        "turn": turn,
        "beginning": None,
        "dice": list(dice),
        "again": 6 in dice if again is None else again,
        "tries": 0,
        "throws": throws,
        "home": home if game.options["mode"] != "teams" else [],
        "player": turn if dice else engine.CHANCE,
    }
    past = {"history": [], "forfeits": [], "reason": "", "ranks": []}
    return game.state_from_dict(
        {"game": "pachisi", "rules": 1, "options": game.options} | past | place
    )


def moves(**place):
    return legal_texts(position(**place))


def square(colour, progress, track=40):
    return (colour * track // 4 + progress - 1) % track


def two_dice(*dice, **place):
    """A position of the game with two dice."""
    game = engine.load_game("pachisi", dice=2, **{k: v for k, v in place.items() if k in OPTIONS})
    document = position(**place).to_dict()
    changes = {"options": game.options, "dice": list(dice), "again": 6 in dice}
    turn = document["turn"] if dice else engine.CHANCE
    return game.state_from_dict(document | changes | {"player": turn})


def teams(**place):
    return position(mode="teams", **place)


def barred(**place):
    return moves(barriers=True, **place)
