"""One bot at the table: its process, its clock, and its answers."""

import signal
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from agents.inside import protocol
from agents.sandbox import Exit, Isolation
from agents.table import replies
from agents.table.bench import Begun
from agents.table.conditions import Conditions
from agents.table.log import Log
from agents.table.stall import RECORDED_SECONDS, STARVED_SECONDS, StallMeter
from agents.table.wire import Table, Wire
from agents.terms.clock import GameClock, Spent
from agents.terms.faults import BotFault, HostStalled, PlatformFault
from agents.words import Sentence

GREETING_SECONDS = 20.0
"""How long the platform's own part of a bot's process may take to start, in seconds."""
FINISH_SECONDS = 1.0
"""How long a bot may take to notice the end of a game, in seconds."""
STOPPED_SECONDS = 0.05
"""The most CPU time that each allowed process or thread of a bot may use in one wait.

Measured: 4 microseconds for one thread, up to 5 ms for a busy second one.
"""

_TO_START = (replies.BotManifest, replies.Started)
_COUNT_FILES_SECONDS = 0.1
_LEAST_STINT = 0.005
_SETTLING_SECONDS = 0.001
_LEAVING_SECONDS = 1.0


@dataclass(frozen=True)
class TimedAnswer:
    """A bot's answer: the action as it gave it, its note, and the time it took."""

    action: int | str
    note: str
    spent: Spent


class _Clock(NamedTuple):
    """The clock that runs while a bot answers.

    `late` is the code of the sentence for when it runs out. All in seconds: `seconds` is the time
    left, `given` the time it began with, and `excusable` the most stall that may be taken off.
    """

    late: str
    seconds: float
    given: float
    excusable: float = 0.0


class _Given(NamedTuple):
    """A bot's lines, and the time they took."""

    lines: list[bytes]
    spent: Spent


class Answering(Protocol):
    """A bot in a game, wherever it runs; the methods are those of `RunningBot`."""

    waiting_cpu: float
    log: Log

    @property
    def unmeasured(self) -> str: ...  # noqa: D102 - as in RunningBot, like all that follow
    def greet(self) -> None: ...  # noqa: D102
    def begin(self, archive: bytes, *, seed: int, variant: str, seat: int) -> None: ...  # noqa: D102
    def start(self) -> None: ...  # noqa: D102
    def resume(self, spent: Iterable[Spent]) -> None: ...  # noqa: D102
    def choose(self, view: dict[str, Any]) -> TimedAnswer | None: ...  # noqa: D102
    def finish(self, returns: list[float]) -> None: ...  # noqa: D102
    def end(self) -> None: ...  # noqa: D102
    def close(self) -> None: ...  # noqa: D102


