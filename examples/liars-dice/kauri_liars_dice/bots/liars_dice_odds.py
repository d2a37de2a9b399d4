"""Bids and calls by the odds of the dice that it does not see."""

from __future__ import annotations

import random
from math import comb

from kauri.sdk import Bot, Clock, Game, State


class Odds(Bot):
    """Takes the likeliest bid above the last one, unless a lie is likelier than that."""

    games = ["liars-dice"]

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Keep the seat and the sizes."""
        self.seat = seat
        self.seats = game.num_players()
        self.faces: int = game.options["faces"]

    def choose(self, state: State, clock: Clock) -> int:
        """The call if the last bid is likely a lie; else the likeliest bid."""
        document = state.to_dict()
        own, last = document["dice"][self.seat] - 1, document["bid"]
        bids = [action for action in state.legal_actions() if action < self.seats * self.faces]
        best = max(bids, key=lambda bid: (self.chance(bid, own), -bid), default=None)
        lie = 1 - self.chance(last, own) if last >= 0 else -1.0
        if best is None or lie > self.chance(best, own):
            return self.seats * self.faces
        return best

    def chance(self, bid: int, own: int) -> float:
        """The probability that a bid holds, with one's own die."""
        quantity, face = divmod(bid, self.faces)
        wild = self.faces - 1
        needed = quantity + 1 - (own in {face, wild})
        one = (1 if face == wild else 2) / self.faces
        hidden = self.seats - 1
        return sum(
            comb(hidden, hits) * one**hits * (1 - one) ** (hidden - hits)
            for hits in range(max(needed, 0), hidden + 1)
        )
