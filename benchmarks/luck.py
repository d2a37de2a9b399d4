"""Whether luck is zero on average, and how much of a result's variance it explains.

`python -m benchmarks.luck` lets house bots without a sandbox play on each leaderboard with dice.

First a strong bot meets weaker ones, from each seat in turn: a glance against glances whose every
second action is one by lot. The luck of the strong bot is measured twice, by the learned function
and by a bad one, a network whose weights are drawn by lot. Each mean luck is divided by its
standard error (`z`): it should lie between -2 and 2 nearly always.

Then equal bots meet, glances and bots that take the best value of the learned function. `left` is
the variance of results without luck, as a share of the variance of results; for four seats it is
the mean over the seats. `ms` is what the luck of a game takes.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, stdev, variance
from typing import Any

import numpy as np

import engine
from agents import house, sdk, values
from agents.judge.luck import luck
from agents.values.function import ValueFunction
from agents.values.network import Network
from benchmarks.by_play import Learned
from benchmarks.common import parser
from benchmarks.samples import recorded, starts
from tournaments.queries import shipped

Documents = Sequence[dict[str, Any]]


class Careless(sdk.Bot):
    """Takes every second action, on average, by lot, and the others as another bot does."""

    def __init__(self, careful: sdk.Bot) -> None:
        self.careful = careful

    def start(self, game: engine.Game, seat: int, rng: random.Random) -> None:
        self.rng = rng
        self.careful.start(game, seat, rng)

    def choose(self, state: engine.State, clock: sdk.Clock) -> int:
        if self.rng.random() < 0.5:
            return self.rng.choice(state.legal_actions())
        return self.careful.choose(state, clock)


def main() -> None:
    asked = parser(__doc__, variant="", games=2000, equal=400)
    options = asked.parse_args()
    print("| leaderboard | games | luck of the strong bot | z | by a bad function | z "
          "| left, glances | left, learned | ms |\n|---|---|---|---|---|---|---|---|---|",
          flush=True)  # fmt: skip
    for board in shipped.VARIANTS:
        game = engine.parse_variant(board.key)
        if game.info.has_chance and options.variant in ("", board.key):
            print(row(board.name, game, options), flush=True)


def row(name: str, game: engine.Game, options: argparse.Namespace) -> str:
    """A line of the table."""
    function, sides = values.load(game), max(game.sides()) + 1
    unequal = [*games(game, [glance, *[careless] * (sides - 1)], options.games)]
    means = " | ".join(mean_luck(unequal, judge) for judge in (function, bad(function)))
    pairs = [[*games(game, [kind] * sides, options.equal)] for kind in (glance, learned)]
    spent = time.process_time()
    shares = " | ".join(f"{left(documents, function):.2f}" for documents in pairs)
    spent = (time.process_time() - spent) / (2 * options.equal)
    return f"| {name} | {options.games} | {means} | {shares} | {1000 * spent:.0f} |"


def glance(game: engine.Game) -> sdk.Bot:
    return house.kind(f"{game.info.id}-glance")()


def careless(game: engine.Game) -> sdk.Bot:
    return Careless(glance(game))


def learned(_game: engine.Game) -> sdk.Bot:
    return Learned()


Kind = Callable[[engine.Game], sdk.Bot]


def games(game: engine.Game, kinds: Sequence[Kind], most: int) -> Iterator[dict[str, Any]]:
    """The records of so many games; in each the bots of all sides move on by a side."""
    for start in starts(game, f"kauri-luck-1:{game.variant}", most=most, seconds=math.inf):
        turn = start.number % len(kinds)
        by_side = [*kinds[-turn:], *kinds[:-turn]] if turn else kinds
        bots = [by_side[side](game) for side in game.sides()]
        yield recorded(game, bots, start, label=start.seed.hex())


def bad(function: ValueFunction) -> ValueFunction:
    """A function of the same variant by a network that has learned nothing."""
    game, width = function.game, len(function.network.weights[0])
    network = Network.random(width, game.sides(), np.random.default_rng(1))
    return ValueFunction(game, network.rounded())


def mean_luck(documents: Documents, function: ValueFunction) -> str:
    """The strong bot's mean luck a game, in returns, with its standard error; and their ratio."""
    sides, count = function.sides, max(function.sides) + 1
    gains = [
        luck(document, function)[sides.index(number % count)]
        for number, document in enumerate(documents)
    ]
    error = stdev(gains) / math.sqrt(len(gains))
    return f"{fmean(gains):+.3f} ± {error:.3f} | {fmean(gains) / error:+.1f}"


def left(documents: Documents, function: ValueFunction) -> float:
    """The share of the variance of results that luck does not explain."""
    results = [document["result"]["returns"] for document in documents]
    lucks = [luck(document, function) for document in documents]
    shares = []
    for seat in range(len(function.sides)):
        returns = [row[seat] for row in results]
        played = [row[seat] - gains[seat] for row, gains in zip(results, lucks, strict=True)]
        shares.append(variance(played) / variance(returns))
    return fmean(shares)


if __name__ == "__main__":
    main()
