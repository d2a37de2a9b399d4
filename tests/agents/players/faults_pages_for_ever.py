"""Takes memory and gives it back for ever, to wait for the kernel instead of computing."""

import mmap

from agents.sdk import Bot

OUTCOME = "timeout: It used up its time"
BANK = 0.2
SIZE = 16 << 20


class Player(Bot):
    def choose(self, state, clock):
        while True:
            with mmap.mmap(-1, SIZE) as memory:
                for page in range(0, SIZE, mmap.PAGESIZE):
                    memory[page] = 1
