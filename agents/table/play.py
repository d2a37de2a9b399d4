"""The bots of one game under way: their turns, their faults, and the end of the game."""

import contextlib
from collections.abc import Mapping
from dataclasses import replace

from agents.table.conditions import SeatedBot
from agents.table.course import Course
from agents.table.player import Answering, TimedAnswer
from agents.terms.faults import RESIGNED, BotFault, Fault
from agents.words import Sentence
from engine import IllegalAction, InvalidNotation, State

_SHOWN_ACTIONS = 50


class Play:
    """The course of a game, and its bots by seat; those that may not act any more are `gone`."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.players: dict[int, Answering] = {}
        self.faults: list[Fault | None] = [None] * course.state.num_players()
        self.gone: set[int] = set()

    def start(self, bots: Mapping[int, SeatedBot], *, abreast: int = 1) -> None:
        """Load and start the bots, at most `abreast` at once, so that no others slow them."""
        for player in self.players.values():
            player.greet()
        seats = list(bots)
        for first in range(0, len(seats), abreast):
            together = seats[first : first + abreast]
            for seat in together:
                self._begin(seat, bots[seat])
            for seat in together:
                self._start(seat)

    def _begin(self, seat: int, bot: SeatedBot) -> None:
        variant = self.course.state.get_game().variant
        self.players[seat].begin(bot.archive, seed=bot.seed, variant=variant, seat=seat)

    def _start(self, seat: int) -> None:
        try:
            self.players[seat].start()
            self.players[seat].log.cut(0)
        except BotFault as error:
            self.blame(seat, replace(error.fault, ply=None))

    def step(self) -> None:
        """Play the next event of the unfinished game."""
        state = self.course.state
        if state.is_chance_node():
            self.course.throw()
        else:
            self.turn(state.current_player())

    def turn(self, seat: int) -> None:
        """Let the seat to act choose, check its choice, and apply it."""
        state, player, ply = self.course.state, self.players[seat], len(self.course.events)
        try:
            move = player.choose(state.view(seat))
            player.log.cut(ply + 1)
            if move is None:
                self.forfeit(seat, RESIGNED)
                return
            self.course.act(chosen(state, move), note=move.note, **_seconds(move))
        except BotFault as error:
            self.blame(seat, replace(error.fault, ply=ply))

    def blame(self, seat: int, fault: Fault) -> None:
        """Turn a fault of the seat's bot into its forfeit, and end its process."""
        self.faults[seat] = fault
        # If neither of two bots can start, the first has lost already: this fault is only noted.
        self.forfeit(seat, fault.kind)

    def forfeit(self, seat: int, reason: str) -> None:
        """End the seat's bot, and its part in the game if that still goes on."""
        self.gone.add(seat)
        self.players[seat].close()
        if not self.course.state.is_terminal():
            self.course.forfeit(seat, reason)
            self.players[seat].log.cut(len(self.course.events))

    def finish(self) -> None:
        """Tell the remaining bots that the game is over; faults from now on only show in logs."""
        for seat, player in self.players.items():
            if seat not in self.gone:
                with contextlib.suppress(BotFault):
                    player.finish(self.course.state.returns())
        # Removing the sandboxes takes time, and the kernel removes several at once.
        for player in self.players.values():
            player.end()


def _seconds(move: TimedAnswer) -> dict[str, float]:
    """Return what a record stores about the time of a move."""
    seconds = {"wall": round(move.spent.wall, 6), "cpu": round(move.spent.cpu, 6)}
    if move.spent.stall:
        seconds["stall"] = round(move.spent.stall, 6)
    return seconds


def chosen(state: State, move: TimedAnswer) -> int:
    """Return the legal action that a move means. Raises BotFault, with the allowed actions."""
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
