"""Crashes the interpreter once the game is over."""

import os

from agents.sdk import Bot

OUTCOME = "no fault"


class Player(Bot):
    def choose(self, state, clock):
        return state.legal_actions()[0]

    def finish(self, returns):
        os.abort()
