"""Answers a turn that has not come."""

import time

from forging import say

from agents.sdk import Bot

OUTCOME = "out-of-turn: It answered turn 2 in turn 1."


class Player(Bot):
    def choose(self, state, clock):
        say({"type": "action", "turn": 2, "action": 0, "note": ""})
        time.sleep(60)
