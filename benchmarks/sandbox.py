"""What the sandbox costs, beginning with the two ratios that have a goal.

Usage: python -m benchmarks.sandbox [REPEATS]

The first: from the beginning of a game, with nothing prepared, to a bot's first action; against a
bare interpreter that imports the same engine and bot from the same folder and chooses the same
action. The second: a move of Kalah by the referee, from its question to the checked answer, with
the bot's waking and stopping, its clocks and all checks; against the same messages, written and
read by the same code, through two plain pipes to the same harness, which nobody watches or stops.
"""

import os
import select
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path

import engine
from agents.bots import archive
from agents.inside import protocol
from agents.sandbox import Child, Isolation, SandboxUnavailable, runtime, start
from agents.table import replies
from agents.table.bench import Begun, Bench
from agents.table.conditions import Conditions
from agents.table.player import RunningBot
from agents.table.wire import Table
from agents.terms.clock import TimeControl
from agents.terms.limits import Limits
from benchmarks.common import in_turn, seconds

GOAL = 2.0
ECHO = "import os\nwhile part := os.read({read}, 4096):\n    os.write({write}, part)\n"
BARE_ECHO = ECHO.format(read=0, write=1)
CAGED = ECHO.format(read=3, write=4)
BARE = "bare python -I -S"
ROUND_TRIPS = 2000
ROUNDS, MOVES = 20, 200
BOT = b"""
from agents.sdk import Bot

class First(Bot):
    def choose(self, state, clock):
        return state.legal_actions()[0]
"""
ARCHIVE = archive.pack("bot.py", BOT).data
AMPLE = TimeControl("ample", bank=600.0, increment=0.0, per_action=None, startup=60.0)
KALAH = engine.load_game("kalah")
VIEW = KALAH.new_initial_state().view(0)
STEPS = ("process", "greet", "load and start", "first action", "finish", "close")


def main(repeats: int) -> None:
    cages = dict(available())
    print(f"The engine runs {engine.build()}.")
    starts = in_turn({BARE: bare_first_action} | each(cages, first_action), repeats)
    moves = round_trips(cages)
    print(f"\nThe goals: each under {GOAL:g} times the bare one")
    for name in cages:
        show_goal(f"start to first action, {name}", starts[name] / starts[BARE])
        show_goal(f"a move's round trip, {name}", moves[name] / moves["bare pipe"])
    prepared = {f"{name}, prepared": partial(prepared_action, cage) for name, cage in cages.items()}
    print(f"\nStart to a bot's first action: milliseconds, median of {repeats}")
    show(starts | in_turn(prepared, repeats), 1e3)
    print(f"\nA move of Kalah, asked and answered: microseconds, median of {ROUNDS * MOVES}")
    show(moves, 1e6)
    show_parts(cages, repeats)
    show_memory(cages)


def show_parts(cages: dict[str, Isolation], repeats: int) -> None:
    """What goes into the two: starting a process, the pipe, stopping, and a game's fixed part."""
    for title, imports in (("nothing imported", ""), ("engine imported", "import engine\n")):
        print(f"\nStart to first reply, {title}: milliseconds, median of {repeats}")
        rows: dict[str, Callable[[], float]] = {BARE: partial(bare_start, imports + BARE_ECHO)}
        rows |= {name: partial(caged_start, cage, imports + CAGED) for name, cage in cages.items()}
        show(in_turn(rows, repeats), 1e3)
    print(f"\nRound trip of one byte: microseconds, median of {ROUND_TRIPS}")
    trips = {"bare pipe": bare_round_trip()}
    for name, cage in cages.items():
        trips[name] = round_trip(cage, pause=False)
        trips[f"{name}, resumed and paused"] = round_trip(cage, pause=True)
    show(trips, 1e6)
    print("\nPause and resume at once: microseconds, median of 100")
    show({"by signal": paused(threads=1), "by its control group": paused(threads=2)}, 1e6)
    print(f"\nA game's fixed part, one bot, nothing prepared: milliseconds, median of {repeats}")
    for name, cage in cages.items():
        taken = zip(*(steps(cage) for _ in range(repeats)), strict=True)
        medians = [statistics.median(each_time) * 1e3 for each_time in taken]
        parts = ", ".join(
            f"{step} {median:.2f}" for step, median in zip(STEPS, medians, strict=True)
        )
        print(f"  {name:32} {sum(medians):8.2f}: {parts}")


