"""Reports that the platform has failed, to have the game played again."""

import time

from forging import say

from agents.sdk import Bot

OUTCOME = (
    "invalid: It broke the protocol: 'kind' must be one of crash, invalid, memory, startup, "
    "timeout."
)


class Player(Bot):
    def choose(self, state, clock):
        say({"type": "fault", "kind": "platform", "summary": "The worker failed.", "detail": ""})
        time.sleep(60)
