"""Positions of Alquerque for its tests."""

import engine
from tests.engine.walks import legal_texts

# White stones that shut in another on a1.
WALLS = "a2 b1 b2 c3 a3 c1"


def position(*rows, turn=0, **fields):
    """A position: each seat's points as a text; options and parts of the document by name."""
    names = {"mode", "layout", "ending", "capture", "quiet_limit"}
    options = {name: fields.pop(name) for name in names & set(fields)}
    if len(rows) == 2:
        options["mode"] = "two"
    game = engine.load_game("alquerque", **options)
    place = {
        "stones": [row.split() for row in rows],
        "captured": [0] * len(rows),
        "barred": [None] * len(rows),
        "places": [0] * len(rows),
        "quiet": 0,
        "player": turn,
    }
    past = {"history": [], "forfeits": [], "reason": "", "ranks": []}
    head = {"game": "alquerque", "rules": game.rules_version, "options": game.options}
    return game.state_from_dict(head | past | place | fields)


def points(text):
    return set(text.split())


def moves(state):
    return set(legal_texts(state))


def quick(*rows, **fields):
    return position(*rows, ending="quick", **fields)
