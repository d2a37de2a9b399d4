"""Points of pairings in the Swiss system, where a whole pairing counts, not its games."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from tournaments.mathematics.formats import base
from tournaments.mathematics.formats.base import Entrant, PlayedPairing, PlayedRound

_HALF = Fraction(1, 2)


def totals(entrants: Iterable[Entrant], played: Sequence[PlayedRound]) -> dict[int, Fraction]:
    """The points of all, including byes: 1 in games of two sides, ½ in others or by request."""
    met = sides(played)
    return base.totals(entrants, played, lambda pairing: scores(pairing, sides=met))


def scores(pairing: PlayedPairing, *, sides: int) -> tuple[Fraction, ...]:
    """The points that a pairing or bye gives its entrants, with `sides` in a game."""
    if len(pairing.entrants) == 1:
        return (_HALF if sides > 2 or pairing.requested else Fraction(1),)
    return tuple(worth(pairing, number) for number in pairing.entrants)


def sides(played: Sequence[PlayedRound]) -> int:
    """The number of sides in a game of these rounds; 2 if there was none."""
    return max((len(pairing.entrants) for round_ in played for pairing in round_), default=2)


def worth(pairing: PlayedPairing, entrant: int) -> Fraction:
    """The points that a played pairing, no bye, gives to one of its entrants."""
    if not pairing.games:
        return _unplayed(pairing, entrant)
    own, total = pairing.score(entrant), sum(pairing.scores)
    if len(pairing.entrants) > 2:
        return own / pairing.games
    return Fraction(1) if 2 * own > total else _HALF if 2 * own == total else Fraction(0)


def _unplayed(pairing: PlayedPairing, entrant: int) -> Fraction:
    """The points of an unplayed pairing: 0 after withdrawing, 1 against such, else ½."""
    if entrant in pairing.withdrawn:
        return Fraction(0)
    return Fraction(1) if pairing.withdrawn else _HALF
