"""Hooks the import of everything that comes after it."""

import sys

from agents.sdk import Bot

OUTCOME = "no fault"


class Hook:
    def find_spec(self, name, path=None, target=None):
        raise ImportError("mine")


class Player(Bot):
    def start(self, game, seat, rng):
        sys.meta_path.insert(0, Hook())
        for name in ("agents.sdk", "agents.inside.protocol", "engine", "json"):
            sys.modules[name] = None

    def choose(self, state, clock):
        return state.legal_actions()[0]
