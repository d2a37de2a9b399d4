"""What the judge would do in a position of a game that goes on."""

from agents import values
from agents.judge.endgame import Endings
from agents.judge.search import look
from engine import State

MOST = 18_000
"""The positions of the search: as many as of a second look at a mistake."""

END = 80_000
"""The positions for the end of a game of Kalah."""


def advice(state: State) -> int:
    """Return the best action: by the end of the game where it can be searched, else by a function.

    Raises NoValueFunction for a variant without one.
    """
    game = state.get_game()
    function = values.load(game)
    if game.id == "kalah":
        solved = Endings(game, END).solve([state], END).get(0)
        if solved is not None and solved.action is not None:
            return solved.action
    side = function.sides[state.current_player()]
    return look(state, function, most=MOST, least_depth=1).best(side)
