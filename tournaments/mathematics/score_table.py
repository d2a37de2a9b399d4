"""Points, places and crosstables from game results, as pure mathematics without a framework.

A game's result is the rank of each entrant in it. In a two-seat game a win is one point, a draw
half a point. With more seats an entrant scores the mean over its opponents of one (ranked above
it), a half (tied) and nothing, so that every game is worth n/2 points whatever its seats.
Places are those of the FIDE Handbook, C.07: equal points share the better place.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
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
    """The score of one entrant against another: points out of games."""

    points: Fraction = Fraction(0)
    games: int = 0


Result = Mapping[Entrant, int]
"""The rank of each entrant of one finished game."""


def standings(
    entrants: Sequence[Entrant], results: Iterable[Result[Entrant]]
) -> list[Row[Entrant]]:
    """The entrants by points, best first; those with equal points share a place."""
    games: dict[Entrant, list[Result[Entrant]]] = {entrant: [] for entrant in entrants}
    for result in results:
        for entrant in result:
            games[entrant].append(result)
    totals = {entrant: total(games[entrant], entrant) for entrant in entrants}
    ordered = sorted(entrants, key=lambda entrant: -totals[entrant])
    places: dict[Fraction, int] = {}
    for place, entrant in enumerate(ordered, start=1):
        places.setdefault(totals[entrant], place)
    return [
        _row(entrant, games[entrant], totals[entrant], places[totals[entrant]])
        for entrant in ordered
    ]


def points(result: Result[Entrant], entrant: Entrant) -> Fraction:
    """The points of `entrant` in one game, from 0 to 1."""
    return Fraction(*share(result, entrant))


def total(results: Iterable[Result[Entrant]], entrant: Entrant) -> Fraction:
    """The points of `entrant` in all of these games."""
    # Added up as whole numbers by denominator: fractions are slow to add.
    shares: dict[int, int] = {}
    for result in results:
        made, of = share(result, entrant)
        shares[of] = shares.get(of, 0) + made
    return sum((Fraction(made, of) for of, made in shares.items()), start=Fraction(0))


def crosstable(
    results: Iterable[Result[Entrant]],
) -> dict[tuple[Entrant, Entrant], Score]:
    """Score of every entrant against every other that it met, keyed by (entrant, opponent)."""
    halves: Counter[tuple[Entrant, Entrant]] = Counter()
    games: Counter[tuple[Entrant, Entrant]] = Counter()
    for result in results:
        for entrant, other in permutations(result, 2):
            halves[entrant, other] += half_points(result[entrant], result[other])
            games[entrant, other] += 1
    return {both: Score(Fraction(halves[both], 2), count) for both, count in games.items()}


def share(result: Result[Entrant], entrant: Entrant) -> tuple[int, int]:
    """The points of one game as (half points against all opponents, the most there are)."""
    rank = result[entrant]
    # Its comparison with itself has given it half a point.
    made = sum(half_points(rank, other) for other in result.values()) - 1
    return made, 2 * (len(result) - 1)


def half_points(rank: int, other: int) -> int:
    """The half points of a side against another by their ranks: 2 for a win, 1 for a draw."""
    return 2 * (rank < other) + (rank == other)


def won_and_drawn(rank: int, ranks: Collection[int]) -> tuple[int, int]:
    """Whether a side has won a game, and whether it has drawn it, each as 1 or 0."""
    first = int(rank == 1)
    alone = list(ranks).count(1) == 1
    return (first, 0) if alone else (0, first)


def _row(
    entrant: Entrant, games: Sequence[Result[Entrant]], total: Fraction, place: int
) -> Row[Entrant]:
    counted = [won_and_drawn(game[entrant], game.values()) for game in games]
    wins, draws = (sum(ends[index] for ends in counted) for index in (0, 1))
    return Row(place, entrant, total, len(games), wins, draws, len(games) - wins - draws)
