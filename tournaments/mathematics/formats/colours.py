"""Which of two players begins, by the colour rules of the FIDE (Dutch) System.

Source: FIDE Handbook C.04.3 as in force from 1 February 2026: article 1.7 says what a preference
is, article 5.2 who has which colour. White begins. Rounds without a game have no colour, and the
colours of the others close up over them (C.04.2, handling of unplayed rounds).
"""

from collections.abc import Sequence
from enum import IntEnum

WHITE, BLACK = "white", "black"


class PreferenceStrength(IntEnum):
    """The strength of a preference (article 1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


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


def of_higher(higher: Sequence[str], lower: Sequence[str], first: str) -> str:
    """The colour of the higher ranked of two who meet, by the colours that both have had.

    The first rule that applies decides (article 5.2). `first` is the higher ranked's where neither
    has played: the initial colour, drawn by lot, or for an even pairing number the other one.
    """
    own, others = preference(higher)[0], preference(lower)[0]
    if own and others and own != others:
        return own  # article 5.2.1: grant both preferences
    strength, against = _strength(higher), _strength(lower)
    if own and strength > against:
        return own  # article 5.2.2: grant the stronger
    if others and strength < against:
        return opposite(others)
    last = _last_apart(higher, lower)
    if last:
        return opposite(last)  # article 5.2.3: alternate to the last time they had different ones
    return own or first  # articles 5.2.4, its preference, and 5.2.5


def _strength(colours: Sequence[str]) -> tuple[int, int]:
    """Greater for a stronger preference, and of absolute ones for the wider difference."""
    strength = preference(colours)[1]
    wide = strength == PreferenceStrength.ABSOLUTE
    return strength, abs(difference(colours)) if wide else 0


def _last_apart(own: Sequence[str], others: Sequence[str]) -> str | None:
    """The first player's colour in the latest game in which the two had different ones."""
    pairs = zip(reversed(own), reversed(others), strict=False)
    return next((mine for mine, theirs in pairs if mine != theirs), None)
