"""What publishing a game costs the game: pairs of games, one published and one not, in turn.

`python -m benchmarks.publishing` prints it. Both games of a pair have the same bots, dice and
seeds. Noise is how far two games differ of which neither is published. Nothing is asserted.
"""

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import engine
from agents import referee, samples, sandbox
from agents.archive import pack
from agents.clock import preset
from agents.conditions import Conditions, Deal, SeatedBot
from agents.limits import Limits
from benchmarks.common import parser
from engine.record import Recorder
from tournaments.machinery.live_logs import FileLogs, Key
from tournaments.services.publishing import Publisher, PublisherBeside, Sheet

KEY = Key(1, 1)


def played(game: engine.Game, conditions: Conditions, publisher: Publisher) -> tuple[float, float]:
    """Of one game, in microseconds an action: the time beside the clocks, and that on them."""
    code = samples.read("random")
    bots = [SeatedBot(pack("bot.py", code).data, name, 1, 7) for name in ("Ann", "Ben")]
    began = 0.0

    def ready(recorder: Recorder) -> None:
        nonlocal began
        publisher.begin(Sheet(KEY, 1, "bullet", recorder.heading(), recorder.events))
        began = time.perf_counter()

    ended = referee.play_game(game, bots, Deal(bytes(32), 1), conditions, ready=ready)
    lasted = time.perf_counter() - began
    publisher.end(KEY)
    events = ended.report().record["events"]
    clocks = [event["wall"] for event in events if "wall" in event]
    return 1e6 * (lasted - sum(clocks)) / len(clocks), 1e6 * statistics.median(clocks)


def differences(pairs: int, one: Callable[[], float], other: Callable[[], float]) -> list[float]:
    """The second less the first, in turn, and the first of a pair changes each time."""
    found = []
    for number in range(pairs):
        if number % 2:
            after, before = other(), one()
        else:
            before, after = one(), other()
        found.append(after - before)
    return found


def main() -> None:
    asked = parser(__doc__ or "", pairs=40, game="ashte-kashte(seats=2)").parse_args()
    game = engine.parse_variant(asked.game)
    isolation = sandbox.choose("auto")
    conditions = Conditions(preset("blitz"), Limits(), isolation)
    with tempfile.TemporaryDirectory(prefix="kauri-") as folder:
        with PublisherBeside(FileLogs(Path(folder) / "live")) as beside:
            for index, what in enumerate(("beside the clocks", "on them (median)")):

                def silent(which: int = index) -> float:
                    return played(game, conditions, Publisher())[which]

                def told(which: int = index) -> float:
                    return played(game, conditions, beside)[which]

                silent()
                noise = differences(asked.pairs, silent, silent)
                cost = differences(asked.pairs, silent, told)
                for title, row in (("neither published", noise), ("one published", cost)):
                    low, middle, high = statistics.quantiles(row, n=4)
                    print(
                        f"{what:18} {title:18} {middle:8.1f} ({low:.1f} to {high:.1f}) us an action"
                    )


if __name__ == "__main__":
    main()
