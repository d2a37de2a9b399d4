"""The games as Gymnasium's environments: one seat against opponents of your choice.

    from agents.learning.duel import KauriDuel

    env = KauriDuel("einstein", opponent="einstein-glance")

This module registers each game as `kauri/NAME-v0`, such as `kauri/AshteKashte-v0`.

`info["action_mask"]` says which actions are allowed. An action that is not allowed ends the game
as a forfeit does on a site: the return of a lost game.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

import engine
from agents.learning.opponents import Opponent, Opponents
from agents.learning.seeded import Bytes, SeededGame
from agents.sdk import Bot, Clock, Resignation

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("install the extra of the kit: kauri-kit[gymnasium]") from error

CALM = Clock(remaining=60.0, increment=0.1, per_action=0.1)
"""The clock that opponents are given. They run in this process, and no limit is enforced."""

Choice = Opponent | Mapping[Opponent, float] | Opponents
"""An opponent, or a mixture of them by their weights."""


class Duel:
    """One game at a time between the learner at one seat and bots at all others.

    Raises ValueError for a seat that the variant does not have.
    """

    def __init__(self, variant: str, opponents: Opponents, seat: int | None) -> None:
        self.game = SeededGame(variant)
        self.seats = self.game.game.num_players()
        if seat is not None and seat not in range(self.seats):
            raise ValueError(f"{variant} has no seat {seat}: its seats are 0 to {self.seats - 1}")
        self._opponents, self._own_seat = opponents, seat
        self._bots: dict[int, Bot] = {}
        self.seat = seat or 0
        self.observation_space = spaces.Box(0, 255, (self.game.width,), np.uint8)
        self.action_space = spaces.Discrete(self.game.actions)

    def begin(self, rng: np.random.Generator) -> None:
        """Begin another game, against the opponent that is drawn for it."""
        self.game.begin(int(rng.integers(2**62)))
        drawn = int(rng.integers(self.seats))
        self.seat = drawn if self._own_seat is None else self._own_seat
        kind = self._opponents.draw(rng)
        self._bots = {seat: kind() for seat in range(self.seats) if seat != self.seat}
        for seat, bot in self._bots.items():
            own = random.Random(int(rng.integers(2**62)))  # noqa: S311 - replayable
            bot.start(self.game.game, seat, own)

    def act(self, code: int) -> None:
        """Apply the learner's action; one that is not allowed forfeits the game."""
        if self.game.mask(self.seat)[code]:
            self.game.act(code)
        else:
            self.game.state.forfeit(self.seat)

    def due(self) -> Bot | None:
        """The bot that is to act; None if the learner is, or the game is over for it."""
        return None if self.over else self._bots.get(self.game.state.current_player())

    def play(self, chosen: int | str | Resignation) -> None:
        """Apply the answer of the bot that was to act."""
        state = self.game.state
        if isinstance(chosen, Resignation):
            state.forfeit(state.current_player())
        else:
            state.apply_action(
                state.string_to_action(chosen) if isinstance(chosen, str) else chosen
            )
        self.game.throw()

    def wait(self) -> None:
        """Let the bots act as long as it is their turn."""
        while (bot := self.due()) is not None:
            self.play(bot.choose(self.game.state.clone(), CALM))

    @property
    def over(self) -> bool:
        """Whether the learner has nothing more to choose."""
        return self.game.state.is_terminal() or self.seat in self.game.state.forfeited()

    @property
    def reward(self) -> float:
        """The learner's return; the worst, if the game goes on without the learner."""
        state = self.game.state
        if not self.over:
            return 0.0
        return state.player_return(self.seat) if state.is_terminal() else -1.0

    def seen(self) -> Bytes:
        """Return the learner's observation."""
        return self.game.seen(self.seat)

    def info(self) -> dict[str, Any]:
        """Return the learner's mask and seat."""
        return {"action_mask": self.game.mask(self.seat), "seat": self.seat}


class KauriDuel(gymnasium.Env[Bytes, np.int64]):
    """A variant played from one seat, with opponents at all others.

    `opponent` may be a mixture with weights, of which one is drawn for each game. `seat` is the
    learner's; None draws one for each game.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - as in its base class

    def __init__(
        self,
        variant: str = "einstein",
        opponent: Choice = "random",
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self.duel = Duel(variant, Opponents.of(opponent), seat)
        self.observation_space = self.duel.observation_space
        self.action_space = self.duel.action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Begin another game; the first turn is the learner's."""
        super().reset(seed=seed, options=options)
        self.duel.begin(self.np_random)
        self.duel.wait()
        # If the bots have already ended the game, begin another one.
        return self.reset() if self.duel.over else (self.duel.seen(), self.duel.info())

    def step(self, action: Any) -> tuple[Bytes, float, bool, bool, dict[str, Any]]:
        """Act, then let the others act until it is the learner's turn again."""
        self.duel.act(int(action))
        self.duel.wait()
        return self.duel.seen(), self.duel.reward, self.duel.over, False, self.duel.info()

    def render(self) -> str | None:
        """Return the board as text in the mode `ansi`, else None."""
        return str(self.duel.game.state) if self.render_mode == "ansi" else None


for info in engine.games():
    gymnasium.register(
        f"kauri/{info.id.title().replace('-', '')}-v0",
        entry_point=f"{__package__}.duel:KauriDuel",
        vector_entry_point=f"{__package__}.duels:KauriDuels",
        kwargs={"variant": info.id},
    )
