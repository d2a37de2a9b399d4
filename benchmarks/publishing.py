"""What publishing a game costs the game: pairs of games, one published and one not, in turn.

`python -m benchmarks.publishing` prints it. Both games of a pair have the same bots, dice and
seeds. Noise is how far two games differ of which neither is published. Nothing is asserted.
"""

import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import engine
from agents import samples, sandbox
from agents.bots.archive import pack
from agents.table import referee
from agents.table.conditions import Conditions, Deal, SeatedBot
from agents.terms.clock import preset
from agents.terms.limits import Limits
from benchmarks.common import parser
from engine.record import Recorder
from tournaments.machinery.messages.live_logs import FileLogs, Key
from tournaments.services.playing.publishing import Publisher, PublisherBeside, Sheet

KEY = Key(1, 1)

Measured = tuple[float, float]


def played(game: engine.Game, conditions: Conditions, publisher: Publisher) -> Measured:
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


def differences(
    pairs: int, one: Callable[[], Measured], other: Callable[[], Measured]
) -> tuple[list[float], list[float]]:
    """The second less the first, in turn, and the first of a pair changes each time."""
    beside, on = [], []
    for number in range(pairs):
        if number % 2:
            after, before = other(), one()
        else:
            before, after = one(), other()
        beside.append(after[0] - before[0])
        on.append(after[1] - before[1])
    return beside, on


def main() -> None:
    asked = parser(__doc__ or "", pairs=40, game="ashte-kashte(seats=2)").parse_args()
    game = engine.parse_variant(asked.game)
    conditions = Conditions(preset("blitz"), Limits(), sandbox.choose("auto"))
    with (
        tempfile.TemporaryDirectory(prefix="kauri-") as folder,
        PublisherBeside(FileLogs(Path(folder) / "live")) as beside,
    ):
        silent = partial(played, game, conditions, Publisher())
        told = partial(played, game, conditions, beside)
        silent()
        for title, other in (("neither published", silent), ("one published", told)):
            rows = differences(asked.pairs, silent, other)
            for what, row in zip(("beside the clocks", "on them"), rows, strict=True):
                low, middle, high = statistics.quantiles(row, n=4)
                print(f"{title:18} {what:18} {middle:7.1f} us an action, {low:.1f} to {high:.1f}")


if __name__ == "__main__":
    main()
