"""The rules of Liar's Dice with a die each.

A bid is (quantity - 1) * faces + (face - 1), and the call of a lie comes after all bids. A throw is
the face, less one. In a state made of a view, dice of others are hidden; a call throws them again.
"""

from __future__ import annotations

from typing import Any

from kauri.engine.facts import GameInfo
from kauri.engine.game import Game
from kauri.engine.gametype import IMPERFECT_INFORMATION, Trait
from kauri.engine.machine import BytesWriter
from kauri.engine.state import State
from kauri.engine.values import CHANCE, HIDDEN

TO_ROLL = -2


class LiarsDiceGame(Game):
    """Liar's Dice for `seats` players, whose dice have `faces`."""

    def __init__(self, info: GameInfo, options: dict[str, Any], variant: str) -> None:
        super().__init__(info, options, variant)
        self.seats: int = options["seats"]
        self.faces: int = options["faces"]
        self.call: int = self.seats * self.faces

    def new_initial_state(self) -> LiarsDiceState:
        """Return the state before any die is thrown."""
        return LiarsDiceState(self)

    def num_players(self) -> int:
        """Return the number of seats."""
        return self.seats

    def num_distinct_actions(self) -> int:
        """Return how many bids there are, and the call."""
        return self.call + 1

    def max_chance_outcomes(self) -> int:
        """Return the number of faces."""
        return self.faces

    def max_game_length(self) -> int:
        """Return the most actions: every bid once, and a call."""
        return self.call + 1

    def information(self) -> Trait:
        """Return that seats do not see all."""
        return IMPERFECT_INFORMATION

    def is_notation(self, text: str) -> bool:
        """Tell whether a text is liar, 2x5, or r5 for a throw."""
        quantity, times, face = text.rpartition("x")
        if not times:
            return text == "liar" or (text[:1] == "r" and self._is_number(text[1:], self.faces))
        return self._is_number(quantity, self.seats) and self._is_number(face, self.faces)

    @staticmethod
    def _is_number(text: str, most: int) -> bool:
        return text in {str(number) for number in range(1, most + 1)}


class LiarsDiceState(State):
    """The die of each seat, the last bid with its bidder, and whether it was called a lie."""

    def __init__(self, rules: LiarsDiceGame) -> None:
        super().__init__(rules, CHANCE)
        self.rules = rules
        self.dice = [TO_ROLL] * rules.seats
        self.bid = self.bidder = self.caller = -1

    def clone(self) -> LiarsDiceState:
        """Return a copy that shares nothing."""
        twin = LiarsDiceState(self.rules)
        twin.dice, twin.bid, twin.bidder = self.dice[:], self.bid, self.bidder
        twin.caller, twin._player = self.caller, self._player
        twin._copy_past(self)
        return twin

    def count(self) -> int:
        """Return how many dice show the face of the last bid; the highest face is wild."""
        wanted = {self.bid % self.rules.faces, self.rules.faces - 1}
        return sum(die in wanted for die in self.dice)

    def chance_seat(self) -> int:
        """Return the seat whose die falls: all in turn, after a call those that were hidden."""
        if self._player != CHANCE:
            return super().chance_seat()
        return self.dice.index(HIDDEN if self.caller >= 0 else TO_ROLL)

    def chance_weights(self) -> list[tuple[int, int]]:
        """Return that all faces are equally likely."""
        if self._player != CHANCE:
            return super().chance_weights()
        return [(face, 1) for face in range(self.rules.faces)]

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return the document without the dice of others, until the end."""
        document = super().view(seat)
        if not self.is_terminal():
            others = (other for other in range(self.rules.seats) if other != seat)
            for other in (other for other in others if self.dice[other] != TO_ROLL):
                document["dice"][other] = "hidden"
                document["history"][other : other + 1] = [HIDDEN] * bool(self._history)
        return document

    def _legal(self) -> list[int]:
        return list(range(self.bid + 1, self.rules.call + (self.bid >= 0)))

    def _advance(self, action: int) -> None:
        if self._player == CHANCE:
            self.dice[self.chance_seat()] = action
        elif action == self.rules.call:
            self.caller = self._player
        else:
            self.bid, self.bidder = action, self._player
        self._pass_on()

    def _pass_on(self) -> None:
        """Give the turn to the dice, to the next seat, or end the game after a call."""
        if self.caller >= 0 and HIDDEN not in self.dice:
            lies = self.count() < self.bid // self.rules.faces + 1
            self._lose("called", self.bidder if lies else self.caller)
        elif self.caller >= 0 or TO_ROLL in self.dice:
            self._player = CHANCE
        else:
            self._player = (self.bidder + 1) % self.rules.seats

    def _record(self, action: int) -> None:
        """Note an action; a die that was hidden takes its place in the past."""
        past = self._history
        if self.caller >= 0 and past[: self.rules.seats].count(HIDDEN):
            past[past.index(HIDDEN)] = action
        else:
            past.append(action)

    def _forfeit(self, seat: int) -> None:
        self._lose("forfeit", seat)

    def _lose(self, reason: str, loser: int) -> None:
        seats = self.rules.seats
        self._finish(reason, tuple(seats if seat == loser else 1 for seat in range(seats)))

    def _notation(self, player: int, action: int) -> str | None:
        faces = self.rules.faces
        if player == CHANCE:
            return f"r{action + 1}" if 0 <= action < faces else None
        if player < 0 or not 0 <= action <= self.rules.call:
            return None
        return (
            "liar" if action == self.rules.call else f"{action // faces + 1}x{action % faces + 1}"
        )

    def _write(self, writer: BytesWriter) -> None:
        parts = (*self.dice, self.bid, self.bidder, self.caller, self._player)
        writer.write(bytes(part + 4 for part in parts))
