"""Lets the bots of tests/agents/hostile_bots try what they try, each in a fresh sandbox.

A program of its own, too: prints the outcomes of all bots as JSON, so that the corpus can run as
another user.
"""

import ast
import json
import os
import selectors
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from agents.sandbox import Child, Exit, Isolation, start
from agents.sandbox.polling import has_input
from agents.terms.limits import Limits

BOTS = Path(__file__).resolve().parents[1] / "hostile_bots"
LIMITS = Limits(cpu_seconds=1)
# Where the same attempt is stopped by something else than in namespaces of its own.
_IN_CHROOT = {
    "OSError: No space left on device": "scratch",
    "OSError: Read-only file system": "PermissionError",
}
_INSIDE = Path(__file__).with_name("inside.py").read_text(encoding="utf-8")
_BEGAN = b'"began"\n'
# Bots that never end by themselves are left alone this long; all others end far sooner than that.
_GRACE_SECONDS = 0.2
_PATIENCE_SECONDS = 60.0


@dataclass(frozen=True)
class Bot:
    name: str
    text: str
    outcome: str


def expected(bot: Bot, isolation: Isolation) -> set[str]:
    """Return the outcomes of which a bot must get one under one of the outer layers."""
    if isolation is not Isolation.CHROOT:
        return {bot.outcome}
    # Which comes first depends on the machine: our patience ends, or there are too many files.
    racing = {"scratch"} if bot.name == "fills_by_number_of_files" else set()
    return {_IN_CHROOT.get(bot.outcome, bot.outcome)} | racing


def bots() -> list[Bot]:
    return [_read(path) for path in sorted(BOTS.glob("*.py"))]


def _read(path: Path) -> Bot:
    text = path.read_text(encoding="utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "OUTCOME":
            return Bot(path.stem, text, ast.literal_eval(node.value))
    raise ValueError(f"{path} does not say its OUTCOME")


def play(bot: Bot, *, isolation: Isolation = Isolation.BUBBLEWRAP) -> str:
    """Return what became of the bot in one game, in the words of OUTCOME."""
    with start(limits=LIMITS, isolation=isolation, program=f"{bot.text}\n{_INSIDE}") as child:
        began = _began(child)
        patience = _GRACE_SECONDS if bot.outcome == "killed" else _PATIENCE_SECONDS
        replies = _read_all(child, patience=patience)
        ended = child.close()
    return _describe(replies, ended) if began else f"never ran: {ended}"


def play_all(*, isolation: Isolation) -> dict[str, str]:
    """Return what became of every bot; several play at once, each started by its own thread."""
    everyone = bots()
    with ThreadPoolExecutor(max_workers=4) as pool:
        outcomes = pool.map(lambda bot: play(bot, isolation=isolation), everyone)
        return dict(zip((bot.name for bot in everyone), outcomes, strict=True))


def _began(child: Child) -> bool:
    """Wait for the bot's report that it ran; return whether it came."""
    received = b""
    while len(received) < len(_BEGAN):
        has_input(child.replies, _PATIENCE_SECONDS)
        part = os.read(child.replies, len(_BEGAN) - len(received))
        if not part:
            return False
        received += part
    return received == _BEGAN


def _read_all(child: Child, *, patience: float) -> bytes:
    """Read both pipes until the bot ends or `patience` seconds are over; return the replies."""
    read = {child.replies: b"", child.output: b""}
    deadline = time.monotonic() + patience
    with selectors.DefaultSelector() as waiting:
        for descriptor in read:
            waiting.register(descriptor, selectors.EVENT_READ)
        while waiting.get_map() and (left := deadline - time.monotonic()) > 0:
            for key, _events in waiting.select(left):
                part = os.read(key.fd, 65536)
                read[key.fd] += part[: max(0, 65536 - len(read[key.fd]))]
                if not part:
                    waiting.unregister(key.fd)
    while child.alive() and time.monotonic() < deadline:
        time.sleep(0.001)  # its pipes close a moment before it ends
    return read[child.replies]


def _describe(replies: bytes, ended: Exit) -> str:
    if ended.platform_fault:
        return f"platform fault: {ended.platform_fault}"
    if ended.cpu_exceeded or ended.scratch_exceeded:
        return "cpu" if ended.cpu_exceeded else "scratch"
    if ended.signal is not None:
        return signal.Signals(ended.signal).name
    if ended.status != 0 or not replies:
        return "killed" if ended.status is None else f"status {ended.status}"
    answer = json.loads(replies)
    return str(answer.get("stopped") or f"got {answer['got']}")


if __name__ == "__main__":
    chosen = Isolation(sys.argv[1])
    json.dump(play_all(isolation=chosen), sys.stdout)
