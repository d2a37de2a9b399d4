"""The longest that games can last, by the clocks of their bots."""

import random
from datetime import timedelta
from functools import lru_cache

import engine
from agents.terms import clock
from agents.terms.clock import TimeControl

START_SECONDS = 60.0
ACTION_SECONDS = 0.05
"""Seconds that the platform may add to the clocks for a game, and for each of its actions."""

_GAMES = 5
"""The number of random games from which the length of a game is estimated."""


def at_most(game: engine.Game, control: TimeControl) -> timedelta:
    """About how long a game lasts if every bot uses all of its time.

    The increments are those of as many actions as games of random bots have on average.
    """
    seats = game.num_players()
    actions = _actions(game) / seats
    return timedelta(seconds=seats * control.longest(actions))


def ended_within(game: engine.Game, control: TimeControl) -> timedelta:
    """The time after which a game must have ended, with every stall and the platform's own work."""
    seats, actions = game.num_players(), game.max_game_length()
    budget = seats * (control.startup + control.bank) + actions * control.increment
    clocks = clock.longest(budget, clocks=2 * seats)
    return timedelta(seconds=START_SECONDS + clocks + actions * ACTION_SECONDS)


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