def show_memory(cages: dict[str, Isolation]) -> None:
    print("\nPeak memory of the bot's process after one move: MiB, shared pages included")
    for name, cage in cages.items():
        with Bench(limits=Limits(), isolation=cage) as bench:
            process = bench.take()
            player = seated(bench, process)
            player.choose(VIEW)
            status = Path(f"/proc/{process.child.pid}/status").read_text()
            player.close()
        (peak,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
        print(f"  {name:32} {int(peak) / 1024:8.1f}")


def available() -> Iterator[tuple[str, Isolation]]:
    """The kinds of isolation that can be had here, each started once: it compiles the filter."""
    runtime.prepare()
    for cage in (Isolation.NONE, Isolation.BUBBLEWRAP, Isolation.CHROOT):
        name = "no isolation" if cage is Isolation.NONE else cage.value
        try:
            with start(limits=Limits(), isolation=cage, program=""):
                yield name, cage
        except SandboxUnavailable as error:
            print(f"Not measured: {name}. {error}")


def each(
    cages: dict[str, Isolation], measure: Callable[[Isolation], float]
) -> dict[str, Callable[[], float]]:
    return {name: partial(measure, cage) for name, cage in cages.items()}


def show(medians: dict[str, float], unit: float) -> None:
    base = next(iter(medians.values()))
    for title, median in medians.items():
        print(f"  {title:32} {median * unit:8.2f} {median / base:6.2f} times")


def show_goal(title: str, ratio: float) -> None:
    print(f"  {title:44} {ratio:5.2f} times: {'met' if ratio < GOAL else 'NOT met'}")


def bare_start(program: str) -> float:
    with since() as taken, bare(program) as process:
        exchange(process.stdin.fileno(), process.stdout.fileno())
        return taken()


@contextmanager
def since() -> Iterator[Callable[[], float]]:
    """The seconds from now on."""
    began = time.perf_counter()
    yield lambda: time.perf_counter() - began


@contextmanager
def bare(program: str) -> Iterator["subprocess.Popen[bytes]"]:
    """An interpreter that finds engine and agents where bots have them: the very same files."""
    text = f"import sys\nsys.path.insert(0, {str(runtime.prepare().project)!r})\n{program}"
    arguments = [sys.executable, "-I", "-S", "-c", text]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        yield process
        process.kill()


def caged_start(isolation: Isolation, program: str) -> float:
    with since() as taken, start(limits=Limits(), isolation=isolation, program=program) as child:
        exchange_with(child)
        return taken()


def bare_first_action() -> float:
    """What any program of this bot would need: an interpreter, the engine, the bot, an action."""
    program = (
        f"import engine\n{BOT.decode()}\n"
        "print(First().choose(engine.load_game('kalah').new_initial_state(), None), flush=True)"
    )
    with since() as taken, bare(program) as process:
        os.read(process.stdout.fileno(), 1)
        return taken()


def first_action(isolation: Isolation) -> float:
    with since() as taken, Bench(limits=Limits(), isolation=isolation) as bench:
        return choosing(bench, taken)


def choosing(bench: Bench, taken: Callable[[], float]) -> float:
    """What was taken when a bot has chosen its first action."""
    player = seated(bench)
    player.choose(VIEW)
    seconds_taken = taken()
    player.close()
    return seconds_taken


def prepared_action(isolation: Isolation) -> float:
    with Bench(limits=Limits(), isolation=isolation, processors=2) as bench:
        bench.expect(1, KALAH.variant)
        while bench.prepare():
            time.sleep(0.001)
        with since() as taken:
            return choosing(bench, taken)


def begun(bench: Bench, process: Begun | None = None) -> RunningBot:
    conditions = Conditions(AMPLE, bench.limits, bench.isolation)
    return RunningBot(Table(None), process or bench.take(), conditions)


def seated(bench: Bench, process: Begun | None = None) -> RunningBot:
    """A player that is ready for its first turn."""
    player = begun(bench, process)
    player.greet()
    load_and_start(player)
    return player


def load_and_start(player: RunningBot) -> None:
    player.begin(ARCHIVE, seed=0, variant=KALAH.variant, seat=0)
    player.start()


def steps(isolation: Isolation) -> list[float]:
    """The seconds of each of `STEPS`."""
    marks = [time.perf_counter()]
    with Bench(limits=Limits(), isolation=isolation) as bench:
        player = begun(bench)
        marks.append(time.perf_counter())
        for step in (
            player.greet,
            partial(load_and_start, player),
            partial(player.choose, VIEW),
            partial(player.finish, [1.0, -1.0]),
            player.close,
        ):
            step()
            marks.append(time.perf_counter())
    return [later - earlier for earlier, later in pairwise(marks)]


def round_trips(cages: dict[str, Isolation]) -> dict[str, float]:
    """The median seconds of a move, bare and in each cage: in turn, some hundred at a time."""
    times: dict[str, list[float]] = {title: [] for title in ("bare pipe", *cages)}
    for _ in range(ROUNDS):
        times["bare pipe"] += bare_moves()
        for name, cage in cages.items():
            times[name] += moves(cage)
    return {title: statistics.median(taken) for title, taken in times.items()}


def moves(isolation: Isolation) -> list[float]:
    with Bench(limits=Limits(), isolation=isolation) as bench:
        player = seated(bench)
        times = [seconds(partial(player.choose, VIEW)) for _ in range(MOVES)]
        player.close()
    return times


def bare_moves() -> list[float]:
    """The same harness and messages over two plain pipes: nothing watched, nothing stopped."""
    with start(limits=Limits(), isolation=Isolation.NONE) as child:
        os.set_blocking(child.replies, True)
        with open(child.replies, "rb", closefd=False) as answers:
            for request, rest in conversation():
                os.write(child.requests, protocol.encode(request) + rest)
                answers.readline()

            def ask(turn: int) -> None:
                clock = {"remaining": 600.0, "increment": 0.0, "per_action": None}
                request = {"type": "turn", "turn": turn, "state": VIEW, "clock": clock}
                os.write(child.requests, protocol.encode(request))
                replies.parse_reply(answers.readline().rstrip())

            return [seconds(partial(ask, turn)) for turn in range(MOVES)]


def conversation() -> Iterator[tuple[dict[str, object], bytes]]:
    """What leads to the first turn."""
    hello = {"type": "hello", "protocol": protocol.VERSION, "nonce": "0"}
    yield hello | {"variant": KALAH.variant}, b""
    yield {"type": "load", "size": len(ARCHIVE), "seed": 0}, ARCHIVE
    yield {"type": "start", "variant": KALAH.variant, "seat": 0}, b""


def exchange(requests: int, answers: int) -> None:
    """With pipes that block."""
    os.write(requests, b"x")
    os.read(answers, 1)


def bare_round_trip() -> float:
    with bare(BARE_ECHO) as process:
        asked, answered = process.stdin.fileno(), process.stdout.fileno()
        times = [seconds(partial(exchange, asked, answered)) for _ in range(ROUND_TRIPS)]
    return statistics.median(times)


def round_trip(isolation: Isolation, *, pause: bool) -> float:
    with start(limits=Limits(), isolation=isolation, program=CAGED) as child:
        ask = partial(exchange_awake if pause else exchange_with, child)
        return statistics.median(seconds(ask) for _ in range(ROUND_TRIPS))


def exchange_with(child: Child, wake: Callable[[], None] = lambda: None) -> None:
    os.write(child.requests, b"x")
    wake()
    select.select([child.replies], [], [])
    os.read(child.replies, 1)


def exchange_awake(child: Child) -> None:
    """As the referee does it: the request first, then the bot is woken for it."""
    exchange_with(child, wake=child.resume)
    child.pause()


def paused(*, threads: int) -> float:
    limits = Limits(processes=threads)
    with start(limits=limits, isolation=Isolation.BUBBLEWRAP, program=CAGED) as child:
        exchange_with(child)

        def pause() -> None:
            child.pause()
            child.resume()

        return statistics.median(seconds(pause) for _ in range(100))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
