"""Returns an integer that compares and counts as it likes."""

from agents.sdk import Bot

OUTCOME = "illegal: It chose action 99, which is not allowed here."


class Action(int):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __abs__(self):
        return 0

    def __str__(self):
        return "0"

    __repr__ = __str__


class Player(Bot):
    def choose(self, state, clock):
        return Action(99)
