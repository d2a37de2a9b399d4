"""What a bot as a WebAssembly module costs: its start, its memory, and its speed against native.

Usage: python -m benchmarks.wasm [REPEATS]

The bot is examples/wasm-kalah, whose notes say how many positions it has looked at. Native is the
same source, compiled by `cc -O3` and asked about the same positions; it needs a C compiler.
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import engine
from agents import samples
from agents.bots import archive
from agents.inside import fuel
from agents.sandbox import Isolation
from agents.table import referee
from agents.table.bench import Bench
from agents.table.conditions import Conditions, Deal, SeatedBot
from agents.table.player import RunningBot
from agents.table.referee import GameReport
from agents.table.wire import Table
from agents.terms.clock import TimeControl
from agents.terms.limits import Limits
from benchmarks.common import in_turn, seconds

EXAMPLE = Path(__file__).parents[1] / "examples" / "wasm-kalah"
MODULE = archive.pack("bot.wasm", (EXAMPLE / "bot.wasm").read_bytes()).data
PYTHON = archive.pack("bot.py", samples.read("random")).data
CONTROL = TimeControl("measured", bank=20.0, increment=0.5, per_action=None, startup=60.0)
CONDITIONS = Conditions(CONTROL, Limits(), Isolation.BUBBLEWRAP)
GAME = engine.load_game("kalah", seeds=4)
ENOUGH_POSITIONS = 10_000


def main(repeats: int) -> None:
    rows = {"bot.py": PYTHON, "bot.wasm": MODULE}
    probes = {name: partial(start, bot) for name, bot in rows.items()}
    print(f"Process, load, repertoire, end: milliseconds, median of {repeats}")
    for name, taken in in_turn(probes, repeats).items():
        print(f"  {name:10} {taken * 1e3:6.0f}, peak memory {peak(rows[name]):.0f} MiB")
    games = [game() for _ in range(repeats)]
    same = len({report.logs for report in games}) == 1
    print(f"\n{repeats} times the same game: instructions of each action the same: {same}")
    rates = [instructions_a_second(report) for report in games]
    print(f"Instructions a CPU second: {statistics.median(rates) / 1e9:.1f} thousand million")
    print(f"Instructions that count as a second: {fuel.PER_NANOSECOND} thousand million")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "bot"
        subprocess.run(["cc", "-O3", "-o", program, EXAMPLE / "bot.c"], check=True)
        ratios = [native(program, report) / speed(report) for report in games]
    print(f"Native is {statistics.median(ratios):.2f} times as fast ({min(ratios):.2f} to "
          f"{max(ratios):.2f})")  # fmt: skip


def start(bot: bytes) -> float:
    return seconds(partial(referee.probe, bot, CONDITIONS))


def peak(bot: bytes) -> float:
    """The most memory that its process had until its first answer, in MiB."""
    with Bench(limits=CONDITIONS.limits, isolation=CONDITIONS.isolation) as bench:
        process = bench.take()
        player = RunningBot(Table(None), process, CONDITIONS)
        player.greet()
        player.begin(bot, seed=0, variant=GAME.variant, seat=0)
        player.start()
        player.choose(GAME.new_initial_state().view(0))
        status = Path(f"/proc/{process.child.pid}/status").read_text()
        player.close()
    return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) / 1024


def game() -> GameReport:
    bots = [SeatedBot(MODULE, "module", 1, seed) for seed in range(2)]
    return referee.play_game(GAME, bots, Deal(bytes(32), 1), CONDITIONS).report()


def searches(report: GameReport) -> Iterator[tuple[int, Mapping[str, Any], int]]:
    """The actions that took a search: their place in the record, the event, and the positions."""
    for place, event in enumerate(report.record["events"]):
        positions = int(event["note"].split()[-2])
        if positions > ENOUGH_POSITIONS:
            yield place, event, positions


def speed(report: GameReport) -> float:
    """Positions in a second of CPU time."""
    found = list(searches(report))
    return sum(row[2] for row in found) / sum(row[1]["cpu"] for row in found)


def instructions_a_second(report: GameReport) -> float:
    counts = sum(int(text) for log in report.logs for text in re.findall(r": (\d+) instr", log))
    return counts / sum(event["cpu"] for event in report.record["events"])


def native(program: Path, report: GameReport) -> float:
    """Positions in a second of CPU time of the program, asked about the same positions."""
    lines, state = [], GAME.new_initial_state()
    asked = {place for place, _event, _positions in searches(report)}
    for place, event in enumerate(report.record["events"]):
        if place in asked:
            clock = {"remaining": 20.0, "increment": 0.5, "per_action": None}
            view = state.view(state.current_player())
            lines.append(json.dumps({"type": "turn", "turn": 1, "state": view, "clock": clock}))
        state.apply_action(state.string_to_action(event["action"]))
    before = os.times().children_user
    done = subprocess.run([program], input="\n".join(lines), capture_output=True, text=True)  # noqa: PLW1510
    spent = os.times().children_user - before
    return sum(int(text) for text in re.findall(r"(\d+) positions", done.stdout)) / spent


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
