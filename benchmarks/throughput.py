"""How many games an hour the platform plays, and what of its time is not the bots'.

`python -m benchmarks.throughput` prints it for SQLite with files and for PostgreSQL with Redis,
with 1, 2 and 4 workers, for bots that answer at once and for bots that think 10 ms; and beside it
what a bare loop does with the same bots, engine and all in one process. Nothing is asserted.

"not the bots'" is the share of the workers' time, from the request of a tournament to its end, in
which no bot had its clock running, and "once begun" the same without the time to the first move,
which a longer tournament would not feel. "to first move" is the time from the request until the
first game's first question, told from the end of that game and its bots' clocks.
"""

import contextlib
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import engine
from agents import samples
from benchmarks.common import parser, seconds, settle_environment
from benchmarks.samples import Start, kind, ranks
from tests.servers import servers

GAMES = {"at once": 32, "10 ms": 32}
"""Games for each worker, by what the bots take for an action."""
INSTALLATIONS = {"sqlite": "SQLite and files", "servers": "PostgreSQL and Redis"}
SLOW = """

class Thinking(Random):
    def choose(self, state, clock):
        import time
        time.sleep(0.01)
        return super().choose(state, clock)
"""
CODES = {"at once": samples.read("random"), "10 ms": samples.read("random") + SLOW.encode()}


def main() -> None:
    asked = parser(__doc__, variant="kalah")
    asked.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    asked.add_argument("--installations", choices=INSTALLATIONS, nargs="+", default=INSTALLATIONS)
    asked.add_argument("--phases", action="store_true", help="where one worker's time goes")
    options = asked.parse_args()
    if options.phases:
        for installation in options.installations:
            measure(installation, options.variant, "benchmarks.phases")
        return
    print(f"{options.variant}, engine {engine.build()}, {os.cpu_count()} processors\n")
    heads = f"{'bots':>8}{'workers':>9}{'games/h':>10}{'not the bots':>14}{'once begun':>14}"
    heads += f"{'to first move':>15}"
    print(f"{'':<22}{heads}")
    for speed in CODES:
        rate = bare(speed, options.variant)
        print(f"{'a bare loop':<22}{speed:>8}{'':>9}{rate:>10,.0f}", flush=True)
    for installation in options.installations:
        numbers = map(str, options.workers)
        measure(installation, options.variant, "benchmarks.installation", *numbers)


def bare(speed: str, variant: str) -> float:
    """Games an hour of the same bots in one process, with nothing between them and the engine."""
    game, make, count = engine.parse_variant(variant), kind(CODES[speed]), GAMES[speed]

    def play() -> None:
        for number in range(count):
            ranks(game, [make(), make()], Start(number, random.randbytes(32), ()), number)

    return 3600 * count / seconds(play)


def measure(installation: str, variant: str, module: str, *more: str) -> None:
    """One installation; in a process of its own, since Django knows one database."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kauri-throughput-")))
        pair = stack.enter_context(servers(durable=True)) if installation == "servers" else None
        slots = str(max(map(int, more), default=1))
        settle_environment(folder, pair.environment() if pair else {}, KAURI_SLOTS=slots)
        command = [sys.executable, "-m", module, INSTALLATIONS[installation], variant, *more]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
