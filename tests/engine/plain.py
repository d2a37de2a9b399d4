"""A second implementation of the rules, slow and plain, to hold the engine against.

It shares nothing with the engine, neither code nor representation: positions are immutable values
and the notation is the only way to name a move. Every game is a class, made with the options of
its rules page, that has `seats` and

    start()                   the first position
    who(position)             the seat to act, -1 for the dice, None at the end
    moves(position)           {notation: next position}, empty at the end; throws are moves too
    thrower(position)         whose throw it is, where the dice come next
    weights(position)         {throw: integer weight} there
    forfeit(position, seat)   the position after a seat has given up
    result(position)          the rank of each seat at the end; None before

`python -m tests.engine.plain` writes every game's perft.json anew.
"""

import json
from pathlib import Path

from tests.engine.cases import CASES

FOLDERS = {game_id: Path(cases.__file__).parent for game_id, cases in CASES.items()}
COUNTED = {v: depth for cases in CASES.values() for v, depth in cases.COUNTED.items()}


def counts(game_id):
    """The counts of a game's perft.json, by variant."""
    return json.loads((FOLDERS[game_id] / "perft.json").read_text())


def game_of(variant):
    """The plain game of a variant such as `kalah(seeds=4)`."""
    game_id, _, rest = variant.rstrip(")").partition("(")
    options = dict(part.split("=") for part in rest.split(",") if part)
    return CASES[game_id].PLAIN(**{name: value_of(text) for name, text in options.items()})


def value_of(text):
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() else text


def played(game, position, notation):
    """The position after these moves and throws, separated by spaces."""
    for text in notation.split():
        position = game.moves(position)[text]
    return position


def texts(game, position):
    return set(game.moves(position))


def perft(game, position, depth):
    if depth == 0:
        return 1
    return sum(perft(game, after, depth - 1) for after in game.moves(position).values())


def counted(variant, depth):
    game = game_of(variant)
    return [perft(game, game.start(), d) for d in range(1, depth + 1)]


def main():
    for game_id, cases in CASES.items():
        found = {variant: counted(variant, depth) for variant, depth in cases.COUNTED.items()}
        (FOLDERS[game_id] / "perft.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
