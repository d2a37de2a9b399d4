"""Plays one game between bots in sandboxes. No database, no queue: callers pass in all it needs.

Only the referee holds the state and the dice. A bot sees what its seat may know, answers with an
action, and is paused until its next turn. The referee checks every action before it applies it.
"""

import contextlib
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import engine
from agents.bench import Bench
from agents.conditions import Conditions, Deal, SeatedBot
from agents.faults import RESIGNED, BotFault, Fault
from agents.player import RunningBot, TimedAnswer
from agents.wire import Table
from agents.words import Sentence
from engine import Game, IllegalAction, InvalidNotation, State
from engine.dice import Dice, commitment
from engine.record import Recorder

_SHOWN_ACTIONS = 50


@dataclass(frozen=True)
class GameReport:
    """A finished game.

    `record` is the document of `engine.record` with the dice seed still hidden; `returns`, `ranks`
    and `reason` are its result. One entry a seat: `faults` (None for a bot that did nothing
    wrong), `logs` (the cleaned first and last part of what the bot printed), `cuts` (pairs of the
    number of an event and of the characters of the log up to it), and `waiting_cpu`, the CPU
    seconds that it used while it was stopped. Event 0 is the bot's start, and what comes after the
    last cut was printed when the game was over. `unmeasured` says why the host's stalls could not
    be measured, so that every time-out was the bot's. It is empty if they could be measured.
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
    """A seed for each seat's bot in one game of a match. It reveals nothing of the dice seed.

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
    processes that were started ahead of time, and starts those of the next game meanwhile. The
    caller closes it. `ready` is called once when all bots have started, before the first question,
    with the recorder, whose events may be read while the game goes on. What the caller still does
    beside ends here, and runs on no bot's game clock.

    A bot's fault, or its resignation, forfeits the game for its seat; with more than two seats the
    others play on. Raises PlatformFault if the sandbox or the host fails, HostStalled if the host
    does not let a bot run at all (see `agents.stall`), SandboxUnavailable if the isolation does not
    exist here, ValueError if the bots do not match the seats or the bench has other conditions, and
    an EngineError for an opening that the rules do not allow.
    """
    if len(bots) != game.num_players():
        wrong = Sentence("one-bot-a-seat", game=game.variant, seats=game.num_players())
        raise ValueError(wrong)
    if bench is None:
        bench = Bench(limits=conditions.limits, isolation=conditions.isolation)
    if (bench.limits, bench.isolation) != (conditions.limits, conditions.isolation):
        raise ValueError(Sentence("another-bench"))
    with contextlib.ExitStack() as stack:
        dice = Dice(deal.seed, deal.game_number)
        play = _Play(game.new_initial_state(), dice, _recorder(game, bots, deal))
        play.open(deal.opening)
        table = Table(watch, bench.prepare)
        for _bot in bots:
            player = RunningBot(table, bench.take(), conditions)
            stack.callback(player.close)
            play.players.append(player)
        play.start(bots)
        if ready is not None:
            ready(play.recorder)
        play.run(table)
        play.finish()
        return EndedGame(play, stack.pop_all())


def _recorder(game: Game, bots: Sequence[SeatedBot], deal: Deal) -> Recorder:
    seats = [{"name": bot.name, "version": bot.version, "seed": bot.seed} for bot in bots]
    return Recorder(game, seats, commitment(deal.seed), deal.game_number)


def probe(archive: bytes, conditions: Conditions) -> tuple[str, ...]:
    """Load a bot, without a game, and return the ids of the games that it plays.

    Raises BotFault, PlatformFault or SandboxUnavailable.
    """
    bench = Bench(limits=conditions.limits, isolation=conditions.isolation)
    with contextlib.closing(RunningBot(Table(None), bench.take(), conditions)) as player:
        player.greet()
        return _known_games(player.load(archive, seed=0).games)


def _known_games(games: Sequence[str]) -> tuple[str, ...]:
    """The harness refuses these too, but the bot shares its process and can answer for it."""
    known = {info.id for info in engine.games()}
    if not games or not known.issuperset(games):
        raise BotFault("startup", Sentence("bad-manifest"))
    return tuple(dict.fromkeys(games))


class _Play:
    """One game under way: the state, and the bots that may still act."""

    def __init__(self, state: State, dice: Dice, recorder: Recorder) -> None:
        self.state = state
        self.dice = dice
        self.recorder = recorder
        self.events = 0
        self.players: list[RunningBot] = []
        self.faults: list[Fault | None] = [None] * state.num_players()
        self.gone: set[int] = set()

    def open(self, opening: Sequence[str]) -> None:
        """Play the opening."""
        for notation in opening:
            while self.state.is_chance_node():
                self.throw()
            action = self.state.string_to_action(notation)
            self.recorder.opening(self.state, action)
            self.apply(action)

    def start(self, bots: Sequence[SeatedBot]) -> None:
        """Load and start the bots one after the other, so that none is slowed by another."""
        for player in self.players:
            player.greet()
        for seat, bot in enumerate(bots):
            with self.blaming(seat, ply=None):
                self.players[seat].load(bot.archive, seed=bot.seed)
                self.players[seat].start(self.state.get_game().variant, seat=seat)
                self.players[seat].cut(0)

    def run(self, table: Table) -> None:
        """Play to the end."""
        while not self.state.is_terminal():
            table.beat()
            table.turn_over()
            if self.state.is_chance_node():
                self.throw()
            else:
                self.turn(self.state.current_player())

    def throw(self) -> None:
        """Throw the dice."""
        outcome = self.dice.throw(self.state)
        self.recorder.throw(self.state, outcome)
        self.apply(outcome)

    def turn(self, seat: int) -> None:
        """Let the seat to act choose, check its choice, and apply it."""
        with self.blaming(seat, ply=self.events):
            move = self.players[seat].choose(self.state.view(seat))
            self.players[seat].cut(self.events + 1)
            if move is None:
                self.forfeit(seat, RESIGNED)
                return
            action = chosen(self.state, move)
            self.recorder.action(self.state, action, note=move.note, **_seconds(move))
            self.apply(action)

    def apply(self, action: int) -> None:
        """Apply what has just been recorded."""
        self.state.apply_action(action)
        self.events += 1

    @contextlib.contextmanager
    def blaming(self, seat: int, *, ply: int | None) -> Iterator[None]:
        """Turn a fault of the seat's bot into its forfeit, and end its process."""
        try:
            yield
        except BotFault as error:
            fault = replace(error.fault, ply=ply)
            self.faults[seat] = fault
            # Where both bots cannot start, the first has lost by now, and the second is only told.
            self.forfeit(seat, fault.kind)

    def forfeit(self, seat: int, reason: str) -> None:
        """End the seat's bot, and its part in the game if that still goes on."""
        self.gone.add(seat)
        self.players[seat].close()
        if not self.state.is_terminal():
            self.recorder.forfeit(seat, reason)
            self.state.forfeit(seat)
            self.events += 1
            self.players[seat].cut(self.events)

    def finish(self) -> None:
        """Tell the remaining bots; what they do wrong now shows only in their logs."""
        for seat, player in enumerate(self.players):
            if seat not in self.gone:
                with contextlib.suppress(BotFault):
                    player.finish(self.state.returns())
        # What takes time is to take the sandboxes down, which the kernel does side by side.
        for player in self.players:
            player.end()

    def report(self) -> GameReport:
        """The finished game."""
        document = self.recorder.document(self.state)
        return GameReport(
            record=document,
            returns=tuple(self.state.returns()),
            ranks=tuple(self.state.ranks()),
            reason=document["result"]["reason"],
            faults=tuple(self.faults),
            logs=tuple(player.log() for player in self.players),
            cuts=tuple(player.cuts() for player in self.players),
            waiting_cpu=tuple(round(player.waiting_cpu, 6) for player in self.players),
            unmeasured=next(filter(None, (player.unmeasured for player in self.players)), ""),
        )


