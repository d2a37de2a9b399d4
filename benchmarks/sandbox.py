"""What the sandbox costs: start to first reply, a round trip, pause and resume, close, memory.

Usage: python -m benchmarks.sandbox [REPEATS]
"""

import os
import resource
import select
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

from agents.limits import Limits
from agents.sandbox import Child, Isolation, runtime, start

ECHO = "import os\nwhile part := os.read({read}, 4096):\n    os.write({write}, part)\n"
BARE = ECHO.format(read=0, write=1)
CAGED = ECHO.format(read=3, write=4)
ROUND_TRIPS = 2000


def main(repeats: int) -> None:
    runtime.prepare()
    with start(limits=Limits(), isolation=Isolation.BUBBLEWRAP, program=""):
        pass  # the first start compiles the filter
    for title, imports in (("nothing imported", ""), ("engine imported", "import engine\n")):
        print(f"\nStart to first reply, {title}: milliseconds, median of {repeats}")
        rows: dict[str, Callable[[], float]] = {
            "bare python -I -S": partial(bare_start, imports + BARE),
            "no isolation": partial(caged_start, Isolation.NONE, imports + CAGED),
            "bubblewrap": partial(caged_start, Isolation.BUBBLEWRAP, imports + CAGED),
        }
        show(rows, repeats)
    print(f"\nRound trip: microseconds, median of {ROUND_TRIPS}")
    for title, pause in (("bubblewrap", False), ("bubblewrap, resumed and paused", True)):
        print(f"  {title:32} {round_trip(pause=pause) * 1e6:8.1f}")
    print(f"\nClose: milliseconds, median of {repeats}: {close(repeats) * 1e3:.2f}")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"Largest resident set of any of these processes: {peak:.1f} MiB (shared pages included)")


def show(rows: dict[str, Callable[[], float]], repeats: int) -> None:
    """Measure in turn, so that the machine's moods meet every row alike."""
    times: dict[str, list[float]] = {title: [] for title in rows}
    for _ in range(repeats):
        for title, measure in rows.items():
            times[title].append(measure())
    base = statistics.median(next(iter(times.values())))
    for title, taken in times.items():
        median = statistics.median(taken)
        print(f"  {title:32} {median * 1e3:8.2f} {median / base:6.2f} times")


def bare_start(program: str) -> float:
    text = f"import sys\nsys.path.insert(0, {str(runtime.PROJECT)!r})\n{program}"
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        os.write(process.stdin.fileno(), b"x")
        os.read(process.stdout.fileno(), 1)
        taken = time.perf_counter() - began
        process.kill()
    return taken


def caged_start(isolation: Isolation, program: str) -> float:
    began = time.perf_counter()
    with start(limits=Limits(), isolation=isolation, program=program) as child:
        exchange(child)
        return time.perf_counter() - began


def exchange(child: Child) -> None:
    os.write(child.requests, b"x")
    select.select([child.replies], [], [])
    os.read(child.replies, 1)


def round_trip(*, pause: bool) -> float:
    times = []
    with start(limits=Limits(), isolation=Isolation.BUBBLEWRAP, program=CAGED) as child:
        for _ in range(ROUND_TRIPS):
            began = time.perf_counter()
            if pause:
                child.resume()
            exchange(child)
            if pause:
                child.pause()
            times.append(time.perf_counter() - began)
    return statistics.median(times)


def close(repeats: int) -> float:
    times = []
    for _ in range(repeats):
        with start(limits=Limits(), isolation=Isolation.BUBBLEWRAP, program=CAGED) as child:
            exchange(child)
            began = time.perf_counter()
            child.close()
            times.append(time.perf_counter() - began)
    return statistics.median(times)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
