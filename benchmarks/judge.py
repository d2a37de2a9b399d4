"""How well the judge predicts the results of games between house bots.

`python -m benchmarks.judge` lets house bots play on each leaderboard, in this process and without
a sandbox, and judges a few positions of every game, spread over it. For every two sides it compares
the judge's chance that one ends before the other with what happened: the Brier score (the mean
square of the difference) and the log loss, each beside that of even chances. `stretch` is the
number that would have predicted these games best (see `agents.judge.scale`); `fitted` are the
scores with the one that predicts the other half of the games best. `--game` takes one game's
leaderboards, and another `--label` makes other games. A leaderboard ends after `--games` games or
`--seconds` of CPU for them.
"""

import argparse
import math
import random
import time
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import engine
from agents import house, samples, sdk
from agents.judge import scale
from agents.judge.search import worth
from benchmarks.common import parser
from benchmarks.house import entrants
from benchmarks.samples import Start, starts
from benchmarks.samples import bot as sample
from engine.dice import Dice
from tournaments.queries import shipped

STRETCHES = [n / 20 for n in range(4, 61)]


class Guess(NamedTuple):
    """A position of a game: what the search returned, and the returns in the end, both by side."""

    game: int
    returns: list[float]
    results: list[float]


class Scores(NamedTuple):
    """How far guesses were from results: 0 is perfect."""

    brier: float
    log: float


def main() -> None:
    asked = parser(
        __doc__,
        game="",
        games=40,
        seconds=20.0,
        think=0.001,
        positions=8,
        simulations=300,
        label="test",
    )
    options = asked.parse_args()
    # The bots look at the real time, as they should where a referee measures it.
    time.perf_counter = time.process_time
    print("| leaderboard | games | Brier | of even chances | log loss | of even chances | stretch "
          "| fitted |\n|---|---|---|---|---|---|---|---|", flush=True)  # fmt: skip
    for board in shipped.VARIANTS:
        game = engine.parse_variant(board.key)
        if options.game in ("", game.id):
            print(row(board.name, game, list(guesses(game, options))), flush=True)


def row(name: str, game: engine.Game, found: list[Guess]) -> str:
    """A line of the table."""
    here, even = scores(found, scale.stretch_of(game)), scores(found, 0.0)
    halves = [[guess for guess in found if guess.game % 2 == half] for half in (0, 1)]
    crossed = [scores(one, fit(other)).log for one, other in (halves, halves[::-1])]
    games = len({guess.game for guess in found})
    return (
        f"| {name} | {games} | {here.brier:.3f} | {even.brier:.3f} | {here.log:.3f} "
        f"| {even.log:.3f} | {fit(found):.2f} | {sum(crossed) / 2:.3f} |"
    )


def fit(found: Sequence[Guess]) -> float:
    """The stretch that predicts these games best."""
    return min(STRETCHES, key=lambda stretch: scores(found, stretch).log)


def scores(found: Sequence[Guess], stretch: float) -> Scores:
    """The mean scores over every two sides of all positions."""
    briers, logs = [], []
    for guess in found:
        strengths = scale.strengths(guess.returns, stretch)
        for one, other in combinations(range(len(strengths)), 2):
            chance = 1 / (1 + math.exp(strengths[other] - strengths[one]))
            ahead = (1 + sign(guess.results[one] - guess.results[other])) / 2
            briers.append((chance - ahead) ** 2)
            logs.append(-ahead * math.log(chance) - (1 - ahead) * math.log(1 - chance))
    return Scores(sum(briers) / len(briers), sum(logs) / len(logs))


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def guesses(game: engine.Game, options: argparse.Namespace) -> Iterator[Guess]:
    """The judged positions of one game after the other."""
    firsts = [game.sides().index(side) for side in sorted(set(game.sides()))]
    label = f"kauri-judge-benchmark:{options.label}:{game.variant}"
    for start in starts(game, label, most=options.games, seconds=options.seconds):
        rng = random.Random(f"{label}:{start.number}")
        states = play(game, start, rng, options.think)
        results = [states[-1].returns()[seat] for seat in firsts]
        for _position in range(options.positions):
            state = rng.choice(states[:-1])
            seed = rng.getrandbits(63)
            returns = worth(state, simulations=options.simulations, seed=seed).returns
            yield Guess(start.number, returns, results)


def play(game: engine.Game, start: Start, rng: random.Random, think: float) -> list[engine.State]:
    """All positions of a game between bots by lot, those of partners the same."""
    codes = [code for code in entrants(game) if code != "random"]
    by_side = [rng.choice(codes) for _side in set(game.sides())]
    bots = [_bot(by_side[side]) for side in game.sides()]
    state, dice = game.new_initial_state(), Dice(start.seed, None)
    for notation in start.opening:
        state.apply_action(state.string_to_action(notation))
    for seat, bot in enumerate(bots):
        bot.start(game, seat, random.Random(rng.getrandbits(63)))
    clock = sdk.Clock(remaining=30 * think, increment=0.0, per_action=None)
    states = [state.clone()]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(dice.throw(state))
        else:
            state.apply_action(bots[state.current_player()].choose(state, clock))
        states.append(state.clone())
    return states


def _bot(code: str) -> sdk.Bot:
    return sample(code) if code in samples.NAMES else house.kind(code)()


if __name__ == "__main__":
    main()
