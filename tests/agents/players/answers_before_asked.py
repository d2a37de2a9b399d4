"""Answers its first turn while it is being started."""

import time

from forging import say

from agents.sdk import Bot

OUTCOME = "out-of-turn: It answered without being asked, or twice."


class Player(Bot):
    def start(self, game, seat, rng):
        say({"type": "started"}, {"type": "action", "turn": 1, "action": 0, "note": ""})
        time.sleep(60)

    def choose(self, state, clock):
        raise AssertionError("never asked")
