"""How well value functions predict results, beside a constant and random games.

`python -m benchmarks.values` plays games on each leaderboard that the functions never saw, and
draws positions from them. In every second game all sides are strong: each takes the best value of
the function, or is the house's glance. In the others each is weak: a glance whose every second
action is one by lot, or one that plays by lot alone.

A Brier score is the mean square of half the difference between the expected and the actual return,
for the first of two sides and for all of more. `constant` is that of each side's mean return. Some
of the positions, `tried`, are also judged by `--playouts` random games each; beside their score
stands that of the function there. `in a batch` is the time a position of the values of all
positions that actions lead to from one, `single` that of one position.

The second table compares what was expected with what came true, both in points of 100, in ten bins.
`±` is the standard error, in which all positions of a game count as one.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

import engine
from agents import sdk, values
from benchmarks.common import parser
from benchmarks.luck import Kind, careless, glance, learned, recorded
from benchmarks.samples import bot, starts
from engine import record
from tournaments.queries import shipped


class Guess(NamedTuple):
    """A position of a game: what the function expected, and what came, both by side."""

    game: int
    state: engine.State
    expected: Sequence[float]
    returns: Sequence[float]


def main() -> None:
    asked = parser(__doc__, variant="", games=300, positions=5, tried=200, playouts=500)
    options = asked.parse_args()
    bins = []
    titles = "leaderboard | positions | Brier | constant | tried | Brier | of random games"
    print(f"| {titles} | µs in a batch | µs single |\n|{'---|' * 9}", flush=True)
    for board in shipped.VARIANTS:
        game = engine.parse_variant(board.key)
        if options.variant in ("", board.key):
            guesses = [*draw(game, options)]
            print(row(board.name, game, guesses, options), flush=True)
            bins.append(f"| {board.name} | {' | '.join(calibration(guesses))} |")
    print(f"\n| leaderboard | {' | '.join(f'{10 * n} to {10 * n + 10}' for n in range(10))} |\n"
          f"|{'---|' * 11}", *bins, sep="\n")  # fmt: skip


def row(name: str, game: engine.Game, guesses: Sequence[Guess], options: argparse.Namespace) -> str:
    """A line of the first table."""
    means = [fmean(side) for side in zip(*(guess.returns for guess in guesses), strict=True)]
    constant = [guess._replace(expected=means) for guess in guesses]
    tried = guesses[:: max(len(guesses) // options.tried, 1)]
    random_games = [
        guess._replace(expected=played_out(guess.state, options.playouts)) for guess in tried
    ]
    scores = (brier(kind) for kind in (guesses, constant, tried, random_games))
    first, second, third, fourth = (f"{score:.3f}" for score in scores)
    batch, single = times(game, guesses)
    return (
        f"| {name} | {len(guesses)} | {first} | {second} | {len(tried)} | {third} | {fourth} "
        f"| {batch:.0f} | {single:.0f} |"
    )


def draw(game: engine.Game, options: argparse.Namespace) -> Iterator[Guess]:
    """Positions of games of strong and of weak bots."""
    function, firsts = values.load(game), [*map(game.sides().index, set(game.sides()))]
    label = f"kauri-values-1:{game.variant}"
    for start in starts(game, label, most=options.games, seconds=math.inf):
        rng = random.Random(f"{game.variant}:{start.number}")
        bots = [by_lot(rng, strong=start.number % 2 == 0) for _side in firsts]
        document = recorded(game, [bots[side](game) for side in game.sides()], start)
        states = [state.clone() for state in record.states(document)][len(start.opening) : -1]
        returns = [document["result"]["returns"][seat] for seat in firsts]
        for state in rng.sample(states, min(options.positions, len(states))):
            yield Guess(start.number, state, function.value(state), returns)


def by_lot(rng: random.Random, *, strong: bool) -> Kind:
    """A kind of bot: the learned one or a glance, or one that plays more or less by lot."""
    return rng.choice((learned, glance) if strong else (careless, wild))


def wild(_game: engine.Game) -> sdk.Bot:
    return bot("random")


def played_out(state: engine.State, playouts: int) -> list[float]:
    """The mean returns by side of random games."""
    sides, first = state.get_game().sides(), random.Random(state.key()).getrandbits(40)
    rows = [state.playout(first + number) for number in range(playouts)]
    return [fmean(row[sides.index(side)] for row in rows) for side in range(max(sides) + 1)]


def brier(guesses: Sequence[Guess]) -> float:
    pairs = [pair for guess in guesses for pair in judged(guess)]
    return fmean(((expected - actual) / 2) ** 2 for expected, actual in pairs)


def judged(guess: Guess) -> list[tuple[float, float]]:
    """What was expected and what came, once for two sides, whose returns mirror each other."""
    pairs = list(zip(guess.expected, guess.returns, strict=True))
    return pairs[:1] if len(pairs) == 2 else pairs


def calibration(guesses: Sequence[Guess]) -> list[str]:
    """For each bin what was expected, what came true with its error, and how often."""
    bins: dict[int, list[tuple[int, float, float]]] = defaultdict(list)
    for guess in guesses:
        for expected, actual in judged(guess):
            points = 50 + 50 * expected
            bins[min(int(points / 10), 9)].append((guess.game, points, 50 + 50 * actual))
    return [cell(bins[number]) if bins[number] else "none" for number in range(10)]


def cell(members: Sequence[tuple[int, float, float]]) -> str:
    expected, actual = (fmean(member[place] for member in members) for place in (1, 2))
    by_game: dict[int, float] = defaultdict(float)
    for game, points, result in members:
        by_game[game] += result - points - (actual - expected)
    error = math.sqrt(sum(total * total for total in by_game.values())) / len(members)
    return f"{expected:.0f}: {actual:.0f} ± {error:.0f} ({len(members)})"


def times(game: engine.Game, guesses: Sequence[Guess]) -> tuple[float, float]:
    """The microseconds that a value takes among those after all actions, and by itself."""
    function, batch, single, positions = values.load(game), 0.0, 0.0, 0
    states = [guess.state for guess in guesses if guess.state.is_player_node()][:200]
    for state in states:
        began = time.process_time()
        children = [state.child(action) for action in state.legal_actions()]
        function.values(children)
        middle = time.process_time()
        function.value(children[0])
        single += time.process_time() - middle
        batch += middle - began
        positions += len(children)
    return 1e6 * batch / positions, 1e6 * single / len(states)


if __name__ == "__main__":
    main()
