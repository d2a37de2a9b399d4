"""Where a worker's time goes, game by game: the part of `benchmarks.throughput --phases`.

`python -m benchmarks.phases TITLE VARIANT` plays a tournament of bots that think 10 ms for each
action, in this process, as a worker's process does it, and prints a line for each phase.

A phase's time is its own: that of a phase within it is taken off. What is done beside the play, in
another thread or while a bot thinks, is shown apart. Reports and claims by the worker's deputy, a
process of its own, are not shown; if the worker has to wait for them, that is in `errand`.
"""

import contextlib
import statistics
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import django
from django.core.management import call_command
from django.utils import timezone

django.setup()

import engine  # noqa: E402
from agents.sandbox import choose  # noqa: E402
from agents.table import bench, player, referee, wire  # noqa: E402
from agents.table.play import Play  # noqa: E402
from benchmarks import installation  # noqa: E402
from benchmarks.throughput import GAMES  # noqa: E402
from tournaments.machinery.processes.deputies import Deputy  # noqa: E402
from tournaments.models import Game  # noqa: E402
from tournaments.services.playing import ahead, clerks, play, reports, workers  # noqa: E402

KIND = "10 ms"
DEPUTY = Deputy()
THINKING = "thinking"
LEASE = timedelta(seconds=30)
PHASES: tuple[tuple[str, object, str], ...] = (
    ("claim", play, "claim"),
    ("games", play, "_play"),
    ("archives", play, "_referee"),
    ("take", bench.Bench, "take"),
    ("seat", player.RunningBot, "__init__"),
    ("greet", player.RunningBot, "greet"),
    ("begin", player.RunningBot, "begin"),
    ("start", player.RunningBot, "start"),
    ("wait", ahead.Background, "ready"),
    ("ask", player.RunningBot, "choose"),
    ("check", Play, "turn"),
    ("play", referee, "_run"),
    (THINKING, wire.Table, "step_aside"),
    ("prepare", bench.Bench, "prepare"),
    ("finish", Play, "finish"),
    ("stop", referee.EndedGame, "close"),
    ("report", reports, "report"),
    ("errand", clerks.ClerkBeside, "take"),
)
"""A name for each phase, and the function whose time it is."""
ORDER = [phase for phase, _owner, _name in PHASES]


class Stopwatch:
    """The seconds of each phase of each game, apart for this thread and for all beside it."""

    def __init__(self) -> None:
        self.games: list[dict[tuple[bool, str], float]] = []
        self.next_game()
        self._local = threading.local()
        self._main = threading.get_ident()

    def next_game(self) -> None:
        """What is measured from now on belongs to the next game."""
        self.games.append(defaultdict(float))

    def watch(self, phase: str, owner: Any, name: str) -> None:
        """Measure a function from now on."""
        function = getattr(owner, name)

        def measured(*arguments: Any, **terms: Any) -> Any:
            with self._lap(phase) as not_mine:
                result = function(*arguments, **terms)
                if isinstance(result, player.TimedAnswer):
                    not_mine.append(result.spent.wall)
            if isinstance(result, referee.EndedGame):
                self.next_game()
            return result

        setattr(owner, name, measured)

    @contextlib.contextmanager
    def _lap(self, phase: str) -> Iterator[list[float]]:
        """A phase while it lasts; what is appended to the list is taken off."""
        around, beside = getattr(self._local, "now", ([], threading.get_ident() != self._main))
        within: list[float] = []
        thinking = phase == THINKING
        self._local.now = within, beside or thinking
        began = time.perf_counter()
        try:
            yield within
        finally:
            taken = time.perf_counter() - began
            self._local.now = around, beside
            # While a bot thinks its clock runs, which is taken off as a whole.
            around += [] if thinking else [taken]
            self.games[-1][beside or thinking, phase] += taken - sum(within)

    def show(self) -> None:
        """A line for each phase: the mean, the median and the quickest game's."""
        games = self.games[1:-1]
        for beside, title in ((False, "on the way"), (True, "beside it")):
            phases = {phase for game in self.games for kind, phase in game if kind is beside}
            names = [phase for phase in ORDER if phase in phases]
            rows = {phase: [game[beside, phase] for game in games] for phase in names}
            whole = [sum(each) for each in zip(*rows.values(), strict=True)]
            for phase, taken in ({title: whole} | rows).items():
                figures = [statistics.fmean(taken), statistics.median(taken), min(taken)]
                print(f"  {phase:<22}" + "".join(f"{1e3 * each:>10.2f}" for each in figures))


def main(title: str, variant: str) -> None:
    """Play a tournament, and print its phases."""
    call_command("migrate", verbosity=0, interactive=False)
    game = engine.parse_variant(variant)
    versions = installation.upload(game)[KIND]
    watch = Stopwatch()
    # Checks of the uploads come first: with them all is imported, and the runtime prepared.
    play_all(validation=True)
    row = installation.tournament(versions, game, games=GAMES[KIND])
    for phase, owner, name in PHASES:
        watch.watch(phase, owner, name)
    began = time.perf_counter()
    play_all(validation=False)
    taken = time.perf_counter() - began
    ended = Game.objects.finished().filter(match__tournament=row)
    clocks = sum(map(installation.clock_seconds, ended))
    count = ended.count()
    print(f"{title}, {variant}: milliseconds a game, {count} games: {1e3 * taken / count:.1f}")
    print(f"  not the bots' {1 - clocks / taken:.1%}: {1e3 * (taken - clocks) / count:.1f}")
    print(f"  {'':<22}{'mean':>10}{'median':>10}{'least':>10}")
    watch.show()


def play_all(*, validation: bool) -> None:
    """Play what waits, as a worker's process does."""
    worker = workers.Worker("phases", choose("auto"), LEASE, timezone.now)
    clerk = clerks.ClerkBeside(None if validation else DEPUTY)
    play.play_on(worker, validation=validation, enough=lambda: False, clerk=clerk)


if __name__ == "__main__":
    main(*sys.argv[1:])
