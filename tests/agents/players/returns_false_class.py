"""Returns an object that claims to be of another class."""

from agents.sdk import Bot

OUTCOME = "crash: choose() raised TypeError: object of type 'Liar' has no len()."


class Liar:
    __class__ = str


class Player(Bot):
    def choose(self, state, clock):
        return Liar()
