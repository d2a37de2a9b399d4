"""Play one game between bots in sandboxes. No database, no queue: callers pass in all it needs.

Only the referee holds the state and the dice. A bot sees what its seat may know, answers with an
action, and is paused until its next turn. The referee checks every action before it applies it.
"""

import contextlib
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import engine
from agents.table.bench import Bench
from agents.table.conditions import Conditions, Deal, SeatedBot
from agents.table.course import Course
from agents.table.play import Play
from agents.table.player import RunningBot
from agents.table.wire import Table
from agents.terms import repertoire
from agents.terms.faults import BotFault, Fault
from agents.words import Sentence
from engine import Game
from engine.record import Recorder


@dataclass(frozen=True)
class GameReport:
    """A finished game.

    `record` is the document of `engine.record` with the dice seed still hidden; `returns`, `ranks`
    and `reason` are its result. These have one entry per seat: `faults` (None for a bot without
    one), `logs` (the cleaned first and last part of what the bot printed), `cuts` (pairs of the
    number of an event and the length of the log to its end), and `waiting_cpu`, the CPU seconds
    that it used while it was paused. Event 0 is the bot's start, and what comes after the last cut
    was printed when the game was over. `unmeasured` says why the host's stalls could not be
    measured; then every time-out counts as the bot's. It is empty if they could be measured.
    """

    record: dict[str, Any]
    returns: tuple[float, ...]
    ranks: tuple[int, ...]
    reason: str
    faults: tuple[Fault | None, ...]
    logs: tuple[str, ...]
    cuts: tuple[tuple[tuple[int, int], ...], ...]
    waiting_cpu: tuple[float, ...] = ()
    unmeasured: str = ""


def bot_seeds_from(seed: bytes, *, game_number: int, seats: int) -> tuple[int, ...]:
    """Return a seed for each seat's bot in one game of a match. None reveals the dice seed.

    The first 63 bits of sha256 over "kauri-bot-1:SEED:GAME:SEAT" (the seed in hex, numbers from 0).
    """
    keys = (f"kauri-bot-1:{seed.hex()}:{game_number}:{seat}" for seat in range(seats))
    digests = (hashlib.sha256(key.encode()).digest() for key in keys)
    return tuple(int.from_bytes(digest[:8], "big") >> 1 for digest in digests)


def play_game(
    game: Game,
    bots: Sequence[SeatedBot],
    deal: Deal,
    conditions: Conditions,
    *,
    watch: Callable[[], None] | None = None,
    bench: Bench | None = None,
    ready: Callable[[Recorder], None] | None = None,
) -> "EndedGame":
    """Play one game to its end, each bot in a fresh process; `bots` are in the order of the seats.

    The caller has to `report` or to `close` what it returns.

    The record marks the actions of the opening and holds no times for them. `watch` is called at
    least once a second; what it raises ends the game, and nothing is left running. `bench` gives
    processes that were started ahead of time, and starts those of the next game during this one.
    The caller closes it. `ready` is called once when all bots have started, before the first
    question, with the recorder, whose events may be read while the game goes on. The caller should
    finish its background work in it, so that none runs on a bot's game clock.

    A bot's fault, or its resignation, forfeits the game for its seat; with more than two seats the
    others play on. Raises PlatformFault if the sandbox or the host fails, HostStalled if the host
    does not let a bot run at all (`agents.table.stall`), SandboxUnavailable if the isolation does
    not exist here, ValueError if the bots do not match the seats or the bench has other conditions,
    and an EngineError for an opening that the rules do not allow.
    """
    if len(bots) != game.num_players():
        wrong = Sentence("one-bot-a-seat", game=game.variant, seats=game.num_players())
        raise ValueError(wrong)
    if bench is None:
        bench = Bench(limits=conditions.limits, isolation=conditions.isolation)
    if (bench.limits, bench.isolation) != (conditions.limits, conditions.isolation):
        raise ValueError(Sentence("another-bench"))
    with contextlib.ExitStack() as stack:
        course = Course(game, [bot.seat() for bot in bots], deal.seed, deal.game_number)
        course.open(deal.opening)
        play = Play(course)
        table = Table(watch, bench.prepare)
        for seat in range(len(bots)):
            player = RunningBot(table, bench.take(), conditions)
            stack.callback(player.close)
            play.players[seat] = player
        play.start(dict(enumerate(bots)), abreast=bench.abreast)
        if ready is not None:
            ready(course.recorder)
        _run(play, table)
        play.finish()
        return EndedGame(play, stack.pop_all())


def _run(play: Play, table: Table) -> None:
    """Play to the end."""
    state = play.course.state
    while not state.is_terminal():
        table.beat()
        table.turn_over()
        play.step()


def probe(archive: bytes, conditions: Conditions) -> tuple[str, ...]:
    """Load a bot, without a game, and return its repertoire: see `agents.terms.repertoire`.

    Raises BotFault, PlatformFault or SandboxUnavailable.
    """
    bench = Bench(limits=conditions.limits, isolation=conditions.isolation)
    with contextlib.closing(RunningBot(Table(None), bench.take(), conditions)) as player:
        player.greet()
        return known(player.load(archive, seed=0).games)


def known(entries: Sequence[str]) -> tuple[str, ...]:
    """Return the repertoire in a manifest. Raises BotFault for entries that are not allowed.

    The harness refuses these too, but the bot shares its process and can answer in its place.
    """
    try:
        games = repertoire.read(entries)
    except engine.EngineError as error:
        raise BotFault("startup", Sentence("bad-manifest")) from error
    if not games:
        raise BotFault("startup", Sentence("bad-manifest"))
    return games


class EndedGame:
    """A game that has been played to its end; its bots are being ended.

    Call `report` or `close` once; another thread may, while this one goes on to the next game.
    """

    def __init__(self, play: Play, processes: contextlib.ExitStack) -> None:
        self._play = play
        self._processes = processes

    def report(self) -> GameReport:
        """Wait until the bots are gone, and return the finished game. Raises PlatformFault."""
        self.close()
        return report_of(self._play)

    def close(self) -> None:
        """Wait until the bots are gone; nothing is left running. Raises PlatformFault."""
        self._processes.close()


def report_of(play: Play) -> GameReport:
    """Return the report of a game that is over and whose bots are gone."""
    document = play.course.recorder.document(play.course.state)
    players = [play.players[seat] for seat in sorted(play.players)]
    return GameReport(
        record=document,
        returns=tuple(play.course.state.returns()),
        ranks=tuple(play.course.state.ranks()),
        reason=document["result"]["reason"],
        faults=tuple(play.faults),
        logs=tuple(player.log.text() for player in players),
        cuts=tuple(player.log.cuts() for player in players),
        waiting_cpu=tuple(round(player.waiting_cpu, 6) for player in players),
        unmeasured=next(filter(None, (player.unmeasured for player in players)), ""),
    )
