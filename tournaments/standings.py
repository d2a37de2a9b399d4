"""Points, places and crosstables from game results, as pure mathematics without a framework.

A game's result is the rank of each entrant in it. In a two-seat game a win is one point, a draw
half a point. With more seats an entrant scores the mean over its opponents of one (ranked above
it), a half (tied) and nothing, so that every game is worth n/2 points whatever its seats.
Places are those of the FIDE Handbook, C.07: equal points share the better place.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

Entrant = TypeVar("Entrant", bound=Hashable)


@dataclass(frozen=True)
class Row(Generic[Entrant]):
    """One line of the standings. A draw is a first place shared, a loss any other place."""

    place: int
    entrant: Entrant
    points: Fraction
    played: int
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class Score:
    """What one entrant made against another: points out of games."""

    points: Fraction = Fraction(0)
    games: int = 0


Result = Mapping[Entrant, int]
"""The rank of each entrant of one finished game."""


def standings(
    entrants: Sequence[Entrant], results: Iterable[Result[Entrant]]
) -> list[Row[Entrant]]:
    """The entrants by points, best first; those with equal points share a place."""
    games: dict[Entrant, list[Result[Entrant]]] = {one: [] for one in entrants}
    for result in results:
        for one in result:
            games[one].append(result)
    totals = {one: _total(games[one], one) for one in entrants}
    ordered = sorted(entrants, key=lambda one: -totals[one])
    return [_row(one, games[one], totals) for one in ordered]


def points(result: Result[Entrant], entrant: Entrant) -> Fraction:
    """What `entrant` scored in one game: between nothing and one point."""
    rank = result[entrant]
    opponents = [other for one, other in result.items() if one != entrant]
    beaten = sum(2 * (rank < other) + (rank == other) for other in opponents)
    return Fraction(beaten, 2 * len(opponents))


def crosstable(
    results: Iterable[Result[Entrant]],
) -> dict[tuple[Entrant, Entrant], Score]:
    """Score of every entrant against every other that it met, keyed by (entrant, opponent)."""
    table: dict[tuple[Entrant, Entrant], Score] = {}
    for result in results:
        for one in result:
            for other in result:
                if one != other:
                    score = table.get((one, other), Score())
                    won = points({one: result[one], other: result[other]}, one)
                    table[one, other] = Score(score.points + won, score.games + 1)
    return table


def _total(games: Iterable[Result[Entrant]], entrant: Entrant) -> Fraction:
    return sum((points(game, entrant) for game in games), Fraction(0))


def _row(
    entrant: Entrant, games: Sequence[Result[Entrant]], totals: Mapping[Entrant, Fraction]
) -> Row[Entrant]:
    best = [list(game.values()).count(1) for game in games if game[entrant] == 1]
    wins = best.count(1)
    draws = len(best) - wins
    place = 1 + sum(total > totals[entrant] for total in totals.values())
    return Row(place, entrant, totals[entrant], len(games), wins, draws, len(games) - len(best))
