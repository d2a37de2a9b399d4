"""How often the stated number of games does separate two neighbours of a leaderboard.

`python -m benchmarks.separating` makes up leaderboards whose strengths are known, takes two
neighbours of each that are not separated, plays the games that the leaderboard states, and counts
how often it separates them then: nine times in ten, if the statement is true. `--boards` are so
many for each scene. Nothing is asserted; the tests hold the same of two alone.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.common import parser
from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit, fit
from tournaments.mathematics.statistics.comparisons import Comparisons
from tournaments.mathematics.statistics.places import places
from tournaments.mathematics.statistics.scale import Z, expected_score

MOST_GAMES = 40_000
"""Statements of more games are not tried."""

Rows = list[tuple[int, int, int, int, float, int]]


@dataclass(frozen=True)
class Scene:
    """So many bots whose strengths spread by `spread` Elo, and the games of each."""

    bots: int
    games: int
    spread: int


SCENES = (
    Scene(8, 40, 150),
    Scene(8, 120, 150),
    Scene(20, 40, 150),
    Scene(12, 30, 80),
    Scene(12, 60, 250),
)


class Board:
    """A leaderboard whose strengths are known."""

    def __init__(self, scene: Scene, rng: np.random.Generator) -> None:
        self._rng = rng
        self._strengths = rng.normal(1500, scene.spread, scene.bots)
        self._rows: Rows = []
        self._play(range(scene.bots), scene.bots * scene.games // 2)

    def comes_true(self) -> bool | None:
        """Whether two neighbours are separated after the stated games; None if none is stated."""
        lines = places(self._fit(), games=self._games())
        above = int(self._rng.integers(len(lines) - 1))
        stated, two = lines[above].games_to_separate, [line.entrant for line in lines[above:][:2]]
        if not stated or stated > MOST_GAMES:
            return None
        self._play(two, stated)
        found = self._fit()
        lead = abs(found.ratings[two[0]] - found.ratings[two[1]])
        return bool(lead >= Z * found.difference_error(*two))

    def _fit(self) -> BradleyTerryFit:
        return fit(Comparisons.of(self._rows), entrants=len(self._strengths), seats=2)

    def _games(self) -> list[int]:
        played = Counter(bot for row in self._rows for bot in row[:2])
        return [played[bot] for bot in range(len(self._strengths))]

    def _play(self, bots: Sequence[int], games: int) -> None:
        """Blocks of two games: each of these bots in turn, against any other bot."""
        for block in range(games // 2):
            one = bots[block % len(bots)]
            other = (one + int(self._rng.integers(1, len(self._strengths)))) % len(self._strengths)
            number = len(self._rows) // 2
            for first, second in ((one, other), (other, one)):
                ahead = float(self._strengths[first] - self._strengths[second])
                won = float(self._rng.random() < expected_score(ahead))
                self._rows.append((first, second, 0, 1, won, number))


def main() -> None:
    asked = parser(str(__doc__), boards=300, seed=1).parse_args()
    print("| bots | games each | spread in Elo | stated | came true |")
    print("|---:|---:|---:|---:|---:|")
    for scene in SCENES:
        rng = np.random.default_rng(asked.seed)
        tried = (Board(scene, rng).comes_true() for _board in range(asked.boards))
        told = [came for came in tried if came is not None]
        true = f"{np.mean(told):.0%}"
        print(f"| {scene.bots} | {scene.games} | {scene.spread} | {len(told)} | {true} |")


if __name__ == "__main__":
    main()
