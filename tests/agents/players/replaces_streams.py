"""Replaces its output by something that fails."""

import sys

from agents.sdk import Bot

OUTCOME = "no fault"


class Broken:
    def write(self, text):
        raise OSError("full")

    def flush(self):
        raise ValueError("closed")


class Player(Bot):
    def choose(self, state, clock):
        sys.stdout = sys.stderr = Broken()
        return state.legal_actions()[0]
