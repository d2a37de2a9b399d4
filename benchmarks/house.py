"""How strong the house bots are on each leaderboard, in the platform's own ratings.

`python -m benchmarks.house` plays tables of house bots in this process, without a sandbox: every
two of them, or at tables of four every four, in every order of the seats, in blocks of the same
dice or opening. It prints the ratings of `statistics.bradley_terry` with their standard errors;
bots of stated strength keep it, as on a leaderboard (Greedy is 1500). `--game` takes one game's
leaderboards, and `--games` is the most for each, which also ends after `--seconds` of
CPU. Bots that think until time is up have `--think` seconds for every action. They count CPU time
here: a busy machine costs them nothing.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from itertools import combinations

import engine
from agents import house, samples, sdk
from agents.house.strengths import STRENGTHS
from benchmarks.common import parser
from benchmarks.samples import Start, ranks, starts
from tournaments.mathematics.statistics.bradley_terry import fit
from tournaments.mathematics.statistics.comparisons import Comparisons
from tournaments.queries import shipped

Row = tuple[int, int, int, int, float, int]
SHARES = 30


def main() -> None:
    asked = parser(__doc__, game="", games=400, seconds=30.0, think=0.01)
    options = asked.parse_args()
    # The bots look at the real time, as they should where a referee measures it.
    time.perf_counter = time.process_time
    print(f"engine {engine.__version__}, {engine.build()} build, {options.think} s for an action")
    for board in shipped.VARIANTS:
        game = engine.parse_variant(board.key)
        if options.game in ("", game.id):
            print(f"\n{board.name}: {table(game, options)}", flush=True)


def table(game: engine.Game, options: argparse.Namespace) -> str:
    """The bots of a leaderboard, the strongest first, and how many games were played."""
    codes = entrants(game)
    blocks = [list(block) for block in _blocks(game, codes, options)]
    sides = len(set(game.sides()))
    stated = STRENGTHS.get((game.variant, game.rules_version), {})
    found = fit(
        Comparisons.of([row for block in blocks for row in block]),
        entrants=len(codes),
        seats=sides,
        fixed={codes.index(code): float(elo) for code, elo in stated.items()},
    )
    games = len(blocks) * len(_orders(range(sides)))
    best = sorted(range(len(codes)), key=lambda number: -found.ratings[number])
    lines = [
        f"{codes[number]:24}{found.ratings[number]:>6.0f} ± {found.errors[number]:.0f}"
        for number in best
    ]
    return "\n  ".join([f"{games} games", *lines])


def entrants(game: engine.Game) -> list[str]:
    """The house bots that play a game, by the names of their code."""
    own = [code for code, recipe in house.RECIPES.items() if recipe.game_id == game.id]
    return [*samples.NAMES, *own]


def _blocks(
    game: engine.Game, codes: Sequence[str], options: argparse.Namespace
) -> Iterator[Iterator[Row]]:
    """One table after the other, each from a start of its own."""
    sides = len(set(game.sides()))
    tables = list(combinations(range(len(codes)), sides))
    most = options.games // len(_orders(range(sides)))
    clock = sdk.Clock(remaining=SHARES * options.think, increment=0.0, per_action=None)
    label = f"kauri-house-1:{game.variant}"
    for start in starts(game, label, most=most, seconds=options.seconds):
        seated = tables[start.number % len(tables)]
        yield _block(game, codes, seated, start, clock)


def _block(
    game: engine.Game, codes: Sequence[str], seated: Sequence[int], start: Start, clock: sdk.Clock
) -> Iterator[Row]:
    """The games of a table, and the comparisons of every two of its sides."""
    sides = game.sides()
    for order in _orders(seated):
        bots = [house.kind(codes[order[side]])() for side in sides]
        by_seat = ranks(game, bots, start, order, clock=clock)
        rank = dict(zip(sides, by_seat, strict=True))
        for one, other in combinations(range(len(order)), 2):
            score = 0.5 if rank[one] == rank[other] else float(rank[one] < rank[other])
            yield order[one], order[other], one, other, score, start.number


def _orders(seated: Sequence[int]) -> list[tuple[int, ...]]:
    """Each entrant once in each seat."""
    return [(*seated[turn:], *seated[:turn]) for turn in range(len(seated))]


if __name__ == "__main__":
    main()
