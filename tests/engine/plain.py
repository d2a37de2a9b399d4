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

`python -m tests.engine.plain` writes perft.json anew.
"""

import json
from pathlib import Path

from tests.engine.plain_alquerque import Alquerque
from tests.engine.plain_ashte_kashte import AshteKashte
from tests.engine.plain_einstein import Einstein
from tests.engine.plain_kalah import Kalah
from tests.engine.plain_pachisi import Pachisi

GAMES = {
    "kalah": Kalah,
    "einstein": Einstein,
    "pachisi": Pachisi,
    "ashte-kashte": AshteKashte,
    "alquerque": Alquerque,
}

PERFT = Path(__file__).with_name("perft.json")
COUNTED = {
    "kalah": 6,
    "kalah(seeds=4)": 6,
    "kalah(seeds=6)": 5,
    "kalah(pits=3,seeds=2)": 8,
    "kalah(pits=1,seeds=12)": 10,
    "kalah(pits=12,seeds=12)": 3,
    "kalah(sowing=cross)": 6,
    "kalah(pits=4,seeds=4,sowing=cross)": 6,
    "kalah(empty_capture=true)": 6,
    "kalah(pits=2,quiet_limit=2,seeds=5)": 8,
    "einstein": 2,
    "einstein(mirror=true)": 2,
    "einstein(setup=chosen)": 1,
    "einstein(setup=fixed)": 6,
    "pachisi": 6,
    "pachisi(mode=two)": 6,
    "pachisi(dice=2,mode=two)": 4,
    "pachisi(capture=forced,mode=two,passing=true,track=52)": 6,
    "pachisi(barriers=true,dice=2,mode=teams)": 5,
    "pachisi(mode=two,turn_limit=3)": 7,
    "ashte-kashte": 9,
    "ashte-kashte(seats=2)": 9,
    "ashte-kashte(passing=true,seats=3)": 8,
    "ashte-kashte(playout=true,turn_limit=2)": 5,
    "alquerque": 5,
    "alquerque(ending=quick)": 7,
    "alquerque(ending=quick,layout=blocks)": 7,
    "alquerque(mode=teams)": 6,
    "alquerque(capture=forced,mode=teams)": 9,
    "alquerque(mode=two)": 4,
    "alquerque(capture=forced,mode=two,quiet_limit=2)": 4,
}


def game_of(variant):
    """The plain game of a variant such as `kalah(seeds=4)`."""
    game_id, _, rest = variant.rstrip(")").partition("(")
    options = dict(part.split("=") for part in rest.split(",") if part)
    return GAMES[game_id](**{name: value_of(text) for name, text in options.items()})


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


def main():
    counts = {}
    for variant, depth in COUNTED.items():
        game = game_of(variant)
        counts[variant] = [perft(game, game.start(), d) for d in range(1, depth + 1)]
    PERFT.write_text(json.dumps(counts, indent=1) + "\n")


if __name__ == "__main__":
    main()
