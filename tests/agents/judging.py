"""Records for the judge: games by lot, and games in which somebody misses a win."""

import random
from typing import Any

import engine
from engine import record

COMMITMENT = "0" * 64


class Table:
    """A game by lot, written down as it is played."""

    def __init__(self, variant: str, seed: int = 1) -> None:
        self.game = engine.parse_variant(variant)
        self.state = self.game.new_initial_state()
        self.rng = random.Random(seed)
        seats = [{"name": "Lot", "version": 1}] * self.game.num_players()
        self.recorder = record.Recorder(self.game, seats, COMMITMENT, 1)

    def step(self, action: int | None = None) -> None:
        """Let an action be taken, one by lot without one, or let a throw be thrown."""
        if self.state.is_chance_node():
            outcome = self.state.sample_chance(self.rng)
            self.recorder.throw(self.state, outcome)
            self.state.apply_action(outcome)
            return
        chosen = self.rng.choice(self.state.legal_actions()) if action is None else action
        self.recorder.action(self.state, chosen)
        self.state.apply_action(chosen)

    def leave(self, seat: int, reason: str = "resigned") -> None:
        self.recorder.forfeit(seat, reason)
        self.state.forfeit(seat)

    def end(self) -> dict[str, Any]:
        while not self.state.is_terminal():
            self.step()
        return self.recorder.document(self.state)

    @property
    def wins(self) -> list[int]:
        """The actions that win at once."""
        if self.state.is_terminal() or self.state.is_chance_node():
            return []
        seat = self.state.current_player()
        return [a for a in self.state.legal_actions() if self.state.child(a).returns()[seat] == 1.0]


def before_a_win(variant: str) -> Table:
    """A game at the first moment at which an action wins and another does not."""
    for seed in range(100):
        table = Table(variant, seed)
        while not table.state.is_terminal():
            if 0 < len(table.wins) < len(table.state.legal_actions()):
                return table
            table.step()
    raise AssertionError(f"no game by lot of {variant} comes there")
