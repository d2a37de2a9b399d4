"""A tournament of house bots, by points and by what play made of them.

`python -m benchmarks.by_play "pachisi(mode=two)"` lets the house bots that look at no clock meet
each other, and one that takes the best value of the learned function. It prints each bot's points a
game and its points by play, with 95% intervals, and after how many games of each pairing the two
best are told apart by each.
"""

import hashlib
import math
import random
from collections import defaultdict
from itertools import combinations
from statistics import fmean, stdev
from typing import Any

import engine
from agents import house, sdk, values
from agents.judge.luck import luck
from benchmarks.common import parser
from benchmarks.samples import Start, recorded

Z = 1.96


class Learned(sdk.Bot):
    """Takes the action that leads to the best value."""

    def start(self, game: engine.Game, seat: int, _rng: random.Random) -> None:
        self.function, self.side = values.load(game), game.sides()[seat]

    def choose(self, state: engine.State, _clock: sdk.Clock) -> int:
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        after = self.function.values([state.child(action) for action in actions])
        return max(zip(after, actions, strict=True), key=lambda pair: pair[0][self.side])[1]


def main() -> None:
    asked = parser(__doc__, games=200)
    asked.add_argument("variants", nargs="*", default=["einstein"])
    options = asked.parse_args()
    for key in options.variants:
        game = engine.parse_variant(key)
        entrants = ["random", f"{game.id}-glance", "learned"]
        blocks = {
            pair: [_block(game, pair, number) for number in range(options.games // 2)]
            for pair in combinations(entrants, 2)
        }
        _print(game, entrants, blocks)


Blocks = list[tuple[float, float]]


def _block(game: engine.Game, pair: tuple[str, str], number: int) -> tuple[float, float]:
    """The first one's points of two games, from both seats: as scored, and by play; each a game."""
    function = values.load(game)
    scored = by_play = 0.0
    for seat in (0, 1):
        document = _recorded(game, pair if seat == 0 else pair[::-1], 2 * number + seat)
        returns = document["result"]["returns"][seat]
        scored += (returns + 1) / 4
        by_play += (returns - luck(document, function)[seat] + 1) / 4
    return scored, by_play


def _recorded(game: engine.Game, names: tuple[str, str], number: int) -> dict[str, Any]:
    """The record of a game between two of the bots."""
    seed = hashlib.sha256(f"kauri-by-play-1:{game.variant}:{sorted(names)}".encode()).digest()
    bots = [_bot(name) for name in names]
    return recorded(game, bots, Start(number, seed, ()), label=f"{names}:{number}")


def _bot(name: str) -> sdk.Bot:
    return Learned() if name == "learned" else house.kind(name)()


def _print(game: engine.Game, entrants: list[str], blocks: dict[tuple[str, str], Blocks]) -> None:
    """Print the table, and how many games of a pairing each of the two measures needs."""
    own: dict[str, Blocks] = defaultdict(list)
    for (one, other), played in blocks.items():
        own[one] += played
        own[other] += [(1 - scored, 1 - by_play) for scored, by_play in played]
    print(f"\n{game.variant}\n\n| bot | games | points | by play |\n|---|---|---|---|")
    for name in entrants[::-1]:
        scored, by_play = zip(*own[name], strict=True)
        print(f"| {name} | {2 * len(scored)} | {_interval(scored)} | {_interval(by_play)} |")
    print("\n| pairing | points | by play | games needed | by play |\n|---|---|---|---|---|")
    for (one, other), played in blocks.items():
        scored, by_play = zip(*played, strict=True)
        print(
            f"| {other} against {one} | {_interval([1 - p for p in scored])} "
            f"| {_interval([1 - p for p in by_play])} | {_needed(scored)} | {_needed(by_play)} |"
        )


def _interval(points: list[float] | tuple[float, ...]) -> str:
    return f"{fmean(points):.3f} ± {Z * stdev(points) / math.sqrt(len(points)):.3f}"


def _needed(points: tuple[float, ...]) -> str:
    """The games after which an interval of this spread leaves out an even score."""
    edge = abs(fmean(points) - 0.5)
    return f"{2 * math.ceil((Z * stdev(points) / edge) ** 2):,}" if edge else "never"


if __name__ == "__main__":
    main()
