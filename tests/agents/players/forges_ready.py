"""Greets once more, as if it had only now been started."""

import time

from forging import say

from agents.sdk import Bot

OUTCOME = "invalid: It broke the protocol: Ready came in place of Answer."


class Player(Bot):
    def choose(self, state, clock):
        say({"type": "ready", "protocol": 1, "nonce": "0" * 32})
        time.sleep(60)
