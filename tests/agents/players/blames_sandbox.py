"""Prints what a failed sandbox prints, and ends as one ends."""

import os
import sys

from agents.sdk import Bot

OUTCOME = "crash: Its process ended early with status 1."


class Player(Bot):
    def choose(self, state, clock):
        sys.stderr.write("bwrap: Can't mount proc on /newroot/proc: Operation not permitted\n")
        os._exit(1)
