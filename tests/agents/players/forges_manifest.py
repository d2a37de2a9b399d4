"""Says again what games it plays."""

import time

from forging import say

from agents.sdk import Bot

OUTCOME = "out-of-turn: It answered without being asked, or twice."


class Player(Bot):
    def choose(self, state, clock):
        say({"type": "manifest", "games": ["kalah"]})
        time.sleep(60)
