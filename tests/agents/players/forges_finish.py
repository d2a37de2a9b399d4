"""Announces that the game is over."""

import time

from forging import say

from agents.sdk import Bot

OUTCOME = "invalid: It broke the protocol: Finished came in place of Answer."


class Player(Bot):
    def choose(self, state, clock):
        say({"type": "finished"})
        time.sleep(60)
