"""How strong the house bots are against each other, which fixes the level of each leaderboard.

`python -m benchmarks.anchors` prints the table of `tournaments/queries/shipped.py`. The samples
whose play does not depend on the machine (random and greedy) play in this process, without a
sandbox and without clocks: blocks of the same dice, or the same opening of six random actions, in
every order of the sides. Where more than two sides meet, each is compared with each, as on the
platform. The difference is where the fit of `statistics.bradley_terry` has it, and its error too.
Search is left out: it thinks until its clock says stop, so its strength is its machine's.
"""

import argparse
import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations

import engine
from agents import samples
from benchmarks.common import parser
from benchmarks.samples import Start, bot, ranks, starts
from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit, fit
from tournaments.mathematics.statistics.comparisons import Comparisons
from tournaments.queries import shipped

RANDOM, GREEDY = 0, 1
NAMES = ("random", "greedy")

Row = tuple[int, int, int, int, float, int]


def main() -> None:
    asked = parser(__doc__, games=2000, seconds=60.0)
    asked.add_argument("variants", nargs="*", help="those that ship, unless some are named")
    options = asked.parse_args()
    print(f"engine {engine.__version__}, {engine.build()} build")
    for name in NAMES:
        print(f"{name}: {hashlib.sha256(samples.read(name)).hexdigest()}")
    print(f"\n{'variant':28}{'rules':>6}{'games':>7}{'random':>8}{'error':>7}, greedy is 1500")
    for key in options.variants or [one.key for one in shipped.VARIANTS]:
        print(_line(key, options), flush=True)


def _line(key: str, options: argparse.Namespace) -> str:
    game = engine.parse_variant(key)
    sides = len(set(game.sides()))
    blocks = list(_blocks(game, options))
    rows = [row for block in blocks for row in block]
    found = fit(Comparisons.of(rows), entrants=2, seats=sides)
    random_elo, error = _difference(found)
    games = sides * len(blocks)
    return f"{key:28}{game.rules_version:>6}{games:>7}{random_elo:>8.0f}{error:>7.0f}"


def _difference(found: BradleyTerryFit) -> tuple[float, float]:
    """Random's strength where greedy's is 1500, and the standard error of that."""
    below = float(found.ratings[GREEDY] - found.ratings[RANDOM])
    return 1500 - below, found.difference_error(RANDOM, GREEDY)


def _blocks(game: engine.Game, options: argparse.Namespace) -> Iterator[list[Row]]:
    """Blocks in which both meet: one more greedy side from block to block, then from one again."""
    sides = len(set(game.sides()))
    label, most = f"kauri-anchors-1:{game.variant}", options.games // sides
    for start in starts(game, label, most=most, seconds=options.seconds):
        greedy = 1 + start.number % (sides - 1)
        table = [GREEDY] * greedy + [RANDOM] * (sides - greedy)
        orders = [table[turn:] + table[:turn] for turn in range(sides)]
        yield [row for order in orders for row in _rows(game, order, start)]


def _rows(game: engine.Game, order: Sequence[int], start: Start) -> Iterator[Row]:
    """A game, and the comparisons of every two of its sides that are not of one kind."""
    sides = game.sides()
    by_seat = ranks(game, [bot(NAMES[order[side]]) for side in sides], start, order)
    rank = dict(zip(sides, by_seat, strict=True))
    for one, other in combinations(range(len(order)), 2):
        if order[one] != order[other]:
            score = 0.5 if rank[one] == rank[other] else float(rank[one] < rank[other])
            yield order[one], order[other], one, other, score, start.number


if __name__ == "__main__":
    main()
