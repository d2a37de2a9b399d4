"""Trains the linear policy in Kauri's Gymnasium environment, and leaves it as a bot.

python examples/remote-policy/gymnasium_training.py trained
kauri connect trained --bot "My policy"

After each game the policy makes its actions likelier if it did better than before, and else less
likely (REINFORCE with a baseline).
"""

import argparse
import shutil
from pathlib import Path
from typing import Any

import gymnasium
import linear
import numpy as np
from linear import Floats

RATE = 0.02


def episode(
    env: gymnasium.Env[Any, Any], weights: Floats, rng: np.random.Generator
) -> tuple[float, Floats]:
    """Play one game; return its result, and the change that makes its actions likelier."""
    seen, info = env.reset()
    change, over, result = np.zeros_like(weights), False, 0.0
    while not over:
        shares = linear.likelihoods(weights, seen, info["action_mask"])
        action = rng.choice(len(shares), p=shares)
        change += np.outer(seen / 8, np.eye(len(shares))[action] - shares)
        seen, reward, over, _cut, info = env.step(action)
        result = float(reward)
    return result, change


def train(episodes: int, opponent: str, seed: int) -> tuple[Floats, float]:
    """Return the weights after these games, and the mean result of the last tenth."""
    env = gymnasium.make("kauri.learning.duel:kauri/Kalah-v0", opponent=opponent)
    rng = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    weights, results = np.zeros((len(seen), len(info["action_mask"]))), [0.0]
    for _ in range(episodes):
        result, change = episode(env, weights, rng)
        weights += RATE * (result - np.mean(results[-100:])) * change
        results.append(result)
    return weights, float(np.mean(results[-max(episodes // 10, 1) :]))


def main() -> None:
    """Train, and leave a folder that is a bot."""
    options = argparse.ArgumentParser(description="Trains a linear policy for Kalah.")
    options.add_argument("folder", type=Path)
    options.add_argument("--episodes", type=int, default=3000)
    options.add_argument("--opponent", default="random")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    weights, mean = train(chosen.episodes, chosen.opponent, chosen.seed)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(linear.__file__, chosen.folder / "bot.py")
    np.save(chosen.folder / linear.WEIGHTS, weights)
    print(f"Mean result of the last tenth of the games: {mean:+.2f}.")


if __name__ == "__main__":
    main()
