"""Which pairs, and which bye, the FIDE (Dutch) System allows in a round.

Source: FIDE Handbook C.04.3 as in force from 1 February 2026, articles 2.1 and 2.2.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.matching import Matching
from tournaments.mathematics.formats.criteria import Participant, legal


@dataclass
class Eligibility:
    """The participants of a round, who are named by their places in the ranking."""

    players: Sequence[Participant]
    rounds_played: int
    bye_score: int | None = None
    _legal: dict[tuple[object, object], bool] = field(default_factory=dict)

    def may_meet(self, place: int, other: int) -> bool:
        """Whether two places in the ranking may be paired."""
        first, second = self.players[place], self.players[other]
        if other in first.met:
            return False
        key = (first.kind, second.kind)
        if key not in self._legal:
            self._legal[key] = legal(first, second)
        return self._legal[key]

    def may_rest(self, place: int) -> bool:
        """Whether it can have the bye: no second one, and the lowest score that can be (2.2.1)."""
        player = self.players[place]
        return not player.had_bye and (self.bye_score is None or player.score <= self.bye_score)

    def find_bye(self) -> bool:
        """Find the lowest score of a bye with which all others can be paired; False for none."""
        everybody = list(range(len(self.players)))
        if len(everybody) % 2 == 0:
            return self.can_be_paired(everybody)
        for score in sorted({player.score for player in self.players if not player.had_bye}):
            self.bye_score = score
            if self.can_be_paired(everybody):
                return True
        return False

    def can_be_paired(self, left: Sequence[int], down: int = 0) -> bool:
        """Whether these can all be paired, except one for the bye if their number is odd.

        The first `down` of them go down together, and do not meet.
        """
        return self._pairs_at_once(left, down) or self._can_be_matched(left, down)

    def _pairs_at_once(self, left: Sequence[int], down: int) -> bool:
        """A quick try that seldom fails: pair each with the next one below."""
        if down > 1:
            return False
        waiting = list(left)
        if len(waiting) % 2:
            resting = next((place for place in reversed(waiting) if self.may_rest(place)), None)
            if resting is None:
                return False
            waiting.remove(resting)
        while waiting:
            place = waiting.pop(0)
            at = next((i for i, two in enumerate(waiting) if self.may_meet(place, two)), None)
            if at is None:
                return False
            del waiting[at]
        return True

    def _can_be_matched(self, left: Sequence[int], down: int) -> bool:
        weights = [[int(a != b and self.may_meet(a, b)) for b in left] for a in left]
        for row in weights[:down]:
            row[:down] = [0] * down
        if len(left) % 2:
            weights = with_one_more(weights, [int(self.may_rest(place)) for place in left])
        matching = Matching(weights)
        matching.solve()
        return all(weights[place][mate] for place, mate in enumerate(matching.mate))


def with_one_more(weights: list[list[int]], row: list[int]) -> list[list[int]]:
    """The matrix with one more vertex."""
    return [[*line, weight] for line, weight in zip(weights, row, strict=True)] + [[*row, 0]]
