"""Writes control characters, terminal escapes and HTML into its note and its log."""

from agents.sdk import Bot

OUTCOME = "no fault"

EVIL = "\x1b]0;mine\x07\x1b[2J<script>alert(1)</script>\x00\u202e\ud800\r\n{% now %}"


class Player(Bot):
    def choose(self, state, clock):
        print(EVIL)
        self.note(EVIL)
        return state.legal_actions()[0]
