"""Announces that it has won."""

import time

from forging import say

from agents.sdk import Bot

OUTCOME = "invalid: It broke the protocol: the answer has no known type"


class Player(Bot):
    def choose(self, state, clock):
        say({"type": "result", "returns": [1, -1], "reason": "normal"})
        time.sleep(60)
