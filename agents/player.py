"""One bot at the table: its process, its clock, and what it has to answer when it is asked."""

from __future__ import annotations

import secrets
import signal
import time
from dataclasses import dataclass
from typing import Any, TypeVar

from agents import protocol
from agents.clock import GameClock, TimeControl
from agents.faults import BotFault, Fault, PlatformFault
from agents.limits import Limits, size_text
from agents.sandbox import Child, Isolation
from agents.sandbox import start as start_child
from agents.wire import Table, Wire

GREETING_SECONDS = 20.0
"""How long the platform's own part of a bot's process may take to come up."""
FINISH_SECONDS = 1.0
"""How long a bot may take to notice the end of a game, in seconds."""

_LEAVING_SECONDS = 1.0
R = TypeVar("R", bound=protocol.Reply)


@dataclass(frozen=True)
class Move:
    """A bot's answer: the action as it gave it, its note, and the seconds it took."""

    action: int | str
    note: str
    wall: float
    cpu: float


class Player:
    """A bot in a process of its own, which runs only while it is asked something.

    Every method but `close` raises BotFault for what the bot does wrong, PlatformFault for what is
    not its fault, and whatever the table's `watch` raises. After any of them, close it.
    """

    def __init__(
        self, table: Table, *, limits: Limits, isolation: Isolation, time_control: TimeControl
    ) -> None:
        """Start the process. Raises SandboxUnavailable or PlatformFault."""
        try:
            self._child: Child = start_child(limits=limits, isolation=isolation)
        except OSError as error:
            raise PlatformFault(f"The bot's process could not be started: {error}.") from error
        self._table = table
        self._limits = limits
        self._wire = Wire(self._child, limits)
        self._clock = GameClock(time_control)
        self._startup = time_control.startup
        self._starting = True
        self._turn = 0
        table.wires.append(self._wire)

    def greet(self) -> None:
        """Make sure that the process runs, before it gets to see anything of the bot."""
        nonce = secrets.token_hex(16)
        request = {"type": "hello", "protocol": protocol.VERSION, "nonce": nonce}
        try:
            reply, _, _ = self._ask(protocol.encode(request), GREETING_SECONDS)
        except BotFault as fault:
            raise PlatformFault(f"The bot's process did not come up: {fault}") from fault
        if reply != protocol.Ready(protocol.VERSION, nonce):
            raise PlatformFault(f"The bot's process is not the harness: it said {reply}.")

    def load(self, archive: bytes, *, seed: int) -> protocol.Manifest:
        """Send the archive (see `agents.archive`) and have the bot imported."""
        header = protocol.encode({"type": "load", "size": len(archive), "seed": seed})
        return self._start_step(header + archive, protocol.Manifest)

    def start(self, variant: str, *, seat: int) -> None:
        """Have the bot made for a game and a seat."""
        request = {"type": "start", "variant": variant, "seat": seat}
        self._start_step(protocol.encode(request), protocol.Started)
        self._starting = False

    def choose(self, view: dict[str, Any]) -> Move:
        """Ask for an action in a state as this bot may see it, on its clock."""
        self._turn += 1
        clock = {
            "remaining": self._clock.remaining,
            "increment": self._clock.control.increment,
            "per_action": self._clock.control.per_action,
        }
        request = {"type": "turn", "turn": self._turn, "state": view, "clock": clock}
        reply, wall, cpu = self._ask(protocol.encode(request), self._clock.allowance())
        answer = self._expect(reply, protocol.Answer)
        if answer.turn != self._turn:
            raise self._fault("out-of-turn", f"It answered turn {answer.turn} in turn {self._turn}")
        self._clock.spend(wall)
        return Move(answer.action, answer.note, wall, cpu)

    def finish(self, returns: list[float]) -> None:
        """Tell the bot how the game ended."""
        request = protocol.encode({"type": "finish", "returns": returns})
        reply, _, _ = self._ask(request, FINISH_SECONDS)
        self._expect(reply, protocol.Finished)

    def close(self) -> None:
        """End the bot and all it started. May be repeated. Raises PlatformFault."""
        if self._wire in self._table.wires:
            self._table.wires.remove(self._wire)
            self._wire.drain()
        if fault := self._child.close().platform_fault:
            raise PlatformFault(fault)

    def log(self) -> str:
        """What the bot has printed, its first and last part; complete once it is closed."""
        return self._wire.log.text()

    def _start_step(self, request: bytes, kind: type[R]) -> R:
        reply, wall, _ = self._ask(request, self._startup)
        self._startup -= wall
        return self._expect(reply, kind)

    def _ask(self, request: bytes, seconds: float) -> tuple[protocol.Reply, float, float]:
        """The reply to a request, and the wall and CPU seconds that it took."""
        self._table.wait(0)
        if self._wire.line() is not None:
            raise self._fault("out-of-turn", "It answered without being asked, or twice")
        cpu = self._child.cpu_seconds()
        self._child.resume()
        self._wire.send(request)
        began = time.perf_counter()
        line = self._await_line(began, seconds)
        wall = time.perf_counter() - began
        self._child.pause()
        if wall > seconds:
            raise self._late(seconds)
        return self._parse(line), wall, self._child.cpu_seconds() - cpu

    def _await_line(self, began: float, seconds: float) -> bytes:
        while True:
            self._check_amounts()
            if (line := self._wire.line()) is not None:
                return line
            if self._wire.ended:
                raise self._gone()
            left = began + seconds - time.perf_counter()
            if left <= 0:
                raise self._late(seconds)
            self._table.wait(left)

    def _check_amounts(self) -> None:
        if self._wire.too_long():
            size = size_text(self._limits.message_bytes)
            raise self._fault("output", f"Its answer is longer than {size}")
        if self._wire.too_much_output():
            size = size_text(self._limits.output_bytes)
            raise self._fault("output", f"It printed more than {size}")

    def _parse(self, line: bytes) -> protocol.Reply:
        try:
            return protocol.parse_reply(line)
        except protocol.ProtocolError as error:
            raise self._fault("invalid", f"It broke the protocol: {error}") from None

    def _expect(self, reply: protocol.Reply, kind: type[R]) -> R:
        if isinstance(reply, protocol.Complaint):
            raise self._fault(reply.kind, reply.summary, reply.detail)
        if not isinstance(reply, kind):
            got, wanted = type(reply).__name__, kind.__name__
            raise self._fault("invalid", f"It broke the protocol: {got} came in place of {wanted}")
        return reply

    def _late(self, seconds: float) -> BotFault:
        if self._starting:
            startup = self._clock.control.startup
            return self._fault("startup", f"It did not start within its {startup:g} s")
        if seconds == self._clock.control.per_action:
            return self._fault(
                "timeout", f"It did not answer within {seconds:g} s, the most allowed"
            )
        return self._fault("timeout", f"It used up its time: {seconds:.3f} s were left in its bank")

    def _gone(self) -> BotFault:
        """The fault of a bot whose replies have ended. Raises PlatformFault if it is none."""
        until = time.perf_counter() + _LEAVING_SECONDS
        while self._child.alive() and time.perf_counter() < until:
            self._table.wait(0.01)
        if self._child.alive():
            return self._fault("crash", "It closed the descriptor of its answers")
        self._wire.drain()
        end = self._child.close()
        if end.platform_fault:
            raise PlatformFault(end.platform_fault)
        if end.memory_exceeded:
            size = size_text(self._limits.memory_bytes)
            return self._fault("memory", f"It used more than {size} of memory")
        if end.cpu_exceeded:
            return self._fault("cpu", f"It used more than {self._limits.cpu_seconds} s of CPU time")
        if end.signal is not None:
            return self._fault("crash", f"Its process was ended by {_signal_name(end.signal)}")
        return self._fault("crash", f"Its process ended by itself with status {end.status}")

    def _fault(self, kind: str, summary: str, detail: str = "") -> BotFault:
        if self._starting and kind in ("crash", "invalid"):
            kind = "startup"
        elif not self._starting and kind == "startup":
            kind = "crash"
        return BotFault(Fault(kind, None, summary.rstrip(".") + ".", detail))


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
