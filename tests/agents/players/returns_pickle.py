"""Returns an object that runs a command where it is unpickled."""

import os

from agents.sdk import Bot

OUTCOME = "invalid: choose() returned Trap; it must return one of state.legal_actions(), "


class Trap:
    def __reduce__(self):
        return os.system, ("touch /tmp/kauri-was-here",)

    def __repr__(self):
        return "Trap"


class Player(Bot):
    def choose(self, state, clock):
        return Trap()
