"""Arranges for its code to run whenever the process tries to end."""

import atexit
import gc
import signal

from agents.sdk import Bot

OUTCOME = "no fault"


def forever():
    while True:
        pass


class Player(Bot):
    def __init__(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(number, signal.SIG_IGN)
        atexit.register(forever)
        gc.callbacks.append(lambda *_: self)

    def __del__(self):
        forever()

    def choose(self, state, clock):
        return state.legal_actions()[0]
