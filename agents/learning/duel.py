"""The games as Gymnasium's environments: one seat against house bots.

    from agents.learning.duel import KauriDuel

    env = KauriDuel("einstein", opponent="einstein-glance")

`info["action_mask"]` says which actions are allowed. An action that is not allowed ends the game
as a forfeit does on a site: the return of a lost game.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from agents import house
from agents.learning.seeded import Bytes, SeededGame
from agents.sdk import Bot, Clock, Resignation

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("install the extra of the kit: kauri-kit[gymnasium]") from error

CALM = Clock(remaining=60.0, increment=0.1, per_action=0.1)
"""The clock that opponents are given. They run in this process, and no limit is enforced."""


class KauriDuel(gymnasium.Env[Bytes, np.int64]):
    """A variant played from one seat, with house bots at all others.

    `opponent` is a name of `agents.house.NAMES`. `seat` is the
    learner's; None draws one for each game.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - as in its base class

    def __init__(
        self,
        variant: str = "einstein",
        opponent: str = "random",
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self._game = SeededGame(variant)
        self._kind, self._wanted = bot_class(opponent), seat
        self._bots: dict[int, Bot] = {}
        self._seat = seat or 0
        self.observation_space = spaces.Box(0, 255, (self._game.width,), np.uint8)
        self.action_space = spaces.Discrete(self._game.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Begin another game; the first turn is the learner's."""
        super().reset(seed=seed, options=options)
        self._game.begin(int(self.np_random.integers(2**62)))
        seats = self._game.game.num_players()
        drawn = int(self.np_random.integers(seats))
        self._seat = drawn if self._wanted is None else self._wanted
        self._bots = {seat: self._kind() for seat in range(seats) if seat != self._seat}
        for seat, bot in self._bots.items():
            rng = random.Random(int(self.np_random.integers(2**62)))  # noqa: S311 - replayable
            bot.start(self._game.game, seat, rng)
        self._wait()
        # If the bots have already ended the game, begin another one.
        return self.reset() if self._game.state.is_terminal() else (self._seen(), self._info())

    def step(self, action: Any) -> tuple[Bytes, float, bool, bool, dict[str, Any]]:
        """Act, then let the others act until it is the learner's turn again."""
        if self._game.mask(self._seat)[int(action)]:
            self._game.act(int(action))
            self._wait()
        else:
            self._game.state.forfeit(self._seat)
        over = self._game.state.is_terminal() or self._seat in self._game.state.forfeited()
        reward = self._reward() if over else 0.0
        return self._seen(), reward, over, False, self._info()

    def render(self) -> str | None:
        """Return the board as text in the mode `ansi`, else None."""
        return str(self._game.state) if self.render_mode == "ansi" else None

    def _reward(self) -> float:
        """Return the learner's return; the worst, if the game goes on without the learner."""
        state = self._game.state
        return state.player_return(self._seat) if state.is_terminal() else -1.0

    def _wait(self) -> None:
        """Let the bots act as long as it is their turn."""
        state = self._game.state
        while state.current_player() >= 0 and state.current_player() != self._seat:
            chosen = self._bots[state.current_player()].choose(state.clone(), CALM)
            self._play(chosen)

    def _play(self, chosen: int | str | Resignation) -> None:
        state = self._game.state
        if isinstance(chosen, Resignation):
            state.forfeit(state.current_player())
        else:
            state.apply_action(
                state.string_to_action(chosen) if isinstance(chosen, str) else chosen
            )
        self._game.throw()

    def _seen(self) -> Bytes:
        return self._game.seen(self._seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._game.mask(self._seat), "seat": self._seat}


def bot_class(name: str) -> type[Bot]:
    """Return the class of a sample or a house bot, to be used in this process.

    Raises ValueError for another name.
    """
    if name not in house.NAMES:
        names = ", ".join(house.NAMES)
        raise ValueError(f"there is no bot {name!r} of the house; there are {names}")
    return house.kind(name)
