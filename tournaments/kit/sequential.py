"""A test of whether the first of two bots is stronger, which ends a tournament early.

The mathematics is that of trials on a site, `tournaments.mathematics.statistics.sprt`, by points as
they are scored. A block of two games, one in each order of seats, is one observation. Blocks count
in the order of their numbers, whichever ended first: the verdict follows from the seed alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from agents.desk.contenders import Misuse
from tournaments.kit.contest import Fixture, Result, Terms
from tournaments.mathematics import score_table
from tournaments.mathematics.statistics.sprt import Decision, SequentialTest

MOST_ELO = 1000.0
MOST_PAIRS = 5000
"""The most blocks that are played by default."""


def read(text: str) -> tuple[float, float]:
    """The two differences in Elo that "0,20" names. Raises Misuse."""
    try:
        low, high = map(float, text.split(","))
        SequentialTest(low, high)
    except ValueError:
        raise Misuse("no-sprt", text=text) from None
    if max(abs(low), abs(high)) > MOST_ELO:
        raise Misuse("no-sprt", text=text)
    return low, high


def check(terms: Terms) -> None:
    """Raise Misuse for a tournament that the test does not fit."""
    plain = terms.format == "round-robin" and terms.plan().pairings == 1
    if not plain or (len(terms.names), terms.sides) != (2, 2):
        raise Misuse("sprt-two")


@dataclass
class PairTest:
    """The test over the blocks that were played; both kinds of error have 5 %."""

    test: SequentialTest
    counts: list[int] = field(default_factory=lambda: [0] * 5)
    decision: Decision = Decision.RUNNING

    @property
    def pairs(self) -> int:
        """The number of blocks counted."""
        return sum(self.counts)

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio."""
        total, squares = (
            sum(count * (half_points / 4) ** power for half_points, count in enumerate(self.counts))
            for power in (1, 2)
        )
        return self.test.ratio(self.pairs, total, squares)

    def follow(self, results: Mapping[Fixture, Result]) -> Decision:
        """Count the blocks that are complete by now, up to the verdict."""
        while self.decision is Decision.RUNNING:
            games = [results.get(Fixture(1, 1, self.pairs + 1, game)) for game in (1, 2)]
            played = [game.by_entrant() for game in games if game is not None]
            if len(played) < 2:
                break
            self.counts[int(2 * score_table.total(played, 0))] += 1
            self.decision = self.test.verdict(self.ratio)
        return self.decision
