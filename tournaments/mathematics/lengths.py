"""How long games may last: as long as the clocks of all their bots allow."""

import random
from datetime import timedelta
from functools import lru_cache

import engine
from agents.clock import TimeControl

_GAMES = 5
"""So many random games tell how many actions a game has."""


def at_most(game: engine.Game, control: TimeControl) -> timedelta:
    """About how long a game lasts if every bot uses all of its time.

    The increments are those of as many actions as games of random bots have on average.
    """
    seats = game.num_players()
    actions = _actions(game) / seats
    return timedelta(seconds=seats * control.longest(actions))


@lru_cache(maxsize=256)
def _actions(game: engine.Game) -> float:
    """The mean number of actions in a few random games, the same ones each time."""
    numbers = random.Random(0)  # noqa: S311 - nobody wins by guessing them
    return sum(_length(game.new_initial_state(), numbers) for _game in range(_GAMES)) / _GAMES


def _length(state: engine.State, numbers: random.Random) -> int:
    actions = 0
    while not state.is_terminal():
        chance = state.is_chance_node()
        choice = state.sample_chance(numbers) if chance else numbers.choice(state.legal_actions())
        state.apply_action(choice)
        actions += not chance
    return actions
