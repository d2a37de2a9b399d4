"""How well value functions predict results, beside a constant and random games.

`python -m benchmarks.values` plays games on each leaderboard that the functions never saw, and
draws positions from them. In every second game all sides are strong: they take the best value of
the function. In the others each side is weak: a house bot's glance, a glance whose every second
action is one by lot, or a bot that plays by lot alone.

A Brier score is the mean square of half the difference between the expected and the actual return,
for the first of two sides and for all of more. `constant` is that of each side's mean return. Some
of the positions, `tried`, are also judged by `--playouts` random games each; beside their score
stands that of the function there, and the difference with its standard error. `in a batch` is the
microseconds a position that the values of all positions take to which actions lead from one,
`single` those that one takes by itself.

The second table compares what was expected with what came true, both in points of 100, in ten bins.
In all errors the positions of a game count as one.
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
from benchmarks.luck import Kind, careless, glance, learned
from benchmarks.samples import bot, recorded, starts
from engine import record
from tournaments.queries import shipped


class Guess(NamedTuple):
    """A position of a game: what the function expected, and what came, both by side."""

    game: int
    state: engine.State
    expected: Sequence[float]
    returns: Sequence[float]

    @property
    def strong(self) -> bool:
        """Whether strong bots played the game."""
        return self.game % 2 == 0


TITLES = (
    *("leaderboard", "games", "positions", "Brier", "constant", "tried", "Brier"),
    *("of random games", "less", "µs in a batch", "µs single"),
)


def main() -> None:
    asked = parser(__doc__, variant="", games=400, positions=5, tried=500, playouts=500)
    options = asked.parse_args()
    bins = []
    print(f"| {' | '.join(TITLES)} |\n|{'---|' * len(TITLES)}", flush=True)
    for board in shipped.VARIANTS:
        game = engine.parse_variant(board.key)
        if options.variant not in ("", board.key):
            continue
        guesses = [*draw(game, options)]
        tried = random.Random(1).sample(guesses, min(options.tried, len(guesses)))
        spent = " | ".join(f"{microseconds:.0f}" for microseconds in times(game, guesses))
        played = [
            guess._replace(expected=play_out(guess.state, options.playouts)) for guess in tried
        ]
        for kind, strengths in (("strong", (True,)), ("weak", (False,)), ("all", (True, False))):
            own, less, random_games = (
                [guess for guess in every if guess.strong in strengths]
                for every in (guesses, tried, played)
            )
            print(
                f"| {board.name} | {kind} | {row(own, less, random_games)} | {spent} |", flush=True
            )
            bins.append(f"| {board.name} | {kind} | {' | '.join(calibration(own))} |")
    print(
        f"\n| leaderboard | games | {' | '.join(f'{10 * n} to {10 * n + 10}' for n in range(10))} |"
    )
    print(f"|{'---|' * 12}", *bins, sep="\n")


def row(guesses: Sequence[Guess], tried: Sequence[Guess], random_games: Sequence[Guess]) -> str:
    """The scores of positions, and those of some of them also by random games."""
    means = [fmean(side) for side in zip(*(guess.returns for guess in guesses), strict=True)]
    constant = [guess._replace(expected=means) for guess in guesses]
    first, second = f"{brier(guesses):.3f}", f"{brier(constant):.3f}"
    third, fourth = brier(tried), brier(random_games)
    differences = [
        (guess.game, brier([guess]) - brier([other]))
        for guess, other in zip(tried, random_games, strict=True)
    ]
    return (
        f"{len(guesses)} | {first} | {second} | {len(tried)} | {third:.3f} | {fourth:.3f} "
        f"| {third - fourth:+.3f} ± {clustered_error(differences):.3f}"
    )


def draw(game: engine.Game, options: argparse.Namespace) -> Iterator[Guess]:
    """Positions of games of strong and of weak bots."""
    function, firsts = values.load(game), [*map(game.sides().index, set(game.sides()))]
    label = f"kauri-values-1:{game.variant}"
    for start in starts(game, label, most=options.games, seconds=math.inf):
        rng = random.Random(f"{game.variant}:{start.number}")
        bots = [by_lot(rng, strong=start.number % 2 == 0) for _side in firsts]
        document = recorded(
            game, [bots[side](game) for side in game.sides()], start, label=start.seed.hex()
        )
        states = [state.clone() for state in record.states(document)][len(start.opening) : -1]
        returns = [document["result"]["returns"][seat] for seat in firsts]
        for state in rng.sample(states, min(options.positions, len(states))):
            yield Guess(start.number, state, function.value(state), returns)


def by_lot(rng: random.Random, *, strong: bool) -> Kind:
    """A kind of bot: the learned one, or a weak one by lot."""
    return learned if strong else rng.choice((glance, careless, wild))


def wild(_game: engine.Game) -> sdk.Bot:
    return bot("random")


def play_out(state: engine.State, playouts: int) -> list[float]:
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
    error = clustered_error([(game, result - points) for game, points, result in members])
    return f"{expected:.0f}: {actual:.0f} ± {error:.0f} ({len(members)})"


def clustered_error(numbers: Sequence[tuple[int, float]]) -> float:
    """The standard error of the mean of numbers, each with its game, which may be like others."""
    mean, by_game = fmean(number for _game, number in numbers), defaultdict[int, float](float)
    for game, number in numbers:
        by_game[game] += number - mean
    return math.sqrt(sum(total * total for total in by_game.values())) / len(numbers)


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
