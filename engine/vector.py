"""Many games of one variant at once, stepped inside the compiled engine, for programs that learn.

Dice fall by themselves, a game that ends begins again, and what learning programs read is written
into buffers, a row for each game. `agents.learning.vector` makes arrays of them.
"""

# It plays without what only single games need: histories.
# ruff: noqa: SLF001

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.errors import IllegalAction
from engine.machine import BytesWriter, i64, vec
from engine.planes import actions, byte, codes, size
from engine.values import CHANCE, LOW, MULTIPLIER, TERMINAL, playout_stream

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import State

RANKS: Final = 128
"""The most actions of a position that ranks number; those after them cannot be chosen."""
MANY: Final = 1000
"""With more codes than this, ranks are the default."""

CHUNK: Final = 10_000
"""Bytes that are written at once: what fits into the fastest memory."""


class Games:
    """Games of a variant, each with dice of its own, which follow from `seed`.

    Of `count` games it plays those whose numbers are in `share`; the dice do not depend on it.
    An action is chosen by its code (`engine.planes`), or with `ranks` by its place among the
    legal actions. `ended` are (place, returns of each seat) of the games that the last step has
    ended, each of which has begun again. States have no histories.
    """

    def __init__(
        self,
        game: "Game",
        count: int,
        seed: int,
        *,
        ranks: bool | None = None,
        share: range | None = None,
    ) -> None:
        if count < 1:
            raise ValueError(f"{count} games: at least one is played")
        self.game = game
        self.share = range(count) if share is None else share
        self.count: i64 = len(self.share)
        self.ranks: bool = actions(game) > MANY if ranks is None else ranks
        self.actions: i64 = min(RANKS, game.num_distinct_actions()) if self.ranks else actions(game)
        self.width: i64 = size(game)
        self.ended: list[tuple[int, list[float]]] = []
        self._writer = BytesWriter()
        self._write = game.info.part("planes").write
        # Where codes are ids, nothing has to be listed.
        self._coded = not self.ranks and hasattr(game.info.part("planes"), "codes")
        # By game, what may be done and its codes, where these are no ids.
        self._listed: list[list[int]] = [[] for _ in self.share]
        self._codes: list[list[int]] = [[] for _ in self.share]
        # By the number of legal actions, the mask of their ranks; the first one is that of none.
        most = self.actions if self.ranks else 0
        self._masks = [bytes([1] * n + [0] * (self.actions - n)) for n in range(most + 1)]
        self._dice = vec[i64]([playout_stream(seed * count + number) for number in self.share])
        self._states = [self._begun(place) for place in range(self.count)]

    def state(self, place: int) -> "State":
        """Return a copy of a game's state."""
        return self._states[place].clone()

    def step(self, chosen: Sequence[int]) -> None:
        """Apply an action, by its code or rank, in every game.

        Raises IllegalAction for one that is not allowed; the games before it have gone on then.
        """
        if len(chosen) != self.count:
            raise ValueError(f"{len(chosen)} actions for {self.count} games")
        self.ended = []
        for place in range(self.count):
            self._act(place, chosen[place])

    def random(self) -> list[int]:
        """Return an action for every game, by its code or rank, all equally likely."""
        chosen: list[int] = []
        for place in range(self.count):
            draw = self._draw(place)
            if self.ranks or self._coded:
                most: i64 = min(len(self._listed[place]), self.actions)
                rank = draw * most >> 32
                chosen.append(self._codes[place][rank] if self._coded else rank)
            else:
                chosen.append(self._states[place]._choose(draw))
        return chosen

    def write_seats(self, buffer: memoryview) -> None:
        """Write the seat to act in every game, a byte each."""
        for state in self._states:
            self._writer.append(byte(state._player))
        self._flush(buffer, 0)

    def write_observations(self, buffer: memoryview) -> None:
        """Write what the seat to act sees in every game, `width` bytes each."""
        begin: i64 = 0
        for state in self._states:
            self._write(state, state._player, self._writer)
            if len(self._writer) > CHUNK:
                begin = self._flush(buffer, begin)
        self._flush(buffer, begin)

    def write_masks(self, buffer: memoryview) -> None:
        """Write for every game `actions` bytes: 1 for each that may be chosen, else 0."""
        begin: i64 = 0
        for place in range(self.count):
            self._write_mask(place)
            if len(self._writer) > CHUNK:
                begin = self._flush(buffer, begin)
        self._flush(buffer, begin)

    def _write_mask(self, place: i64) -> None:
        writer = self._writer
        if self.ranks:
            writer.write(self._masks[min(len(self._listed[place]), self.actions)])
            return
        begin: i64 = len(writer)
        writer.write(self._masks[0])
        for code in self._codes[place] if self._coded else self._states[place]._legal():
            offset: i64 = code
            writer[begin + offset] = 1

    def _flush(self, buffer: memoryview, begin: i64) -> i64:
        """Move what is written into a buffer, from a place on; return the place behind it."""
        end: i64 = begin + len(self._writer)
        buffer[begin:end] = self._writer.getvalue()
        self._writer.truncate(0)
        return end

    def _act(self, place: i64, code: int) -> None:
        state = self._states[place]
        action = self._action_of(place, code)
        if not state._is_legal(action):
            raise IllegalAction(f"code {code} is not allowed in game {self.share[place]}")
        state._advance(action)
        self._throw(place, state)
        if state._player == TERMINAL:
            self.ended.append((place, state.returns()))
            self._states[place] = self._begun(place)
        else:
            self._list(place, state)

    def _action_of(self, place: i64, code: int) -> int:
        """Return the action that a code or rank stands for; -1 for none."""
        if self._coded:
            legal = self._codes[place]
            return self._listed[place][legal.index(code)] if code in legal else -1
        if self.ranks:
            return self._listed[place][code] if 0 <= code < len(self._listed[place]) else -1
        return code

    def _list(self, place: i64, state: "State") -> None:
        """Note what may be done in a game, where codes are no ids."""
        if self.ranks:
            self._listed[place] = state._some(self.actions)
        elif self._coded:
            pairs = codes(state)
            self._codes[place] = [code for code, _action in pairs]
            self._listed[place] = [action for _code, action in pairs]

    def _begun(self, place: i64) -> "State":
        """Return a new game in which a seat is to act."""
        state = self.game.new_initial_state()
        self._throw(place, state)
        self._list(place, state)
        return state

    def _throw(self, place: i64, state: "State") -> None:
        """Let the dice fall until a seat is to act, or the game is over."""
        while state._player == CHANCE:
            state._advance(state._sample(self._draw(place)))

    def _draw(self, place: i64) -> i64:
        """Return the next number below 2**32 of a game's dice."""
        last = self._dice[place]
        following = MULTIPLIER * (last & LOW) + (last >> 32)
        self._dice[place] = following
        return following & LOW
