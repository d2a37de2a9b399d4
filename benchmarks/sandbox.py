"""What the sandbox costs: start to first reply and first action, a round trip, close, memory.

Usage: python -m benchmarks.sandbox [REPEATS]
"""

import os
import resource
import select
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import engine
from agents import archive, protocol
from agents.bench import Bench
from agents.clock import TimeControl
from agents.limits import Limits
from agents.player import Player
from agents.sandbox import Child, Isolation, SandboxUnavailable, runtime, start
from agents.wire import Table

ECHO = "import os\nwhile part := os.read({read}, 4096):\n    os.write({write}, part)\n"
BARE = ECHO.format(read=0, write=1)
CAGED = ECHO.format(read=3, write=4)
ROUND_TRIPS = 2000
BOT = b"""
from agents.sdk import Bot

class First(Bot):
    def choose(self, state, clock):
        return state.legal_actions()[0]
"""
AMPLE = TimeControl("ample", bank=600.0, increment=0.0, per_action=None, startup=60.0)
KALAH = engine.load_game("kalah")


def main(repeats: int) -> None:
    runtime.prepare()
    cages = dict(available())
    for title, imports in (("nothing imported", ""), ("engine imported", "import engine\n")):
        print(f"\nStart to first reply, {title}: milliseconds, median of {repeats}")
        rows: dict[str, Callable[[], float]] = {
            "bare python -I -S": partial(bare_start, imports + BARE)
        }
        rows |= {name: partial(caged_start, cage, imports + CAGED) for name, cage in cages.items()}
        show(rows, repeats)
    print(f"\nBeginning of a game to a bot's first action: milliseconds, median of {repeats}")
    rows = {"bare python -I -S": bare_first_action}
    for name, cage in cages.items():
        rows[name] = partial(first_action, cage)
        rows[f"{name}, prepared"] = partial(first_action, cage, prepared=True)
    show(rows, repeats)
    print(f"\nRound trip of one byte: microseconds, median of {ROUND_TRIPS}")
    trips = {"bare pipe": bare_round_trip()}
    for name, cage in cages.items():
        trips[name] = round_trip(cage, pause=False)
        trips[f"{name}, resumed and paused"] = round_trip(cage, pause=True)
    show_medians(trips)
    print(f"\nA move of Kalah, asked and answered: microseconds, median of {ROUND_TRIPS}")
    show_medians(
        {"bare pipe, same messages": bare_move()}
        | {f"{name}, by the referee": move(cage) for name, cage in cages.items()}
    )
    print(f"\nClose: milliseconds, median of {repeats}")
    for name, cage in cages.items():
        print(f"  {name:32} {close(cage, repeats) * 1e3:8.2f}")
    print("\nPause and resume at once: microseconds, median of 100")
    show_medians({"by signal": paused(threads=1), "by its control group": paused(threads=2)})
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"Largest resident set of any of these processes: {peak:.1f} MiB (shared pages included)")


def available() -> Iterator[tuple[str, Isolation]]:
    """The kinds of isolation that can be had here, each started once: it compiles the filter."""
    for cage in (Isolation.NONE, Isolation.BUBBLEWRAP, Isolation.CHROOT):
        name = "no isolation" if cage is Isolation.NONE else cage.value
        try:
            with start(limits=Limits(), isolation=cage, program=""):
                yield name, cage
        except SandboxUnavailable as error:
            print(f"Not measured: {name}. {error}")


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


def show_medians(seconds: dict[str, float]) -> None:
    base = next(iter(seconds.values()))
    for title, median in seconds.items():
        print(f"  {title:32} {median * 1e6:8.1f} {median / base:6.2f} times")


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


def bare_first_action() -> float:
    """What any program of this bot would need: an interpreter, the engine, the bot, an action."""
    text = (
        f"import sys\nsys.path.insert(0, {str(runtime.PROJECT)!r})\n"
        f"import engine\n{BOT.decode()}\n"
        "print(First().choose(engine.load_game('kalah').new_initial_state(), None), flush=True)"
    )
    began = time.perf_counter()
    with subprocess.Popen([sys.executable, "-I", "-S", "-c", text], stdout=subprocess.PIPE) as bare:
        assert bare.stdout
        os.read(bare.stdout.fileno(), 1)
        taken = time.perf_counter() - began
        bare.kill()
    return taken


