"""Answers with a pickle that runs a command where it is read."""

import os
import pickle
import time

from forging import write

from agents.sdk import Bot

OUTCOME = "invalid: It broke the protocol: the answer is not UTF-8 text."


class Trap:
    def __reduce__(self):
        return os.system, ("touch /tmp/kauri-was-here",)


class Player(Bot):
    def choose(self, state, clock):
        write(pickle.dumps(Trap()) + b"\n")
        time.sleep(60)
