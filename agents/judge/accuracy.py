"""How many choices kept the value of a solved position: exact, with no opinion in it.

Small variants of Kalah are solved from the first action on. Of larger ones, and of the other games
for two, the ends are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from agents.judge.analysis import is_judged
from agents.judge.endgame import Endings
from agents.values.ends import Ends
from engine import Game, State, record

POSITIONS = 1_000_000
"""The most positions of Kalah that one choice may take."""

_ALL = 10**12
_NEAR = 1e-9


@dataclass(frozen=True)
class Accuracy:
    """The choices of a bot in solved positions: all, and those that kept the value."""

    name: str
    choices: int
    kept: int

    @property
    def percent(self) -> float:
        """The share that kept the value."""
        return 100 * self.kept / self.choices


def accuracies(documents: Iterable[Mapping[str, Any]]) -> list[Accuracy]:
    """Return the accuracy of each bot in some records, by its name; the best first."""
    solvers: dict[str, Solver] = {}
    results: dict[str, list[bool]] = defaultdict(list)
    for document in documents:
        game = record.load_variant(dict(document))
        solver = solvers.setdefault(game.variant, Solver(game))
        for seat, lost in solver.choices(document):
            results[document["seats"][seat]["name"]].append(lost < _NEAR)
    rows = [Accuracy(name, len(choices), sum(choices)) for name, choices in results.items()]
    return sorted(rows, key=lambda row: (-row.percent, row.name))


class Solver:
    """Solves positions of one variant; what one game has shown helps the next ones."""

    def __init__(self, game: Game) -> None:
        self._endings = Endings(game, _ALL) if game.id == "kalah" else None
        self._ends = Ends(game)

    def choices(self, document: Mapping[str, Any]) -> Iterator[tuple[int, float]]:
        """Yield the seat of each choice of a record, and what it gave away, the last one first.

        It ends at the first position that is not solved. In lost positions nothing can be given
        away, so these are left out.
        """
        states = list(record.states(dict(document)))
        for number, event in reversed(list(enumerate(document["events"]))):
            if is_judged(states[number], event):
                before, after = self._value(states[number]), self._value(states[number + 1])
                if before is None or after is None:
                    return
                seat, sign = event["seat"], -1 if event["seat"] else 1
                if sign * before > -1:
                    yield seat, sign * (before - after)

    def _value(self, state: State) -> float | None:
        """What a position is worth to seat 0 if both play their best; None if it is not solved."""
        if self._endings is not None:
            solved = self._endings.solve([state], POSITIONS).get(0)
            return None if solved is None else solved.value
        if state.is_terminal():
            return state.returns()[0]
        return self._ends.value(state) if self._ends.covers(state) else None
