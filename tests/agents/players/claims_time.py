"""Tells the referee how little time it took."""

import time

from forging import say

from agents.sdk import Bot

OUTCOME = "invalid: It broke the protocol: the answer has an unknown member 'wall'."


class Player(Bot):
    def choose(self, state, clock):
        say({"type": "action", "turn": 1, "action": 0, "note": "", "wall": 0})
        time.sleep(60)
