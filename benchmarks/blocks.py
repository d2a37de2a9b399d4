"""How much variance mirrored blocks save: the same dice, or the same opening, in each seat order.

`python -m benchmarks.blocks` prints it. The sample bots play in this process, without a sandbox and
without clocks; each game's bots have seeds of their own, as on the platform.

One entrant meets others of one kind (as many as the game has seats for). In a block it sits in
every seat once, with the same dice, or where nothing is thrown after the same opening. What its
points in a block add up to has a variance; the same games say what it would be if each had dice of
its own, as on the platform (seat swap alone: the sum of the variances seat by seat), and if the
seat were drawn as well (independent games). The games that an independent design needs for the same
error, for one in blocks, are the ratio of both variances. Errors are standard errors by resampling
whole blocks. Nothing is asserted.
"""

import argparse
import random
import statistics
from collections.abc import Iterator, Sequence

import engine
from benchmarks.common import parser
from benchmarks.samples import Start, bot, ranks, starts

VARIANTS = ("kalah", "alquerque", "einstein", "pachisi", "ashte-kashte")
MEETINGS = (("random", "random"), ("greedy", "random"), ("greedy", "greedy"))
RESAMPLES = 200

Block = list[float]


def main() -> None:
    asked = parser(__doc__, blocks=1500, seconds=9.0)
    asked.add_argument("variants", nargs="*", help=f"{' '.join(VARIANTS)}, unless some are named")
    options = asked.parse_args()
    print(f"engine {engine.__version__}, {engine.build()} build; at most {options.blocks} blocks")
    print("and", options.seconds, "CPU seconds a line; variances are those of the points a game\n")
    heads = ("blocks", "independent", "seat swap", "mirrored", "games saved", "error")
    print(f"{'variant':14}{'entrant, others':18}" + "".join(f"{head:>13}" for head in heads))
    for key in options.variants or VARIANTS:
        for one, other in MEETINGS:
            blocks = list(_blocks(key, one, other, options))
            print(f"{key:14}{one + ', ' + other:18}{_line(blocks)}", flush=True)


def _blocks(key: str, one: str, other: str, options: argparse.Namespace) -> Iterator[Block]:
    """The entrant's points in each seat of a block, until there are enough or time is up."""
    game = engine.parse_variant(key)
    seats = range(game.num_players())
    label = f"kauri-blocks-1:{key}:{one}:{other}"
    for start in starts(game, label, most=options.blocks, seconds=options.seconds):
        yield [
            _points(game, [one if at == seat else other for at in seats], seat, start)
            for seat in seats
        ]


def _points(game: engine.Game, names: Sequence[str], seat: int, start: Start) -> float:
    """Play a game; the share of the others that the entrant at `seat` has left behind."""
    others = ranks(game, [bot(name) for name in names], start, seat)
    own = others.pop(seat)
    return statistics.fmean((own < rank) + (own == rank) / 2 for rank in others)


def _line(blocks: Sequence[Block]) -> str:
    independent, swapped, mirrored = _variances(blocks)
    rng = random.Random(1)
    samples_of = (rng.choices(blocks, k=len(blocks)) for _resample in range(RESAMPLES))
    saved = [_saved(*_variances(sample)) for sample in samples_of]
    share = _saved(independent, swapped, mirrored)
    shares = f"{share:>13.0%}{statistics.stdev(saved):>13.0%}"
    return f"{len(blocks):>13}{independent:>13.4f}{swapped:>13.4f}{mirrored:>13.4f}{shares}"


def _saved(independent: float, _swapped: float, mirrored: float) -> float:
    """Of the games that an independent design needs, the share that blocks save."""
    return 1 - mirrored / independent if independent else 0.0


def _variances(blocks: Sequence[Block]) -> tuple[float, float, float]:
    """Of the points a game: independent games, seat swap alone, mirrored blocks."""
    seats = list(zip(*blocks, strict=True))
    every = [points for block in blocks for points in block]
    return (
        statistics.pvariance(every),
        statistics.fmean(statistics.pvariance(seat) for seat in seats),
        statistics.pvariance([sum(block) for block in blocks]) / len(seats),
    )


if __name__ == "__main__":
    main()
