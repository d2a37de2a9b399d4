"""Play a game with bots in this process: many times as fast, and for one's own bots only.

Nothing is sandboxed. A bot may do what this process may, no limit holds, and a bot that never
answers is never stopped. The clock runs: an answer that came too late forfeits the game. Bots run
in the same harness as in sandboxes, each with its own modules, its own generator and its own log,
so rules, dice, seeds, faults and records are those of `agents.table.referee`.
"""

import atexit
import contextlib
import io
import os
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from agents.desk.debugging import Debugger
from agents.inside.harness import Harness, unpack
from agents.sdk import Clock
from agents.table import replies
from agents.table.conditions import Deal, SeatedBot
from agents.table.course import Course
from agents.table.log import Log
from agents.table.play import Play
from agents.table.player import TimedAnswer
from agents.table.referee import GameReport, report_of
from agents.terms.clock import GameClock, Spent, TimeControl
from agents.terms.faults import BotFault
from agents.terms.limits import Limits
from agents.words import Sentence
from engine import Game, State

Step = Callable[[dict[str, Any]], dict[str, object]]


def play_here(
    game: Game, bots: Sequence[SeatedBot], deal: Deal, control: TimeControl
) -> GameReport:
    """Play one game to its end; `bots` are in the order of the seats, each freshly loaded.

    Raises ValueError if the bots do not match the seats, and an EngineError for an opening that
    the rules do not allow.
    """
    course = Course(game, [bot.seat() for bot in bots], deal.seed, deal.game_number)
    course.open(deal.opening)
    play = Play(course)
    play.players = {seat: OwnBot(control) for seat in range(len(bots))}
    play.start(dict(enumerate(bots)))
    while not course.state.is_terminal():
        play.step()
    play.finish()
    return report_of(play)


class OwnBot:
    """A bot in this process, which answers like an `agents.table.player.RunningBot`.

    Every method that runs its code raises BotFault for what the bot does wrong.
    """

    waiting_cpu = 0.0
    unmeasured = ""

    def __init__(self, control: TimeControl, *, debugger: Debugger | None = None) -> None:
        """With a debugger, no time limit holds, and the bot prints to this process's output."""
        self._clock = GameClock(control)
        self.log = Log(Limits().log_bytes)
        self._debugger = debugger
        self._turn = 0

    def greet(self) -> None:
        """Do nothing: there is no process that has to come up."""

    def begin(self, archive: bytes, *, seed: int, variant: str, seat: int) -> None:
        """Unpack the bot's files; `start` does the rest."""
        folder = _unpacked(archive)
        self._harness = _Harness(folder, self._debugger)
        self._own = _Own(folder, None if self._debugger else self.log)
        self._wanted = {"seed": seed, "variant": variant, "seat": seat}

    def games_of(self, archive: bytes) -> Sequence[str]:
        """The repertoire in the manifest of a bot, which is imported and plays no game."""
        self.begin(archive, seed=0, variant="", seat=0)
        reply, _spent = self._ask(self._harness.load, self._wanted)
        assert isinstance(reply, replies.BotManifest)
        return reply.games

    def start(self) -> None:
        """Import the bot, with modules of its own, and make it for the game and the seat."""
        self._start_step(self._harness.load)
        self._start_step(self._harness.start)

    def resume(self, spent: Iterable[Spent]) -> None:
        """Set its clock to its state after these times."""
        self._clock.resume(spent)

    def choose(self, view: dict[str, Any]) -> TimedAnswer | None:
        """Ask for an action in a state as the bot's seat sees it; None if it resigns."""
        self._turn += 1
        request = {"turn": self._turn, "state": view, "clock": self._clock.told()}
        reply, spent = self._ask(self._harness.turn, request)
        allowed = self._clock.allowance()
        if spent.wall >= allowed and not self._debugger:
            raise BotFault("timeout", Sentence(self._clock.late, seconds=allowed))
        self._clock.spend(spent.wall)
        if isinstance(reply, replies.Answer):
            return TimedAnswer(reply.action, reply.note, spent)
        return None

    def finish(self, returns: list[float]) -> None:
        """Tell the bot how the game ended."""
        self._ask(self._harness.finish, {"returns": returns})

    def end(self) -> None:
        """Do nothing: nothing of it runs between its turns."""

    close = end

    def raised_at(self) -> tuple[str, int] | None:
        """Return the bot's own file and line that last raised; None if its code did not."""
        error, folder = self._harness.raised, f"{self._harness.folder}/"
        frames = traceback.extract_tb(None if error is None else error.__traceback__)
        places = [(frame.filename, frame.lineno or 0) for frame in frames]
        if isinstance(error, SyntaxError):
            places.append((error.filename or "", error.lineno or 0))
        own = [place for place in places if place[0].startswith(folder)]
        return (own[-1][0].removeprefix(folder), own[-1][1]) if own else None

    def _start_step(self, step: Step) -> None:
        _reply, spent = self._ask(step, self._wanted)
        self._clock.startup.spend(spent.wall, 0.0)
        if self._clock.startup.left <= 0 and not self._debugger:
            seconds = self._clock.control.startup
            raise BotFault("startup", Sentence("late-start", seconds=seconds))

    def _ask(self, step: Step, request: dict[str, Any]) -> tuple[replies.Reply, Spent]:
        """Return the bot's reply to a request, and the time that it took. Raises BotFault."""
        began, worked = time.perf_counter(), time.process_time()
        with self._own.shown():
            line = self._harness.guarded(step, request)
        spent = Spent(time.perf_counter() - began, time.process_time() - worked)
        try:
            reply = replies.parse_reply(line)
        except replies.ProtocolError as error:
            raise BotFault("invalid", Sentence("broken-protocol", how=error)) from None
        if isinstance(reply, replies.Complaint):
            self._complain()
            raise BotFault(reply.kind, reply.sentence, reply.detail)
        return reply, spent

    def _complain(self) -> None:
        error = self._harness.raised
        if isinstance(error, KeyboardInterrupt):
            raise error
        if error is not None and self._debugger is not None:
            self._debugger.failed(error)


