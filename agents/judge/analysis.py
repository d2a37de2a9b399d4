"""The analysis of a whole game: a value for each event, luck, and what actions gave away."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents import values
from agents.judge.endgame import Endings
from agents.judge.findings import Analysis, Swing, Total
from agents.judge.luck import luck_of, throws_of
from agents.judge.search import look
from agents.values import Edition, NoValueFunction
from engine import Game, State, record, words

BUDGET = 30_000
"""The positions that the first looks at all choices of a game come to together."""

LEAST, MOST = 60, 3000
"""The fewest and the most positions of one look, unless the choices alone are more."""

SECOND = 6
"""The factor by which a second look has more positions."""

END, SECOND_END, ALL_ENDS = 350_000, 80_000, 600_000
"""The positions for the end of a game of Kalah, for a second look at an action, and for all."""

MOST_ACTIONS = 200
"""Choices between more actions, such as set-ups, are not judged."""

NOTABLE = 0.1
"""A loss so large gets a second look, and is a mistake if that says so too."""

MARGINS = {"kalah": 0.9}
"""What a mistake loses in games in which every position is won, drawn or lost for certain."""

MOST_SWINGS = 8


def analyse(
    document: Mapping[str, Any],
    edition: Edition | None = None,
    *,
    watch: Callable[[], None] = lambda: None,
) -> Analysis:
    """Return the analysis of the record of a finished game, by an edition or the newest function.

    `watch` is called before each search; what it raises ends the analysis. Raises an EngineError
    for a record that this engine cannot replay, ValueError for a game that is not over, and
    NoValueFunction where none is kept.
    """
    if document.get("result") is None:
        raise ValueError("the record stops before the game is over")
    game = record.load_variant(dict(document))
    edition = edition or values.newest(game)
    if edition is None:
        raise NoValueFunction(f"no value function is kept for {game.variant}")
    return _Judging(dict(document), game, edition, watch).run()


@dataclass
class _Judging:
    """One analysis under way."""

    record: dict[str, Any]
    game: Game
    edition: Edition
    watch: Callable[[], None]

    def run(self) -> Analysis:
        self.function = values.load(self.game, self.edition.name)
        self.events: list[dict[str, Any]] = self.record["events"]
        self.states = list(record.states(self.record))
        self.watch()
        self.throws = throws_of(self.record, self.states, self.function)
        self.endings = Endings(self.game, ALL_ENDS) if self.game.id == "kalah" else None
        self.solved = self.endings.solve(self.states, END) if self.endings else {}
        self.worths = self._worths()
        swings = self._swings()
        weighty = [n for n, event in enumerate(self.events) if not self._is_forced(n, event)]
        plies = {0, len(self.events)}.union(*((number, number + 1) for number in weighty))
        return Analysis(
            *self.edition,
            values={ply: [self.worths[ply][side] for side in self.function.sides] for ply in plies},
            seats=self._seats(swings),
            swings=_largest(swings, MARGINS.get(self.game.id, NOTABLE)),
        )

    def _worths(self) -> list[list[float]]:
        """Return what each side could expect before each event and at the end.

        Before a throw it is the mean over all that could fall, so that what the throw changes is
        its luck.
        """
        thrown = {throw.number: throw.before for throw in self.throws}
        thrown |= {throw.number + 1: throw.after for throw in self.throws}
        exact = {n: [end.value, 0.0 - end.value] for n, end in self.solved.items()}
        worths = thrown | exact
        others = [number for number in range(len(self.states)) if number not in worths]
        looks = self.function.values([self.states[number] for number in others])
        worths |= dict(zip(others, looks, strict=True))
        return [worths[number] for number in range(len(self.states))]

    def _swings(self) -> list[Swing]:
        """Return what each judged action gave away, and leaving the game did."""
        judged = [n for n, event in enumerate(self.events) if is_judged(self.states[n], event)]
        most = min(max(BUDGET // max(len(judged), 1), LEAST), MOST)
        left = [number for number, event in enumerate(self.events) if "forfeit" in event]
        return [self._left(n) for n in left] + [self._judged(n, most) for n in judged]

    def _left(self, number: int) -> Swing:
        seat = self.events[number]["seat"]
        return Swing(number + 1, seat, self._fall(number, seat), "")

    def _judged(self, number: int, most: int) -> Swing:
        """Return what an action gave away: exact in a solved ending, else by a search."""
        self.watch()
        state, seat = self.states[number], self.events[number]["seat"]
        played = state.string_to_action(self.events[number]["action"])
        solved = self.solved.get(number)
        if solved is not None:
            action, lost = solved.action, self._fall(number, seat)
        else:
            action, lost = self._searched(state, played, most)
        deed = words.deed(state, played)
        if action is None:
            return Swing(number + 1, seat, lost, "", deed)
        better, preferred = state.action_to_string(action), words.deed(state, action)
        return Swing(number + 1, seat, lost, better, deed, preferred)

    def _fall(self, number: int, seat: int) -> float:
        """Return by how much an event lowered what a seat could expect."""
        side = self.function.sides[seat]
        return self.worths[number][side] - self.worths[number + 1][side]

    def _searched(self, state: State, played: int, most: int) -> tuple[int, float]:
        """Return the action that a search prefers, and what another one gave away.

        A second, deeper look corrects what seems much.
        """
        side = self.function.sides[state.current_player()]
        first = look(state, self.function, most=most, least_depth=1)
        best = first.best(side)
        lost = first.values[best][side] - first.values[played][side]
        if lost >= NOTABLE:
            lost = self._second_look(state, best, played, SECOND * most, first.depth + 1)
        return best, lost

    def _second_look(
        self, state: State, best: int, played: int, most: int, least_depth: int
    ) -> float:
        """Return what an action gave away: exact where both are solved, else by a deeper search."""
        side = self.function.sides[state.current_player()]
        worths = self._exact(state, (played, best))
        if len(worths) < 2 and worths.get(played) != 1:
            deeper = look(
                state, self.function, most=most, actions=(best, played), least_depth=least_depth
            )
            worths = {action: row[side] for action, row in deeper.values.items()} | worths
        return max(worths.get(best, 1.0) - worths[played], 0.0)

    def _exact(self, state: State, actions: Sequence[int]) -> dict[int, float]:
        """Return what those actions are worth to the seat that can be searched to the end."""
        if self.endings is None:
            return {}
        sign = -1 if state.current_player() else 1
        ends = {a: self.endings.solve([state.child(a)], SECOND_END) for a in actions}
        return {action: sign * solved[0].value for action, solved in ends.items() if solved}

    def _is_forced(self, number: int, event: dict[str, Any]) -> bool:
        return "action" in event and len(self.states[number].legal_actions()) == 1

    def _seats(self, swings: list[Swing]) -> list[Total]:
        luck = luck_of(self.record, self.states, self.throws, self.function)
        own: list[list[Swing]] = [[] for _ in luck]
        for swing in swings:
            own[swing.seat].append(swing)
        return [
            Total(
                expected=self.worths[0][self.function.sides[seat]],
                luck=luck[seat],
                lost=sum(swing.lost for swing in own[seat]),
                actions=sum("action" in self.events[swing.ply - 1] for swing in own[seat]),
            )
            for seat in range(len(luck))
        ]


def is_judged(state: State, event: Mapping[str, Any]) -> bool:
    """Whether an event in a state was a seat's choice. No seat chose the actions of an opening."""
    if "action" not in event or event.get("opening"):
        return False
    return 1 < len(state.legal_actions()) <= MOST_ACTIONS


def _largest(swings: list[Swing], margin: float) -> list[Swing]:
    """Return the largest mistakes of at least a margin, in the order of the game.

    Leaving a game is no opinion, and needs none.
    """
    mistakes = [swing for swing in swings if swing.lost >= (margin if swing.better else NOTABLE)]
    largest = sorted(mistakes, key=lambda swing: (-swing.lost, swing.ply))[:MOST_SWINGS]
    return sorted(largest, key=lambda swing: swing.ply)
