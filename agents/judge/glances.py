"""Quick estimates of each seat's return in a position, by the evaluations of the house bots."""

from __future__ import annotations

import math

from agents.house import alquerque, ashte_kashte
from engine import Game, State

SLOPE = 5.0
"""How a lead, between -0.9 and 0.9, becomes a winning probability: the log-odds of a whole one."""

_WORTHS = {"ashte-kashte": ashte_kashte.worth, "alquerque": alquerque.worth}


def glance(state: State) -> list[float]:
    """Return each seat's expected return by an evaluation; only for games in `_WORTHS`."""
    game = state.get_game()
    worth, seats = _WORTHS[game.id], range(game.num_players())
    if len(seats) == 2:
        lead = math.tanh(SLOPE * worth(state, 0))
        return [lead, -lead]
    leads, sides = [worth(state, seat) for seat in seats], game.sides()
    return [_return(game, leads, sides, seat) for seat in seats]


def _return(game: Game, leads: list[float], sides: list[int], seat: int) -> float:
    """Return a seat's mean expected return against each seat of the other sides."""
    others = [other for other in range(game.num_players()) if sides[other] != sides[seat]]
    pairs = (math.tanh(SLOPE * (leads[seat] - leads[other]) / 2) for other in others)
    return sum(pairs) / len(others)