def first_action(isolation: Isolation, *, prepared: bool = False) -> float:
    with Bench(limits=Limits(), isolation=isolation, processors=2) as bench:
        bench.expect(int(prepared))
        while bench.prepare():
            time.sleep(0.001)
        began = time.perf_counter()
        player = seated(bench)
        player.choose(KALAH.new_initial_state().view(0))
        taken = time.perf_counter() - began
        player.close()
    return taken


def seated(bench: Bench) -> Player:
    """A player that is ready for its first turn."""
    player = Player(
        Table(None),
        bench.take(),
        limits=bench.limits,
        isolation=bench.isolation,
        time_control=AMPLE,
    )
    player.greet()
    player.load(archive.pack("bot.py", BOT).data, seed=0)
    player.start(KALAH.variant, seat=0)
    return player


def move(isolation: Isolation) -> float:
    times = []
    view = KALAH.new_initial_state().view(0)
    with Bench(limits=Limits(), isolation=isolation) as bench:
        player = seated(bench)
        for _ in range(ROUND_TRIPS):
            began = time.perf_counter()
            player.choose(view)
            times.append(time.perf_counter() - began)
        player.close()
    return statistics.median(times)


def bare_move() -> float:
    """The same harness and messages over two plain pipes: nothing watched, nothing stopped."""
    times = []
    with start(limits=Limits(), isolation=Isolation.NONE) as child:
        os.set_blocking(child.replies, True)
        with open(child.replies, "rb", closefd=False) as replies:
            for request, rest in conversation():
                os.write(child.requests, protocol.encode(request) + rest)
                replies.readline()
            clock = {"remaining": 600.0, "increment": 0.0, "per_action": None}
            view = KALAH.new_initial_state().view(0)
            for number in range(ROUND_TRIPS):
                began = time.perf_counter()
                request = {"type": "turn", "turn": number, "state": view, "clock": clock}
                os.write(child.requests, protocol.encode(request))
                protocol.parse_reply(replies.readline().rstrip())
                times.append(time.perf_counter() - began)
    return statistics.median(times)


def conversation() -> Iterator[tuple[dict[str, object], bytes]]:
    """What leads to the first turn."""
    data = archive.pack("bot.py", BOT).data
    yield {"type": "hello", "protocol": protocol.VERSION, "nonce": "0"}, b""
    yield {"type": "load", "size": len(data), "seed": 0}, data
    yield {"type": "start", "variant": KALAH.variant, "seat": 0}, b""


def bare_round_trip() -> float:
    times = []
    with subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", BARE], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(ROUND_TRIPS):
            began = time.perf_counter()
            os.write(process.stdin.fileno(), b"x")
            os.read(process.stdout.fileno(), 1)
            times.append(time.perf_counter() - began)
        process.kill()
    return statistics.median(times)


def exchange(child: Child) -> None:
    os.write(child.requests, b"x")
    select.select([child.replies], [], [])
    os.read(child.replies, 1)


def round_trip(isolation: Isolation, *, pause: bool) -> float:
    times = []
    with start(limits=Limits(), isolation=isolation, program=CAGED) as child:
        for _ in range(ROUND_TRIPS):
            began = time.perf_counter()
            if pause:
                child.resume()
            exchange(child)
            if pause:
                child.pause()
            times.append(time.perf_counter() - began)
    return statistics.median(times)


def paused(*, threads: int) -> float:
    times = []
    limits = Limits(processes=threads)
    with start(limits=limits, isolation=Isolation.BUBBLEWRAP, program=CAGED) as child:
        exchange(child)
        for _ in range(100):
            began = time.perf_counter()
            child.pause()
            child.resume()
            times.append(time.perf_counter() - began)
    return statistics.median(times)


def close(isolation: Isolation, repeats: int) -> float:
    times = []
    for _ in range(repeats):
        with start(limits=Limits(), isolation=isolation, program=CAGED) as child:
            exchange(child)
            began = time.perf_counter()
            child.close()
            times.append(time.perf_counter() - began)
    return statistics.median(times)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
