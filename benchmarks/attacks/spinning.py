"""How games end whose bot spins for ever while the machine has other things to do.

`python benchmarks/attacks/spinning.py` plays games of a bot that loops for ever, on its own clock and
while it starts, beside busy processes on every processor, and prints how each ended. It exits with 1
if one was void or cost the honest opponent anything. Half a minute.
"""

import argparse
import contextlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path[0] = str(Path(os.environ.get("PYTHONPATH", Path(__file__).resolve().parents[2])))

import engine  # noqa: E402
from agents import archive, referee  # noqa: E402
from agents.clock import preset  # noqa: E402
from agents.faults import PlatformFault  # noqa: E402
from agents.limits import Limits  # noqa: E402
from agents.sandbox import Isolation  # noqa: E402

FIRST = "from agents.sdk import Bot\nclass First(Bot):\n  def choose(self, state, clock):\n"
HONEST = FIRST + "    return state.legal_actions()[0]\n"
SPINS = FIRST + "    while True: pass\n"
HALF = (
    FIRST + "    import time\n"
    "    until = time.process_time() + 0.5 * min(clock.remaining, clock.per_action) * "
    "(len(state.history()) < 6)\n"
    "    while time.process_time() < until: pass\n"
    "    return state.legal_actions()[0]\n"
)
BUSY = "import signal; signal.alarm(300)\nwhile True: pass"


@contextlib.contextmanager
def load(each: int) -> Iterator[None]:
    """Busy processes, `each` on every processor, in sessions of their own as bots are."""
    number = each * len(os.sched_getaffinity(0))
    command = [sys.executable, "-S", "-c", BUSY]
    busy = [subprocess.Popen(command, start_new_session=True) for _ in range(number)]
    try:
        yield
    finally:
        for one in busy:
            one.kill()
            one.wait()


def ending(bot: str, number: int) -> str:
    """How a game of this bot against an honest one ended."""
    archives = [archive.pack("bot.py", text.encode()).data for text in (bot, HONEST)]
    try:
        report = referee.play_game(
            engine.load_game("kalah"),
            archives,
            seed=number.to_bytes(32, "big"),
            names=[("spins", 1), ("honest", 1)],
            time_control=preset("bullet"),
            limits=Limits(),
            isolation=Isolation.BUBBLEWRAP,
            bot_seeds=(1, 2),
        )
    except PlatformFault as fault:
        return f"void: {type(fault).__name__}"
    kinds = [fault.kind if fault else "no fault" for fault in report.faults]
    return f"{kinds[0]}, opponent {kinds[1]}"


def main() -> int:
    """Play them all, and print how they ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=9)
    parser.add_argument("--each", type=int, default=2, help="busy processes on every processor")
    options = parser.parse_args()
    with load(options.each):
        for name, bot in (("spins", SPINS), ("half its budget", HALF)):
            ends = Counter(ending(bot, number) for number in range(options.games))
            print(name, dict(ends), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
