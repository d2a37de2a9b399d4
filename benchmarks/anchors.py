"""How strong the house bots are that do not look at their clock: they fix the leaderboards' level.

`python -m benchmarks.anchors` prints the table of `agents/house/strengths.py`. Each of these
bots plays against Greedy in this process, without a sandbox and without clocks: blocks of the same
dice, or the same opening of six random actions, in every order of the sides. Where more than two
sides meet, each is compared with each, as on the platform. The difference is where the fit of
`statistics.bradley_terry` has it, and its error too. Bots that think until their clock says stop
are left out: their strength is their machine's. `--bot glance` measures those with such names only.
"""

import argparse
import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations

import engine
from agents import house
from agents.house.strengths import MEASURED_CODE
from benchmarks.common import parser
from benchmarks.samples import Start, ranks, starts
from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit, fit
from tournaments.mathematics.statistics.comparisons import Comparisons
from tournaments.queries import shipped

OTHER, GREEDY = 0, 1

Row = tuple[int, int, int, int, float, int]


def main() -> None:
    asked = parser(__doc__, games=2000, seconds=60.0, bot="")
    asked.add_argument("variants", nargs="*", help="those that ship, unless some are named")
    options = asked.parse_args()
    print(f"engine {engine.__version__}, {engine.build()} build")
    for name in MEASURED_CODE:
        print(f"{name}: {hashlib.sha256(house.read(name)).hexdigest()}")
    print(
        f"\n{'variant':24}{'rules':>6} {'bot':22}{'games':>6}{'Elo':>6}{'error':>7}, greedy is 1500"
    )
    for key in options.variants or [one.key for one in shipped.VARIANTS]:
        game = engine.parse_variant(key)
        for name in ("random", f"{game.id}-glance"):
            if options.bot in name:
                print(_line(game, name, options), flush=True)


def _line(game: engine.Game, name: str, options: argparse.Namespace) -> str:
    sides = len(set(game.sides()))
    blocks = list(_blocks(game, name, options))
    rows = [row for block in blocks for row in block]
    elo, error = _strength(fit(Comparisons.of(rows), entrants=2, seats=sides))
    games = sides * len(blocks)
    rules = game.rules_version
    return f"{game.variant:24}{rules:>6} {name:22}{games:>6}{elo:>6.0f}{error:>7.0f}"


def _strength(found: BradleyTerryFit) -> tuple[float, float]:
    """The other bot's strength where Greedy's is 1500, and the standard error of that."""
    above = float(found.ratings[OTHER] - found.ratings[GREEDY])
    return 1500 + above, found.difference_error(OTHER, GREEDY)


def _blocks(game: engine.Game, name: str, options: argparse.Namespace) -> Iterator[list[Row]]:
    """Blocks in which both meet: one more greedy side from block to block, then from one again."""
    sides = len(set(game.sides()))
    label, most = f"kauri-anchors-1:{game.variant}", options.games // sides
    for start in starts(game, label, most=most, seconds=options.seconds):
        greedy = 1 + start.number % (sides - 1)
        table = [GREEDY] * greedy + [OTHER] * (sides - greedy)
        orders = [table[turn:] + table[:turn] for turn in range(sides)]
        yield [row for order in orders for row in _rows(game, name, order, start)]


def _rows(game: engine.Game, name: str, order: Sequence[int], start: Start) -> Iterator[Row]:
    """A game, and the comparisons of every two of its sides that are not of one kind."""
    sides = game.sides()
    kinds = {OTHER: house.kind(name), GREEDY: house.kind("greedy")}
    by_seat = ranks(game, [kinds[order[side]]() for side in sides], start, order)
    rank = dict(zip(sides, by_seat, strict=True))
    for one, other in combinations(range(len(order)), 2):
        if order[one] != order[other]:
            score = 0.5 if rank[one] == rank[other] else float(rank[one] < rank[other])
            yield order[one], order[other], one, other, score, start.number


if __name__ == "__main__":
    main()
