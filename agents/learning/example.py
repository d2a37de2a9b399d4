"""Teaches a small network EinStein by playing against itself, and writes it as a bot.

    python -m agents.learning.example bot.py --rounds 30

The network has one hidden layer. It sees what `engine.planes` tells the seat to act, and says how
good each action is, and how the game will end. After each round it makes actions likelier that led
to more than it expected (REINFORCE with a baseline). The bot needs neither numpy nor this module.
"""

from __future__ import annotations

import argparse
import base64
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.learning.vector import VectorGames

VARIANT = "einstein"
HIDDEN = 64
GAMES = 256
STEPS = 128
"""Steps of every game in a round; games that have not ended by then teach nothing."""
BATCH = 4096
RATE = 3e-3
BONUS = 0.01
"""The weight of the entropy bonus, so that the network keeps exploring."""

Floats = NDArray[np.float32]


class Lessons(NamedTuple):
    """The observations and actions of a round, with the return of the acting seat: a row each."""

    seen: NDArray[np.uint8]
    allowed: NDArray[np.uint8]
    codes: NDArray[np.int64]
    returns: Floats

    def some(self, rows: NDArray[np.int64]) -> Lessons:
        """Return only these rows."""
        return Lessons(self.seen[rows], self.allowed[rows], self.codes[rows], self.returns[rows])


