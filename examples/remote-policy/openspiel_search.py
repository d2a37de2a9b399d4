"""Plays from its author's machine by OpenSpiel's tree search, over Kauri's game for OpenSpiel.

pip install kauri-kit[open_spiel]
kauri connect examples/remote-policy/openspiel_search.py --bot "My search"

Put any other algorithm of OpenSpiel in its place. It gets a `pyspiel.State`, and its action is a
code of `kauri.engine.planes`.
"""

import random

import numpy as np
from kauri.learning import spiel
from open_spiel.python.algorithms import mcts

from kauri.engine import planes
from kauri.sdk import Bot, Clock, Game, State

SIMULATIONS = 30


class Search(Bot):
    """Monte Carlo tree search with random games, as OpenSpiel has it."""

    games = ["kalah", "einstein(setup=random)"]

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Make the search for the variant."""
        self.spiel = spiel.load(game.variant)
        dice = np.random.RandomState(rng.getrandbits(32))
        self.search = mcts.MCTSBot(
            self.spiel, 1.4, SIMULATIONS, mcts.RandomRolloutEvaluator(1, dice), random_state=dice
        )

    def choose(self, state: State, clock: Clock) -> int:
        """Search from the position, and return the action that has the best code."""
        position = self.spiel.new_initial_state()
        position.engine_state = state
        return dict(planes.codes(state))[self.search.step(position)]
