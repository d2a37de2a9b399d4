"""Says a thing twice in one message, for two readers that take different ones."""

import time

from forging import write

from agents.sdk import Bot

OUTCOME = "invalid: It broke the protocol: the answer has a member twice."


class Player(Bot):
    def choose(self, state, clock):
        write(b'{"type": "action", "turn": 1, "note": "", "action": 0, "action": 1}\n')
        time.sleep(60)
