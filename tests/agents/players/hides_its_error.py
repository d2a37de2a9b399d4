"""Raises an error whose text is an error."""

from agents.sdk import Bot

OUTCOME = "crash: choose() raised"


class Hidden(BaseException):
    def __str__(self):
        raise Hidden


class Player(Bot):
    def choose(self, state, clock):
        raise Hidden
