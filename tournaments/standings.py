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
    """One line of the standings."""

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
    games: dict[Entrant, list[tuple[Fraction, int, bool]]] = {one: [] for one in entrants}
    for result in results:
        for one in result:
            games[one].append((points(result, one), *_place_in(result, one)))
    totals = {one: sum((game[0] for game in games[one]), Fraction(0)) for one in entrants}
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


def _place_in(result: Result[Entrant], entrant: Entrant) -> tuple[int, bool]:
    """The entrant's rank in a game, and whether it shares it with all that were best."""
    rank = result[entrant]
    return rank, list(result.values()).count(rank) > 1


def _row(
    entrant: Entrant, games: list[tuple[Fraction, int, bool]], totals: Mapping[Entrant, Fraction]
) -> Row[Entrant]:
    total = totals[entrant]
    wins = sum(rank == 1 and not shared for _, rank, shared in games)
    draws = sum(rank == 1 and shared for _, rank, shared in games)
    place = 1 + sum(other > total for other in totals.values())
    return Row(place, entrant, total, len(games), wins, draws, len(games) - wins - draws)
