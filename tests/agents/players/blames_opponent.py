"""Reports a fault of its opponent."""

import time

from forging import say

from agents.sdk import Bot

OUTCOME = "invalid: It broke the protocol: the answer has an unknown member 'seat'."


class Player(Bot):
    def choose(self, state, clock):
        say({"type": "fault", "kind": "crash", "summary": "Mine won.", "detail": "", "seat": 1})
        time.sleep(60)