class EndedGame:
    """A game that has been played to its end; its bots have been told to end.

    Call `report` or `close` once; another thread may, while this one goes on to the next game.
    """

    def __init__(self, play: _Play, processes: contextlib.ExitStack) -> None:
        self._play = play
        self._processes = processes

    def report(self) -> GameReport:
        """Wait until the bots are gone, and return the finished game. Raises PlatformFault."""
        self.close()
        return self._play.report()

    def close(self) -> None:
        """Wait until the bots are gone; nothing is left running. Raises PlatformFault."""
        self._processes.close()


def _seconds(move: TimedAnswer) -> dict[str, float]:
    """What a record tells of the time that a move took."""
    seconds = {"wall": round(move.spent.wall, 6), "cpu": round(move.spent.cpu, 6)}
    if move.spent.stall:
        seconds["stall"] = round(move.spent.stall, 6)
    return seconds


def chosen(state: State, move: TimedAnswer) -> int:
    """The legal action that a move means. Raises BotFault, saying what is allowed."""
    if isinstance(move.action, int):
        return _checked(state, move.action)
    try:
        return state.string_to_action(move.action)
    except InvalidNotation:
        wrong = Sentence("no-action", notation=move.action, game=state.get_game().name)
        raise BotFault("invalid", wrong, _allowed(state)) from None
    except IllegalAction:
        raise _illegal(state, move.action) from None


def _checked(state: State, action: int) -> int:
    if action in state.legal_actions():
        return action
    try:
        notation = f"{state.action_to_string(action)} (action {action})"
    except IllegalAction:
        notation = f"action {action}"
    raise _illegal(state, notation)


def _illegal(state: State, tried: str) -> BotFault:
    return BotFault("illegal", Sentence("not-allowed", tried=tried), _allowed(state))


def _allowed(state: State) -> Sentence:
    legal = state.legal_actions()
    shown = [f"{state.action_to_string(action)} ({action})" for action in legal[:_SHOWN_ACTIONS]]
    return Sentence("allowed", actions=shown, more=len(legal) > _SHOWN_ACTIONS)
