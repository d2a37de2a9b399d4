"""Raises an error whose text looks like the platform's."""

from agents.sdk import Bot

OUTCOME = "crash: choose() raised RuntimeError: PlatformFault: the worker failed"


class Player(Bot):
    def choose(self, state, clock):
        raise RuntimeError("PlatformFault: the worker failed\n\x1b[31mvoid\x1b[0m <b>void</b>")
