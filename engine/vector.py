"""Many games of one variant at once, stepped inside the compiled engine, for programs that learn.

Dice fall by themselves, a game that ends begins again, and what learning programs read comes as
bytes, which numpy reads without a copy. `agents.learning.vector` puts it into arrays.
"""

# It plays without what only single games need: histories.
# ruff: noqa: SLF001

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.errors import IllegalAction
from engine.machine import BytesWriter, i64, vec
from engine.planes import actions, codes, size
from engine.values import CHANCE, LOW, MULTIPLIER, TERMINAL, playout_stream

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import State


class Games:
    """`count` games of a variant, each with dice of its own, which follow from `seed`.

    `ended` are (number, returns of each seat) of the games that the last step has ended, each of
    which has begun again. States have no histories.
    """

    def __init__(self, game: "Game", count: int, seed: int) -> None:
        if count < 1:
            raise ValueError(f"{count} games: at least one is played")
        self.game = game
        self.count: i64 = count
        self.actions: i64 = actions(game)
        self.width: i64 = size(game)
        self.ended: list[tuple[int, list[float]]] = []
        self._none = bytes(self.actions)
        self._write = game.info.part("planes").write
        # Where codes are ids, nothing has to be looked up.
        self._coded = hasattr(game.info.part("planes"), "codes")
        self._dice = vec[i64]([playout_stream(seed * count + number) for number in range(count)])
        self._states = [self._begun(number) for number in range(count)]

    def state(self, number: int) -> "State":
        """Return a copy of a game's state."""
        return self._states[number].clone()

    def step(self, chosen: Sequence[int]) -> None:
        """Apply an action, by its code, in every game.

        Raises IllegalAction for one that is not allowed; the games before it have gone on then.
        """
        if len(chosen) != self.count:
            raise ValueError(f"{len(chosen)} actions for {self.count} games")
        self.ended = []
        for number in range(self.count):
            self._act(number, chosen[number])

    def random(self) -> list[int]:
        """Return a legal action for every game, by its code, all equally likely."""
        chosen: list[int] = []
        for number in range(self.count):
            draw = self._draw(number)
            state = self._states[number]
            if self._coded:
                legal = codes(state)
                place: i64 = len(legal)
                chosen.append(legal[draw * place >> 32][0])
            else:
                chosen.append(state._choose(draw))
        return chosen

    def seats(self) -> bytes:
        """Return the seat to act in every game, a byte each."""
        writer = BytesWriter()
        for state in self._states:
            writer.append(state._player)
        return writer.getvalue()

    def observations(self) -> bytes:
        """Return what the seat to act sees in every game, `width` bytes each."""
        writer = BytesWriter()
        for state in self._states:
            self._write(state, state._player, writer)
        return writer.getvalue()

    def masks(self) -> bytes:
        """Return for every game `actions` bytes: 1 for each code that is allowed, else 0."""
        writer = BytesWriter()
        begin: i64 = 0
        for state in self._states:
            writer.write(self._none)
            allowed = [code for code, _action in codes(state)] if self._coded else state._legal()
            for code in allowed:
                place: i64 = code
                writer[begin + place] = 1
            begin += self.actions
        return writer.getvalue()

    def _act(self, number: i64, code: int) -> None:
        state = self._states[number]
        action = code
        if self._coded:
            action = self._action_of(state, code)
        if not state._is_legal(action):
            raise IllegalAction(f"code {code} is not allowed in game {number}")
        state._advance(action)
        self._throw(number, state)
        if state._player == TERMINAL:
            self.ended.append((number, state.returns()))
            self._states[number] = self._begun(number)

    def _action_of(self, state: "State", code: int) -> int:
        for legal, action in codes(state):
            if legal == code:
                return action
        return -1

    def _begun(self, number: i64) -> "State":
        """Return a new game in which a seat is to act."""
        state = self.game.new_initial_state()
        self._throw(number, state)
        return state

    def _throw(self, number: i64, state: "State") -> None:
        """Let the dice fall until a seat is to act, or the game is over."""
        while state._player == CHANCE:
            state._advance(state._sample(self._draw(number)))

    def _draw(self, number: i64) -> i64:
        """Return the next number below 2**32 of a game's dice."""
        last = self._dice[number]
        following = MULTIPLIER * (last & LOW) + (last >> 32)
        self._dice[number] = following
        return following & LOW
