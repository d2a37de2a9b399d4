"""Returns an integer that hides how large it is."""

from agents.sdk import Bot

OUTCOME = "invalid: choose() returned a number far beyond any action."


class Action(int):
    def __abs__(self):
        return 0


class Player(Bot):
    def choose(self, state, clock):
        return Action(10**5000)
