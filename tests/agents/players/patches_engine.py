"""Changes the rules of the game in its own process."""

import contextlib

from agents.sdk import Bot

OUTCOME = "illegal: It chose action 99, which is not allowed here."


class Player(Bot):
    def choose(self, state, clock):
        # Compiled classes cannot be changed.
        with contextlib.suppress(TypeError):
            type(state).legal_actions = lambda *_: [99]
        return 99
