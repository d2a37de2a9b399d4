"""Returns an object that ends the process when it is asked for its number."""

from agents.sdk import Bot

OUTCOME = "crash: choose() raised SystemExit: 0."


class Action:
    def __index__(self):
        raise SystemExit(0)


class Player(Bot):
    def choose(self, state, clock):
        return Action()
