"""The bot that `kauri new` writes: short, commented, and able to play every game at once."""

from collections.abc import Sequence

from agents.terms import repertoire

_BOT = '''"""A bot for Kauri. `kauri check bot.py` says what a site will say of it."""

from kauri.sdk import Bot


class MyBot(Bot):
{games}
    playouts = 8  # more are better, and slower
    tunable = {"playouts": (1, 32)}  # `kauri tune` finds a better number between these

    def start(self, game, seat, rng):
        """Called once before the first turn. `rng` has a seed of its own for this game."""
        self.seat = seat
        self.rng = rng

    def choose(self, state, clock):
        """Return a legal action. `clock.share()` is a sensible time for it, in seconds."""
        return max(state.legal_actions(), key=lambda action: self.value(state.child(action)))

    def value(self, state):
        """How good a state is for this seat. Change this line by line, and measure it."""
        if state.is_terminal():
            return state.returns()[self.seat]
        seeds = [self.rng.getrandbits(63) for _ in range(self.playouts)]
        return sum(state.playout(seed)[self.seat] for seed in seeds) / self.playouts
'''


def bot(games: Sequence[str]) -> str:
    """The text of a bot that plays these games or variants, all if there are none.

    Raises an EngineError.
    """
    line = f"    games = {list(repertoire.read(games))!r}\n" if games else ""
    return _BOT.replace("{games}\n", f"{line}\n" if line else "")
