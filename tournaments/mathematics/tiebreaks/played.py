"""The data of tie-breaks: the meetings of each round with their results."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Generic, TypeVar

from tournaments.mathematics import score_table

Entrant = TypeVar("Entrant", bound=Hashable)


@dataclass(frozen=True)
class Encounter(Generic[Entrant]):
    """The games of some entrants in one round: the ranks in each, in the order of its seats.

    One entrant without games has a bye. More without games are a forfeit where one of them got
    nothing, and a void pairing where all got something. `scores` are the points of each of them in
    the table, and `most` the possible points of one; where they are empty, the points of the games
    count.
    """

    round: int
    entrants: tuple[Entrant, ...]
    games: tuple[score_table.Result[Entrant], ...] = ()
    scores: tuple[Fraction, ...] = ()
    most: Fraction | None = None

    def score(self, entrant: Entrant) -> Fraction:
        """The points of this entrant."""
        return self._given[self.entrants.index(entrant)]

    @cached_property
    def _given(self) -> tuple[Fraction, ...]:
        # Cached, since tie-breaks read it often.
        return self.scores or tuple(
            score_table.total(self.games, entrant) for entrant in self.entrants
        )

    def against(self, entrant: Entrant, other: Entrant) -> Fraction:
        """The points of the entrant against one opponent."""
        if len(self.entrants) == 2 or not self.games:
            return self.score(entrant)
        pairs = [{entrant: game[entrant], other: game[other]} for game in self.games]
        made = score_table.total(pairs, entrant)
        return made * self.best / len(pairs)

    def others(self, entrant: Entrant) -> list[Entrant]:
        """The opponents of the entrant in it, including a forfeit's."""
        return [other for other in self.entrants if other != entrant]

    @property
    def best(self) -> Fraction:
        """The most points that an entrant could get."""
        return Fraction(len(self.games)) if self.most is None else self.most

    @property
    def forfeited(self) -> bool:
        """Whether it was decided without a game."""
        return self._is_unplayed and 0 in self.scores

    @property
    def void(self) -> bool:
        """Whether it has no game through no fault of an entrant: a half-point bye for each."""
        return self._is_unplayed and bool(self.scores) and 0 not in self.scores

    @property
    def _is_unplayed(self) -> bool:
        return len(self.entrants) > 1 and not self.games


@dataclass(frozen=True)
class Crosstable(Generic[Entrant]):
    """The data of all tie-breaks of a tournament.

    `totals` are the points in the table, byes included; `ratings` those at the start, in Elo.
    `every_round` says that everybody is to play in every round, and for one point, as in a Swiss
    tournament. `over` is the number of rounds in which nothing is open any more; None: all.
    """

    meetings: Sequence[Encounter[Entrant]]
    totals: Mapping[Entrant, Fraction]
    ratings: Mapping[Entrant, float] = field(default_factory=dict)
    every_round: bool = False
    over: int | None = None

    def of(self, entrant: Entrant) -> list[Encounter[Entrant]]:
        """The meetings of an entrant."""
        return self._by_entrant.get(entrant, [])

    def games(self, entrant: Entrant) -> list[score_table.Result[Entrant]]:
        """The games of an entrant."""
        return [game for meeting in self.of(entrant) for game in meeting.games]

    @cached_property
    def _by_entrant(self) -> dict[Entrant, list[Encounter[Entrant]]]:
        encounters: dict[Entrant, list[Encounter[Entrant]]] = {}
        for meeting in self.meetings:
            for entrant in meeting.entrants:
                encounters.setdefault(entrant, []).append(meeting)
        return encounters

    @cached_property
    def rounds(self) -> int:
        """The number of the last round that has begun."""
        begun = (meeting.round for meeting in self.meetings if meeting.games or self.every_round)
        return max(begun, default=0)

    @cached_property
    def halves(self) -> frozenset[Entrant]:
        """The entrants who made at least half of the possible points."""
        return frozenset(
            entrant
            for entrant in self.totals
            if 2 * self.totals[entrant] >= self._possible(entrant)
        )

    def _possible(self, entrant: Entrant) -> Fraction:
        met = sum((meeting.best for meeting in self.of(entrant)), Fraction(0))
        return met + len(self.away(entrant))

    @cached_property
    def opponents(self) -> int:
        """The number of opponents of an entrant in a round."""
        return max((len(meeting.entrants) for meeting in self.meetings), default=2) - 1

    def away(self, entrant: Entrant) -> set[int]:
        """The rounds that the entrant missed; empty where not all play in every round."""
        if not self.every_round:
            return set()
        over = self.rounds if self.over is None else self.over
        return set(range(1, over + 1)) - {encounter.round for encounter in self.of(entrant)}


def progress(crosstable: Crosstable[Entrant], entrant: Entrant) -> list[Fraction]:
    """The points after each round."""
    scores = [Fraction(0)] * crosstable.rounds
    for meeting in crosstable.of(entrant):
        if meeting.round <= len(scores):
            scores[meeting.round - 1] += meeting.score(entrant)
    return list(accumulate(scores))
