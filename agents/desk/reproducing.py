"""Ask a bot again what a recorded game asked it, in the same order and with the same clock.

The states are the record's, whatever the bot answers now. So a crash is reproduced even if the
opponents depend on their clocks and would play differently now; `agents.desk.rerun` plays the whole
game again.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agents.desk.debugging import Debugger
from agents.desk.inprocess import OwnBot
from agents.desk.rerun import NotRepeatable, bot_seed
from agents.table.bench import Bench
from agents.table.conditions import Conditions
from agents.table.play import chosen
from agents.table.player import Answering, RunningBot
from agents.table.wire import Table
from agents.terms.clock import Spent
from agents.terms.faults import RESIGNED, BotFault, Fault
from engine import State, record


@dataclass(frozen=True)
class Answered:
    """A question of the game at event `ply`, from 0: what the seat answered then, and now."""

    ply: int
    then: str
    now: str


@dataclass(frozen=True)
class Reproduction:
    """The bot's answers, up to its `fault` if it has one now; the fault's `ply` is the event.

    `log` is what it printed.
    """

    answers: Sequence[Answered]
    fault: Fault | None
    log: str

    @property
    def difference(self) -> Answered | None:
        """The first answer that differs from the recorded one."""
        return next((one for one in self.answers if one.then != one.now), None)


def reproduce(
    document: dict[str, Any],
    seat: int,
    archive: bytes,
    conditions: Conditions,
    *,
    in_process: bool = False,
    debugger: Debugger | None = None,
) -> Reproduction:
    """Ask a bot in this seat again. The record must be valid (`engine.record.verify`).

    With a debugger, or `in_process`, the bot runs in this process. Raises NotRepeatable,
    PlatformFault, SandboxUnavailable, or an EngineError for other rules.
    """
    seats = document["seats"]
    if seat >= len(seats):
        raise NotRepeatable("no-seat", seat=seat, last=len(seats) - 1)
    bot_seed(seats[seat])
    with contextlib.closing(_player(conditions, debugger, in_process)) as player:
        asked = debugger.asking if debugger else lambda _ply: None
        outcomes = list(_outcome(player, document, seat, archive, asked))
    answers = [outcome for outcome in outcomes if isinstance(outcome, Answered)]
    fault = next((outcome for outcome in outcomes if isinstance(outcome, Fault)), None)
    return Reproduction(answers, fault, player.log.text())


def _player(conditions: Conditions, debugger: Debugger | None, in_process: bool) -> Answering:
    if in_process or debugger is not None:
        return OwnBot(conditions.time_control, debugger=debugger)
    bench = Bench(limits=conditions.limits, isolation=conditions.isolation)
    return RunningBot(Table(None), bench.take(), conditions)


def _outcome(
    player: Answering,
    document: dict[str, Any],
    seat: int,
    archive: bytes,
    asked: Callable[[int], None],
) -> Iterator[Answered | Fault]:
    """Yield the answers to all questions, or those before the bot's fault, and then the fault."""
    ply = None
    player.greet()
    try:
        variant, seed = record.load_variant(document).variant, bot_seed(document["seats"][seat])
        player.begin(archive, seed=seed, variant=variant, seat=seat)
        player.start()
        for ply, event, state, spent in _questions(document, seat):
            asked(ply)
            player.resume(spent)
            move = player.choose(state.view(seat))
            now = RESIGNED if move is None else state.action_to_string(chosen(state, move))
            yield Answered(ply, event.get("action") or event["forfeit"], now)
    except BotFault as error:
        yield replace(error.fault, ply=ply)


def _questions(
    document: dict[str, Any], seat: int
) -> Iterator[tuple[int, dict[str, Any], State, Sequence[Spent]]]:
    """Yield each event that a seat's bot decided, the state before it, and its times until then."""
    state = record.load_variant(document).new_initial_state()
    spent: list[Spent] = []
    for ply, event in enumerate(document["events"]):
        if event["seat"] == seat and "throw" not in event and "opening" not in event:
            # A bot that left before the first turn, or out of turn, was not asked.
            if not state.is_chance_node() and state.current_player() == seat:
                yield ply, event, state, spent
            if "action" in event:
                spent.append(Spent(*(event.get(name, 0.0) for name in ("wall", "cpu", "stall"))))
        record.apply_event(state, event)
