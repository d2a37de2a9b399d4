"""Answers once for now and once in advance."""

import time

from forging import say

from agents.sdk import Bot

OUTCOME = "out-of-turn: It answered without being asked, or twice."


class Player(Bot):
    def choose(self, state, clock):
        now = {"type": "action", "turn": 1, "action": 0, "note": ""}
        say(now, {**now, "turn": 2})
        time.sleep(60)
