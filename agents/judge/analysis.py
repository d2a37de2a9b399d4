"""The analysis of a whole game: a value for each event, luck, and what actions gave away."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from agents.judge import scale
from agents.judge.search import Worth, worth
from engine import State, record

VERSION = 1
"""Incremented with every change that gives a record a different analysis."""

BUDGET = 200_000
"""The simulations for a whole game."""

LEAST, MOST = 300, 1500
"""The fewest and the most simulations of one search."""

MOST_SEARCHES = BUDGET // LEAST
NOTABLE = 0.1
MOST_SWINGS = 8


@dataclass(frozen=True)
class Swing:
    """An action that gave much away: event number `ply` (from 1), by `seat`.

    `lost` is in expected returns, with the standard error `error`. `better` is the action that the
    judge would have preferred, in notation; empty where a seat left the game.
    """

    ply: int
    seat: int
    lost: float
    error: float
    better: str


@dataclass(frozen=True)
class Total:
    """What a seat could expect before the first event, and how that changed, in returns.

    `luck` is what all throws gave it, and `lost` what its own actions gave away, each with a
    standard error. `actions` counts its judged actions, which all had an alternative.
    """

    expected: float
    luck: float
    luck_error: float
    lost: float
    lost_error: float
    actions: int


@dataclass(frozen=True)
class Analysis:
    """The judge's view of a finished game.

    Both keyed by the number of events before a position, `values` holds the expected returns there
    by seat, and `errors` their largest standard error. Of the `events` with a choice or a throw,
    `judged` were judged. Each position was searched with `simulations` simulations.
    """

    simulations: int
    judged: int
    events: int
    values: dict[int, list[float]]
    errors: dict[int, float]
    seats: list[Total]
    swings: list[Swing]

    def document(self) -> dict[str, Any]:
        """Return the analysis as JSON-safe data; numbers are rounded to three decimals."""
        return {
            "version": VERSION,
            "simulations": self.simulations,
            "judged": self.judged,
            "events": self.events,
            "points": [
                {"ply": ply, "values": _rounded(row), "error": round(self.errors[ply], 3)}
                for ply, row in sorted(self.values.items())
            ],
            "seats": [_told(seat) for seat in self.seats],
            "swings": [_told(swing) for swing in self.swings],
        }


class _Event(NamedTuple):
    """Event `number` (from 0) as the judge sees it: a throw, an action, or a seat's leaving."""

    number: int
    kind: str
    seat: int
    forced: bool


def analyse(document: Mapping[str, Any], *, watch: Callable[[], None] | None = None) -> Analysis:
    """Return the analysis of the record of a finished game.

    `watch` is called before each search; what it raises ends the analysis. Raises an EngineError
    for a record that this engine cannot replay, ValueError for a game that is not over.
    """
    if document.get("result") is None:
        raise ValueError("the record stops before the game is over")
    return _Judging(dict(document), watch or (lambda: None)).run()