class _Harness(Harness):
    """The harness of a bot whose files are in a folder already; it stores what the bot raises."""

    def __init__(self, folder: str, debugger: Debugger | None) -> None:
        super().__init__(folder)
        self.raised: BaseException | None = None
        self._debugger = debugger

    def load(self, request: dict[str, Any]) -> dict[str, object]:
        return self.imported(request["seed"])

    def chosen(self, state: State, clock: Clock) -> object:
        if self._debugger is None:
            return super().chosen(state, clock)
        return self._debugger.choose(self.bot.choose, state, clock)

    def memory_limit(self) -> str:
        return "the memory of this machine"

    def traceback_of(self, error: BaseException) -> str:
        self.raised = error
        return super().traceback_of(error)


class _Own:
    """The global state of a bot while it runs: modules, paths, random generator, and output."""

    def __init__(self, folder: str, log: Log | None) -> None:
        self._path = [folder, *sys.path]
        self._names = {os.path.splitext(name)[0] for name in os.listdir(folder)}
        self._others, self._modules = self._named(), dict[str, Any]()
        self._random = random.getstate()
        self._printed = None if log is None else _Printed(log)

    def _named(self) -> dict[str, Any]:
        """Return the loaded modules with the names of this bot's."""
        own_modules = {name: sys.modules[name] for name in self._names if name in sys.modules}
        # All of a thousand modules are searched only if one is a package.
        if any(hasattr(module, "__path__") for module in own_modules.values()):
            loaded = sys.modules.items()
            return {
                name: module for name, module in loaded if name.partition(".")[0] in self._names
            }
        return own_modules

    @contextlib.contextmanager
    def shown(self) -> Iterator[None]:
        """Put the bot's state in place, and restore everything afterwards."""
        streams, writes = (sys.stdout, sys.stderr), sys.dont_write_bytecode
        for name in self._others:
            sys.modules.pop(name, None)
        sys.modules.update(self._modules)
        count, path = len(sys.modules), [*sys.path]
        sys.path[:] = self._path
        # Compiling a bot for each game would take longer than playing it.
        sys.dont_write_bytecode = False
        random.setstate(self._random)
        if self._printed is not None:
            sys.stdout = sys.stderr = self._printed
        try:
            yield
        finally:
            (sys.stdout, sys.stderr), sys.dont_write_bytecode = streams, writes
            self._random = random.getstate()
            self._path, sys.path[:] = [*sys.path], path
            if len(sys.modules) != count:
                self._modules = self._named()
            for name in self._modules:
                sys.modules.pop(name, None)
            sys.modules.update(self._others)


class _Printed(io.TextIOBase):
    """A stream that writes what a bot prints into its log."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def write(self, text: str) -> int:
        self._log.write(text.encode(errors="backslashreplace"))
        return len(text)


@cache
def _unpacked(archive: bytes) -> str:
    """Return a folder with the files of an archive, which is kept until this process ends."""
    place = tempfile.mkdtemp(prefix="kauri-bot-")
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    folder = os.path.join(place, "bot-files")
    unpack(archive, folder)
    return folder
