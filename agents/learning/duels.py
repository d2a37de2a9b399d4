"""Many duels at once as one of Gymnasium's vector environments.

    from agents.learning.duels import KauriDuels

    envs = KauriDuels(64, "einstein", opponent={"einstein-glance": 1.0, past_self: 3.0})

A policy among the opponents is asked for all games at once in which it is to act. A game that ends
begins again in the same step, and its last observation is in `infos["final_obs"]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.learning.duel import CALM, Choice, Duel
from agents.learning.opponents import Opponents, Policy, PolicyBot
from agents.learning.seeded import Bytes

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("install the extra of the kit: kauri-kit[gymnasium]") from error

Steps = tuple[Bytes, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class KauriDuels(VectorEnv[Bytes, NDArray[Any], Any]):
    """`num_envs` duels of a variant; the other arguments are those of `KauriDuel`."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 8,
        variant: str = "einstein",
        opponent: Choice = "random",
        seat: int | None = None,
    ) -> None:
        opponents = Opponents.of(opponent)
        self.num_envs = num_envs
        self.duels = [Duel(variant, opponents, seat) for _ in range(num_envs)]
        self.single_observation_space = self.duels[0].observation_space
        self.single_action_space = self.duels[0].action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Begin all games again; in each the first turn is the learner's."""
        super().reset(seed=seed, options=options)
        self._begin(self.duels)
        return self._seen(), self._infos()

    def step(self, actions: NDArray[Any]) -> Steps:
        """Act in every game, then let the others act until it is the learner's turn again."""
        for duel, code in zip(self.duels, actions, strict=True):
            duel.act(int(code))
        _wait(self.duels)
        rewards = np.array([duel.reward for duel in self.duels], np.float64)
        over = np.array([duel.over for duel in self.duels], np.bool_)
        infos = self._begun_again(over) if over.any() else {}
        return self._seen(), rewards, over, np.zeros_like(over), self._infos() | infos

    def _begun_again(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """Begin the games that are over again; return how they ended, as Gymnasium tells it."""
        infos: dict[str, Any] = {}
        for number in np.flatnonzero(over):
            duel = self.duels[number]
            last = {"final_obs": duel.seen(), "final_info": duel.info()}
            infos = self._add_info(infos, last, int(number))
        self._begin([self.duels[number] for number in np.flatnonzero(over)])
        return infos

    def _begin(self, duels: Sequence[Duel]) -> None:
        """Begin games, again where the bots end them before the learner's turn."""
        while duels:
            for duel in duels:
                duel.begin(self.np_random)
            _wait(duels)
            duels = [duel for duel in duels if duel.over]

    def _seen(self) -> Bytes:
        return np.stack([duel.seen() for duel in self.duels])

    def _infos(self) -> dict[str, Any]:
        masks = np.stack([duel.game.mask(duel.seat) for duel in self.duels])
        seats = np.array([duel.seat for duel in self.duels])
        all_of_them = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": masks, "_action_mask": all_of_them,
            "seat": seats, "_seat": all_of_them,
        }  # fmt: skip


def _wait(duels: Iterable[Duel]) -> None:
    """Let the bots act until it is the learner's turn everywhere."""
    while due := [(duel, bot) for duel in duels if (bot := duel.due()) is not None]:
        by_policy: dict[Policy, list[Duel]] = {}
        for duel, bot in due:
            if isinstance(bot, PolicyBot):
                by_policy.setdefault(bot.policy, []).append(duel)
            else:
                duel.play(bot.choose(duel.game.state.clone(), CALM))
        for policy, group in by_policy.items():
            _ask(policy, group)


def _ask(policy: Policy, duels: Sequence[Duel]) -> None:
    """Let a policy act in all of these games."""
    seen = np.stack([duel.game.seen(duel.game.state.current_player()) for duel in duels])
    masks = np.stack([duel.game.mask() for duel in duels])
    for duel, code in zip(duels, policy(seen, masks), strict=True):
        duel.game.act(int(code))