@dataclass
class _Judging:
    """One analysis under way."""

    record: dict[str, Any]
    watch: Callable[[], None]
    worths: dict[int, Worth] = field(default_factory=dict)
    better: dict[int, tuple[str, Worth]] = field(default_factory=dict)

    def run(self) -> Analysis:
        self.game = record.load_variant(self.record)
        self.stretch = scale.stretch_of(self.game)
        every = [_event(number, *pair) for number, pair in enumerate(self._pairs())]
        self.last = len(every)
        weighty = [event for event in every if not event.forced]
        choices = sum(event.kind == "action" for event in weighty)
        searches = len(weighty) + choices
        self.judged = weighty if searches <= MOST_SEARCHES else _thinned(weighty)
        self.simulations = min(max(BUDGET // max(searches, 1), LEAST), MOST)
        self._search(every)
        return self._analysis(len(weighty))

    def _pairs(self) -> Iterator[tuple[State, dict[str, Any]]]:
        """Yield each event with the state before it."""
        return zip(record.states(self.record), self.record["events"], strict=False)

    def _search(self, every: list[_Event]) -> None:
        """Search the positions before and after each judged event, and the better actions.

        An action without an alternative changes nothing, so both its positions share a search.
        """
        self.settled = _settled(every)
        chosen = {event.number: event for event in self.judged}
        needed = {self.settled[at] for n in chosen for at in (n, n + 1)} | {self.settled[0]}
        for ply, state in enumerate(record.states(self.record)):
            if ply not in needed and ply != self.last:
                continue
            self.worths[ply] = self._worth(state, f"{ply}")
            event = chosen.get(ply)
            if event is not None and event.kind == "action":
                self._compare(ply, state)

    def _compare(self, ply: int, state: State) -> None:
        """Search the position after the preferred action, if another action was played.

        The simulations that made it look best favour it by chance, so new ones give its value.
        """
        best = self.worths[ply].best
        played = state.string_to_action(self.record["events"][ply]["action"])
        if best is not None and best != played:
            preferred = self._worth(state.child(best), f"{ply}:{best}")
            self.better[ply] = state.action_to_string(best), preferred

    def _worth(self, state: State, label: str) -> Worth:
        """Search a position, seeded with the record's own hash so that results can be repeated."""
        self.watch()
        key = f"kauri-judge-{VERSION}:{self.record['final']}:{label}".encode()
        seed = int.from_bytes(hashlib.sha256(key).digest()[:8], "big")
        result = worth(state, simulations=self.simulations, seed=seed)
        return result if state.is_terminal() else self._stretched(result)

    def _stretched(self, found: Worth) -> Worth:
        returns = scale.stretched(found.returns, self.stretch)
        rows = zip(found.returns, returns, found.errors, strict=True)
        errors = [scale.slope(before, after, self.stretch) * e for before, after, e in rows]
        return Worth(returns, errors, found.best)

    def _at(self, ply: int) -> Worth:
        return self.worths[self.settled[ply]]

    def _analysis(self, events: int) -> Analysis:
        sides = self.game.sides()
        plies = {at for event in self.judged for at in (event.number, event.number + 1)}
        plies |= {0, self.last}
        lost = {event.number: self._lost(event) for event in self.judged if event.kind != "throw"}
        return Analysis(
            simulations=self.simulations,
            judged=len(self.judged),
            events=events,
            values={ply: [self._at(ply).returns[side] for side in sides] for ply in plies},
            errors={ply: max(self._at(ply).errors) for ply in plies},
            seats=[self._total(seat, lost) for seat in range(len(sides))],
            swings=self._swings(lost),
        )

    def _lost(self, event: _Event) -> tuple[float, float]:
        """Return what an action gave away, or leaving the game did, and the standard error."""
        side = self.game.sides()[event.seat]
        after = self._at(event.number + 1)
        if event.kind == "forfeit":
            before = self._at(event.number)
        elif event.number in self.better:
            before = self.better[event.number][1]
        else:
            return 0.0, 0.0
        gap = before.returns[side] - after.returns[side]
        return gap, math.hypot(before.errors[side], after.errors[side])

    def _total(self, seat: int, lost: dict[int, tuple[float, float]]) -> Total:
        side = self.game.sides()[seat]
        throws = [event.number for event in self.judged if event.kind == "throw"]
        pairs = [(self._at(number), self._at(number + 1)) for number in throws]
        own = [lost[event.number] for event in self.judged if _is_by(event, seat)]
        return Total(
            expected=self._at(0).returns[side],
            luck=sum(after.returns[side] - before.returns[side] for before, after in pairs),
            luck_error=math.hypot(*self._ends(throws, side)),
            lost=sum(gap for gap, _error in own),
            lost_error=math.hypot(*(error for _gap, error in own)),
            actions=sum(event.kind == "action" for event in self.judged if _is_by(event, seat)),
        )

    def _ends(self, throws: list[int], side: int) -> list[float]:
        """Return the errors that count in a sum over throws; between two throws they cancel out."""
        counts: dict[int, int] = {}
        for number in throws:
            for ply, sign in ((number, -1), (number + 1, 1)):
                counts[self.settled[ply]] = counts.get(self.settled[ply], 0) + sign
        return [count * self.worths[ply].errors[side] for ply, count in counts.items()]

    def _swings(self, lost: dict[int, tuple[float, float]]) -> list[Swing]:
        """Return the largest losses that exceed the simulations' noise, in the game's order."""
        swings = [
            Swing(number + 1, event.seat, *lost[number], self.better.get(number, ("",))[0])
            for event in self.judged
            if (number := event.number) in lost
        ]
        clear = [
            swing for swing in swings if swing.lost >= NOTABLE and swing.lost > 2 * swing.error
        ]
        largest = sorted(clear, key=lambda swing: -swing.lost)[:MOST_SWINGS]
        return sorted(largest, key=lambda swing: swing.ply)


def _event(number: int, state: State, event: dict[str, Any]) -> _Event:
    """Return an event as the judge sees it. Actions of an opening are no seat's choice."""
    kind = next(kind for kind in ("throw", "forfeit", "action") if kind in event)
    if kind == "action" and event.get("opening"):
        return _Event(number, "opening", event["seat"], forced=False)
    forced = kind == "action" and len(state.legal_actions()) == 1
    return _Event(number, kind, event["seat"], forced)


def _settled(every: list[_Event]) -> list[int]:
    """Return by number of events the position to search: the one after all forced actions."""
    settled = list(range(len(every) + 1))
    for event in reversed(every):
        if event.forced:
            settled[event.number] = settled[event.number + 1]
    return settled


def _thinned(events: list[_Event]) -> list[_Event]:
    """Return events spread evenly over the game, as many as the budget of searches allows.

    Each takes at most three searches: before it, after it, and after a better action.
    """
    most = MOST_SEARCHES // 3
    return [events[index * len(events) // most] for index in range(most)]


def _is_by(event: _Event, seat: int) -> bool:
    return event.seat == seat and event.kind in ("action", "forfeit")


def _rounded(row: list[float]) -> list[float]:
    return [round(value, 3) + 0.0 for value in row]


def _told(one: Total | Swing) -> dict[str, Any]:
    return {k: round(v, 3) if isinstance(v, float) else v for k, v in vars(one).items()}
