"""Answers in its opponent's name."""

import time

from forging import say

from agents.sdk import Bot

OUTCOME = "invalid: It broke the protocol: the answer has an unknown member 'seat'."


class Player(Bot):
    def choose(self, state, clock):
        say({"type": "action", "turn": 1, "action": 0, "note": "", "seat": 1})
        time.sleep(60)
