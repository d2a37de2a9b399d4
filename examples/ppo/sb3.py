"""Teaches the network by MaskablePPO of Stable-Baselines3's contributions.

    pip install sb3-contrib
    python sb3.py
    kauri check .

S. Huang and S. Ontañón, "A Closer Look at Invalid Action Masking in Policy Gradient Algorithms",
FLAIRS 35 (2022): actions that are not allowed get no probability, so the network need not learn
the rules first.
"""

from __future__ import annotations

import argparse
from functools import partial

import numpy as np
from gymnasium import Env
from kauri.learning.duel import KauriDuel
from kauri.learning.seeded import Bytes, Mask
from policy import Floats, Policy
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv

GAMES = 32
"""How many games are played at once."""


def main() -> None:
    """Learn from some actions, and write weights.npz."""
    asked = arguments()
    made = partial(masked, asked.variant, asked.opponent)
    model = MaskablePPO(
        "MlpPolicy", DummyVecEnv([made] * GAMES), n_steps=128, batch_size=512, n_epochs=4,
        learning_rate=rate, ent_coef=0.01, seed=asked.seed, device="cpu", verbose=1,
        policy_kwargs={"net_arch": [asked.hidden, asked.hidden]},
    )  # fmt: skip
    model.learn(asked.actions)
    policy(model).write()


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--variant", default="einstein")
    parser.add_argument("--opponent", default="einstein-glance")
    parser.add_argument("--actions", type=int, default=1_000_000)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def masked(variant: str, opponent: str) -> Env[Bytes, np.int64]:
    """One game, which says what is allowed where MaskablePPO looks for it."""
    game: Env[Bytes, np.int64] = ActionMasker(Monitor(KauriDuel(variant, opponent)), allowed)
    return game


def allowed(env: Env[Bytes, np.int64]) -> Mask:
    """The mask of the learner's actions."""
    inner = env.unwrapped
    assert isinstance(inner, KauriDuel)
    return inner.duel.game.mask(inner.duel.seat)


def rate(left: float) -> float:
    """The rate of learning, when this share of the actions is left."""
    return 1e-3 * left


def policy(model: MaskablePPO) -> Policy:
    """The actor of a model as the bot plays it."""
    layers = [*model.policy.mlp_extractor.policy_net, model.policy.action_net]
    weights: list[Floats] = []
    for layer in layers[::2]:
        weights += [layer.weight.detach().numpy().T, layer.bias.detach().numpy()]
    return Policy(weights)


if __name__ == "__main__":
    main()
