"""Run in the sandbox as `python -m agents.inside.harness`: load one bot, speak the protocol.

Descriptor 3 brings the requests and 4 takes the replies. The bot runs in the same process, so
nothing here protects against it: the referee checks everything that comes back.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import importlib.util
import io
import json
import operator
import os
import random
import sys
import traceback
from collections.abc import Callable
from typing import Any, NoReturn

import engine
from agents import complaints, frames
from agents.inside import names, protocol
from agents.inside.refusal import Refusal
from agents.sdk import Bot, Clock, Resignation
from agents.sizes import size_text
from agents.terms import repertoire

REQUESTS, REPLIES = 3, 4
_OUT_OF_REACH = 20
_FILE, _HEADER_BYTES = b"PK\x03\x04", 30


Step = tuple[str, dict[str, int | str]]
"""The sentence of `agents.complaints` for an error in a step, and its values but the error."""


class Harness:
    """One bot and the conversation about one game."""

    def __init__(self, folder: str) -> None:
        """`folder` is where the bot's files are, or will be."""
        self.folder = folder
        self.seed = 0
        self.doing: Step = "unpacking-raised", {}
        self.kind = "startup"
        self.made: type[Bot] | None = None
        self.bot: Bot
        self.game: engine.Game
        self.requests: io.BufferedReader
        self.replies: io.FileIO

    def run(self, requests: io.BufferedReader, replies: io.FileIO) -> None:
        """Answer requests until they end."""
        self.requests, self.replies = requests, replies
        steps: dict[str, Callable[[dict[str, Any]], dict[str, object]]] = {
            "hello": self.hello,
            "load": self.load,
            "start": self.start,
            "turn": self.turn,
            "finish": self.finish,
        }
        try:
            while line := requests.readline():
                request = json.loads(line)
                if "size" in request:
                    request["archive"] = requests.read(request["size"])
                replies.write(self.guarded(steps[request["type"]], request))
        except MemoryError:
            # No memory is left even to report it, or to read the next request.
            os._exit(protocol.MEMORY_STATUS)

    def guarded(
        self, step: Callable[[dict[str, Any]], dict[str, object]], request: dict[str, Any]
    ) -> bytes:
        """Return the line of a step's reply, or of the complaint if the bot failed in it."""
        try:
            return protocol.encode(step(request))
        except Refusal as refusal:
            return protocol.encode(self.complaint(refusal, refusal.detail))
        except BaseException as error:  # noqa: BLE001 - SystemExit of a bot is the bot's crash too
            return protocol.encode(self.complaint(self.failure(error), self.traceback_of(error)))
        finally:
            self.flush()

    def hello(self, request: dict[str, Any]) -> dict[str, object]:
        """Prove, before any code of the bot runs, that the process has started."""
        if request["variant"]:
            engine.parse_variant(request["variant"])  # its rules are imported before any clock runs
        return {"type": "ready", "protocol": protocol.VERSION, "nonce": request["nonce"]}

    def memory_limit(self) -> str:
        """Return the limit of this process's address space as text: 512 MiB."""
        import resource  # noqa: PLC0415 - Linux alone has it, and a limit

        return size_text(resource.getrlimit(resource.RLIMIT_AS)[0])

    def load(self, request: dict[str, Any]) -> dict[str, object]:
        """Unpack the archive that follows the request, and import the bot."""
        unpack(request["archive"], self.folder)
        if self.is_module():
            self.host(request["seed"])
        sys.path.insert(0, self.folder)
        return self.imported(request["seed"])

    def is_module(self) -> bool:
        """Return whether the bot is a WebAssembly module, and not Python."""
        files = os.listdir(self.folder)
        return protocol.MODULE in files and "bot.py" not in files

    def host(self, seed: int) -> NoReturn:
        """Run a WebAssembly module, which answers all further requests itself."""
        # wasmtime takes time at each start, and bots in Python need none of it.
        from agents.inside.wasm import Host  # noqa: PLC0415

        self.doing = "raised", {"step": protocol.MODULE}
        with open(os.path.join(self.folder, protocol.MODULE), "rb") as file:
            code = file.read()
        Host(self.requests, self.replies, seed).run(code)
        os._exit(0)

    def imported(self, seed: int) -> dict[str, object]:
        """Import the bot from its folder."""
        self.seed = seed
        random.seed(seed)
        self.doing = "importing-raised", {}
        self.made = find_bot(vars(importlib.import_module("bot")), "bot")
        return {"type": "manifest", "games": games_of(self.made)}

    def start(self, request: dict[str, Any]) -> dict[str, object]:
        """Make the bot for a game and a seat."""
        if self.made is None:  # the reply to `load` and the log have said why
            return {"type": "fault", "kind": self.kind, "summary": "no bot is loaded", "detail": ""}
        self.game = engine.parse_variant(request["variant"])
        random.seed(self.seed)
        self.doing = _calling(f"{self.made.__name__}()")
        self.bot = self.made()
        self.doing = _calling("start()")
        # A replay needs the generator of the bot's seed, not a secret one.
        self.bot.start(self.game, request["seat"], random.Random(self.seed))  # noqa: S311
        return {"type": "started"}

    def turn(self, request: dict[str, Any]) -> dict[str, object]:
        """Let the bot choose an action."""
        self.doing, self.kind = _calling("choose()"), "crash"
        state = self.game.state_from_dict(request["state"])
        choice = self.chosen(state, Clock(**request["clock"]))
        if isinstance(choice, Resignation):
            return {"type": "resign", "turn": request["turn"]}
        action = plain(choice)
        note = self.bot.take_notes()[: protocol.NOTE_CHARACTERS + 1]
        return {"type": "action", "turn": request["turn"], "action": action, "note": note}

    def chosen(self, state: engine.State, clock: Clock) -> object:
        """Return the bot's answer in a state."""
        return self.bot.choose(state, clock)

    def finish(self, request: dict[str, Any]) -> dict[str, object]:
        """Tell the bot how the game ended."""
        self.doing, self.kind = _calling("finish()"), "crash"
        self.bot.finish(request["returns"])
        return {"type": "finished"}

    def failure(self, error: BaseException) -> Refusal:
        """Return the refusal for what the current step has raised."""
        kind, name = self.kind, traceback.format_exception_only(error)[-1].strip().rstrip(".")
        if is_want_of_memory(error):
            kind, name = "memory", f"{name}: the limit is {self.memory_limit()}"
        code, values = self.doing
        return Refusal(code, kind, **values, error=name)

    def complaint(self, refusal: Refusal, detail: str) -> dict[str, object]:
        """Return a failure as a reply, and print it to the log."""
        with contextlib.suppress(OSError, ValueError, AttributeError):
            print(detail or refusal, file=sys.stderr)
        return {
            "type": "fault",
            "kind": refusal.kind,
            "summary": str(refusal)[: protocol.SUMMARY_CHARACTERS],
            "detail": detail,
            "code": refusal.code,
            "values": refusal.values,
        }

    def traceback_of(self, error: BaseException) -> str:
        """Return the traceback from the bot's own code on, with names relative to its archive."""
        frames = error.__traceback__
        while frames and not frames.tb_frame.f_code.co_filename.startswith(self.folder):
            frames = frames.tb_next
        lines = traceback.format_exception(type(error), error, frames)
        text = "".join(lines).replace(self.folder + "/", "")
        half = protocol.DETAIL_CHARACTERS // 2 - 20
        return text if len(text) <= 2 * half else f"{text[:half]}\n[...]\n{text[-half:]}"

    def flush(self) -> None:
        """Send what the bot printed to the log now: its process may be stopped at any moment."""
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()