class RunningBot:
    """A bot in a process of its own, which runs only while it has a question to answer.

    Every method but `close` raises BotFault for what the bot does wrong, PlatformFault for what is
    not its fault, and what the table's `watch` raises. Close the bot after any of these.
    """

    def __init__(self, table: Table, begun: Begun, conditions: Conditions) -> None:
        """Take over a process that was started with the same limits and isolation."""
        self._begun = begun
        self._child = begun.child
        self._table = table
        self._limits = conditions.limits
        self._isolated = conditions.isolation is not Isolation.NONE
        self._wire = Wire(self._child, conditions.limits, table.now)
        self.log = self._wire.log
        """What the bot prints, complete once it is closed.

        After an answer it holds all output before that: `poll` looks at the answer first, so
        earlier output is there when it looks at the output.
        """
        self._meter = StallMeter(self._child.pid, self._child.cpu_seconds)
        self._clock = GameClock(conditions.time_control)
        self._starting = True
        self._turn = 0
        self._count_files_at = 0.0
        self._cpu_at_pause = 0.0
        self._began = self._awake = 0.0
        self.waiting_cpu = 0.0
        """All CPU seconds that the bot has used while it was stopped."""
        table.wires.append(self._wire)

    @property
    def unmeasured(self) -> str:
        """Why the host's stalls cannot be measured here; empty if they can."""
        return self._meter.unmeasured

    def greet(self) -> None:
        """Make sure that the process is up, before it gets the bot."""
        try:
            clock = _Clock("no-answer", GREETING_SECONDS, GREETING_SECONDS)
            self._cpu_at_pause = self._child.cpu_seconds()
            reply = self._parse(self._answer(clock).lines[0])
        except BotFault as fault:
            raise PlatformFault("process-not-up", why=fault) from fault
        if reply != replies.Ready(protocol.VERSION, self._begun.nonce):
            raise PlatformFault("not-the-harness", reply=reply)

    def load(self, archive: bytes, *, seed: int) -> replies.BotManifest:
        """Send the archive (see `agents.bots.archive`), and let the process import the bot."""
        self._put(_to_load(archive, seed))
        (line,) = self._started(lines=1)
        return self._expect(self._parse(line), replies.BotManifest)

    def begin(self, archive: bytes, *, seed: int, variant: str, seat: int) -> None:
        """Let the process import the bot, and make it for a game and a seat; `start` waits."""
        request = {"type": "start", "variant": variant, "seat": seat}
        # Both requests at once: pausing and waking it in between takes as long as starting it.
        self._put(_to_load(archive, seed) + protocol.encode(request))
        self._wake()

    def start(self) -> None:
        """Wait until the bot that has been begun is ready."""
        manifest, started = self._started(lines=2)
        self._expect(self._parse(manifest), replies.BotManifest)
        self._expect(self._parse(started), replies.Started)
        self._starting = False

    def resume(self, spent: Iterable[Spent]) -> None:
        """Set its clock to its state after these times, in a game that has begun before."""
        self._clock.resume(spent)

    def choose(self, view: dict[str, Any]) -> TimedAnswer | None:
        """Ask for an action in a state as the bot's seat sees it; None if it resigns."""
        self._turn += 1
        clock = self._clock.told()
        request = {"type": "turn", "turn": self._turn, "state": view, "clock": clock}
        answer = self._ask(protocol.encode(request), self._turn_clock())
        reply = self._parse(answer.lines[0])
        if not isinstance(reply, replies.Resigned):
            reply = self._expect(reply, replies.Answer)
        if reply.turn != self._turn:
            wrong = Sentence("other-turn", answered=reply.turn, turn=self._turn)
            raise self._fault("out-of-turn", wrong)
        self._clock.spend(answer.spent.wall, answer.spent.stall)
        if isinstance(reply, replies.Resigned):
            return None
        return TimedAnswer(reply.action, reply.note, answer.spent)

    def finish(self, returns: list[float]) -> None:
        """Tell the bot how the game ended."""
        request = protocol.encode({"type": "finish", "returns": returns})
        given = self._ask(request, _Clock("late-finish", FINISH_SECONDS, FINISH_SECONDS))
        self._expect(self._parse(given.lines[0]), replies.Finished)

    def end(self) -> None:
        """End the bot and all it started, without waiting; `close` waits."""
        self._child.end()

    def close(self) -> None:
        """End the bot and all it started. May be repeated. Raises PlatformFault."""
        self._meter.close()
        if fault := self._end().platform_fault:
            raise PlatformFault(fault.code, **fault.params)

    def _end(self) -> Exit:
        # Once the child is closed, its descriptors may be reused for other files.
        if self._wire in self._table.wires:
            self._table.wires.remove(self._wire)
            self._wire.drain()
        return self._child.close()

    def _started(self, *, lines: int) -> list[bytes]:
        """Return the answers to `lines` requests, timed by the clock of the start-up."""
        budget, seconds = self._clock.startup, self._clock.control.startup
        answer = self._answer(_Clock("late-start", budget.left, seconds, budget.excusable()), lines)
        budget.spend(answer.spent.wall, answer.spent.stall)
        return answer.lines

    def _turn_clock(self) -> _Clock:
        seconds = self._clock.allowance()
        return _Clock(self._clock.late, seconds, seconds, self._clock.bank.excusable())

    def _ask(self, request: bytes, clock: _Clock) -> _Given:
        """Send a request to a paused bot, and return its answer."""
        self._put(request)
        return self._answer(clock)

    def _put(self, requests: bytes) -> None:
        """Send requests to a paused bot."""
        self._table.wait(0)
        if self._wire.lines(1):
            raise self._fault("out-of-turn", Sentence("unasked"))
        self._check_rest()
        # Sent before the bot wakes, so that it need not sleep and be woken once more.
        self._wire.send(requests)

    def _check_rest(self) -> None:
        """Raise BotFault if the bot has computed while it was paused, by its CPU time."""
        cpu = self._child.cpu_seconds()
        self._cpu_at_pause, used = cpu, cpu - self._cpu_at_pause
        self.waiting_cpu += used
        if used > STOPPED_SECONDS * self._limits.processes:
            raise self._fault("out-of-turn", Sentence("computed-stopped", cpu=used))

    def _answer(self, clock: _Clock, lines: int = 1) -> _Given:
        """Let the bot run until `lines` lines have come, and pause it; its clock runs from here on.

        When its time seems to be over, it is paused and charged, and runs on if time is left.
        """
        spent = Spent()
        while True:
            received, stint = self._stint(clock, spent, lines)
            spent = spent.plus(stint)
            if spent.charged >= clock.seconds:
                raise self._late(clock, spent)
            if received:
                return _Given(received, spent)

    def _stint(self, clock: _Clock, spent: Spent, lines: int) -> tuple[list[bytes], Spent]:
        """Let the bot run until its lines come or its time seems to be over, and pause it."""
        self._wake()
        received = self._await(lines, max(_LEAST_STINT, clock.seconds - spent.charged))
        if not received:
            self._settle()
        # Not the time now, which includes waits for other bots. An answer may also come while it
        # is being paused.
        until = self._wire.read_at if received else self._table.now()
        wall, passed = max(0.0, until - self._began), time.perf_counter() - self._awake
        self._child.pause()
        self._awake = 0.0
        return received, self._measured(wall, passed, excusable=clock.excusable - spent.stall)

    def _wake(self) -> None:
        """Let the bot run, and its clock, unless they do already."""
        if not self._awake:
            self._meter.begin(self._cpu_at_pause)
            self._began, self._awake = self._table.now(), time.perf_counter()
            self._child.resume()

    def _measured(self, wall: float, passed: float, *, excusable: float) -> Spent:
        """Return the time of a stint: `wall` by the table's clock, `passed` by the machine's."""
        cpu = self._child.cpu_seconds()
        self._cpu_at_pause, used = cpu, cpu - self._cpu_at_pause
        # It may have computed while the referee was absent: that is charged as well.
        wall = max(wall, min(used, passed))
        measured = self._meter.seconds(cpu, absent=self._table.late)
        stall = min(measured, wall - used, excusable)
        return Spent(wall, used, stall if stall > RECORDED_SECONDS else 0.0)

    def _await(self, lines: int, seconds: float) -> list[bytes]:
        """Return `lines` lines, or none if they do not come in time."""
        until = self._began + seconds
        waits = 0
        while True:
            self._check_amounts()
            if received := self._wire.lines(lines):
                return received
            if self._wire.ended:
                raise self._gone()
            left = until - self._table.now()
            if left <= 0:
                return []
            if waits == 1:
                self._table.step_aside()
            if waits:
                self._meter.wait_again()
            self._table.wait(left if waits else self._table.patience(left))
            waits += 1

    def _settle(self) -> None:
        """Pause the bot and wait until it has stopped: only then are all its waits counted.

        Stopping takes a moment on a processor. Raises HostStalled if the host never gives it one.
        """
        self._child.pause()
        self._meter.wait_again()
        cpu, until = self._child.cpu_seconds(), time.perf_counter() + STARVED_SECONDS
        while True:
            starved = time.perf_counter() > until
            if not self._meter.bot_runs():
                return
            if starved and self._child.cpu_seconds() > cpu:
                return
            if starved:
                raise HostStalled("starved", seconds=STARVED_SECONDS)
            self._table.wait(_SETTLING_SECONDS)

    def _check_amounts(self) -> None:
        if excess := self._wire.excess():
            raise self._fault("output", excess)
        if (now := time.perf_counter()) >= self._count_files_at:
            self._count_files_at = now + _COUNT_FILES_SECONDS
            if (self._child.scratch_files() or 0) > self._limits.scratch_files:
                most = self._limits.scratch_files
                raise self._fault("scratch", Sentence("too-many-scratch-files", most=most))

    def _parse(self, line: bytes) -> replies.Reply:
        try:
            return replies.parse_reply(line)
        except replies.ProtocolError as error:
            raise self._fault("invalid", Sentence("broken-protocol", how=error)) from None

    def _expect(self, reply: replies.Reply, kind: type[replies.R]) -> replies.R:
        if isinstance(reply, replies.Complaint):
            raise self._fault(reply.kind, reply.sentence, reply.detail)
        if not isinstance(reply, kind):
            if isinstance(reply, _TO_START):
                # The bot has answered before in the harness's place, or does it again.
                raise self._fault("out-of-turn", Sentence("unasked"))
            got, expected = type(reply).__name__, kind.__name__
            raise self._fault("invalid", Sentence("other-reply", got=got, wanted=expected))
        return reply

    def _late(self, clock: _Clock, spent: Spent) -> BotFault:
        """Return the fault of a bot that has used up its clock."""
        account = Sentence("charged", wall=spent.wall, stall=spent.stall)
        if self.unmeasured:
            account = Sentence("unmeasured-stalls", why=self.unmeasured)
        kind = "startup" if clock.late == "late-start" else "timeout"
        return self._fault(kind, Sentence(clock.late, seconds=clock.given), account)

    def _gone(self) -> BotFault:
        """Return the fault of a bot whose replies ended. Raises PlatformFault if it has none."""
        until = time.perf_counter() + _LEAVING_SECONDS
        while self._child.alive() and time.perf_counter() < until:
            self._table.wait(0.01)
        if self._child.alive():
            return self._fault("crash", Sentence("closed-answers"))
        end, limits = self._end(), self._limits
        if fault := end.platform_fault:
            raise PlatformFault(fault.code, **fault.params)
        if end.memory_exceeded:
            return self._fault("memory", Sentence("too-much-memory", limit=limits.memory_bytes))
        if end.scratch_exceeded:
            return self._fault("scratch", Sentence("too-much-scratch", limit=limits.scratch_bytes))
        if end.cpu_exceeded:
            return self._fault("cpu", Sentence("too-much-cpu", seconds=limits.cpu_seconds))
        if end.signal is None:
            return self._fault("crash", Sentence("ended-itself", status=end.status))
        # In a sandbox no signal can be sent, and no limit lowered.
        if end.signal == signal.SIGKILL and self._isolated:
            raise PlatformFault("killed-from-outside")
        return self._fault("crash", Sentence("ended-by", signal=_signal_name(end.signal)))

    def _fault(self, kind: str, summary: Sentence | str, detail: Sentence | str = "") -> BotFault:
        if self._starting and kind in ("crash", "invalid"):
            kind = "startup"
        elif not self._starting and kind == "startup":
            kind = "crash"
        return BotFault(kind, summary, detail)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _to_load(archive: bytes, seed: int) -> bytes:
    return protocol.encode({"type": "load", "size": len(archive), "seed": seed}) + archive
