"""What each process of `manage.py run` costs while nothing happens, and while games are played.

`python -m benchmarks.idle` starts a site of its own, as a fresh `make run` does. The first span is
busy: it begins when the first match of the opening tournaments is played. The second begins when
nothing is left to do and that has lasted as long as a span. Before each it says how long it waited.
For each process it prints the CPU time in milliseconds a second, how often it woke up in a second,
its memory (PSS, in MB: shared pages are divided among those that share them), and how that grew.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.common import parser
from tests.e2e.site import Site, stop

TICKS = os.sysconf("SC_CLK_TCK")
OF_TESTS = ("KAURI_LEASE_SECONDS", "KAURI_TICK_SECONDS", "KAURI_OPENING_TOURNAMENTS")
"""Settings with which tests hurry; an idle site has the defaults."""

NAMES = {
    "machinery.foreground": "manage.py run",
    "webserver": "the site",
    "multiprocessing": "the site's processes",
    "--queues play": "the worker that plays",
    "--queues validation": "the worker that checks",
    "--queues casual": "the worker of casual games",
    "celery": "the scheduler",
}
PLAYING = "Match.objects.running().count()"
LEFT = "Match.objects.open().count() + Match.objects.unjudged().count()"


@dataclass(frozen=True)
class Sample:
    """What a process has used so far."""

    cpu: float
    wakes: int
    memory: float


def main() -> None:
    given = parser(str(__doc__), seconds=30.0).parse_args()
    with tempfile.TemporaryDirectory(prefix="kauri-") as folder:
        site = Site(Path(folder), number=0)
        for name in OF_TESTS:
            del site.environment[name]
        process = site.start()
        try:
            _await("a match is played", lambda: site.query(PLAYING))
            _report("busy: the opening tournaments", process.pid, given.seconds)
            _await("all is played and computed", lambda: not site.query(LEFT))
            time.sleep(given.seconds)
            _report("idle", process.pid, given.seconds)
        finally:
            stop(process)


def _await(what: str, done: Callable[[], object]) -> None:
    begun = time.monotonic()
    while not done():
        time.sleep(0.5)
    print(f"\nIt took {time.monotonic() - begun:.0f} s until {what}.", flush=True)


def _report(title: str, root: int, seconds: float) -> None:
    before = {pid: _sample(pid) for pid in _family(root)}
    time.sleep(seconds)
    print(f"\n{title:<34}{'ms CPU/s':>10}{'wakes/s':>10}{'MB':>8}{'grown':>8}")
    total = 0.0
    for pid in _family(root):
        if pid not in before:
            continue
        was, now = before[pid], _sample(pid)
        total += now.cpu - was.cpu
        print(
            f"  {_name(pid):<32}{1000 * (now.cpu - was.cpu) / seconds:>10.1f}"
            f"{(now.wakes - was.wakes) / seconds:>10.1f}{now.memory:>8.1f}"
            f"{now.memory - was.memory:>+8.1f}"
        )
    print(f"  {'together':<32}{1000 * total / seconds:>10.1f}", flush=True)


def _family(root: int) -> Iterator[int]:
    """A process and all that it has started, but for sandboxes, which come and go."""
    yield root
    for child in Path(f"/proc/{root}/task/{root}/children").read_text().split():
        if "bwrap" not in _command(int(child)):
            yield from _family(int(child))


def _sample(pid: int) -> Sample:
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    switches = [
        int(line.split()[1])
        for status in Path(f"/proc/{pid}/task").glob("*/status")
        for line in status.read_text().splitlines()
        if line.startswith("voluntary_ctxt_switches")
    ]
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    (pss,) = [line.split()[1] for line in rollup.splitlines() if line.startswith("Pss:")]
    return Sample((int(words[11]) + int(words[12])) / TICKS, sum(switches), int(pss) / 1000)


def _command(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")


def _name(pid: int) -> str:
    command = _command(pid)
    return next((name for part, name in NAMES.items() if part in command), command[:32])


if __name__ == "__main__":
    main()
