"""Learn the value function of a variant by self-play with temporal differences.

    python -m agents.learning.values "pachisi(mode=two)" --seed 1 --folder learned

G. Tesauro, "Temporal difference learning and TD-Gammon", 1995: a network plays against itself, and
learns to expect at each position what it expects a little later, up to the result. Many games are
played side by side, so that the network looks at all their positions at once.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import deque
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import engine
from agents.values.editions import FOLDER
from agents.values.function import ValueFunction
from agents.values.network import Doubles, Floats, Network
from agents.values.store import Origin, save
from engine import Game, State
from engine.shelf import shelves

WARMTHS = (0.0, 0.02, 0.05, 0.15)
"""How much chance mixes with the values when a game's actions are chosen; one for each game."""

MOST_CHOICES = 40
"""The most actions that are looked at; of more, a sample by lot."""

BATCH = 512
KEPT_ROUNDS = 4
REPEATS = 2
"""How often, on average, a position is learned from in its round."""

RATE = 2e-3
LAST_RATE = 2e-5


@dataclass(frozen=True)
class Plan:
    """How a function is learned: rounds, the games of each, and the decay of what lies ahead.

    With decay 1 a position learns the result alone, with 0 only what is expected at the next.
    """

    rounds: int
    games: int
    decay: float


@dataclass
class Line:
    """One game of self-play: its state, its warmth, and the positions that the network saw."""

    state: State
    warmth: float
    seen: list[NDArray[np.uint8]] = field(default_factory=list)


def learn(game: Game, plan: Plan, seed: int) -> ValueFunction:
    """Return the value function that self-play makes of a random network; equal seeds, equal."""
    return Learner(game, plan, seed).run()


class Learner:
    """One function being learned."""

    def __init__(self, game: Game, plan: Plan, seed: int) -> None:
        self.plan = plan
        self.rng, self.numbers = random.Random(seed), np.random.default_rng(seed)  # noqa: S311
        blank = Network([], game.sides())
        width = ValueFunction(game, blank).inputs([game.new_initial_state()]).shape[1]
        network = Network.random(width, game.sides(), self.numbers)
        self.function = ValueFunction(game, network, solved=False)
        self.step = Step(self.function.network)
        self.kept: deque[tuple[NDArray[np.uint8], Floats]] = deque(maxlen=KEPT_ROUNDS)

    def run(self) -> ValueFunction:
        """Play and learn all rounds."""
        for number in range(self.plan.rounds):
            self.kept.append(self.play())
            self.study(max(RATE * (1 - number / self.plan.rounds), LAST_RATE))
        return ValueFunction(self.function.game, self.function.network.rounded())

    def play(self) -> tuple[NDArray[np.uint8], Floats]:
        """Play a round of games; return what seats saw, by position, and what to expect there."""
        game = self.function.game
        lines = [
            Line(game.new_initial_state(), self.rng.choice(WARMTHS)) for _ in range(self.plan.games)
        ]
        running = lines
        while running:
            for line in running:
                self._throw(line)
            running = [line for line in running if not line.state.is_terminal()]
            self._choose(running)
        seen = np.stack([row for line in lines for row in line.seen])
        values = self.function.network.values(self.function.inputs_of(_rows(seen)))
        return seen, self._targets(lines, values)

    def _throw(self, line: Line) -> None:
        """Go on to the next choice, with what the network sees on the way."""
        while not line.state.is_terminal():
            if self.function.looks_at(line.state):
                line.seen.append(self.function.observations([line.state]))
            if line.state.is_player_node():
                actions = line.state.legal_actions()
                if len(actions) > 1:
                    return
                line.state.apply_action(actions[0])
            else:
                line.state.apply_action(line.state.sample_chance(self.rng))

    def _choose(self, lines: list[Line]) -> None:
        """Choose an action in each game, by the values and some chance."""
        choices = [self._children(line.state) for line in lines]
        flat = [child for children in choices for child in children]
        values = np.array(self.function.values(flat))
        first = 0
        for line, children in zip(lines, choices, strict=True):
            side = self.function.sides[line.state.current_player()]
            hopes = values[first : first + len(children), side]
            if line.warmth:
                hopes = hopes + line.warmth * self.numbers.gumbel(size=len(children))
            line.state = children[int(hopes.argmax())]
            first += len(children)

    def _children(self, state: State) -> list[State]:
        actions = state.legal_actions()
        if len(actions) > MOST_CHOICES:
            actions = self.rng.sample(actions, MOST_CHOICES)
        return [state.child(action) for action in actions]

    def _targets(self, lines: list[Line], values: Doubles) -> Floats:
        """Return what each position seen should have expected: the mean of all that came later."""
        targets, last = np.zeros(values.shape, np.float32), len(values)
        for line in reversed(lines):
            target = np.array(self.function.value(line.state))
            for place in range(last - 1, last - 1 - len(line.seen), -1):
                targets[place] = target
                target = self.plan.decay * target + (1 - self.plan.decay) * values[place]
            last -= len(line.seen)
        return targets

    def study(self, rate: float) -> None:
        """Learn from positions of the last rounds, drawn by lot."""
        seen = np.concatenate([seen for seen, _targets in self.kept])
        targets = np.concatenate([targets for _seen, targets in self.kept])
        for _ in range(math.ceil(len(self.kept[-1][0]) * REPEATS / BATCH)):
            drawn = self.numbers.integers(0, len(seen), BATCH)
            self.step.take(self.function.inputs_of(_rows(seen[drawn])), targets[drawn], rate)


