"""Ends with the status that bubblewrap reports for a kill from outside, to have the game void."""

import ctypes
import os
import platform

from agents.sdk import Bot

OUTCOME = "crash: Its process ended early with status 9."
EXIT, EXIT_GROUP = ((60, 231), (93, 94))[platform.machine() == "aarch64"]


class Player(Bot):
    def choose(self, state, clock):
        for call in (EXIT, EXIT_GROUP):
            ctypes.CDLL(None).syscall(call, 137)
        os._exit(9)
