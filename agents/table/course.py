"""A game as it is played: its state, its dice and its record, one event after the other.

Every game is played through this class, so that rules, dice and records are the same for bots and
for people.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from engine import Game, InvalidDocument
from engine.dice import Dice, commitment
from engine.record import Recorder


class Course:
    """One game under way. Every event is recorded and then applied.

    `seats` holds the entry of each seat in the record. `seed` is the secret dice seed, and
    `game_number` keys the dice (see `engine.dice`).
    """

    def __init__(
        self, game: Game, seats: Sequence[dict[str, Any]], seed: bytes, game_number: int | None
    ) -> None:
        self.state = game.new_initial_state()
        self.recorder = Recorder(game, seats, commitment(seed), game_number)
        self._dice = Dice(seed, game_number)

    @property
    def events(self) -> Sequence[dict[str, Any]]:
        """The events so far, as in the record. Read-only."""
        return self.recorder.events

    def open(self, opening: Sequence[str]) -> None:
        """Play an opening in notation, with its throws. Raises an EngineError for a wrong one."""
        for notation in opening:
            action = self.state.string_to_action(notation)
            self.recorder.opening(self.state, action)
            self.state.apply_action(action)

    def roll(self) -> None:
        """Throw the dice as long as a throw is due."""
        while self.state.is_chance_node():
            self.throw()

    def throw(self) -> None:
        """Throw the dice once."""
        outcome = self._dice.throw(self.state)
        self.recorder.throw(self.state, outcome)
        self.state.apply_action(outcome)

    def act(self, action: int, **told: Any) -> None:
        """Apply a legal action of the seat to act; the record's event also holds `told`."""
        self.recorder.action(self.state, action, **told)
        self.state.apply_action(action)

    def forfeit(self, seat: int, reason: str) -> None:
        """Let a seat leave the unfinished game. The record stores the `reason`."""
        self.recorder.forfeit(seat, reason)
        self.state.forfeit(seat)

    def follow(self, events: Iterable[dict[str, Any]]) -> None:
        """Play events of a record of this game.

        Raises an EngineError for an event that does not follow from the rules and these dice.
        """
        for event in events:
            self._repeat(event)
            if self.events[-1] != event:
                raise InvalidDocument(f"the record has {event}, not {self.events[-1]}")

    def _repeat(self, event: dict[str, Any]) -> None:
        if "opening" in event:
            self.open([event["action"] if "action" in event else event["throw"]])
        elif "throw" in event:
            self.throw()
        elif "forfeit" in event:
            self.forfeit(event["seat"], event["forfeit"])
        else:
            action = self.state.string_to_action(event["action"])
            notes = {k: v for k, v in event.items() if k not in ("seat", "action")}
            self.act(action, **notes)
