"""Returns an object that never says which number it is."""

from agents.sdk import Bot

OUTCOME = "timeout: It used up its time"
BANK = 0.3


class Action:
    def __index__(self):  # noqa: PLE0305 - that is the point
        while True:
            pass


class Player(Bot):
    def choose(self, state, clock):
        return Action()
