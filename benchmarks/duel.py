"""Whether one bot beats another at equal time, by points and by what play made of the games.

    export OPENBLAS_NUM_THREADS=1
    python -m benchmarks.duel kalah kalah-neural benchmarks/opponents/plain.py --games 200

Takes any bots: files, zips, and house bots by their names. They play in this process, without a
sandbox, and their clocks count CPU time: a busy machine costs them nothing, but numpy must keep to
one thread, as in sandboxes. One seat or team is the
first bot's and all others the second's, in every order, with the same dice or opening. Prints the
first one's mean points against the others, where equals have 0.5, with half the width of the 95%
interval; in games with dice also less what the throws gave (`agents.judge.luck`).
"""

import argparse
import math
import statistics
import time
from collections.abc import Iterator, Sequence

import engine
from agents import values
from agents.desk.contenders import packed
from agents.desk.inprocess import play_here
from agents.judge.luck import luck
from agents.table.conditions import Deal, SeatedBot
from agents.table.referee import GameReport
from agents.terms.clock import time_control
from benchmarks.common import parser
from benchmarks.samples import Start, starts


def main() -> None:
    asked = parser(__doc__, games=200, seconds=600.0, time="1.5+0.05", label="kauri-duel-1")
    asked.add_argument("variant")
    asked.add_argument("bots", nargs=2, metavar="BOT")
    options = asked.parse_args()
    time.perf_counter = time.process_time
    game = engine.parse_variant(options.variant)
    sides = len(set(game.sides()))
    most = options.games // sides
    bots = [packed(bot) for bot in options.bots]
    all_starts = starts(game, options.label, most=most, seconds=options.seconds)
    blocks = [_block(game, bots, start, options) for start in all_starts]
    points, by_play, faults = zip(*blocks, strict=True)
    print(f"{game.variant}: {' against '.join(options.bots)}, {sides * len(blocks)} games")
    print(f"  points  {_interval(points)}")
    if game.info.has_chance:
        print(f"  by play {_interval(by_play)}")
    print(f"  games that a bot failed in: {sum(faults)}")


def _block(
    game: engine.Game, bots: Sequence[bytes], start: Start, options: argparse.Namespace
) -> tuple[float, float, int]:
    """Return the first bot's mean points and points by play, and how many games had a fault."""
    reports = list(_reports(game, bots, start, options))
    returns = [report.returns[seat] for report, seat in reports]
    gifts = [luck(report.record, values.load(game))[seat] for report, seat in reports]
    mean = statistics.fmean(returns)
    faults = sum(any(report.faults) for report, _seat in reports)
    return (mean + 1) / 2, (mean - statistics.fmean(gifts) + 1) / 2, faults


def _reports(
    game: engine.Game, bots: Sequence[bytes], start: Start, options: argparse.Namespace
) -> Iterator[tuple[GameReport, int]]:
    """Yield the games of a block, each with a seat of the first bot."""
    deal = Deal(start.seed, 1, start.opening)
    control = time_control(options.time)
    sides = game.sides()
    for turn in range(len(set(sides))):
        seated = [
            SeatedBot(bots[side != turn], f"Bot {seat}", 1, start.number * len(sides) + seat)
            for seat, side in enumerate(sides)
        ]
        yield play_here(game, seated, deal, control), sides.index(turn)


def _interval(means: Sequence[float]) -> str:
    spread = statistics.stdev(means) / math.sqrt(len(means)) if len(means) > 1 else math.inf
    return f"{statistics.fmean(means):.3f} ± {1.96 * spread:.3f}"


if __name__ == "__main__":
    main()
