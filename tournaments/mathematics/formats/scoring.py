"""What a pairing is worth where a whole pairing counts, not its games: in the Swiss system."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from tournaments.mathematics.formats import base
from tournaments.mathematics.formats.base import Entrant, PlayedPairing, PlayedRound

_HALF = Fraction(1, 2)


def totals(entrants: Iterable[Entrant], played: Sequence[PlayedRound]) -> dict[int, Fraction]:
    """Everybody's points, byes included: 1 in games of two sides, ½ in others or by request."""
    met = sides(played)
    return base.totals(entrants, played, lambda pairing: scores(pairing, sides=met))


def scores(pairing: PlayedPairing, *, sides: int) -> tuple[Fraction, ...]:
    """What a pairing, or a bye, gives its entrants where `sides` meet in a game."""
    if len(pairing.entrants) == 1:
        return (_HALF if sides > 2 or pairing.requested else Fraction(1),)
    return tuple(worth(pairing, number) for number in pairing.entrants)


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
