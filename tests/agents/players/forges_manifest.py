"""Says again what games it plays."""

import time

from forging import say

from agents.sdk import Bot

OUTCOME = "invalid: It broke the protocol: BotManifest came in place of Answer."


class Player(Bot):
    def choose(self, state, clock):
        say({"type": "manifest", "games": ["kalah"]})
        time.sleep(60)
