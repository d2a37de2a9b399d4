"""Does not come back from being told the result."""

from agents.sdk import Bot

OUTCOME = "no fault"


class Player(Bot):
    def choose(self, state, clock):
        return state.legal_actions()[0]

    def finish(self, returns):
        while True:
            print("mine")
