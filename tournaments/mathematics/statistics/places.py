"""From ratings with errors to places: who is really ahead of whom, and what it would take to know.

Source: the rank intervals are the simultaneous reading of all pairwise differences at 95%, as in
H. Goldstein and D. Spiegelhalter (1996), Journal of the Royal Statistical Society A 159; without
a correction for the number of pairs, which every table of this kind leaves out, this one too.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit
from tournaments.mathematics.statistics.scale import Z, normal_probability

NINE_IN_TEN = 1.2815515655446004
"""The normal quantile that is reached from below in 90 of 100 cases."""


@dataclass(frozen=True, slots=True)
class RatedPlace:
    """One line of a table by rating, best first within its component.

    `best` and `worst` are the places that cannot be excluded. `better_than_next` is the
    probability of being stronger than the next line, and `games_to_separate` how many more games of
    both together part them at 95% with a probability of 90%, should the difference be as it was
    found (0: they are parted; None: no next line, or no telling).
    """

    entrant: int
    component: int
    rating: float
    error: float
    games: int
    best: int
    worst: int
    better_than_next: float | None
    games_to_separate: int | None


def places(
    fit: BradleyTerryFit, *, games: Sequence[int], among: Collection[int] | None = None
) -> list[RatedPlace]:
    """The entrants of a fit, by component and rating; `games` is how many each has played.

    Where `among` is given, these alone have places, and are compared with each other.
    """
    placed = range(len(games)) if among is None else among
    groups: dict[int, list[int]] = {}
    for entrant in sorted(placed, key=lambda one: (-fit.ratings[one], one)):
        groups.setdefault(int(fit.components[entrant]), []).append(entrant)
    largest_first = sorted(groups.values(), key=lambda members: (-len(members), members[0]))
    return [
        _place(fit, members, one, follower, games)
        for members in largest_first
        for one, follower in zip(members, [*members[1:], None], strict=True)
    ]


def _place(
    fit: BradleyTerryFit,
    members: Sequence[int],
    one: int,
    follower: int | None,
    games: Sequence[int],
) -> RatedPlace:
    leads = [_certainty(fit, one, other) for other in members if other != one]
    return RatedPlace(
        entrant=one,
        component=int(fit.components[one]),
        rating=float(fit.ratings[one]),
        error=float(fit.errors[one]),
        games=games[one],
        best=1 + sum(lead < -Z for lead in leads),
        worst=len(members) - sum(lead > Z for lead in leads),
        better_than_next=None
        if follower is None
        else normal_probability(_certainty(fit, one, follower)),
        games_to_separate=None if follower is None else _missing(fit, one, follower, games),
    )


def _certainty(fit: BradleyTerryFit, one: int, other: int) -> float:
    """By how many standard errors `one` is ahead of `other`."""
    difference = float(fit.ratings[one] - fit.ratings[other])
    error = fit.difference_error(one, other)
    return difference / error if error else math.copysign(math.inf, difference)


def _missing(fit: BradleyTerryFit, one: int, other: int, games: Sequence[int]) -> int | None:
    """How many more games part two: N ((1.96 + 1.28)^2 / lead^2 - 1), of N played so far.

    Errors shrink with the root of the number of games. A lead of 1.96 errors has to be seen; one of
    1.28 more is the margin with which it is seen nine times in ten.
    """
    lead = _certainty(fit, one, other)
    if lead >= Z:
        return 0
    if lead <= 0:
        return None
    return math.ceil((games[one] + games[other]) * (((Z + NINE_IN_TEN) / lead) ** 2 - 1))
