"""Sums over the blocks of two entrants for their comparison, updated game by game.

Everything is a whole number, so that a game can be taken back exactly.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Self


class Sums:
    """Whole numbers, added up and taken back name by name, with those of a spread over blocks."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]
    squared_points: int
    points_by_games: int
    squared_games: int

    def __add__(self, other: Self) -> Self:
        return type(self)(*(a + b for a, b in zip(self.values(), other.values(), strict=True)))

    def __sub__(self, other: Self) -> Self:
        return type(self)(*(a - b for a, b in zip(self.values(), other.values(), strict=True)))

    def values(self) -> tuple[int, ...]:
        """The sums, in the order of `__match_args__`, their names."""
        return tuple(getattr(self, name) for name in self.__match_args__)

    def _spread(self, points: int, games: int) -> float:
        """The sum, over blocks, of the squared difference of its points from their mean."""
        mean = Fraction(points, games)
        squares = self.squared_points - mean * (2 * self.points_by_games)
        return float(squares + mean * mean * self.squared_games)


@dataclass(frozen=True, slots=True)
class BlockSums(Sums):
    """The results of one entrant against another, with sums over their blocks.

    A block of n games in which it made s half points adds s * s to `squared_points`, s * n to
    `points_by_games` and n * n to `squared_games`.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    blocks: int = 0
    squared_points: int = 0
    points_by_games: int = 0
    squared_games: int = 0

    @classmethod
    def of_block(cls, half_points: Sequence[int]) -> "BlockSums":
        """The sums of one block, by its half points in every game: 2, 1 or 0."""
        made, games = sum(half_points), len(half_points)
        return cls(
            wins=half_points.count(2),
            draws=half_points.count(1),
            losses=half_points.count(0),
            blocks=int(games > 0),
            squared_points=made * made,
            points_by_games=made * games,
            squared_games=games * games,
        )

    @classmethod
    def of(cls, blocks: Iterable[Sequence[int]]) -> "BlockSums":
        """The sums of several blocks."""
        return sum((cls.of_block(block) for block in blocks), start=cls())

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def half_points(self) -> int:
        return 2 * self.wins + self.draws

    @property
    def spread(self) -> float:
        """The sum, over blocks, of the squared difference of its points from their mean."""
        return self._spread(self.half_points, self.games) / 4
