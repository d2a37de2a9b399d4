"""What people paste into the upload box."""

TALKATIVE = """\
from kauri.sdk import Bot


class Talkative(Bot):
    games = ["einstein"]

    def choose(self, state, clock):
        print("I take the first of", len(state.legal_actions()))
        self.note("the first one")
        return state.legal_actions()[0]
"""

CRASHING = """\
from kauri.sdk import Bot


class Crashing(Bot):
    games = ["kalah"]

    def choose(self, state, clock):
        return self.plan_that_was_never_written
"""

PATIENT = """\
import time

from kauri.sdk import Bot


class Patient(Bot):
    games = ["kalah"]

    def choose(self, state, clock):
        time.sleep(0.1)
        return state.legal_actions()[-1]
"""

SEDATE = """\
import time

from kauri.sdk import Bot


class Sedate(Bot):
    games = ["kalah"]

    def choose(self, state, clock):
        time.sleep(0.7 if clock.remaining > 3 else 0.05)
        return state.legal_actions()[-1]
"""
