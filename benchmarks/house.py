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
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import engine
from agents import house, samples, sdk
from agents.house.strengths import STRENGTHS
from benchmarks.common import parser
from benchmarks.samples import Start, ranks, starts
from tournaments.mathematics.statistics.bradley_terry import fit
from tournaments.mathematics.statistics.comparisons import Comparisons
from tournaments.queries import shipped

Row = tuple[str, str, int, int, float, int]
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
    tables = list(combinations(codes, len(set(game.sides()))))
    clock = sdk.Clock(remaining=SHARES * options.think, increment=0.0, per_action=None)
    played = blocks(game, tables, clock, most=options.games, seconds=options.seconds)
    rated = ratings(game, codes, played)
    best = sorted(codes, key=lambda code: -rated[code].elo)
    lines = [f"{code:24}{rated[code].elo:>6.0f} ± {rated[code].error:.0f}" for code in best]
    return "\n  ".join([f"{len(played) * len(tables[0])} games", *lines])


class Rating(NamedTuple):
    """A strength and its standard error, in Elo."""

    elo: float
    error: float


def ratings(
    game: engine.Game,
    codes: Sequence[str],
    played: Sequence[Sequence[Row]],
    *,
    free: Collection[str] = (),
) -> dict[str, Rating]:
    """The ratings of these bots after some blocks; others than `free` keep a stated strength."""
    stated = STRENGTHS.get((game.variant, game.rules_version), {})
    known = {code for code in stated if code in codes and code not in free}
    numbers = {code: number for number, code in enumerate(codes)}
    rows = [(numbers[one], numbers[other], *rest) for rows in played for one, other, *rest in rows]
    fitted = fit(
        Comparisons.of(rows),
        entrants=len(codes),
        seats=len(set(game.sides())),
        fixed={numbers[code]: float(stated[code]) for code in known},
    )
    return dict(zip(codes, map(Rating, fitted.ratings, fitted.errors), strict=True))


def entrants(game: engine.Game) -> list[str]:
    """The house bots that play a game, by the names of their code."""
    own = [code for code, recipe in house.RECIPES.items() if recipe.game_id == game.id]
    return [*samples.NAMES, *own]


def blocks(
    game: engine.Game,
    tables: Sequence[Sequence[str]],
    clock: sdk.Clock,
    *,
    most: int,
    seconds: float,
) -> list[list[Row]]:
    """One table of bots after the other, each from a start of its own: so many games at most."""
    orders = len(tables[0])
    begun = starts(game, f"kauri-house-1:{game.variant}", most=most // orders, seconds=seconds)
    return [list(_block(game, tables[start.number % len(tables)], start, clock)) for start in begun]


def _block(
    game: engine.Game, seated: Sequence[str], start: Start, clock: sdk.Clock
) -> Iterator[Row]:
    """The games of a table, and the comparisons of every two of its sides."""
    sides = game.sides()
    for order in _orders(seated):
        bots = [house.kind(order[side])() for side in sides]
        by_seat = ranks(game, bots, start, order, clock=clock)
        rank = dict(zip(sides, by_seat, strict=True))
        for one, other in combinations(range(len(order)), 2):
            score = 0.5 if rank[one] == rank[other] else float(rank[one] < rank[other])
            yield order[one], order[other], one, other, score, start.number


def _orders(seated: Sequence[str]) -> list[tuple[str, ...]]:
    """Each entrant once in each seat."""
    return [(*seated[turn:], *seated[:turn]) for turn in range(len(seated))]


if __name__ == "__main__":
    main()