def _rows(seen: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return seen.reshape(-1, seen.shape[-1])


class Step:
    """Steps down the slope of the squared error, by Adam (Kingma and Ba 2015)."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.count = 0
        self.means = [np.zeros_like(weights) for weights in network.weights]
        self.squares = [np.zeros_like(weights) for weights in network.weights]

    def take(self, inputs: Floats, targets: Floats, rate: float) -> None:
        """Change the weights a little towards the targets."""
        self.count += 1
        for place, slope in enumerate(self._slopes(inputs, targets)):
            mean, square = self.means[place], self.squares[place]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            length = np.sqrt(square / (1 - 0.999**self.count)) + 1e-8
            step = rate * mean / (1 - 0.9**self.count) / length
            self.network.weights[place] -= step.astype(np.float32)

    def _slopes(self, inputs: Floats, targets: Floats) -> list[Floats]:
        first, offset, second, shift, last = self.network.weights
        hidden = np.maximum(inputs @ first + offset, 0)
        upper = np.maximum(hidden @ second + shift, 0)
        by_seat = self._by_seat((upper @ last).reshape(-1, self.network.seats), targets)
        at_upper = by_seat * last[:, 0] * (upper > 0)
        at_hidden = at_upper @ second.T * (hidden > 0)
        return [
            inputs.T @ at_hidden, at_hidden.sum(0),
            hidden.T @ at_upper, at_upper.sum(0),
            upper.T @ by_seat,
        ]  # fmt: skip

    def _by_seat(self, strengths: Floats, targets: Floats) -> Floats:
        """Return the slope at the strength of each seat, one a row."""
        sums = self.network.sums.astype(np.float32)
        sides = strengths @ sums
        pairs = np.tanh((sides[:, :, None] - sides[:, None, :]) / 2)
        rivals = sides.shape[1] - 1
        errors = (pairs.sum(2) / rivals - targets) / len(targets)
        slopes = (1 - pairs * pairs) / 2 / rivals
        by_side = errors * slopes.sum(2) - (slopes * errors[:, :, None]).sum(1)
        seats: Floats = (by_side @ sums.T).reshape(-1, 1)
        return seats


PLANS = {
    "kalah": Plan(200, 400, 0.5),
    "kalah(seeds=4)": Plan(200, 400, 0.5),
    "kalah(sowing=cross)": Plan(200, 400, 0.5),
    "einstein": Plan(600, 400, 0.6),
    "einstein(setup=chosen)": Plan(600, 400, 0.6),
    "pachisi(mode=two)": Plan(300, 100, 0.85),
    "pachisi": Plan(120, 100, 0.85),
    "pachisi(mode=teams)": Plan(150, 100, 0.85),
    "ashte-kashte(seats=2)": Plan(300, 150, 0.8),
    "ashte-kashte": Plan(200, 100, 0.8),
    "alquerque(mode=two)": Plan(150, 100, 0.6),
    "alquerque": Plan(100, 60, 0.6),
    "alquerque(mode=teams)": Plan(100, 60, 0.6),
    **{
        board.key: Plan(*board.lessons)
        for _info, shelf in shelves()
        for board in shelf.leaderboards
        if board.lessons
    },
}
"""How the function of each leaderboard is learned."""


def main(argv: list[str] | None = None) -> None:
    """Learn functions and write their files."""
    parser = argparse.ArgumentParser(description="Learn value functions by self-play.")
    parser.add_argument("variants", nargs="*", help="by their spelling; all if none is named")
    parser.add_argument("--rounds", type=int, help="instead of the planned number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--version", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the files are written")
    options = parser.parse_args(argv)
    for variant in options.variants or PLANS:
        plan = PLANS[variant]
        plan = replace(plan, rounds=options.rounds or plan.rounds)
        function = learn(engine.parse_variant(variant), plan, options.seed)
        origin = Origin(options.seed, plan.rounds * plan.games, plan.decay)
        made = save(function, origin, version=options.version, folder=options.folder)
        print(f"{made.sha256}  {made.name}", flush=True)


if __name__ == "__main__":
    main()
