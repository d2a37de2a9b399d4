"""Never answers and uses no time on the processor."""

import time

from agents.sdk import Bot

OUTCOME = "timeout: It used up its time"
BANK = 0.2


class Player(Bot):
    def choose(self, state, clock):
        time.sleep(1 << 20)
