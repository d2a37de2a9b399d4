"""The games as PettingZoo's environments, in which agents take turns (AEC).

    from agents.learning.aec import KauriAEC

    env = KauriAEC("einstein")

Agents are `seat_0`, `seat_1` and so on. The dice are no agent. Rewards are zero until the end, when
each agent gets the return of its seat.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.learning.seeded import SeededGame

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError("install the extra of the kit: kauri-kit[pettingzoo]") from error

Observation = dict[str, NDArray[Any]]


class KauriAEC(AECEnv[str, Any, Any]):
    """A variant for PettingZoo; `options` of `reset` are not used."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - as in its base class
        "name": "kauri_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, variant: str = "einstein", render_mode: str | None = None) -> None:
        self.render_mode = render_mode
        self._game = SeededGame(variant)
        seats = self._game.game.num_players()
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.action_spaces = {
            agent: spaces.Discrete(self._game.actions) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: observation_space(self._game) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent sees: its observation, and the mask of its actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the codes of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin another game."""
        self._game.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now; the mask is all zeros unless the agent is to act."""
        seat = self.possible_agents.index(agent)
        return {"observation": self._game.seen(seat), "action_mask": self._game.mask(seat)}

    def step(self, action: int | None) -> None:
        """Apply the action of the agent to act. Raises IllegalAction."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._game.act(-1 if action is None else int(action))
        if self._game.state.is_terminal():
            returns = self._game.state.returns()
            self.rewards = dict(zip(self.agents, returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board as text in the mode `ansi`, else None."""
        return str(self._game.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _select(self) -> None:
        player = self._game.state.current_player()
        if player >= 0:
            self.agent_selection = self.possible_agents[player]
        elif self.agents:
            self.agent_selection = self.agents[0]


def observation_space(game: SeededGame) -> spaces.Dict:
    """Return the space of observations with masks."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (game.width,), np.uint8),
            "action_mask": spaces.Box(0, 1, (game.actions,), np.int8),
        }
    )
