"""A finished game, step by step, from its record."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from agents.terms.faults import RESIGNED
from agents.words.speech import said
from engine import EngineError, State, record, words
from engine.canvas import SeatLook
from engine.words import Teller
from tournaments.errors import Invalid
from tournaments.models import Game, Seat
from tournaments.queries.games import films
from tournaments.words import endings

NEAR = 100
"""The events listed before and after a position, where no script lists them all."""


@dataclass(frozen=True)
class Step:
    """One event of a record; `ply` is how many events there are up to this one.

    `text` is in words near the position shown, and elsewhere in notation.
    `wall`, `cpu` and `stall` are seconds; `stall` is how long the host kept the bot from running.
    `opening` says that no bot has chosen the action.
    """

    ply: int
    seat: Seat
    kind: str
    text: str
    wall: float | None
    cpu: float | None
    stall: float | None
    note: str
    opening: bool


@dataclass(frozen=True)
class Replay:
    """A game after `ply` of its events: the position, and every step of the game.

    Where this engine cannot replay the record, `state` is None and `unreadable` says why.
    """

    ply: int
    steps: list[Step]
    state: State | None
    unreadable: str

    @property
    def last(self) -> int:
        return len(self.steps)

    @property
    def step(self) -> Step | None:
        """The event that led to the position shown; None at the start."""
        return self.steps[self.ply - 1] if self.ply else None

    @property
    def near(self) -> list[Step]:
        """The events near the position shown."""
        return self.steps[max(0, self.ply - NEAR) : self.ply + NEAR]

    @property
    def stalled(self) -> bool:
        """Whether the host has kept a bot from running in any of its actions."""
        return any(step.stall is not None for step in self.steps)

    @property
    def first(self) -> int | None:
        return 0 if self.ply else None

    @property
    def previous(self) -> int | None:
        return self.ply - 1 if self.ply else None

    @property
    def next(self) -> int | None:
        return self.ply + 1 if self.ply < self.last else None

    @property
    def end(self) -> int | None:
        return self.last if self.ply < self.last else None


@dataclass(frozen=True)
class TimeUsed:
    """How long a seat's actions took in a game, in seconds; `cpu` is None if not measured."""

    actions: int
    wall: float
    cpu: float | None


def replay(game: Game, ply: int | None) -> Replay:
    """A finished game after `ply` of its events, or where the first seat is to act.

    Raises ValueError where the record is not kept.
    """
    document = game.kept_record
    return _replay(game, document, _opening(document["events"]) if ply is None else ply)


def so_far(game: Game, document: dict[str, Any], ply: int | None) -> Replay:
    """A game that is not over after `ply` of the events of its record so far, or after all."""
    return _replay(game, document, len(document["events"]) if ply is None else ply)


def _replay(game: Game, document: dict[str, Any], ply: int) -> Replay:
    """The position next to the ply, if the record has no such event."""
    at = min(max(ply, 0), len(document["events"]))
    seats = list(game.seats.all())
    numbered = enumerate(document["events"], start=1)
    steps = [_step(number, event, seats) for number, event in numbered]
    try:
        states = _states_near(document, at)
    except EngineError as error:
        return Replay(at, steps, None, str(error))
    teller = endings.teller([said(look.colour) for look in films.seat_looks(game.variant)])
    return Replay(at, [_in_words(step, states, teller) for step in steps], states[at], "")


def _states_near(document: dict[str, Any], at: int) -> dict[int, State]:
    """The states near a position, by the number of events before them. Raises an EngineError."""
    first = max(at - NEAR, 0)
    state = state_after(document, first)
    states = {first: state.clone()}
    for ply, event in enumerate(document["events"][first : at + NEAR], start=first + 1):
        record.apply_event(state, event)
        states[ply] = state.clone()
    return states


def _in_words(step: Step, states: dict[int, State], teller: Teller) -> Step:
    """A step with what was done in words, where the states before and after it are at hand."""
    before, after = states.get(step.ply - 1), states.get(step.ply)
    if before is None or after is None or step.kind == "forfeit":
        return step
    return replace(step, text=teller.label(words.deed(before, after.history()[-1], after)))


@dataclass(frozen=True)
class Plate:
    """A seat's plate next to the board: its look, its row, and its team from 1."""

    seat: Seat
    look: SeatLook
    row: str
    team: int | None


def plates(game: Game) -> list[Plate]:
    """The plates of the seats around the board, the left one of a row first."""
    looks, sides = films.seat_looks(game.variant), game.variant.sides()
    teams = len(set(sides)) < len(sides)
    seats = [
        Plate(seat, looks[seat.number], looks[seat.number].place.partition("-")[0],
              sides[seat.number] + 1 if teams else None)
        for seat in game.seats.all()
    ]  # fmt: skip
    return sorted(seats, key=lambda plate: plate.look.place)


def time_used(steps: Sequence[Step], seat: Seat) -> TimeUsed:
    """The time that a seat's actions took, added up."""
    own = [
        step for step in steps if step.seat == seat and step.kind == "action" and not step.opening
    ]
    measured = [step.cpu for step in own if step.cpu is not None]
    wall = sum(step.wall or 0.0 for step in own)
    return TimeUsed(len(own), wall, sum(measured) if measured else None)


def resigned(steps: Sequence[Step], seat: Seat) -> Step | None:
    """The event with which a seat gave the game up; None when it did not."""
    own = (step for step in steps if step.seat == seat and step.kind == "forfeit")
    return next((step for step in own if step.text == RESIGNED), None)


def _step(ply: int, event: dict[str, Any], seats: Sequence[Seat]) -> Step:
    kind = next(kind for kind in ("action", "throw", "forfeit") if kind in event)
    times = event.get("wall"), event.get("cpu"), event.get("stall")
    note, opening = event.get("note", ""), event.get("opening", False)
    return Step(ply, seats[event["seat"]], kind, event[kind], *times, note, opening)


def _opening(events: Sequence[dict[str, Any]]) -> int:
    """The number of events before a bot's first action, where a replay begins."""
    acted = (
        number
        for number, event in enumerate(events)
        if "throw" not in event and "opening" not in event
    )
    return next(acted, 0)


def unfinished(document: dict[str, Any], ply: int) -> State:
    """The position after so many events, from which a game can go on.

    Raises Invalid, or an EngineError for rules that are not played here.
    """
    events = document["events"]
    if not 0 <= ply <= len(events):
        raise Invalid("no-such-event", "ply", last=len(events))
    if any("forfeit" in event for event in events[:ply]):
        raise Invalid("somebody-has-left", "ply")
    state = state_after(document, ply)
    if state.is_terminal():
        raise Invalid("game-is-over-there", "ply")
    return state


def state_after(document: dict[str, Any], ply: int) -> State:
    """The position of a record after `ply` events. Raises an EngineError."""
    state = record.load_variant(document).new_initial_state()
    for event in document["events"][:ply]:
        record.apply_event(state, event)
    return state