class Network:
    """A hidden layer, from which actions and the expected return are read."""

    def __init__(self, width: int, actions: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.rng, self.time = rng, 0
        self.weights: list[Floats] = [
            rng.normal(0, (2 / width) ** 0.5, (width, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            rng.normal(0, 0.01, (HIDDEN, actions + 1)).astype(np.float32),
            np.zeros(actions + 1, np.float32),
        ]
        self._means = [np.zeros_like(weight) for weight in self.weights]
        self._squares = [np.zeros_like(weight) for weight in self.weights]

    def hidden(self, seen: NDArray[np.uint8]) -> Floats:
        """Return the hidden layer for some observations."""
        found: Floats = np.maximum(seen.astype(np.float32) @ self.weights[0] + self.weights[1], 0)
        return found

    def judge(self, hidden: Floats, allowed: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Return the probability of each action, and the expected return."""
        read = hidden @ self.weights[2] + self.weights[3]
        scores = np.where(allowed, read[:, :-1], -np.inf)
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        return likely / likely.sum(axis=1, keepdims=True), np.tanh(read[:, -1])

    def choose(self, seen: NDArray[np.uint8], allowed: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Draw an action for each row, by the network's probabilities."""
        likely, _expected = self.judge(self.hidden(seen), allowed)
        draws = self.rng.random((len(likely), 1), np.float32) * likely.sum(axis=1, keepdims=True)
        chosen = (likely.cumsum(axis=1) > draws).argmax(axis=1)
        # Rounding may lead past the last action that is allowed.
        legal = np.take_along_axis(allowed, chosen[:, None], axis=1)[:, 0] > 0
        codes: NDArray[np.int64] = np.where(legal, chosen, likely.argmax(axis=1))
        return codes

    def learn(self, some: Lessons) -> None:
        """Make actions likelier that did better than expected, and fit the expected return."""
        hidden = self.hidden(some.seen)
        likely, expected = self.judge(hidden, some.allowed)
        surprise = some.returns - expected
        logs = np.log(np.maximum(likely, 1e-9))
        worth = BONUS * (logs + -(likely * logs).sum(axis=1, keepdims=True))
        blame = likely * (surprise[:, None] + worth)
        blame[np.arange(len(blame)), some.codes] -= surprise
        last = -surprise * (1 - expected**2)
        error = np.column_stack([blame, last]) / len(blame)
        self._descend(some.seen, hidden, error.astype(np.float32))

    def _descend(self, seen: NDArray[np.uint8], hidden: Floats, error: Floats) -> None:
        back = (error @ self.weights[2].T) * (hidden > 0)
        slopes = [
            seen.astype(np.float32).T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0),
        ]  # fmt: skip
        self.time += 1
        rows = zip(self.weights, self._means, self._squares, slopes, strict=True)
        for weight, mean, square, slope in rows:
            mean[:] += 0.1 * (slope - mean)
            square[:] += 0.001 * (slope**2 - square)
            steady = mean / (1 - 0.9**self.time)
            weight[:] -= RATE * steady / (np.sqrt(square / (1 - 0.999**self.time)) + 1e-8)


def play(network: Network, games: VectorGames, steps: int) -> Lessons:
    """Let the network play against itself, and return each action with its return."""
    now, rows, ends = games.now().copy(), [], []
    for _ in range(steps):
        codes = network.choose(now.observations, now.masks)
        rows.append((now.observations, now.masks, codes, now.seats))
        now = games.step(codes).copy()
        ends.append((now.ended, now.returns))
    seen, allowed, codes, seats = (np.stack(column) for column in zip(*rows, strict=True))
    returns = np.stack(list(_to_come(ends))[::-1])
    own = np.take_along_axis(returns, seats[:, :, None].astype(np.int64), axis=2)[:, :, 0]
    finished = ~np.isnan(own)
    return Lessons(seen[finished], allowed[finished], codes[finished], own[finished])


def _to_come(ends: Sequence[tuple[NDArray[np.bool_], Floats]]) -> Iterator[Floats]:
    """Yield the final returns of each game, from the last step to the first; NaN if unknown."""
    final = np.full_like(ends[-1][1], np.nan)
    for ended, returns in reversed(ends):
        final = np.where(ended[:, None], returns, final)
        yield final


def train(rounds: int, *, seed: int = 1) -> Network:
    """Return a network that has been trained by playing `rounds` rounds against itself."""
    games = VectorGames(VARIANT, GAMES, seed)
    network = Network(games.width, games.actions, seed)
    for _ in range(rounds):
        lessons = play(network, games, STEPS)
        order = network.rng.permutation(len(lessons.codes))
        for begin in range(0, len(order), BATCH):
            chosen = order[begin : begin + BATCH]
            network.learn(lessons.some(chosen))
    return network


def written(network: Network) -> str:
    """Return the network as the text of a `bot.py`."""
    packed = [_packed(weight) for weight in network.weights]
    first, bias, second, last = (f"    unpacked({scale!r}, {text!r}),\n" for scale, text in packed)
    actions = network.weights[3].size - 1
    head = f"HIDDEN, ACTIONS = {HIDDEN}, {actions}\n"
    return _BEGIN + head + _UNPACKING + first + bias + second + last + _END


def _packed(weight: Floats) -> tuple[float, str]:
    """Return the scale of a layer, and its weights as bytes from -127 to 127 in base64."""
    scale = float(np.abs(weight).max()) / 127 or 1.0
    numbers = np.round(weight / scale).astype(np.int8)
    return scale, base64.b64encode(numbers.tobytes()).decode()


_BEGIN = '''"""Plays EinStein by a small network, which has learnt by playing against itself."""

import base64

from agents.sdk import Bot
from engine import planes

'''

_UNPACKING = """

def unpacked(scale, text):
    return [scale * (one - 256 if one > 127 else one) for one in base64.b64decode(text)]


FIRST, FIRST_BIAS, LAST, LAST_BIAS = (
"""

_END = ''')


class Learnt(Bot):
    """Takes the action that its network finds best."""

    games = ["einstein"]

    def start(self, game, seat, rng):
        self.seat = seat

    def choose(self, state, clock):
        codes = dict(planes.codes(state))
        if max(codes) >= ACTIONS:
            return codes[min(codes)]
        hidden = FIRST_BIAS[:]
        for place, byte in enumerate(planes.observe(state, self.seat)):
            if byte:
                row = FIRST[place * HIDDEN : (place + 1) * HIDDEN]
                hidden = [one + byte * other for one, other in zip(hidden, row)]
        return codes[max(codes, key=lambda code: self.score(hidden, code))]

    def score(self, hidden, code):
        column = LAST[code :: ACTIONS + 1]
        return LAST_BIAS[code] + sum(max(one, 0) * other for one, other in zip(hidden, column))
'''


def main(arguments: Sequence[str]) -> None:
    """Train, and write the bot."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("bot", type=Path, help="the file to write")
    parser.add_argument("--rounds", type=int, default=30, help="how often it plays and learns")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    options.bot.write_text(written(train(options.rounds, seed=options.seed)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
