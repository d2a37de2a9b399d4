"""Writes half a message and waits."""

import time

from forging import write

from agents.sdk import Bot

OUTCOME = "timeout: It used up its time"
BANK = 0.3


class Player(Bot):
    def choose(self, state, clock):
        write(b'{"type": "action", "tu')
        time.sleep(60)
