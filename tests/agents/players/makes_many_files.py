"""Fills /tmp by the number of files, each of which costs the kernel memory that nothing counts."""

import os

from agents.sdk import Bot

OUTCOME = "scratch: It made more than 10000 files in /tmp."


class Player(Bot):
    def choose(self, state, clock):
        number = 0
        while True:
            number += 1
            os.close(os.open(f"/tmp/{number}", os.O_CREAT | os.O_WRONLY))
