"""The criteria of the FIDE (Dutch) System for pairs: which are legal, and how good they are.

Source: FIDE Handbook C.04.3 as in force from 1 February 2026, articles 2.1.3 and 2.3.3 to 2.3.10.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.mathematics.formats.colours import (
    BLACK,
    WHITE,
    PreferenceStrength,
    difference,
    preference,
)


@dataclass(frozen=True)
class Participant:
    """An entrant to pair: `score` in half points; `met` by places in the ranking, from 0.

    `floats` are those of the last round and the one before, the latest first. `had_bye` says that
    it has had a point without a game.
    """

    score: int
    colours: Sequence[str]
    floats: tuple[str, str]
    met: frozenset[int]
    had_bye: bool
    top_scorer: bool = False

    @cached_property
    def wants(self) -> tuple[str | None, PreferenceStrength]:
        """The colour that is due to it, and how strongly."""
        return preference(self.colours)

    @cached_property
    def lead(self) -> int:
        """Games with white less games with black."""
        return difference(self.colours)

    @cached_property
    def repeated(self) -> str | None:
        """The colour of both of its last games, if it was one."""
        last = list(self.colours[-2:])
        return last[0] if len(last) == 2 and last[0] == last[1] else None

    @cached_property
    def open(self) -> frozenset[str]:
        """The colours that it can have: not three times running, no lead above two (2.1.3)."""
        leads = {WHITE: self.lead + 1, BLACK: self.lead - 1}
        return frozenset(
            colour for colour, lead in leads.items() if colour != self.repeated and abs(lead) <= 2
        )

    @cached_property
    def kind(self) -> tuple[object, ...]:
        """All facts that the criteria use, except whom it has met."""
        return (
            self.score, self.wants, self.lead, self.repeated, self.floats, self.open,
            self.top_scorer, len(self.colours), self.had_bye,
        )  # fmt: skip


def legal(player: Participant, other: Participant) -> bool:
    """Whether two who have not met may: one can have white and the other black (2.1.3)."""
    if player.top_scorer or other.top_scorer:
        return True
    return (WHITE in player.open and BLACK in other.open) or (
        BLACK in player.open and WHITE in other.open
    )


def colour_criteria(high: Participant, low: Participant) -> tuple[int, int, int, int]:
    """Articles 2.3.3 to 2.3.6: wide leads, third colours, preferences, strong preferences."""
    (own, strength), (others, against) = high.wants, low.wants
    if own is None or own != others:
        return 1, 1, 1, 1
    both = strength == against == PreferenceStrength.ABSOLUTE
    wide = min(abs(high.lead), abs(low.lead)) >= 2
    strong = min(strength, against) >= PreferenceStrength.STRONG and not both
    return int(not wide), int(not (both and _has_third(high, low))), 0, int(not strong)


def _has_third(high: Participant, low: Participant) -> bool:
    """Whether the one who must yield an absolute preference gets a colour a third time."""
    if abs(high.lead) == abs(low.lead):
        return low.repeated is not None and low.repeated == high.repeated
    yielding = high if abs(low.lead) > abs(high.lead) else low
    return yielding.repeated is not None and yielding.repeated != low.wants[0]


def floats_up(high: Participant, low: Participant, back: int) -> bool:
    """Whether the lower of a pair would float up as it did `back` rounds before the last."""
    return low.floats[back] == "up" and high.score > low.score


def float_counts(high: Participant, low: Participant, back: int) -> tuple[int, int]:
    """Articles 2.3.7 to 2.3.10: pair those who floated down; let none float up again."""
    down = (low.floats[back] == "down") + (high.floats[back] == "down" and high.score <= low.score)
    return down, int(not floats_up(high, low, back))
