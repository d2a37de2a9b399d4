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
    totals = {one: total(games[one], one) for one in entrants}
    ordered = sorted(entrants, key=lambda one: -totals[one])
    places: dict[Fraction, int] = {}
    for place, one in enumerate(ordered, start=1):
        places.setdefault(totals[one], place)
    return [_row(one, games[one], totals[one], places[totals[one]]) for one in ordered]


def points(result: Result[Entrant], entrant: Entrant) -> Fraction:
    """What `entrant` scored in one game: between nothing and one point."""
    return Fraction(*share(result, entrant))


def total(results: Iterable[Result[Entrant]], entrant: Entrant) -> Fraction:
    """What `entrant` scored in all of these games."""
    # Added up as whole numbers, by what they are out of: fractions are slow to add.
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
        for one, other in permutations(result, 2):
            halves[one, other] += half_points(result[one], result[other])
            games[one, other] += 1
    return {both: Score(Fraction(halves[both], 2), count) for both, count in games.items()}


def share(result: Result[Entrant], entrant: Entrant) -> tuple[int, int]:
    """The points of one game as (half points against all opponents, the most there are)."""
    rank = result[entrant]
    # Against itself it has the half point that everybody has there.
    made = sum(half_points(rank, other) for other in result.values()) - 1
    return made, 2 * (len(result) - 1)


def half_points(rank: int, other: int) -> int:
    """What a side makes against another by their ranks in a game: two for a win, one for a draw."""
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
    wins, draws = (sum(one[index] for one in counted) for index in (0, 1))
    return Row(place, entrant, total, len(games), wins, draws, len(games) - wins - draws)
