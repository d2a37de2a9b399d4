"""Which of two players begins, by the colour rules of the FIDE (Dutch) System.

Source: FIDE Handbook C.04.3 as in force from 1 February 2026: article 1.7 says what a preference
is, article 5.2 who has which colour. White begins. Rounds without a game have no colour, and the
colours of the others close up over them (C.04.2, handling of unplayed rounds).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction

WHITE, BLACK = "white", "black"


class PreferenceStrength(IntEnum):
    """The strength of a preference (article 1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True)
class ColourHistory:
    """An entrant as these rules see it: `number` is its pairing number, from 1.

    `colours` are those of the games that it played, in order.
    """

    number: int
    points: Fraction
    colours: Sequence[str]

    @property
    def preference(self) -> tuple[str | None, PreferenceStrength]:
        """The colour that it should have, and how strongly (article 1.7)."""
        return preference(self.colours)


def difference(colours: Sequence[str]) -> int:
    """Games with white less games with black (article 1.6)."""
    return 2 * colours.count(WHITE) - len(colours)


def preference(colours: Sequence[str]) -> tuple[str | None, PreferenceStrength]:
    """The colour due after these, and how strongly (article 1.7)."""
    if not colours:
        return None, PreferenceStrength.NONE  # article 1.7.4
    lead, last = difference(colours), colours[-1]
    if abs(lead) > 1:
        return (BLACK if lead > 0 else WHITE), PreferenceStrength.ABSOLUTE  # article 1.7.1
    if list(colours[-2:]) == [last, last]:
        return opposite(last), PreferenceStrength.ABSOLUTE  # article 1.7.1
    if lead:
        return (BLACK if lead > 0 else WHITE), PreferenceStrength.STRONG  # article 1.7.2
    return opposite(last), PreferenceStrength.MILD  # article 1.7.3


def opposite(colour: str) -> str:
    """The other colour."""
    return BLACK if colour == WHITE else WHITE


def colour(player: ColourHistory, other: ColourHistory, initial: str) -> str:
    """The colour of the first of two who meet; `initial` was drawn by lot (article 5.1)."""
    higher, lower = sorted((player, other), key=lambda who: (-who.points, who.number))
    of_higher = _of_higher(higher, lower, initial)
    return of_higher if player is higher else opposite(of_higher)


def _of_higher(higher: ColourHistory, lower: ColourHistory, initial: str) -> str:
    """The colour of the higher ranked: the first rule that applies decides (article 5.2)."""
    (own, strength), (others, against) = higher.preference, lower.preference
    if own and others and own != others:
        return own  # article 5.2.1: grant both preferences
    stronger = _stronger(higher, lower, strength, against)
    if stronger > 0 and own:
        return own  # article 5.2.2: grant the stronger
    if stronger < 0 and others:
        return opposite(others)
    last = _last_apart(higher.colours, lower.colours)
    if last:
        return opposite(last)  # article 5.2.3: alternate to the last time they had different ones
    if own:
        return own  # article 5.2.4: grant the preference of the higher ranked
    return initial if higher.number % 2 else opposite(initial)  # article 5.2.5


def _stronger(
    higher: ColourHistory,
    lower: ColourHistory,
    strength: PreferenceStrength,
    against: PreferenceStrength,
) -> int:
    """Above 0 where the first preference is stronger; of absolute ones the wider difference."""
    if strength == against == PreferenceStrength.ABSOLUTE:
        return abs(difference(higher.colours)) - abs(difference(lower.colours))
    return strength - against


def _last_apart(own: Sequence[str], others: Sequence[str]) -> str | None:
    """The first player's colour in the latest game in which the two had different ones."""
    pairs = zip(reversed(own), reversed(others), strict=False)
    return next((mine for mine, theirs in pairs if mine != theirs), None)
