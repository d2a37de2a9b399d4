"""Makes its process unable to leave by itself."""

import atexit
import os
import sys
import time

from agents.sdk import Bot

OUTCOME = "no fault"


class Player(Bot):
    def choose(self, state, clock):
        os._exit = sys.exit = lambda *_: None
        atexit.register(time.sleep, 60)
        return state.legal_actions()[0]
