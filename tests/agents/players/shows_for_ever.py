"""Returns an object whose text has no end."""

from agents.sdk import Bot

OUTCOME = "crash: choose() raised RecursionError"


class Endless:
    def __repr__(self):
        return repr(self)


class Player(Bot):
    def choose(self, state, clock):
        return Endless()