def _calling(step: str) -> Step:
    return "raised", {"step": step}


def unpack(archive: bytes, folder: str) -> None:
    """Write the files of a canonical archive (see `agents.bots.archive`) into a new folder.

    Its files lie one after the other behind short headers, stored as they are. (Source: PKWARE's
    APPNOTE, 4.3.7.) The library module that reads every zip takes longer to import than the engine.
    Raises ValueError for any other zip.
    """
    os.mkdir(folder, 0o700)
    at = 0
    while archive.startswith(_FILE, at):
        method, size, name_size, extra = (
            int.from_bytes(archive[at + low : at + high], "little")
            for low, high in ((8, 10), (18, 22), (26, 28), (28, 30))
        )
        if method or extra:
            raise ValueError("the archive is not canonical")
        begin = at + _HEADER_BYTES + name_size
        path = os.path.join(folder, archive[at + _HEADER_BYTES : begin].decode())
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(archive[begin : begin + size])
        at = begin + size


def offer_temporary_files() -> None:
    """Set the folder of `tempfile`, but load the module only if a bot uses it.

    Otherwise it tries folders with files that it deletes, which not every sandbox allows.
    """
    spec = importlib.util.find_spec("tempfile")
    assert spec
    assert spec.loader
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = sys.modules["tempfile"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    # Not by vars(): reading any attribute would load it.
    module.tempdir = os.environ["TMPDIR"]  # type: ignore[attr-defined]


def import_for_games() -> None:
    """Import the modules that games will import, before a module of the bot can shadow them.

    This also reads the facts of all games, which takes milliseconds, before any clock runs.
    """
    engine.games()
    if engine.build() == "compiled":
        importlib.import_module("librt.vecs")


def answer_to_old_names() -> None:
    """Let a bot import `agents` and `engine`, which the kit has in its one package."""
    names.alias("engine", engine.__name__)
    names.alias("agents", complaints.__name__.rpartition(".")[0])


def find_bot(names: dict[str, object], module: str) -> type[Bot]:
    """Return the one class of a module's `names` that derives from Bot and has no subclass there.

    A class that the module defines takes precedence over one that it imports. Raises Refusal if
    there is no such class, if there are several, or if it has no `choose`.
    """
    bots = {
        value
        for value in names.values()
        if isinstance(value, type) and issubclass(value, Bot) and value is not Bot
    }
    leaves = [bot for bot in bots if not any(bot in other.__mro__[1:] for other in bots)]
    own = [bot for bot in leaves if bot.__module__ == module] or leaves
    if not own:
        raise Refusal("no-bot-class")
    if len(own) > 1:
        several = " and ".join(sorted(bot.__name__ for bot in own))
        raise Refusal("several-bots", several=several)
    if own[0].choose is Bot.choose:
        raise Refusal("no-choose", bot=own[0].__name__)
    return own[0]


def games_of(bot: type[Bot]) -> list[str]:
    """Return the games that a bot declares, each checked. Raises Refusal for an unknown one."""
    ids = [game.id for game in engine.games()]
    games = ids if bot.games is None else bot.games
    if isinstance(games, str) or not all(isinstance(game, str) for game in games):
        raise Refusal("games-no-list", bot=bot.__name__, example=f'["{ids[0]}"]')
    if not games:
        raise Refusal("games-empty", bot=bot.__name__)
    if len(games) > repertoire.MOST:
        raise Refusal("games-too-many", bot=bot.__name__, most=repertoire.MOST)
    return [_entry(bot, game) for game in games]


def _entry(bot: type[Bot], game: str) -> str:
    name, most = bot.__name__, repertoire.CHARACTERS
    if len(game) > most:
        raise Refusal("games-long-entry", bot=name, length=len(game), most=most)
    try:
        (entry,) = repertoire.read([game])
    except engine.UnknownGame as error:
        ids = ", ".join(info.id for info in engine.games())
        raise Refusal("games-unknown", bot=name, entry=repr(game), known=ids) from error
    except engine.EngineError as error:
        raise Refusal("games-refused", bot=name, entry=repr(game), why=str(error)) from error
    return entry


def plain(action: object) -> int | str:
    """Return an answer of choose() as an integer or notation. Raises Refusal for anything else."""
    if isinstance(action, str) and len(action) <= protocol.NOTATION_CHARACTERS:
        return str(action)
    if isinstance(action, bool) or not hasattr(type(action), "__index__"):
        raise Refusal("chose-no-action", "invalid", answer=repr(action)[:100])
    number = operator.index(action)  # type: ignore[arg-type]  # it has __index__: numpy's integers
    if abs(number) >= 10**protocol.INTEGER_DIGITS:
        raise Refusal("chose-far-number", "invalid")
    return number


def is_want_of_memory(error: BaseException) -> bool:
    """Return whether memory ran out; system calls have an error of their own for that."""
    return isinstance(error, MemoryError) or (
        isinstance(error, OSError) and error.errno == errno.ENOMEM
    )


def _take(descriptor: int) -> int:
    """Move a descriptor away from the numbers that a bot would try first."""
    import fcntl  # noqa: PLC0415 - only the program needs it, which runs on Linux alone

    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _OUT_OF_REACH)
    os.close(descriptor)
    return moved


def main() -> None:
    """Serve one bot until the referee closes the conversation, then leave at once."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace", line_buffering=True)
    requests = os.fdopen(_take(REQUESTS), "rb")
    replies = os.fdopen(_take(REPLIES), "wb", buffering=0)
    offer_temporary_files()
    import_for_games()
    answer_to_old_names()
    harness = Harness(os.path.join(os.environ["TMPDIR"], "bot-files"))
    frames.with_room(harness.run, requests, replies)
    harness.flush()
    # Threads and exit handlers of the bot must not run after the game.
    os._exit(0)


if __name__ == "__main__":
    main()
