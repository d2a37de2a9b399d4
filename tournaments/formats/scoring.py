"""What a pairing is worth where a whole pairing counts, not its games: in the Swiss system."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from tournaments.formats.base import PlayedPairing, PlayedRound

_HALF = Fraction(1, 2)


def totals(entrants: Iterable[int], played: Sequence[PlayedRound]) -> dict[int, Fraction]:
    """Everybody's points, byes included: 1 in games of two sides, ½ in those of more."""
    points = dict.fromkeys(entrants, Fraction(0))
    bye = _HALF if sides(played) > 2 else Fraction(1)
    for pairing in (pairing for round_ in played for pairing in round_):
        for number in pairing.entrants:
            points[number] += bye if len(pairing.entrants) == 1 else worth(pairing, number)
    return points


def sides(played: Sequence[PlayedRound]) -> int:
    """How many met in one game in these rounds; 2 if there was none."""
    return max((len(one.entrants) for round_ in played for one in round_), default=2)


def worth(pairing: PlayedPairing, entrant: int) -> Fraction:
    """The points that a played pairing, no bye, gives to one of its entrants."""
    if not pairing.games:
        return _unplayed(pairing, entrant)
    own, total = pairing.score(entrant), sum(pairing.scores)
    if len(pairing.entrants) > 2:
        return own / pairing.games
    return Fraction(1) if 2 * own > total else _HALF if 2 * own == total else Fraction(0)


def _unplayed(pairing: PlayedPairing, entrant: int) -> Fraction:
    """Nothing for who withdrew, a win against those; a half where nobody is to blame."""
    if entrant in pairing.withdrawn:
        return Fraction(0)
    return Fraction(1) if pairing.withdrawn else _HALF
