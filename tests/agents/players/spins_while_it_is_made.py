"""Never comes up, and computes all the time."""

from agents.sdk import Bot

OUTCOME = "startup: It did not start within its 2 s."
STARTUP = 2.0


class Player(Bot):
    def __init__(self):
        while True:
            pass

    def choose(self, state, clock):
        return state.legal_actions()[0]
