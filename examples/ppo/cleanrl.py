"""Teaches the network by PPO in one file, as CleanRL writes it, with masks.

    pip install torch
    python cleanrl.py
    kauri check .

J. Schulman et al., "Proximal Policy Optimization Algorithms" (2017), with the details of S. Huang
et al., "The 37 Implementation Details of Proximal Policy Optimization" (2022). All games are played
at once by Kauri's vector environment.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import kauri.learning.duel  # noqa: F401 - it registers the games
import numpy as np
import torch
from kauri.learning.seeded import Mask
from policy import Policy
from torch import Tensor, nn
from torch.distributions import Categorical

GAMES, STEPS = 64, 128
"""How many games are played at once, and how many actions of each make a batch."""
EPOCHS, PIECES = 4, 8
"""How often a batch is learned, and in how many pieces."""
RATE, DISCOUNT, LAMBDA, CLIP = 1e-3, 0.99, 0.95, 0.2
ENTROPY, VALUE, NORM = 0.01, 0.5, 0.5


def main() -> None:
    """Learn from some actions, and write weights.npz."""
    asked = arguments()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    envs = gymnasium.make_vec(asked.game, GAMES, opponent=asked.opponent)
    seen, infos = envs.reset(seed=asked.seed)
    inputs, actions = seen.shape[1], infos["action_mask"].shape[1]
    actor = network(inputs, asked.hidden, actions, last=0.01)
    critic = network(inputs, asked.hidden, 1, last=1.0)
    both = nn.ModuleList([actor, critic])
    adam = torch.optim.Adam(both.parameters(), lr=RATE, eps=1e-5)
    batches = asked.actions // (GAMES * STEPS)
    now = numbers(seen), legal(infos["action_mask"])
    begin = time.process_time()
    for batch in range(batches):
        adam.param_groups[0]["lr"] = RATE * (1 - batch / batches)
        lessons, now, score = play(envs, actor, critic, now)
        learn(adam, both, lessons)
        if batch % 10 == 0:
            spent = time.process_time() - begin
            print(f"{batch}/{batches}: mean return {score:.2f}, {spent:.0f} s of CPU", flush=True)
    write(actor)


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="kauri/Einstein-v0")
    parser.add_argument("--opponent", default="einstein-glance")
    parser.add_argument("--actions", type=int, default=2_000_000)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def network(inputs: int, hidden: int, outputs: int, *, last: float) -> nn.Sequential:
    """Two hidden layers; `last` scales the first weights of the last layer."""
    layers = [nn.Linear(inputs, hidden), nn.Linear(hidden, hidden), nn.Linear(hidden, outputs)]
    for layer, gain in zip(layers, (2**0.5, 2**0.5, last), strict=True):
        nn.init.orthogonal_(layer.weight, gain)
        nn.init.zeros_(layer.bias)
    return nn.Sequential(layers[0], nn.Tanh(), layers[1], nn.Tanh(), layers[2])


def numbers(seen: np.ndarray) -> Tensor:
    """Observations as the network reads them."""
    return torch.as_tensor(seen, dtype=torch.float32)


def legal(masks: Mask) -> Tensor:
    """What to add to logits, so that actions that are not allowed have no probability."""
    return torch.as_tensor(np.where(masks, 0.0, -1e8), dtype=torch.float32)


def play(
    envs: Any, actor: nn.Module, critic: nn.Module, now: tuple[Tensor, ...]
) -> tuple[list[Tensor], tuple[Tensor, ...], float]:
    """Play a batch; return what it teaches, where the games stand, and how those over ended."""
    rows, scores = [], []
    for _ in range(STEPS):
        with torch.no_grad():
            chosen = Categorical(logits=actor(now[0]) + now[1])
            actions, values = chosen.sample(), critic(now[0]).squeeze(1)
        seen, rewards, over, _cut, infos = envs.step(actions.numpy())
        done = torch.as_tensor(over, dtype=torch.float32)
        rows.append((*now, actions, chosen.log_prob(actions), values, numbers(rewards), done))
        scores += list(rewards[over])
        now = numbers(seen), legal(infos["action_mask"])
    inputs, masks, actions, logs, values, rewards, done = map(torch.stack, zip(*rows, strict=True))
    with torch.no_grad():
        gains = advantages(rewards, values, done, critic(now[0]).squeeze(1))
    lessons = (inputs, masks, actions, logs, gains, gains + values)
    mean = float(np.mean(scores or [0.0]))
    return [part.flatten(0, 1) for part in lessons], now, mean


def advantages(rewards: Tensor, values: Tensor, done: Tensor, last: Tensor) -> Tensor:
    """How much better each action did than expected (generalised advantage estimation)."""
    gains, gain, following = torch.zeros_like(rewards), torch.zeros_like(last), last
    for step in reversed(range(len(rewards))):
        goes_on = 1 - done[step]
        surprise = rewards[step] + DISCOUNT * following * goes_on - values[step]
        gain = surprise + DISCOUNT * LAMBDA * goes_on * gain
        gains[step], following = gain, values[step]
    return gains


def learn(adam: torch.optim.Optimizer, both: nn.ModuleList, lessons: list[Tensor]) -> None:
    """Learn a batch some times over."""
    for _ in range(EPOCHS):
        for piece in torch.randperm(len(lessons[0])).chunk(PIECES):
            adam.zero_grad()
            loss(both, [part[piece] for part in lessons]).backward()
            nn.utils.clip_grad_norm_(both.parameters(), NORM)
            adam.step()


def loss(both: nn.ModuleList, lessons: list[Tensor]) -> Tensor:
    """The loss of PPO: clipped ratios, the error of the critic, and entropy."""
    (actor, critic), (inputs, masks, actions, logs, gains, returns) = both, lessons
    chosen = Categorical(logits=actor(inputs) + masks)
    ratios = (chosen.log_prob(actions) - logs).exp()
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    bounded = torch.min(gains * ratios, gains * ratios.clamp(1 - CLIP, 1 + CLIP)).mean()
    error = (critic(inputs).squeeze(1) - returns).square().mean() / 2
    return VALUE * error - bounded - ENTROPY * chosen.entropy().mean()


def write(actor: nn.Sequential) -> None:
    """Write weights.npz, which the bot reads."""
    weights = []
    for layer in actor[::2]:
        weights += [layer.weight.detach().numpy().T, layer.bias.detach().numpy()]
    Policy(weights).write()


if __name__ == "__main__":
    main()
